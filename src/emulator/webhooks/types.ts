/** Webhook endpoint and delivery rows, and their codecs. */
import * as Redacted from "effect/Redacted"
import type { Secret } from "../../platform/toRedacted.ts"
import {
  array,
  boolean,
  check,
  type Codec,
  finite,
  literal,
  object,
  optional,
  pattern,
  string,
  transform,
  type TypeOf,
  unknown
} from "../../wire/Codec.ts"
import { isObject } from "../../wire/Json.ts"
import { struct } from "../../wire/Struct.ts"
import { webhookCodecs, type WebhookType } from "../../wire/webhookEvents.ts"
import { list, maybe, millis, row } from "../state/collectionCodecs.ts"

/** An endpoint that receives a project's events. */
export interface WebhookEndpoint {
  /** An absolute http or https URL. */
  readonly url: string
  /** `whsec_` and the key in Base64. */
  readonly secret: Secret
  /** The event types to deliver; all by default. */
  readonly events?: ReadonlyArray<WebhookType> | undefined
}

/** Returns `true` if an endpoint may have the URL: an absolute http or https URL. */
export const isWebhookUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const url = check(string, isWebhookUrl, "an absolute http or https URL")

const secret: Codec<Redacted.Redacted<string>> = /*#__PURE__*/ transform(
  pattern(/^whsec_[A-Za-z\d+/]+={0,2}$/, "whsec_ and Base64"),
  // Sound: the JSON is a string.
  check(object, Redacted.isRedacted) as Codec<unknown> as Codec<Redacted.Redacted<string>>,
  (text) => Redacted.make(text),
  Redacted.value
)

// Sound: the codecs' keys are the event types.
const type = literal(...Object.keys(webhookCodecs) as Array<WebhookType>)

const WebhookEndpointRow = struct({ url, events: optional(array(type)), secret })

const WebhookDeliveryRow = row({
  id: string,
  url,
  secret,
  type,
  body: string,
  createdAtMillis: millis,
  attempts: list(struct({ atMillis: millis, status: maybe(finite), error: maybe(string) }))
}, {
  /** The next attempt's time; `undefined` after the last one. */
  nextAttemptAtMillis: maybe(millis),
  isDelivered: boolean
})

export interface WebhookDeliveryRow extends TypeOf<typeof WebhookDeliveryRow> {}

/** A project's webhooks. */
export interface WebhookRows {
  endpoints: ReadonlyArray<TypeOf<typeof WebhookEndpointRow>>
  /** All deliveries, oldest first. */
  readonly deliveries: Array<WebhookDeliveryRow>
  /** Events in the current request. The data is read when the request ends. */
  readonly events: Array<{ readonly type: WebhookType; readonly getData: () => unknown }>
}

export const WebhookRows: Codec<WebhookRows> = /*#__PURE__*/ transform(
  struct({ endpoints: array(WebhookEndpointRow), deliveries: list(WebhookDeliveryRow) }),
  check(unknown, isObject) as Codec<unknown> as Codec<WebhookRows>,
  ({ deliveries, endpoints }) => ({ endpoints, deliveries, events: [] }),
  ({ deliveries, endpoints }) => ({ endpoints, deliveries })
)
