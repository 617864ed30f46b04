/** A real local HTTP server, whose responses a test defines. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as received. */
export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

export class HttpServer extends Context.Service<HttpServer, {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string
  readonly requests: ReadonlyArray<Received>
  /** The server's handler for a complete request; an empty response by default. */
  handle: (response: ServerResponse, request: Received) => void
}>()("test/support/HttpServer") {}

export const make: Effect.Effect<HttpServer["Service"], never, Scope.Scope> = Effect.gen(function*() {
  const requests: Array<Received> = []
  const service = {
    url: "",
    requests,
    handle: (response: ServerResponse, _: Received) => {
      response.end()
    }
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk) => chunks.push(chunk))
    request.on("end", () => {
      const { headers, method, url } = request
      const received = { method: method!, url: url!, headers, body: Buffer.concat(chunks).toString() }
      requests.push(received)
      service.handle(response, received)
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
})

export const layer: Layer.Layer<HttpServer> = Layer.effect(HttpServer, make)
