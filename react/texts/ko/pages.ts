/** The Korean texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "링크 전체를 복사했는지 확인하세요.",
  VerificationCodeExpired: "만료된 링크입니다.",
  VerificationCodeAlreadyUsed: "이미 사용된 링크입니다.",
  VerificationCodeMaxAttemptsReached: "이 링크의 시도 횟수를 초과했습니다."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "다른 방법으로 로그인",
  emailVerification: "계정 설정으로 이동",
  passwordReset: "새 링크 요청",
  teamInvitation: "홈으로 이동"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "팀에 참여하려면 로그인하거나 가입하세요.",
  cliAuthConfirm: "명령줄 도구를 승인하려면 로그인하세요.",
  agentConsent: "요청에 응답하려면 로그인하세요.",
  accountSettings: "계정을 관리하려면 로그인하세요.",
  teamSettings: "팀을 관리하려면 로그인하세요.",
  onboarding: "계속하려면 로그인하거나 가입하세요."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "요청이 만료되었습니다",
  notAvailable: "에이전트를 사용할 수 없습니다",
  framed: "이 페이지를 별도의 창에서 여세요"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "에이전트로 돌아가 다시 연결하세요.",
  notAvailable: "이 앱은 에이전트 액세스를 제공하지 않습니다.",
  framed: "다른 사이트가 이 페이지를 프레임에 표시하고 있어, 허용하는 내용이 가려질 수 있습니다."
}

export const providers: Texts["providers"] = {
  or: "또는",
  continue: (name) => `${name} 계정으로 계속하기`,
  connect: (name) => `${name} 연결`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `${project}에 로그인`,
  submit: "로그인",
  magicLink: "이메일로 로그인 링크 받기",
  passkey: "패스키로 로그인",
  forgotPassword: "비밀번호를 잊으셨나요?",
  noAccount: "계정이 없으신가요?",
  signUp: "가입하기",
  closed: "이 앱에서는 로그인할 수 없습니다."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `${project} 가입하기`,
  submit: "가입하기",
  magicLink: "이메일로 가입 링크 받기",
  passwordHint: (length) => `${length}자 이상`,
  hasAccount: "이미 계정이 있으신가요?",
  signIn: "로그인"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "지금은 가입할 수 없습니다",
  text: (project) => `${project}에서 현재 새 계정을 받고 있지 않습니다.`,
  signIn: "로그인"
}

export const methods: Texts["methods"] = {
  next: "계속",
  change: "변경",
  lastUsed: "최근 사용",
  agreeToBoth: (terms, privacy) => `계속하면 ${terms} 및 ${privacy}에 동의하게 됩니다.`,
  agree: (document) => `계속하면 ${document}에 동의하게 됩니다.`,
  terms: "서비스 약관",
  privacy: "개인정보 처리방침"
}

export const codeSent: Texts["codeSent"] = {
  title: "이메일을 확인하세요",
  text: (email) => `${email} 주소로 인증 코드를 보냈습니다. 코드를 입력하거나 이메일에 있는 링크를 여세요.`,
  submit: "로그인",
  sendAgain: "이메일 다시 보내기",
  startOver: "다른 방법으로 로그인"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "로그인 완료하기",
  text: "유효한 링크입니다. 이 기기에서 로그인하시겠습니까?",
  submit: "로그인"
}

export const mfa: Texts["mfa"] = {
  title: "2단계 인증",
  text: "인증 앱에 표시된 6자리 코드를 입력하세요.",
  submit: "확인",
  refused: "코드가 올바르지 않습니다. 다시 로그인하세요.",
  tooLate: "로그인이 만료되었습니다. 다시 로그인하세요.",
  startOver: "다른 방법으로 로그인",
  lost: "휴대전화를 분실하셨나요? 이 앱의 고객 지원팀에 문의하세요."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "다시 로그인하세요",
  text: "로그인이 만료되었습니다.",
  startOver: "로그인"
}

export const signedIn: Texts["signedIn"] = {
  title: "로그인되었습니다",
  text: "이제 앱을 사용할 수 있습니다."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "이미 로그인되어 있습니다",
  text: (name) => `${name} 계정으로 로그인되어 있습니다.`,
  proceed: "계속",
  signOut: "로그아웃"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "계속하려면 로그인하세요",
  text: (page) => signInReasons[page],
  signIn: "로그인",
  signUp: "가입하기"
}

export const signedOut: Texts["signedOut"] = {
  title: "로그아웃되었습니다",
  text: "이 페이지를 닫거나 다시 로그인하세요.",
  revocationError: "서버에 연결하지 못해 세션이 아직 활성 상태일 수 있습니다. 계정 설정에서 종료할 수 있습니다."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "비밀번호를 잊으셨나요?",
  text: "이메일을 입력하세요. 비밀번호 재설정 링크를 보내 드립니다.",
  submit: "재설정 링크 보내기",
  sentTitle: "이메일을 확인하세요",
  sent: (email) => `계정이 있는 경우 ${email} 주소로 재설정 링크를 보냈습니다.`,
  sendAgain: "이메일 다시 보내기",
  signIn: "로그인으로 돌아가기"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "비밀번호 재설정",
  text: "모든 기기에서 로그아웃됩니다.",
  submit: "비밀번호 재설정"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "비밀번호가 변경되었습니다",
  text: "새 비밀번호로 로그인하세요.",
  signIn: "로그인"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "이메일 인증",
  text: "본인의 이메일 주소인지 확인해 주세요.",
  submit: "이메일 인증"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "이메일이 인증되었습니다",
  text: (wasVerified) => wasVerified ? "이미 인증된 이메일입니다." : "이메일 인증이 완료되었습니다.",
  proceed: "계속"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "이메일을 인증하세요",
  text: (email) => `${email} 주소로 링크를 보냈습니다. 계속하려면 링크를 여세요.`,
  noEmail: "이메일을 입력하세요. 인증 링크를 보내 드립니다.",
  check: "인증을 완료했습니다",
  notYet: "이메일이 아직 인증되지 않았습니다. 이메일에 있는 링크를 연 후 다시 시도하세요.",
  resend: "이메일 다시 보내기",
  resent: "이메일을 보냈습니다. 받은편지함과 스팸함을 확인하세요.",
  change: "다른 이메일 사용",
  changeSubmit: "링크 보내기",
  signOut: "로그아웃"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "계정이 제한되었습니다",
  text: (name) => `${name} 계정으로 로그인되어 있지만 지금은 이 앱을 사용할 수 없습니다.`,
  signOut: "로그아웃"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `${team} 팀 참여`,
  text: (name, team) => `${name} 계정으로 로그인되어 있습니다. ${team} 팀에 초대되었습니다.`,
  submit: "팀 참여",
  decline: "나중에"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "다른 계정 사용",
  text: (name) => `다른 이메일 주소로 보낸 초대입니다. 현재 ${name} 계정으로 로그인되어 있습니다.`,
  signIn: "다른 계정으로 로그인",
  decline: "나중에"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `${team} 팀에 오신 것을 환영합니다`,
  text: "이제 이 팀의 멤버입니다.",
  proceed: "계속"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "사용할 수 없는 링크입니다",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "명령줄 도구 승인",
  text: (name) =>
    `명령줄 도구에서 ${name} 계정으로 로그인하려고 합니다. 직접 실행한 도구에 다음 코드가 표시된 경우에만 계속하세요.`,
  submit: "승인",
  decline: "취소"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "명령줄 도구를 승인했습니다",
  text: "이 페이지를 닫고 터미널로 돌아가세요."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "사용할 수 없는 링크입니다",
  text: "만료되었거나, 이미 사용되었거나, 불완전한 링크입니다. 터미널에서 다시 시작하세요.",
  goHome: "홈으로 이동"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "로그인하지 못했습니다",
  startOver: "로그인으로 돌아가기",
  canceled: "로그인을 취소했습니다"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "진행 중인 로그인이 없습니다",
  text: "이미 완료되었거나 다른 브라우저에서 시작되었습니다.",
  startOver: "로그인"
}

export const notFound: Texts["notFound"] = {
  title: "페이지를 찾을 수 없습니다",
  text: "링크 전체를 복사했는지 확인하세요.",
  goHome: "홈으로 이동"
}

export const notOpened: Texts["notOpened"] = { title: "페이지를 열지 못했습니다" }

export const reverify: Texts["reverify"] = {
  title: "본인 확인",
  text: (name) => `계속하려면 ${name} 계정으로 다시 로그인하세요.`,
  submit: "계속",
  emailCode: "이메일로 인증 코드 받기",
  codeSent: (email) => `${email} 주소로 보낸 인증 코드를 입력하세요.`,
  otherMethod: "다른 방법 사용",
  noMethod: "계속하려면 로그아웃한 후 다시 로그인하세요."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `${name}: 나를 대신해 작업하려고 합니다`,
  verified: (host) => `확인됨: ${host}`,
  vouched: "이 앱이 추가한 에이전트입니다",
  unverified: "확인되지 않음: 이 기기의 프로그램이 이 이름을 사용합니다.",
  account: "내 계정",
  switchUser: "다른 계정 사용",
  resource: "액세스 대상",
  expires: "액세스 종료일",
  scopes: "허용할 작업을 선택하세요",
  noScope: "하나 이상 선택하거나 취소하세요.",
  everything: "이 앱에서 내가 할 수 있는 모든 작업을 할 수 있습니다.",
  onDevice: "이 기기의 프로그램이 액세스 권한을 받습니다. 직접 시작한 경우에만 계속하세요.",
  allow: "허용",
  deny: "취소",
  redirect: (host) => `다음으로 돌아갑니다: ${host}.`,
  revoke: "계정 설정에서 언제든지 액세스를 삭제할 수 있습니다.",
  compare: "직접 이 프로그램을 시작했고 다음 코드가 표시되는 경우에만 계속하세요:",
  fixedScopes: "요청한 권한",
  notLimited:
    "여기에서는 권한을 개별적으로 선택할 수 없으며, 프로그램은 내가 할 수 있는 모든 작업을 할 수 있습니다. 신뢰하는 프로그램만 허용하세요."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "액세스를 허용했습니다" : "액세스를 거부했습니다",
  text: (name) => `이 페이지를 닫고 프로그램으로 돌아가세요: ${name}.`,
  proceed: "계속"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "홈으로 이동"
}
