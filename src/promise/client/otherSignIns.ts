/** Sign-ins with a provider, with a passkey, as an anonymous user, and from a command line, whose agents get keys. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../auth/Anonymous.ts"
import { authorizeAgent } from "../../auth/cliLogin/authorizeAgent.ts"
import * as Cli from "../../auth/cliLogin/login.ts"
import * as Exchange from "../../auth/oauth/exchange.ts"
import * as OAuth from "../../auth/oauth/start.ts"
import * as Passkey from "../../auth/passkey/ceremony.ts"
import type { MakeCall } from "../makeCall.ts"
import { withNames } from "../withNames.ts"
import type { ApiKeysGroup } from "./keys.ts"
import { toOutcome } from "./outcome.ts"
import { toPlainSecrets } from "./secrets.ts"
import type { Services } from "./Services.ts"
import type { CliOptions, OtherSignIn, SignIn } from "./signIn.ts"
import { oauthNames, toStartOptions } from "./toStartOptions.ts"

/** The options of a command line that its own effects have too. */
const cliNames = { appUrl: true, open: true, urls: true, expiresIn: true, waitTime: true, maxAttempts: true } as const

const withOpen = <O extends Pick<CliOptions, "open">>({ open, ...options }: O) => ({
  ...options,
  open: (url: Redacted.Redacted<string>) => Effect.promise(async () => open(Redacted.value(url)))
})

/** @internal */
export const makeOtherSignIns = (call: MakeCall<Services>) => ({
  signIn: withNames<Pick<SignIn, OtherSignIn>, Services>({
    oauth: (provider, options) => OAuth.signIn(toStartOptions(provider, options)),
    oauthUrl: (provider, options) =>
      Effect.map(OAuth.start(toStartOptions(provider, options)), (url) => Redacted.value(url)),
    apple: (token) => toOutcome(call, Exchange.signInWithApple(token)),
    passkey: ({ autofill = false } = {}) =>
      toOutcome(call, Passkey.signIn({ mediation: autofill ? "conditional" : "required" })),
    anonymous: () => Effect.map(Anonymous.signUp, ({ userId }) => ({ status: "signed-in", userId })),
    cli: (options) => Effect.as(Cli.signIn(withOpen(options)), { status: "signed-in" })
  }, {
    oauth: [null, oauthNames],
    oauthUrl: [null, oauthNames],
    apple: [{ idToken: true }],
    passkey: [{ autofill: true }],
    cli: [{ ...cliNames, anonRefreshToken: true }]
  }),
  apiKeys: withNames<Pick<ApiKeysGroup, "authorizeAgent">, Services>({
    authorizeAgent: (options) => Effect.map(authorizeAgent(withOpen(options)), toPlainSecrets)
  }, {
    authorizeAgent: [{
      ...cliNames,
      name: true,
      resource: true,
      scopes: true,
      keyLifetime: true,
      endSession: true
    }]
  })
})
