/** The page that leads a restricted user through the missing steps. */
import * as Effect from "effect/Effect"
import { isRestricted } from "../account/countsAsSignedIn.ts"
import * as CurrentUser from "../account/CurrentUser.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import { Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import { restrictionLifted } from "../session/restriction.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { type AlreadySignedIn, redirectSignedIn } from "./AlreadySignedIn.ts"
import { checkReturnTo, goTo, redirectAndReturn } from "./redirects.ts"
import { requireSameUser } from "./requireSameUser.ts"
import type { SignInRequired } from "./SignInRequired.ts"
import { type SignedOut, signOut } from "./SignOut.ts"

/**
 * The page of a restricted user, by the reason of the restriction.
 *
 * @category pages
 */
export type Onboarding = EmailNotVerified | AccountRestricted

/**
 * The pages that `onboarding` opens.
 *
 * @category pages
 */
export type OnboardingResult = Onboarding | AlreadySignedIn | SignInRequired<"onboarding">

/** The errors of sending a verification email from the page. */
export type ResendError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.RequestSchemaError
  | RedirectUrlNotTrusted
  | ApiError

/**
 * The project requires a verified email, and the user's primary email is not verified. The user opens the link in the
 * verification email on any device, and continues here.
 *
 * @category pages
 */
export interface EmailNotVerified {
  readonly _tag: "EmailNotVerified"
  readonly user: CurrentUser.User
  /** The primary email, or `null`. */
  readonly email: string | null
  /** Sends the verification email again. Returns a page if the email has since been verified or removed. */
  readonly resend: Effect.Effect<OnboardingResult | undefined, ResendError, Client | Navigation>
  /**
   * Replaces the primary email and sends a verification email to the new address. The old address remains a contact channel
   * of the user. Fails with `UserAuthenticationRequired` if another user is signed in.
   */
  readonly changeEmail: (email: string) => Effect.Effect<
    OnboardingResult,
    KnownErrors.UserWithEmailAlreadyExists | ResendError,
    Client | Navigation
  >
  /** Requests the user again. Continues to the return URL if the user is no longer restricted. */
  readonly check: Effect.Effect<OnboardingResult, RedirectUrlNotTrusted | ApiError, Client | Navigation>
  readonly signOut: Effect.Effect<SignedOut, never, Client | Navigation>
}

/**
 * An administrator or a sign-up rule has restricted the user, or the service has a reason that this version does not know.
 *
 * @category pages
 */
export interface AccountRestricted {
  readonly _tag: "AccountRestricted"
  readonly user: CurrentUser.User
  /** The service's reason, such as `restricted_by_administrator`. */
  readonly reason: string | undefined
  /** The administrator's message for the user: plain text, never markup. */
  readonly text: string | null
  /** Requests the user again. Continues to the return URL if the user is no longer restricted. */
  readonly check: EmailNotVerified["check"]
  readonly signOut: Effect.Effect<SignedOut, never, Client | Navigation>
}

/**
 * Opens the page that leads a restricted user through the missing steps.
 *
 * A user who is not restricted continues to the return URL. An anonymous user is redirected to the sign-up page, and a
 * visitor to the sign-in page. Sends one request, for the user.
 *
 * **Example** (The unverified email)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { HandlerPages } from "latchkey"
 *
 * const address = Effect.map(
 *   HandlerPages.onboarding,
 *   (page) => page._tag === "EmailNotVerified" ? page.email : null
 * )
 * ```
 *
 * @category functions
 */
export const onboarding: EmailNotVerified["check"] = /*#__PURE__*/ trace(
  "HandlerPages.onboarding",
  /*#__PURE__*/ Effect.suspend(() =>
    checkReturnTo.pipe(
      Effect.andThen(CurrentUser.get({ or: "anonymous-if-exists", includeRestricted: true })),
      Effect.flatMap(pageFor)
    )
  )
)

const pageFor = (
  user: CurrentUser.User | null
): Effect.Effect<OnboardingResult, RedirectUrlNotTrusted, Client | Navigation> => {
  if (user === null || user.isAnonymous) {
    const signIn = goTo("signIn")
    const signUp = goTo("signUp")
    return Effect.as(user === null ? signIn : signUp, { _tag: "SignInRequired", page: "onboarding", signIn, signUp })
  }
  return isRestricted(user)
    ? Effect.succeed(makeOnboarding(user))
    : Effect.andThen(invalidateUser, redirectSignedIn(user))
}

/** Removes a restricted user from the cache, so that the next page is not rendered for one. */
const invalidateUser: Effect.Effect<void, never, Client> = /*#__PURE__*/ Effect.map(
  Client,
  ({ caller }) => caller.onChange?.(restrictionLifted)
)

/** Creates the page of a restricted user. */
export const makeOnboarding = (user: CurrentUser.User): Onboarding => {
  const reason = user.restrictedReason?.type
  if (reason !== "email_not_verified") {
    const text = user.restrictedByAdminReason ?? null
    return { _tag: "AccountRestricted", user, reason, text, check: onboarding, signOut }
  }
  return {
    _tag: "EmailNotVerified",
    user,
    email: user.primaryEmail,
    resend: keepSession(Effect.andThen(requireSameUser(user), send)),
    changeEmail: (primaryEmail) =>
      keepSession(
        Effect.andThen(requireSameUser(user), CurrentUser.update({ primaryEmail })).pipe(
          // The update changes no team, and its body is small.
          Effect.catchTag(["TeamMembershipNotFound", "BodyParsingError"], Effect.die),
          Effect.flatMap((changed) =>
            changed.restrictedReason?.type === "email_not_verified"
              ? Effect.map(send, (page) => page ?? makeOnboarding(changed))
              : pageFor(changed)
          )
        )
      ),
    check: onboarding,
    signOut
  }
}

/** Sends the verification email. Opens the page again if there is no email to verify. */
const send: Effect.Effect<OnboardingResult | undefined, ResendError, Client | Navigation> = /*#__PURE__*/ Effect
  .suspend(() => CurrentUser.sendVerificationEmail())
  .pipe(
    /*#__PURE__*/ Effect.as(undefined),
    /*#__PURE__*/ Effect.catchTag(["EmailAlreadyVerified", "NoPrimaryEmail"], () => onboarding)
  )

/** Redirects a restricted user to the page `onboarding`, which returns to this page. */
export const redirectToOnboarding = (user: CurrentUser.User): Effect.Effect<Onboarding, never, Navigation> =>
  Effect.as(redirectAndReturn("onboarding"), makeOnboarding(user))
