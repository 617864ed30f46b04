/** The check that a user has signed in recently (step-up authentication, RFC 9470). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import { isWithin, judgeByClaims, readMaxAge, type RecentRequirement } from "../session/recency.ts"
import { RecentSignInRequired } from "../session/RecentSignInRequired.ts"
import { isObject } from "../wire/Json.ts"
import type { MfaRequired, SignInRequired } from "./authenticationErrors.ts"
import type { LookupCache } from "./LookupCache.ts"
import type { Principal, UserPrincipal } from "./Principal.ts"
import { Server } from "./ServerService.ts"
import * as Sessions from "./Sessions.ts"

/** Errors from `Authorization.requireRecent`. */
export type RequireRecentError = SignInRequired | RecentSignInRequired | MfaRequired | ApiError

interface Parts {
  /** The times at which sessions began, in milliseconds since 1970. They never change. */
  readonly begins: LookupCache<number>
  readonly server: Server["Service"]
  readonly signInRequired: Effect.Effect<never, SignInRequired>
  readonly requireMfa: (principal: UserPrincipal) => Effect.Effect<void, SignInRequired | MfaRequired | ApiError>
}

/** Why the time of a sign-in is unknown. The client gets this text too, so it contains nothing about the user. */
const unprovable = {
  notListed:
    "the service does not list the session for the server's key, because the session has ended or an admin acts " +
    "for the user",
  unnamed: "the access token names no session"
}

type Unprovable = keyof typeof unprovable

/**
 * Creates the check.
 *
 * A refresh does not renew the time at which a session began, so that time is the user's last sign-in. The service lists it.
 * Few calls need a request: some tokens are proof enough, and the time is cached.
 */
export const makeRequireRecent = ({ begins, requireMfa, server, signInRequired }: Parts) => {
  const fetchBegin = (userId: string, sessionId: string): Effect.Effect<number, Unprovable | ApiError> =>
    Sessions.list(userId).pipe(
      Effect.provideService(Server, server),
      Effect.catchTag(["CannotGetOwnUserWithoutUser", "RequestSchemaError"], () => Effect.succeed([])),
      Effect.flatMap((sessions) => {
        const session = sessions.find(({ id }) => id === sessionId)
        // A failure is not cached.
        return session === undefined
          ? Effect.fail("notListed" as const)
          : Effect.succeed(session.createdAt.getTime())
      })
    )

  const isRecent = (
    { claims, sessionId, userId }: UserPrincipal,
    withinMillis: number
  ): Effect.Effect<boolean, Unprovable | ApiError> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const proof = judgeByClaims(claims, now, withinMillis)
      if (proof !== undefined) return Effect.succeed(proof)
      return sessionId === undefined ? Effect.fail("unnamed") : Effect.map(
        begins.get(`${userId}:${sessionId}`.toLowerCase(), fetchBegin(userId, sessionId)),
        (begin) => isWithin(begin, now, withinMillis)
      )
    })

  return (
    principal: Principal["Service"],
    requirement: RecentRequirement
  ): Effect.Effect<void, RequireRecentError> =>
    Effect.flatMap(Effect.orDie(readRequirement(requirement)), (maxAge) => {
      // API keys do not sign in, and anonymous users cannot sign in again.
      if (principal._tag !== "User") return signInRequired
      const { factor } = requirement
      const refuse = (message: string, detail?: string) =>
        Effect.fail(new RecentSignInRequired({ message, maxAge, factor, detail }))
      const recent = Effect.matchEffect(isRecent(principal, maxAge * 1000), {
        onSuccess: (isRecent) => isRecent ? Effect.void : refuse(`The user has not signed in within ${maxAge} seconds`),
        onFailure: (error): Effect.Effect<never, RecentSignInRequired | ApiError> => {
          if (typeof error !== "string") return Effect.fail(error)
          const message = `The time of the sign-in is unknown: ${unprovable[error]}`
          return refuse(message, `Sign in again to continue. ${message}`)
        }
      })
      return factor === undefined ? recent : Effect.andThen(requireMfa(principal), recent)
    })
}

/** Fails with `InvalidOptions` unless a requirement is an object. A text would be read letter by letter. */
export const checkObject = (requirement: unknown, example: string): Effect.Effect<void, InvalidOptions> =>
  check("requirement", isObject(requirement), `must be an object such as ${example}`)

const readRequirement = (requirement: RecentRequirement): Effect.Effect<number, InvalidOptions> =>
  Effect.andThen(checkObject(requirement, "{ within: \"5 minutes\" }"), Effect.suspend(() => readMaxAge(requirement)))
