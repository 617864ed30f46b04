/** A user's page, and a new session's tokens. */
import * as Redacted from "effect/Redacted"
import type { CreatedSession, ListedSession } from "../control/Controls.ts"
import type { UserRow } from "../state/rows.ts"
import type { ListedUser } from "../state/userList.ts"
import { type Html, html } from "./html.ts"
import type { PageContext } from "./PageContext.ts"
import { actionForm, badge, confirmForm, copyable, copyButton, formatDate, time } from "./parts.ts"
import { renderSessionList } from "./sessionsPage.ts"
import { nameOf, userBadges } from "./usersPage.ts"

/** Renders a user: profile, sign-in methods, sessions, metadata, and actions. */
export const renderUserPage = (
  context: PageContext,
  user: ListedUser,
  { contactChannels }: UserRow,
  sessions: ReadonlyArray<ListedSession>
): Html => {
  const { link } = context
  const path = `/latchkey/ui/users/${user.id}`
  const methods = [
    user.hasPassword && "Password",
    user.otpAuthEnabled && "Code by email",
    user.passkeyAuthEnabled && "Passkey",
    ...user.oauthProviders.map(({ accountId, id }) => `${id} (${accountId})`)
  ].filter((method) => method !== false)
  const name = nameOf(user)
  return html`<p class="back"><a href="${link("/latchkey/ui/users")}">Users</a></p>
<div class="head"><h1>${name}</h1><div class="actions">${userBadges(user)}${
    actionForm(link(`${path}/sign-in`), "Sign in as", { about: name, className: "primary" })
  }</div></div>
<section class="card" aria-label="Profile"><dl class="pairs small" id="profile" data-live>
<dt>ID</dt><dd><span class="actions"><code>${user.id}</code>${copyButton(user.id, "user ID")}</span></dd>
<dt>Emails</dt><dd>${
    contactChannels.length === 0
      ? html`<span class="muted">None</span>`
      : contactChannels.map((channel) =>
        html`<span class="actions">${channel.value}<span class="badges">${channel.isPrimary && badge("Primary")}${
          channel.isVerified ? badge("Verified", "success") : badge("Not verified", "warning")
        }</span></span>`
      )
  }</dd>
<dt>Signs in with</dt><dd>${methods.length === 0 ? html`<span class="muted">No method</span>` : methods.join(", ")}</dd>
<dt>Signed up</dt><dd>${formatDate(user.signedUpAt)}</dd>
<dt>Last active</dt><dd>${time(user.lastActiveAt, context)}</dd>
${user.selectedTeam !== null && html`<dt>Selected team</dt><dd>${user.selectedTeam.displayName}</dd>`}
${user.restrictedReason != null && html`<dt>Restricted</dt><dd>${user.restrictedReason.type}</dd>`}
</dl></section>
<section class="card" id="sessions" data-live aria-labelledby="sessions-title"><div class="head"><h2 id="sessions-title">Sessions</h2>${
    sessions.length > 0 && actionForm(link(`${path}/revoke`), "Revoke all sessions")
  }</div>${renderSessionList(context, sessions)}</section>
<section class="card" aria-labelledby="metadata"><h2 id="metadata">Metadata</h2>
${metadata("Client", user.clientMetadata)}${metadata("Client, read-only", user.clientReadOnlyMetadata)}${
    metadata("Server", user.serverMetadata)
  }</section>
${confirmForm("delete", link(`${path}/delete`), "Delete user", `Delete ${name} with all sessions and memberships?`)}`
}

const metadata = (label: string, value: unknown): Html =>
  html`<h3>${label}</h3>${
    value === null
      ? html`<p class="small muted">None</p>`
      : html`<pre tabindex="0" aria-label="${label} metadata">${JSON.stringify(value, null, 2)}</pre>`
  }`

/** Renders the tokens for a user's new session. */
export const renderTokens = (context: PageContext, user: ListedUser, session: CreatedSession): Html => {
  const { link } = context
  const name = nameOf(user)
  return html`<p class="back"><a href="${link(`/latchkey/ui/users/${user.id}`)}">${name}</a></p>
<div class="head"><h1>Signed in as ${name}</h1><p>A new session. Give the tokens to a client. They are shown only once.</p></div>
<section class="card" aria-label="Tokens">
<h2>Refresh token</h2>${copyable(Redacted.value(session.refreshToken), "refresh token")}
<h2>Access token</h2><p class="small muted">Valid for 10 minutes.</p>${
    copyable(Redacted.value(session.accessToken), "access token")
  }
</section>
<div class="actions">${
    actionForm(link(`/latchkey/ui/sessions/${session.id}/revoke`), "Revoke this session")
  }<a class="button" href="${link("/latchkey/ui/sessions", { user: user.id })}">Sessions of ${name}</a></div>`
}
