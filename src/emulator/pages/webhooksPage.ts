/** The endpoints and the webhook deliveries. */
import { toWebhookDelivery, type WebhookDelivery } from "../webhooks/deliveries.ts"
import { type Html, html } from "./html.ts"
import type { PageContext } from "./PageContext.ts"
import { badge, count, formatDate, list, time, type Tone } from "./parts.ts"

const maxDeliveries = 50

const tones: Readonly<Record<WebhookDelivery["status"], Tone>> = {
  delivered: "success",
  failed: "danger",
  pending: "warning"
}
const statusNames = { delivered: "Delivered", failed: "Failed", pending: "Pending" }

/** Renders the endpoints, and the deliveries with their attempts and bodies, newest first. */
export const renderWebhooks = (context: PageContext): Html => {
  const { deliveries, endpoints } = context.project.webhooks
  const shown = deliveries.slice(-maxDeliveries).toReversed().map(toWebhookDelivery)
  return html`<div class="head"><h1>Webhooks</h1><p>Set endpoints with the option <code>webhooks</code> or with <code>setWebhooks</code>.</p></div>
<div class="stacked" id="deliveries" data-live>
${
    endpoints.length === 0
      ? html`<p class="small muted">The project has no endpoints.</p>`
      : endpoints.map(({ events, url }) =>
        html`<p class="small"><code>${url}</code><br><span class="muted">Endpoint for ${
          events?.join(", ") ?? "all events"
        }</span></p>`
      )
  }
${list(shown.map((delivery, index) => renderDelivery(delivery, index, context)), "No deliveries yet.")}${
    deliveries.length > maxDeliveries &&
    html`<p class="small muted">The newest ${maxDeliveries} of ${
      deliveries.length.toLocaleString("en")
    } deliveries.</p>`
  }</div>`
}

const renderDelivery = (delivery: WebhookDelivery, index: number, context: PageContext): Html => {
  // One message's deliveries to several endpoints have the same id.
  const id = `${delivery.id}-${context.project.webhooks.deliveries.length - index}`
  return html`<li><div class="grow"><span class="actions"><span class="title">${delivery.type}</span>${
    badge(statusNames[delivery.status], tones[delivery.status])
  }</span><span class="meta"><span>${delivery.url}</span><span>${time(delivery.createdAt, context)}</span><span>${
    count(delivery.attempts.length, "attempt")
  }</span>${
    delivery.nextAttemptAt !== undefined && html`<span>Next ${time(delivery.nextAttemptAt, context)}</span>`
  }</span></div>
<details class="more wide" id="${id}"><summary>Body and attempts<span class="visually-hidden"> of ${delivery.type}, ${delivery.id}</span></summary>
<dl class="pairs small"><dt>Message</dt><dd class="mono">${delivery.id}</dd>${
    delivery.attempts.map(({ at, error, status }) =>
      html`<dt>${formatDate(at)}</dt><dd>${
        status === undefined ? html`<span class="muted">No response:</span> ${error}` : `Status ${status}`
      }</dd>`
    )
  }</dl><pre tabindex="0" aria-label="Body">${JSON.stringify(delivery.payload, null, 2)}</pre></details></li>`
}
