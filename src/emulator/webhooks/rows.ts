/** Operations on webhook endpoints, and on the deliveries to them. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import standardwebhooks from "standardwebhooks"
import { toRedacted } from "../../platform/toRedacted.ts"
import { webhookCodecs, type WebhookData, type WebhookType } from "../../wire/webhookEvents.ts"
import { encodeOrThrow } from "../requests/http.ts"
import * as random from "../state/random.ts"
import type { ProjectRow } from "../state/rows.ts"
import { isWebhookUrl, type WebhookDeliveryRow, type WebhookEndpoint, type WebhookRows } from "./types.ts"

export const makeWebhookRows = (): WebhookRows => ({ endpoints: [], deliveries: [], events: [] })

/** Sets a project's endpoints. An invalid URL or secret is a defect. */
export const setEndpoints = ({ webhooks }: ProjectRow, endpoints: ReadonlyArray<WebhookEndpoint>) =>
  Effect.sync(() => {
    webhooks.endpoints = endpoints.map(({ secret, ...endpoint }) => {
      const redacted = toRedacted(secret)
      if (!isWebhookUrl(endpoint.url)) {
        throw new Error(`The webhook URL ${JSON.stringify(endpoint.url)} must be an absolute http or https URL`)
      }
      if (!isWebhookSecret(redacted)) throw new Error(`The secret of ${endpoint.url} must be whsec_ and Base64`)
      return { ...endpoint, secret: redacted }
    })
  })

/** Returns `true` if an endpoint may have the secret: `whsec_` and Base64. */
export const isWebhookSecret = (secret: Redacted.Redacted<string>): boolean => {
  try {
    return Redacted.value(secret).startsWith("whsec_") && signWebhook(secret, "", 0, "") !== ""
  } catch {
    return false
  }
}

/** Returns a message's `v1` signature. Throws for an invalid secret. */
export const signWebhook = (
  secret: Redacted.Redacted<string>,
  id: string,
  timestampSeconds: number,
  body: string
): string => new standardwebhooks.Webhook(Redacted.value(secret)).sign(id, new Date(timestampSeconds * 1000), body)

/** Reports an event in the current request. `getData` runs when the request ends. */
export const reportEvent = <T extends WebhookType>(
  { webhooks }: ProjectRow,
  type: T,
  getData: () => WebhookData[T]
): void => {
  if (webhooks.endpoints.length > 0) webhooks.events.push({ type, getData })
}

/** Creates the reported events' deliveries, one for each endpoint. */
export const createDeliveries = Effect.fnUntraced(function*({ webhooks }: ProjectRow, now: number) {
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
