/** The authorization of a local agent, which gets an API key. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { millisOf } from "../../call/duration.ts"
import type { Errors } from "../../call/Errors.ts"
import { trace } from "../../call/trace.ts"
import { callAsClient, Client } from "../../session/ClientService.ts"
import type { OptionNames } from "../../session/optionNames.ts"
import { check, checkNames, type InvalidOptions } from "../../session/options.ts"
import { endSession as end, makeSeparate } from "../../session/separateClient.ts"
import * as AgentKey from "../../wire/agentKey.ts"
import type { CreatedUserApiKey } from "../../wire/apiKeys.ts"
import * as wire from "../../wire/userApiKeys.ts"
import { cleanName } from "../agentName.ts"
import { addAgent, areScopes, type CliAgent, isResource } from "./agentRequest.ts"
import { type LoginError, type LoginOptions, obtainRefreshToken } from "./login.ts"

/** Options for `authorizeAgent`. */
export interface AuthorizeAgentOptions<E = never, R = never> extends Omit<LoginOptions<E, R>, "anonRefreshToken"> {
  /** The agent's name, which the user sees, in one line of at most 64 characters: `Backup agent`. */
  readonly name: string
  /** The URL of the server for which the agent requests the key, such as an MCP server. */
  readonly resource: string
  /** The scopes that the key has. By default, it may do everything that the user can do on that server. */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The time until the key expires: 30 days by default. */
  readonly keyLifetime?: Duration.Input | undefined
  /**
   * Set to `true` to end the session that confirmed the request, also if no key could be created. The user's browser has the same
   * session, and is signed out. `false` by default.
   */
  readonly endSession?: boolean | undefined
}

const names: OptionNames<AuthorizeAgentOptions<unknown, unknown>> = {
  appUrl: true,
  urls: true,
  open: true,
  expiresIn: true,
  waitTime: true,
  maxAttempts: true,
  name: true,
  resource: true,
  scopes: true,
  keyLifetime: true,
  endSession: true
}

/** Errors from `authorizeAgent`: those of `login`, and those of the key's creation. */
export type AuthorizeAgentError = LoginError | Errors<typeof wire.create>

/**
 * Authorizes a local agent: shows the user a URL like `signIn`, and creates a user API key after the user confirms.
 * Returns the key. The description names the agent, the resource and the scopes, so that the account settings list the agent.
 *
 * **When to use**
 *
 * Use this for an agent on the user's device that has no redirect URI, and if the user trusts that program. Remote agents, and
 * agents that can listen on a loopback address, use the app's authorization server and never get a session.
 *
 * **Details**
 *
 * The agent never stores a session. The session from the service stays in memory, creates the key, and is forgotten. The user's
 * browser has the same session, so it is ended only with `endSession`. The session of the client does not change.
 *
 * **Gotchas**
 *
 * The page shows name and scopes, with a warning that they are not verified. The user accepts all scopes or none, since the service passes
 * no choice back. The project must allow API keys for users, or the creation fails with the `ApiError` reason `RequestRefused`.
 *
 * **Example** (An agent for notes)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Cli } from "latchkey"
 *
 * const key = Cli.authorizeAgent({
 *   name: "Backup agent",
 *   resource: "https://app.example.com/mcp",
 *   scopes: ["notes:read"],
 *   keyLifetime: "7 days",
 *   appUrl: "https://app.example.com",
 *   open: (url) => Console.log(`Open ${Redacted.value(url)}`)
 * }).pipe(Effect.map(({ value }) => value))
 * ```
 */
export const authorizeAgent: <E = never, R = never>(
  options: AuthorizeAgentOptions<E, R>
) => Effect.Effect<CreatedUserApiKey, AuthorizeAgentError | E, Client | R> = (options) =>
  trace("Cli.authorizeAgent", authorize(options))

const authorize = Effect.fnUntraced(function*<E, R>(
  options: AuthorizeAgentOptions<E, R>
): Effect.fn.Return<CreatedUserApiKey, AuthorizeAgentError | E, Client | R> {
  yield* checkNames(options, names)
  const { endSession = false, keyLifetime, name, resource, scopes, ...login } = options
  const agent = yield* checkAgent({
    name,
    resource,
    scopes: scopes ?? [],
    keyLifetimeMillis: millisOf(keyLifetime ?? "30 days")
  })
  const client = yield* Client
  const refreshToken = yield* obtainRefreshToken(login, (page) => addAgent(page, agent))
  const tokens = { refreshToken, accessToken: undefined }
  const created = createKey(agent).pipe(Effect.provideService(Client, yield* makeSeparate(client, tokens)))
  return yield* endSession ? Effect.ensuring(created, end(client, tokens)) : created
})

/** Checks the options that describe the agent. */
const checkAgent = (agent: CliAgent): Effect.Effect<CliAgent, InvalidOptions> =>
  Effect.gen(function*() {
    const { keyLifetimeMillis, name, resource, scopes } = agent
    yield* check("name", cleanName(name) === name, "must be one line of 1 to 64 characters")
    yield* check("resource", isResource(resource), "must be an absolute http or https URL")
    yield* check("scopes", areScopes(scopes), "must be scopes without spaces and quotation marks (RFC 6749 § 3.3)")
    yield* check(
      "keyLifetime",
      Number.isFinite(keyLifetimeMillis) && keyLifetimeMillis > 0,
      "must be a finite duration greater than 0"
    )
    return agent
  })

const createKey = ({ keyLifetimeMillis, name, resource, scopes }: CliAgent) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const date = new Date(now).toISOString().slice(0, 10)
    return callAsClient(wire.create, {
      payload: {
        userId: "me",
        description: AgentKey.format({ clientName: name, date, resource, scopes }),
        expiresAt: new Date(now + keyLifetimeMillis),
        isPublic: undefined
      }
    })
  })
