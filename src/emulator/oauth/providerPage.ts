/** The emulated OAuth provider: one page for all, where the user chooses an account and approves or denies access. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Generation } from "../../wire/Endpoint.ts"
import type { OAuthProviderConfig } from "../../wire/projectConfig.ts"
import { type EmulatorResponse, makeTextResponse, redirect, setQuery } from "../requests/http.ts"
import type { OAuthFlowRow } from "../state/oauthRows.ts"
import * as random from "../state/random.ts"
import type { ServiceState } from "../state/ServiceState.ts"
import { makeProviderPage } from "./makeProviderPage.ts"

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
  const found = findFlow(state, query.get("state"))
  const now = yield* Clock.currentTimeMillis
  if (found === undefined || found.flow.providerId !== providerId || found.flow.expiresAtMillis <= now) {
    return makeTextResponse(400, "Unknown or expired sign-in. Start it again in the app; it is valid for ten minutes.")
  }
  const { flow } = found
  const redirectBack = (answer: Readonly<Record<string, string>>) =>
    redirect(setQuery(makeCallbackUrl(origin, providerId), { ...answer, state: flow.innerState }))
  if (query.get("decision") === "deny") {
    return redirectBack({ error: "access_denied", error_description: "The user denied access" })
  }
  const accountId = query.get("account_id")
  if (!accountId) return makeProviderPage(found.project, flow)
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
