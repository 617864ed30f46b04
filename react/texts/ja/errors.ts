/** The Japanese error messages. */
import type * as en from "../en/errors.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "ログインに時間がかかりすぎました。もう一度お試しください。",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "このログイン方法は利用できません。",
  OAUTH_PROVIDER_ACCESS_DENIED: "キャンセルされたか、プロバイダーがアクセスを拒否しました。",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE:
    "ログインプロバイダーを利用できません。しばらくしてから、もう一度お試しください。",
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

const signedOut = "ログアウトされました。もう一度ログインしてください。"
const misconfigured = "このアプリは正しく設定されていません。開発者にお問い合わせください。"

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "このAPIキーは見つかりません。",
  BodyParsingError: "データが大きすぎます。小さくしてから、もう一度お試しください。",
  BotChallengeFailed: "セキュリティチェックに失敗しました。もう一度お試しください。",
  BotChallengeRequired: "セキュリティチェックを完了してから、もう一度お試しください。",
  CannotDeleteCurrentSession: "このセッションを終了するには、ログアウトしてください。",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse:
    "このメールアドレスは、別のアカウントのログインにすでに使用されています。",
  EmailAlreadyVerified: "このメールアドレスはすでに確認済みです。",
  EmailPasswordMismatch: "メールアドレスまたはパスワードが正しくありません。",
  HostUnavailable: "お使いのブラウザはこの機能に対応していません。別のブラウザをお試しください。",
  InvalidTotpCode: "コードが正しくありません。もう一度お試しください。",
  OAuthCallbackError: "ログインに失敗しました。もう一度お試しください。",
  PasskeyAuthenticationFailed: "パスキーを確認できませんでした。もう一度お試しください。",
  PasskeyAuthenticationNotEnabled: "このアプリではパスキーを利用できません。",
  PasskeyRegistrationFailed: "パスキーを追加できませんでした。もう一度お試しください。",
  PasskeyWebAuthnError: "パスキーの操作がキャンセルされたか、タイムアウトしました。もう一度お試しください。",
  PasswordAuthenticationNotEnabled: "このアプリではパスワードを利用できません。",
  PasswordConfirmationMismatch: "パスワードが一致しません。",
  PasswordTooLong: ({ details }) => `${details.maxLength}文字以内で入力してください。`,
  PasswordTooShort: ({ details }) => `${details.minLength}文字以上で入力してください。`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "本人確認をしてから、もう一度お試しください。",
  RedirectUrlNotTrusted: "このリンク先は信頼できるサイトではありません。",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "入力内容を確認して、もう一度お試しください。",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "別のアカウントでログインしました。現在のアカウントを使ってください。" : signedOut,
  SignUpNotEnabled: "このアプリでは新規登録を受け付けていません。",
  TeamInvitationEmailMismatch: "この招待は別のメールアドレス宛てです。",
  TeamMembershipNotFound: "すでにこのチームのメンバーではありません。",
  TeamNotSelected: "チームを作成しましたが、切り替えられませんでした。",
  TeamPermissionRequired: "この操作を行う権限がありません。",
  UserAuthenticationRequired: "ログアウトされたか、別のユーザーがログインしました。もう一度ログインしてください。",
  UserDoesNotHavePassword: "パスワードはまだ設定されていません。",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "このメールアドレスのアカウントはすでに存在します。",
  VerificationCodeAlreadyUsed: "このコードはすでに使用されています。",
  VerificationCodeExpired: "このコードは有効期限が切れています。",
  VerificationCodeMaxAttemptsReached: "試行回数が上限に達しました。新しいコードをリクエストしてください。",
  VerificationCodeNotFound: "コードが正しくありません。もう一度お試しください。",
  WebAuthnNotSupported: "このデバイスはパスキーに対応していません。",
  WrongCurrentPassword: "現在のパスワードが正しくありません。"
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "オフラインです。接続を確認してください。"
      : "サーバーに接続できません。もう一度お試しください。",
  RateLimited: "試行回数が多すぎます。しばらく待ってから、もう一度お試しください。",
  RequestRefused: "サーバーがリクエストを拒否しました。入力内容を確認して、もう一度お試しください。",
  ServiceUnavailable: "サーバーを利用できません。しばらくしてから、もう一度お試しください。",
  ProjectRefused: misconfigured,
  UserRestricted: "アカウントが制限されています。サポートにお問い合わせください。",
  UndeclaredError: ({ message }) => `サーバーからのメッセージ：「${message}」`
}
