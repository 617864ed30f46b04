/**
 * PKCE (RFC 7636): code challenges, and the code verifiers of pending flows. Each pending flow is a cookie that is named by
 * its state and contains its verifier.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { calculatePKCECodeChallenge } from "oauth4webapi"
import { Cookies } from "../../platform/Cookies.ts"
import { HostUnavailable } from "../../platform/Page.ts"

/**
 * Creates a verifier's challenge: its SHA-256 in base64url. The default uses Web Crypto, which browsers offer on https
 * and localhost only. Provide another implementation on native hosts without Web Crypto.
 */
export const CodeChallenge: Context.Reference<
  (verifier: Redacted.Redacted<string>) => Effect.Effect<string, HostUnavailable>
> = /*#__PURE__*/ Context.Reference("latchkey/auth/oauth/CodeChallenge", {
  defaultValue: () => (verifier): Effect.Effect<string, HostUnavailable> =>
    Effect.tryPromise({
      try: () => calculatePKCECodeChallenge(Redacted.value(verifier)),
      catch: () =>
        new HostUnavailable({ message: "OAuth needs Web Crypto. Serve the page over https or from localhost" })
    })
})

const prefix = "stack-oauth-outer-"

/** Newer official clients store the same verifier under a second name. */
const otherPrefix = "hexclave-oauth-outer-"

/** A pending flow's lifetime, in seconds. */
const maxAge = 3600

/** The maximum number of pending flows. */
const maxPending = 5

/**
 * Stores a flow's verifier. Removes the oldest flows if more than five are pending. Fails with `HostUnavailable` if the
 * cookie was not stored, such as in a browser that blocks cookies.
 *
 * Scripts cannot read a cookie's age. Browsers list the cookies of one path by creation time, the oldest first
 * (RFC 6265 § 5.4).
 */
export const keep = Effect.fnUntraced(function*(
  state: string,
  verifier: Redacted.Redacted<string>
): Effect.fn.Return<void, HostUnavailable, Cookies> {
  const cookies = yield* Cookies
  const names = new Set((yield* cookies.all).flatMap(({ name }) => name.startsWith(prefix) ? [name] : []))
  for (const name of [...names].slice(0, 1 - maxPending)) yield* forget(name.slice(prefix.length))
  const name = prefix + state
  yield* cookies.set(name, Redacted.value(verifier), { maxAge })
  if ((yield* cookies.all).some((cookie) => cookie.name === name)) return
  return yield* new HostUnavailable({ message: "OAuth needs cookies, and this browser did not store one" })
})

/** Removes a flow by its state. */
export const forget = Effect.fnUntraced(function*(state: string) {
  const cookies = yield* Cookies
  const all = yield* cookies.all
  for (const name of [prefix + state, otherPrefix + state]) {
    if (all.some((cookie) => cookie.name === name)) yield* cookies.remove(name)
  }
})

/**
 * Returns a flow's verifier and removes the flow, so that it completes once. Returns `undefined` for a flow that was
 * not started in this browser.
 */
export const take = Effect.fnUntraced(function*(
  state: string
): Effect.fn.Return<Redacted.Redacted<string> | undefined, never, Cookies> {
  const cookies = yield* Cookies
  const all = yield* cookies.all
  const [verifier] = [prefix + state, otherPrefix + state].flatMap((name) =>
    all.flatMap((cookie) => cookie.name === name && cookie.value !== "" ? [cookie.value] : [])
  )
  yield* forget(state)
  return verifier === undefined ? undefined : Redacted.make(verifier)
})

/**
 * Removes the newest flow. Service errors do not name their flow, and a user usually returns from the newest one. If
 * that is wrong, the failed flow stays pending for at most an hour, and the removed one has to start again.
 */
export const forgetNewest: Effect.Effect<void, never, Cookies> = /*#__PURE__*/ Effect.gen(function*() {
  const newest = (yield* pendingStates).at(-1)
  if (newest !== undefined) yield* forget(newest)
})

/** All pending flows' states, the oldest first. */
export const pendingStates: Effect.Effect<ReadonlyArray<string>, never, Cookies> = /*#__PURE__*/ Effect.gen(
  function*() {
    return (yield* (yield* Cookies).all).flatMap(({ name }) =>
      [prefix, otherPrefix].flatMap((start) => name.startsWith(start) ? [name.slice(start.length)] : [])
    )
  }
)
