/** The emulator as an HTTP server, for browsers, other languages and experiments. */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import type { NodeHttp1Handler, NodeHttpHandler, ServerRequest } from "srvx"
import { toNodeHandler } from "srvx/node"
import type { AccessOptions } from "./control/controlGuard.ts"
import { Emulator } from "./Emulator.ts"
import { pages } from "./pages/pages.ts"
import { bodyTooLarge, isDeclaredTooLarge, makeCollector, type ReadBody, readBody } from "./requests/readBody.ts"
import { makeWebHandler } from "./requests/web.ts"

/** Raised when the server cannot listen on the port. */
export class ServerFailed extends Data.TaggedError("ServerFailed")<{ readonly message: string }> {}

/** Options for a server. */
export interface ServeOptions extends AccessOptions {
  /** The name or address to listen on, `127.0.0.1` by default. The control API accepts it in the `Host` header. */
  readonly hostname?: string | undefined
  /** The port to listen on, a free one by default. */
  readonly port?: number | undefined
}

/**
 * Serves the emulator until the scope closes, and returns its URL.
 *
 * It listens on the loopback interface and a free port by default. If a fault loses the response, the server closes the
 * connection. Larger bodies than those of the service are rejected.
 *
 * **Example** (A server for one test)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Emulator } from "latchkey/emulator"
 * import { serve } from "latchkey/emulator/node"
 *
 * const program = Effect.gen(function*() {
 *   const { url } = yield* serve()
 *   return yield* Effect.promise(() => fetch(`${url}/health`).then((response) => response.json()))
 * }).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()))
 * ```
 */
export const serve = Effect.fnUntraced(function*(
  { allowedHosts = [], allowedOrigins, hostname = "127.0.0.1", port = 0 }: ServeOptions = {}
): Effect.fn.Return<{ readonly url: string }, ServerFailed, Emulator | Scope.Scope> {
  // Node interprets an empty host as all interfaces.
  if (hostname === "") {
    return yield* new ServerFailed({ message: "The host is empty. Pass a name or an address, such as 127.0.0.1" })
  }
  const host = hostname.includes(":") ? `[${hostname}]` : hostname
  const handler = yield* makeWebHandler(readServerBody, {
    allowedHosts: [host, ...allowedHosts],
    allowedOrigins,
    allowsAddresses: hostname === "0.0.0.0" || hostname === "::",
    pages
  })
  const { clockOffset } = yield* Emulator
  const readDate = Effect.zipWith(
    Clock.currentTimeMillis,
    clockOffset,
    (now, offset) => new Date(now + Duration.toMillis(offset)).toUTCString()
  )
  const run = Effect.runSyncWith(yield* Effect.context<never>())
  const answer = async (request: ServerRequest) => {
    const response = await handler(request)
    if (response.type !== "error") {
      // Node would send this computer's date. A fault may have another one.
      if (!response.headers.has("date")) response.headers.set("date", run(readDate))
      return response
    }
    request.runtime?.node?.req.socket.destroy()
    return new Response(null, { status: 502 })
  }
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server, ServerFailed>((resume) => {
      const server = createServer(makeListener(toNodeHandler(answer)))
      const fail = (message: string) => resume(Effect.fail(new ServerFailed({ message })))
      server.once("error", ({ message }) => fail(message))
      try {
        server.listen(port, hostname, () => resume(Effect.succeed(server)))
      } catch (error) {
        // The port is out of range.
        fail(error instanceof Error ? error.message : String(error))
      }
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  const actualPort = typeof address === "object" && address !== null ? address.port : port
  return { url: `http://${host}:${actualPort}` }
})

/** Creates a listener that answers with 500 if the handler fails. A rejected promise would end the process. */
const makeListener = (handler: NodeHttpHandler): RequestListener => async (request, response) => {
  try {
    // Sound: the handler accepts HTTP/1 and HTTP/2 requests, but its type demands both.
    await (handler as NodeHttp1Handler)(request, response)
  } catch (error) {
    if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain; charset=utf-8" })
    response.end(`The emulator failed: ${error}`)
  }
}

/** Reads a body from the socket. The rest of a body that is too large is discarded, so that the client gets the response. */
const readServerBody: ReadBody<ServerRequest> = (request) => {
  const message = request.runtime?.node?.req
  if (message === undefined) return readBody(request)
  if (request.method === "GET" || request.method === "HEAD") return Promise.resolve("")
  // Sound: the server accepts only HTTP/1.
  return readMessage(message as IncomingMessage)
}

const readMessage = (message: IncomingMessage): ReturnType<ReadBody<unknown>> =>
  new Promise((resolve) => {
    const discard = () => {
      message.off("data", add).resume()
      resolve(bodyTooLarge)
    }
    const collector = makeCollector()
    const add = (chunk: Uint8Array) => {
      if (!collector.add(chunk)) discard()
    }
    message.on("end", () => resolve(collector.end()))
      // The client disconnected. After the end, this has no effect.
      .on("error", () => resolve(undefined))
      .on("close", () => resolve(undefined))
    if (isDeclaredTooLarge(message.headers["content-length"])) discard()
    else message.on("data", add)
  })
