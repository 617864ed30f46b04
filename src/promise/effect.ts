/**
 * Converts functions to effects.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"

/**
 * Creates an effect from a function that may return a promise, for options that require one, such as `open` of
 * `Cli.signIn`. The signal aborts if the call that runs the effect ends early. If the function throws, that call
 * rejects.
 *
 * **Example** (A command line that prints a URL)
 *
 * ```ts
 * import { Auth, Cli, effect, Redacted } from "latchkey/promise"
 *
 * const auth = Auth.make({ projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", publishableClientKey: "pck_…" })
 *
 * const signIn = () =>
 *   auth.run(Cli.signIn({
 *     appUrl: "https://app.example.com",
 *     open: (url) => effect(() => console.log(`Open ${Redacted.value(url)}`))
 *   }))
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const effect = <A>(f: (signal: AbortSignal) => A | PromiseLike<A>): Effect.Effect<A> =>
  Effect.promise(async (signal) => f(signal))
