/** Sends a request and its retries. Apart from `call.ts`, its only importer, so that bundles compress better. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { attempt } from "./attempt.ts"
import { getFailureModule } from "./failureModule.ts"
import type { Outcome } from "./Outcome.ts"
import { getReachability, recordResponse } from "./Reachability.ts"
import type { Request } from "./Request.ts"
import { Transport } from "./Transport.ts"

/**
 * Sends a request, and retries it according to `RetryPolicy` until the outcome is final. Adds diagnostics to a network
 * failure. Never fails.
 *
 * **Details**
 *
 * A single retrying call sends every retry. Calls that retry at the same time share one network check. While the
 * check gets no response, their retries fail without being sent. Once the service responds, they are all sent. No retry
 * is sent after the request's session has ended.
 *
 * While the device is offline, a request is only sent if the check gets a response. Otherwise it fails immediately.
 */
export const sendWithRetries = (request: Request): Effect.Effect<Outcome> =>
  Effect.withFiber(({ context }) => {
    const once = attempt(request)
    const clock = Context.get(context, Clock.Clock)
    const network = getReachability(request.caller.connection, Context.get(context, Transport))
    const startedAt = clock.currentTimeMillisUnsafe()
    const send = Effect.flatMap(once, (outcome) => {
      if (outcome._tag === "Success") {
        recordResponse(network, clock.currentTimeMillisUnsafe())
        return Effect.succeed(outcome)
      }
      // The attempt has loaded the code for failures, or it could not.
      return getFailureModule()?.retry({ attempt: once, context, network, request }, outcome, startedAt) ??
        Effect.succeed(outcome)
    })
    return getFailureModule()?.checkOnline(send, network, startedAt, context) ?? send
  })
