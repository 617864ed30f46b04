import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { ClientSession } from "../session/ClientSession.ts"
import type { Tokens } from "../session/Tokens.ts"
import type { ReplayHost } from "./ReplayHost.ts"
import { makeJwt } from "./TokenText.ts"

/** Uses of a replayed client's session that are no operations. */
export interface SessionUser {
  /** Restores a running client's state in a new one. Reads and writes the store. */
  readonly restore: (tokens: Tokens | undefined, clockSkewMillis: number | undefined) => void
  /** Subscribes to the state. `storeSubscription` is its subscription to the store, if the recording shows it. */
  readonly subscribe: (subscription: number, storeSubscription: number | undefined) => void
  readonly unsubscribe: (subscription: number) => void
}

/** Uses a session in the replay's services. Returns the scopes of its subscriptions, too. */
export const makeSessionUser = (
  session: () => ClientSession,
  host: ReplayHost,
  context: Context.Context<never>
): SessionUser & { readonly scopes: ReadonlyMap<number, Scope.Closeable> } => {
  const scopes = new Map<number, Scope.Closeable>()
  const run = Effect.runForkWith(context)
  return {
    scopes,
    restore: (tokens, clockSkewMillis) => run(restoreSession(session(), tokens, clockSkewMillis)),
    subscribe: (subscription, storeSubscription) => {
      host.expectSubscription(storeSubscription)
      const scope = Scope.makeUnsafe()
      scopes.set(subscription, scope)
      run(Scope.provide(session().subscribe(() => {}), scope))
    },
    unsubscribe: (subscription) => {
      const scope = scopes.get(subscription)
      if (scope !== undefined) run(Scope.close(scope, Exit.void))
    }
  }
}

/** Restores a state: measures the clock skew by a token that seems to be issued now, and reads the store. */
const restoreSession = Effect.fnUntraced(function*(
  session: ClientSession,
  tokens: Tokens | undefined,
  clockSkewMillis: number | undefined
) {
  if (clockSkewMillis !== undefined) {
    const issuedAt = ((yield* Clock.currentTimeMillis) + clockSkewMillis) / 1000
    const accessToken = Redacted.make(makeJwt({ iat: issuedAt, exp: issuedAt + 60 }, "restored"))
    // The store keeps its tokens.
    yield* session.signIn({ refreshToken: tokens?.refreshToken, accessToken }, () => false)
  }
  yield* session.state
})
