/**
 * Sign-in of a command line without a password in the terminal. The command line starts an attempt, the user confirms it in
 * a browser, and the command line gets the refresh token of that session.
 *
 * The command line calls `login` or `signIn`, and the app's page calls `confirm`. `latchkey/cli` adds support for terminals:
 * it opens the browser and stores the session in a file.
 *
 * **Example** (The command line)
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
 * **Example** (The confirmation page)
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
 *     if (!(yield* ask(`Authorize the command line as ${user.primaryEmail}?`))) return false
 *     yield* Cli.confirm({ loginCode, userId: user.id })
 *     return true
 *   })
 * ```
 */

export { type CliAgent, parseAgent } from "./cliLogin/agentRequest.ts"

export * from "./cliLogin/authorizeAgent.ts"

export * from "./cliLogin/confirm.ts"

export { login, type LoginError, type LoginOptions, signIn } from "./cliLogin/login.ts"

export * from "./cliLogin/requests.ts"
