/** A request's principal: the user or team that sent it. */
import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Claims, Verified } from "../session/Claims.ts"
import type { AgentKey } from "../wire/agentKey.ts"
import type { TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import type { AccessTokenExpired, AccessTokenInvalid } from "./AccessToken.ts"
import type { ApiKeyInvalid, CredentialsMalformed, SessionRevoked } from "./authenticationErrors.ts"

/**
 * The source of a request's session: a header, cookies from the service's clients, or a session cookie that identifies
 * tokens on the server.
 */
export type SessionSource = "header" | "cookie" | "serverSession"

/** The properties of a principal with a session. The access token's signature is verified. */
export interface SessionPrincipal {
  readonly userId: string
  readonly sessionId: string | undefined
  readonly claims: Verified<Claims>
  readonly accessToken: Redacted.Redacted<string>
  readonly source: SessionSource
}

/** A signed-in user. With `allowRestricted`, the user may be restricted: see `claims.isRestricted`. */
export interface UserPrincipal extends SessionPrincipal {
  readonly _tag: "User"
}

/** An anonymous user. Only returned with `allowAnonymous`. */
export interface AnonymousPrincipal extends SessionPrincipal {
  readonly _tag: "AnonymousUser"
}

/** A user, identified by an API key. */
export interface UserApiKeyPrincipal {
  readonly _tag: "UserApiKey"
  readonly userId: string
  readonly apiKey: UserApiKey
  /** The agent that got the key with the user's consent. Only present with `allowAgentsFor`, and for its resource. */
  readonly agent?: AgentKey | undefined
}

/** A team, identified by an API key. */
export interface TeamApiKeyPrincipal {
  readonly _tag: "TeamApiKey"
  readonly teamId: string
  readonly apiKey: TeamApiKey
}

/** The errors for refused credentials. Status 401. */
export type CredentialsError =
  | AccessTokenExpired
  | AccessTokenInvalid
  | CredentialsMalformed
  | ApiKeyInvalid
  | SessionRevoked

/**
 * No user. `reason` is `none` without credentials, `sessionEnded` if the service has ended the session in the cookies,
 * `replacedIdUsed` if a session on the server was ended because its id was probably stolen, `credentialsRefused` if a header has an expired, invalid or malformed credential, `anonymous` or `restricted` for a kind of
 * user that the options do not allow.
 */
export interface SignedOutPrincipal {
  readonly _tag: "SignedOut"
  readonly reason: "none" | "sessionEnded" | "replacedIdUsed" | "credentialsRefused" | "anonymous" | "restricted"
  /** The refused credentials' error: the response of routes that need a user. */
  readonly error?: CredentialsError | undefined
}

export type { AgentKey } from "../wire/agentKey.ts"

/**
 * The current request's principal. Adapters provide it to handlers.
 *
 * **Example** (A greeting)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Principal } from "latchkey/server"
 *
 * const greeting = Effect.map(Principal, (principal) =>
 *   principal._tag === "User" ? `Hello, ${principal.claims.name ?? principal.userId}!` : "Hello!")
 * ```
 */
export class Principal extends withLayerHint(
  Context.Service<
    Principal,
    UserPrincipal | AnonymousPrincipal | UserApiKeyPrincipal | TeamApiKeyPrincipal | SignedOutPrincipal
  >()("latchkey/server/Principal"),
  "a middleware of latchkey/http-api, latchkey/http-router, latchkey/rpc or latchkey/mcp, or the result of Authentication.authenticate"
) {}
