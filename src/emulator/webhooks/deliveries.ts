/** Webhook delivery, with the retry schedule from Svix, which delivers them for the service. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Scheduler from "effect/Scheduler"
import type * as Scope from "effect/Scope"
import { describeCause } from "../../call/Transport.ts"
import { type Json, parseJson } from "../../wire/Json.ts"
import type { WebhookType } from "../../wire/webhookEvents.ts"
import { toOptionalDate } from "../state/dates.ts"
import type { ProjectRow } from "../state/rows.ts"
import type { ServiceClock } from "../state/ServiceClock.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { createDeliveries, signWebhook } from "./rows.ts"
import type { WebhookDeliveryRow } from "./types.ts"

/** One message's delivery to one endpoint. */
export interface WebhookDelivery {
  /** The message id. Deliveries to several endpoints have the same id. */
  readonly id: string
  readonly url: string
  readonly type: WebhookType
  /** The request's parsed body: `type` and `data`, with wire keys. */
  readonly payload: Json
  readonly createdAt: Date
  /** `delivered` after a response with a 2xx status, `failed` after the last attempt. */
  readonly status: "pending" | "delivered" | "failed"
  readonly attempts: ReadonlyArray<WebhookAttempt>
  readonly nextAttemptAt: Date | undefined
}

/** An attempt to deliver a message. */
export type WebhookAttempt = {
  readonly at: Date
  /** The response's status; `undefined` if there was none. */
  readonly status: number | undefined
  /** Why there was no response. */
  readonly error: string | undefined
}

/** Receives the webhook requests, in place of a server. `Webhooks.handler` in `latchkey/server` creates one. */
export type WebhookReceiver = (request: Request) => Effect.Effect<Response, unknown>

/** The delays before the second and later attempts (docs.svix.com/retries). Each starts when the attempt before it failed. */
const delays = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(10)
].map(Duration.toMillis)

const responseTime = /*#__PURE__*/ Duration.seconds(15)

/** Sends a request by `fetch`. A redirect is a failed attempt, like at Svix. */
const sendByFetch: WebhookReceiver = (request) =>
  Effect.tryPromise((signal) => globalThis.fetch(new Request(request, { redirect: "manual", signal })))

/** Delivers webhooks until its scope closes. */
export interface WebhookSender {
  /** Creates the reported events' deliveries. Returns an effect that starts them in the background. */
  readonly collect: Effect.Effect<Effect.Effect<void> | undefined>
  /** Stops all deliveries, and continues the current state's pending ones. */
  readonly restart: Effect.Effect<void>
}

/** Creates a sender for a state's projects. Attempts follow the service's clock. */
export const makeSender = Effect.fnUntraced(function*(
  state: ServiceState,
  clock: ServiceClock,
  receive: WebhookReceiver = sendByFetch
): Effect.fn.Return<WebhookSender, never, Scope.Scope> {
  const fibers = yield* FiberSet.make<void>()
  const start = (project: ProjectRow, rows: ReadonlyArray<WebhookDeliveryRow>) =>
    Effect.forEach(rows, (row) =>
      FiberSet.run(
        fibers,
        // The request that reported the event may forbid its fiber to yield.
        deliver(row, clock, receive, () => state.get(project.id) === project).pipe(
          Effect.provideService(Scheduler.PreventSchedulerYield, false)
        ),
        { startImmediately: false }
      ), { discard: true })
  return {
    collect: Effect.gen(function*() {
      let started: Effect.Effect<void> | undefined
      for (const project of state.values()) {
        if (project.webhooks.events.length === 0) continue
        const next = start(project, yield* createDeliveries(project, yield* Clock.currentTimeMillis))
        started = started === undefined ? next : Effect.andThen(started, next)
      }
      return started
    }),
    restart: Effect.gen(function*() {
      yield* FiberSet.clear(fibers)
      for (const project of state.values()) yield* start(project, project.webhooks.deliveries)
    })
  }
})

/** Sends a delivery's remaining attempts, until one succeeds or the project is deleted. */
const deliver = Effect.fnUntraced(function*(
  row: WebhookDeliveryRow,
  clock: ServiceClock,
  receive: WebhookReceiver,
  isCurrent: () => boolean
): Effect.fn.Return<void> {
  while (row.nextAttemptAtMillis !== undefined) {
    yield* clock.waitUntil(row.nextAttemptAtMillis)
    if (!isCurrent()) return
    const atMillis = yield* clock.currentTimeMillis
    // Signed at the program's time: receivers refuse a timestamp that differs from theirs by more than 5 minutes.
    const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    const { error, status } = yield* attempt(row, receive, seconds)
    const next = delays[row.attempts.length]
    row.attempts.push({ atMillis, status, error })
    row.isDelivered = status !== undefined && status >= 200 && status < 300
    row.nextAttemptAtMillis = row.isDelivered || next === undefined
      ? undefined
      : (yield* clock.currentTimeMillis) + next
  }
})

/** Sends one attempt. The receiver's failures, defects and timeouts are results. */
const attempt = (row: WebhookDeliveryRow, receive: WebhookReceiver, seconds: number) =>
  Effect.suspend(() =>
    receive(
      new Request(row.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "svix-id": row.id,
          "svix-timestamp": String(seconds),
          "svix-signature": signWebhook(row.secret, row.id, seconds, row.body)
        },
        body: row.body
      })
    )
  ).pipe(
    Effect.map((response) => {
      // An unread body would keep `fetch`'s connection open.
      void response.body?.cancel().catch(() => undefined)
      return { status: response.status, error: undefined }
    }),
    Effect.timeoutOrElse({
      duration: responseTime,
      orElse: () => Effect.succeed({ status: undefined, error: "No response within 15 seconds" })
    }),
    Effect.catchCause((cause) => Effect.succeed({ status: undefined, error: describe(Cause.squash(cause)) }))
  )

const describe = (error: unknown): string => describeCause(error instanceof Cause.UnknownError ? error.cause : error)

/** Returns a row's delivery. */
export const toWebhookDelivery = (row: WebhookDeliveryRow): WebhookDelivery => ({
  id: row.id,
  url: row.url,
  type: row.type,
  // Sound: the emulator serialized the body.
  payload: parseJson(row.body) as Json,
  createdAt: new Date(row.createdAtMillis),
  status: row.isDelivered ? "delivered" : row.nextAttemptAtMillis === undefined ? "failed" : "pending",
  attempts: row.attempts.map(({ atMillis, error, status }) => ({ at: new Date(atMillis), status, error })),
  nextAttemptAt: toOptionalDate(row.nextAttemptAtMillis)
})
