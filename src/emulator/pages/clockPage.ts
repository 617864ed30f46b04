/** The service's clock. */
import { type Html, html } from "./html.ts"
import type { PageContext } from "./PageContext.ts"
import { actionForm, field, formatDate, formatOffset, inputField } from "./parts.ts"

const steps = [["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"], ["86400", "1 day"], [
  "2592000",
  "30 days"
]] as const

/** Renders the service's time, and the forms that move it. */
export const renderClock = ({ link, now, offsetMillis }: PageContext): Html =>
  html`<div class="head"><h1>Clock</h1><p>Only the service’s clock moves: tokens, codes and sessions expire, and webhooks are repeated.</p></div>
<section class="card" aria-label="Time"><div id="time" data-live><p class="clock">${
    formatDate(new Date(now))
  }</p><p class="muted">${
    offsetMillis === 0 ? "The same as the program’s clock" : `${formatOffset(offsetMillis)} of the program’s clock`
  }</p></div>
<div><h2>Advance by</h2></div>
<div class="actions">${
    steps.map(([seconds, name]) =>
      actionForm(link("/latchkey/ui/clock"), name, { fields: { amount: seconds, unit: "1" } })
    )
  }</div>
<form class="inline" method="post" action="${link("/latchkey/ui/clock")}">
${inputField("amount", "Amount", { type: "number", inputmode: "decimal", step: "any", required: "", value: "5" })}
${
    field(
      "unit",
      "Unit",
      html`<select id="unit" name="unit"><option value="1">seconds</option><option value="60" selected>minutes</option><option
 value="3600">hours</option><option value="86400">days</option></select>`
    )
  }
<button class="primary">Advance</button>
</form>
<div class="actions" id="back" data-live>${
    offsetMillis !== 0 && actionForm(link("/latchkey/ui/clock/reset"), "Set back to the program’s time")
  }</div></section>
<section class="card" aria-labelledby="tokens"><h2 id="tokens">Access tokens</h2><p class="small muted">Expires all access tokens without moving the clock. Refresh tokens stay valid.</p>
<div class="actions">${actionForm(link("/latchkey/ui/access-tokens/expire"), "Expire access tokens")}</div></section>`
