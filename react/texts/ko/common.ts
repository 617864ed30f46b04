/** The Korean texts that all components share. */
import type { Texts } from "../texts.ts"

export const locale: Texts["locale"] = {
  language: "ko",
  direction: "ltr",
  date: (date) => date.toLocaleDateString("ko", { dateStyle: "long" }),
  dateTime: (date) => date.toLocaleString("ko", { dateStyle: "long", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "불러오는 중…",
  retry: "다시 시도",
  close: "닫기",
  offline: "오프라인 상태입니다. 다시 연결되면 자동으로 재시도합니다.",
  unexpected: "문제가 발생했습니다. 다시 시도하세요.",
  resendIn: (seconds) => `${seconds}초 후 다시 보내기`
}

export const actions: Texts["actions"] = {
  save: "저장",
  saved: "저장됨",
  cancel: "취소",
  done: "완료",
  copy: "복사",
  copied: "복사됨",
  undo: "실행 취소",
  confirm: (text) => `확인을 위해 ‘${text}’ 입력`,
  confirmMismatch: "입력한 내용이 일치하지 않습니다. 철자를 확인하세요.",
  change: "변경",
  remove: "삭제",
  notSet: "설정되지 않음",
  allSettings: "전체 설정"
}

export const fields: Texts["fields"] = {
  email: "이메일",
  password: "비밀번호",
  newPassword: "새 비밀번호",
  code: "인증 코드",
  showPassword: "비밀번호 표시",
  hidePassword: "비밀번호 숨기기",
  required: "필수 항목입니다.",
  emailRequired: "이메일을 입력하세요.",
  emailInvalid: "올바른 이메일 주소를 입력하세요.",
  passwordRequired: "비밀번호를 입력하세요.",
  codeRequired: "인증 코드를 입력하세요.",
  passwordFits: "비밀번호 길이가 적절합니다."
}
