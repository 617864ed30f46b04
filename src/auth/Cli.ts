/**
 * Signing a command line in, without a password in a terminal: it starts an attempt, the user confirms it in a browser
 * where they are signed in, and the command line gets the refresh token of that session.
 *
 * `login` and `signIn` are the command line's part, `confirm` that of the app's page. `latchkey/cli` adds what a terminal
 * wants: it opens the browser, and keeps the session in a file.
 *
 * **Example** (The command line's part)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Redacted from "effect/Redacted"
 * import { Cli } from "latchkey"
 *
 * const signIn = Cli.signIn({
 *   appUrl: "https://app.example.com",
 *   open: (url) => Console.log(`Open ${Redacted.value(url)}`)
 * })
 * ```
 *
 * **Example** (The page's part: who is asked, and what a yes does)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Cli, CurrentUser } from "latchkey"
 *
 * declare const ask: (question: string) => Effect.Effect<boolean>
 *
 * const page = (address: string) =>
 *   Effect.gen(function*() {
 *     const loginCode = Cli.parseLoginCode(address)
 *     const user = yield* CurrentUser.get()
 *     if (loginCode === undefined || user === null) return false
 *     if (!(yield* ask(`Let the command line act as ${user.primaryEmail}?`))) return false
 *     yield* Cli.confirm({ loginCode, userId: user.id })
 *     return true
 *   })
 * ```
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export * from "./cli/confirm.ts"

/** @since 0.1.0 */
export * from "./cli/login.ts"

/** @since 0.1.0 */
export * from "./cli/requests.ts"
