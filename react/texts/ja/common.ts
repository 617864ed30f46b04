/** The Japanese texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "ja",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("ja", { dateStyle: "long" }),
  dateTime: (date) => date.toLocaleString("ja", { dateStyle: "long", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "読み込み中…",
  retry: "再試行",
  close: "閉じる",
  offline: "オフラインです。接続が回復すると、自動的に再試行します。",
  unexpected: "問題が発生しました。もう一度お試しください。",
  resendIn: (seconds) => `${seconds}秒後に再送信できます`
}

export const actions: Texts["actions"] = {
  save: "保存",
  saved: "保存しました",
  cancel: "キャンセル",
  done: "完了",
  copy: "コピー",
  copied: "コピーしました",
  undo: "元に戻す",
  confirm: (text) => `確認のため「${text}」と入力してください`,
  confirmMismatch: "入力内容が一致しません。表記を確認してください。",
  change: "変更",
  remove: "削除",
  notSet: "未設定",
  allSettings: "すべての設定"
}

export const fields: Texts["fields"] = {
  email: "メールアドレス",
  password: "パスワード",
  newPassword: "新しいパスワード",
  code: "コード",
  showPassword: "パスワードを表示",
  hidePassword: "パスワードを非表示",
  required: "この項目を入力してください。",
  emailRequired: "メールアドレスを入力してください。",
  emailInvalid: "有効なメールアドレスを入力してください。",
  passwordRequired: "パスワードを入力してください。",
  codeRequired: "コードを入力してください。",
  passwordFits: "パスワードの長さは十分です。"
}
