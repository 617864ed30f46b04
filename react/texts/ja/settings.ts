/** The Japanese texts for the account settings. */
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "アカウント設定",
  navigation: "設定",
  profile: "プロフィール",
  security: "セキュリティ",
  sessions: "セッション",
  apiKeys: "APIキー",
  teams: "チーム",
  signOut: "ログアウト",
  goHome: "アプリに戻る"
}

export const profile: Texts["profile"] = {
  title: "プロフィール",
  displayName: "名前",
  picture: "プロフィール画像",
  pictureHint: "PNG、JPEG、GIF、WebP",
  upload: "画像をアップロード",
  remove: "画像を削除",
  removed: "画像を削除しました。",
  cropTitle: "画像を切り抜く",
  cropText: "画像をドラッグして移動します。矢印キーも使えます。",
  cropArea: "画像の位置",
  zoom: "拡大率",
  use: "この画像を使用",
  notAnImage: "PNG、JPEG、GIF、WebPのいずれかのファイルを選択してください。",
  tooLarge: "画像が大きすぎます。小さい画像を選択してください。"
}

export const emails: Texts["emails"] = {
  title: "メールアドレス",
  primary: "メイン",
  verified: "確認済み",
  notVerified: "未確認",
  usedForAuth: "ログインに使用",
  verify: "確認メールを送信",
  verificationSent: "メールを送信しました。受信トレイと迷惑メールフォルダを確認してください。",
  makePrimary: "メインに設定",
  madePrimary: (email) => `${email}をメインのメールアドレスに設定しました。`,
  useForAuth: "ログインに使用する",
  stopUsingForAuth: "ログインに使用しない",
  remove: "削除",
  removeTitle: "メールアドレスを削除しますか？",
  removeText: (email) => `${email}ではメールを受信できなくなり、ログインもできなくなります。`,
  newEmail: "新しいメールアドレス",
  add: "メールアドレスを追加",
  actions: (email) => `${email}の操作`,
  none: "メールアドレスを追加すると、ログインやメッセージの受信に使えます。"
}

export const password: Texts["password"] = {
  title: "パスワード",
  current: "現在のパスワード",
  change: "パスワードを変更",
  set: "パスワードを設定",
  changed: "パスワードを変更しました。",
  isSet: "設定済み"
}

export const passkey: Texts["passkey"] = {
  title: "パスキー",
  on: "パスキーでログインできます。",
  off: "パスワードの代わりに、指紋、顔認証、画面ロックでログインできます。",
  add: "パスキーを追加",
  remove: "パスキーを削除",
  removeTitle: "パスキーを削除しますか？",
  removeText: "パスキーでログインできなくなります。"
}

export const twoFactor: Texts["twoFactor"] = {
  title: "2段階認証",
  on: "2段階認証は有効です。",
  off: "ログイン時に認証アプリのコードも入力するようにして、アカウントを保護します。",
  turnOn: "有効にする",
  turnOff: "無効にする",
  turnOffTitle: "2段階認証を無効にしますか？",
  turnOffText: "パスワードを知っている人なら誰でもログインできるようになります。",
  scan: "認証アプリでQRコードをスキャンし、アプリに表示された6桁のコードを入力してください。",
  qrCode: "認証アプリ用のQRコード",
  setupKey: "セットアップキー",
  setupKeyHint: "スキャンできない場合は、このキーをアプリに入力してください。",
  confirm: "有効にする",
  isOn: "オン",
  isOff: "オフ"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "連携アカウント",
  none: "アカウントを連携すると、そのアカウントでログインできます。",
  connect: (name) => `${name}と連携`,
  disconnect: "連携を解除",
  disconnectTitle: (name) => `${name}との連携を解除しますか？`,
  disconnectText: (name) => `${name}でログインできなくなります。`
}

export const sessions: Texts["sessions"] = {
  title: "セッション",
  current: "このデバイス",
  signedIn: (date) => `ログイン：${date}`,
  lastActive: (date) => `最終アクティビティ：${date}`,
  impersonation: "管理者が開いたセッション",
  revoke: "ログアウト",
  revokeOthers: "他のすべてのセッションからログアウト",
  revokeOthersTitle: "他のすべてのセッションからログアウトしますか？",
  revokeOthersText: "このデバイスのログイン状態は維持されます。",
  device: (browser, system) => `${system}の${browser}`,
  place: (city, country) => `${country}の${city}`,
  activeNow: "使用中",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `${date}に、このデバイス以外から使用されました`
      : `${date}に${place}から、このデバイス以外で使用されました`,
  endSession: "このセッションを終了",
  none: "ログインしたデバイスがここに表示されます。"
}

export const agents: Texts["agents"] = {
  agent: "エージェント",
  since: (date) => `開始：${date}`,
  scopes: (scopes) => `権限：${scopes}`,
  everything: "あなたができるすべての操作",
  remove: "アクセスを削除",
  removeTitle: (name) => `${name}のアクセスを削除しますか？`,
  removeText: "エージェントは操作できなくなります。アクセスを再度リクエストすることはできます。"
}

export const apiKeys: Texts["apiKeys"] = {
  title: "APIキー",
  none: "APIキーを使うと、スクリプトやツールを連携できます。",
  create: "APIキーを作成",
  description: "説明",
  descriptionHint: "キーの用途",
  expires: "有効期限",
  never: "なし",
  inDays: (days) => `${days}日後`,
  created: "新しいAPIキーを今すぐコピーしてください。再表示はできません。",
  newKey: "新しいAPIキー",
  ends: (lastFour) => `末尾：${lastFour}`,
  expiresOn: (date) => `有効期限：${date}`,
  expired: "期限切れ",
  revoked: "無効",
  revoke: "無効にする",
  revokeTitle: (description) => `「${description}」を無効にしますか？`,
  revokeText: "このキーを使用するプログラムは動作しなくなります。この操作は元に戻せません。",
  createdOn: (date) => `作成：${date}`,
  neverExpires: "有効期限なし"
}

export const teams: Texts["teams"] = {
  title: "チーム",
  none: "チームを作成すると、ほかの人と一緒に作業できます。",
  selected: "選択中",
  select: "切り替え",
  leave: "退出",
  leaveTitle: (team) => `${team}から退出しますか？`,
  leaveText: "再び参加するには、新しい招待が必要です。",
  create: "チームを作成",
  displayName: "チーム名",
  noneToCreate: "参加したチームがここに表示されます。"
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "アカウントの削除",
  text: "アカウントとすべてのデータが完全に削除されます。",
  open: "アカウントを削除",
  confirmTitle: "アカウントを削除しますか？",
  submit: "アカウントを削除"
}

export const lists: Texts["lists"] = {
  search: "検索",
  noResults: "見つかりませんでした",
  results: (count) => `${count}件`,
  shown: (count, total) => `${total}件中${count}件を表示`,
  showMore: "さらに表示"
}
