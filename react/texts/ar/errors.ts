/** The Arabic error messages. */
import type * as en from "../en/errors.ts"
import { isolate } from "../isolate.ts"
import { plural } from "../plural.ts"
import { providerErrors } from "../providerErrors.ts"
import type { Texts } from "../texts.ts"

/** Returns a length in characters, in the accusative. */
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
  OAUTH_PROVIDER_ACCESS_DENIED: "ألغيت الطلب، أو رفض المزوّد الوصول.",
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: "مزوّد تسجيل الدخول غير متاح. حاول مرة أخرى لاحقًا.",
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: "سبق أن ربطت حسابًا آخر من هذا المزوّد. ألغِ ربطه أولًا.",
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: "هذا الحساب مرتبط بمستخدم آخر.",
  SIGN_UP_NOT_ENABLED: "ليس لديك حساب بعد، وإنشاء الحسابات متوقف.",
  SIGN_UP_REJECTED: "لا يمكنك إنشاء حساب باستخدام حساب المزوّد هذا.",
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE:
    "يوجد حساب بهذا البريد الإلكتروني. استخدم طريقة تسجيل الدخول التي استخدمتها من قبل.",
  REDIRECT_URL_NOT_WHITELISTED: "لم يتم إعداد هذا التطبيق لتسجيل الدخول من هذه الصفحة. تواصل مع مطوّره.",
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS:
    "لم يتم إعداد هذا التطبيق لطلب إذن الوصول هذا. تواصل مع مطوّره.",
  INVALID_AUTHORIZATION_CODE: "انتهت صلاحية تسجيل الدخول. سجّل الدخول مرة أخرى."
}

const signedOut = "تم تسجيل خروجك. سجّل الدخول مرة أخرى."
const misconfigured = "لم يتم إعداد هذا التطبيق بشكل صحيح. تواصل مع مطوّره."

export const errors: Texts["errors"] = {
  ...providerErrors(oauthErrors),
  ApiKeyNotFound: "لم يعد مفتاح API هذا موجودًا.",
  BodyParsingError: "البيانات كبيرة جدًا. قلّل حجمها ثم حاول مرة أخرى.",
  BotChallengeFailed: "لم ينجح التحقق الأمني. حاول مرة أخرى.",
  BotChallengeRequired: "أكمل التحقق الأمني ثم حاول مرة أخرى.",
  CannotDeleteCurrentSession: "لإنهاء هذه الجلسة، سجّل الخروج.",
  CannotGetOwnUserWithoutUser: signedOut,
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "يستخدم حساب آخر هذا البريد الإلكتروني لتسجيل الدخول.",
  EmailAlreadyVerified: "سبق تأكيد هذا البريد الإلكتروني.",
  EmailPasswordMismatch: "البريد الإلكتروني أو كلمة المرور غير صحيحة.",
  HostUnavailable: "متصفحك لا يدعم هذه الميزة. جرّب متصفحًا آخر.",
  InvalidTotpCode: "الرمز غير صحيح. حاول مرة أخرى.",
  OAuthCallbackError: "تعذّر تسجيل الدخول. حاول مرة أخرى.",
  PasskeyAuthenticationFailed: "تعذّر التحقق من مفتاح المرور. حاول مرة أخرى.",
  PasskeyAuthenticationNotEnabled: "مفاتيح المرور معطّلة في هذا التطبيق.",
  PasskeyRegistrationFailed: "تعذّرت إضافة مفتاح المرور. حاول مرة أخرى.",
  PasskeyWebAuthnError: "تم إلغاء طلب مفتاح المرور أو انتهت مهلته. حاول مرة أخرى.",
  PasswordAuthenticationNotEnabled: "كلمات المرور معطّلة في هذا التطبيق.",
  PasswordConfirmationMismatch: "كلمتا المرور غير متطابقتين.",
  PasswordTooLong: ({ details }) => `استخدم ${characters(details.maxLength)} على الأكثر.`,
  PasswordTooShort: ({ details }) => `استخدم ${characters(details.minLength)} على الأقل.`,
  ProjectNotFound: misconfigured,
  RecentSignInRequired: "أكّد هويتك ثم حاول مجددًا.",
  RedirectUrlNotTrusted: "يؤدي هذا الرابط إلى موقع غير موثوق.",
  RedirectUrlNotWhitelisted: misconfigured,
  RequestSchemaError: "تحقق مما أدخلته ثم حاول مرة أخرى.",
  ReverificationRefused: ({ reason }) =>
    reason === "otherUser" ? "سجّلت الدخول بحساب آخر. استخدم حسابك الحالي." : signedOut,
  SignUpNotEnabled: "إنشاء الحسابات متوقف في هذا التطبيق.",
  TeamInvitationEmailMismatch: "هذه الدعوة مخصّصة لبريد إلكتروني آخر.",
  TeamMembershipNotFound: "لم تعد عضوًا في هذا الفريق.",
  TeamNotSelected: "تم إنشاء الفريق، لكن تعذّر التبديل إليه.",
  TeamPermissionRequired: "ليس لديك إذن لتنفيذ هذا الإجراء.",
  UserAuthenticationRequired: "تم تسجيل خروجك، أو سجّل مستخدم آخر الدخول. سجّل الدخول مرة أخرى.",
  UserDoesNotHavePassword: "ليست لديك كلمة مرور بعد.",
  UserNotFound: signedOut,
  UserNotSignedIn: signedOut,
  UserWithEmailAlreadyExists: "يوجد حساب بهذا البريد الإلكتروني.",
  VerificationCodeAlreadyUsed: "سبق استخدام هذا الرمز.",
  VerificationCodeExpired: "انتهت صلاحية هذا الرمز.",
  VerificationCodeMaxAttemptsReached: "تجاوزت عدد المحاولات المسموح به. اطلب رمزًا جديدًا.",
  VerificationCodeNotFound: "الرمز غير صحيح. حاول مرة أخرى.",
  WebAuthnNotSupported: "هذا الجهاز لا يدعم مفاتيح المرور.",
  WrongCurrentPassword: "كلمة المرور الحالية غير صحيحة."
}

export const reasons: Texts["reasons"] = {
  NetworkFailure: ({ diagnostics }) =>
    diagnostics.offline
      ? "أنت غير متصل بالإنترنت. تحقق من اتصالك."
      : "تعذّر الوصول إلى الخادم. حاول مرة أخرى.",
  RateLimited: "تجاوزت عدد المحاولات المسموح به. انتظر قليلًا ثم حاول مرة أخرى.",
  RequestRefused: "رفض الخادم هذا الطلب. تحقق مما أدخلته ثم حاول مرة أخرى.",
  ServiceUnavailable: "الخادم غير متاح. حاول مرة أخرى لاحقًا.",
  ProjectRefused: misconfigured,
  UserRestricted: "حسابك مقيّد. تواصل مع فريق الدعم.",
  UndeclaredError: ({ message }) => `رسالة من الخادم: «${isolate(message)}»`
}
