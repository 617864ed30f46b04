/** The Simplified Chinese error messages. */
import type * as en from "../en/errors.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "登录用时过长，请重试。",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "此登录方式不可用。",
  OAUTH_PROVIDER_ACCESS_DENIED: "你已取消，或提供方拒绝了访问。",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "登录服务商暂时不可用，请稍后重试。",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: "您已关联此服务商的另一个账号，请先解除关联。",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "此账号已关联到其他用户。",
  SIGN_UP_NOT_ENABLED: "您还没有账号，且目前未开放注册。",
  SIGN_UP_REJECTED: "无法使用此账号注册。",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: "已有账号使用此邮箱，请使用您之前的登录方式。",
  REDIRECT_URL_NOT_WHITELISTED: "此应用未设置为允许从此页面登录，请联系其开发者。",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: "此应用未设置为请求此权限，请联系其开发者。",
  INVALID_AUTHORIZATION_CODE: "登录已过期，请重新登录。"
}

const signedOut = "您已退出登录，请重新登录。"
const misconfigured = "此应用的设置有误，请联系其开发者。"

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "此 API 密钥已不存在。",
  BodyParsingError: "数据过大，请缩小后重试。",
  BotChallengeFailed: "安全验证未通过，请重试。",
  BotChallengeRequired: "请先完成安全验证，然后重试。",
  CannotDeleteCurrentSession: "要结束此会话，请退出登录。",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "其他账号已使用此邮箱登录。",
  EmailAlreadyVerified: "此邮箱已验证。",
  EmailPasswordMismatch: "邮箱或密码不正确。",
  HostUnavailable: "您的浏览器不支持此功能，请换用其他浏览器。",
  InvalidTotpCode: "验证码不正确，请重试。",
  OAuthCallbackError: "登录失败，请重试。",
  PasskeyAuthenticationFailed: "无法验证您的通行密钥，请重试。",
  PasskeyAuthenticationNotEnabled: "此应用未启用通行密钥。",
  PasskeyRegistrationFailed: "无法添加您的通行密钥，请重试。",
  PasskeyWebAuthnError: "通行密钥请求已取消或超时，请重试。",
  PasswordAuthenticationNotEnabled: "此应用未启用密码。",
  PasswordConfirmationMismatch: "两次输入的密码不一致。",
  PasswordTooLong: ({ details }) => `最多可使用 ${details.maxLength} 个字符。`,
  PasswordTooShort: ({ details }) => `至少需要 ${details.minLength} 个字符。`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "请确认是您本人，然后重试。",
  RedirectUrlNotTrusted: "此链接指向不受信任的网站。",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "请检查您输入的内容，然后重试。",
  ReverificationRefused: ({ reason }) => reason === "otherUser" ? "您登录了其他账号。请使用当前账号。" : signedOut,
  SignUpNotEnabled: "此应用未开放注册。",
  TeamInvitationEmailMismatch: "此邀请是发给另一个邮箱的。",
  TeamMembershipNotFound: "您已不是此团队的成员。",
  TeamNotSelected: "团队已创建，但未能切换到该团队。",
  TeamPermissionRequired: "您没有执行此操作的权限。",
  UserAuthenticationRequired: "您已退出登录，或有其他用户登录。请重新登录。",
  UserDoesNotHavePassword: "您尚未设置密码。",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "已有账号使用此邮箱。",
  VerificationCodeAlreadyUsed: "此验证码已使用过。",
  VerificationCodeExpired: "此验证码已过期。",
  VerificationCodeMaxAttemptsReached: "尝试次数过多，请获取新的验证码。",
  VerificationCodeNotFound: "验证码不正确，请重试。",
  WebAuthnNotSupported: "此设备不支持通行密钥。",
  WrongCurrentPassword: "当前密码不正确。"
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) => diagnostics.offline ? "您已离线，请检查网络连接。" : "无法连接服务器，请重试。",
  RateLimited: "尝试次数过多，请稍候再试。",
  RequestRefused: "服务器拒绝了此请求，请检查您输入的内容，然后重试。",
  ServiceUnavailable: "服务器暂时不可用，请稍后重试。",
  ProjectRefused: misconfigured,
  UserRestricted: "您的账号受到限制，请联系客服。",
  UndeclaredError: ({ message }) => `服务器消息：“${message}”`
}
