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
  /** The last request had the token or another header, or went to another origin. Absent before the first one. */
  sent: "token" | "own header" | "elsewhere" | undefined
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

/** Adds the attempt's token, unless the request already has the header. */
const addToken = (request: HttpClientRequest.HttpClientRequest, attempt: Attempt) => {
  const isOwn = request.headers["authorization"] !== undefined
  attempt.sent = isOwn ? "own header" : "token"
  return isOwn || attempt.token === null ? request : HttpClientRequest.bearerToken(request, attempt.token)
}

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
          if (attempt.sent === undefined) return Effect.die(refusal)
          // A second request of an attempt is a redirect. Like `fetch`, follows it without the token.
          attempt.sent = "elsewhere"
          return send(request)
        }
        return send(addToken(request, attempt))
      })
    ),
    client.preprocess
  )

/** A stream can be read once. */
const isRepeatable = ({ body }: HttpClientRequest.HttpClientRequest): boolean => body._tag !== "Stream"

type Middleware = HttpApiMiddleware.HttpApiMiddlewareClient<never, ApiError, never>

/** Sends an attempt's request. */
type Send = (options: Parameters<Middleware>[0], attempt: Attempt) => ReturnType<Parameters<Middleware>[0]["next"]>

/** The HTTP client from `layerClient` adds the token. */
const sendWithClient: Send = ({ next, request }, attempt) =>
  Effect.tap(
    Effect.provideService(next(request), CurrentAttempt, attempt),
    () => attempt.sent === undefined ? Effect.die(new Error(otherClient)) : Effect.void
  )

/** Nothing changes the request later, because it stays in memory. */
const sendInMemory: Send = ({ next, request }, attempt) => next(addToken(request, attempt))

const makeMiddleware = (client: Client["Service"], send: Send): Middleware => (options) =>
  Effect.suspend(() => {
    const { request } = options
    let last: Attempt | undefined
    return sendWithAccessToken(
      (token) => send(options, last = { token, sent: undefined }),
      (response) =>
        response.status === 401 && last?.sent === "token" && isRepeatable(request)
          ? judgeRefusal({
            header: (name) => response.headers[name],
            text: () => Effect.catch(response.text, () => Effect.succeed(""))
          })
          : Effect.succeed("accepted" as const)
    ).pipe(Effect.provideService(Client, client))
  })

const otherClient = "The request had no token: its HttpClient is not from layerClient. " +
  "Provide layerClient to HttpApiClient.make after the layer of the HttpClient, and layerClientTest to HttpApiTest"

const layerMiddlewares = (middleware: Middleware): Layer.Layer<ForClient> =>
  Layer.merge(
    HttpApiMiddleware.layerClient(RequireAuth, middleware),
    HttpApiMiddleware.layerClient(OptionalAuth, middleware)
  )

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
 * @see {@link layerClientNoop} for a client that authenticates in another way, and {@link layerClientTest} for `HttpApiTest`
 */
export const layerClient = (
  options: ClientOptions
): Layer.Layer<ForClient | HttpClient.HttpClient, InvalidOptions, Client | HttpClient.HttpClient> =>
  Layer.unwrap(Effect.gen(function*() {
    yield* checkNames(options, optionNames)
    const { origins } = options
    const areOrigins = Array.isArray(origins) && origins.every((origin) => isApiOrigin(origin, false))
    yield* check("origins", areOrigins, "must be a list of https origins, such as https://api.example.com")
    return Layer.merge(
      layerMiddlewares(makeMiddleware(yield* Client, sendWithClient)),
      Layer.succeed(HttpClient.HttpClient, addTokens(yield* HttpClient.HttpClient, origins))
    )
  }))

/**
 * Layer with which a client from Effect's `HttpApiTest` sends the user's access token. It is {@link layerClient} for a client
 * in memory, whose `HttpClient` cannot be replaced.
 *
 * **Example** (A test of a server)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as HttpApi from "effect/http-api/HttpApi"
 * import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
 * import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
 * import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
 * import * as HttpApiTest from "effect/http-api/HttpApiTest"
 * import * as HttpServer from "effect/http/HttpServer"
 * import * as Layer from "effect/Layer"
 * import * as Schema from "effect/Schema"
 * import { Emulator } from "latchkey/emulator"
 * import * as HttpApiAuth from "latchkey/http-api"
 * import { Authentication } from "latchkey/server"
 *
 * const Reports = HttpApiGroup.make("reports")
 *   .add(HttpApiEndpoint.get("list", "/reports", { success: Schema.Array(Schema.String) }))
 *   .middleware(HttpApiAuth.RequireAuth)
 * const Api = HttpApi.make("api").add(Reports)
 *
 * const reports = HttpApiBuilder.group(Api, "reports", (handlers) =>
 *   handlers.handle("list", () => Effect.succeed(["Engines"])))
 *
 * const layer = Layer.mergeAll(reports, HttpApiAuth.layer(), HttpApiAuth.layerClientTest, HttpServer.layerServices).pipe(
 *   Layer.provide(Authentication.layer({ ...Emulator.serverOptions, origin: "https://app.example.com" })),
 *   Layer.provideMerge(Emulator.layerClient())
 * )
 *
 * // Fails with SignInRequired, because no user is signed in.
 * const test = Effect.gen(function*() {
 *   const { reports } = yield* HttpApiTest.groups(Api, ["reports"])
 *   return yield* Effect.flip(reports.list())
 * }).pipe(Effect.scoped, Effect.provide(layer))
 * ```
 *
 * **Gotchas**
 *
 * For tests only: it sends the token to any origin.
 */
export const layerClientTest: Layer.Layer<ForClient, never, Client> = /*#__PURE__*/ Layer.unwrap(
  /*#__PURE__*/ Effect.map(Client, (client) => layerMiddlewares(makeMiddleware(client, sendInMemory)))
)

/**
 * Layer for an `HttpApiClient` that authenticates in another way: with the cookies that a browser adds, or with a header that
 * `transformClient` sets, such as an API key. It leaves requests unchanged.
 */
export const layerClientNoop: Layer.Layer<ForClient> = /*#__PURE__*/ layerMiddlewares(({ next, request }) =>
  next(request)
)

export { OriginNotAllowed } from "../session/OriginNotAllowed.ts"
