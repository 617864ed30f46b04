/** The Simplified Chinese texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "管理员",
  team_member: "成员",
  $delete_team: "删除团队",
  $invite_members: "邀请成员",
  $manage_api_keys: "管理 API 密钥",
  $read_members: "查看成员",
  $remove_members: "移除成员",
  $update_team: "编辑团队"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "团队设置",
  navigation: "团队设置",
  general: "常规",
  members: "成员",
  invitations: "邀请",
  apiKeys: "API 密钥",
  notMember: "您不是此团队的成员。",
  notSelected: "请选择团队以查看其设置。"
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "团队名称",
  picture: "团队图片"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "成员",
  you: "您",
  unnamed: "未命名成员",
  permissions: "您的权限",
  noPermissions: "您在此团队中没有任何权限。",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "您没有查看其他成员的权限。",
  remove: "移除",
  removeTitle: (name) => `移除 ${name}？`,
  removeText: (team) => `该成员将无法再访问 ${team}。`,
  removed: (name) => `已移除 ${name}。`,
  notFound: "此人已不是团队成员。",
  invite: "邀请成员"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "邀请",
  email: "邮箱",
  send: "发送邀请",
  sent: (email) => `邀请已发送至 ${email}。`,
  none: "您邀请的人在加入前会显示在这里。",
  expires: (date) => `到期时间：${date}`,
  revoke: "撤销",
  revoked: (email) => `已撤销对 ${email} 的邀请。`,
  inviteAgain: "重新邀请"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "退出团队",
  text: "您将无法再访问此团队。",
  open: "退出团队",
  confirmTitle: (team) => `退出 ${team}？`,
  confirmText: "要重新加入，您需要新的邀请。",
  submit: "退出团队"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "删除团队",
  text: "团队及其所有数据将被永久删除。",
  open: "删除团队",
  confirmTitle: (team) => `删除 ${team}？`,
  submit: "删除团队"
}

export const createTeam: Texts["createTeam"] = {
  title: "创建团队",
  displayName: "团队名称",
  submit: "创建团队",
  closed: "您无法在此应用中创建团队。"
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "切换团队",
  select: "选择团队",
  personal: "个人账号",
  create: "创建团队",
  settings: "团队设置",
  none: "您还没有加入任何团队。",
  failed: "无法加载您的团队。",
  search: "搜索团队",
  notFound: "未找到团队"
}

export const userButton: Texts["userButton"] = {
  label: "用户菜单",
  manageAccount: "管理账号",
  theme: "主题",
  light: "浅色",
  dark: "深色",
  system: "跟随系统",
  signOut: "退出登录"
}

export const buttons: Texts["buttons"] = {
  signIn: "登录",
  signUp: "注册",
  signOut: "退出登录"
}
