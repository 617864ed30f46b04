/** The inbox, and an email's page. */
import * as Redacted from "effect/Redacted"
import { type Mail, toMail } from "../emails/mails.ts"
import type { MailRow } from "../state/rows.ts"
import { type Html, html, toLink } from "./html.ts"
import type { PageContext } from "./PageContext.ts"
import { badge, copyButton, count, formatDate, list, time } from "./parts.ts"

/** Returns the selected project's newest emails that were delivered and match. */
export const listNewestMails = (
  { project }: PageContext,
  limit: number,
  matches: (mail: MailRow) => boolean = () => true
): ReadonlyArray<Mail> => {
  const { mails } = project
  const found: Array<Mail> = []
  for (let index = mails.length - 1; index >= 0 && found.length < limit; index--) {
    const mail = mails[index]!
    if (mail.error === null && matches(mail)) found.push(toMail(project, mail))
  }
  return found
}

/** Counts the selected project's delivered emails. */
export const countMails = ({ project: { mails } }: PageContext): number => {
  let number = 0
  for (const { error } of mails) if (error === null) number++
  return number
}

const maxMails = 200

/** Renders the inbox. */
export const renderInbox = (context: PageContext): Html => {
  const { link, project, query } = context
  const to = query("to")?.trim().toLowerCase() ?? ""
  const mails = listNewestMails(
    context,
    maxMails,
    (mail) => to === "" || mail.to.some((address) => address.toLowerCase().includes(to))
  )
  const failed = project.mails.length - countMails(context)
  const empty = to === ""
    ? "No emails yet. Sign up in your app, or send a magic link."
    : html`No email to “${query("to")}”. <a href="${link("/latchkey/ui/inbox")}">Show all emails</a>`
  return html`<div class="head"><h1>Inbox</h1>
<form class="search" method="get" role="search">${projectField(context)}<input type="search" name="to" value="${
    query("to")
  }" aria-label="Search by recipient" placeholder="Search by recipient"><button>Search</button></form>
<p>The emulator sends no email. Every email that the service would send is here.</p></div>
<div id="emails" data-live>${list(mails.map((mail) => renderMail(mail, context)), empty)}${
    mails.length === maxMails && html`<p class="small muted">The newest ${maxMails} emails.</p>`
  }</div>${failed > 0 && html`<p class="small muted">${count(failed, "email")} could not be sent.</p>`}`
}

/** Returns the hidden field that keeps the selected project in a search. */
export const projectField = ({ link, project }: PageContext): Html | false =>
  link("/") !== "/" && html`<input type="hidden" name="project" value="${project.id}">`

const typeNames: Readonly<Record<string, string>> = {
  email_verification: "Email verification",
  password_reset: "Password reset",
  magic_link: "Magic link",
  team_invitation: "Team invitation",
  sign_in_invitation: "Sign-in invitation",
  test: "Test",
  custom: "Custom"
}

/** Renders an email as a list item, with its code and its link. */
export const renderMail = (mail: Mail, context: PageContext): Html =>
  html`<li><div class="grow"><a class="title" href="${context.link(`/latchkey/ui/inbox/${mail.id}`)}">${
    mail.subject || "(no subject)"
  }</a><span class="meta"><span>To ${mail.to.join(", ")}</span>${
    time(mail.sentAt, context)
  }</span></div><div class="actions">${renderCode(mail)}${renderLink(mail)}</div></li>`

const renderCode = ({ otp, to }: Mail): Html | undefined => {
  if (otp === undefined) return undefined
  const code = Redacted.value(otp)
  return html`<code class="code">${code}</code>${copyButton(code, `code for ${to.join(", ")}`)}`
}

const renderLink = ({ link, subject }: Mail, className = ""): Html | undefined => {
  const address = toLink(link)
  return address === undefined
    ? undefined
    : html`<a class="button ${className}" href="${address}" target="_blank" rel="noopener noreferrer">Open link<span class="visually-hidden"> of ${subject}</span></a>`
}

/** Renders an email. */
export const renderMailPage = (mail: Mail, context: PageContext): Html => {
  const address = mail.link === undefined ? undefined : toLink(mail.link)
  const code = mail.code && Redacted.value(mail.code)
  return html`<p class="back"><a href="${context.link("/latchkey/ui/inbox")}">Inbox</a></p>
<div class="head"><h1>${mail.subject || "(no subject)"}</h1>${renderLink(mail, "primary")}</div>
<section class="card" aria-label="Email"><dl class="pairs small">
<dt>To</dt><dd>${mail.to.join(", ")}</dd>
<dt>Sent</dt><dd>${formatDate(mail.sentAt)}</dd>
<dt>Type</dt><dd>${badge(typeNames[mail.type] ?? mail.type)}</dd>
${mail.otp && html`<dt>Code to type</dt><dd><span class="actions">${renderCode(mail)}</span></dd>`}
${
    code !== undefined &&
    html`<dt>Complete code</dt><dd><span class="actions"><code>${code}</code>${
      copyButton(code, "complete code")
    }</span></dd>`
  }
${
    mail.link !== undefined &&
    html`<dt>Link</dt><dd><span class="actions"><code>${mail.link}</code>${copyButton(mail.link, "link")}</span>${
      address === undefined && html`<span class="hint">Only http and https links open from here.</span>`
    }</dd>`
  }</dl>
<pre class="text" tabindex="0" aria-label="Text">${linkify(mail.text)}</pre></section>`
}

const linkify = (text: string): ReadonlyArray<Html | string> =>
  text.split(/(https?:\/\/[^\s<>"'()[\]]*[^\s<>"'()[\].,;:!?])/).map((part, index) => {
    const address = index % 2 === 0 ? undefined : toLink(part)
    return address === undefined
      ? part
      : html`<a href="${address}" target="_blank" rel="noopener noreferrer">${part}</a>`
  })
