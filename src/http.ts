/**
 * Sends through Effect's own `HttpClient`, for programs that have one configured.
 *
 * **Gotchas**
 *
 * `effect/http` is an unstable module of Effect: a minor version of Effect may ask for a new version of this entry point.
 * Tracing headers are switched off for these requests, since browsers would ask the service to allow them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import { Transport, TransportError } from "./call/Transport.ts"

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
  Effect.map(HttpClient.HttpClient, (client) => ({ body, headers, method, url }) => {
    const type = headers["content-type"] ?? "application/json"
    const request = HttpClientRequest.make(method)(url, { headers })
    return client.execute(body === undefined ? request : HttpClientRequest.bodyText(request, body, type)).pipe(
      Effect.flatMap((response) =>
        Effect.map(response.text, (text) => ({
          status: response.status,
          header: (name: string) => response.headers[name],
          body: text
        }))
      ),
      // Only the reason's name: the error itself holds the request, and with it every token.
      Effect.mapError((error) =>
        new TransportError({ message: `The request failed: ${error.reason._tag}`, tooLarge: false })
      ),
      Effect.provideService(HttpClient.TracerPropagationEnabled, false)
    )
  })
)
