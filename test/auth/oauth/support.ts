/** Shared by the tests of OAuth flows: a client of an emulator with three providers, and a host. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { OAuth } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { createHash } from "node:crypto"
import { ada, grace, providers } from "../../emulator/oauthSupport.ts"
import { layerHost } from "../../support/pageHost.ts"

export const origin = "http://localhost:3000"
export const callbackPage = `${origin}/handler/oauth-callback`

export { ada, grace }

export const layerEmulator = (config: Emulator.ConfigOptions = {}, generation: "2025" | "2026" = "2026") =>
  Emulator.layerClient({ generation, project: { config: { oauthProviders: providers, ...config } } })

export const layerTest = (
  url = `${origin}/sign-in`,
  navigation?: Parameters<typeof layerHost>[1],
  config?: Emulator.ConfigOptions,
  generation?: "2025" | "2026"
) => Layer.mergeAll(layerEmulator(config, generation), layerHost(url, navigation))

/** A synchronous hash: a test may move the clock in between. */
export const layerChallenge = Layer.succeed(
  OAuth.CodeChallenge,
  (verifier) => Effect.sync(() => createHash("sha256").update(Redacted.value(verifier)).digest("base64url"))
)

/** Follows an authorization URL through the provider to the final redirect. */
export const follow = (url: string | Redacted.Redacted<string>, decision: Emulator.ProviderDecision = ada) =>
  Effect.flatMap(Emulator.Emulator, (emulator) => emulator.signInWithProvider(url, decision))

/** Starts a flow, and returns the URL that the browser returns to. */
export const begun = (
  options: Partial<OAuth.StartOptions> & { readonly type?: "link" } = {},
  decision?: Emulator.ProviderDecision
) => Effect.flatMap(OAuth.start({ provider: "github", ...options }), (url) => follow(url, decision))

export const parametersOf = (url: string | Redacted.Redacted<string>): Record<string, string> =>
  Object.fromEntries(new URL(Redacted.isRedacted(url) ? Redacted.value(url) : url).searchParams)

/** Any string, of ASCII and other characters, including halves of characters. */
export const anyText = fc.string({
  unit: fc.oneof(fc.nat(0x7f), fc.nat(0xffff)).map((code) => String.fromCharCode(code))
})
