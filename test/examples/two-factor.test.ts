import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import {
  Client,
  type Cookies,
  CurrentUser,
  MagicLink,
  type Navigation,
  OAuth,
  type Page,
  Passkey,
  Session,
  type SignedIn,
  TabStorage,
  TokenStore
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { completeSignIn, describeTotpPage, runSignIn, totpPage } from "../../examples/two-factor.ts"
import { authenticator, layerTest as layerEmulator, totp, withFactor, wrong } from "../auth/mfaSupport.ts"
import { callbackUrl, codeTo, email, failure, on, password, signIn } from "../emulator/support.ts"
import { goTo, here, layerHost } from "../support/pageHost.ts"
import { makeHost } from "../support/passkeys.ts"

const origin = "http://localhost:3000"
const signInPage = (returnTo: string) => `${origin}/sign-in?after_auth_return_to=${encodeURIComponent(returnTo)}`

/** A browser, with everything that outlives a page load: its URL, cookies, session storage and passkeys. */
const layerTest = (url = signInPage("/settings?tab=2#top")) =>
  Layer.mergeAll(
    layerHost(url),
    TabStorage.layerMemory,
    Object.assign(makeHost(), { authenticator }).layer
  ).pipe(Layer.provideMerge(layerEmulator))

/** Loads the app with a fresh memory. */
const load = Layer.build(Layer.fresh(
  Client.layer(Emulator.clientOptions).pipe(Layer.provideMerge(TokenStore.layerMemory))
))

type Host = Client.Client | Navigation.Navigation | Page.Page | Cookies.Cookies | Emulator.Emulator

/** Every sign-in method: the steps on one page, and the sign-in on the next page. */
const waysIn: ReadonlyArray<{
  readonly name: string
  readonly before: Effect.Effect<unknown, { readonly _tag: string }, Host>
  readonly signIn: Effect.Effect<SignedIn | undefined, { readonly _tag: string }, Host>
}> = [
  { name: "a password", before: Effect.void, signIn: signIn() },
  {
    name: "a mail",
    before: MagicLink.send({ email, callbackUrl }),
    signIn: Effect.flatMap(codeTo(email), (code) => MagicLink.signIn({ code }))
  },
  { name: "a passkey", before: Effect.void, signIn: Passkey.signIn() },
  {
    name: "a provider",
    before: Effect.gen(function*() {
      const url = yield* OAuth.start({ provider: "github" })
      const emulator = yield* Emulator.Emulator
      yield* goTo(yield* emulator.signInWithProvider(url, { accountId: "ada-1", email }))
    }),
    signIn: OAuth.callback
  }
]

/** Gives the first factor on the current page of a freshly loaded app. */
const begun = Effect.gen(function*() {
  const userId = yield* withFactor
  yield* on(yield* load)(runSignIn(signIn()))
  assert.strictEqual(yield* here, origin + totpPage)
  return userId
})

describe("the two-factor example", () => {
  for (const { before, name, signIn } of waysIn) {
    it.effect(`signs in with ${name}, with a reload after each step, and continues to the return path`, () =>
      Effect.gen(function*() {
        const userId = yield* withFactor
        yield* on(yield* load)(before)

        const callback = yield* load
        yield* on(callback)(runSignIn(signIn))
        assert.strictEqual(yield* here, origin + totpPage)
        assert.strictEqual((yield* on(callback)(Session.state))._tag, "SignedOut")

        const form = yield* load
        assert.strictEqual(yield* on(form)(describeTotpPage), "Enter the code from your authenticator app.")
        assert.strictEqual(yield* on(form)(completeSignIn(wrong)), "The TOTP code is invalid. Please try again.")

        const again = yield* load
        assert.strictEqual(yield* on(again)(describeTotpPage), "Enter the code from your authenticator app.")
        assert.strictEqual(yield* on(again)(completeSignIn(yield* totp())), "Welcome back!")
        assert.strictEqual(yield* here, `${origin}/settings?tab=2#top`)
        assert.strictEqual((yield* on(again)(CurrentUser.get({ or: "throw" }))).id, userId)
        assert.strictEqual(yield* on(again)(describeTotpPage), "Sign in first.")
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("continues directly for a user with one factor", () =>
    Effect.gen(function*() {
      yield* Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
      const app = yield* load
      yield* on(app)(runSignIn(signIn()))
      assert.strictEqual(yield* here, `${origin}/settings?tab=2#top`)
      assert.strictEqual(yield* on(app)(describeTotpPage), "Sign in first.")
    }).pipe(Effect.provide(layerTest())))

  it.effect("stays on the page if there is nothing to sign in with", () =>
    Effect.gen(function*() {
      yield* on(yield* load)(runSignIn(OAuth.callback))
      assert.strictEqual(yield* here, signInPage("/settings?tab=2#top"))
    }).pipe(Effect.provide(layerTest())))

  it.effect("redirects home without a return path", () =>
    Effect.gen(function*() {
      yield* begun
      assert.strictEqual(yield* on(yield* load)(completeSignIn(yield* totp())), "Welcome back!")
      assert.strictEqual(yield* here, `${origin}/`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in`))))

  for (const evil of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    it.effect(`does not redirect to ${evil}, and still signs in`, () =>
      Effect.gen(function*() {
        const userId = yield* begun
        const app = yield* load
        assert.strictEqual(yield* on(app)(completeSignIn(yield* totp())), "Welcome back!")
        assert.strictEqual(yield* here, `${origin}/`)
        assert.strictEqual((yield* on(app)(CurrentUser.get({ or: "throw" }))).id, userId)
      }).pipe(Effect.provide(layerTest(signInPage(evil)))))
  }

  it.effect("requests the first factor again after five minutes, or after twenty wrong codes", () =>
    Effect.gen(function*() {
      yield* begun
      const app = yield* load
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* on(app)(describeTotpPage), "Sign in first.")
      assert.strictEqual(yield* on(app)(completeSignIn(yield* totp())), "Your sign-in has expired. Sign in again.")

      yield* on(app)(runSignIn(signIn()))
      yield* Effect.replicateEffect(on(app)(completeSignIn(wrong)), 20)
      assert.strictEqual(yield* on(app)(completeSignIn(yield* totp())), "Too many attempts. Sign in again.")
      assert.strictEqual(yield* on(app)(describeTotpPage), "Sign in first.")
    }).pipe(Effect.provide(layerTest())))

  it.effect("fails with the first factor's errors", () =>
    Effect.gen(function*() {
      yield* withFactor
      const error = yield* failure(on(yield* load)(runSignIn(signIn(email, wrong))))
      assert.strictEqual(error._tag, "EmailPasswordMismatch")
      assert.strictEqual(yield* here, signInPage("/settings?tab=2#top"))
    }).pipe(Effect.provide(layerTest())))
})
