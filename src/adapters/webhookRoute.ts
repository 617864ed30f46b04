/** An Effect `HttpRouter` route that receives webhooks. */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Webhooks from "../server/Webhooks.ts"

/**
 * Creates the handler for a route that receives webhooks, with the responses from `Webhooks.handler`.
 *
 * **Example** (A route)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as HttpRouter from "effect/http/HttpRouter"
 * import type * as Redacted from "effect/Redacted"
 * import { webhookRoute } from "latchkey/http-router"
 *
 * declare const secret: Redacted.Redacted<string>
 *
 * const routes = HttpRouter.add("POST", "/webhooks", webhookRoute(secret, (event) => Effect.log(event.type)))
 * ```
 */
export const webhookRoute = <A, E, R>(
  secret: Webhooks.WebhookSecret,
  onEvent: (event: Webhooks.WebhookEvent) => Effect.Effect<A, E, R>,
  options?: Webhooks.WebhookOptions
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R | HttpServerRequest.HttpServerRequest> => {
  const respond = Webhooks.handler(secret, onEvent, options)
  return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ source }) =>
    // Sound: the source is a web `Request` or a Node.js `IncomingMessage`.
    Effect.map(respond(source as Webhooks.WebhookRequest), HttpServerResponse.fromWeb))
}
