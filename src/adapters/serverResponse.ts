/** Authentication for requests to Effect's HTTP server. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Authentication, type AuthenticationRequest } from "../server/Authentication.ts"
import { Authorization } from "../server/Authorization.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { Principal } from "../server/Principal.ts"
import { findRefusal, toSignedOut } from "../server/refusedCredentials.ts"
import * as AuthGate from "./AuthGate.ts"
import * as responseHeaders from "./responseHeaders.ts"

interface Services {
  readonly gate: AuthGate.AuthGate
  readonly authorization: Authorization["Service"]
}

/** All middlewares over one service share a gate, so that a request with two of them is authenticated once. */
const gates = /*#__PURE__*/ new WeakMap<Authentication["Service"], AuthGate.AuthGate>()

const getGate = (authentication: Authentication["Service"]): AuthGate.AuthGate => {
  const known = gates.get(authentication)
  if (known !== undefined) return known
  const gate = AuthGate.make((request, options) => toSignedOut(authentication.authenticate(request, options)))
  gates.set(authentication, gate)
  return gate
}

/** Returns the services in the context. */
export const services: Effect.Effect<Services, never, Authentication | Authorization> = Effect.all({
  gate: Effect.map(Authentication, getGate),
  authorization: Authorization
})

/**
 * Authenticates the current request, and runs a route with its principal. Refused credentials make the request signed out, and
 * their error is the response if the route needs a user. Authentication errors become problem details, also the
 * route's. Every response to the request gets the authentication's headers.
 */
export const authenticate = <E, R>(
  { authorization, gate }: Services,
  route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  rule: AuthGate.Rule
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Exclude<E, AuthProblem.AuthError>,
  Exclude<R, Principal | Authorization> | HttpServerRequest.HttpServerRequest
> =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request) =>
      Effect.flatMap(gate(toRequest(request), rule, request), (admission) => {
        const { authenticated, refusal } = admission
        if (authenticated === undefined) return Effect.sync(() => toResponse(refusal))
        return Effect.andThen(
          HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.map(authenticated.settle, () => addHeaders(response, authenticated.headers))
          ),
          refusal === undefined
            ? runRoute(route, admission.principal, authorization)
            : Effect.sync(() => toResponse(refusal))
        )
      })
  )

/** Runs a route, and responds to its authentication and authorization errors. */
const runRoute = <E, R>(
  route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  principal: AuthGate.AnyPrincipal,
  authorization: Authorization["Service"]
) =>
  route.pipe(
    Effect.provide(Context.make(Principal, principal).pipe(Context.add(Authorization, authorization))),
    Effect.catch((error) => {
      const cause = unwrap(error)
      // Sound: the other branch has no authentication errors.
      if (!AuthProblem.isAuthError(cause)) return Effect.fail(error as Exclude<E, AuthProblem.AuthError>)
      const problem = cause._tag === "SignInRequired" ? findRefusal(principal) ?? cause : cause
      return Effect.as(AuthGate.logUnavailable(problem), toResponse(problem))
    })
  )

/** `HttpApiBuilder` wraps handler errors behind a security middleware. */
const unwrap = (error: unknown): unknown =>
  typeof error === "object" && error !== null && !(error instanceof Error) && "error" in error ? error.error : error

/** The host's original request has the headers that Node.js received more than once. */
const toRequest = (request: HttpServerRequest.HttpServerRequest): AuthenticationRequest => {
  const { headers, method, originalUrl, source } = request
  return {
    method,
    headers,
    // A web request's absolute URL, which has no `Host` header.
    url: originalUrl,
    rawHeaders: "rawHeaders" in source && Array.isArray(source.rawHeaders) ? source.rawHeaders : undefined
  }
}

const toResponse = (error: AuthProblem.AuthError): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = AuthProblem.make(error)
  return HttpServerResponse.jsonUnsafe(body, { status, headers, contentType: AuthProblem.contentType })
}

const addHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  added: Headers
): HttpServerResponse.HttpServerResponse => {
  let result = response
  responseHeaders.addTo({
    get: (name) => result.headers[name],
    set: (name, value) => {
      result = HttpServerResponse.setHeader(result, name, value)
    },
    appendSetCookie: (lines) => {
      result = HttpServerResponse.mergeCookies(result, toCookies(lines))
    }
  }, added)
  return result
}

/**
 * Cookies for several domains may share a name. `Cookies` is a record by name, whose keys are not sent, so each cookie gets
 * a unique key.
 */
const toCookies = (lines: ReadonlyArray<string>): Cookies.Cookies =>
  Cookies.fromReadonlyRecord(
    Object.fromEntries(
      lines.flatMap((line) =>
        Object.values(Cookies.fromSetCookie(line).cookies).map((cookie) => [`latchkey ${line}`, cookie])
      )
    )
  )
