/** The current faults, and the form for a new one. */
import type { FaultJson } from "../control/faultJson.ts"
import { type ListedFault, listFaults } from "../control/FaultSwitch.ts"
import { type Html, html } from "./html.ts"
import type { PageContext } from "./PageContext.ts"
import { actionForm, count, field, inputField, list } from "./parts.ts"

/** Returns the text that identifies a listed fault in a form. It does not change with the remaining request count. */
export const faultKey = (fault: unknown): string =>
  JSON.stringify(fault, (name, value: unknown) => name === "times" ? undefined : value)

const kinds: ReadonlyArray<readonly [FaultJson["fault"], string, string]> = [
  ["offline", "Offline", "Requests do not reach the service."],
  ["response_lost", "Response lost", "The service acts, and the response is lost."],
  ["truncated", "Truncated response", "Half of the body arrives."],
  ["slow", "Slow", "Each request waits before the service."],
  ["response_late", "Late response", "The service acts, and the response waits."],
  ["rate_limited", "Rate limited", "Status 429."],
  ["status", "Status", "A proxy responds in place of the service."],
  ["clock_ahead", "Clock ahead", "The service’s clock is ahead."],
  ["clock_behind", "Clock behind", "The service’s clock is behind."]
]

const routes = [
  "POST /auth/oauth/token",
  "POST /auth/password/sign-in",
  "POST /auth/password/sign-up",
  "POST /auth/otp/send-sign-in-code",
  "DELETE /auth/sessions/current",
  "GET /users/me",
  "PATCH /users/me",
  "GET /projects/current"
]

/** Renders the current faults and the form for a new one. `values` fills the form again after an error. */
export const renderFaults = (
  { link, target: { faults } }: PageContext,
  values: Readonly<Record<string, string | undefined>> = {}
): Html => {
  const current = faults.list()
  const keys = listFaults(faults).map(faultKey)
  const selected = values["fault"] ?? "offline"
  return html`<div class="head"><h1>Faults</h1><p>Faults affect the API of the service for all clients, not these pages.</p></div>
<section class="card" id="faults" data-live aria-labelledby="current"><div class="head"><h2 id="current">Current faults</h2>${
    current.length > 0 && actionForm(link("/latchkey/ui/faults/clear"), "Remove all")
  }</div>${
    list(
      current.map((fault, index) => renderFault(link, fault, keys[index]!)),
      "No faults: all requests reach the service."
    )
  }</section>
<section class="card" aria-labelledby="add"><h2 id="add">Add a fault</h2>
<form class="stack" method="post" action="${link("/latchkey/ui/faults")}">
<fieldset><legend>Fault</legend><div class="choices">${
    kinds.map(([kind, name, text]) =>
      html`<label class="choice"><input type="radio" name="fault" value="${kind}"${
        kind === selected && html` checked`
      }>${name}<span class="hint">${text}</span></label>`
    )
  }</div></fieldset>
<div class="fields">
${
    number("seconds", "Seconds", { value: values["seconds"] ?? "2", min: "0", step: "any" }, {
      className: "for-seconds"
    })
  }
${number("status", "Status", { value: values["status"] ?? "503", min: "200", max: "599" }, { className: "for-status" })}
${
    number("retry", "Retry after, in seconds", { value: values["retry"], min: "0" }, {
      className: "for-rate",
      hint: "Optional"
    })
  }
${
    inputField("only", "Only requests of", {
      list: "routes",
      value: values["only"],
      placeholder: "POST /auth/oauth/token",
      autocomplete: "off"
    }, { hint: "Optional: a method, and a path below /api/v1" })
  }
${
    number("times", "Number of requests", { value: values["times"], min: "1" }, {
      hint: "Optional: after these, the fault is removed"
    })
  }
</div>
${
    field("body", "Body of the response", html`<textarea id="body" name="body">${values["body"]}</textarea>`, {
      className: "for-status"
    })
  }
<datalist id="routes">${routes.map((route) => html`<option value="${route}"></option>`)}</datalist>
<div class="actions"><button class="primary">Add fault</button></div>
</form></section>`
}

const number = (...[id, label, attributes, options]: Parameters<typeof inputField>): Html =>
  inputField(id, label, { type: "number", inputmode: "decimal", step: "1", ...attributes }, options)

const renderFault = (link: PageContext["link"], fault: ListedFault, key: string): Html => {
  if (fault.fault === "custom") {
    return html`<li><div class="grow"><span class="title">Set by a program</span><span class="meta">A new fault replaces it.</span></div>${
      actionForm(link("/latchkey/ui/faults/clear"), "Remove", { about: "the fault set by a program" })
    }</li>`
  }
  const [, name] = kinds.find(([kind]) => kind === fault.fault)!
  return html`<li><div class="grow"><span class="title">${name}</span><span class="meta">${
    describe(fault).map((text) => html`<span>${text}</span>`)
  }</span></div><div class="actions">${
    actionForm(link("/latchkey/ui/faults/remove"), "Remove", { about: name, fields: { key } })
  }</div></li>`
}

const describe = (fault: FaultJson): ReadonlyArray<string> => [
  fault.only ?? "All requests",
  ..."seconds" in fault ? [count(fault.seconds, "second")] : [],
  ..."retryAfterSeconds" in fault && fault.retryAfterSeconds !== undefined
    ? [`Retry after ${count(fault.retryAfterSeconds, "second")}`]
    : [],
  ..."status" in fault ? [`Status ${fault.status}`] : [],
  ...fault.times === undefined ? [] : [`${count(fault.times, "request")} left`]
]
