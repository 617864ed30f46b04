/**
 * The emulator behind the platform's `Request` and `Response`: for msw, for edge runtimes, for any HTTP server.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Emulator } from "./Emulator.ts"

/**
 * Returns a function that answers web requests from the emulator, with the clock and the chance of the fiber that asks. Where
 * a fault leaves no answer it returns `Response.error()`, of which msw and service workers make a network error.
 *
 * **Example** (Answering every request of a test through msw)
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
      // Whoever sent half a body has hung up: nothing is done, and nobody reads the answer.
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
        // Whoever has hung up waits for nothing.
        if (request.signal.aborted) return Response.error()
        throw error
      })
    }
  }
)
