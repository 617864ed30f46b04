/**
 * Anonymous users: accounts without a name or an email, for visitors whose data should survive until they sign up.
 *
 * **Example** (A visitor with an account)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Anonymous, CurrentUser } from "latchkey"
 *
 * const addNote = (note: string) =>
 *   Effect.andThen(Anonymous.signUp, CurrentUser.update({ clientMetadata: { note } }))
 * ```
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import type { RequestTokens } from "../call/headers.ts"
import { trace } from "../call/trace.ts"
import { getUserId } from "../session/AccessToken.ts"
import { callAsClient, Client } from "../session/ClientService.ts"
import { isSameSession } from "../session/Tokens.ts"
import { anonymousSignUp } from "../wire/tokens.ts"
import { getCurrent } from "../wire/users.ts"
import { type SignedIn, startSession } from "./startSession.ts"

/** Errors from `signUp`. */
export type SignUpError = Errors<typeof anonymousSignUp>

/**
 * Signs up a new anonymous user, and signs in. Concurrent calls send one request and get the same user. With `Locks`, this
 * holds across a browser's tabs. If another user signs in before the response arrives, such as in another tab, that
 * user stays signed in.
 *
 * The library creates an anonymous user only in this effect, and for `{ or: "anonymous" }`.
 */
export const signUp: Effect.Effect<SignedIn, SignUpError, Client> = /*#__PURE__*/ trace(
  "Anonymous.signUp",
  /*#__PURE__*/ Effect.flatMap(Client, (client) => {
    const { caller: { connection, credentials }, locks, singleFlight } = client
    return Effect.flatMap(credentials.currentTokens, (before) =>
      singleFlight(
        "anonymous",
        locks(
          `latchkey-anonymous-${connection.projectId}`,
          Effect.provideService(signUpAfter(before), Client, client),
          // Waits as long as a request of another tab may take: a wait is better than a second account.
          connection.requestTimeout
        )
      ))
  })
)

/** Signs up an anonymous user, unless another call has done so since the session was `before`. */
const signUpAfter = Effect.fnUntraced(function*(before: RequestTokens | undefined) {
  const { credentials } = (yield* Client).caller
  const stored = yield* credentials.storedTokens
  const other = isSameSession(stored, before) ? undefined : yield* currentAnonymousUser
  if (other !== undefined) return other
  const issued = yield* callAsClient(anonymousSignUp, {})
  // Keeps a session that was started during the request.
  return yield* startSession(issued, (now) => isSameSession(now, stored && before))
})

/** The signed-in anonymous user, or `undefined`. */
const currentAnonymousUser = /*#__PURE__*/ Effect.flatMap(
  Client,
  ({ caller }) =>
    Effect.flatMap(
      caller.credentials.tokens,
      (tokens) => {
        // A sign-up always returns a refresh token.
        if (tokens?.refreshToken === undefined) return Effect.undefined
        const { accessToken, refreshToken } = tokens
        return callAsClient(getCurrent, {}).pipe(
          Effect.map(({ id, isAnonymous }) =>
            isAnonymous && id === getUserId(tokens) ? { userId: id, tokens: { accessToken, refreshToken } } : undefined
          ),
          Effect.catchTag("CannotGetOwnUserWithoutUser", () => Effect.undefined)
        )
      }
    )
)
