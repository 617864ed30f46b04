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
 * No whole response arrived. `tooLarge` tells that one began, but went past the limit of 10 MB; a transport of your own may
 * leave it out.
 *
 * @category errors
 * @since 0.1.0
 */
export class TransportError extends Data.TaggedError("TransportError")<{
  readonly message: string
  readonly tooLarge?: boolean | undefined
}> {}

/** @since 0.1.0 */
export type Transport = (request: TransportRequest) => Effect.Effect<TransportResponse, TransportError>

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
 * The longest body that a transport reads, in bytes.
 *
 * @category constants
 * @since 0.1.0
 */
export const bodyLimit = 10_000_000

/**
 * Creates a transport from a function with the shape of `fetch`.
 *
 * Interrupting a call aborts its request. Credentials and caches of the host are left out, and redirects are not
 * followed.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromFetch =
  (fetch: (url: string, init: RequestInit) => Promise<Response>): Transport => ({ body, headers, method, url }) =>
    Effect.tryPromise({
      try: async (signal) => {
        const init: RequestInit = { ...hostInit(), method, headers, signal }
        if (body !== undefined) init.body = body
        const response = await fetch(url, init)
        return {
          status: response.status,
          header: (name: string) => response.headers.get(name) ?? undefined,
          body: await readBody(response)
        }
      },
      catch: (cause) =>
        cause instanceof TransportError ? cause : new TransportError({ message: describe(cause), tooLarge: false })
    })

const readBody = async (response: Response): Promise<string> => {
  const length = Number(response.headers.get("content-length") ?? NaN)
  // The length of a compressed body says nothing about the text; a browser may hide that a body is compressed.
  if (!response.body || (length <= bodyLimit && !response.headers.has("content-encoding"))) {
    const text = await response.text()
    if (text.length > bodyLimit) throw tooLarge()
    return text
  }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > bodyLimit) {
      void reader.cancel().catch(() => undefined)
      throw tooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}

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

/** @since 0.1.0 */
export const tooLarge = (): TransportError =>
  new TransportError({ message: `The response is larger than ${bodyLimit} bytes`, tooLarge: true })

/** Keeps the names and texts of an error and of its causes: the objects themselves may hold the request. */
const describe = (cause: unknown, depth = 0): string => {
  if (!(cause instanceof Error)) return "The request failed"
  // Sound: an error may have a code of any type, which is looked at before it is used.
  const { code } = cause as { readonly code?: unknown }
  const text = typeof code === "string" && !cause.message.includes(code) ? `${cause.message} (${code})` : cause.message
  return cause.cause instanceof Error && depth < 5 ? `${text}: ${describe(cause.cause, depth + 1)}` : text
}
