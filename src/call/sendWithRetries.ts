/** Sends a request and its retries. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Tracer from "effect/Tracer"
import { attempt } from "./attempt.ts"
import { getFailureModule } from "./failureModule.ts"
import { type Outcome, toEffect } from "./Outcome.ts"
import { getReachability, recordResponse } from "./Reachability.ts"
import type { Request } from "./Request.ts"
import { getTracer, trace } from "./trace.ts"
import { Transport } from "./Transport.ts"

/**
 * Sends a request, and retries it according to `RetryPolicy` until the outcome is final. Adds diagnostics to a network
 * failure. Never fails.
 *
 * **Details**
 *
 * A single retrying call sends every retry. Calls that retry at the same time share one check of the network. While the
 * check gets no response, their retries fail without being sent. Once the service responds, all of them are sent. No retry
 * is sent after the request's session has ended.
 *
 * While the device is offline, a request is only sent if the check gets a response. Otherwise it fails immediately.
 */
export const sendWithRetries = (request: Request): Effect.Effect<Outcome> =>
  Effect.withFiber(({ context }) => {
    const attempt = traceAttempt(request)
    const clock = Context.get(context, Clock.Clock)
    const network = getReachability(request.caller.connection, Context.get(context, Transport))
    const startedAt = clock.currentTimeMillisUnsafe()
    const send = Effect.flatMap(attempt, (outcome) => {
      if (outcome._tag === "Success") {
        recordResponse(network, clock.currentTimeMillisUnsafe())
        return Effect.succeed(outcome)
      }
      // The attempt has loaded the code for failures, or it could not.
      return getFailureModule()?.retry({ attempt, context, network, request }, outcome, startedAt) ??
        Effect.succeed(outcome)
    })
    return getFailureModule()?.checkOnline(send, network, startedAt, context) ?? send
  })

/**
 * Sends a request once. If the program has a tracer, the attempt has a span with the HTTP client attributes of
 * OpenTelemetry. The span fails if the attempt does. `error.type` is the tag of the known error, or of the `ApiError`'s
 * reason.
 */
const traceAttempt = (request: Request): Effect.Effect<Outcome> =>
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
