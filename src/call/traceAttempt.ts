/**
 * The span of each attempt of a request.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { ApiError } from "./ApiError.ts"
import { attempt } from "./attempt.ts"
import type { Outcome } from "./interpret.ts"
import type { Request } from "./Request.ts"

/**
 * Sends a request once. If the program has a tracer, the attempt has a span with OpenTelemetry's attributes of HTTP client spans,
 * and the span fails if the attempt does. `error.type` is the tag of the known error, or of the `ApiError`'s reason.
 *
 * @category combinators
 * @since 0.1.0
 */
export const traceAttempt = (request: Request): Effect.Effect<Outcome> =>
  Effect.withFiber(({ context }) => {
    const { attempts, connection, endpoint } = request
    const resendCount = attempts.count++
    if (Context.getOrUndefined(context, Tracer.Tracer) === undefined) return attempt(request)
    let outcome: Outcome
    const run = Effect.flatMap(Effect.currentSpan, (span) =>
      Effect.flatMap(attempt(request, span), (found) => {
        outcome = found
        if (found._tag === "Success") return Effect.void
        const { _tag } = found._tag === "Declared" ? found.error : found.reason
        span.attribute("error.type", _tag)
        return Effect.fail(
          found._tag === "Declared" ? found.error : new ApiError({ endpoint: endpoint.id, reason: found.reason })
        )
      }))
    const attributes = {
      "http.request.method": endpoint.method,
      "server.address": new URL(connection.apiUrl).hostname,
      "url.template": endpoint.path,
      ...(resendCount === 0 ? {} : { "http.request.resend_count": resendCount })
    }
    return Effect.map(
      Effect.ignore(Effect.withSpan(run, "latchkey.request", { kind: "client", attributes })),
      () => outcome
    )
  })
