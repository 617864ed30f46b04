/** The Arabic texts that all components share. */
import { isolate } from "../isolate.ts"
import type { Texts } from "../texts.ts"

/** Latin digits, because users also type codes with them. */
const format = "ar-u-nu-latn"

export const locale: Texts["locale"] = {
  language: "ar",
  direction: "rtl",
  date: (date) => date.toLocaleDateString(format, { dateStyle: "long" }),
  dateTime: (date) => date.toLocaleString(format, { dateStyle: "long", timeStyle: "short" })
}

export const common: Texts["common"] = {
  loading: "جارٍ التحميل…",
  retry: "إعادة المحاولة",
  close: "إغلاق",
  offline: "أنت غير متصل بالإنترنت. سنعيد المحاولة عند عودة الاتصال.",
  unexpected: "حدث خطأ ما. حاول مرة أخرى.",
  resendIn: (seconds) => `إعادة الإرسال بعد ${seconds} ث`
}

export const actions: Texts["actions"] = {
  save: "حفظ",
  saved: "تم الحفظ",
  cancel: "إلغاء",
  done: "تم",
  copy: "نسخ",
  copied: "تم النسخ",
  undo: "تراجع",
  confirm: (text) => `اكتب «${isolate(text)}» للتأكيد`,
  confirmMismatch: "النص غير مطابق. تحقق من الكتابة.",
  change: "تغيير",
  remove: "إزالة",
  notSet: "غير محدد",
  allSettings: "كل الإعدادات"
}

export const fields: Texts["fields"] = {
  email: "البريد الإلكتروني",
  password: "كلمة المرور",
  newPassword: "كلمة المرور الجديدة",
  code: "الرمز",
  showPassword: "إظهار كلمة المرور",
  hidePassword: "إخفاء كلمة المرور",
  required: "املأ هذا الحقل.",
  emailRequired: "أدخل بريدك الإلكتروني.",
  emailInvalid: "أدخل عنوان بريد إلكتروني صالحًا.",
  passwordRequired: "أدخل كلمة المرور.",
  codeRequired: "أدخل الرمز.",
  passwordFits: "طول كلمة المرور مناسب."
}
