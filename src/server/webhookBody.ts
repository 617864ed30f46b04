/** The raw bodies of webhooks. */
import * as Effect from "effect/Effect"
import { header, type RequestHeaders } from "../platform/requestHeaders.ts"
import { WebhookInvalid } from "./WebhookInvalid.ts"

/**
 * A request with a webhook: a web `Request`, a Node.js `IncomingMessage`, or another framework's request whose
 * `body` or `rawBody` is the body as text or bytes.
 */
export interface WebhookRequest {
  readonly headers: RequestHeaders
  readonly body?: unknown
  readonly rawBody?: unknown
}

/** A body's chunks. Releasing them does not end the connection, so that a response can be sent. */
interface Chunks {
  readonly next: () => Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>
  readonly release: () => void
}

/** Reads a request's body as text. Stops as soon as it exceeds `limit` bytes. */
export const readBody = (request: WebhookRequest, limit: number): Effect.Effect<string, WebhookInvalid> => {
  const { body, rawBody } = request
  for (const given of [rawBody, body]) if (isText(given)) return decode(given, limit)
  if (body === null) return Effect.succeed("")
  if (Number(header(request.headers, "content-length") ?? 0) > limit) return Effect.fail(tooLarge(limit))
  return Effect.suspend(() => {
    const chunks = openChunks(request)
    if (chunks === undefined) return Effect.fail(makeConsumed())
    return Effect.tryPromise({
      try: () => collect(chunks, limit),
      catch: (error) =>
        error instanceof WebhookInvalid
          ? error
          : new WebhookInvalid({ reason: "bodyUnreadable", message: "The body cannot be read to its end" })
    }).pipe(
      Effect.ensuring(Effect.sync(chunks.release)),
      Effect.flatMap((bytes) => decode(bytes, limit))
    )
  })
}

const isText = (body: unknown): body is string | Uint8Array => typeof body === "string" || body instanceof Uint8Array

const tooLarge = (limit: number) =>
  new WebhookInvalid({ reason: "bodyTooLarge", message: `The body is larger than ${limit} bytes` })

const makeConsumed = () =>
  new WebhookInvalid({
    reason: "bodyConsumed",
    message:
      "The raw body is not available, because a middleware has read it. Pass it as text or bytes: with Express, " +
      "use express.raw({ type: \"application/json\" }) for this route"
  })

/** Decodes bytes as UTF-8. A byte order mark is kept, because it is signed. */
const decode = (body: string | Uint8Array, limit: number): Effect.Effect<string, WebhookInvalid> => {
  if (typeof body !== "string") {
    return body.length > limit
      ? Effect.fail(tooLarge(limit))
      : Effect.sync(() => new TextDecoder("utf-8", { ignoreBOM: true }).decode(body))
  }
  // A UTF-16 code unit takes at most 3 bytes, so most texts need not be encoded.
  const isTooLarge = body.length > limit ||
    (body.length * 3 > limit && new TextEncoder().encode(body).length > limit)
  return isTooLarge ? Effect.fail(tooLarge(limit)) : Effect.succeed(body)
}

/** Returns the chunks in a web or Node.js stream, or `undefined` if it was read before. */
const openChunks = (request: WebhookRequest): Chunks | undefined => {
  // Sound: each property is checked before it is used.
  const { body } = request as { readonly body?: Partial<ReadableStream<unknown>> | undefined }
  if (typeof body?.getReader === "function") {
    if (body.locked === true || ("bodyUsed" in request && request.bodyUsed === true)) return undefined
    const reader = body.getReader()
    return { next: () => reader.read(), release: () => void reader.cancel().catch(() => undefined) }
  }
  const stream = request as Partial<AsyncIterable<unknown>> & {
    readonly readableEnded?: unknown
    readonly destroyed?: unknown
    readonly iterator?: ((options: { readonly destroyOnReturn: boolean }) => AsyncIterator<unknown>) | undefined
  }
  if (typeof stream[Symbol.asyncIterator] !== "function" || stream.readableEnded === true) return undefined
  // The default iterator in Node.js destroys the connection when it is released early.
  const iterator = typeof stream.iterator === "function"
    ? stream.iterator({ destroyOnReturn: false })
    : stream[Symbol.asyncIterator]!()
  return { next: () => iterator.next(), release: () => void iterator.return?.().catch(() => undefined) }
}

/** Collects chunks. Rejects with `WebhookInvalid` once they exceed the limit. */
const collect = async ({ next }: Chunks, limit: number): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let size = 0
  for (;;) {
    const { done, value } = await next()
    if (done === true) break
    if (!isText(value)) throw makeConsumed()
    const part = typeof value === "string" ? new TextEncoder().encode(value) : value
    size += part.length
    if (size > limit) throw tooLarge(limit)
    parts.push(part)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
