/** Session checks while the user sees the page. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Connectivity } from "../platform/Connectivity.ts"
import { PageVisibility } from "../platform/PageVisibility.ts"
import * as AccessToken from "./AccessToken.ts"
import { Client } from "./ClientService.ts"
import { tokensOf } from "./SessionState.ts"
import { isSameSession, type Tokens } from "./Tokens.ts"

/** The age at which the access token is refreshed, in milliseconds. */
const maxAge = 60_000

/**
 * Refreshes the access token when it is a minute old, while the page is visible and a user is signed in. If the session was
 * revoked, the service refuses the refresh, and the session ends. Never ends; runs until it is interrupted.
 *
 * Only a refresh shows that a session was revoked: the service accepts access tokens until they expire. A visible page sends
 * 60 refreshes per hour, less those that other calls and tabs have sent. A hidden page sends nothing, and checks when it
 * becomes visible.
 *
 * A check is one request. After a failure, the next check is a minute later. While the device is offline, none is sent.
 */
export const watchSession: Effect.Effect<never, never, Client | Scope.Scope> = /*#__PURE__*/ Effect.gen(function*() {
  // In strict mode, React interrupts the first of two watches in the same tick.
  yield* Effect.yieldNow
  const { session } = yield* Client
  const visibility = yield* PageVisibility
  const connectivity = yield* Connectivity
  let wake = () => {}
  /** `true` after a change that no check has seen. */
  let hasChanged = false
  const onChange = () => {
    hasChanged = true
    wake()
  }
  for (const source of [visibility, connectivity]) {
    yield* Effect.acquireRelease(Effect.sync(() => source.subscribe(onChange)), (stop) => Effect.sync(stop))
  }
  let current: Tokens | undefined
  // It does not observe the token store. A page that shows the session does.
  yield* session.onState((state) => {
    const tokens = tokensOf(state)
    if (isSameSession(current, tokens)) return
    current = tokens
    onChange()
  })

  const check = Effect.flatMap(session.state, (state) => {
    const tokens = current = tokensOf(state)
    hasChanged = false
    return tokens?.refreshToken !== undefined && visibility.isVisible() && connectivity.isOnline() !== false
      ? session.refreshOnce(tokens, Duration.millis(maxAge))
      : Effect.undefined
  })

  while (true) {
    const exit = yield* Effect.exit(check)
    let delay = maxAge
    if (exit._tag === "Success") {
      const tokens = exit.value
      const issuedAt = tokens?.accessToken && AccessToken.parse(tokens.accessToken)?.issuedAtMillis
      const now = (yield* Clock.currentTimeMillis) + ((yield* session.clockSkewMillis) ?? 0)
      const rest = issuedAt === undefined ? maxAge : issuedAt - now + maxAge
      delay = tokens === undefined ? Infinity : rest > 0 ? Math.min(rest, maxAge) : maxAge
    }
    const woken = Effect.callback<void>((resume) => {
      wake = () => resume(Effect.void)
      if (hasChanged) wake()
    })
    yield* delay === Infinity ? woken : Effect.timeoutOption(woken, delay)
  }
})
