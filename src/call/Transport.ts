/**
 * The transport sends requests and returns responses.
 *
 * `Transport` is a reference whose default is `fetch`, so most programs provide none. The emulator is a transport that
 * responds in memory. `latchkey/http` provides a transport that uses Effect's `HttpClient`.
 *
 * **Gotchas**
 *
 * A transport must be lazy: a retry runs the effect again. It must not follow redirects: the headers contain tokens, which
 * must not reach another origin.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Method } from "../wire/Endpoint.ts"

/** An encoded request. Its headers and body contain secrets: never log it. */
export interface TransportRequest {
  readonly method: Method
  readonly url: string
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The largest response body to read, in bytes; 50,000,000 by default. */
  readonly responseLimit?: number | undefined
}

/** A response with its complete body. */
export interface TransportResponse {
  readonly status: number
  /** Returns a header by its name in lower case. Multiple values are joined by commas. */
  readonly header: (name: string) => string | undefined
  readonly body: string
}

/**
 * No complete response arrived. `tooLarge` is `true` if the body exceeds the request's `responseLimit`; custom transports
 * may omit it.
 */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  readonly message: string
  readonly tooLarge?: boolean | undefined
}> {}

export type Transport = (request: TransportRequest) => Effect.Effect<TransportResponse, TransportFailure>

/** The transport for all calls; `fetch` by default. */
export const Transport: Context.Reference<Transport> = Context.Reference("latchkey/call/Transport", {
  defaultValue: () => fromFetch((url, init) => globalThis.fetch(url, init))
})

/** A request's default `responseLimit`: 50 MB, in bytes. */
export const defaultResponseLimit = 50_000_000

/** The effect of a transport created by `fromFetch`. @internal */
export interface FetchEffect<A = TransportResponse> extends Effect.Effect<A, TransportFailure> {
  /** Sends the request without a fiber. Returns an effect that aborts it. */
  readonly start: (onExit: (exit: Exit.Exit<A, TransportFailure>) => void) => Effect.Effect<void>
}

/**
 * Creates a transport from a function with `fetch`'s signature.
 *
 * Interrupting a call aborts its request. Requests use neither the host's credentials nor its cache, and do not follow
 * redirects. A response body that exceeds the limit is cancelled while it is read.
 */
export const fromFetch =
  (fetch: (url: string, init: RequestInit) => Promise<Response>): Transport => (request): FetchEffect => {
    const start: FetchEffect["start"] = (onExit) => {
      const controller = new AbortController()
      send(fetch, request, controller.signal).then(onExit, (defect) => onExit(Exit.die(defect)))
      return Effect.sync(() => controller.abort())
    }
    return Object.assign(Effect.callback(start), { start })
  }

/** Sends a request by `fetch`, and reads the response. */
const send = async (
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  { body, headers, method, responseLimit, url }: TransportRequest,
  signal: AbortSignal
): Promise<Exit.Exit<TransportResponse, TransportFailure>> => {
  try {
    const init: RequestInit = { ...makeRequestInit(), method, headers, signal }
    if (body !== undefined) init.body = body
    const response = await fetch(url, init)
    return Exit.succeed({
      status: response.status,
      header: (name: string) => response.headers.get(name) ?? undefined,
      body: await readBody(response, responseLimit)
    })
  } catch (cause) {
    return Exit.fail(
      cause instanceof TransportFailure
        ? cause
        : new TransportFailure({ message: describeCause(cause), tooLarge: false })
    )
  }
}

/**
 * Reads a response body as text. Rejects with `TransportFailure` once the body exceeds the limit in bytes.
 *
 * @internal
 */
export const readBody = async (response: Response, limit = defaultResponseLimit): Promise<string> => {
  const { body, headers, type } = response
  const length = Number(headers.get("content-length") ?? NaN)
  // `content-length` is the compressed body's size. On cross-origin responses, browsers hide `content-encoding`.
  if (!body || (length <= limit && !headers.has("content-encoding") && type !== "cors")) {
    const text = await response.text()
    if (text.length > limit) throw makeTooLarge(limit)
    return text
  }
  // When a `no-store` response is read to its end, Chromium cancels the request and logs net::ERR_ABORTED, even though it
  // succeeded. Reading a clone does not cancel it, and the cancelled original buffers no data.
  const copy = response.clone().body!
  void response.body!.cancel().catch(ignore)
  const reader = copy.getReader()
  const decoder = new TextDecoder()
  let text = ""
  // If `content-length` exceeds the limit, the body is not read.
  let size = length > limit ? length : 0
  for (;;) {
    if (size > limit) {
      void reader.cancel().catch(ignore)
      throw makeTooLarge(limit)
    }
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    text += decoder.decode(value, { stream: true })
  }
}

const ignore = () => undefined

/** Creates the options for `fetch`: no credentials, no cache, no redirects. */
export const makeRequestInit = (): RequestInit =>
  // Cloudflare Workers, which have `WebSocketPair`, throw on the other two options.
  "WebSocketPair" in globalThis
    ? { redirect: "manual" }
    : { redirect: "manual", credentials: "omit", cache: "no-store" }

/** Creates the error for a body that exceeds a limit in bytes. @internal */
export const makeTooLarge = (limit: number): TransportFailure =>
  new TransportFailure({ message: `The response is larger than ${limit} bytes`, tooLarge: true })

/**
 * Returns the messages from an error and its causes. The error objects themselves may contain the request.
 *
 * @internal
 */
export const describeCause = (cause: unknown, depth = 0): string => {
  if (!(cause instanceof Error)) return "The request failed"
  // Sound: `code`'s type is checked before it is used.
  const { code } = cause as { readonly code?: unknown }
  const text = typeof code === "string" && !cause.message.includes(code) ? `${cause.message} (${code})` : cause.message
  return cause.cause instanceof Error && depth < 5 ? `${text}: ${describeCause(cause.cause, depth + 1)}` : text
}
