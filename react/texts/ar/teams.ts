/** The Arabic texts for teams and the user menu. */
import { isolate } from "../isolate.ts"
import { permissionName, type PermissionNames } from "../permissionName.ts"
import type { Texts } from "../texts.ts"

const permissionNames: PermissionNames = {
  team_admin: "مسؤول",
  team_member: "عضو",
  $delete_team: "حذف الفريق",
  $invite_members: "دعوة الأعضاء",
  $manage_api_keys: "إدارة مفاتيح API",
  $read_members: "عرض الأعضاء",
  $remove_members: "إزالة الأعضاء",
  $update_team: "تعديل الفريق"
}

export const teamSettings: Texts["teamSettings"] = {
  title: "إعدادات الفريق",
  navigation: "إعدادات الفريق",
  general: "عام",
  members: "الأعضاء",
  invitations: "الدعوات",
  apiKeys: "مفاتيح API",
  notMember: "لست عضوًا في هذا الفريق.",
  notSelected: "اختر فريقًا لعرض إعداداته."
}

export const teamProfile: Texts["teamProfile"] = {
  displayName: "اسم الفريق",
  picture: "صورة الفريق"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "الأعضاء",
  you: "أنت",
  unnamed: "عضو بلا اسم",
  permissions: "أذوناتك",
  noPermissions: "ليست لديك أذونات في هذا الفريق.",
  permission: (id) => permissionName(permissionNames, id),
  hidden: "ليس لديك إذن لرؤية الأعضاء الآخرين.",
  remove: "إزالة",
  removeTitle: (name) => `هل تريد إزالة ${isolate(name)}؟`,
  removeText: (team) => `سيفقد هذا العضو الوصول إلى ${isolate(team)}.`,
  removed: (name) => `تمت إزالة ${isolate(name)}.`,
  notFound: "لم يعد هذا الشخص عضوًا في الفريق.",
  invite: "دعوة أعضاء"
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "الدعوات",
  email: "البريد الإلكتروني",
  send: "إرسال الدعوة",
  sent: (email) => `تم إرسال الدعوة إلى ${isolate(email)}.`,
  none: "يظهر المدعوون هنا إلى أن ينضموا.",
  expires: (date) => `تنتهي الصلاحية: ${isolate(date)}`,
  revoke: "إلغاء الدعوة",
  revoked: (email) => `تم إلغاء دعوة ${isolate(email)}.`,
  inviteAgain: "إعادة الدعوة"
}

export const leaveTeam: Texts["leaveTeam"] = {
  title: "مغادرة الفريق",
  text: "ستفقد الوصول إلى هذا الفريق.",
  open: "مغادرة الفريق",
  confirmTitle: (team) => `هل تريد مغادرة ${isolate(team)}؟`,
  confirmText: "ستحتاج إلى دعوة جديدة للعودة.",
  submit: "مغادرة الفريق"
}

export const deleteTeam: Texts["deleteTeam"] = {
  title: "حذف الفريق",
  text: "سيؤدي ذلك إلى حذف الفريق وجميع بياناته نهائيًا.",
  open: "حذف الفريق",
  confirmTitle: (team) => `هل تريد حذف ${isolate(team)}؟`,
  submit: "حذف الفريق"
}

export const createTeam: Texts["createTeam"] = {
  title: "إنشاء فريق",
  displayName: "اسم الفريق",
  submit: "إنشاء الفريق",
  closed: "لا يمكنك إنشاء فرق في هذا التطبيق."
}

export const teamSwitcher: Texts["teamSwitcher"] = {
  label: "تبديل الفريق",
  select: "اختيار فريق",
  personal: "حساب شخصي",
  create: "إنشاء فريق",
  settings: "إعدادات الفريق",
  none: "لست عضوًا في أي فريق.",
  failed: "تعذّر تحميل الفِرق.",
  search: "البحث عن فريق",
  notFound: "لم يتم العثور على أي فريق"
}

export const userButton: Texts["userButton"] = {
  label: "قائمة المستخدم",
  manageAccount: "إدارة الحساب",
  theme: "المظهر",
  light: "فاتح",
  dark: "داكن",
  system: "حسب النظام",
  signOut: "تسجيل الخروج"
}

export const buttons: Texts["buttons"] = {
  signIn: "تسجيل الدخول",
  signUp: "إنشاء حساب",
  signOut: "تسجيل الخروج"
}
