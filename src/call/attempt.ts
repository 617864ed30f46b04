/** One request attempt. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type * as Tracer from "effect/Tracer"
import { loadFailureModule, withFailureModule } from "./failureModule.ts"
import { getStatus, interpretSuccess } from "./interpretSuccess.ts"
import { makeRequestHeaders } from "./makeRequestHeaders.ts"
import { makeNotLoaded, type Outcome } from "./Outcome.ts"
import type { Request } from "./Request.ts"
import { timeoutDisconnect } from "./timeoutDisconnect.ts"
import { Transport, type TransportFailure, type TransportResponse } from "./Transport.ts"

/**
 * Sends a request once and returns its outcome. Never fails. Adds the response status to `span`.
 *
 * `fiber` must be the fiber that runs the effect.
 */
export const attempt = (
  request: Request,
  fiber: Fiber.Fiber<unknown, unknown>,
  span?: Tracer.Span
): Effect.Effect<Outcome> => {
  const { context } = fiber
  const { caller, endpoint, prepared: { body, url } } = request
  const { requestTimeout, responseLimit } = caller.connection
  const { encoding, method } = endpoint
  const headers = encoding === "json"
    ? makeRequestHeaders(request, fiber)
    : encoding === "form"
    ? { "content-type": "application/x-www-form-urlencoded;charset=UTF-8", accept: "application/json" }
    : {}
  const response = Context.get(context, Transport)({ method, url, headers, body, responseLimit })
  const interpret = (reply: TransportResponse | TransportFailure): Effect.Effect<Outcome> =>
    withFailureModule(
      requestTimeout,
      (failures) => failures.interpretReply(request, reply, context),
      () => makeNotLoaded(endpoint, true)
    )
  // The code for failures loads during the first request.
  void loadFailureModule()
  return Effect.matchEffect(timeoutDisconnect(requestTimeout, response, context), {
    onSuccess: (response) => {
      span?.attribute("http.response.status_code", getStatus(response) ?? response.status)
      const success = interpretSuccess(endpoint, response)
      return success === undefined ? interpret(response) : Effect.succeed(success)
    },
    onFailure: interpret
  })
}
