/** Verifies webhooks. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type * as Webhooks from "../../server/Webhooks.ts"
import { makeCall } from "../makeCall.ts"
import { takeSignal } from "../makeMethods.ts"
import { makeRuntime } from "../openRuntime.ts"
import type { Call, CallOptions } from "../Result.ts"
import * as Runner from "../Runner.ts"

/** Options for a verification. */
export type VerifyWebhookOptions = CallOptions & Omit<Webhooks.WebhookOptions, "replays">

/**
 * Verifies a webhook's signature and timestamp, and returns its event. Reads the body from the request, which must not
 * have been parsed. Fails with `WEBHOOK_INVALID`, whose `reason` explains it.
 *
 * The service may deliver a message twice. `createWebhookHandler` of `latchkey/fetch` and `createNodeWebhookHandler` of
 * `latchkey/node` handle each one once, and create the response.
 *
 * **Example** (A route)
 *
 * ```ts
 * import { verifyWebhook } from "latchkey/promise/server"
 *
 * export const POST = async (request: Request): Promise<Response> => {
 *   const { data: event, error } = await verifyWebhook(request, process.env["STACK_WEBHOOK_SECRET"] ?? "")
 *   if (error) return new Response(error.message, { status: 400 })
 *   if (event.type === "user.deleted") console.log(`${event.data.id} left`)
 *   return new Response(null, { status: 204 })
 * }
 * ```
 */
export const verifyWebhook = (
  request: Webhooks.WebhookRequest,
  secret: Webhooks.WebhookSecret,
  options: VerifyWebhookOptions = {}
): Call<Webhooks.WebhookEvent, Webhooks.WebhookInvalid> => {
  const { inputs: [rest], signal } = takeSignal([options])
  call ??= makeCall(Runner.make(makeRuntime(Context.empty(), Scope.makeUnsafe())))
  return call(
    Effect.flatMap(
      Effect.promise(() => import("../../server/Webhooks.ts")),
      // Sound: `takeSignal` removes only the signal.
      ({ verify }) => verify(request, secret, rest as Webhooks.WebhookOptions)
    ),
    signal,
    verifyWebhook
  )
}

/** Created by the first call, since the module must have no effects. */
let call: ReturnType<typeof makeCall<never>> | undefined
