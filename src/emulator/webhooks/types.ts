/** Webhook endpoint and delivery rows. */
import type * as Redacted from "effect/Redacted"
import type { Secret } from "../../platform/toRedacted.ts"
import type { WebhookType } from "../../wire/webhookEvents.ts"

/** An endpoint that receives a project's events. */
export interface WebhookEndpoint {
  /** An absolute http or https URL. */
  readonly url: string
  /** `whsec_` and the key in Base64. */
  readonly secret: Secret
  /** The event types to deliver; all by default. */
  readonly events?: ReadonlyArray<WebhookType> | undefined
}

/** A project's webhooks. */
export interface WebhookRows {
  endpoints: ReadonlyArray<WebhookEndpoint & { readonly secret: Redacted.Redacted<string> }>
  /** All deliveries, oldest first. */
  readonly deliveries: Array<WebhookDeliveryRow>
  /** Events in the current request. The data is read when the request ends. */
  readonly events: Array<{ readonly type: WebhookType; readonly getData: () => unknown }>
}

export interface WebhookDeliveryRow {
  readonly id: string
  readonly url: string
  readonly secret: Redacted.Redacted<string>
  readonly type: WebhookType
  readonly body: string
  readonly createdAtMillis: number
  readonly attempts: Array<WebhookAttemptRow>
  /** The next attempt's time; `undefined` after the last one. */
  nextAttemptAtMillis: number | undefined
  isDelivered: boolean
}

export interface WebhookAttemptRow {
  readonly atMillis: number
  readonly status: number | undefined
  readonly error: string | undefined
}
