/** The Arabic texts for the account settings. */
import { isolate } from "../isolate.ts"
import { plural } from "../plural.ts"
import type { Texts } from "../texts.ts"

export const accountSettings: Texts["accountSettings"] = {
  title: "إعدادات الحساب",
  navigation: "الإعدادات",
  profile: "الملف الشخصي",
  security: "الأمان",
  sessions: "الجلسات",
  apiKeys: "مفاتيح API",
  teams: "الفرق",
  signOut: "تسجيل الخروج",
  goHome: "العودة إلى التطبيق"
}

export const profile: Texts["profile"] = {
  title: "الملف الشخصي",
  displayName: "الاسم",
  picture: "صورة الملف الشخصي",
  pictureHint: "PNG أو JPEG أو GIF أو WebP",
  upload: "رفع صورة",
  remove: "إزالة الصورة",
  removed: "تمت إزالة الصورة.",
  cropTitle: "اقتصاص الصورة",
  cropText: "اسحب الصورة لتحريكها. يمكنك أيضًا استخدام مفاتيح الأسهم.",
  cropArea: "موضع الصورة",
  zoom: "تكبير",
  use: "استخدام الصورة",
  notAnImage: "اختر ملفًا بتنسيق PNG أو JPEG أو GIF أو WebP.",
  tooLarge: "هذه الصورة كبيرة جدًا. اختر صورة أصغر."
}

export const emails: Texts["emails"] = {
  title: "عناوين البريد الإلكتروني",
  primary: "أساسي",
  verified: "مؤكَّد",
  notVerified: "غير مؤكَّد",
  usedForAuth: "لتسجيل الدخول",
  verify: "إرسال رسالة التأكيد",
  verificationSent: "تم إرسال الرسالة. تحقق من صندوق الوارد ومجلد الرسائل غير المرغوب فيها.",
  makePrimary: "تعيين كأساسي",
  madePrimary: (email) => `أصبح ${isolate(email)} بريدك الإلكتروني الأساسي.`,
  useForAuth: "استخدام لتسجيل الدخول",
  stopUsingForAuth: "عدم الاستخدام لتسجيل الدخول",
  remove: "إزالة",
  removeTitle: "هل تريد إزالة عنوان البريد الإلكتروني؟",
  removeText: (email) => `لن تتلقى رسائل على ${isolate(email)}، ولن تتمكن من تسجيل الدخول به.`,
  newEmail: "بريد إلكتروني جديد",
  add: "إضافة بريد إلكتروني",
  actions: (email) => `إجراءات ${isolate(email)}`,
  none: "أضف عنوان بريد إلكتروني لتسجيل الدخول وتلقّي الرسائل."
}

export const password: Texts["password"] = {
  title: "كلمة المرور",
  current: "كلمة المرور الحالية",
  change: "تغيير كلمة المرور",
  set: "تعيين كلمة مرور",
  changed: "تم تغيير كلمة المرور.",
  isSet: "تم تعيينها"
}

export const passkey: Texts["passkey"] = {
  title: "مفتاح المرور",
  on: "يمكنك تسجيل الدخول بمفتاح مرور.",
  off: "سجّل الدخول ببصمة الإصبع أو الوجه أو قفل الشاشة بدلًا من كلمة المرور.",
  add: "إضافة مفتاح مرور",
  remove: "إزالة مفتاح المرور",
  removeTitle: "هل تريد إزالة مفتاح المرور؟",
  removeText: "لن تتمكن بعد ذلك من تسجيل الدخول بمفتاح المرور."
}

export const twoFactor: Texts["twoFactor"] = {
  title: "المصادقة الثنائية",
  on: "المصادقة الثنائية مفعّلة.",
  off: "احمِ حسابك برمز إضافي من تطبيق المصادقة عند تسجيل الدخول.",
  turnOn: "تفعيل",
  turnOff: "إيقاف",
  turnOffTitle: "هل تريد إيقاف المصادقة الثنائية؟",
  turnOffText: "سيتمكن أي شخص لديه كلمة مرورك من تسجيل الدخول.",
  scan: "امسح رمز QR باستخدام تطبيق المصادقة. ثم أدخل الرمز المكوّن من ستة أرقام من التطبيق.",
  qrCode: "رمز QR لتطبيق المصادقة",
  setupKey: "مفتاح الإعداد",
  setupKeyHint: "هل يتعذّر مسح الرمز؟ أدخل هذا المفتاح في التطبيق.",
  confirm: "تفعيل",
  isOn: "مفعّلة",
  isOff: "متوقفة"
}

export const connectedAccounts: Texts["connectedAccounts"] = {
  title: "الحسابات المرتبطة",
  none: "اربط حسابًا لتسجيل الدخول به.",
  connect: (name) => `ربط ${isolate(name)}`,
  disconnect: "إلغاء الربط",
  disconnectTitle: (name) => `هل تريد إلغاء ربط ${isolate(name)}؟`,
  disconnectText: (name) => `لن تتمكن بعد ذلك من تسجيل الدخول باستخدام ${isolate(name)}.`
}

export const sessions: Texts["sessions"] = {
  title: "الجلسات",
  current: "هذا الجهاز",
  signedIn: (date) => `تسجيل الدخول: ${isolate(date)}`,
  lastActive: (date) => `آخر نشاط: ${isolate(date)}`,
  impersonation: "فتحها أحد المسؤولين",
  revoke: "تسجيل الخروج",
  revokeOthers: "تسجيل الخروج من جميع الجلسات الأخرى",
  revokeOthersTitle: "هل تريد تسجيل الخروج من جميع الجلسات الأخرى؟",
  revokeOthersText: "ستبقى مسجّل الدخول على هذا الجهاز.",
  device: (browser, system) => `${isolate(browser)} على ${isolate(system)}`,
  place: (city, country) => `${isolate(city)}، ${isolate(country)}`,
  activeNow: "نشط الآن",
  usedElsewhere: (place, date) =>
    place === undefined
      ? `استُخدمت في ${isolate(date)}، ولكن ليس من هذا الجهاز`
      : `استُخدمت من ${isolate(place)} في ${isolate(date)}، ولكن ليس من هذا الجهاز`,
  endSession: "إنهاء هذه الجلسة",
  none: "تظهر هنا الأجهزة التي تسجّل الدخول منها."
}

export const agents: Texts["agents"] = {
  agent: "وكيل",
  since: (date) => `منذ ${isolate(date)}`,
  scopes: (scopes) => `الأذونات: ${isolate(scopes)}`,
  everything: "يمكنه فعل كل ما يمكنك فعله",
  remove: "إزالة الوصول",
  removeTitle: (name) => `هل تريد إزالة وصول ${isolate(name)}؟`,
  removeText: "لن يتمكن من التصرّف نيابةً عنك. يمكنه طلب الوصول مرة أخرى."
}

export const apiKeys: Texts["apiKeys"] = {
  title: "مفاتيح API",
  none: "استخدم مفاتيح API لربط برامجك وأدواتك.",
  create: "إنشاء مفتاح API",
  description: "الوصف",
  descriptionHint: "الغرض من المفتاح",
  expires: "انتهاء الصلاحية",
  never: "أبدًا",
  inDays: (days) =>
    plural("ar", days, {
      one: "بعد يوم واحد",
      two: "بعد يومين",
      few: `بعد ${days} أيام`,
      many: `بعد ${days} يومًا`,
      other: `بعد ${days} يوم`
    }),
  created: "انسخ مفتاح API الجديد الآن. لن تتمكن من رؤيته مرة أخرى.",
  newKey: "مفتاح API الجديد",
  ends: (lastFour) => `ينتهي بـ ${isolate(lastFour)}`,
  expiresOn: (date) => `تنتهي الصلاحية: ${isolate(date)}`,
  expired: "منتهي الصلاحية",
  revoked: "ملغى",
  revoke: "إلغاء المفتاح",
  revokeTitle: (description) => `هل تريد إلغاء «${isolate(description)}»؟`,
  revokeText: "ستتوقف البرامج التي تستخدم هذا المفتاح عن العمل. لا يمكن التراجع عن هذا الإجراء.",
  createdOn: (date) => `الإنشاء: ${isolate(date)}`,
  neverExpires: "لا تنتهي صلاحيته"
}

export const teams: Texts["teams"] = {
  title: "الفرق",
  none: "أنشئ فريقًا للعمل مع الآخرين.",
  selected: "الحالي",
  select: "اختيار",
  leave: "مغادرة",
  leaveTitle: (team) => `هل تريد مغادرة ${isolate(team)}؟`,
  leaveText: "ستحتاج إلى دعوة جديدة للعودة.",
  create: "إنشاء فريق",
  displayName: "اسم الفريق",
  noneToCreate: "ستظهر هنا الفرق التي تنضم إليها."
}

export const deleteAccount: Texts["deleteAccount"] = {
  title: "حذف الحساب",
  text: "سيؤدي ذلك إلى حذف حسابك وجميع بياناته نهائيًا.",
  open: "حذف الحساب",
  confirmTitle: "هل تريد حذف حسابك؟",
  submit: "حذف الحساب"
}

export const lists: Texts["lists"] = {
  search: "بحث",
  noResults: "لا توجد نتائج",
  results: (count) =>
    plural("ar", count, {
      one: "نتيجة واحدة",
      two: "نتيجتان",
      few: `${count} نتائج`,
      many: `${count} نتيجة`,
      other: `${count} نتيجة`
    }),
  shown: (count, total) => `${count} من ${total}`,
  showMore: "عرض المزيد"
}
