/**
 * Sign-in from a terminal: prints the URL, opens it in a browser, and shows a spinner until the user confirms.
 *
 * **Example** (A login command)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Client, CurrentUser } from "latchkey"
 * import { CommandLine, FileTokenStore } from "latchkey/cli"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provide(FileTokenStore.layer({ name: "acme", projectId }))
 * )
 *
 * const login = Effect.gen(function*() {
 *   yield* CommandLine.signIn({ appUrl: "https://app.example.com" })
 *   const user = yield* CurrentUser.get({ or: "throw" })
 *   yield* Console.log(`Signed in as ${user.primaryEmail}`)
 * })
 *
 * const main = Effect.provide(login, layer)
 * ```
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Cli from "../auth/Cli.ts"
import { trace } from "../call/trace.ts"
import type { Client } from "../session/ClientService.ts"
import type { RefreshableTokens } from "../session/Tokens.ts"
import type { CreatedUserApiKey } from "../wire/apiKeys.ts"
import { Browser } from "./Browser.ts"
import { Output } from "./Output.ts"
import { withSpinner } from "./withSpinner.ts"

/** Options for `signIn` and `login`: the options for `Cli.login`, except `open`. */
export interface SignInOptions extends Omit<Cli.LoginOptions, "open"> {
  /** Opens a browser in an interactive terminal; `true` by default. */
  readonly openBrowser?: boolean | undefined
}

/**
 * Signs the client in: prints the URL, opens it in a browser, and waits until the user confirms. Returns the tokens, which
 * are already in the client's session.
 *
 * If no browser opens, the user can copy the URL. Without a terminal, such as in continuous integration, it opens no
 * browser and shows no spinner.
 */
export const signIn: (options: SignInOptions) => Effect.Effect<RefreshableTokens, Cli.LoginError, Client> = (options) =>
  trace("CommandLine.signIn", runInTerminal(Cli.signIn, options))

/** Gets a refresh token like `signIn`, without signing the client in. For programs with their own storage. */
export const login: (
  options: SignInOptions
) => Effect.Effect<Redacted.Redacted<string>, Cli.LoginError, Client> = (options) =>
  trace("CommandLine.login", runInTerminal(Cli.login, options))

/** Options for `authorizeAgent`: the options for `Cli.authorizeAgent`, except `open`. */
export interface AuthorizeAgentOptions extends Omit<Cli.AuthorizeAgentOptions, "open"> {
  /** Opens a browser in an interactive terminal; `true` by default. */
  readonly openBrowser?: boolean | undefined
}

/**
 * Authorizes a local agent: prints the URL, opens it in a browser, and creates an API key after the user confirms. Returns
 * the key, and does not sign the client in.
 *
 * **Example** (An agent that reads notes)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CommandLine } from "latchkey/cli"
 *
 * const key = CommandLine.authorizeAgent({
 *   name: "Backup agent",
 *   resource: "https://app.example.com/mcp",
 *   scopes: ["notes:read"],
 *   appUrl: "https://app.example.com"
 * }).pipe(Effect.map(({ value }) => value))
 * ```
 */
export const authorizeAgent: (
  options: AuthorizeAgentOptions
) => Effect.Effect<CreatedUserApiKey, Cli.AuthorizeAgentError, Client> = (options) =>
  trace("CommandLine.authorizeAgent", runInTerminal(Cli.authorizeAgent, options, "Open this link to allow the access"))

type Open = Pick<Cli.LoginOptions, "open">

const runInTerminal = Effect.fnUntraced(function*<A, E, Options extends object>(
  run: (options: Options & Open) => Effect.Effect<A, E, Client>,
  { openBrowser = true, ...options }: Options & { readonly openBrowser?: boolean | undefined },
  request = "Open this link to sign in"
): Effect.fn.Return<A, E, Client | Scope.Scope> {
  const browser = yield* Browser
  const { isInteractive, write } = yield* Output
  const shown = yield* Deferred.make<void>()
  const scope = yield* Scope.Scope
  const open = Effect.fnUntraced(function*(url: Redacted.Redacted<string>) {
    const address = Redacted.value(url)
    const loginCode = Cli.parseLoginCode(address)
    yield* write(`${request}:\n\n  ${address}\n\n`)
    if (loginCode !== undefined) yield* write(`Code: ${Cli.displayCode(loginCode)}\n\n`)
    // In the background: some systems take seconds to start a browser, and the user may open the link on another device.
    if (openBrowser && (yield* isInteractive)) {
      yield* Effect.forkIn(Effect.ignore(browser.open(url)), scope, { startImmediately: true })
    }
    yield* Deferred.succeed(shown, undefined)
  })
  // Sound: all options but the removed one are there.
  return yield* withSpinner(run({ ...options, open } as unknown as Options & Open), {
    from: Deferred.await(shown),
    text: "Waiting for confirmation in your browser"
  })
}, Effect.scoped)
