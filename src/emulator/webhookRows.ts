/**
 * The webhook endpoints of projects, and the deliveries to them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import standardwebhooks from "standardwebhooks"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import type { WebhookData, WebhookType } from "../wire/webhookEvents.ts"
import { webhookCodecs } from "../wire/webhookEvents.ts"
import { encodeOrThrow } from "./http.ts"
import * as random from "./random.ts"
import type { ProjectRow } from "./rows.ts"

/**
 * An endpoint that receives the events of a project.
 *
 * @category options
 * @since 0.1.0
 */
export interface WebhookEndpoint {
  /** An absolute http or https URL. */
  readonly url: string
  /** `whsec_` and the Base64 of the key. */
  readonly secret: Secret
  /** The types of events to deliver; all by default. */
  readonly events?: ReadonlyArray<WebhookType> | undefined
}

/**
 * The webhooks of a project.
 *
 * @category models
 * @since 0.1.0
 */
export interface WebhookRows {
  endpoints: ReadonlyArray<WebhookEndpoint & { readonly secret: Redacted.Redacted<string> }>
  /** Deliveries of all time, oldest first. */
  readonly deliveries: Array<WebhookDeliveryRow>
  /** Events of the current request. The data is read when the request ends. */
  readonly events: Array<{ readonly type: WebhookType; readonly getData: () => unknown }>
}

/** @since 0.1.0 */
export interface WebhookDeliveryRow {
  readonly id: string
  readonly url: string
  readonly secret: Redacted.Redacted<string>
  readonly type: WebhookType
  /** The body of the request. */
  readonly body: string
  readonly createdAtMillis: number
  readonly attempts: Array<WebhookAttemptRow>
  /** The time of the next attempt; `undefined` after the last one. */
  nextAttemptAtMillis: number | undefined
  isDelivered: boolean
}

/** @since 0.1.0 */
export interface WebhookAttemptRow {
  readonly atMillis: number
  readonly status: number | undefined
  readonly error: string | undefined
}

/** @since 0.1.0 */
export const makeWebhookRows = (): WebhookRows => ({ endpoints: [], deliveries: [], events: [] })

/**
 * Sets the endpoints of a project. An invalid URL or secret is a defect.
 *
 * @category mutations
 * @since 0.1.0
 */
export const setEndpoints = (
  { webhooks }: ProjectRow,
  endpoints: ReadonlyArray<WebhookEndpoint>
): Effect.Effect<void> =>
  Effect.sync(() => {
    webhooks.endpoints = endpoints.map(({ secret, ...endpoint }) => {
      const redacted = toRedacted(secret)
      if (!URL.canParse(endpoint.url) || !/^https?:$/.test(new URL(endpoint.url).protocol)) {
        throw new Error(`The webhook URL ${JSON.stringify(endpoint.url)} must be an absolute http or https URL`)
      }
      if (!isSecret(redacted)) throw new Error(`The secret of ${endpoint.url} must be whsec_ and Base64`)
      return { ...endpoint, secret: redacted }
    })
  })

const isSecret = (secret: Redacted.Redacted<string>): boolean => {
  try {
    return Redacted.value(secret).startsWith("whsec_") && signWebhook(secret, "", 0, "") !== ""
  } catch {
    return false
  }
}

/**
 * Returns the `v1` signature of a message. Throws for an invalid secret.
 *
 * @category conversion
 * @since 0.1.0
 */
export const signWebhook = (
  secret: Redacted.Redacted<string>,
  id: string,
  timestampSeconds: number,
  body: string
): string => new standardwebhooks.Webhook(Redacted.value(secret)).sign(id, new Date(timestampSeconds * 1000), body)

/**
 * Reports an event of the current request. `getData` runs when the request ends.
 *
 * @category mutations
 * @since 0.1.0
 */
export const reportEvent = <T extends WebhookType>(
  { webhooks }: ProjectRow,
  type: T,
  getData: () => WebhookData[T]
): void => {
  if (webhooks.endpoints.length > 0) webhooks.events.push({ type, getData })
}

/**
 * Creates the deliveries of the reported events, one for each endpoint.
 *
 * @category mutations
 * @since 0.1.0
 */
export const createDeliveries = Effect.fnUntraced(function*(
  { webhooks }: ProjectRow,
  now: number
): Effect.fn.Return<ReadonlyArray<WebhookDeliveryRow>> {
  const created: Array<WebhookDeliveryRow> = []
  for (const { getData, type } of webhooks.events.splice(0)) {
    const endpoints = webhooks.endpoints.filter(({ events }) => events?.includes(type) ?? true)
    if (endpoints.length === 0) continue
    const id = `msg_${yield* random.code(27)}`
    const body = JSON.stringify({ data: encodeOrThrow(webhookCodecs[type], getData()), type })
    for (const { secret, url } of endpoints) {
      created.push({
        id,
        url,
        secret,
        type,
        body,
        createdAtMillis: now,
        attempts: [],
        nextAttemptAtMillis: now,
        isDelivered: false
      })
    }
  }
  webhooks.deliveries.push(...created)
  return created
})
