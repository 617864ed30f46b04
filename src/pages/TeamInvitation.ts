/** The page behind the link of a team invitation. */
import * as Effect from "effect/Effect"
import { isRestricted } from "../account/countsAsSignedIn.ts"
import * as CurrentUser from "../account/getCurrentUser.ts"
import * as Session from "../account/Session.ts"
import * as TeamInvitations from "../account/TeamInvitations.ts"
import { ApiError, UserRestricted } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/sameOrigin.ts"
import type { Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamInvitations.ts"
import { type CodeRefused, openWithCode } from "./CodeRefused.ts"
import { type Onboarding, redirectToOnboarding } from "./Onboarding.ts"
import { continueTo } from "./redirects.ts"
import { requireSameUser } from "./requireSameUser.ts"
import { redirectToSignIn, type SignInRequired } from "./SignInRequired.ts"

/**
 * The invitation is valid, and the signed-in user can accept it. It may have been sent to another email address.
 *
 * @category pages
 */
export interface TeamInvitation {
  readonly _tag: "TeamInvitation"
  readonly user: CurrentUser.User
  readonly team: TeamInvitations.TeamInvitationDetails
  /** Adds the user to the team. Fails with `UserAuthenticationRequired` if the session has changed since the page opened. */
  readonly accept: Effect.Effect<
    TeamJoined,
    | KnownErrors.VerificationCodeError
    | KnownErrors.UserAuthenticationRequired
    | KnownErrors.TeamInvitationEmailMismatch
    | KnownErrors.RequestSchemaError
    | ApiError,
    Client
  >
  /** Redirects home. The invitation stays valid. */
  readonly decline: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * The service requires a verified address equal to the invited one, which the signed-in user does not have. The invitation
 * stays valid. The service does not tell the invited address.
 *
 * @category pages
 */
export interface InvitationForOtherEmail {
  readonly _tag: "InvitationForOtherEmail"
  readonly user: CurrentUser.User
  /** Signs out, and redirects to the sign-in page, which returns to the invitation. */
  readonly signIn: Effect.Effect<SignInRequired<"teamInvitation">, never, Client | Navigation>
  /** Redirects home. The invitation stays valid. */
  readonly decline: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * The user is now a member of the team.
 *
 * @category pages
 */
export interface TeamJoined {
  readonly _tag: "TeamJoined"
  readonly team: TeamInvitations.TeamInvitationDetails
  readonly proceed: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * Opens the page behind the link of a team invitation. Requests the team without using the code up.
 *
 * Redirects a signed-out visitor to the sign-in page and back, and a restricted user to the page `onboarding`. Does not
 * redirect if the code is invalid. The service would reject a restricted user and use the code up. Opens
 * `InvitationForOtherEmail` if the service accepts only the invited address, and it is not a verified one of the user.
 */
export const teamInvitation: Effect.Effect<
  | TeamInvitation
  | InvitationForOtherEmail
  | SignInRequired<"teamInvitation">
  | Onboarding
  | CodeRefused<"teamInvitation">,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ trace(
  "HandlerPages.teamInvitation",
  /*#__PURE__*/ openWithCode("teamInvitation", (code) => {
    // A service that compares addresses rejects visitors and restricted users here, after it has checked the code.
    const check = Effect.catchTag(
      TeamInvitations.checkCode({ code }),
      ["UserAuthenticationRequired", "TeamInvitationRestrictedUserNotAllowed", "TeamInvitationEmailMismatch"],
      () => Effect.void
    )
    const signIn = Effect.andThen(check, redirectToSignIn("teamInvitation"))
    const openInvitation = (user: CurrentUser.User) =>
      TeamInvitations.getDetails({ code }).pipe(
        Effect.map((team): TeamInvitation => ({
          _tag: "TeamInvitation",
          user,
          team,
          accept: Effect.as(
            refuseRestricted(keepSession(Effect.andThen(requireSameUser(user), TeamInvitations.accept({ code })))),
            { _tag: "TeamJoined", team, proceed: continueTo("home") }
          ),
          decline: continueTo("home")
        })),
        Effect.catchTag("TeamInvitationEmailMismatch", () => Effect.succeed(makeForOtherEmail(user))),
        // The session has ended after the check.
        Effect.catchTag("UserAuthenticationRequired", () => signIn),
        refuseRestricted
      )
    return Effect.gen(function*() {
      const user = yield* CurrentUser.get({ includeRestricted: true })
      if (user === null) return yield* signIn
      return isRestricted(user) ? yield* Effect.andThen(check, redirectToOnboarding(user)) : yield* openInvitation(user)
    })
  })
)

const makeForOtherEmail = (user: CurrentUser.User): InvitationForOtherEmail => ({
  _tag: "InvitationForOtherEmail",
  user,
  // Without a response, the client has removed the session nonetheless.
  signIn: Effect.andThen(Effect.catch(Session.signOut, () => Effect.void), redirectToSignIn("teamInvitation")),
  decline: continueTo("home")
})

/** Maps the service's rejection of a restricted user to the error that other calls have. */
const refuseRestricted = <A, E, R>(
  effect: Effect.Effect<A, E | KnownErrors.TeamInvitationRestrictedUserNotAllowed, R>
): Effect.Effect<A, E | ApiError, R> =>
  Effect.catchIf(
    effect,
    (error) => error instanceof KnownErrors.TeamInvitationRestrictedUserNotAllowed,
    (error) =>
      Effect.fail(
        new ApiError({ endpoint: wire.accept.id, reason: new UserRestricted({ message: error.message, error }) })
      )
  )
