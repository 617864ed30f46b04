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
  body: renderPage(flow, accountsOf(project, flow.providerId))
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

const renderAccount = (state: string, { accountId, displayName, email }: ProviderAccount): Html => {
  const name = displayName ?? email ?? accountId
  return html`<li><form method="get">${hidden("state", state)}${hidden("account_id", accountId)}${
    hidden("email", email)
  }${hidden("email_verified", "true")}${
    hidden("display_name", displayName)
  }<button class="account"><span class="initial" aria-hidden="true">${
    Array.from(name)[0]?.toUpperCase()
  }</span><span><b>${name}</b><br><span class="muted">${email ?? accountId}</span></span></button></form></li>`
}

const renderPage = (
  { innerState, providerId, providerScopes }: OAuthFlowRow,
  accounts: ReadonlyArray<ProviderAccount>
): string => {
  const title = `Sign in with ${providerName(providerId)}`
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
<p class="muted">A test provider of the Latchkey emulator. It takes any account, and verifies none.</p>
${
    accounts.length > 0 && html`<h2 id="accounts">Choose an account</h2>
<ul aria-labelledby="accounts">${accounts.map((account) => renderAccount(innerState, account))}</ul>
<h2>Use another account</h2>
`
  }<form method="get" class="other">
${hidden("state", innerState)}
<p class="field"><label for="account_id">Account ID</label> <input id="account_id" name="account_id" required${
    accounts.length === 0 && html` autofocus`
  }></p>
<p class="field"><label for="email">Email</label> <input id="email" name="email" type="email"></p>
<p class="check"><input id="email_verified" name="email_verified" type="checkbox" value="true" checked>
<label for="email_verified">Email is verified</label></p>
<p class="field"><label for="display_name">Name</label> <input id="display_name" name="display_name"></p>
<p class="muted">The app requests access to: ${providerScopes.join(", ")}.</p>
<p class="actions"><button name="decision" value="approve" class="primary">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
</main>
</body>
</html>
`.text
}

const style = `${controls}
body { display: grid; justify-items: center }
main { width: min(26rem, 100% - 2rem); margin: clamp(1rem, 8vh, 5rem) 0; padding: 2rem; background: var(--card);
  border: 1px solid var(--border); border-radius: 0.875rem }
h1 { margin-bottom: 0.25rem; font-size: 1.35rem }
h2 { margin-top: 1.5rem; font-size: 0.875rem }
.muted { font-size: 0.875rem; overflow-wrap: anywhere }
ul { margin-top: 0.5rem; border: 1px solid var(--border); border-radius: 0.6rem; overflow: hidden }
li + li { border-top: 1px solid var(--border) }
.other { display: grid; gap: 0.9rem; margin-top: 1rem }
h2 + .other { margin-top: 0.6rem }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem }
.actions button { min-height: 2.5rem }
.account { justify-content: flex-start; gap: 0.75rem; width: 100%; padding: 0.6rem 0.75rem; border: 0; border-radius: 0;
  font-weight: 400; line-height: 1.3; text-align: start; white-space: normal; overflow-wrap: anywhere }
.account:hover { background: var(--fill) }
.account > :last-child { min-width: 0 }
.initial { display: grid; flex: none; place-items: center; width: 2rem; height: 2rem; border-radius: 50%;
  background: var(--accent-fill); color: var(--accent); font-weight: 600 }
.account:focus-visible { outline-offset: -2px }
@media (max-width: 26rem) { main { padding: 1.25rem } }
`
