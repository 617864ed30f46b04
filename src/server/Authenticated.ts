/** An authentication's input and result. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiError } from "../call/ApiError.ts"
import { optionRules } from "../call/optionRules.ts"
import type { RequestLike } from "../platform/requestHeaders.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import type { VerifyOptions } from "./AccessToken.ts"
import type { CredentialsConflict, CrossSiteRequest } from "./authenticationErrors.ts"
import { identifierRule, parseIdentifier } from "./identifiers.ts"
import type { JwksUnavailable } from "./Jwks.ts"
import type { CredentialsError, Principal } from "./Principal.ts"
import type { SessionStoreUnavailable } from "./SessionStore.ts"
import { checkServerNames } from "./verificationOptions.ts"

/** A request: a web `Request`, a Node.js `IncomingMessage`, or another framework's request. */
export interface AuthenticationRequest extends RequestLike {
  /** The HTTP method. A request without one is treated as unsafe. */
  readonly method?: string | undefined
  /** The names and values of all headers, as in Node.js. They reveal a repeated `Authorization` header. */
  readonly rawHeaders?: ReadonlyArray<string> | undefined
}

/** Options for one authentication. */
export interface AuthenticateOptions extends VerifyOptions {
  /**
   * `token`, the default, accepts an access token until it expires, ten minutes after it was issued. `session` checks
   * with one request to the service that the session still exists, and bypasses the API key cache.
   */
  readonly freshness?: "token" | "session" | undefined
  /**
   * The resource whose agents are accepted, such as `https://app.example.com/mcp`. An agent's API key is valid for the resource that
   * its user has consented to. By default, the keys of agents are refused with `ApiKeyInvalid`.
   */
  readonly allowAgentsFor?: string | undefined
}

/** The option names for one authentication. */
export const authenticateNames: OptionNames<AuthenticateOptions> = {
  allowAnonymous: true,
  allowRestricted: true,
  freshness: true,
  allowAgentsFor: true
}

const freshnesses: ReadonlyArray<AuthenticateOptions["freshness"]> = [undefined, "token", "session"]

const checked = /*#__PURE__*/ new WeakSet<object>()

/** Freezes options that were checked, so that no authentication checks them again. */
export const freezeChecked = <O extends AuthenticateOptions>(options: O): O => {
  checked.add(Object.freeze(options))
  return options
}

/**
 * Fails with `InvalidOptions` for an option that is unknown, and for an invalid `freshness` or `allowAgentsFor`. Runs synchronously. A misspelled
 * option would be a check that does not run.
 */
export const checkAuthenticateOptions = (
  options: AuthenticateOptions | undefined
): Effect.Effect<void, InvalidOptions> =>
  options !== undefined && checked.has(options) ? Effect.void : Effect.andThen(
    checkServerNames(options, authenticateNames),
    Effect.andThen(
      check("freshness", freshnesses.includes(options?.freshness), optionRules.oneOf("token", "session")),
      check("allowAgentsFor", isResource(options?.allowAgentsFor), identifierRule)
    )
  )

const isResource = (resource: unknown): boolean => resource === undefined || parseIdentifier(resource) !== undefined

/** An authentication's result. */
export interface Authenticated {
  readonly principal: Principal["Service"]
  /**
   * Headers to add to the response: `set-cookie` after a refresh, and `cache-control` and `vary`, which keep the response
   * of one user out of shared caches.
   *
   * Read them when the response is sent: if the session was signed out in the meantime, they set no cookies of it.
   */
  readonly headers: Headers
  /**
   * Checks in the processes' shared state if the session was signed out in the meantime. Then `headers` sets no cookies
   * of it. Sends nothing if `headers` sets no cookies. The adapters run it before each response.
   */
  readonly settle: Effect.Effect<void>
  /** The `Cookie` header that the browser sends after this response; `undefined` if the cookies do not change. */
  readonly requestCookies: Redacted.Redacted<string> | undefined
}

/** Errors from `Authentication.authenticate`. */
export type AuthenticateError = CredentialsError | AuthenticateOptionalError

/** Errors from `Authentication.authenticateOptional`. */
export type AuthenticateOptionalError =
  | CredentialsConflict
  | CrossSiteRequest
  | JwksUnavailable
  | SessionStoreUnavailable
  | ApiError
