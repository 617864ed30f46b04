/**
 * The provider of the emulator: a page of its own, which stands for every provider there is. It asks who signs in, and
 * whether they agree.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Generation } from "../wire/Endpoint.ts"
import type { OAuthProviderConfig } from "../wire/projectConfig.ts"
import { type EmulatorResponse, makeTextResponse, redirect, setQuery } from "./http.ts"
import { makeContentSecurityPolicy, style } from "./oauthProviderStyle.ts"
import type { OAuthFlowRow } from "./oauthRows.ts"
import * as random from "./random.ts"
import type { ProjectRow } from "./rows.ts"
import type { ServiceState } from "./ServiceState.ts"

/** What the providers have to be asked for, so that they tell who somebody is. */
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

/**
 * Returns the scopes of a text that separates them by blanks.
 *
 * @category conversion
 * @since 0.1.0
 */
export const parseScopes = (text: string | undefined): ReadonlyArray<string> =>
  (text ?? "").split(/\s+/).filter((scope) => scope !== "")

/**
 * Returns what a provider is asked to allow: to tell who somebody is, and whatever else the program wants.
 *
 * @category getters
 * @since 0.1.0
 */
export const mergeScopes = (
  { id, type }: OAuthProviderConfig,
  more: string | undefined
): ReadonlyArray<string> => [
  ...new Set([...parseScopes(type === "shared" ? "openid" : profileScopes[id] ?? "openid"), ...parseScopes(more)])
]

/**
 * Finds a flow, and the project that it began in, by the state that its provider was given.
 *
 * @category getters
 * @since 0.1.0
 */
export const findFlow = (
  state: ServiceState,
  innerState: string | null | undefined
): { readonly project: ProjectRow; readonly flow: OAuthFlowRow } | undefined => {
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

/**
 * Returns the address of the page for a flow, with the parameters that a provider gets: the emulator's own page, or the one
 * that an option names. The challenge needs no proof, since the provider and the service are one here.
 *
 * @category constructors
 * @since 0.1.0
 */
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

/**
 * Returns the address of the emulator's own page with the parameters of an address that `pageUrl` made for any page.
 *
 * @category conversion
 * @since 0.1.0
 */
export const toEmulatorPageUrl = (address: string): string => {
  const { search, searchParams } = new URL(address)
  const callback = searchParams.get("redirect_uri") ?? ""
  return callback.replace("/api/v1/auth/oauth/callback/", "/latchkey/oauth/") + search
}

/**
 * Answers a request to the page: with the form, or once an account is chosen or access denied, with the way back.
 *
 * @category handlers
 * @since 0.1.0
 */
export const handleProviderPage = Effect.fnUntraced(function*(
  state: ServiceState,
  providerId: string,
  query: URLSearchParams,
  origin: string
): Effect.fn.Return<EmulatorResponse> {
  const flow = findFlow(state, query.get("state"))?.flow
  const now = yield* Clock.currentTimeMillis
  if (flow === undefined || flow.providerId !== providerId || flow.expiresAtMillis <= now) {
    return makeTextResponse(400, "No sign-in with this state has begun, or it has taken more than ten minutes")
  }
  const redirectBack = (answer: Readonly<Record<string, string>>) =>
    redirect(setQuery(makeCallbackUrl(origin, providerId), { ...answer, state: flow.innerState }))
  if (query.get("decision") === "deny") {
    return redirectBack({ error: "access_denied", error_description: "Whoever was asked did not agree" })
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

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
<p>This page of the emulator stands for the provider. Say who you are; nobody checks it.</p>
<p>You are asked to allow: ${escapeHtml(providerScopes.join(", "))}.</p>
<form method="get">
<input type="hidden" name="state" value="${escapeHtml(innerState)}">
<p><label for="account_id">Account id</label> <input id="account_id" name="account_id" required autofocus></p>
<p><label for="email">E-mail address</label> <input id="email" name="email" type="email"></p>
<p><input id="email_verified" name="email_verified" type="checkbox" value="true" checked>
<label for="email_verified">The provider has verified the address</label></p>
<p><label for="display_name">Name</label> <input id="display_name" name="display_name"></p>
<p><button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
</main>
</body>
</html>
`
