/** The emulator behind the web standards `Request` and `Response`, for msw, edge runtimes and HTTP servers. */
import * as Effect from "effect/Effect"
import { type Access, type AccessOptions, ControlAccess } from "../control/controlGuard.ts"
import { Emulator } from "../Emulator.ts"
import { type EmulatorRequest, type EmulatorResponse, invalidUrl } from "./http.ts"
import { bodyTooLarge, type ReadBody, readBody } from "./readBody.ts"

/**
 * Returns a function that answers web requests, using the current context's `Clock` and `Random`. If a fault loses
 * the response, it returns `Response.error()`, which msw and service workers turn into a network error. Larger bodies than
 * those of the service are rejected.
 *
 * **Example** (Answering all test requests through msw)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Emulator, toWebHandler } from "latchkey/emulator"
 *
 * const handler = await Effect.runPromise(toWebHandler.pipe(Effect.provide(Emulator.layerWithoutTransport())))
 * // with msw: setupServer(http.all("https://api.stack-auth.com/*", ({ request }) => handler(request)))
 * ```
 */
export const toWebHandler: Effect.Effect<(request: Request) => Promise<Response>, never, Emulator> =
  /*#__PURE__*/ Effect.suspend(() => toWebHandlerWith({}))

/**
 * Like `toWebHandler`, with further hosts and origins that may use the control API below `/latchkey`.
 *
 * **Example** (An app on another host)
 *
 * ```ts
 * import { toWebHandlerWith } from "latchkey/emulator"
 *
 * const makeHandler = toWebHandlerWith({ allowedOrigins: ["https://preview.example.com"] })
 * ```
 */
export const toWebHandlerWith = (
  options: AccessOptions
): Effect.Effect<(request: Request) => Promise<Response>, never, Emulator> =>
  makeWebHandler<Request>(readBody, { ...options, allowsHttps: true })

/** Creates a handler like `toWebHandler` that reads request bodies with the given function, and has the given access. */
export const makeWebHandler = Effect.fnUntraced(function*<R extends Request>(
  readBody: ReadBody<R>,
  access: Access
): Effect.fn.Return<(request: R) => Promise<Response>, never, Emulator> {
  const emulator = yield* Emulator
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  return async (request) => {
    const head = readHead(request)
    if (head === undefined) return toResponse(invalidUrl)
    const body = await readBody(request)
    // The client disconnected while sending the body.
    if (body === undefined) return new Response(null, { status: 400 })
    const answer = emulator.send({
      ...head,
      body: body === "" || body === bodyTooLarge ? undefined : body,
      isBodyTooLarge: body === bodyTooLarge
    }).pipe(
      Effect.provideService(ControlAccess, access),
      Effect.map(toResponse),
      Effect.catch(() => Effect.succeed(Response.error()))
    )
    return run(answer, { signal: request.signal }).catch((error: unknown) => {
      // The client disconnected.
      if (request.signal.aborted) return Response.error()
      throw error
    })
  }
})

/** Reads everything but the body. Runtimes parse a URL when it is read, and throw if that fails. */
const readHead = (request: Request): Pick<EmulatorRequest, "method" | "url" | "headers"> | undefined => {
  try {
    return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) }
  } catch {
    return undefined
  }
}

const toResponse = ({ body, headers, status }: EmulatorResponse): Response =>
  new Response(body ?? null, { status, headers })
