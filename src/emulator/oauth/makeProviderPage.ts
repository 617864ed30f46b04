/** The HTML of the emulated OAuth provider. */
import { providerName } from "../../platform/providerName.ts"
import { controls } from "../pages/controls.ts"
import { hashOf, Html, html } from "../pages/html.ts"
import type { EmulatorResponse } from "../requests/http.ts"
import type { OAuthFlowRow, ProviderAccount } from "../state/oauthRows.ts"
import type { ProjectRow } from "../state/rows.ts"
import { primaryChannel } from "../state/userRows.ts"

/** Returns the response with the page of a flow. */
export const makeProviderPage = (project: ProjectRow, flow: OAuthFlowRow): EmulatorResponse => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src ${hashOf(style)}`,
    "cache-control": "no-store"
  },
  body: renderPage(project, flow)
})

/** The most accounts that the page offers. */
const maxAccounts = 6

/**
 * Returns the accounts to choose from: those that users have connected, then an account with the email of each other user, such
 * as one that a test has created.
 */
const accountsOf = ({ users }: ProjectRow, providerId: string): ReadonlyArray<ProviderAccount> => {
  const connectedAccounts: Array<ProviderAccount> = []
  const others: Array<ProviderAccount> = []
  for (const user of users.values()) {
    const connected = user.oauthProviders.find(({ id }) => id === providerId)
    const email = connected?.email ?? primaryChannel(user)?.value ?? null
    const accountId = connected?.accountId ?? email
    if (user.isAnonymous || accountId === null) continue
    const accounts = connected === undefined ? others : connectedAccounts
    accounts.push({ accountId, email, emailVerified: true, displayName: user.displayName })
  }
  return [...connectedAccounts, ...others].slice(0, maxAccounts)
}

const hidden = (name: string, value: string | null): Html =>
  html`<input type="hidden" name="${name}" value="${value ?? ""}">`

/** Returns a scope without the address before it: Google's are URLs, such as `https://www.googleapis.com/auth/userinfo.email`. */
const shortenScope = (scope: string): string => scope.replace(/^https?:\/\/(?:.*\/)?(?=[^/])/, "")

const renderAccount = (state: string, { accountId, displayName, email }: ProviderAccount): Html => {
  const detail = email ?? accountId
  const name = displayName || detail
  return html`<li><form method="get">${hidden("state", state)}${hidden("account_id", accountId)}${
    hidden("email", email)
  }${hidden("email_verified", "true")}${hidden("display_name", displayName)}<button class="row">${
    initial(Array.from(name)[0]?.toUpperCase())
  }<span><b>${name}</b>${name !== detail && html`<br><span class="muted">${detail}</span>`}</span></button></form></li>`
}

const initial = (text: string | undefined): Html => html`<span class="initial" aria-hidden="true">${text}</span>`

const renderForm = (state: string, isFocused: boolean): Html =>
  html`<form method="get" class="other">
${hidden("state", state)}
<p class="field"><label for="account_id">Account ID</label> <input id="account_id" name="account_id" required${
    isFocused && html` autofocus`
  }></p>
<p class="field"><label for="email">Email</label> <input id="email" name="email" type="email" placeholder="Optional"></p>
<p class="check"><input id="email_verified" name="email_verified" type="checkbox" value="true" checked>
<label for="email_verified">Email is verified</label></p>
<p class="field"><label for="display_name">Name</label> <input id="display_name" name="display_name" placeholder="Optional"></p>
<button name="decision" value="approve" class="primary">Approve</button>
</form>`

const renderPage = (project: ProjectRow, { innerState, providerId, providerScopes }: OAuthFlowRow): string => {
  const title = `Sign in with ${providerName(providerId)}`
  const accounts = accountsOf(project, providerId)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} (emulated)</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="muted">to continue to <b>${project.displayName}</b></p>
<h2 id="access">The app requests access to</h2>
<ul class="scopes" aria-labelledby="access">${
    providerScopes.map((scope) => {
      const short = shortenScope(scope)
      return html`<li${short !== scope && html` title="${scope}"`}>${short}</li>`
    })
  }</ul>
${
    accounts.length === 0
      ? renderForm(innerState, true)
      : html`<h2 id="accounts">Choose an account</h2>
<ul class="accounts" aria-labelledby="accounts">${accounts.map((account) => renderAccount(innerState, account))}
<li><details><summary class="row">${initial("+")}Use another account</summary>${
        renderForm(innerState, false)
      }</details></li></ul>`
  }
<form method="get">${hidden("state", innerState)}<button name="decision" value="deny" class="deny">Deny</button></form>
<p class="muted note">A test provider of the Latchkey emulator. It accepts any account.</p>
</main>
</body>
</html>
`.text
}

const style = `${controls}
body { display: grid; justify-items: center }
main { width: min(26rem, 100%); margin: clamp(1rem, 8vh, 5rem) 0; padding: 2rem; background: var(--card);
  border: 1px solid var(--border); border-radius: 0.875rem }
h1 { margin-bottom: 0.25rem; font-size: 1.375rem }
h2 { margin: 1.5rem 0 0.5rem; font-size: 0.875rem }
main > .muted, .row .muted { font-size: 0.875rem }
b { font-weight: 600; overflow-wrap: anywhere }
p b { color: var(--text) }
.scopes { display: flex; flex-wrap: wrap; gap: 0.35rem }
.scopes li { padding: 0.1rem 0.5rem; font: 0.8125rem/1.5 var(--mono); overflow-wrap: anywhere; background: var(--fill);
  border-radius: 0.4rem }
.accounts { border: 1px solid var(--border); border-radius: 0.6rem; overflow: hidden }
li + li .row { border-top: 1px solid var(--border) }
.row { display: flex; gap: 0.75rem; align-items: center; justify-content: flex-start; width: 100%; min-height: 3.5rem;
  padding: 0.5rem 0.75rem; border: 0; border-radius: 0; font-size: 0.9375rem; font-weight: 400; line-height: 1.35; text-align: start;
  white-space: normal; overflow-wrap: anywhere; cursor: pointer; list-style: none }
.row:hover { background: var(--fill) }
.row:focus-visible { outline-offset: -2px; border-radius: 0.6rem }
.row > :last-child { min-width: 0 }
.row::-webkit-details-marker { display: none }
summary.row { font-weight: 600 }
summary.row::after { content: ""; flex: none; width: 0.45rem; height: 0.45rem; margin: -0.25rem 0.35rem 0 auto; border: solid var(--muted);
  border-width: 0 1.5px 1.5px 0; transform: rotate(45deg) }
[open] > summary.row::after { margin-top: 0.25rem; transform: rotate(225deg) }
.initial { display: grid; flex: none; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%;
  background: var(--accent-fill); color: var(--accent); font-weight: 600 }
summary .initial { background: var(--fill); color: var(--text); font-size: 1.25rem; font-weight: 400 }
.other { display: grid; gap: 0.9rem; margin-top: 1.25rem }
.other .check { margin-top: -0.5rem }
details .other { margin: 0; padding: 0.75rem }
.primary, .deny { min-height: 3rem }
.deny { width: 100%; margin-top: 0.75rem; border-color: transparent; color: var(--muted) }
.deny:hover { border-color: transparent; color: var(--text) }
.note { margin-top: 0.75rem; text-align: center; text-wrap: balance }
@media (max-width: 30rem) {
  :root { background: var(--card) }
  main { margin: 0; padding: 1.5rem 1.25rem; border: 0; border-radius: 0 }
}
`
