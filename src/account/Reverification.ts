/**
 * Signs the current user in again before a sensitive action (step-up authentication, RFC 9470).
 *
 * A server requires a recent sign-in with `Authorization.requireRecent`. Its response is a challenge, which the Promise
 * client's `auth.fetch` and `HttpApiAuth.layerClient` answer: they {@link ask} the user, and repeat the request. The app shows the
 * question with `<Reverify>` in React, or registers its own with {@link onChallenge}.
 *
 * **Example** (An action without a server)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { ApiKeys, Reverification } from "latchkey"
 *
 * const createKey = Effect.andThen(
 *   Reverification.requireRecent({ within: "10 minutes" }),
 *   ApiKeys.create({ description: "deployment" })
 * )
 * ```
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { trace } from "../call/trace.ts"
import * as AccessToken from "../session/AccessToken.ts"
import { type Claims, parse, type Unverified } from "../session/Claims.ts"
import { Client } from "../session/ClientService.ts"
import { isWithin, judgeByClaims, readMaxAge, type RecentRequirement } from "../session/recency.ts"
import { RecentSignInRequired } from "../session/RecentSignInRequired.ts"
import type { Challenge } from "./Challenge.ts"
import { addHandler, type ChallengeHandler } from "./challengeHandlers.ts"
import * as Session from "./Session.ts"
import * as Sessions from "./Sessions.ts"

/**
 * Registers what asks the user to sign in again, until the scope closes. `<Reverify>` in `latchkey/react` does it with a dialog.
 *
 * Concurrent challenges share one question. If several handlers are registered, the last one answers. When its scope closes, its open
 * question ends like a cancellation.
 *
 * **Gotchas**
 *
 * A handler must not send a request that is challenged itself: it would wait for its own answer.
 *
 * **Example** (A dialog of the app)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Password, Reverification } from "latchkey"
 *
 * declare const askPassword: Effect.Effect<{ email: string; password: string } | undefined>
 *
 * const register = Reverification.onChallenge(() =>
 *   Effect.flatMap(askPassword, (credentials) =>
 *     credentials === undefined
 *       ? Effect.succeed(false)
 *       : Effect.isSuccess(Reverification.signIn(Password.signIn(credentials))))
 * )
 * ```
 */
export const onChallenge = <R>(handler: ChallengeHandler<R>): Effect.Effect<void, never, R | Client | Scope.Scope> =>
  Effect.contextWith((context: Context.Context<R>) =>
    Effect.flatMap(Client, ({ session }) =>
      Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => addHandler(session, (challenge) => Effect.provideContext(handler(challenge), context))),
        (remove) => Effect.sync(remove)
      )))
  )

/**
 * Asks the user to sign in again. Returns `false` if the user cancels, or if nothing is registered that asks.
 *
 * **When to use**
 *
 * Use this for a challenge from a server whose responses your program reads itself. `requireRecent` asks only if necessary.
 */
export const ask = (challenge: Challenge): Effect.Effect<boolean, never, Client> =>
  trace(
    "Reverification.ask",
    Effect.flatMap(Client, ({ session, singleFlight }) => {
      const handlers = session.askers
      const handler = [...handlers?.keys() ?? []].at(-1)
      if (handlers === undefined || handler === undefined) return Effect.succeed(false)
      const canceled = Effect.callback<boolean>((resume) => {
        handlers.set(handler, () => resume(Effect.succeed(false)))
      })
      const answered = Effect.catch(handler(challenge), () => Effect.succeed(false))
      return singleFlight("reverification", Effect.raceFirst(answered, canceled))
    })
  )

/** Returns `true` if the user of these claims is still signed in. */
const isCurrentUser = (before: Unverified<Claims> | null): Effect.Effect<boolean, never, Client> =>
  Effect.map(Session.claims, (now) => now !== null && now.userId === before?.userId)

/** Errors from {@link answer}. */
export type AnswerError = Session.GetAccessTokenError

/**
 * Answers a server's challenge to a request with an access token. Returns the token to repeat the request with; `null` if
 * the user cancels, or if another user has signed in since.
 *
 * If the user has signed in again since the request was sent, such as for another request, the user is not asked again.
 */
export const answer = (
  challenge: Challenge,
  used: Redacted.Redacted<string>
): Effect.Effect<Redacted.Redacted<string> | null, AnswerError, Client> =>
  Effect.gen(function*() {
    const before = AccessToken.parse(used)
    const getOther = Effect.map(Session.getAccessToken(), (token) => {
      const now = token === null ? undefined : AccessToken.parse(token)
      return now !== undefined && now.userId === before?.userId && now.sessionId !== before?.sessionId ? token : null
    })
    const other = yield* getOther
    if (other !== null) return other
    yield* ask(challenge)
    // Also after a cancellation: the user may have signed in again in another tab.
    return yield* getOther
  })

/**
 * Runs an effect. If it fails with `RecentSignInRequired`, asks the user to sign in again, and runs it once more. Fails with that error
 * if the user cancels, if nothing is registered that asks, or if another user has signed in since.
 *
 * **When to use**
 *
 * Use this for calls whose server requires a recent sign-in and whose client does not repeat them, such as those of `latchkey/rpc`.
 * `auth.fetch` and `HttpApiAuth.layerClient` do it themselves.
 *
 * **Example** (A procedure of the app's server)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Reverification } from "latchkey"
 *
 * declare const payOut: Effect.Effect<void, Reverification.RecentSignInRequired>
 *
 * const confirmed = Reverification.orAsk(payOut)
 * ```
 *
 * @category combinators
 */
export const orAsk = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Client> =>
  trace(
    "Reverification.orAsk",
    Effect.flatMap(Session.claims, (before) =>
      Effect.catch(effect, (error) => {
        if (!isRecentSignInRequired(error)) return Effect.fail(error)
        const { factor, maxAge } = error
        return ask({ maxAge, factor }).pipe(
          Effect.flatMap((isReverified) => isReverified ? isCurrentUser(before) : Effect.succeed(false)),
          Effect.flatMap((mayRepeat) => mayRepeat ? effect : Effect.fail(error))
        )
      }))
  )

/** Compares the tag, since a program may contain two copies of the class. */
const isRecentSignInRequired = (error: unknown): error is RecentSignInRequired =>
  Predicate.isTagged(error, "RecentSignInRequired")

/** Errors from {@link requireRecent}. */
export type RequireRecentError = RecentSignInRequired | Sessions.ListError

/** A client's last session, and when it began by the service's clock, in milliseconds since 1970. */
const begins = /*#__PURE__*/ new WeakMap<
  Client["Service"]["session"],
  { readonly id: string; readonly begin: number }
>()

const getBegin = (
  session: Client["Service"]["session"],
  id: string
): Effect.Effect<number | undefined, Sessions.ListError, Client> =>
  Effect.suspend(() => {
    const known = begins.get(session)
    if (known?.id === id) return Effect.succeed(known.begin)
    return Effect.map(Sessions.list, (all) => {
      const begin = all.find((one) => one.id === id)?.createdAt.getTime()
      if (begin !== undefined) begins.set(session, { id, begin })
      return begin
    })
  })

/** Returns `true` if the current user has signed in within the time. Sends at most one request per session. */
const isRecent = (withinMillis: number): Effect.Effect<boolean, Sessions.ListError, Client> =>
  Effect.gen(function*() {
    const { session } = yield* Client
    const token = yield* Session.getAccessToken()
    const claims = token === null ? undefined : parse(token)
    if (claims === undefined) return false
    const now = (yield* Clock.currentTimeMillis) + ((yield* session.clockSkewMillis) ?? 0)
    const proof = judgeByClaims(claims, now, withinMillis)
    if (proof !== undefined) return proof
    const begin = claims.sessionId === undefined ? undefined : yield* getBegin(session, claims.sessionId)
    return begin !== undefined && isWithin(begin, now, withinMillis)
  })

/**
 * Requires that the user has signed in recently, and otherwise asks the user to sign in again. Fails with `RecentSignInRequired` if
 * the user cancels, if nothing is registered that asks, if no user is signed in, or if another user has signed in since.
 *
 * **When to use**
 *
 * Use this before an action that the client sends to the service itself, such as a new API key. It protects a device that was
 * left open. For an action on your server, use `Authorization.requireRecent` there, which a modified client cannot skip.
 *
 * **Details**
 *
 * A session's first call may request the sessions list, and remembers the result. `factor` is passed on to what
 * asks. Dies with `InvalidOptions` if `within` is less than 10 seconds.
 */
export const requireRecent = (requirement: RecentRequirement): Effect.Effect<void, RequireRecentError, Client> =>
  trace(
    "Reverification.requireRecent",
    Effect.gen(function*() {
      const maxAge = yield* Effect.orDie(readMaxAge(requirement))
      const { factor } = requirement
      if (yield* isRecent(maxAge * 1000)) return
      const before = yield* Session.claims
      if ((yield* ask({ maxAge, factor })) && (yield* isCurrentUser(before))) return
      const message = `The user has not signed in within ${maxAge} seconds`
      return yield* Effect.fail(new RecentSignInRequired({ message, maxAge, factor }))
    })
  )

export type { ChallengeHandler } from "./challengeHandlers.ts"

export { MethodNotAvailable, ReverificationRefused, signIn, type SignInError } from "./reverify.ts"

export { type Challenge, parseHeader, parseProblem } from "./Challenge.ts"

export { RecentSignInRequired } from "../session/RecentSignInRequired.ts"

export type { RecentRequirement } from "../session/recency.ts"
