/** An `HttpClient` over Node's `http`, whose responses have no web `Response`. */
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type IncomingMessage, request as send } from "node:http"
import { createGunzip } from "node:zlib"

export const client = HttpClient.make((request, url, signal) => {
  const failure = (cause: unknown) =>
    new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
  return Effect.map(
    Effect.callback<IncomingMessage, HttpClientError.HttpClientError>((resume) => {
      const { body, headers, method } = request
      const sent = send(url, { method, headers: { ...headers }, signal })
      sent.on("error", (cause) => resume(Effect.fail(failure(cause))))
      sent.on("response", (response) => resume(Effect.succeed(response)))
      sent.end(body._tag === "Uint8Array" ? body.body : undefined)
    }),
    (response) => {
      const body = response.headers["content-encoding"] === "gzip" ? response.pipe(createGunzip()) : response
      // Sound: the transport reads the status, the headers, the request and the stream.
      return {
        request,
        status: response.statusCode!,
        // Sound: a response has no other header with several values than cookies.
        headers: Headers.fromInput(response.headers as Record<string, string>),
        stream: Stream.ensuring(Stream.fromAsyncIterable(body, failure), Effect.sync(() => response.destroy()))
      } as unknown as HttpClientResponse.HttpClientResponse
    }
  )
})

export const layer = Layer.succeed(HttpClient.HttpClient, client)
