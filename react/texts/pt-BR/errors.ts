/** The Brazilian Portuguese error messages. */
import type * as en from "../en/errors.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

/** Returns a length in characters. */
export const characters = (count: number): string =>
  plural("pt-BR", count, { one: `${count} caractere`, other: `${count} caracteres` })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "O login demorou demais. Tente novamente.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Este método de login não está disponível.",
  OAUTH_PROVIDER_ACCESS_DENIED: "Você cancelou, ou o provedor negou o acesso.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "O provedor de login está indisponível. Tente novamente mais tarde.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "Você já conectou outra conta deste provedor. Desconecte-a primeiro.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "Esta conta já está conectada a outra pessoa.",
  SIGN_UP_NOT_ENABLED: "Você ainda não tem uma conta, e novos cadastros estão desativados.",
  SIGN_UP_REJECTED: "Não é possível se cadastrar com esta conta.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "Já existe uma conta com este e-mail. Use o método de login que você usou antes.",
  REDIRECT_URL_NOT_WHITELISTED:
    "Este app não está configurado para fazer login a partir desta página. Fale com o desenvolvedor.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "Este app não está configurado para solicitar este acesso. Fale com o desenvolvedor.",
  INVALID_AUTHORIZATION_CODE: "Seu login expirou. Faça login novamente."
}

const signedOut = "Sua sessão foi encerrada. Faça login novamente."
const misconfigured = "Este app não está configurado corretamente. Fale com o desenvolvedor."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "Esta chave de API não existe mais.",
  BodyParsingError: "Os dados são grandes demais. Reduza-os e tente novamente.",
  BotChallengeFailed: "A verificação de segurança falhou. Tente novamente.",
  BotChallengeRequired: "Conclua a verificação de segurança e tente novamente.",
  CannotDeleteCurrentSession: "Para encerrar esta sessão, saia da conta.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Outra conta já usa este e-mail para fazer login.",
  EmailAlreadyVerified: "Este e-mail já está verificado.",
  EmailPasswordMismatch: "E-mail ou senha incorretos.",
  HostUnavailable: "Seu navegador não é compatível com este recurso. Tente outro navegador.",
  InvalidTotpCode: "Código incorreto. Tente novamente.",
  OAuthCallbackError: "Não foi possível fazer login. Tente novamente.",
  PasskeyAuthenticationFailed: "Não foi possível verificar sua chave de acesso. Tente novamente.",
  PasskeyAuthenticationNotEnabled: "As chaves de acesso estão desativadas neste app.",
  PasskeyRegistrationFailed: "Não foi possível adicionar sua chave de acesso. Tente novamente.",
  PasskeyWebAuthnError: "A solicitação da chave de acesso foi cancelada ou expirou. Tente novamente.",
  PasswordAuthenticationNotEnabled: "As senhas estão desativadas neste app.",
  PasswordConfirmationMismatch: "As senhas não são iguais.",
  PasswordTooLong: ({ details }) => `Use no máximo ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Use pelo menos ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "Confirme que é você e tente novamente.",
  RedirectUrlNotTrusted: "Este link leva a um site que não é confiável.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "Confira os dados e tente novamente.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "Você fez login com outra conta. Use sua conta atual." : signedOut,
  SignUpNotEnabled: "Novos cadastros estão desativados neste app.",
  TeamInvitationEmailMismatch: "Este convite é para outro e-mail.",
  TeamMembershipNotFound: "Você não faz mais parte desta equipe.",
  TeamNotSelected: "A equipe foi criada, mas não foi possível mudar para ela.",
  TeamPermissionRequired: "Você não tem permissão para fazer isso.",
  UserAuthenticationRequired: "Sua sessão foi encerrada ou outra pessoa fez login. Faça login novamente.",
  UserDoesNotHavePassword: "Você ainda não tem uma senha.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "Já existe uma conta com este e-mail.",
  VerificationCodeAlreadyUsed: "Este código já foi usado.",
  VerificationCodeExpired: "Este código expirou.",
  VerificationCodeMaxAttemptsReached: "Muitas tentativas. Solicite um novo código.",
  VerificationCodeNotFound: "Código incorreto. Tente novamente.",
  WebAuthnNotSupported: "Este dispositivo não é compatível com chaves de acesso.",
  WrongCurrentPassword: "A senha atual está incorreta."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Você está offline. Verifique sua conexão."
      : "Não foi possível acessar o servidor. Tente novamente.",
  RateLimited: "Muitas tentativas. Aguarde um momento e tente novamente.",
  RequestRefused: "O servidor recusou a solicitação. Confira os dados e tente novamente.",
  ServiceUnavailable: "O servidor está indisponível. Tente novamente mais tarde.",
  ProjectRefused: misconfigured,
  UserRestricted: "Sua conta está restrita. Fale com o suporte.",
  UndeclaredError: ({ message }) => `Resposta do servidor: “${message}”`
}
