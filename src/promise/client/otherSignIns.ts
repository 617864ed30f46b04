/** Sign-ins with a provider, with a passkey, as an anonymous user, and from a command line. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Anonymous from "../../auth/Anonymous.ts"
import * as Cli from "../../auth/cliLogin/login.ts"
import * as Exchange from "../../auth/oauth/exchange.ts"
import * as OAuth from "../../auth/oauth/start.ts"
import * as Passkey from "../../auth/passkey/ceremony.ts"
import type { MakeCall } from "../makeCall.ts"
import { withNames } from "../withNames.ts"
import { cliNames, withOpen } from "./cliOptions.ts"
import { toOutcome } from "./outcome.ts"
import type { Services } from "./Services.ts"
import type { OtherSignIn, SignIn } from "./signIn.ts"
import { oauthNames, toStartOptions } from "./toStartOptions.ts"

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
  })
})
