/** The client half for `HttpApi`: an `HttpApiClient` sends the user's access token. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { judgeRefusal, sendWithAccessToken } from "../account/sendWithAccessToken.ts"
import type { ApiError } from "../call/ApiError.ts"
import { isApiOrigin } from "../session/apiUrl.ts"
import { Client } from "../session/ClientService.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, checkNames, type InvalidOptions } from "../session/options.ts"
import { findRefusal } from "../session/OriginNotAllowed.ts"
import { OptionalAuth, RequireAuth } from "./HttpApiAuth.ts"

/** Options for {@link layerClient}. */
export interface ClientOptions {
  /**
   * The origins that get the user's access token, such as `https://api.example.com`. They need `https:`, or `http:` on this
   * machine. A browser resolves relative URLs against the page, so list the page's origin for them.
   */
  readonly origins: ReadonlyArray<string>
}

const optionNames: OptionNames<ClientOptions> = { origins: true }

/** The services that a generated client requires for endpoints with the middlewares. */
export type ForClient =
  | HttpApiMiddleware.ForClient<RequireAuth>
  | HttpApiMiddleware.ForClient<OptionalAuth>

/** One attempt of a request, between the middleware and the HTTP client. */
interface Attempt {
  readonly token: Redacted.Redacted<string> | null
  /** How the request was sent: with the token, with the program's own `Authorization` header, or not yet. */
  sent: "token" | "own header" | undefined
}

/** The current request's attempt. Only the HTTP client knows the request's final URL. */
const CurrentAttempt = /*#__PURE__*/ Context.Reference<Attempt | undefined>("latchkey/http-api/CurrentAttempt", {
  defaultValue: () => undefined
})

/** Returns the request's origin; `undefined` for a relative URL outside a browser. */
const originOf = (request: HttpClientRequest.HttpClientRequest): string | undefined =>
  Option.getOrUndefined(HttpClientRequest.toUrl(request))?.origin

const explain = (origin: string | undefined, url: string): string =>
  origin === undefined
    ? `"${url}" has no origin: pass baseUrl to HttpApiClient.make`
    : `Add "${origin}" to the option origins, or use layerClientNoop`

/** Returns an HTTP client that adds the current attempt's token, after all changes to the request. */
const addTokens = (client: HttpClient.HttpClient, origins: ReadonlyArray<string>): HttpClient.HttpClient =>
  HttpClient.makeWith(
    Effect.flatMap((request: HttpClientRequest.HttpClientRequest) =>
      Effect.flatMap(CurrentAttempt, (attempt) => {
        const send = (request: HttpClientRequest.HttpClientRequest) => client.postprocess(Effect.succeed(request))
        if (attempt === undefined) return send(request)
        const origin = originOf(request)
        const refusal = findRefusal("layerClient", origins, origin, explain(origin, request.url))
        if (refusal !== undefined) {
          // A second request of an attempt is a redirect. Like `fetch`, follows it without the token.
          return attempt.sent === undefined ? Effect.die(refusal) : send(request)
        }
        const isOwn = request.headers["authorization"] !== undefined
        attempt.sent = isOwn ? "own header" : "token"
        return send(isOwn || attempt.token === null ? request : HttpClientRequest.bearerToken(request, attempt.token))
      })
    ),
    client.preprocess
  )

/** A stream can be read once. */
const isRepeatable = ({ body }: HttpClientRequest.HttpClientRequest): boolean => body._tag !== "Stream"

const makeMiddleware = (
  client: Client["Service"]
): HttpApiMiddleware.HttpApiMiddlewareClient<never, ApiError, never> =>
({ next, request }) =>
  Effect.suspend(() => {
    let last: Attempt | undefined
    return sendWithAccessToken(
      (token) => {
        const attempt: Attempt = last = { token, sent: undefined }
        return Effect.tap(
          Effect.provideService(next(request), CurrentAttempt, attempt),
          () => attempt.sent === undefined ? Effect.die(new Error(otherClient)) : Effect.void
        )
      },
      (response) =>
        response.status === 401 && last?.sent === "token" && isRepeatable(request)
          ? judgeRefusal({
            header: (name) => response.headers[name],
            text: () => Effect.catch(response.text, () => Effect.succeed(""))
          })
          : Effect.succeed("accepted" as const)
    ).pipe(Effect.provideService(Client, client))
  })

const otherClient = "The request was sent without a token, by an HttpClient that is not from layerClient. " +
  "Provide layerClient to HttpApiClient.make after the layer of the HttpClient"

/**
 * Layer with which an `HttpApiClient` sends the user's access token in each request to endpoints with `RequireAuth` or
 * `OptionalAuth`. It also replaces the program's `HttpClient`, where a request has its final URL.
 *
 * **Details**
 *
 * A token that is about to expire is refreshed before the request; concurrent requests share the refresh. After a response
 * with status 401, the layer requests a new token and repeats the request once. If the server requires a recent sign-in, the
 * user is asked to sign in again, as `Reverification` describes, and the request is repeated once. It does not repeat a request
 * whose body is a stream. Without a signed-in user, the request is sent without a token. The
 * program's own `Authorization` header is kept.
 *
 * A request to an origin that is not in `origins` is not sent: the call dies with `OriginNotAllowed`. If no token is available,
 * because the service does not respond, the call fails with `ApiError`.
 *
 * **Example** (A client with the user's token)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as HttpApi from "effect/http-api/HttpApi"
 * import * as HttpApiClient from "effect/http-api/HttpApiClient"
 * import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
 * import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import * as Layer from "effect/Layer"
 * import * as Schema from "effect/Schema"
 * import * as HttpApiAuth from "latchkey/http-api"
 *
 * const Reports = HttpApiGroup.make("reports")
 *   .add(HttpApiEndpoint.get("list", "/reports", { success: Schema.Array(Schema.String) }))
 *   .middleware(HttpApiAuth.RequireAuth)
 * const Api = HttpApi.make("api").add(Reports)
 *
 * const listReports = Effect.gen(function*() {
 *   const client = yield* HttpApiClient.make(Api, { baseUrl: "https://api.example.com" })
 *   return yield* client.reports.list()
 * }).pipe(Effect.provide(
 *   HttpApiAuth.layerClient({ origins: ["https://api.example.com"] }).pipe(Layer.provide(FetchHttpClient.layer))
 * ))
 * ```
 *
 * **Gotchas**
 *
 * A redirect to another origin is followed without the token.
 *
 * @see {@link layerClientNoop} for a client that authenticates in another way
 */
export const layerClient = (
  options: ClientOptions
): Layer.Layer<ForClient | HttpClient.HttpClient, InvalidOptions, Client | HttpClient.HttpClient> =>
  Layer.unwrap(Effect.gen(function*() {
    yield* checkNames(options, optionNames)
    const { origins } = options
    const areOrigins = Array.isArray(origins) && origins.every((origin) => isApiOrigin(origin, false))
    yield* check("origins", areOrigins, "must be a list of https origins, such as https://api.example.com")
    const middleware = makeMiddleware(yield* Client)
    return Layer.mergeAll(
      HttpApiMiddleware.layerClient(RequireAuth, middleware),
      HttpApiMiddleware.layerClient(OptionalAuth, middleware),
      Layer.succeed(HttpClient.HttpClient, addTokens(yield* HttpClient.HttpClient, origins))
    )
  }))

/**
 * Layer for an `HttpApiClient` that authenticates in another way: with the cookies that a browser adds, or with a header that
 * `transformClient` sets, such as an API key. It leaves requests unchanged.
 */
export const layerClientNoop: Layer.Layer<ForClient> = /*#__PURE__*/ Layer.mergeAll(
  /*#__PURE__*/ HttpApiMiddleware.layerClient(RequireAuth, ({ next, request }) => next(request)),
  /*#__PURE__*/ HttpApiMiddleware.layerClient(OptionalAuth, ({ next, request }) => next(request))
)

export { OriginNotAllowed } from "../session/OriginNotAllowed.ts"
