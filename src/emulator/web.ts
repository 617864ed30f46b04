/**
 * The emulator behind the web standards `Request` and `Response`, for msw, edge runtimes and HTTP servers.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Emulator } from "./Emulator.ts"

/**
 * Returns a function that answers web requests, using the `Clock` and `Random` of the current context. If a fault loses
 * the response, it returns `Response.error()`, which msw and service workers turn into a network error.
 *
 * **Example** (Answering all requests of a test through msw)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Emulator, toWebHandler } from "latchkey/emulator"
 *
 * const handler = await Effect.runPromise(toWebHandler.pipe(Effect.provide(Emulator.layerWithoutTransport())))
 * // with msw: setupServer(http.all("https://api.stack-auth.com/*", ({ request }) => handler(request)))
 * ```
 *
 * @category conversion
 * @since 0.1.0
 */
export const toWebHandler: Effect.Effect<(request: Request) => Promise<Response>, never, Emulator> = Effect.gen(
  function*() {
    const emulator = yield* Emulator
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    return async (request: Request) => {
      const body = await request.text().catch(() => undefined)
      // The client disconnected while sending the body.
      if (body === undefined) return new Response(null, { status: 400 })
      const answer = emulator.send({
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: body === "" ? undefined : body
      }).pipe(
        Effect.map(({ body = null, headers, status }) => new Response(body, { status, headers })),
        Effect.catch(() => Effect.succeed(Response.error()))
      )
      return run(answer, { signal: request.signal }).catch((error: unknown) => {
        // The client disconnected.
        if (request.signal.aborted) return Response.error()
        throw error
      })
    }
  }
)
