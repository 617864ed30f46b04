/**
 * The Arabic error messages.
 *
 * @since 0.1.0
 */
import type * as en from "../en/errors.ts"
import { isolate } from "../isolate.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"
import { common } from "./common.ts"

/** Returns a number of characters, in the accusative. */
export const characters = (count: number): string =>
  plural("ar", count, {
    one: "حرفًا واحدًا",
    two: "حرفين",
    few: `${count} أحرف`,
    many: `${count} حرفًا`,
    other: `${count} حرف`
  })

export const oauthErrors: typeof en.oauthErrors = {
  OUTER_OAUTH_TIMEOUT: "استغرق تسجيل الدخول وقتًا طويلًا. حاول مرة أخرى.",
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "طريقة تسجيل الدخول هذه غير متاحة.",
  OAUTH_PROVIDER_ACCESS_DENIED: "تم إلغاء تسجيل الدخول أو رفضه. حاول مرة أخرى.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "مزوّد تسجيل الدخول غير متاح. حاول مرة أخرى لاحقًا.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: "سبق أن ربطت حسابًا آخر من هذا المزوّد. ألغِ ربطه أولًا.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "هذا الحساب مرتبط بمستخدم آخر.",
  SIGN_UP_NOT_ENABLED: "ليس لديك حساب بعد، وإنشاء الحسابات متوقف.",
  SIGN_UP_REJECTED: "لا يمكنك إنشاء حساب بهذا الحساب.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "يوجد حساب بهذا البريد الإلكتروني. استخدم طريقة تسجيل الدخول التي استخدمتها من قبل.",
  REDIRECT_URL_NOT_WHITELISTED: "لم يُعدّ هذا التطبيق لتسجيل الدخول من هذه الصفحة. تواصل مع مطوّره.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: "لم يُعدّ هذا التطبيق لطلب إذن الوصول هذا. تواصل مع مطوّره.",
  INVALID_AUTHORIZATION_CODE: "انتهت صلاحية تسجيل الدخول. سجّل الدخول مرة أخرى."
}

const text = (text: string) => (): string => text
const signedOut = text("تم تسجيل خروجك. سجّل الدخول مرة أخرى.")
const misconfigured = text("لم يُعدّ هذا التطبيق بشكل صحيح. تواصل مع مطوّره.")
const unexpected = text(common.unexpected)

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: text("لم يعد مفتاح API هذا موجودًا."),
  BotChallengeFailed: text("فشل التحقق الأمني. حاول مرة أخرى."),
  BotChallengeRequired: text("أكمل التحقق الأمني ثم حاول مرة أخرى."),
  CannotDeleteCurrentSession: text("لإنهاء هذه الجلسة، سجّل الخروج."),
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: text("يستخدم حساب آخر هذا البريد الإلكتروني لتسجيل الدخول."),
  EmailAlreadyVerified: text("سبق تأكيد هذا البريد الإلكتروني."),
  EmailPasswordMismatch: text("البريد الإلكتروني أو كلمة المرور غير صحيحة."),
  HostUnavailable: text("متصفحك لا يدعم هذه الميزة. جرّب متصفحًا آخر."),
  InvalidTotpCode: text("الرمز غير صحيح. حاول مرة أخرى."),
  OAuthCallbackError: text("فشل تسجيل الدخول. حاول مرة أخرى."),
  PasskeyAuthenticationFailed: text("تعذّر التحقق من مفتاح المرور. حاول مرة أخرى."),
  PasskeyAuthenticationNotEnabled: text("مفاتيح المرور معطّلة في هذا التطبيق."),
  PasskeyRegistrationFailed: text("تعذّرت إضافة مفتاح المرور. حاول مرة أخرى."),
  PasskeyWebAuthnError: text("تم إلغاء طلب مفتاح المرور أو انتهت مهلته. حاول مرة أخرى."),
  PasswordAuthenticationNotEnabled: text("كلمات المرور معطّلة في هذا التطبيق."),
  PasswordConfirmationMismatch: text("كلمتا المرور غير متطابقتين."),
  PasswordTooLong: ({ details }) => `استخدم ${characters(details.maxLength)} على الأكثر.`,
  PasswordTooShort: ({ details }) => `استخدم ${characters(details.minLength)} على الأقل.`,
  ProjectNotFound: misconfigured,
  RedirectUrlNotTrusted: text("يؤدي هذا الرابط إلى موقع غير موثوق."),
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: text("تحقق مما أدخلته ثم حاول مرة أخرى."),
  SignUpNotEnabled: text("إنشاء الحسابات متوقف في هذا التطبيق."),
  TeamMembershipNotFound: text("لم تعد عضوًا في هذا الفريق."),
  TeamNotSelected: text("تم إنشاء الفريق، لكن تعذّر التبديل إليه."),
  TeamPermissionRequired: text("ليس لديك إذن لتنفيذ هذا الإجراء."),
  UserAuthenticationRequired: text("تم تسجيل خروجك، أو سجّل مستخدم آخر الدخول. سجّل الدخول مرة أخرى."),
  UserDoesNotHavePassword: text("ليست لديك كلمة مرور بعد."),
  UserNotFound: signedOut,
  UserWithEmailAlreadyExists: text("يوجد حساب بهذا البريد الإلكتروني."),
  VerificationCodeAlreadyUsed: text("سبق استخدام هذا الرمز."),
  VerificationCodeExpired: text("انتهت صلاحية هذا الرمز."),
  VerificationCodeMaxAttemptsReached: text("عدد المحاولات كبير جدًا. اطلب رمزًا جديدًا."),
  VerificationCodeNotFound: text("الرمز غير صحيح. حاول مرة أخرى."),
  WebAuthnNotSupported: text("هذا الجهاز لا يدعم مفاتيح المرور."),
  WrongCurrentPassword: text("كلمة المرور الحالية غير صحيحة.")
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "أنت غير متصل بالإنترنت. تحقق من اتصالك."
      : "تعذّر الوصول إلى الخادم. حاول مرة أخرى.",
  RateLimited: text("عدد المحاولات كبير جدًا. انتظر قليلًا ثم حاول مرة أخرى."),
  RequestRefused: text("رفض الخادم هذا الطلب. تحقق مما أدخلته ثم حاول مرة أخرى."),
  ServiceUnavailable: text("الخادم غير متاح. حاول مرة أخرى لاحقًا."),
  InvalidResponse: unexpected,
  ResponseTooLarge: unexpected,
  UnsupportedError: unexpected,
  ProjectRefused: misconfigured,
  UserRestricted: text("حسابك مقيّد. تواصل مع فريق الدعم."),
  UnsupportedGeneration: unexpected,
  UndeclaredError: ({ message }) => `رسالة من الخادم: «${isolate(message)}»`,
  ClockSkewError: text("ساعة الخادم غير مضبوطة. حاول مرة أخرى لاحقًا.")
}
