/** The Brazilian Portuguese texts for the account settings. */
import { plural } from "../plural.ts"
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "Configurações da conta",
  navigation: "Configurações",
  profile: "Perfil",
  security: "Segurança",
  sessions: "Sessões",
  apiKeys: "Chaves de API",
  teams: "Equipes",
  signOut: "Sair",
  goHome: "Voltar ao app"
}

export const profile: Texts["profile"] = {
  title: "Perfil",
  displayName: "Nome",
  picture: "Foto do perfil",
  pictureHint: "PNG, JPEG, GIF ou WebP",
  upload: "Enviar foto",
  remove: "Remover foto",
  removed: "Foto removida.",
  cropTitle: "Recortar foto",
  cropText: "Arraste a foto para movê-la. Você também pode usar as teclas de seta.",
  cropArea: "Posição da foto",
  zoom: "Zoom",
  use: "Usar foto",
  notAnImage: "Escolha um arquivo PNG, JPEG, GIF ou WebP.",
  tooLarge: "Esta foto é grande demais. Escolha uma menor."
}

export const emails: Texts["emails"] = {
  title: "Endereços de e-mail",
  primary: "Principal",
  verified: "Verificado",
  notVerified: "Não verificado",
  usedForAuth: "Usado para login",
  verify: "Enviar e-mail de verificação",
  verificationSent: "E-mail enviado. Confira sua caixa de entrada e a pasta de spam.",
  makePrimary: "Tornar principal",
  madePrimary: (email) => `${email} agora é seu e-mail principal.`,
  useForAuth: "Usar para login",
  stopUsingForAuth: "Não usar para login",
  remove: "Remover",
  removeTitle: "Remover endereço de e-mail?",
  removeText: (email) => `Você não receberá mais e-mails em ${email} nem poderá fazer login com esse endereço.`,
  newEmail: "Novo e-mail",
  add: "Adicionar e-mail",
  actions: (email) => `Ações para ${email}`,
  none: "Adicione um e-mail para fazer login e receber mensagens."
}

export const password: Texts["password"] = {
  title: "Senha",
  current: "Senha atual",
  change: "Alterar senha",
  set: "Criar senha",
  changed: "Senha alterada.",
  isSet: "Definida"
}

export const passkey: Texts["passkey"] = {
  title: "Chave de acesso",
  on: "Você pode fazer login com uma chave de acesso.",
  off: "Faça login com sua impressão digital, seu rosto ou o bloqueio de tela em vez de uma senha.",
  add: "Adicionar uma chave de acesso",
  remove: "Remover chave de acesso",
  removeTitle: "Remover sua chave de acesso?",
  removeText: "Você não poderá mais fazer login com sua chave de acesso."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "Autenticação de dois fatores",
  on: "A autenticação de dois fatores está ativada.",
  off: "Proteja sua conta com um código adicional de um app autenticador.",
  turnOn: "Ativar",
  turnOff: "Desativar",
  turnOffTitle: "Desativar a autenticação de dois fatores?",
  turnOffText: "Qualquer pessoa que tenha sua senha poderá fazer login.",
  scan: "Escaneie o QR code com seu app autenticador. Depois, digite o código de seis dígitos do app.",
  qrCode: "QR code para seu app autenticador",
  setupKey: "Chave de configuração",
  setupKeyHint: "Não consegue escanear o código? Digite esta chave no seu app.",
  confirm: "Ativar",
  isOn: "Ativada",
  isOff: "Desativada"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "Contas conectadas",
  none: "Conecte uma conta para fazer login com ela.",
  connect: (name) => `Conectar ${name}`,
  disconnect: "Desconectar",
  disconnectTitle: (name) => `Desconectar ${name}?`,
  disconnectText: (name) => `Você não poderá mais fazer login com ${name}.`
}

export const sessions: Texts["sessions"] = {
  title: "Sessões",
  current: "Este dispositivo",
  signedIn: (date) => `Login: ${date}`,
  lastActive: (date) => `Última atividade: ${date}`,
  impersonation: "Aberta por um administrador",
  revoke: "Encerrar sessão",
  revokeOthers: "Encerrar todas as outras sessões",
  revokeOthersTitle: "Encerrar todas as outras sessões?",
  revokeOthersText: "Sua sessão neste dispositivo continuará aberta.",
  device: (browser, system) => `${browser} no ${system}`,
  place: (city, country) => `${city}, ${country}`,
  activeNow: "Ativa agora",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `Usada em ${date}, mas não por este dispositivo`
      : `Usada de ${place} em ${date}, mas não por este dispositivo`,
  endSession: "Encerrar esta sessão",
  none: "Os dispositivos em que você faz login aparecem aqui."
}

export const agents: Texts["agents"] = {
  agent: "Agente",
  since: (date) => `Desde ${date}`,
  scopes: (scopes) => `Pode: ${scopes}`,
  everything: "Pode fazer tudo o que você pode fazer",
  remove: "Remover acesso",
  removeTitle: (name) => `Remover o acesso de ${name}?`,
  removeText: "Ele não poderá mais agir em seu nome. Ele pode solicitar o acesso novamente."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "Chaves de API",
  none: "Use chaves de API para conectar seus próprios scripts e ferramentas.",
  create: "Criar chave de API",
  description: "Descrição",
  descriptionHint: "Para que serve a chave",
  expires: "Validade",
  never: "Nunca",
  inDays: (days) => plural("pt-BR", days, { one: `Em ${days} dia`, other: `Em ${days} dias` }),
  created: "Copie sua nova chave de API agora. Você não poderá vê-la novamente.",
  newKey: "Nova chave de API",
  ends: (lastFour) => `Termina em ${lastFour}`,
  expiresOn: (date) => `Expira em ${date}`,
  expired: "Expirada",
  revoked: "Revogada",
  revoke: "Revogar",
  revokeTitle: (description) => `Revogar “${description}”?`,
  revokeText: "Os programas que usam esta chave deixarão de funcionar. Não é possível desfazer esta ação.",
  createdOn: (date) => `Criação: ${date}`,
  neverExpires: "Não expira"
}

export const teams: Texts["teams"] = {
  title: "Equipes",
  none: "Crie uma equipe para trabalhar com outras pessoas.",
  selected: "Atual",
  select: "Selecionar",
  leave: "Sair",
  leaveTitle: (team) => `Sair de ${team}?`,
  leaveText: "Você precisará de um novo convite para voltar.",
  create: "Criar equipe",
  displayName: "Nome da equipe",
  noneToCreate: "As equipes das quais você participar aparecerão aqui."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "Excluir conta",
  text: "Sua conta e todos os dados dela serão excluídos permanentemente.",
  open: "Excluir conta",
  confirmTitle: "Excluir sua conta?",
  submit: "Excluir conta"
}

export const lists: Texts["lists"] = {
  search: "Buscar",
  noResults: "Nenhum resultado",
  results: (count) => plural("pt-BR", count, { one: `${count} resultado`, other: `${count} resultados` }),
  shown: (count, total) => `${count} de ${total}`,
  showMore: "Mostrar mais"
}
