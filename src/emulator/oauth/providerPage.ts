/** The emulated OAuth provider: one page for all, where the user enters an account and approves or denies access. */
import { sha256 } from "@noble/hashes/sha2.js"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Generation } from "../../wire/Endpoint.ts"
import type { OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { escapeHtml } from "../pages/html.ts"
import { type EmulatorResponse, makeTextResponse, redirect, setQuery } from "../requests/http.ts"
import type { OAuthFlowRow } from "../state/oauthRows.ts"
import * as random from "../state/random.ts"
import type { ServiceState } from "../state/ServiceState.ts"

const profileScopes: Readonly<Record<string, string>> = {
  google: "https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
  github: "user:email",
  microsoft: "User.Read openid",
  spotify: "user-read-email",
  facebook: "public_profile email",
  discord: "identify email",
  gitlab: "read_user",
  bitbucket: "account email",
  linkedin: "openid profile email",
  apple: "name email",
  x: "users.read tweet.read offline.access"
}

/** Parses scopes that are separated by whitespace. */
export const parseScopes = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(/\s+/).filter((scope) => scope !== "")

/** Returns the scopes to request: the provider's profile scopes, and the scopes requested by the app. */
export const mergeScopes = (
  { id, type }: OAuthProviderConfig,
  more: string | undefined
): ReadonlyArray<string> => [
  ...new Set([...parseScopes(type === "shared" ? "openid" : profileScopes[id] ?? "openid"), ...parseScopes(more)])
]

/** Finds a flow and its project by the state sent to the provider. */
export const findFlow = (state: ServiceState, innerState: string | null | undefined) => {
  for (const project of state.values()) {
    const flow = project.oauthFlows.get(innerState ?? "")
    if (flow !== undefined) return { project, flow }
  }
  return undefined
}

const makeCallbackUrl = (origin: string, providerId: string): string =>
  `${origin}/api/v1/auth/oauth/callback/${encodeURIComponent(providerId)}`

const makeEmulatorPageUrl = (origin: string, providerId: string): string =>
  `${origin}/latchkey/oauth/${encodeURIComponent(providerId)}`

/** Creates a flow's provider page URL. The code challenge is not verified: provider and service are one process. */
export const makePageUrl = (
  origin: string,
  provider: OAuthProviderConfig,
  { innerState, providerScopes }: OAuthFlowRow,
  codeChallenge: string,
  page: string | undefined,
  generation: Generation
): string =>
  setQuery(page ?? makeEmulatorPageUrl(origin, provider.id), {
    client_id: provider.type === "shared" ? provider.id : provider.clientId,
    scope: providerScopes.join(" "),
    response_type: "code",
    redirect_uri: makeCallbackUrl(origin, provider.id),
    code_challenge_method: "S256",
    code_challenge: codeChallenge,
    state: innerState,
    access_type: "offline",
    ...(generation === "2025" ? {} : { prompt: "consent" })
  })

/** Returns the emulator's provider page with the parameters from a URL created by `makePageUrl`. */
export const toEmulatorPageUrl = (address: string): string => {
  const { search, searchParams } = new URL(address)
  const callback = searchParams.get("redirect_uri") ?? ""
  return callback.replace("/api/v1/auth/oauth/callback/", "/latchkey/oauth/") + search
}

/** Handles a request for the provider page: shows the form, or redirects to the callback after the user's decision. */
export const handleProviderPage = Effect.fnUntraced(function*(
  state: ServiceState,
  providerId: string,
  query: URLSearchParams,
  origin: string
): Effect.fn.Return<EmulatorResponse> {
  const flow = findFlow(state, query.get("state"))?.flow
  const now = yield* Clock.currentTimeMillis
  if (flow === undefined || flow.providerId !== providerId || flow.expiresAtMillis <= now) {
    return makeTextResponse(400, "Unknown or expired sign-in. Start it again in the app; it is valid for ten minutes.")
  }
  const redirectBack = (answer: Readonly<Record<string, string>>) =>
    redirect(setQuery(makeCallbackUrl(origin, providerId), { ...answer, state: flow.innerState }))
  if (query.get("decision") === "deny") {
    return redirectBack({ error: "access_denied", error_description: "The user denied access" })
  }
  const accountId = query.get("account_id")
  if (!accountId) return makeHtmlResponse(renderForm(flow))
  const code = yield* random.base64Url
  flow.grant = {
    code,
    account: {
      accountId,
      email: query.get("email") || null,
      emailVerified: query.get("email_verified") === "true",
      displayName: query.get("display_name") || null
    }
  }
  return redirectBack({ code })
})

const makeHtmlResponse = (body: string): EmulatorResponse => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": makeContentSecurityPolicy(),
    "cache-control": "no-store"
  },
  body
})

const renderForm = ({ innerState, providerId, providerScopes }: OAuthFlowRow): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in with ${escapeHtml(providerId)} (emulated)</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Sign in with ${escapeHtml(providerId)}</h1>
<p>This is the test provider of the Latchkey emulator. Enter any account; it is not verified.</p>
<p>The app requests access to: ${escapeHtml(providerScopes.join(", "))}.</p>
<form method="get">
<input type="hidden" name="state" value="${escapeHtml(innerState)}">
<p><label for="account_id">Account ID</label> <input id="account_id" name="account_id" required autofocus></p>
<p><label for="email">Email</label> <input id="email" name="email" type="email"></p>
<p><input id="email_verified" name="email_verified" type="checkbox" value="true" checked>
<label for="email_verified">Email is verified</label></p>
<p><label for="display_name">Name</label> <input id="display_name" name="display_name"></p>
<p><button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
</main>
</body>
</html>
`

const style = `
:root { color-scheme: light dark; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif }
body { margin: 0; display: grid; justify-items: center; background: light-dark(#f4f4f5, #18181b) }
main { box-sizing: border-box; width: min(28rem, 100% - 2rem); margin: 3rem 0; padding: 2rem; border-radius: 1rem;
  background: light-dark(#fff, #27272a) }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2 }
label { font-weight: 600 }
input:not([type="checkbox"]) { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 0.75rem; font: inherit;
  border: 1px solid #7a7a82; border-radius: 0.5rem; background: transparent; color: inherit }
button { min-height: 2.75rem; margin: 0.5rem 0.5rem 0 0; padding: 0 1.25rem; font: inherit; font-weight: 600;
  border: 1px solid currentColor; border-radius: 0.5rem; background: transparent; color: inherit; cursor: pointer }
button[value="approve"] { background: light-dark(#18181b, #f4f4f5); color: light-dark(#fff, #18181b) }
`

const makeContentSecurityPolicy = (): string => {
  const hash = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(style))))
  return `default-src 'none'; style-src 'sha256-${hash}'`
}
