/**
 * A transport over Effect's `HttpClient`.
 *
 * **Details**
 *
 * Redirects are not followed. The transport sets `redirect: "manual"` for `fetch`, and stops requests to a second
 * address, such as those of `HttpClient.followRedirects`. A redirect fails the call with `InvalidResponse`, as with any
 * other transport.
 *
 * **Gotchas**
 *
 * `effect/http` is an unstable module of Effect: a minor version of Effect may require a new version of this entry
 * point. The spans and the tracing headers of `HttpClient` are turned off for these requests: spans would contain
 * tokens, and the headers would need permission from the service (CORS). Provide your `FetchHttpClient.RequestInit` to
 * this layer. Redirects below Effect cannot be stopped: do not use the `redirect` interceptor of undici, or a
 * `FetchHttpClient.Fetch` that ignores `redirect: "manual"`.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import {
  defaultResponseLimit,
  describeCause,
  makeRequestInit,
  makeTooLarge,
  readBody,
  Transport,
  TransportFailure,
  type TransportResponse
} from "./call/Transport.ts"

/**
 * Layer for a transport that sends with the `HttpClient` in the context.
 *
 * **Example** (A client that sends with `HttpClient`)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import * as FetchHttpClient from "effect/http/FetchHttpClient"
 * import { Client, TokenStore } from "latchkey"
 * import { layerHttpClient } from "latchkey/http"
 *
 * const layer = Client.layer({ projectId: "…", publishableClientKey: "pck_…" }).pipe(
 *   Layer.provide(TokenStore.layerMemory),
 *   Layer.provide(layerHttpClient),
 *   Layer.provide(FetchHttpClient.layer)
 * )
 * ```
 */
export const layerHttpClient: Layer.Layer<never, never, HttpClient.HttpClient> = Layer.effect(
  Transport,
  Effect.gen(function*() {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const userInit = Option.getOrUndefined(yield* Effect.serviceOption(FetchHttpClient.RequestInit))
    const init: RequestInit = { ...makeRequestInit(), ...userInit, redirect: "manual" }
    return ({ body, headers, method, responseLimit, url }) =>
      Effect.suspend(() => {
        const scope = Scope.makeUnsafe()
        const type = headers["content-type"] ?? "application/json"
        const request = HttpClientRequest.make(method)(url, { headers })
        return client.execute(body === undefined ? request : HttpClientRequest.bodyText(request, body, type)).pipe(
          Effect.flatMap((response) =>
            Effect.map(readText(response, responseLimit), (text) => ({
              status: response.status,
              header: (name: string) => response.headers[name],
              body: text
            }))
          ),
          // Only the name of the reason: the error contains the request and its tokens.
          Effect.mapError((error) =>
            error._tag === "TransportFailure" ? error : makeTransportFailure(`The request failed: ${error.reason._tag}`)
          ),
          Effect.catchDefect((defect) =>
            defect === secondAddress
              ? Effect.succeed(redirect)
              : defect === followingRedirects
              ? Effect.fail(
                makeTransportFailure("The HttpClient overrides FetchHttpClient.RequestInit: set its redirect to manual")
              )
              : Effect.die(defect)
          ),
          Effect.provideService(HttpClient.TracerDisabledWhen, makeRequestGuard()),
          Effect.provideService(Tracer.DisablePropagation, false),
          Effect.provideService(FetchHttpClient.RequestInit, init),
          Scope.provide(scope),
          // Aborts the request. Has no effect after the response.
          Effect.onInterrupt(() => Scope.close(scope, Exit.void))
        )
      })
  })
)

const makeTransportFailure = (message: string) => new TransportFailure({ message, tooLarge: false })

const secondAddress = Symbol("A request to a second address")

const followingRedirects = Symbol("A request whose redirects fetch would follow")

/** An opaque redirect, as browsers return it. */
const redirect: TransportResponse = { status: 0, header: () => undefined, body: "" }

/**
 * Creates a predicate that turns off the spans of a call's requests, because the span of a failed request would contain
 * it. Every client evaluates it immediately before sending a request. It throws to stop a request if its address
 * differs from the first one, or if `fetch` would follow redirects.
 */
const makeRequestGuard = () => {
  let address: string | undefined
  return ({ url }: HttpClientRequest.HttpClientRequest): boolean => {
    address ??= url
    if (url !== address) throw secondAddress
    const context: Context.Context<never> | undefined = Fiber.getCurrent()?.context
    if (context && Context.getOrUndefined(context, FetchHttpClient.RequestInit)?.redirect !== "manual") {
      throw followingRedirects
    }
    return true
  }
}

const readText = (
  response: HttpClientResponse.HttpClientResponse,
  limit = defaultResponseLimit
): Effect.Effect<string, HttpClientError.HttpClientError | TransportFailure> =>
  Option.match(HttpClientResponse.toWeb(response), {
    onNone: () => readStreamText(response, limit),
    onSome: (response) =>
      Effect.tryPromise({
        try: () => readBody(response, limit),
        catch: (cause) => cause instanceof TransportFailure ? cause : makeTransportFailure(describeCause(cause))
      })
  })

const readStreamText = (response: HttpClientResponse.HttpClientResponse, limit: number) =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    let text = ""
    let size = 0
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        size += chunk.length
        if (size > limit) return Effect.fail(makeTooLarge(limit))
        text += decoder.decode(chunk, { stream: true })
        return Effect.void
      }),
      Effect.catchReason("HttpClientError", "EmptyBodyError", () => Effect.void),
      Effect.map(() => text + decoder.decode())
    )
  })
