/**
 * The way from ordinary code into the library.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"

/**
 * Makes an effect of an ordinary function, for the few options that ask for one, such as `open` of `Cli.signIn`. The signal
 * aborts when the call that runs it ends early. What the function throws rejects that call.
 *
 * **Example** (A command line that shows an address)
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
