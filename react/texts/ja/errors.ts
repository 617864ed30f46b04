/**
 * The Japanese error messages.
 *
 * @since 0.1.0
 */
import type * as en from "../en/errors.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "ログインに時間がかかりすぎました。もう一度お試しください。",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "このログイン方法は利用できません。",
  OAUTH_PROVIDER_ACCESS_DENIED: "ログインがキャンセルまたは拒否されました。もう一度お試しください。",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE:
    "ログインプロバイダーが利用できません。しばらくしてからもう一度お試しください。",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION:
    "このプロバイダーの別のアカウントがすでに連携されています。先に連携を解除してください。",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "このアカウントはすでに別のユーザーと連携されています。",
  SIGN_UP_NOT_ENABLED: "アカウントがありません。現在、新規登録は受け付けていません。",
  SIGN_UP_REJECTED: "このアカウントでは登録できません。",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "このメールアドレスのアカウントはすでに存在します。以前と同じ方法でログインしてください。",
  REDIRECT_URL_NOT_WHITELISTED:
    "このアプリは、このページからログインするように設定されていません。開発者にお問い合わせください。",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "このアプリは、このアクセス権を要求するように設定されていません。開発者にお問い合わせください。",
  INVALID_AUTHORIZATION_CODE: "ログインの有効期限が切れました。もう一度ログインしてください。"
}

const text = (text: string) => (): string => text
const signedOut = text("ログアウトされました。もう一度ログインしてください。")
const misconfigured = text("このアプリは正しく設定されていません。開発者にお問い合わせください。")
const unexpected = text(common.unexpected)

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: text("このAPIキーはすでに存在しません。"),
  BotChallengeFailed: text("セキュリティチェックに失敗しました。もう一度お試しください。"),
  BotChallengeRequired: text("セキュリティチェックを完了してから、もう一度お試しください。"),
  CannotDeleteCurrentSession: text("このセッションを終了するには、ログアウトしてください。"),
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: text(
    "このメールアドレスは、別のアカウントのログインにすでに使用されています。"
  ),
  EmailAlreadyVerified: text("このメールアドレスはすでに確認済みです。"),
  EmailPasswordMismatch: text("メールアドレスまたはパスワードが正しくありません。"),
  HostUnavailable: text("お使いのブラウザはこの機能に対応していません。別のブラウザをお試しください。"),
  InvalidTotpCode: text("コードが正しくありません。もう一度お試しください。"),
  OAuthCallbackError: text("ログインに失敗しました。もう一度お試しください。"),
  PasskeyAuthenticationFailed: text("パスキーを確認できませんでした。もう一度お試しください。"),
  PasskeyAuthenticationNotEnabled: text("このアプリではパスキーを利用できません。"),
  PasskeyRegistrationFailed: text("パスキーを追加できませんでした。もう一度お試しください。"),
  PasskeyWebAuthnError: text("パスキーの要求がキャンセルされたか、時間切れになりました。もう一度お試しください。"),
  PasswordAuthenticationNotEnabled: text("このアプリではパスワードを利用できません。"),
  PasswordConfirmationMismatch: text("パスワードが一致しません。"),
  PasswordTooLong: ({ details }) => `${details.maxLength}文字以内で入力してください。`,
  PasswordTooShort: ({ details }) => `${details.minLength}文字以上で入力してください。`,
  ProjectNotFound: misconfigured,
  RedirectUrlNotTrusted: text("このリンク先は信頼できるサイトではありません。"),
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: text("入力内容を確認して、もう一度お試しください。"),
  SignUpNotEnabled: text("このアプリでは新規登録を受け付けていません。"),
  TeamMembershipNotFound: text("このチームのメンバーではなくなりました。"),
  TeamNotSelected: text("チームを作成しましたが、切り替えることができませんでした。"),
  TeamPermissionRequired: text("この操作を行う権限がありません。"),
  UserAuthenticationRequired: text(
    "ログアウトされたか、別のユーザーがログインしました。もう一度ログインしてください。"
  ),
  UserDoesNotHavePassword: text("パスワードはまだ設定されていません。"),
  UserNotFound: signedOut,
  UserWithEmailAlreadyExists: text("このメールアドレスのアカウントはすでに存在します。"),
  VerificationCodeAlreadyUsed: text("このコードはすでに使用されています。"),
  VerificationCodeExpired: text("このコードは有効期限が切れています。"),
  VerificationCodeMaxAttemptsReached: text("試行回数が上限に達しました。新しいコードをリクエストしてください。"),
  VerificationCodeNotFound: text("コードが正しくありません。もう一度お試しください。"),
  WebAuthnNotSupported: text("このデバイスはパスキーに対応していません。"),
  WrongCurrentPassword: text("現在のパスワードが正しくありません。")
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "オフラインです。接続を確認してください。"
      : "サーバーに接続できません。もう一度お試しください。",
  RateLimited: text("試行回数が多すぎます。しばらく待ってから、もう一度お試しください。"),
  RequestRefused: text("サーバーがリクエストを拒否しました。入力内容を確認して、もう一度お試しください。"),
  ServiceUnavailable: text("サーバーが利用できません。しばらくしてからもう一度お試しください。"),
  InvalidResponse: unexpected,
  ResponseTooLarge: unexpected,
  UnsupportedError: unexpected,
  ProjectRefused: misconfigured,
  UserRestricted: text("アカウントが制限されています。サポートにお問い合わせください。"),
  UnsupportedGeneration: unexpected,
  UndeclaredError: ({ message }) => `サーバーからのメッセージ：「${message}」`,
  ClockSkewError: text("サーバーの時刻が正しくありません。しばらくしてからもう一度お試しください。")
}
