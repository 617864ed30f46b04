/** The Korean texts for teams and the user menu. */
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "관리자",
  team_member: "멤버",
  $delete_team: "팀 삭제",
  $invite_members: "멤버 초대",
  $manage_api_keys: "API 키 관리",
  $read_members: "멤버 보기",
  $remove_members: "멤버 내보내기",
  $update_team: "팀 편집"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "팀 설정",
  navigation: "팀 설정",
  general: "일반",
  members: "멤버",
  invitations: "초대",
  apiKeys: "API 키",
  notMember: "이 팀의 멤버가 아닙니다.",
  notSelected: "설정을 볼 팀을 선택하세요."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "팀 이름",
  picture: "팀 사진"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "멤버",
  you: "나",
  unnamed: "이름 없는 멤버",
  permissions: "내 권한",
  noPermissions: "이 팀에서 부여된 권한이 없습니다.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "다른 멤버를 볼 권한이 없습니다.",
  remove: "내보내기",
  removeTitle: (name) => `${name} 님을 내보내시겠습니까?`,
  removeText: (team) => `이 멤버는 더 이상 ${team} 팀에 액세스할 수 없습니다.`,
  removed: (name) => `${name} 님을 내보냈습니다.`,
  notFound: "더 이상 팀의 멤버가 아닌 사용자입니다.",
  invite: "멤버 초대"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "초대",
  email: "이메일",
  send: "초대 보내기",
  sent: (email) => `${email} 주소로 초대를 보냈습니다.`,
  none: "초대한 사람은 참여할 때까지 여기에 표시됩니다.",
  expires: (date) => `만료: ${date}`,
  revoke: "초대 취소",
  revoked: (email) => `${email} 주소로 보낸 초대를 취소했습니다.`,
  inviteAgain: "다시 초대"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "팀 나가기",
  text: "이 팀에 더 이상 액세스할 수 없게 됩니다.",
  open: "팀 나가기",
  confirmTitle: (team) => `${team} 팀에서 나가시겠습니까?`,
  confirmText: "다시 참여하려면 새 초대가 필요합니다.",
  submit: "팀 나가기"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "팀 삭제",
  text: "팀과 모든 데이터가 영구적으로 삭제됩니다.",
  open: "팀 삭제",
  confirmTitle: (team) => `${team} 팀을 삭제하시겠습니까?`,
  submit: "팀 삭제"
}

export const createTeam: Texts["createTeam"] = {
  title: "팀 만들기",
  displayName: "팀 이름",
  submit: "팀 만들기",
  closed: "이 앱에서는 팀을 만들 수 없습니다."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "팀 전환",
  select: "팀 선택",
  personal: "개인 계정",
  create: "팀 만들기",
  settings: "팀 설정",
  none: "참여 중인 팀이 없습니다.",
  failed: "팀을 불러오지 못했습니다.",
  search: "팀 검색",
  notFound: "검색된 팀이 없습니다"
}

export const userButton: Texts["userButton"] = {
  label: "사용자 메뉴",
  manageAccount: "계정 관리",
  theme: "테마",
  light: "라이트",
  dark: "다크",
  system: "시스템",
  signOut: "로그아웃"
}

export const buttons: Texts["buttons"] = {
  signIn: "로그인",
  signUp: "가입하기",
  signOut: "로그아웃"
}
