/** The Arabic texts for sign-in and for the pages behind links. */
import type { AgentConsentRefused, CodeRefused, EmailLinkPage, PrivatePage } from "../../../src/pages/HandlerPages.ts"
import { isolate } from "../isolate.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"
import { characters, oauthErrors } from "./errors.ts"

const linkErrors: Readonly<Record<CodeRefused["error"]["_tag"], string>> = {
  VerificationCodeNotFound: "تأكد من أنك نسخت الرابط كاملًا.",
  VerificationCodeExpired: "انتهت صلاحية هذا الرابط.",
  VerificationCodeAlreadyUsed: "سبق استخدام هذا الرابط.",
  VerificationCodeMaxAttemptsReached: "تجاوزت عدد المحاولات المسموح به لهذا الرابط."
}

const startOver: Readonly<Record<EmailLinkPage, string>> = {
  magicLinkCallback: "تسجيل الدخول بطريقة أخرى",
  emailVerification: "الانتقال إلى إعدادات الحساب",
  passwordReset: "طلب رابط جديد",
  teamInvitation: "الانتقال إلى الصفحة الرئيسية"
}

const signInReasons: Readonly<Record<PrivatePage, string>> = {
  teamInvitation: "سجّل الدخول أو أنشئ حسابًا للانضمام إلى الفريق.",
  cliAuthConfirm: "سجّل الدخول للسماح للأداة بالوصول إلى حسابك.",
  agentConsent: "سجّل الدخول للرد على الطلب.",
  accountSettings: "سجّل الدخول لإدارة حسابك.",
  teamSettings: "سجّل الدخول لإدارة فريقك.",
  onboarding: "سجّل الدخول أو أنشئ حسابًا للمتابعة."
}

const noConsentTitles: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "انتهت صلاحية هذا الطلب",
  notAvailable: "لا يتوفر وصول للوكلاء",
  framed: "افتح هذه الصفحة في نافذة مستقلة"
}

const noConsentTexts: Readonly<Record<AgentConsentRefused["reason"], string>> = {
  expired: "ارجع إلى الوكيل وأعد ربطه.",
  notAvailable: "لا يوفّر هذا التطبيق وصولًا للوكلاء.",
  framed: "يعرض موقع آخر هذه الصفحة داخل إطار، وقد يخفي ما تسمح به."
}

export const providers: Texts["providers"] = {
  or: "أو",
  continue: (name) => `المتابعة باستخدام ${isolate(name)}`,
  connect: (name) => `ربط ${isolate(name)}`
}

export const signIn: Texts["signIn"] = {
  title: (project) => `تسجيل الدخول إلى ${isolate(project)}`,
  submit: "تسجيل الدخول",
  magicLink: "إرسال رابط تسجيل الدخول إلى بريدي",
  passkey: "تسجيل الدخول بمفتاح مرور",
  forgotPassword: "هل نسيت كلمة المرور؟",
  noAccount: "ليس لديك حساب؟",
  signUp: "إنشاء حساب",
  closed: "تسجيل الدخول غير متاح في هذا التطبيق."
}

export const signUp: Texts["signUp"] = {
  title: (project) => `إنشاء حساب في ${isolate(project)}`,
  submit: "إنشاء حساب",
  magicLink: "إرسال رابط إنشاء الحساب إلى بريدي",
  passwordHint: (length) => `استخدم ${characters(length)} على الأقل`,
  hasAccount: "لديك حساب بالفعل؟",
  signIn: "تسجيل الدخول"
}

export const signUpClosed: Texts["signUpClosed"] = {
  title: "إنشاء الحسابات متوقف",
  text: (project) => `لا يقبل ${isolate(project)} حسابات جديدة.`,
  signIn: "تسجيل الدخول"
}

export const methods: Texts["methods"] = {
  next: "متابعة",
  change: "تغيير",
  lastUsed: "آخر استخدام",
  agreeToBoth: (terms, privacy) => `بالمتابعة، أنت توافق على ${isolate(terms)} و${isolate(privacy)}.`,
  agree: (document) => `بالمتابعة، أنت توافق على ${isolate(document)}.`,
  terms: "شروط الخدمة",
  privacy: "سياسة الخصوصية"
}

export const codeSent: Texts["codeSent"] = {
  title: "تحقق من بريدك الإلكتروني",
  text: (email) => `أرسلنا رمزًا إلى ${isolate(email)}. أدخل الرمز أو افتح الرابط الموجود في الرسالة.`,
  submit: "تسجيل الدخول",
  sendAgain: "إعادة إرسال الرسالة",
  startOver: "تسجيل الدخول بطريقة أخرى"
}

export const magicLinkCallback: Texts["magicLinkCallback"] = {
  title: "إكمال تسجيل الدخول",
  text: "الرابط صالح. هل تريد تسجيل الدخول على هذا الجهاز؟",
  submit: "تسجيل الدخول"
}

export const mfa: Texts["mfa"] = {
  title: "المصادقة الثنائية",
  text: "أدخل الرمز المكوّن من ستة أرقام من تطبيق المصادقة.",
  submit: "تحقق",
  refused: "الرمز غير صحيح. سجّل الدخول مرة أخرى.",
  tooLate: "انتهت صلاحية تسجيل الدخول. سجّل الدخول مرة أخرى.",
  startOver: "تسجيل الدخول بطريقة أخرى",
  lost: "فقدت هاتفك؟ تواصل مع فريق دعم هذا التطبيق."
}

export const mfaExpired: Texts["mfaExpired"] = {
  title: "سجّل الدخول مرة أخرى",
  text: "انتهت صلاحية تسجيل الدخول.",
  startOver: "تسجيل الدخول"
}

export const signedIn: Texts["signedIn"] = {
  title: "تم تسجيل دخولك",
  text: "يمكنك الآن المتابعة إلى التطبيق."
}

export const alreadySignedIn: Texts["alreadySignedIn"] = {
  title: "لقد سجّلت الدخول بالفعل",
  text: (name) => `سجّلت الدخول باسم ${isolate(name)}.`,
  proceed: "متابعة",
  signOut: "تسجيل الخروج"
}

export const signInRequired: Texts["signInRequired"] = {
  title: "سجّل الدخول للمتابعة",
  text: (page) => signInReasons[page],
  signIn: "تسجيل الدخول",
  signUp: "إنشاء حساب"
}

export const signedOut: Texts["signedOut"] = {
  title: "تم تسجيل خروجك",
  text: "يمكنك إغلاق هذه الصفحة أو تسجيل الدخول مرة أخرى.",
  revocationError: "تعذّر الوصول إلى الخادم، لذا قد تكون جلستك لا تزال نشطة. يمكنك إنهاؤها من إعدادات حسابك."
}

export const forgotPassword: Texts["forgotPassword"] = {
  title: "هل نسيت كلمة المرور؟",
  text: "أدخل بريدك الإلكتروني. سنرسل إليك رابطًا لإعادة تعيين كلمة المرور.",
  submit: "إرسال الرابط",
  sentTitle: "تحقق من بريدك الإلكتروني",
  sent: (email) => `إذا كان لديك حساب، فقد أرسلنا رابطًا إلى ${isolate(email)}.`,
  sendAgain: "إعادة إرسال الرسالة",
  signIn: "العودة إلى تسجيل الدخول"
}

export const passwordReset: Texts["passwordReset"] = {
  title: "إعادة تعيين كلمة المرور",
  text: "سيتم تسجيل خروجك من جميع أجهزتك.",
  submit: "إعادة تعيين كلمة المرور"
}

export const passwordChanged: Texts["passwordChanged"] = {
  title: "تم تغيير كلمة المرور",
  text: "سجّل الدخول بكلمة المرور الجديدة.",
  signIn: "تسجيل الدخول"
}

export const emailVerification: Texts["emailVerification"] = {
  title: "تأكيد البريد الإلكتروني",
  text: "أكّد أن هذا البريد الإلكتروني لك.",
  submit: "تأكيد البريد الإلكتروني"
}

export const emailVerified: Texts["emailVerified"] = {
  title: "تم تأكيد البريد الإلكتروني",
  text: (wasVerified) => wasVerified ? "سبق تأكيد بريدك الإلكتروني." : "أصبح بريدك الإلكتروني مؤكدًا.",
  proceed: "متابعة"
}

export const emailNotVerified: Texts["emailNotVerified"] = {
  title: "أكّد بريدك الإلكتروني",
  text: (email) => `أرسلنا رابطًا إلى ${isolate(email)}. افتحه للمتابعة.`,
  noEmail: "أدخل بريدك الإلكتروني. سنرسل إليك رابطًا لتأكيده.",
  check: "أكّدت بريدي الإلكتروني",
  notYet: "لم يتم تأكيد بريدك الإلكتروني بعد. افتح الرابط الموجود في الرسالة ثم حاول مرة أخرى.",
  resend: "إعادة إرسال الرسالة",
  resent: "تم إرسال الرسالة. تحقق من صندوق الوارد ومجلد الرسائل غير المرغوب فيها.",
  change: "استخدام بريد إلكتروني آخر",
  changeSubmit: "إرسال الرابط",
  signOut: "تسجيل الخروج"
}

export const accountRestricted: Texts["accountRestricted"] = {
  title: "حسابك مقيّد",
  text: (name) => `سجّلت الدخول باسم ${isolate(name)}، لكن لا يمكنك استخدام هذا التطبيق في الوقت الحالي.`,
  signOut: "تسجيل الخروج"
}

export const teamInvitation: Texts["teamInvitation"] = {
  title: (team) => `الانضمام إلى ${isolate(team)}`,
  text: (name, team) => `سجّلت الدخول باسم ${isolate(name)}. لديك دعوة للانضمام إلى ${isolate(team)}.`,
  submit: "الانضمام إلى الفريق",
  decline: "ليس الآن"
}

export const invitationForOtherEmail: Texts["invitationForOtherEmail"] = {
  title: "استخدم حسابًا آخر",
  text: (name) => `هذه الدعوة مخصّصة لبريد إلكتروني آخر. سجّلت الدخول باسم ${isolate(name)}.`,
  signIn: "تسجيل الدخول بحساب آخر",
  decline: "ليس الآن"
}

export const teamJoined: Texts["teamJoined"] = {
  title: (team) => `مرحبًا بك في ${isolate(team)}`,
  text: "أصبحت عضوًا في هذا الفريق.",
  proceed: "متابعة"
}

export const codeRefused: Texts["codeRefused"] = {
  title: "هذا الرابط لا يعمل",
  text: (tag) => linkErrors[tag],
  startOver: (page) => startOver[page]
}

export const cliAuthConfirm: Texts["cliAuthConfirm"] = {
  title: "السماح للأداة بتسجيل الدخول",
  text: (name) =>
    `تطلب أداة سطر أوامر تسجيل الدخول باسم ${isolate(name)}. لا تتابع إلا إذا كنت قد شغّلتها بنفسك وكانت تعرض هذا الرمز:`,
  submit: "السماح",
  decline: "إلغاء"
}

export const cliConfirmed: Texts["cliConfirmed"] = {
  title: "اكتمل تسجيل الدخول في الأداة",
  text: "يمكنك إغلاق هذه الصفحة والعودة إلى نافذة الأوامر."
}

export const cliRefused: Texts["cliRefused"] = {
  title: "هذا الرابط لا يعمل",
  text: "انتهت صلاحيته أو سبق استخدامه أو أنه غير مكتمل. ابدأ من جديد في نافذة الأوامر.",
  goHome: "الانتقال إلى الصفحة الرئيسية"
}

export const errorPage: Texts["errorPage"] = {
  text: ({ code }) => code === undefined ? common.unexpected : oauthErrors[code]
}

export const oauthFailed: Texts["oauthFailed"] = {
  title: "تعذّر تسجيل الدخول",
  startOver: "العودة إلى تسجيل الدخول",
  canceled: "تم إلغاء تسجيل الدخول"
}

export const oauthNotStarted: Texts["oauthNotStarted"] = {
  title: "لا توجد عملية تسجيل دخول جارية",
  text: "انتهت العملية بالفعل أو بدأت في متصفح آخر.",
  startOver: "تسجيل الدخول"
}

export const notFound: Texts["notFound"] = {
  title: "الصفحة غير موجودة",
  text: "تأكد من أنك نسخت الرابط كاملًا.",
  goHome: "الانتقال إلى الصفحة الرئيسية"
}

export const notOpened: Texts["notOpened"] = { title: "تعذّر فتح هذه الصفحة" }

export const reverify: Texts["reverify"] = {
  title: "أكّد هويتك",
  text: (name) => `سجّل الدخول مجددًا باسم ${isolate(name)} للمتابعة.`,
  submit: "متابعة",
  emailCode: "إرسال رمز بالبريد الإلكتروني",
  codeSent: (email) => `أدخل الرمز الذي أرسلناه إلى ${isolate(email)}.`,
  otherMethod: "استخدام طريقة أخرى",
  noMethod: "سجّل الخروج ثم سجّل الدخول مجددًا للمتابعة."
}

export const agentConsent: Texts["agentConsent"] = {
  title: (name) => `يريد ${isolate(name)} التصرّف نيابةً عنك`,
  verified: (host) => `تم التحقق: ${isolate(host)}`,
  vouched: "أضافه هذا التطبيق",
  unverified: "لم يتم التحقق: يستخدم برنامج على هذا الجهاز هذا الاسم.",
  account: "حسابك",
  switchUser: "استخدام حساب آخر",
  resource: "الوصول إلى",
  expires: "انتهاء الوصول",
  scopes: "اختر ما يمكنه فعله",
  noScope: "اختر خيارًا واحدًا على الأقل، أو ألغِ الطلب.",
  everything: "يمكنه فعل كل ما يمكنك فعله في هذا التطبيق.",
  onDevice: "سيحصل برنامج على هذا الجهاز على الوصول. تابع فقط إذا كنت قد شغّلته.",
  allow: "سماح",
  deny: "إلغاء",
  redirect: (host) => `ستعود إلى ${isolate(host)}.`,
  revoke: "يمكنك إزالة الوصول في أي وقت من إعدادات حسابك.",
  compare: "تابع فقط إذا كنت قد شغّلت هذا البرنامج وكان يعرض هذا الرمز:",
  fixedScopes: "الأذونات المطلوبة",
  notLimited:
    "لا يمكنك اختيار أذونات منفردة هنا، وقد يتمكن البرنامج من فعل كل ما يمكنك فعله. اسمح فقط للبرامج التي تثق بها."
}

export const agentConsentGiven: Texts["agentConsentGiven"] = {
  title: (isApproved) => isApproved ? "تم السماح بالوصول" : "تم رفض الوصول",
  text: (name) => `يمكنك إغلاق هذه الصفحة والعودة إلى ${isolate(name)}.`,
  proceed: "متابعة"
}

export const agentConsentRefused: Texts["agentConsentRefused"] = {
  title: (reason) => noConsentTitles[reason],
  text: (reason) => noConsentTexts[reason],
  goHome: "الانتقال إلى الصفحة الرئيسية"
}
