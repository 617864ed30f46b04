/**
 * Webhooks: messages that the service sends to a server when users, teams, memberships and permissions change.
 *
 * The service signs each message as Svix and Standard Webhooks do. A message whose signature was not verified can come from
 * anyone.
 *
 * **Example** (A handler for messages)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Webhooks } from "latchkey/server"
 *
 * declare const secret: Redacted.Redacted<string>
 *
 * const handler = Webhooks.handler(secret, (event) => {
 *   switch (event.type) {
 *     case "user.created":
 *       return Effect.log(`${event.data.primaryEmail} signed up`)
 *     case "user.deleted":
 *       return Effect.log(`${event.data.id} left ${event.data.teams.length} teams`)
 *     default:
 *       return Effect.void
 *   }
 * })
 * ```
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { millisOf } from "../call/duration.ts"
import type { RequestHeaders } from "../platform/requestHeaders.ts"
import type { Secret } from "../platform/toRedacted.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, type InvalidOptions } from "../session/options.ts"
import { parseJson } from "../wire/Json.ts"
import { decodeWebhookEvent, type WebhookEvent } from "../wire/webhookEvents.ts"
import { ProcessedWebhooks } from "./ProcessedWebhooks.ts"
import { checkServerNames } from "./verificationOptions.ts"
import { readBody, type WebhookRequest } from "./webhookBody.ts"
import { toStatus, WebhookInvalid } from "./WebhookInvalid.ts"
import { checkSignatures, findSecretProblem, parseHeaders, type SignatureHeaders } from "./webhookSignature.ts"

/** One or several secrets for an endpoint, such as `whsec_…`. During a rotation, pass the old secret and the new one. */
export type WebhookSecret = Secret | ReadonlyArray<Secret>

/** Options for a verification. */
export interface WebhookOptions {
  /** The maximum difference between a message's timestamp and the clock; 5 minutes by default. */
  readonly tolerance?: Duration.Input | undefined
  /** A body's maximum size in bytes; 1,000,000 by default. */
  readonly maxBodySize?: number | undefined
  /**
   * The store for processed messages; the reference `ProcessedWebhooks` by default. It remembers each id for twice the
   * tolerance and a second: afterwards, a replayed message's timestamp is too old.
   */
  readonly replays?: ProcessedWebhooks | undefined
}

const names: OptionNames<WebhookOptions> = { tolerance: true, maxBodySize: true, replays: true }

const defaultTolerance = /*#__PURE__*/ Duration.minutes(5)
const defaultMaxBodySize = 1_000_000

/** Fails with `timestampTooOld` or `timestampTooNew` for a timestamp outside the tolerance. Compares whole seconds. */
const checkTimestamp = ({ timestampSeconds }: SignatureHeaders, tolerance: number) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const age = (Math.floor(now / 1000) - timestampSeconds) * 1000
    // The negation refuses a tolerance that is not a duration.
    if (!(age <= tolerance)) {
      return Effect.fail(new WebhookInvalid({ reason: "timestampTooOld", message: "The timestamp is too old" }))
    }
    return -age <= tolerance
      ? Effect.void
      : Effect.fail(new WebhookInvalid({ reason: "timestampTooNew", message: "The timestamp is in the future" }))
  })

/** Verifies a message, and claims it in the store. Returns its event, and the effects that end the claim. */
const verifyMessage = Effect.fnUntraced(function*(
  request: WebhookRequest,
  secret: WebhookSecret,
  options: WebhookOptions = {}
) {
  yield* Effect.orDie(checkServerNames(options, names))
  const tolerance = millisOf(options.tolerance ?? defaultTolerance)
  const headers = parseHeaders(request.headers)
  if (headers instanceof WebhookInvalid) return yield* headers
  yield* checkTimestamp(headers, tolerance)
  const text = yield* readBody(request, options.maxBodySize ?? defaultMaxBodySize)
  const refusal = checkSignatures(headers, text, secret)
  if (refusal !== undefined) return yield* refusal
  const { id } = headers
  const event = decodeWebhookEvent(parseJson(text), { id, timestamp: new Date(headers.timestampSeconds * 1000) })
  if (event === undefined) {
    return yield* new WebhookInvalid({ reason: "malformedBody", message: "The body is not an event" })
  }
  const store = options.replays ?? (yield* ProcessedWebhooks)
  if (store === undefined) return { event, complete: Effect.void, release: Effect.void }
  // Timestamps are compared in whole seconds, so that a message is accepted for up to a second longer.
  const timeToLive = Duration.millis(2 * tolerance + 1000)
  const claim = yield* store.claim(id, timeToLive)
  if (claim === "processed") {
    return yield* new WebhookInvalid({ reason: "replayed", message: "The message was processed before" })
  }
  if (claim === "processing") {
    return yield* new WebhookInvalid({ reason: "processing", message: "Another request processes the message" })
  }
  return { event, complete: store.complete(id, timeToLive), release: store.release(id) }
})

/**
 * Checks an endpoint's secrets: `whsec_` and a key with 24 bytes or more in Base64. Run it when the program starts. With any
 * other secret, such as the text `undefined` from a variable that is not set, each message fails with the reason `secret`.
 *
 * **Example** (A layer that fails without a secret)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import type * as Redacted from "effect/Redacted"
 * import { Webhooks } from "latchkey/server"
 *
 * const layerChecked = (secret: Redacted.Redacted<string>) => Layer.effectDiscard(Webhooks.checkSecret(secret))
 * ```
 */
export const checkSecret = (secret: WebhookSecret): Effect.Effect<void, InvalidOptions> => {
  const problem = findSecretProblem(secret)
  const rule =
    `${problem}. Pass the signing secret of the endpoint, and check the environment variable that it comes from, ` +
    "such as STACK_WEBHOOK_SECRET"
  return check("secret", problem === undefined, rule)
}

/**
 * Verifies a message's signature and timestamp, and decodes its event. The body is read from the request.
 *
 * With a `ProcessedWebhooks`, a verified message is marked as processed, even if the program fails later. `handler` marks it
 * only after its handler has succeeded.
 *
 * **Example** (A Hono route)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import type * as Redacted from "effect/Redacted"
 * import { Webhooks } from "latchkey/server"
 *
 * declare const secret: Redacted.Redacted<string>
 *
 * const respond = (request: Request) =>
 *   Webhooks.verify(request, secret).pipe(
 *     Effect.map((event) => new Response(`Received ${event.type}`)),
 *     Effect.catch((error) => Effect.succeed(Webhooks.toResponse(error)))
 *   )
 * ```
 */
export const verify = (
  request: WebhookRequest,
  secret: WebhookSecret,
  options?: WebhookOptions
): Effect.Effect<WebhookEvent, WebhookInvalid> =>
  Effect.flatMap(verifyMessage(request, secret, options), ({ complete, event }) => Effect.as(complete, event))

/**
 * Verifies a message whose raw body was read before, as `verify` does. The body must be the received text or bytes: JSON
 * that was parsed and serialized again has another signature.
 */
export const verifyBody = (
  message: { readonly headers: RequestHeaders; readonly body: string | Uint8Array },
  secret: WebhookSecret,
  options?: WebhookOptions
): Effect.Effect<WebhookEvent, WebhookInvalid> =>
  verify({ headers: message.headers, rawBody: message.body }, secret, options)

/** Verifies a message and runs a handler for its event. The message is marked as processed when the handler succeeds. */
const handle = <A, E, R>(
  request: WebhookRequest,
  secret: WebhookSecret,
  onEvent: (event: WebhookEvent) => Effect.Effect<A, E, R>,
  options: WebhookOptions | undefined
): Effect.Effect<A, WebhookInvalid | E, R> =>
  // Between the claim and the handler, an interruption would leave a message that no attempt can process.
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(
      restore(verifyMessage(request, secret, options)),
      ({ complete, event, release }) =>
        Effect.onExit(
          restore(Effect.suspend(() => onEvent(event))),
          (exit) => Exit.isSuccess(exit) ? complete : release
        )
    )
  )

/**
 * Creates a handler for requests with webhooks, for any server. Throws `InvalidOptions` for an unknown option.
 *
 * It responds with 204 if `onEvent` succeeds, and with `toResponse` to invalid messages. If `onEvent` fails, the failure is
 * logged and the status is 500, so that the service tries again later. A secret that `checkSecret` refuses is logged too.
 *
 * With a `ProcessedWebhooks`, each message is processed once: it is marked when `onEvent` succeeds, and later attempts
 * get 200. Without one, `onEvent` may run again for a message whose response was lost.
 */
export const handler = <A, E, R>(
  secret: WebhookSecret,
  onEvent: (event: WebhookEvent) => Effect.Effect<A, E, R>,
  options?: WebhookOptions
): (request: WebhookRequest) => Effect.Effect<Response, never, R> => {
  Effect.runSync(checkServerNames(options, names))
  return (request) =>
    handle(request, secret, (event) => reportFailure(Effect.suspend(() => onEvent(event))), options).pipe(
      Effect.map(() => new Response(null, { status: 204 })),
      Effect.catchTags({
        WebhookInvalid: (error) =>
          Effect.as(error.reason === "secret" ? Effect.logError(error) : Effect.void, toResponse(error)),
        WebhookHandlerFailed: () => Effect.sync(() => new Response(null, { status: 500 }))
      })
    )
}

/** Separates a failure in `onEvent` from an invalid message. */
class WebhookHandlerFailed extends Data.TaggedError("WebhookHandlerFailed") {}

/** Logs a handler's failure. An interruption is not a failure. */
const reportFailure = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, WebhookHandlerFailed, R> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.interrupt
      : Effect.andThen(
        Effect.logError("The handler of a webhook failed", cause),
        Effect.fail(new WebhookHandlerFailed())
      ))

/**
 * Creates the response to an invalid message, with its reason as text. A replayed message gets 200, so that the service
 * does not try again.
 */
export const toResponse = (error: WebhookInvalid): Response =>
  new Response(error.message, {
    status: toStatus(error),
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }
  })

export type { DeletedTeam, DeletedUser, TeamMembership, WebhookEvent, WebhookType } from "../wire/webhookEvents.ts"
export { layerMemory, makeMemory, ProcessedWebhooks } from "./ProcessedWebhooks.ts"
export type { WebhookRequest } from "./webhookBody.ts"
export { toStatus, WebhookInvalid } from "./WebhookInvalid.ts"
