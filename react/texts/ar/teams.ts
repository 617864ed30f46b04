/**
 * The Arabic texts of teams, and of the user menu.
 *
 * @since 0.1.0
 */
import { isolate } from "../isolate.ts"
import type { Texts } from "../texts.ts"

export const teamSettings: Texts["teamSettings"] = {
  title: "إعدادات الفريق",
  navigation: "إعدادات الفريق",
  general: "عام",
  members: "الأعضاء",
  invitations: "الدعوات",
  apiKeys: "مفاتيح API"
}

export const teamProfile: Texts["teamProfile"] = {
  title: "ملف الفريق",
  displayName: "اسم الفريق",
  picture: "صورة الفريق"
}

export const teamMembers: Texts["teamMembers"] = {
  title: "الأعضاء",
  you: "أنت",
  unnamed: "عضو بلا اسم",
  permissions: "الأذونات",
  noPermissions: "لا توجد أذونات",
  remove: "إزالة",
  removeTitle: (name) => `هل تريد إزالة ${isolate(name)}؟`,
  removeText: (team) => `سيفقد هذا العضو الوصول إلى ${isolate(team)}.`,
  removed: (name) => `تمت إزالة ${isolate(name)}.`,
  actions: (name) => `إجراءات ${isolate(name)}`
}

export const teamInvitations: Texts["teamInvitations"] = {
  title: "الدعوات",
  email: "البريد الإلكتروني",
  send: "إرسال الدعوة",
  sent: (email) => `تم إرسال الدعوة إلى ${isolate(email)}.`,
  none: "لا توجد دعوات معلّقة",
  expires: (date) => `تنتهي الصلاحية: ${isolate(date)}`,
  revoke: "إلغاء الدعوة",
  revoked: (email) => `تم إلغاء دعوة ${isolate(email)}.`
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
  none: "لست عضوًا في أي فريق."
}

export const userButton: Texts["userButton"] = {
  label: "قائمة المستخدم",
  manageAccount: "إدارة الحساب",
  teamSettings: "إعدادات الفريق",
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
