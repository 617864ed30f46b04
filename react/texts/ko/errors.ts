/** The Korean error messages. */
import type * as en from "../en/errors.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "로그인 시간이 초과되었습니다. 다시 시도하세요.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "사용할 수 없는 로그인 방법입니다.",
  OAUTH_PROVIDER_ACCESS_DENIED: "취소했거나 제공업체가 접근을 거부했습니다.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "로그인 서비스에 연결할 수 없습니다. 나중에 다시 시도하세요.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "같은 서비스의 다른 계정이 이미 연결되어 있습니다. 먼저 연결을 해제하세요.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "이 계정은 이미 다른 사용자에게 연결되어 있습니다.",
  SIGN_UP_NOT_ENABLED: "아직 계정이 없으며, 현재 가입이 중단되어 있습니다.",
  SIGN_UP_REJECTED: "이 계정으로는 가입할 수 없습니다.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "이 이메일을 사용하는 계정이 이미 있습니다. 이전에 사용한 방법으로 로그인하세요.",
  REDIRECT_URL_NOT_WHITELISTED: "이 페이지에서 로그인하도록 설정되지 않은 앱입니다. 개발자에게 문의하세요.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "이 권한을 요청하도록 설정되지 않은 앱입니다. 개발자에게 문의하세요.",
  INVALID_AUTHORIZATION_CODE: "로그인이 만료되었습니다. 다시 로그인하세요."
}

const signedOut = "로그아웃되었습니다. 다시 로그인하세요."
const misconfigured = "앱이 올바르게 설정되지 않았습니다. 개발자에게 문의하세요."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "더 이상 존재하지 않는 API 키입니다.",
  BodyParsingError: "데이터가 너무 큽니다. 크기를 줄인 후 다시 시도하세요.",
  BotChallengeFailed: "보안 확인에 실패했습니다. 다시 시도하세요.",
  BotChallengeRequired: "보안 확인을 완료한 후 다시 시도하세요.",
  CannotDeleteCurrentSession: "이 세션을 종료하려면 로그아웃하세요.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "다른 계정에서 이미 이 이메일로 로그인하고 있습니다.",
  EmailAlreadyVerified: "이미 인증된 이메일입니다.",
  EmailPasswordMismatch: "이메일 또는 비밀번호가 올바르지 않습니다.",
  HostUnavailable: "이 브라우저에서는 지원되지 않습니다. 다른 브라우저를 사용해 보세요.",
  InvalidTotpCode: "코드가 올바르지 않습니다. 다시 시도하세요.",
  OAuthCallbackError: "로그인하지 못했습니다. 다시 시도하세요.",
  PasskeyAuthenticationFailed: "패스키를 확인하지 못했습니다. 다시 시도하세요.",
  PasskeyAuthenticationNotEnabled: "이 앱에서는 패스키를 사용할 수 없습니다.",
  PasskeyRegistrationFailed: "패스키를 추가하지 못했습니다. 다시 시도하세요.",
  PasskeyWebAuthnError: "패스키 요청이 취소되었거나 시간이 초과되었습니다. 다시 시도하세요.",
  PasswordAuthenticationNotEnabled: "이 앱에서는 비밀번호를 사용할 수 없습니다.",
  PasswordConfirmationMismatch: "비밀번호가 일치하지 않습니다.",
  PasswordTooLong: ({ details }) => `${details.maxLength}자 이하로 입력하세요.`,
  PasswordTooShort: ({ details }) => `${details.minLength}자 이상 입력하세요.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "본인 확인을 한 후 다시 시도하세요.",
  RedirectUrlNotTrusted: "신뢰할 수 없는 사이트로 연결되는 링크입니다.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "입력한 내용을 확인한 후 다시 시도하세요.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "다른 계정으로 로그인했습니다. 현재 계정을 사용하세요." : signedOut,
  SignUpNotEnabled: "이 앱에서는 현재 가입할 수 없습니다.",
  TeamInvitationEmailMismatch: "다른 이메일 주소로 보낸 초대입니다.",
  TeamMembershipNotFound: "더 이상 이 팀의 멤버가 아닙니다.",
  TeamNotSelected: "팀을 만들었지만 해당 팀으로 전환하지 못했습니다.",
  TeamPermissionRequired: "이 작업을 수행할 권한이 없습니다.",
  UserAuthenticationRequired: "로그아웃되었거나 다른 사용자가 로그인했습니다. 다시 로그인하세요.",
  UserDoesNotHavePassword: "아직 비밀번호가 없습니다.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "이 이메일을 사용하는 계정이 이미 있습니다.",
  VerificationCodeAlreadyUsed: "이미 사용된 코드입니다.",
  VerificationCodeExpired: "만료된 코드입니다.",
  VerificationCodeMaxAttemptsReached: "시도 횟수를 초과했습니다. 새 코드를 요청하세요.",
  VerificationCodeNotFound: "코드가 올바르지 않습니다. 다시 시도하세요.",
  WebAuthnNotSupported: "이 기기는 패스키를 지원하지 않습니다.",
  WrongCurrentPassword: "현재 비밀번호가 올바르지 않습니다."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "오프라인 상태입니다. 연결을 확인하세요."
      : "서버에 연결할 수 없습니다. 다시 시도하세요.",
  RateLimited: "시도 횟수가 너무 많습니다. 잠시 후 다시 시도하세요.",
  RequestRefused: "서버에서 요청을 거부했습니다. 입력한 내용을 확인한 후 다시 시도하세요.",
  ServiceUnavailable: "서버를 사용할 수 없습니다. 나중에 다시 시도하세요.",
  ProjectRefused: misconfigured,
  UserRestricted: "계정이 제한되었습니다. 고객 지원팀에 문의하세요.",
  UndeclaredError: ({ message }) => `서버 메시지: ‘${message}’`
}
