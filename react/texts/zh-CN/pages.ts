/** The Simplified Chinese texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "请检查是否复制了完整的链接。",
  VerificationCodeExpired: "此链接已过期。",
  VerificationCodeAlreadyUsed: "此链接已使用过。",
  VerificationCodeMaxAttemptsReached: "此链接的尝试次数过多。"
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "使用其他方式登录",
  emailVerification: "前往账号设置",
  passwordReset: "获取新链接",
  teamInvitation: "前往首页"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "请登录或注册以加入团队。",
  cliAuthConfirm: "请登录以授权命令行工具。",
  agentConsent: "请登录以处理该请求。",
  accountSettings: "请登录以管理您的账号。",
  teamSettings: "请登录以管理您的团队。",
  onboarding: "请登录或注册以继续。"
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "此请求已过期",
  notAvailable: "不支持智能体",
  framed: "请在单独的窗口中打开此页面"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "请返回智能体并重新连接。",
  notAvailable: "此应用不向智能体提供访问权限。",
  framed: "另一个网站正在框架中显示此页面，可能会隐藏你所允许的内容。"
}

export const providers: Texts["providers"] = {
  or: "或",
  continue: (name) => `使用 ${name} 继续`,
  connect: (name) => `关联 ${name}`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `登录 ${project}`,
  submit: "登录",
  magicLink: "通过邮件获取登录链接",
  passkey: "使用通行密钥登录",
  forgotPassword: "忘记密码？",
  noAccount: "还没有账号？",
  signUp: "注册",
  closed: "此应用无法登录。"
}

export const signUp: Texts["signUp"] = {
  title: (project) => `注册 ${project}`,
  submit: "注册",
  magicLink: "通过邮件获取注册链接",
  passwordHint: (length) => `至少 ${length} 个字符`,
  hasAccount: "已有账号？",
  signIn: "登录"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "注册已关闭",
  text: (project) => `${project} 目前不接受新账号。`,
  signIn: "登录"
}

export const methods: Texts["methods"] = {
  next: "继续",
  change: "更改",
  lastUsed: "上次使用",
  agreeToBoth: (terms, privacy) => `继续即表示你同意《${terms}》和《${privacy}》。`,
  agree: (document) => `继续即表示你同意《${document}》。`,
  terms: "服务条款",
  privacy: "隐私政策"
}

export const codeSent: Texts["codeSent"] = {
  title: "请查收邮件",
  text: (email) => `我们已将验证码发送至 ${email}。请输入验证码，或打开邮件中的链接。`,
  submit: "登录",
  sendAgain: "重新发送邮件",
  startOver: "使用其他方式登录"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "完成登录",
  text: "链接有效。要在此设备上登录吗？",
  submit: "登录"
}

export const mfa: Texts["mfa"] = {
  title: "双重验证",
  text: "请输入身份验证器应用中的六位验证码。",
  submit: "验证",
  refused: "验证码不正确，请重新登录。",
  tooLate: "登录已过期，请重新登录。",
  startOver: "使用其他方式登录",
  lost: "手机丢失了？请联系此应用的支持团队。"
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "请重新登录",
  text: "登录已过期。",
  startOver: "登录"
}

export const signedIn: Texts["signedIn"] = {
  title: "登录成功",
  text: "您现在可以继续使用应用。"
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "您已登录",
  text: (name) => `您当前以 ${name} 的身份登录。`,
  proceed: "继续",
  signOut: "退出登录"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "登录以继续",
  text: (page) => signInReasons[page],
  signIn: "登录",
  signUp: "注册"
}

export const signedOut: Texts["signedOut"] = {
  title: "您已退出登录",
  text: "您可以关闭此页面，或重新登录。",
  revocationError: "无法连接服务器，您的会话可能仍然有效。您可以在账号设置中结束该会话。"
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "忘记密码？",
  text: "请输入您的邮箱，我们会向您发送重置密码的链接。",
  submit: "发送重置链接",
  sentTitle: "请查收邮件",
  sent: (email) => `如果您已有账号，我们已将重置链接发送至 ${email}。`,
  sendAgain: "重新发送邮件",
  signIn: "返回登录"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "重置密码",
  text: "您将在所有设备上退出登录。",
  submit: "重置密码"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "密码已更改",
  text: "请使用新密码登录。",
  signIn: "登录"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "验证邮箱",
  text: "请确认此邮箱属于您。",
  submit: "验证邮箱"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "邮箱已验证",
  text: (wasVerified) => wasVerified ? "您的邮箱此前已验证。" : "您的邮箱已验证成功。",
  proceed: "继续"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "验证邮箱",
  text: (email) => `我们已将链接发送至 ${email}。请打开链接以继续。`,
  noEmail: "请输入您的邮箱，我们会向您发送验证链接。",
  check: "我已完成验证",
  notYet: "您的邮箱尚未验证。请打开邮件中的链接，然后重试。",
  resend: "重新发送邮件",
  resent: "邮件已发送。请检查收件箱和垃圾邮件文件夹。",
  change: "使用其他邮箱",
  changeSubmit: "发送链接",
  signOut: "退出登录"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "您的账号受到限制",
  text: (name) => `您以 ${name} 的身份登录，但目前无法使用此应用。`,
  signOut: "退出登录"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `加入 ${team}`,
  text: (name, team) => `您当前以 ${name} 的身份登录，并受邀加入 ${team}。`,
  submit: "加入团队",
  decline: "暂不加入"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "使用其他账号",
  text: (name) => `此邀请是发给另一个邮箱的。您当前以 ${name} 的身份登录。`,
  signIn: "使用其他账号登录",
  decline: "暂不"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `欢迎加入 ${team}`,
  text: "您现在是此团队的成员。",
  proceed: "继续"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "此链接无法使用",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "授权命令行工具",
  text: (name) => `有命令行工具请求以 ${name} 的身份登录。请仅在该工具由您启动且显示以下代码时继续：`,
  submit: "授权",
  decline: "取消"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "命令行工具已获授权",
  text: "您可以关闭此页面，返回终端。"
}

export const cliRefused: Texts["cliRefused"] = {
  title: "此链接无法使用",
  text: "链接已过期、已使用过或不完整。请在终端中重新开始。",
  goHome: "前往首页"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "登录失败",
  startOver: "返回登录",
  canceled: "已取消登录"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "没有正在进行的登录",
  text: "登录已完成，或是在其他浏览器中开始的。",
  startOver: "登录"
}

export const notFound: Texts["notFound"] = {
  title: "找不到页面",
  text: "请检查是否复制了完整的链接。",
  goHome: "前往首页"
}

export const notOpened: Texts["notOpened"] = { title: "无法打开此页面" }

export const reverify: Texts["reverify"] = {
  title: "确认是您本人",
  text: (name) => `请以 ${name} 的身份重新登录以继续。`,
  submit: "继续",
  emailCode: "通过邮件发送验证码",
  codeSent: (email) => `请输入发送到 ${email} 的验证码。`,
  otherMethod: "使用其他方式",
  noMethod: "请退出登录后重新登录以继续。"
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name} 想代表你执行操作`,
  verified: (host) => `已验证：${host}`,
  vouched: "由此应用添加",
  unverified: "未验证：此设备上的某个程序使用了这个名称。",
  account: "你的账号",
  switchUser: "使用其他账号",
  resource: "访问对象",
  expires: "访问权限到期日",
  scopes: "选择允许的操作",
  noScope: "请至少选择一项，或取消。",
  everything: "它可以执行你在此应用中能执行的所有操作。",
  onDevice: "此设备上的某个程序将获得访问权限。仅当它由你启动时才继续。",
  allow: "允许",
  deny: "取消",
  redirect: (host) => `之后将返回 ${host}。`,
  revoke: "你可以随时在账号设置中移除访问权限。",
  compare: "仅当你启动了此程序且它显示以下代码时才继续：",
  fixedScopes: "请求的权限",
  notLimited: "此处无法单独选择权限，该程序可能执行你能执行的所有操作。请仅允许你信任的程序。"
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "已允许访问" : "已拒绝访问",
  text: (name) => `你可以关闭此页面并返回 ${name}。`,
  proceed: "继续"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "前往首页"
}
