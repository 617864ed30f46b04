/**
 * The emulator on a port, for browsers, for other languages and for trying things out.
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
 * The port cannot be listened on.
 *
 * @category errors
 * @since 0.1.0
 */
export class ServerFailed extends Data.TaggedError("ServerFailed")<{ readonly message: string }> {}

/**
 * Serves the emulator until its scope closes, and returns where.
 *
 * It listens on loopback and on any free port unless told otherwise. Where a fault leaves no answer it cuts the connection.
 *
 * **Example** (A service for one test)
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
  // Node takes an empty host for every address of the machine.
  if (hostname === "") {
    return yield* new ServerFailed({ message: "The host is empty. Pass an address, such as 127.0.0.1" })
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
      // Sound: the handler takes the requests of HTTP/1 and HTTP/2 servers alike, its type asks for both at once.
      const server = createServer(toNodeHandler(answer) as RequestListener)
      const fail = (message: string) => resume(Effect.fail(new ServerFailed({ message })))
      server.once("error", ({ message }) => fail(message))
      try {
        server.listen(port, hostname, () => resume(Effect.succeed(server)))
      } catch (error) {
        // A port that is out of range.
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
