/** Authentication of requests to Effect's HTTP server. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Authentication from "../server/Authentication.ts"
import { Authorization } from "../server/Authorization.ts"
import * as AuthProblem from "../server/AuthProblem.ts"
import { Principal } from "../server/Principal.ts"
import { findRefusal, makeSignInError, toSignedOut } from "../server/refusedCredentials.ts"
import { toPlain } from "../session/optionNames.ts"
import { checkOptions, logUnavailable } from "./RequestAuth.ts"
import * as responseHeaders from "./responseHeaders.ts"

/** A middleware's steps. */
export interface Steps extends Authentication.AuthenticateOptions {
  /** Responds with 401 if the request has no principal. */
  readonly isRequired: boolean
}

/**
 * Creates a middleware's steps. Throws `InvalidOptions` for an unknown option, so that the program fails when it starts.
 */
export const makeSteps = (isRequired: boolean, options: Authentication.AuthenticateOptions): Steps => {
  checkOptions(options)
  return { ...toPlain(options), isRequired }
}

/** A middleware's services. */
export interface Services {
  readonly authentication: Authentication.Authentication["Service"]
  readonly authorization: Authorization["Service"]
}

/** Returns the services in the context. */
export const services: Effect.Effect<Services, never, Authentication.Authentication | Authorization> = Effect.all({
  authentication: Authentication.Authentication,
  authorization: Authorization
})

/**
 * Authenticates the current request, and runs a route with its principal. Refused credentials make the request signed out, and
 * their error is the response if the route needs a user. Errors of authentication become problem details, also those of the
 * route. The headers of the authentication are added to every response of the request.
 */
export const authenticate = <E, R>(
  { authentication, authorization }: Services,
  route: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { isRequired, ...options }: Steps
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Exclude<E, AuthProblem.AuthError>,
  Exclude<R, Principal | Authorization> | HttpServerRequest.HttpServerRequest
> =>
  Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request) =>
      toSignedOut(authentication.authenticate(toRequest(request), options)).pipe(
        Effect.matchEffect({
          onFailure: respond,
          onSuccess: (authenticated) => {
            const { principal } = authenticated
            return Effect.andThen(
              HttpEffect.appendPreResponseHandler((_request, response) =>
                Effect.map(authenticated.settle, () => addHeaders(response, authenticated.headers))
              ),
              isRequired && principal._tag === "SignedOut"
                ? respond(makeSignInError(principal))
                : route.pipe(
                  Effect.provide(Context.make(Principal, principal).pipe(Context.add(Authorization, authorization))),
                  Effect.catch((error) => {
                    const cause = unwrap(error)
                    // Sound: the errors of the other branch are not errors of authentication.
                    if (!AuthProblem.isAuthError(cause)) return Effect.fail(error as Exclude<E, AuthProblem.AuthError>)
                    return respond(cause._tag === "SignInRequired" ? findRefusal(principal) ?? cause : cause)
                  })
                )
            )
          }
        })
      )
  )

/** `HttpApiBuilder` wraps the errors of handlers behind a security middleware. */
const unwrap = (error: unknown): unknown =>
  typeof error === "object" && error !== null && !(error instanceof Error) && "error" in error ? error.error : error

/** The host's original request has the headers that Node.js received more than once. */
const toRequest = (request: HttpServerRequest.HttpServerRequest): Authentication.AuthenticationRequest => {
  const { headers, method, originalUrl, source } = request
  return {
    method,
    headers,
    // The absolute URL of a web request, which has no `Host` header.
    url: originalUrl,
    rawHeaders: "rawHeaders" in source && Array.isArray(source.rawHeaders) ? source.rawHeaders : undefined
  }
}

/** Creates an error's response, and logs an unavailable service. */
const respond = (error: AuthProblem.AuthError): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { body, headers, status } = AuthProblem.make(error)
  const response = Effect.sync(() =>
    HttpServerResponse.jsonUnsafe(body, { status, headers, contentType: AuthProblem.contentType })
  )
  return Effect.andThen(logUnavailable(error), response)
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
 * Cookies of several domains may share a name. `Cookies` is a record by name, whose keys are not sent, so each cookie gets
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
