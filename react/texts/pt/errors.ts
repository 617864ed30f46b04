/**
 * The Portuguese error messages.
 *
 * @since 0.1.0
 */
import type * as en from "../en/errors.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"

/** Returns a number of characters. */
export const characters = (count: number): string =>
  plural("pt", count, { one: `${count} caractere`, other: `${count} caracteres` })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "O login demorou demais. Tente novamente.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "Este método de login não está disponível.",
  OAUTH_PROVIDER_ACCESS_DENIED: "O login foi cancelado ou recusado. Tente novamente.",
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
  INVALID_AUTHORIZATION_CODE: "Seu login expirou. Entre novamente."
}

const text = (text: string) => (): string => text
const signedOut = text("Sua sessão foi encerrada. Entre novamente.")
const misconfigured = text("Este app não está configurado corretamente. Fale com o desenvolvedor.")
const unexpected = text(common.unexpected)

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: text("Esta chave de API não existe mais."),
  BotChallengeFailed: text("A verificação de segurança falhou. Tente novamente."),
  BotChallengeRequired: text("Conclua a verificação de segurança e tente novamente."),
  CannotDeleteCurrentSession: text("Para encerrar esta sessão, saia da conta."),
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: text("Outra conta já usa este e-mail para fazer login."),
  EmailAlreadyVerified: text("Este e-mail já está verificado."),
  EmailPasswordMismatch: text("E-mail ou senha incorretos."),
  HostUnavailable: text("Seu navegador não é compatível com este recurso. Tente outro navegador."),
  InvalidTotpCode: text("Código incorreto. Tente novamente."),
  OAuthCallbackError: text("Não foi possível fazer login. Tente novamente."),
  PasskeyAuthenticationFailed: text("Não foi possível verificar sua chave de acesso. Tente novamente."),
  PasskeyAuthenticationNotEnabled: text("As chaves de acesso estão desativadas neste app."),
  PasskeyRegistrationFailed: text("Não foi possível adicionar sua chave de acesso. Tente novamente."),
  PasskeyWebAuthnError: text("A solicitação da chave de acesso foi cancelada ou expirou. Tente novamente."),
  PasswordAuthenticationNotEnabled: text("As senhas estão desativadas neste app."),
  PasswordConfirmationMismatch: text("As senhas não são iguais."),
  PasswordTooLong: ({ details }) => `Use no máximo ${characters(details.maxLength)}.`,
  PasswordTooShort: ({ details }) => `Use pelo menos ${characters(details.minLength)}.`,
  ProjectNotFound: misconfigured,
  RedirectUrlNotTrusted: text("Este link leva a um site que não é confiável."),
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: text("Verifique os dados e tente novamente."),
  SignUpNotEnabled: text("Novos cadastros estão desativados neste app."),
  TeamMembershipNotFound: text("Você não faz mais parte desta equipe."),
  TeamNotSelected: text("A equipe foi criada, mas não foi possível mudar para ela."),
  TeamPermissionRequired: text("Você não tem permissão para fazer isso."),
  UserAuthenticationRequired: text("Sua sessão foi encerrada ou outra pessoa entrou. Entre novamente."),
  UserDoesNotHavePassword: text("Você ainda não tem uma senha."),
  UserNotFound: signedOut,
  UserWithEmailAlreadyExists: text("Já existe uma conta com este e-mail."),
  VerificationCodeAlreadyUsed: text("Este código já foi usado."),
  VerificationCodeExpired: text("Este código expirou."),
  VerificationCodeMaxAttemptsReached: text("Muitas tentativas. Solicite um novo código."),
  VerificationCodeNotFound: text("Código incorreto. Tente novamente."),
  WebAuthnNotSupported: text("Este dispositivo não é compatível com chaves de acesso."),
  WrongCurrentPassword: text("A senha atual está incorreta.")
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "Você está offline. Verifique sua conexão."
      : "Não foi possível acessar o servidor. Tente novamente.",
  RateLimited: text("Muitas tentativas. Aguarde um momento e tente novamente."),
  RequestRefused: text("O servidor recusou a solicitação. Verifique os dados e tente novamente."),
  ServiceUnavailable: text("O servidor está indisponível. Tente novamente mais tarde."),
  InvalidResponse: unexpected,
  ResponseTooLarge: unexpected,
  UnsupportedError: unexpected,
  ProjectRefused: misconfigured,
  UserRestricted: text("Sua conta está restrita. Fale com o suporte."),
  UnsupportedGeneration: unexpected,
  UndeclaredError: ({ message }) => `Resposta do servidor: “${message}”`,
  ClockSkewError: text("O relógio do servidor está errado. Tente novamente mais tarde.")
}
