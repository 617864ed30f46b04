/** Signs the current user in again, in a new session that replaces the current one. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { SignedIn } from "../auth/startSession.ts"
import * as Cache from "../cache/Cache.ts"
import { dehydrateContents } from "../cache/Dehydrated.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { CodedError } from "../platform/CodedError.ts"
import * as AccessToken from "../session/AccessToken.ts"
import { Client } from "../session/ClientService.ts"
import { endSession, makeSeparate } from "../session/separateClient.ts"
import { isSameSession, type Tokens } from "../session/Tokens.ts"
import { sessions } from "./Resources.ts"
import { type UserNotSignedIn, userNotSignedIn } from "./UserNotSignedIn.ts"

/**
 * The sign-in was correct, but does not count as the current user's. Its session was ended, and the current one stays.
 *
 * - `otherUser`: another user signed in
 * - `sessionChanged`: the current user signed out in the meantime, or in another way signed in again
 */
export class ReverificationRefused extends CodedError("ReverificationRefused")<{
  readonly message: string
  readonly reason: "otherUser" | "sessionChanged"
}> {}

/**
 * The current user does not have the method, or the project has not enabled it. Only the Promise client fails with it: `methods()`
 * lists the others.
 */
export class MethodNotAvailable extends CodedError("MethodNotAvailable")<{ readonly message: string }> {}

/** Errors of {@link signIn} itself. The given sign-in adds its own. */
export type SignInError = ReverificationRefused | UserNotSignedIn | ApiError

/** Keeps the cached values for the next session, except the sessions list. Otherwise, views would lose them. */
const keepCache: Effect.Effect<void> = /*#__PURE__*/ Effect.contextWith((context: Context.Context<never>) => {
  const cache = Context.getOrUndefined(context, Cache.Cache)
  return cache === undefined ? Effect.void : Effect.map(cache.contents, (contents) => {
    const { entries: { [sessions.key]: _, ...entries }, ...values } = dehydrateContents(contents)
    cache.hydrate({ ...values, entries, createdAt: contents.readAt })
  })
})

/**
 * Signs the current user in again with any sign-in, such as `Password.signIn`. The new session replaces the current one, which is
 * ended, and cached values stay.
 *
 * **When to use**
 *
 * Use this before a sensitive action. `Authorization.requireRecent` on a server, and `requireRecent` here, accept the user
 * afterwards.
 *
 * **Details**
 *
 * The sign-in runs in a separate session. If another user signs in, that session is ended, the current one stays, and the
 * effect fails with `ReverificationRefused`. With a second factor, give the last step: `signIn(continuation.complete(code))`.
 *
 * **Gotchas**
 *
 * The tokens in the sign-in's result belong to the current session afterwards. If the replaced session cannot be ended within
 * five seconds, it stays in the sessions list.
 *
 * **Example** (A password before a payout)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Password, Reverification } from "latchkey"
 *
 * declare const payOut: Effect.Effect<void>
 *
 * const confirm = (email: string, password: string) =>
 *   Effect.andThen(Reverification.signIn(Password.signIn({ email, password })), payOut)
 * ```
 */
export const signIn = <A extends SignedIn, E, R>(
  signIn: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SignInError, Exclude<R, Client> | Client> =>
  trace(
    "Reverification.signIn",
    Effect.gen(function*() {
      const client = yield* Client
      const started = yield* client.session.currentTokens
      if (started === undefined) return yield* userNotSignedIn()
      // Refreshed if necessary, so that the session is known to exist.
      yield* client.caller.credentials.tokens
      const tokens = yield* client.session.currentTokens
      const userId = AccessToken.getUserId(tokens)
      // Another tab may have started a session since.
      if (tokens === undefined || userId === undefined || !isSameSession(tokens, started)) {
        return yield* userNotSignedIn()
      }
      const separate = yield* makeSeparate(client, undefined)
      const signedIn = yield* Effect.provideService(signIn, Client, separate)
      const next = yield* separate.session.currentTokens
      yield* replace(client, tokens, userId, next)
      return signedIn
    })
  )

/** Replaces the session if it is still the current one, and the same user has signed in. Otherwise ends the new session. */
const replace = (
  client: Client["Service"],
  tokens: Tokens,
  userId: string,
  next: Tokens | undefined
): Effect.Effect<void, ReverificationRefused> =>
  Effect.uninterruptible(Effect.gen(function*(): Effect.fn.Return<void, ReverificationRefused> {
    const refuse = (reason: ReverificationRefused["reason"], message: string) =>
      Effect.andThen(
        next === undefined ? Effect.void : endSession(client, next),
        Effect.fail(new ReverificationRefused({ message, reason }))
      )
    if (next !== undefined && AccessToken.getUserId(next) !== userId) {
      return yield* refuse("otherUser", "Another user has signed in. Sign in as the current user.")
    }
    let isReplaced = false
    if (next !== undefined) {
      yield* keepCache
      yield* client.session.signIn(next, (stored) => (isReplaced = isSameSession(stored, tokens)))
    }
    if (!isReplaced) return yield* refuse("sessionChanged", "The session has changed in the meantime")
    yield* client.session.markEnded(tokens, false)
    yield* endSession(client, tokens)
  }))
