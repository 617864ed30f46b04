/**
 * Sends through Effect's own `HttpClient`, for programs that have one configured.
 *
 * **Gotchas**
 *
 * `effect/http` is an unstable module of Effect: a minor version of Effect may ask for a new version of this entry point.
 * The spans and the tracing headers of `HttpClient` are switched off for these requests: the spans would hold tokens, and
 * browsers would ask the service to allow the headers. `fetch` is told not to follow redirects; a client that follows
 * them by itself, as `HttpClient.followRedirects` does, would carry tokens to another origin. A
 * `FetchHttpClient.RequestInit` of your own has to be provided to this layer.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { defaultResponseLimit, hostInit, tooLarge, Transport, TransportError } from "./call/Transport.ts"

/**
 * Layer of a transport over the `HttpClient` of the context.
 *
 * **Example** (A client that sends through `HttpClient`)
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
 *
 * @category layers
 * @since 0.1.0
 */
export const layerHttpClient: Layer.Layer<never, never, HttpClient.HttpClient> = Layer.effect(
  Transport,
  Effect.gen(function*() {
    const client = yield* HttpClient.HttpClient
    const own = Option.getOrUndefined(yield* Effect.serviceOption(FetchHttpClient.RequestInit))
    const init: RequestInit = { ...hostInit(), ...own, redirect: "manual" }
    return ({ body, headers, method, responseLimit, url }) => {
      const type = headers["content-type"] ?? "application/json"
      const request = HttpClientRequest.make(method)(url, { headers })
      return client.execute(body === undefined ? request : HttpClientRequest.bodyText(request, body, type)).pipe(
        Effect.flatMap((response) =>
          Effect.map(readBody(response, responseLimit), (text) => ({
            status: response.status,
            header: (name: string) => response.headers[name],
            body: text
          }))
        ),
        // Only the reason's name: the error itself holds the request, and with it every token.
        Effect.mapError((error) =>
          error._tag === "TransportError"
            ? error
            : new TransportError({ message: `The request failed: ${error.reason._tag}`, tooLarge: false })
        ),
        // The span of an error status would hold the request.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
        Effect.provideService(FetchHttpClient.RequestInit, init)
      )
    }
  })
)

const readBody = (
  response: HttpClientResponse.HttpClientResponse,
  responseLimit = defaultResponseLimit
): Effect.Effect<string, HttpClientError.HttpClientError | TransportError> =>
  Effect.suspend(() => {
    const decoder = new TextDecoder()
    let text = ""
    let size = 0
    return response.stream.pipe(
      Stream.runForEach((chunk) => {
        size += chunk.length
        text += decoder.decode(chunk, { stream: true })
        return size <= responseLimit ? Effect.void : Effect.fail(tooLarge(responseLimit))
      }),
      Effect.catchReason("HttpClientError", "EmptyBodyError", () => Effect.void),
      Effect.map(() => text + decoder.decode())
    )
  })
