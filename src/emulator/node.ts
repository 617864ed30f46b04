/**
 * The emulator as an HTTP server, for browsers, other languages and experiments.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { createServer, type RequestListener, type Server } from "node:http"
import type { ServerRequest } from "srvx"
import { toNodeHandler } from "srvx/node"
import type { Emulator } from "./Emulator.ts"
import { toWebHandler } from "./web.ts"

/**
 * Raised when the server cannot listen on the port.
 *
 * @category errors
 * @since 0.1.0
 */
export class ServerFailed extends Data.TaggedError("ServerFailed")<{ readonly message: string }> {}

/**
 * Serves the emulator until the scope closes, and returns its URL.
 *
 * It listens on the loopback interface and a free port by default. If a fault loses the response, the server closes the
 * connection.
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
 *
 * @category constructors
 * @since 0.1.0
 */
export const serve = Effect.fnUntraced(function*(
  { hostname = "127.0.0.1", port = 0 }: { readonly hostname?: string | undefined; readonly port?: number | undefined } =
    {}
): Effect.fn.Return<{ readonly url: string }, ServerFailed, Emulator | Scope.Scope> {
  // Node interprets an empty host as all interfaces.
  if (hostname === "") {
    return yield* new ServerFailed({ message: "The host is empty. Pass a name or an address, such as 127.0.0.1" })
  }
  const handler = yield* toWebHandler
  const answer = async (request: ServerRequest) => {
    const response = await handler(request)
    if (response.type !== "error") return response
    request.runtime?.node?.req.socket.destroy()
    return new Response(null, { status: 502 })
  }
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server, ServerFailed>((resume) => {
      // Sound: the handler accepts HTTP/1 and HTTP/2 requests, but its type demands both.
      const server = createServer(toNodeHandler(answer) as RequestListener)
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
  return { url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${actualPort}` }
})
