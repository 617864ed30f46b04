/** The Korean texts for the account settings. */
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "계정 설정",
  navigation: "설정",
  profile: "프로필",
  security: "보안",
  sessions: "세션",
  apiKeys: "API 키",
  teams: "팀",
  signOut: "로그아웃",
  goHome: "앱으로 돌아가기"
}

export const profile: Texts["profile"] = {
  title: "프로필",
  displayName: "이름",
  picture: "프로필 사진",
  pictureHint: "PNG, JPEG, GIF 또는 WebP",
  upload: "사진 업로드",
  remove: "사진 삭제",
  removed: "사진을 삭제했습니다.",
  cropTitle: "사진 자르기",
  cropText: "사진을 드래그하여 옮기세요. 화살표 키도 사용할 수 있습니다.",
  cropArea: "사진 위치",
  zoom: "확대/축소",
  use: "이 사진 사용",
  notAnImage: "PNG, JPEG, GIF 또는 WebP 파일을 선택하세요.",
  tooLarge: "사진이 너무 큽니다. 더 작은 사진을 선택하세요."
}

export const emails: Texts["emails"] = {
  title: "이메일 주소",
  primary: "기본",
  verified: "인증됨",
  notVerified: "인증되지 않음",
  usedForAuth: "로그인에 사용",
  verify: "인증 이메일 보내기",
  verificationSent: "이메일을 보냈습니다. 받은편지함과 스팸함을 확인하세요.",
  makePrimary: "기본으로 설정",
  madePrimary: (email) => `${email} 주소를 기본 이메일로 설정했습니다.`,
  useForAuth: "로그인에 사용하기",
  stopUsingForAuth: "로그인에 사용하지 않기",
  remove: "삭제",
  removeTitle: "이메일 주소를 삭제하시겠습니까?",
  removeText: (email) => `더 이상 ${email} 주소로 이메일을 받거나 로그인할 수 없습니다.`,
  newEmail: "새 이메일",
  add: "이메일 추가",
  actions: (email) => `${email} 관련 작업`,
  none: "로그인하고 메시지를 받을 이메일을 추가하세요."
}

export const password: Texts["password"] = {
  title: "비밀번호",
  current: "현재 비밀번호",
  change: "비밀번호 변경",
  set: "비밀번호 설정",
  changed: "비밀번호를 변경했습니다.",
  isSet: "설정됨"
}

export const passkey: Texts["passkey"] = {
  title: "패스키",
  on: "패스키로 로그인할 수 있습니다.",
  off: "비밀번호 대신 지문, 얼굴 또는 화면 잠금으로 로그인하세요.",
  add: "패스키 추가",
  remove: "패스키 삭제",
  removeTitle: "패스키를 삭제하시겠습니까?",
  removeText: "더 이상 패스키로 로그인할 수 없습니다."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "2단계 인증",
  on: "2단계 인증이 켜져 있습니다.",
  off: "로그인할 때 인증 앱의 코드도 입력하도록 하여 계정을 보호하세요.",
  turnOn: "켜기",
  turnOff: "끄기",
  turnOffTitle: "2단계 인증을 끄시겠습니까?",
  turnOffText: "비밀번호를 아는 사람은 누구나 로그인할 수 있게 됩니다.",
  scan: "인증 앱으로 QR 코드를 스캔한 후 앱에 표시된 6자리 코드를 입력하세요.",
  qrCode: "인증 앱용 QR 코드",
  setupKey: "설정 키",
  setupKeyHint: "코드를 스캔할 수 없나요? 앱에 이 키를 입력하세요.",
  confirm: "켜기",
  isOn: "켜짐",
  isOff: "꺼짐"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "연결된 계정",
  none: "계정을 연결하면 그 계정으로 로그인할 수 있습니다.",
  connect: (name) => `${name} 연결`,
  disconnect: "연결 해제",
  disconnectTitle: (name) => `${name} 연결을 해제하시겠습니까?`,
  disconnectText: (name) => `더 이상 ${name} 계정으로 로그인할 수 없습니다.`
}

export const sessions: Texts["sessions"] = {
  title: "세션",
  current: "이 기기",
  signedIn: (date) => `로그인: ${date}`,
  lastActive: (date) => `마지막 활동: ${date}`,
  impersonation: "관리자가 연 세션",
  revoke: "로그아웃",
  revokeOthers: "다른 모든 세션에서 로그아웃",
  revokeOthersTitle: "다른 모든 세션에서 로그아웃하시겠습니까?",
  revokeOthersText: "이 기기의 로그인 상태는 유지됩니다.",
  device: (browser, system) => `${system}의 ${browser}`,
  place: (city, country) => `${country} ${city}`,
  activeNow: "현재 사용 중",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `${date}에 이 기기가 아닌 곳에서 사용됨`
      : `${date}에 ${place}에서, 이 기기가 아닌 곳에서 사용됨`,
  endSession: "이 세션 종료",
  none: "로그인한 기기가 여기에 표시됩니다."
}

export const agents: Texts["agents"] = {
  agent: "에이전트",
  since: (date) => `시작: ${date}`,
  scopes: (scopes) => `권한: ${scopes}`,
  everything: "내가 할 수 있는 모든 작업",
  remove: "액세스 삭제",
  removeTitle: (name) => `${name}의 액세스를 삭제할까요?`,
  removeText: "더 이상 나를 대신해 작업할 수 없습니다. 액세스를 다시 요청할 수는 있습니다."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "API 키",
  none: "API 키를 사용하여 스크립트와 도구를 연결하세요.",
  create: "API 키 만들기",
  description: "설명",
  descriptionHint: "키의 용도",
  expires: "만료",
  never: "만료 없음",
  inDays: (days) => `${days}일 후`,
  created: "지금 새 API 키를 복사하세요. 다시 볼 수 없습니다.",
  newKey: "새 API 키",
  ends: (lastFour) => `끝자리 ${lastFour}`,
  expiresOn: (date) => `만료: ${date}`,
  expired: "만료됨",
  revoked: "폐기됨",
  revoke: "폐기",
  revokeTitle: (description) => `‘${description}’ 키를 폐기하시겠습니까?`,
  revokeText: "이 키를 사용하는 프로그램이 더 이상 작동하지 않습니다. 되돌릴 수 없는 작업입니다.",
  createdOn: (date) => `생성: ${date}`,
  neverExpires: "만료되지 않음"
}

export const teams: Texts["teams"] = {
  title: "팀",
  none: "팀을 만들어 다른 사람들과 함께 작업하세요.",
  selected: "현재 팀",
  select: "전환",
  leave: "나가기",
  leaveTitle: (team) => `${team} 팀에서 나가시겠습니까?`,
  leaveText: "다시 참여하려면 새 초대가 필요합니다.",
  create: "팀 만들기",
  displayName: "팀 이름",
  noneToCreate: "참여한 팀이 여기에 표시됩니다."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "계정 삭제",
  text: "계정과 모든 데이터가 영구적으로 삭제됩니다.",
  open: "계정 삭제",
  confirmTitle: "계정을 삭제하시겠습니까?",
  submit: "계정 삭제"
}

export const lists: Texts["lists"] = {
  search: "검색",
  noResults: "결과 없음",
  results: (count) => `결과 ${count}개`,
  shown: (count, total) => `${total}개 중 ${count}개 표시`,
  showMore: "더 보기"
}
