/** Webhooks for code without Effect: `fetch` handlers, Next.js route handlers, Node.js and Express. */
import * as Effect from "effect/Effect"
import * as Webhooks from "../server/Webhooks.ts"
import { toPlain } from "../session/optionNames.ts"

/** Options for a webhook handler. */
export interface WebhookHandlerOptions extends Webhooks.WebhookOptions {
  /** The endpoint's secret, such as `whsec_…`. During a rotation, the old secret and the new one. */
  readonly secret: Webhooks.WebhookSecret
  /** Handles a verified event. If it throws or rejects, the service tries again later. */
  readonly onEvent: (event: Webhooks.WebhookEvent) => unknown
}

const makeHandler = (given: WebhookHandlerOptions) => {
  const { onEvent, secret, ...options } = toPlain(given)
  // Throws `InvalidOptions`.
  Effect.runSync(Webhooks.checkSecret(secret))
  const respond = Webhooks.handler(
    secret,
    (event) => Effect.tryPromise({ try: async () => onEvent(event), catch: (error) => error }),
    { ...options, replays: options.replays ?? Webhooks.makeMemory() }
  )
  return (request: Webhooks.WebhookRequest) => Effect.runPromise(respond(request))
}

/**
 * Creates a handler for web requests for Hono, Bun, Deno, Workers and route handlers for Next.js. It never rejects.
 *
 * Throws `InvalidOptions` for an unknown option, and for a secret that cannot protect messages: a missing one, the text
 * `undefined`, or a key under 24 bytes.
 *
 * Invalid messages get a response with a 4xx status. If `onEvent` fails, the failure is logged and the status is 500. By
 * default, a store in memory makes sure that this process handles each message once.
 *
 * **Example** (Hono)
 *
 * ```ts
 * import { createWebhookHandler } from "latchkey/fetch"
 *
 * const handleWebhook = createWebhookHandler({
 *   secret: "whsec_…",
 *   onEvent: async (event) => {
 *     if (event.type === "user.deleted") await removeFiles(event.data.id)
 *   }
 * })
 *
 * declare const removeFiles: (userId: string) => Promise<void>
 *
 * // app.post("/webhooks", (context) => handleWebhook(context.req.raw))
 * ```
 */
export const createWebhookHandler = (options: WebhookHandlerOptions): (request: Request) => Promise<Response> =>
  makeHandler(options)

/** A response in Node.js or Express. */
export type NodeWebhookResponse = {
  statusCode: number
  readonly setHeader: (name: string, value: string) => unknown
  readonly end: (body?: string) => unknown
}

/**
 * Creates a `createServer` listener, which is also a route handler for Express. It never rejects.
 *
 * Throws `InvalidOptions` for invalid options, as `createWebhookHandler` does.
 *
 * It reads the raw body from the request. If a middleware has read the body before, `body` or `rawBody` must be its text or
 * bytes: with Express, add the route before `express.json()`, or use `express.raw({ type: "application/json" })`.
 *
 * **Example** (Express)
 *
 * ```ts
 * import { createNodeWebhookHandler } from "latchkey/node"
 *
 * const handleWebhook = createNodeWebhookHandler({
 *   secret: "whsec_…",
 *   onEvent: (event) => console.log(event.type)
 * })
 *
 * // app.post("/webhooks", handleWebhook)
 * ```
 */
export const createNodeWebhookHandler = (
  options: WebhookHandlerOptions
): (request: Webhooks.WebhookRequest, response: NodeWebhookResponse) => Promise<void> => {
  const respond = makeHandler(options)
  return async (request, response) => {
    const answer = await respond(request)
    const text = await answer.text()
    response.statusCode = answer.status
    answer.headers.forEach((value, name) => response.setHeader(name, value))
    // The rest of an unread body would be parsed as the next request.
    if (answer.status === 413) response.setHeader("connection", "close")
    response.end(text)
  }
}
