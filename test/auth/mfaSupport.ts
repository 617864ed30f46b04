/**
 * Shared by the tests of two-factor authentication: a user who enabled it, every sign-in method, and the authenticator app's
 * codes.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { Client, CurrentUser, MagicLink, Passkey, type SignedIn, TokenStore } from "latchkey"
import type { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { Secret, TOTP } from "otpauth"
import { authorizationUrl, exchange, follow, linkTo } from "../emulator/oauthSupport.ts"
import * as support from "../emulator/support.ts"
import { Authenticator } from "../support/Authenticator.ts"

const bytes = "12345678901234567890"
export const totpSecretBase64 = Redacted.make(btoa(bytes))

/** The code of the user's authenticator app, now or some steps of 30 seconds away. */
export const totp = (steps = 0): Effect.Effect<Redacted.Redacted<string>> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => Redacted.make(new TOTP({ secret: Secret.fromLatin1(bytes) }).generate({ timestamp: now + steps * 30_000 }))
  )

export const wrong = Redacted.make("000000")

/** An emulator that permits every sign-in method, and the server level of its project. */
export const layerTest = support.layerTest({
  project: { config: { oauthProviders: ["github"], passkeyEnabled: true } },
  projects: [support.otherProject]
})

/** Runs an effect with a client of another project of the same service. */
export const inOtherProject = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(
    effect,
    Client.layer({
      projectId: support.otherProject.id,
      publishableClientKey: support.otherProject.publishableClientKey
    }).pipe(Layer.provide(TokenStore.layerMemory))
  )

/** Any string, including halves of characters. */
export const anyText = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((units) => String.fromCharCode(...units))

const origin = "http://localhost:3000"
export const authenticator = new Authenticator()

/** A user with two-factor authentication, who can use every sign-in method. */
export const withFactor = Effect.gen(function*() {
  const { userId } = yield* support.signUp()
  yield* Users.update(userId, { primaryEmailVerified: true })
  yield* linkTo()
  const { code, options } = yield* Passkey.startRegistration
  yield* Passkey.completeRegistration({ credential: authenticator.create(options, origin), code })
  yield* CurrentUser.update({ totpSecretBase64 })
  return userId
})

/** The first factor of every sign-in method. Their other errors are irrelevant here. */
export const waysIn: ReadonlyArray<{
  readonly name: string
  readonly signIn: Effect.Effect<SignedIn, { readonly _tag: string }, Client.Client | Emulator.Emulator>
}> = [
  { name: "a password", signIn: support.signIn() },
  {
    name: "a mail",
    signIn: Effect.andThen(
      MagicLink.send({ email: support.email, callbackUrl: support.callbackUrl }),
      Effect.flatMap(support.codeTo(support.email), (code) => MagicLink.signIn({ code }))
    )
  },
  {
    name: "a passkey",
    signIn: Effect.flatMap(
      Passkey.startSignIn,
      ({ code, options }) =>
        Passkey.completeSignIn({ authenticationResponse: authenticator.get(options, origin), code })
    )
  },
  {
    name: "a provider",
    signIn: authorizationUrl().pipe(Effect.flatMap((url) => follow(url)), Effect.flatMap(exchange))
  }
]
