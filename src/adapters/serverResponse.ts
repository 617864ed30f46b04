/** Authentication for requests to Effect's HTTP server. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { AuthenticationRequest } from "../server/Authentication.ts"
import { Authorization } from "../server/Authorization.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { Principal } from "../server/Principal.ts"
import type * as AuthGate from "./AuthGate.ts"
import { findAuthError, type GateServices } from "./gateServices.ts"
import * as responseHeaders from "./responseHeaders.ts"

/** The requests that a route admits, and its responses to errors. */
interface Policy {
  /** Returns the request to authenticate, or the problem of a refused request. */
  readonly admit: (request: AuthenticationRequest) => AuthenticationRequest | AuthProblem.AuthProblem
  readonly toProblem: (error: AuthProblem.AuthError) => AuthProblem.AuthProblem
}

const defaultPolicy: Policy = { admit: (request) => request, toProblem: AuthProblem.make }

/**
 * Authenticates the current request, and runs a route with its principal. Refused credentials make the request signed out, and
 * their error is the response if the route needs a user. Authentication errors become problem details, also the
 * route's. Every response to the request gets the authentication's headers.
 */
export const authenticate = <E, R>(
  { authorization, gate }: GateServices,
  route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  rule: AuthGate.Rule,
  { admit, toProblem }: Policy = defaultPolicy
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Exclude<E, AuthProblem.AuthError>,
  Exclude<R, Principal | Authorization> | HttpServerRequest.HttpServerRequest
> =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request) => {
      const admitted = admit(toRequest(request))
      if ("body" in admitted) return Effect.succeed(toResponse(admitted))
      return Effect.flatMap(gate(admitted, rule, request), (admission) => {
        const { authenticated, refusal } = admission
        if (authenticated === undefined) return Effect.sync(() => toResponse(toProblem(refusal)))
        return Effect.andThen(
          HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.map(authenticated.settle, () => addHeaders(response, authenticated.headers))
          ),
          refusal === undefined
            ? runRoute(route, admission.principal, authorization, toProblem)
            : Effect.sync(() => toResponse(toProblem(refusal)))
        )
      })
    }
  )

/** Runs a route, and responds to its authentication and authorization errors. */
const runRoute = <E, R>(
  route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  principal: AuthGate.AnyPrincipal,
  authorization: Authorization["Service"],
  toProblem: Policy["toProblem"]
) =>
  route.pipe(
    Effect.provide(Context.make(Principal, principal).pipe(Context.add(Authorization, authorization))),
    Effect.catch((error) =>
      Effect.flatMap(findAuthError(unwrap(error), principal), (found) =>
        // Sound: without one, the error is no authentication error.
        found === undefined
          ? Effect.fail(error as Exclude<E, AuthProblem.AuthError>)
          : Effect.succeed(toResponse(toProblem(found))))
    )
  )

/** `HttpApiBuilder` wraps handler errors behind a security middleware. */
const unwrap = (error: unknown): unknown =>
  typeof error === "object" && error !== null && !(error instanceof Error) && "error" in error ? error.error : error

/** The host's original request has the headers that Node.js received more than once. */
export const toRequest = (request: HttpServerRequest.HttpServerRequest): AuthenticationRequest => {
  const { headers, method, originalUrl, source } = request
  return {
    method,
    headers,
    // A web request's absolute URL, which has no `Host` header.
    url: originalUrl,
    rawHeaders: "rawHeaders" in source && Array.isArray(source.rawHeaders) ? source.rawHeaders : undefined
  }
}

const toResponse = ({ body, headers, status }: AuthProblem.AuthProblem): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(body, { status, headers, contentType: AuthProblem.contentType })

const addHeaders = (response: HttpServerResponse.HttpServerResponse, added: Headers) =>
  withHeaders(response, (headers) => responseHeaders.addTo(headers, added))

/** Returns the response with changed headers. */
export const withHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  change: (headers: responseHeaders.ResponseHeaders) => void
): HttpServerResponse.HttpServerResponse => {
  let result = response
  change({
    get: (name) => result.headers[name],
    set: (name, value) => {
      result = HttpServerResponse.setHeader(result, name, value)
    },
    appendSetCookie: (lines) => {
      result = HttpServerResponse.mergeCookies(result, toCookies(lines))
    }
  })
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
