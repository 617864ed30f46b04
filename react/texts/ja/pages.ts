/** The Japanese texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "リンク全体をコピーしたか確認してください。",
  VerificationCodeExpired: "このリンクは有効期限が切れています。",
  VerificationCodeAlreadyUsed: "このリンクはすでに使用されています。",
  VerificationCodeMaxAttemptsReached: "このリンクの試行回数が上限に達しました。"
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "別の方法でログイン",
  emailVerification: "アカウント設定へ",
  passwordReset: "新しいリンクをリクエスト",
  teamInvitation: "ホームへ"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "チームに参加するには、ログインまたは新規登録してください。",
  cliAuthConfirm: "ターミナルからのログインを承認するには、ログインしてください。",
  agentConsent: "リクエストに回答するには、ログインしてください。",
  accountSettings: "アカウントを管理するには、ログインしてください。",
  teamSettings: "チームを管理するには、ログインしてください。",
  onboarding: "続けるには、ログインまたは新規登録してください。"
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "このリクエストは期限切れです",
  notAvailable: "エージェントは利用できません",
  framed: "このページを別のウィンドウで開いてください"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "エージェントに戻り、もう一度接続してください。",
  notAvailable: "このアプリはエージェントによるアクセスに対応していません。",
  framed: "別のサイトがこのページをフレーム内に表示しています。許可する内容が隠されるおそれがあります。"
}

export const providers: Texts["providers"] = {
  or: "または",
  continue: (name) => `${name}で続ける`,
  connect: (name) => `${name}と連携`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `${project}にログイン`,
  submit: "ログイン",
  magicLink: "ログインリンクをメールで送信",
  passkey: "パスキーでログイン",
  forgotPassword: "パスワードをお忘れですか？",
  noAccount: "初めてご利用ですか？",
  signUp: "新規登録",
  closed: "このアプリではログインできません。"
}

export const signUp: Texts["signUp"] = {
  title: (project) => `${project}に登録`,
  submit: "登録",
  magicLink: "登録リンクをメールで送信",
  passwordHint: (length) => `${length}文字以上`,
  hasAccount: "すでにアカウントをお持ちですか？",
  signIn: "ログイン"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "新規登録は受け付けていません",
  text: (project) => `${project}では現在、新しいアカウントを受け付けていません。`,
  signIn: "ログイン"
}

export const methods: Texts["methods"] = {
  next: "続ける",
  change: "変更",
  lastUsed: "前回使用",
  agreeToBoth: (terms, privacy) => `続行すると、${terms}と${privacy}に同意したものとみなされます。`,
  agree: (document) => `続行すると、${document}に同意したものとみなされます。`,
  terms: "利用規約",
  privacy: "プライバシーポリシー"
}

export const codeSent: Texts["codeSent"] = {
  title: "メールをご確認ください",
  text: (email) => `${email}にコードを送信しました。コードを入力するか、メール内のリンクを開いてください。`,
  submit: "ログイン",
  sendAgain: "メールを再送信",
  startOver: "別の方法でログイン"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "ログインの確認",
  text: "リンクは有効です。このデバイスでログインしますか？",
  submit: "ログイン"
}

export const mfa: Texts["mfa"] = {
  title: "2段階認証",
  text: "認証アプリに表示されている6桁のコードを入力してください。",
  submit: "確認",
  refused: "コードが正しくありません。もう一度ログインしてください。",
  tooLate: "ログインの有効期限が切れました。もう一度ログインしてください。",
  startOver: "別の方法でログイン",
  lost: "スマートフォンを紛失した場合は、このアプリのサポートにお問い合わせください。"
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "もう一度ログインしてください",
  text: "ログインの有効期限が切れました。",
  startOver: "ログイン"
}

export const signedIn: Texts["signedIn"] = {
  title: "ログインしました",
  text: "アプリを利用できます。"
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "すでにログインしています",
  text: (name) => `${name}としてログインしています。`,
  proceed: "続ける",
  signOut: "ログアウト"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "続けるにはログインしてください",
  text: (page) => signInReasons[page],
  signIn: "ログイン",
  signUp: "新規登録"
}

export const signedOut: Texts["signedOut"] = {
  title: "ログアウトしました",
  text: "このページを閉じるか、もう一度ログインしてください。",
  revocationError:
    "サーバーに接続できなかったため、セッションがまだ有効な可能性があります。アカウント設定から終了できます。"
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "パスワードをお忘れですか？",
  text: "メールアドレスを入力してください。パスワード再設定用のリンクを送信します。",
  submit: "リンクを送信",
  sentTitle: "メールをご確認ください",
  sent: (email) => `アカウントが登録されている場合、${email}に再設定用のリンクが届きます。`,
  sendAgain: "メールを再送信",
  signIn: "ログインに戻る"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "パスワードの再設定",
  text: "すべてのデバイスからログアウトされます。",
  submit: "パスワードを再設定"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "パスワードを変更しました",
  text: "新しいパスワードでログインしてください。",
  signIn: "ログイン"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "メールアドレスの確認",
  text: "このメールアドレスがご自身のものであることを確認してください。",
  submit: "メールアドレスを確認"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "メールアドレスを確認しました",
  text: (wasVerified) =>
    wasVerified ? "このメールアドレスはすでに確認済みです。" : "メールアドレスの確認が完了しました。",
  proceed: "続ける"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "メールアドレスの確認",
  text: (email) => `${email}にリンクを送信しました。リンクを開いて続けてください。`,
  noEmail: "メールアドレスを入力してください。確認用のリンクを送信します。",
  check: "確認しました（次へ）",
  notYet: "メールアドレスはまだ確認されていません。メール内のリンクを開いてから、もう一度お試しください。",
  resend: "メールを再送信",
  resent: "メールを送信しました。受信トレイと迷惑メールフォルダを確認してください。",
  change: "別のメールアドレスを使用",
  changeSubmit: "リンクを送信",
  signOut: "ログアウト"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "アカウントが制限されています",
  text: (name) => `${name}としてログインしていますが、現在このアプリは利用できません。`,
  signOut: "ログアウト"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `${team}に参加`,
  text: (name, team) => `${name}としてログインしています。${team}に招待されています。`,
  submit: "チームに参加",
  decline: "後で"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "別のアカウントを使用",
  text: (name) => `この招待は別のメールアドレス宛てです。現在は${name}としてログインしています。`,
  signIn: "別のアカウントでログイン",
  decline: "後で"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `${team}へようこそ`,
  text: "このチームのメンバーになりました。",
  proceed: "続ける"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "このリンクは使用できません",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "ターミナルからのログイン",
  text: (name) =>
    `コマンドラインツールが${name}としてログインしようとしています。ご自身で起動したツールに次のコードが表示されている場合のみ、続けてください。`,
  submit: "承認",
  decline: "キャンセル"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "ログインを承認しました",
  text: "このページを閉じて、ターミナルに戻ってください。"
}

export const cliRefused: Texts["cliRefused"] = {
  title: "このリンクは使用できません",
  text: "有効期限切れ、使用済み、または不完全なリンクです。ターミナルからやり直してください。",
  goHome: "ホームへ"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "ログインに失敗しました",
  startOver: "ログインに戻る",
  canceled: "ログインをキャンセルしました"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "進行中のログインはありません",
  text: "すでに完了しているか、別のブラウザで開始されました。",
  startOver: "ログイン"
}

export const notFound: Texts["notFound"] = {
  title: "ページが見つかりません",
  text: "リンク全体をコピーしたか確認してください。",
  goHome: "ホームへ"
}

export const notOpened: Texts["notOpened"] = { title: "ページを開けませんでした" }

export const reverify: Texts["reverify"] = {
  title: "本人確認",
  text: (name) => `続けるには、${name}としてもう一度ログインしてください。`,
  submit: "続ける",
  emailCode: "メールでコードを受け取る",
  codeSent: (email) => `${email}に送信したコードを入力してください。`,
  otherMethod: "別の方法を使う",
  noMethod: "続けるには、ログアウトしてからもう一度ログインしてください。"
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name}があなたの代わりに操作しようとしています`,
  verified: (host) => `確認済み：${host}`,
  vouched: "このアプリが追加したエージェントです",
  unverified: "未確認：このデバイスのプログラムがこの名前を使用しています。",
  account: "アカウント",
  switchUser: "別のアカウントを使用",
  resource: "アクセス先",
  expires: "アクセスの終了日",
  scopes: "許可する操作を選択",
  noScope: "1つ以上選択するか、キャンセルしてください。",
  everything: "このアプリであなたができるすべての操作を行えます。",
  onDevice: "このデバイスのプログラムにアクセスが許可されます。自分で起動した場合のみ続けてください。",
  allow: "許可",
  deny: "キャンセル",
  redirect: (host) => `${host}に戻ります。`,
  revoke: "アクセスはアカウント設定でいつでも削除できます。",
  compare: "自分でこのプログラムを起動し、次のコードが表示されている場合のみ続けてください：",
  fixedScopes: "リクエストされている権限",
  notLimited:
    "ここでは権限を個別に選択できません。プログラムはあなたができるすべての操作を行える可能性があります。信頼できるプログラムのみ許可してください。"
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "アクセスを許可しました" : "アクセスを拒否しました",
  text: (name) => `このページを閉じて${name}に戻ってください。`,
  proceed: "続ける"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "ホームへ"
}
