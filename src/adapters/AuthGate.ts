/**
 * The gate that all adapters share. It authenticates a request once, and refuses requests that a route does not accept. An
 * adapter only translates its host's request, response and errors. Next.js shares the authentication, and redirects instead of
 * refusing.
 */
import * as Effect from "effect/Effect"
import {
  type Authenticated,
  type AuthenticateOptionalError,
  type AuthenticateOptions,
  type AuthenticationRequest,
  checkAuthenticateOptions,
  freezeChecked
} from "../server/Authenticated.ts"
import type { SignInRequired } from "../server/authenticationErrors.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { headerNames, read } from "../server/credentialHeaders.ts"
import type { CredentialsError, Principal, SignedOutPrincipal } from "../server/Principal.ts"
import { makeSignInError } from "../server/refusedCredentials.ts"

/** A principal, also a signed-out one. */
export type AnyPrincipal = Principal["Service"]

/** Any principal except `SignedOut`. */
export type PresentPrincipal = Exclude<AnyPrincipal, SignedOutPrincipal>

/** A route's rule: the options for its authentication, and the principals that it accepts. */
export interface Rule<P extends AnyPrincipal = AnyPrincipal> {
  readonly options: AuthenticateOptions | undefined
  /** Equal for equal options only. */
  readonly key: string
  readonly accepts: (principal: AnyPrincipal) => principal is P
}

/** The gate's answer: an accepted principal, or the error to respond with. Without a result, authentication failed. */
type Admission<P extends AnyPrincipal = AnyPrincipal> =
  | { readonly authenticated: Authenticated; readonly principal: P; readonly refusal: undefined }
  | { readonly authenticated: Authenticated; readonly refusal: CredentialsError | SignInRequired }
  | { readonly authenticated: undefined; readonly refusal: AuthenticateOptionalError }

/**
 * Admits a request by a rule. `exchange` is a host object that exists once for each request, such as the response: rules with
 * equal options share its authentication. A web `Request` is no exchange, because a program can send it several times.
 */
export type AuthGate<R = never> = <P extends AnyPrincipal>(
  request: AuthenticationRequest,
  rule: Rule<P>,
  exchange?: object
) => Effect.Effect<Admission<P>, never, R>

const makeRule = <P extends AnyPrincipal>(given: AuthenticateOptions | undefined, accepts: Rule<P>["accepts"]) => {
  Effect.runSync(checkAuthenticateOptions(given))
  // A missing option here does not compile: rules with different options must not share a result.
  const options: { readonly [K in keyof AuthenticateOptions]-?: AuthenticateOptions[K] | undefined } = {
    allowAnonymous: given?.allowAnonymous ?? false,
    allowRestricted: given?.allowRestricted ?? false,
    freshness: given?.freshness ?? "token",
    allowAgentsFor: given?.allowAgentsFor
  }
  return { options: given === undefined ? undefined : freezeChecked(options), key: JSON.stringify(options), accepts }
}

/** Creates a rule that accepts all principals. Throws `InvalidOptions`, so that the program fails when it starts. */
export const acceptAll = (options: AuthenticateOptions | undefined): Rule =>
  makeRule(options, (_principal): _principal is AnyPrincipal => true)

/** Creates a rule that refuses signed-out requests. Throws like {@link acceptAll}. */
export const requirePrincipal = (options: AuthenticateOptions | undefined): Rule<PresentPrincipal> =>
  makeRule(options, (principal) => principal._tag !== "SignedOut")

type Authenticate<R> = (
  request: AuthenticationRequest,
  options?: AuthenticateOptions
) => Effect.Effect<Authenticated, AuthenticateOptionalError, R>

/** A request's authentication by a rule, and the request's parts at that time. */
interface Visit<R> {
  readonly key: string
  readonly parts: ReadonlyArray<unknown>
  readonly authenticated: ReturnType<Authenticate<R>>
}

/**
 * Creates a function that authenticates an exchange once, also for concurrent callers and after a failure. It authenticates
 * again for other options, and after a handler has changed the request's method or credentials.
 */
export const makeAuthenticateOnce = <R>(authenticate: Authenticate<R>) => {
  const visits = new WeakMap<object, ReadonlyArray<Visit<R>>>()

  return (request: AuthenticationRequest, { key, options }: Rule, exchange: object): ReturnType<Authenticate<R>> =>
    Effect.suspend(() => {
      const parts = readParts(request)
      const known = visits.get(exchange)?.find((visit) =>
        visit.key === key && visit.parts.every((part, i) => part === parts[i])
      )
      if (known !== undefined) return known.authenticated
      return Effect.flatMap(Effect.cached(authenticate(request, options)), (authenticated) => {
        visits.set(exchange, [...visits.get(exchange) ?? [], { key, parts, authenticated }])
        return authenticated
      })
    })
}

/** Creates a gate. */
export const make = <R>(authenticate: Authenticate<R>): AuthGate<R> => {
  const authenticateOnce = makeAuthenticateOnce(authenticate)

  return <P extends AnyPrincipal>(request: AuthenticationRequest, rule: Rule<P>, exchange?: object) => {
    const authenticated = exchange === undefined
      ? authenticate(request, rule.options)
      : authenticateOnce(request, rule, exchange)
    return Effect.match(Effect.tapError(authenticated, logUnavailable), {
      onFailure: (refusal): Admission<P> => ({ authenticated: undefined, refusal }),
      onSuccess: (authenticated) => {
        const { principal } = authenticated
        return rule.accepts(principal)
          ? { authenticated, principal, refusal: undefined }
          : { authenticated, refusal: makeSignInError(principal) }
      }
    })
  }
}

/** Returns the parts that authentication depends on. Routers change the path, which is no such part. */
const readParts = (request: AuthenticationRequest): ReadonlyArray<unknown> => {
  const { method, url } = request
  const headers = read(request)
  const isPath = typeof url === "string" && url.startsWith("/")
  return [method, isPath ? "/" : url, headers.hasSeveralAuthorizations, ...headerNames.map(headers.get)]
}

/** Logs an unavailable service's error, because the response does not contain the cause. */
export const logUnavailable = (error: AuthProblem.AuthError): Effect.Effect<void> =>
  AuthProblem.make(error).status === 503 ? Effect.logError(error) : Effect.void

/** Returns the response to an authentication or authorization error, and `undefined` for other errors. */
export const toResponse = (error: unknown): Response | undefined =>
  AuthProblem.isAuthError(error) ? AuthProblem.toResponse(error) : undefined
