/**
 * The page behind the link of an invitation to a team.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as CurrentUser from "../account/CurrentUser.ts"
import * as TeamInvitations from "../account/TeamInvitations.ts"
import { ApiError, UserRestricted } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { RedirectUrlNotTrusted } from "../navigation/trust.ts"
import * as AccessToken from "../session/AccessToken.ts"
import { Client } from "../session/Client.ts"
import { keepSession } from "../session/keepSession.ts"
import * as KnownErrors from "../wire/KnownErrors.ts"
import * as wire from "../wire/teamInvitations.ts"
import { type CodeRefused, withCode } from "./CodeRefused.ts"
import { goOnTo } from "./redirects.ts"
import { type SignInRequired, signInRequired } from "./SignInRequired.ts"

/**
 * The invitation is good, and somebody is signed in who may accept it. It need not be the user whom it was mailed to.
 *
 * @category pages
 * @since 0.1.0
 */
export interface TeamInvitation {
  readonly _tag: "TeamInvitation"
  readonly user: CurrentUser.User
  readonly team: TeamInvitations.TeamInvitationDetails
  /** Makes the user a member of the team. It is refused when another user has signed in meanwhile, or nobody is left. */
  readonly accept: Effect.Effect<
    TeamJoined,
    KnownErrors.VerificationCodeError | KnownErrors.UserAuthenticationRequired | KnownErrors.SchemaError | ApiError,
    Client
  >
  /** Goes home, and leaves the invitation as it is: the person may think better of it. */
  readonly decline: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * The user is a member of the team.
 *
 * @category pages
 * @since 0.1.0
 */
export interface TeamJoined {
  readonly _tag: "TeamJoined"
  readonly team: TeamInvitations.TeamInvitationDetails
  readonly goOn: Effect.Effect<void, RedirectUrlNotTrusted, Navigation>
}

/**
 * Opens the page behind the link of an invitation to a team. It reads which team it is and does not use the code up.
 *
 * Whoever is not signed in is sent to the sign-in page and back, but not for a code that is good no more.
 *
 * @category opening
 * @since 0.1.0
 */
export const teamInvitation: Effect.Effect<
  TeamInvitation | SignInRequired<"teamInvitation"> | CodeRefused<"teamInvitation">,
  RedirectUrlNotTrusted | ApiError,
  Client | Navigation
> = /*#__PURE__*/ traced(
  "HandlerPages.teamInvitation",
  /*#__PURE__*/ withCode("teamInvitation", (code) => {
    const signIn = Effect.andThen(TeamInvitations.checkCode({ code }), signInRequired("teamInvitation"))
    return Effect.flatMap(CurrentUser.get(), (user) =>
      user === null ? signIn : TeamInvitations.details({ code }).pipe(
        Effect.map((team): TeamInvitation => ({
          _tag: "TeamInvitation",
          user,
          team,
          accept: Effect.as(
            refuseRestricted(keepSession(Effect.andThen(isStill(user), TeamInvitations.accept({ code })))),
            { _tag: "TeamJoined", team, goOn: goOnTo("home") }
          ),
          decline: goOnTo("home")
        })),
        // The session has ended since.
        Effect.catchTag("UserAuthenticationRequired", () => signIn),
        refuseRestricted
      ))
  })
)

/** Refuses a user who has become restricted as every other call does. */
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

/** Fails when somebody else is signed in than the page has shown. */
const isStill = (
  { id }: CurrentUser.User
): Effect.Effect<void, KnownErrors.UserAuthenticationRequired | ApiError, Client> =>
  Effect.flatMap(
    Client,
    ({ caller }) =>
      Effect.flatMap(caller.credentials.tokens, (tokens) =>
        AccessToken.userIdOf(tokens) === id
          ? Effect.void
          : Effect.fail(
            new KnownErrors.UserAuthenticationRequired({
              message: "Somebody else is signed in, or nobody",
              details: {}
            })
          ))
  )
