/** The Japanese texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "管理者",
  team_member: "メンバー",
  $delete_team: "チームの削除",
  $invite_members: "メンバーの招待",
  $manage_api_keys: "APIキーの管理",
  $read_members: "メンバーの表示",
  $remove_members: "メンバーの削除",
  $update_team: "チームの編集"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "チーム設定",
  navigation: "チーム設定",
  general: "一般",
  members: "メンバー",
  invitations: "招待",
  apiKeys: "APIキー",
  notMember: "このチームのメンバーではありません。",
  notSelected: "設定を表示するチームを選択してください。"
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "チーム名",
  picture: "チームの画像"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "メンバー",
  you: "自分",
  unnamed: "名前のないメンバー",
  permissions: "あなたの権限",
  noPermissions: "このチームでの権限はありません。",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "他のメンバーを表示する権限がありません。",
  remove: "削除",
  removeTitle: (name) => `${name}さんを削除しますか？`,
  removeText: (team) => `このメンバーは${team}にアクセスできなくなります。`,
  removed: (name) => `${name}さんを削除しました。`,
  notFound: "このユーザーはすでにメンバーではありません。",
  invite: "メンバーを招待"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "招待",
  email: "メールアドレス",
  send: "招待を送信",
  sent: (email) => `${email}に招待を送信しました。`,
  none: "招待した人は、参加するまでここに表示されます。",
  expires: (date) => `有効期限：${date}`,
  revoke: "取り消す",
  revoked: (email) => `${email}への招待を取り消しました。`,
  inviteAgain: "もう一度招待"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "チームから退出",
  text: "このチームにアクセスできなくなります。",
  open: "チームから退出",
  confirmTitle: (team) => `${team}から退出しますか？`,
  confirmText: "再び参加するには、新しい招待が必要です。",
  submit: "チームから退出"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "チームの削除",
  text: "チームとすべてのデータが完全に削除されます。",
  open: "チームを削除",
  confirmTitle: (team) => `${team}を削除しますか？`,
  submit: "チームを削除"
}

export const createTeam: Texts["createTeam"] = {
  title: "チームの作成",
  displayName: "チーム名",
  submit: "チームを作成",
  closed: "このアプリではチームを作成できません。"
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "チームを切り替え",
  select: "チームを選択",
  personal: "個人アカウント",
  create: "チームを作成",
  settings: "チーム設定",
  none: "参加しているチームはありません。",
  failed: "チームを読み込めませんでした。",
  search: "チームを検索",
  notFound: "該当するチームはありません"
}

export const userButton: Texts["userButton"] = {
  label: "ユーザーメニュー",
  manageAccount: "アカウントを管理",
  theme: "テーマ",
  light: "ライト",
  dark: "ダーク",
  system: "システム",
  signOut: "ログアウト"
}

export const buttons: Texts["buttons"] = {
  signIn: "ログイン",
  signUp: "新規登録",
  signOut: "ログアウト"
}
