/** The overview: how to connect, recent emails, and reset. */
import { getUsualName, type VariableOption } from "../../call/environment.ts"
import type { ProjectRow } from "../state/rows.ts"
import { version } from "../version.ts"
import { type Html, html } from "./html.ts"
import { countMails, listNewestMails, renderMail } from "./inboxPage.ts"
import type { PageContext } from "./PageContext.ts"
import { confirmForm, copyable, count, list } from "./parts.ts"

/** Renders the overview. */
export const renderOverview = (context: PageContext): Html => {
  const { link, project, target: { state }, url } = context
  const mails = listNewestMails(context, 5)
  const environment = (name: string, prefix: string, open?: Html) =>
    html`<details class="tab" name="env"${open}><summary>${name}</summary>${
      copyable(makeEnvironment(project, url.origin, prefix), `variables for ${name}`, true)
    }</details>`
  return html`<div class="head"><h1>Overview</h1></div>
<div class="tiles" id="tiles" data-live>
${tile(link("/latchkey/ui/users"), project.users.size, "user")}
${tile(link("/latchkey/ui/sessions"), project.sessions.size, "session")}
${tile(link("/latchkey/ui/inbox"), countMails(context), "email")}
${tile(link("/latchkey/ui/webhooks"), project.webhooks.deliveries.length, "webhook delivery", "webhook deliveries")}
</div>
<div class="columns">
<section class="card" aria-labelledby="connect"><h2 id="connect">Connect an app</h2>
<p class="muted small">Copy these variables to the <code>.env</code> file of your app. The keys work only here.</p>
${environment("Node.js", "", html` open`)}
${environment("Next.js", "NEXT_PUBLIC_")}
${environment("Vite", "VITE_")}
</section>
<div class="columns">
<section class="card" aria-labelledby="recent"><div class="head"><h2 id="recent">Recent emails</h2><a class="small" href="${
    link("/latchkey/ui/inbox")
  }">All emails</a></div>
<div id="emails" data-live>${list(mails.map((mail) => renderMail(mail, context)), "No emails yet.")}</div></section>
<section class="card" aria-labelledby="about"><h2 id="about">This emulator</h2>
<dl class="pairs small">
<dt>Version</dt><dd>${version}</dd>
<dt>Generation</dt><dd>${state.generation}</dd>
<dt>URL</dt><dd class="mono">${url.origin}</dd>
<dt>Project ID</dt><dd class="mono">${project.id}</dd>
<dt>Control API</dt><dd><a href="${link("/latchkey")}">/latchkey</a></dd>
</dl>
${
    confirmForm(
      "reset",
      link("/latchkey/ui/reset"),
      "Reset emulator",
      "Delete all changes since the start, remove faults and set back the clock?"
    )
  }</section>
</div>
</div>`
}

const tile = (address: string, number: number, noun: string, plural?: string): Html =>
  html`<a class="tile" href="${address}"><b>${number.toLocaleString("en")}</b><span>${
    plural !== undefined && number !== 1 ? plural : count(number, noun).replace(/^\S+ /, "")
  }</span></a>`

const makeEnvironment = ({ id, keySets }: ProjectRow, origin: string, prefix: string): string => {
  const [keys] = keySets.values()
  const values: ReadonlyArray<readonly [VariableOption, string | undefined]> = [
    ["projectId", id],
    ["publishableClientKey", keys?.publishableClientKey],
    ["apiUrl", origin],
    ["secretServerKey", keys?.secretServerKey],
    ["superSecretAdminKey", keys?.superSecretAdminKey]
  ]
  return values.flatMap(([option, value]) => value === undefined ? [] : [`${getUsualName(option, prefix)}=${value}`])
    .join("\n")
}
