/** The Brazilian Portuguese texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { characters, oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "Confira se você copiou o link inteiro.",
  VerificationCodeExpired: "Este link expirou.",
  VerificationCodeAlreadyUsed: "Este link já foi usado.",
  VerificationCodeMaxAttemptsReached: "Muitas tentativas com este link."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "Fazer login de outra forma",
  emailVerification: "Ir para as configurações da conta",
  passwordReset: "Solicitar um novo link",
  teamInvitation: "Ir para a página inicial"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "Faça login ou cadastre-se para entrar na equipe.",
  cliAuthConfirm: "Faça login para autorizar o acesso pelo terminal.",
  agentConsent: "Entre para responder à solicitação.",
  accountSettings: "Faça login para gerenciar sua conta.",
  teamSettings: "Faça login para gerenciar sua equipe.",
  onboarding: "Faça login ou cadastre-se para continuar."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Esta solicitação expirou",
  notAvailable: "Sem acesso para agentes",
  framed: "Abra esta página em uma janela própria"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "Volte ao agente e conecte-o novamente.",
  notAvailable: "Este app não oferece acesso a agentes.",
  framed: "Outro site mostra esta página em um quadro e pode esconder o que você permite."
}

export const providers: Texts["providers"] = {
  or: "ou",
  continue: (name) => `Continuar com ${name}`,
  connect: (name) => `Conectar ${name}`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `Faça login em ${project}`,
  submit: "Fazer login",
  magicLink: "Receber um link por e-mail",
  passkey: "Fazer login com chave de acesso",
  forgotPassword: "Esqueceu sua senha?",
  noAccount: "Não tem uma conta?",
  signUp: "Cadastre-se",
  closed: "O login não está disponível neste app."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `Cadastre-se em ${project}`,
  submit: "Cadastrar-se",
  magicLink: "Receber um link por e-mail",
  passwordHint: (length) => `Pelo menos ${characters(length)}`,
  hasAccount: "Já tem uma conta?",
  signIn: "Fazer login"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "Cadastros encerrados",
  text: (project) => `${project} não está aceitando novas contas.`,
  signIn: "Fazer login"
}

export const methods: Texts["methods"] = {
  next: "Continuar",
  change: "Alterar",
  lastUsed: "Último uso",
  agreeToBoth: (terms, privacy) => `Ao continuar, você concorda com os ${terms} e a ${privacy}.`,
  agree: (document) => `Ao continuar, você concorda com: ${document}.`,
  terms: "Termos de Serviço",
  privacy: "Política de Privacidade"
}

export const codeSent: Texts["codeSent"] = {
  title: "Confira seu e-mail",
  text: (email) => `Enviamos um código para ${email}. Digite o código ou abra o link da mensagem.`,
  submit: "Fazer login",
  sendAgain: "Reenviar e-mail",
  startOver: "Fazer login de outra forma"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "Conclua o login",
  text: "O link é válido. Quer fazer login neste dispositivo?",
  submit: "Fazer login"
}

export const mfa: Texts["mfa"] = {
  title: "Autenticação de dois fatores",
  text: "Digite o código de seis dígitos do seu app autenticador.",
  submit: "Verificar",
  refused: "Código incorreto. Faça login novamente.",
  tooLate: "Seu login expirou. Faça login novamente.",
  startOver: "Fazer login de outra forma",
  lost: "Perdeu seu celular? Fale com o suporte deste app."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "Faça login novamente",
  text: "Seu login expirou.",
  startOver: "Fazer login"
}

export const signedIn: Texts["signedIn"] = {
  title: "Login concluído",
  text: "Agora você pode continuar para o app."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "Você já fez login",
  text: (name) => `Você fez login como ${name}.`,
  proceed: "Continuar",
  signOut: "Sair"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "Faça login para continuar",
  text: (page) => signInReasons[page],
  signIn: "Fazer login",
  signUp: "Cadastrar-se"
}

export const signedOut: Texts["signedOut"] = {
  title: "Você saiu da conta",
  text: "Você pode fechar esta página ou fazer login novamente.",
  revocationError:
    "Não foi possível acessar o servidor, então sua sessão ainda pode estar ativa. Você pode encerrá-la nas configurações da conta."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "Esqueceu sua senha?",
  text: "Digite seu e-mail. Enviaremos um link para você redefinir sua senha.",
  submit: "Enviar link",
  sentTitle: "Confira seu e-mail",
  sent: (email) => `Se você tiver uma conta, enviamos um link para ${email}.`,
  sendAgain: "Reenviar e-mail",
  signIn: "Voltar ao login"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "Redefina sua senha",
  text: "Sua sessão será encerrada em todos os seus dispositivos.",
  submit: "Redefinir senha"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "Senha alterada",
  text: "Faça login com sua nova senha.",
  signIn: "Fazer login"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "Verifique seu e-mail",
  text: "Confirme que este e-mail é seu.",
  submit: "Verificar e-mail"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "E-mail verificado",
  text: (wasVerified) => wasVerified ? "Seu e-mail já estava verificado." : "Seu e-mail agora está verificado.",
  proceed: "Continuar"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "Verifique seu e-mail",
  text: (email) => `Enviamos um link para ${email}. Abra o link para continuar.`,
  noEmail: "Digite seu e-mail. Enviaremos um link para verificá-lo.",
  check: "Já verifiquei meu e-mail",
  notYet: "Seu e-mail ainda não foi verificado. Abra o link da mensagem e tente novamente.",
  resend: "Reenviar e-mail",
  resent: "E-mail enviado. Confira sua caixa de entrada e a pasta de spam.",
  change: "Usar outro e-mail",
  changeSubmit: "Enviar link",
  signOut: "Sair"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "Sua conta está restrita",
  text: (name) => `Você fez login como ${name}, mas não pode usar este app no momento.`,
  signOut: "Sair"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `Entrar na equipe ${team}`,
  text: (name, team) => `Você fez login como ${name}. Você recebeu um convite para entrar na equipe ${team}.`,
  submit: "Entrar na equipe",
  decline: "Agora não"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "Usar outra conta",
  text: (name) => `Este convite é para outro e-mail. Você fez login como ${name}.`,
  signIn: "Fazer login com outra conta",
  decline: "Agora não"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `Boas-vindas à equipe ${team}`,
  text: "Agora você faz parte desta equipe.",
  proceed: "Continuar"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "Este link não funciona",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "Autorizar o acesso pelo terminal",
  text: (name) =>
    `Uma ferramenta de linha de comando quer fazer login como ${name}. Continue somente se foi você que a iniciou e se ela mostra este código:`,
  submit: "Autorizar",
  decline: "Cancelar"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "Acesso autorizado",
  text: "Você pode fechar esta página e voltar ao terminal."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "Este link não funciona",
  text: "Ele expirou, já foi usado ou está incompleto. Comece novamente no terminal.",
  goHome: "Ir para a página inicial"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "Não foi possível fazer login",
  startOver: "Voltar ao login",
  canceled: "Login cancelado"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "Nenhum login em andamento",
  text: "Ele já foi concluído ou foi iniciado em outro navegador.",
  startOver: "Fazer login"
}

export const notFound: Texts["notFound"] = {
  title: "Página não encontrada",
  text: "Confira se você copiou o link inteiro.",
  goHome: "Ir para a página inicial"
}

export const notOpened: Texts["notOpened"] = { title: "Não foi possível abrir esta página" }

export const reverify: Texts["reverify"] = {
  title: "Confirme que é você",
  text: (name) => `Faça login novamente como ${name} para continuar.`,
  submit: "Continuar",
  emailCode: "Receber um código por e-mail",
  codeSent: (email) => `Digite o código que enviamos para ${email}.`,
  otherMethod: "Usar outro método",
  noMethod: "Saia e faça login novamente para continuar."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} quer agir em seu nome`,
  verified: (host) => `Verificado: ${host}`,
  vouched: "Adicionado por este app",
  unverified: "Não verificado: um programa neste dispositivo usa este nome.",
  account: "Sua conta",
  switchUser: "Usar outra conta",
  resource: "Acesso a",
  expires: "Fim do acesso",
  scopes: "Escolha o que ele pode fazer",
  noScope: "Escolha pelo menos uma opção ou cancele.",
  everything: "Ele pode fazer tudo o que você pode fazer neste app.",
  onDevice: "Um programa neste dispositivo recebe o acesso. Continue apenas se você o iniciou.",
  allow: "Permitir",
  deny: "Cancelar",
  redirect: (host) => `Você voltará para ${host}.`,
  revoke: "Você pode remover o acesso a qualquer momento nas configurações da conta.",
  compare: "Continue apenas se você iniciou este programa e se ele mostra este código:",
  fixedScopes: "Ele solicita",
  notLimited:
    "Aqui não é possível escolher permissões separadas, e o programa poderia fazer tudo o que você pode fazer. Permita apenas programas em que você confia."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "Acesso permitido" : "Acesso negado",
  text: (name) => `Você pode fechar esta página e voltar para ${name}.`,
  proceed: "Continuar"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "Ir para a página inicial"
}
