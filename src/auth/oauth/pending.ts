/**
 * The flows that a browser has begun and not come back from. Each is a cookie with the verifier of its challenge, named by
 * its state.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cookies } from "../../platform/Cookies.ts"
import { HostUnavailable } from "../../platform/Page.ts"

const prefix = "stack-oauth-outer-"

/** Where newer clients of the service keep the same verifier once more. */
const otherPrefix = "hexclave-oauth-outer-"

/** How long a browser may be away, in seconds. */
const maxAge = 3600

/** How many flows may be pending at a time. */
const maxPending = 5

/**
 * Keeps the verifier of a flow. When too many are pending, the oldest are forgotten.
 *
 * `HostUnavailable` means that the jar has not taken it, such as in a browser whose cookies are turned off: nobody would
 * know the flow again.
 *
 * No script can read how old a cookie is; but a browser lists the cookies of one path by when they were made, the oldest
 * first (RFC 6265 § 5.4).
 *
 * @category mutations
 * @since 0.1.0
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
  return yield* new HostUnavailable({ message: "No cookie is kept here, which OAuth needs" })
})

/**
 * Forgets a flow, by its state.
 *
 * @category mutations
 * @since 0.1.0
 */
export const forget = Effect.fnUntraced(function*(state: string) {
  const cookies = yield* Cookies
  const all = yield* cookies.all
  for (const name of [prefix + state, otherPrefix + state]) {
    if (all.some((cookie) => cookie.name === name)) yield* cookies.remove(name)
  }
})

/**
 * Returns the verifier of a flow and forgets the flow, so that it ends once. There is none for a flow that has not begun
 * here.
 *
 * @category mutations
 * @since 0.1.0
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
 * Forgets the flow that began last. The errors that the service sends to a page do not name their flow, and a user who comes
 * back from a provider usually comes from the last one. If the guess is wrong, the flow that has failed stays pending for an
 * hour at most, and the other one has to begin again.
 *
 * @category mutations
 * @since 0.1.0
 */
export const forgetNewest: Effect.Effect<void, never, Cookies> = /*#__PURE__*/ Effect.gen(function*() {
  const states = (yield* (yield* Cookies).all).flatMap(({ name }) =>
    [prefix, otherPrefix].flatMap((start) => name.startsWith(start) ? [name.slice(start.length)] : [])
  )
  const newest = states.at(-1)
  if (newest !== undefined) yield* forget(newest)
})
