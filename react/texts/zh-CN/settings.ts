/** The Simplified Chinese texts for the account settings. */
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "账号设置",
  navigation: "设置",
  profile: "个人资料",
  security: "安全",
  sessions: "会话",
  apiKeys: "API 密钥",
  teams: "团队",
  signOut: "退出登录",
  goHome: "返回应用"
}

export const profile: Texts["profile"] = {
  title: "个人资料",
  displayName: "姓名",
  picture: "头像",
  pictureHint: "PNG、JPEG、GIF 或 WebP",
  upload: "上传图片",
  remove: "移除图片",
  removed: "图片已移除。",
  cropTitle: "裁剪图片",
  cropText: "拖动图片可调整位置，也可以使用方向键。",
  cropArea: "图片位置",
  zoom: "缩放",
  use: "使用图片",
  notAnImage: "请选择 PNG、JPEG、GIF 或 WebP 文件。",
  tooLarge: "图片过大，请选择较小的图片。"
}

export const emails: Texts["emails"] = {
  title: "邮箱地址",
  primary: "主邮箱",
  verified: "已验证",
  notVerified: "未验证",
  usedForAuth: "用于登录",
  verify: "发送验证邮件",
  verificationSent: "邮件已发送。请检查收件箱和垃圾邮件文件夹。",
  makePrimary: "设为主邮箱",
  madePrimary: (email) => `${email} 已设为您的主邮箱。`,
  useForAuth: "用于登录",
  stopUsingForAuth: "不再用于登录",
  remove: "移除",
  removeTitle: "移除邮箱地址？",
  removeText: (email) => `您将无法再通过 ${email} 接收邮件，也无法用它登录。`,
  newEmail: "新邮箱",
  add: "添加邮箱",
  actions: (email) => `${email} 的操作`,
  none: "添加邮箱，用于登录和接收消息。"
}

export const password: Texts["password"] = {
  title: "密码",
  current: "当前密码",
  change: "更改密码",
  set: "设置密码",
  changed: "密码已更改。",
  isSet: "已设置"
}

export const passkey: Texts["passkey"] = {
  title: "通行密钥",
  on: "您可以使用通行密钥登录。",
  off: "使用指纹、面容或屏幕锁定登录，无需输入密码。",
  add: "添加通行密钥",
  remove: "移除通行密钥",
  removeTitle: "移除您的通行密钥？",
  removeText: "您将无法再使用通行密钥登录。"
}

export const twoFactor: Texts["twoFactor"] = {
  title: "双重验证",
  on: "双重验证已开启。",
  off: "登录时还需输入身份验证器应用中的验证码，让账号更安全。",
  turnOn: "开启",
  turnOff: "关闭",
  turnOffTitle: "关闭双重验证？",
  turnOffText: "任何知道您密码的人都将可以登录。",
  scan: "请使用身份验证器应用扫描二维码，然后输入应用中的六位验证码。",
  qrCode: "用于身份验证器应用的二维码",
  setupKey: "设置密钥",
  setupKeyHint: "无法扫描？请在应用中输入此密钥。",
  confirm: "开启",
  isOn: "已开启",
  isOff: "已关闭"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "关联账号",
  none: "关联账号后，您可以用它登录。",
  connect: (name) => `关联 ${name}`,
  disconnect: "解除关联",
  disconnectTitle: (name) => `解除与 ${name} 的关联？`,
  disconnectText: (name) => `您将无法再使用 ${name} 登录。`
}

export const sessions: Texts["sessions"] = {
  title: "会话",
  current: "此设备",
  signedIn: (date) => `登录时间：${date}`,
  lastActive: (date) => `上次活动：${date}`,
  impersonation: "由管理员打开",
  revoke: "退出登录",
  revokeOthers: "退出所有其他会话",
  revokeOthersTitle: "退出所有其他会话？",
  revokeOthersText: "您在此设备上将保持登录状态。",
  device: (browser, system) => `${system} 上的 ${browser}`,
  place: (city, country) => `${country}，${city}`,
  activeNow: "当前在线",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `${date} 被使用，但不是此设备`
      : `${date} 在 ${place} 被使用，但不是此设备`,
  endSession: "结束此会话",
  none: "您登录的设备会显示在这里。"
}

export const agents: Texts["agents"] = {
  agent: "智能体",
  since: (date) => `自 ${date} 起`,
  scopes: (scopes) => `权限：${scopes}`,
  everything: "可执行你能执行的所有操作",
  remove: "移除访问权限",
  removeTitle: (name) => `要移除 ${name} 的访问权限吗？`,
  removeText: "它将无法再代表你执行操作，但可以重新请求访问权限。"
}

export const apiKeys: Texts["apiKeys"] = {
  title: "API 密钥",
  none: "使用 API 密钥连接您自己的脚本和工具。",
  create: "创建 API 密钥",
  description: "说明",
  descriptionHint: "密钥的用途",
  expires: "有效期",
  never: "永久有效",
  inDays: (days) => `${days} 天`,
  created: "请立即复制新的 API 密钥，之后将无法再次查看。",
  newKey: "新 API 密钥",
  ends: (lastFour) => `尾号 ${lastFour}`,
  expiresOn: (date) => `到期时间：${date}`,
  expired: "已过期",
  revoked: "已撤销",
  revoke: "撤销",
  revokeTitle: (description) => `撤销“${description}”？`,
  revokeText: "使用此密钥的程序将停止工作。此操作无法撤销。",
  createdOn: (date) => `创建时间：${date}`,
  neverExpires: "永不过期"
}

export const teams: Texts["teams"] = {
  title: "团队",
  none: "创建团队，与他人协作。",
  selected: "当前",
  select: "切换",
  leave: "退出",
  leaveTitle: (team) => `退出 ${team}？`,
  leaveText: "要重新加入，您需要新的邀请。",
  create: "创建团队",
  displayName: "团队名称",
  noneToCreate: "您加入的团队会显示在这里。"
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "删除账号",
  text: "您的账号及其所有数据将被永久删除。",
  open: "删除账号",
  confirmTitle: "删除您的账号？",
  submit: "删除账号"
}

export const lists: Texts["lists"] = {
  search: "搜索",
  noResults: "没有结果",
  results: (count) => `${count} 条结果`,
  shown: (count, total) => `显示 ${count} 项，共 ${total} 项`,
  showMore: "显示更多"
}
