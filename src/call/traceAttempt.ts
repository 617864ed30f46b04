/** An attempt's span. Apart from `sendWithRetries.ts`, its only importer, so that bundles compress better. */
import * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"
import { attempt } from "./attempt.ts"
import { type Outcome, toEffect } from "./Outcome.ts"
import type { Request } from "./Request.ts"
import { getTracer, trace } from "./trace.ts"

/**
 * Sends a request once. If the program has a tracer, the attempt has a span with OpenTelemetry's HTTP client
 * attributes. The span fails if the attempt does. `error.type` is the tag on the known error, or on the `ApiError`'s
 * reason.
 */
export const traceAttempt = (request: Request): Effect.Effect<Outcome> =>
  Effect.withFiber((fiber) => {
    const { attempts, caller, endpoint } = request
    const resendCount = attempts.count++
    if (getTracer(fiber) === undefined) return attempt(request, fiber)
    let outcome: Outcome
    const run = Effect.withFiber((fiber) => {
      // Sound: `trace` has just created this span, so it is not an external one.
      const span = fiber.cache.span as Tracer.Span
      if (resendCount > 0) span.attribute("http.request.resend_count", resendCount)
      return Effect.flatMap(attempt(request, fiber, span), (found) => {
        outcome = found
        if (found._tag !== "Success") {
          span.attribute("error.type", (found._tag === "Declared" ? found.error : found.reason)._tag)
        }
        return toEffect(endpoint, found)
      })
    })
    const attributes = {
      "http.request.method": endpoint.method,
      "server.address": new URL(caller.connection.apiUrl).hostname,
      "url.template": endpoint.path
    }
    const get = () => outcome
    return Effect.match(trace("latchkey.request", run, attributes), { onSuccess: get, onFailure: get })
  })
