/**
 * The one way out: a request in, a response out.
 *
 * `Transport` is a reference with a `fetch` default, so nothing has to be provided for the usual case. The emulator is a
 * transport that answers in memory; `latchkey/http` has one that sends through Effect's `HttpClient`.
 *
 * **Gotchas**
 *
 * A transport must be lazy: whatever it does, it does when the effect runs, since a retry runs the effect again. It must
 * not follow redirects: the headers carry tokens, which must not reach another origin.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Method } from "../wire/Endpoint.ts"

/**
 * A request, ready to be sent. Its headers and body carry secrets: never log it.
 *
 * @category models
 * @since 0.1.0
 */
export interface TransportRequest {
  readonly method: Method
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The largest response body to read, in bytes; 50,000,000 by default. */
  readonly responseLimit?: number | undefined
}

/**
 * A response with its whole body.
 *
 * @category models
 * @since 0.1.0
 */
export interface TransportResponse {
  readonly status: number
  /** Returns the header of a name given in lower case; several values are joined by a comma. */
  readonly header: (name: string) => string | undefined
  readonly body: string
}

/**
 * No complete response arrived. `tooLarge` is `true` if the body is larger than the request's `responseLimit`; a custom
 * transport may leave it out.
 *
 * @category errors
 * @since 0.1.0
 */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  readonly message: string
  readonly tooLarge?: boolean | undefined
}> {}

/** @since 0.1.0 */
export type Transport = (request: TransportRequest) => Effect.Effect<TransportResponse, TransportFailure>

/**
 * The transport that calls are sent through; `fetch` unless a program provides another.
 *
 * @category references
 * @since 0.1.0
 */
export const Transport: Context.Reference<Transport> = Context.Reference("latchkey/call/Transport", {
  defaultValue: () => fromFetch((url, init) => globalThis.fetch(url, init))
})

/**
 * The largest response body that is read if a request sets no limit: 50 MB, in bytes.
 *
 * @category constants
 * @since 0.1.0
 */
export const defaultResponseLimit = 50_000_000

/**
 * Creates a transport from a function with the shape of `fetch`.
 *
 * Interrupting a call aborts its request. The host's credentials and caches are not used, and redirects are not followed.
 * A response body is counted while it is read: one that is larger than the limit is cancelled.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromFetch =
  (fetch: (url: string, init: RequestInit) => Promise<Response>): Transport =>
  ({ body, headers, method, responseLimit, url }) =>
    Effect.tryPromise({
      try: async (signal) => {
        const init: RequestInit = { ...hostInit(), method, headers, signal }
        if (body !== undefined) init.body = body
        const response = await fetch(url, init)
        return {
          status: response.status,
          header: (name: string) => response.headers.get(name) ?? undefined,
          body: await readBody(response, responseLimit)
        }
      },
      catch: (cause) =>
        cause instanceof TransportFailure ? cause : new TransportFailure({ message: describe(cause), tooLarge: false })
    })

/**
 * Reads a response body as text, and rejects with a `TransportFailure` as soon as it is larger than the limit in bytes.
 *
 * @internal
 */
export const readBody = async (response: Response, limit = defaultResponseLimit): Promise<string> => {
  const { body, headers, type } = response
  const length = Number(headers.get("content-length") ?? NaN)
  // The length of a compressed body says nothing about the text. A browser hides from other origins that it is compressed.
  if (!body || (length <= limit && !headers.has("content-encoding") && type !== "cors")) {
    const text = await response.text()
    if (text.length > limit) throw tooLarge(limit)
    return text
  }
  // When a reader reaches the end of a `no-store` response, Chromium cancels the request behind it, and reports the success
  // as net::ERR_ABORTED. The end of a copy cancels nothing, and the cancelled original buffers nothing.
  const copy = response.clone().body!
  void response.body!.cancel().catch(ignore)
  const reader = copy.getReader()
  const decoder = new TextDecoder()
  let text = ""
  // A body that is too large by its length need not be read.
  let size = length > limit ? length : 0
  for (;;) {
    if (size > limit) {
      void reader.cancel().catch(ignore)
      throw tooLarge(limit)
    }
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    text += decoder.decode(value, { stream: true })
  }
}

const ignore = () => undefined

/**
 * How `fetch` has to send: without credentials and caches of the host, and without following redirects.
 *
 * @category constructors
 * @since 0.1.0
 */
export const hostInit = (): RequestInit =>
  // Cloudflare's workers, which have `WebSocketPair`, throw on these two.
  "WebSocketPair" in globalThis
    ? { redirect: "manual" }
    : { redirect: "manual", credentials: "omit", cache: "no-store" }

/**
 * Returns the error for a body that is larger than a limit in bytes.
 *
 * @internal
 */
export const tooLarge = (limit: number): TransportFailure =>
  new TransportFailure({ message: `The response is larger than ${limit} bytes`, tooLarge: true })

/**
 * Returns the messages of an error and of its causes. The objects themselves may hold the request.
 *
 * @internal
 */
export const describe = (cause: unknown, depth = 0): string => {
  if (!(cause instanceof Error)) return "The request failed"
  // Sound: an error may have a code of any type, which is looked at before it is used.
  const { code } = cause as { readonly code?: unknown }
  const text = typeof code === "string" && !cause.message.includes(code) ? `${cause.message} (${code})` : cause.message
  return cause.cause instanceof Error && depth < 5 ? `${text}: ${describe(cause.cause, depth + 1)}` : text
}
