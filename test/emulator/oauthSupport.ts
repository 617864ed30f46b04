/** Shared by the OAuth tests: a project with providers, and the steps of a flow, one by one or together. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { OAuth } from "latchkey"
import { Emulator, type EmulatorResponse } from "latchkey/emulator"
import { createHash } from "node:crypto"
import { layerTest } from "./support.ts"

export const page = "http://localhost:3000/handler/oauth-callback"
export const errorPage = "http://localhost:3000/handler/error"

const verifier = "a-verifier-of-43-letters-or-more-is-what-PKCE-asks-for"
export const codeVerifier = Redacted.make(verifier)
export const codeChallenge = createHash("sha256").update(verifier).digest("base64url")

export const ada = { accountId: "ada-1", email: "ada@example.com" }
export const grace = { accountId: "grace-1", email: "grace@example.com" }

const spotify = {
  id: "spotify",
  type: "standard",
  clientId: "spotify-client",
  clientSecret: Redacted.make("spotify-secret")
} as const

/** Two providers with the service's shared keys, and one with its own keys. */
export const providers = ["github", "google", spotify]

/** A project with these providers. */
export const layerOAuth = (config: Emulator.ConfigOptions = {}, generation: "2025" | "2026" = "2026") =>
  layerTest({ generation, project: { config: { oauthProviders: providers, ...config } } })

export type Options = Partial<OAuth.AuthorizationOptions>

export const authorizationUrl = (options: Options = {}) =>
  OAuth.authorizationUrl({ provider: "github", redirectUri: page, state: "a-state", codeChallenge, ...options })

export const linkUrl = (options: Options = {}) =>
  OAuth.authorizationUrl({
    provider: "github",
    redirectUri: page,
    state: "a-state",
    codeChallenge,
    ...options,
    type: "link"
  })

/** Follows an authorization URL through the provider to the final redirect. */
export const follow = (url: string | Redacted.Redacted<string>, decision: Emulator.ProviderDecision = ada) =>
  Effect.flatMap(Emulator.Emulator, (emulator) => emulator.signInWithProvider(url, decision))

export const exchange = (end: URL) =>
  OAuth.exchange({
    code: Redacted.make(end.searchParams.get("code") ?? "none"),
    redirectUri: end.toString(),
    codeVerifier
  })

/** Signs in with an account through the whole flow. */
export const signInWith = (account: Emulator.ProviderDecision = ada, options: Options = {}) =>
  authorizationUrl(options).pipe(Effect.flatMap((url) => follow(url, account)), Effect.flatMap(exchange))

/** Links an account to the signed-in user. */
export const linkTo = (account: Emulator.ProviderDecision = ada, options: Options = {}) =>
  linkUrl(options).pipe(Effect.flatMap((url) => follow(url, account)), Effect.flatMap(exchange))

/** Sends a browser's request. */
export const visit = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Emulator.Emulator, (emulator) => emulator.handle({ method: "GET", url, headers, body: undefined }))

export const withQuery = (address: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.toString()
}

/** The cookie set by a response, without its attributes. */
export const cookieOf = (response: EmulatorResponse): string => response.headers["set-cookie"]!.split(";")[0]!

/** Goes up to the provider's response: its redirect, and the browser's cookie. */
export const atProvider = (url: string | Redacted.Redacted<string>, account = ada) =>
  Effect.gen(function*() {
    const start = yield* visit(Redacted.isRedacted(url) ? Redacted.value(url) : url)
    const chosen = withQuery(start.headers["location"]!, { account_id: account.accountId, email: account.email })
    const { headers } = yield* visit(chosen)
    return { callback: headers["location"]!, cookie: cookieOf(start) }
  })
