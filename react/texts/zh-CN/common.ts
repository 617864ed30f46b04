/** The Simplified Chinese texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "zh-CN",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("zh-CN", { dateStyle: "long" }),
  dateTime: (date) => date.toLocaleString("zh-CN", { dateStyle: "long", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "正在加载…",
  retry: "重试",
  close: "关闭",
  offline: "您已离线。网络恢复后，我们会自动重试。",
  unexpected: "出了点问题，请重试。",
  resendIn: (seconds) => `${seconds} 秒后可重新发送`
}

export const actions: Texts["actions"] = {
  save: "保存",
  saved: "已保存",
  cancel: "取消",
  done: "完成",
  copy: "复制",
  copied: "已复制",
  undo: "撤销",
  confirm: (text) => `输入“${text}”以确认`,
  confirmMismatch: "内容不一致，请检查拼写。",
  change: "更改",
  remove: "移除",
  notSet: "未设置",
  allSettings: "所有设置"
}

export const fields: Texts["fields"] = {
  email: "邮箱",
  password: "密码",
  newPassword: "新密码",
  code: "验证码",
  showPassword: "显示密码",
  hidePassword: "隐藏密码",
  required: "请填写此项。",
  emailRequired: "请输入邮箱。",
  emailInvalid: "请输入有效的邮箱地址。",
  passwordRequired: "请输入密码。",
  codeRequired: "请输入验证码。",
  passwordFits: "密码长度符合要求。"
}
