/** Options that fix parts of ceremonies: recorded passkey responses verify again, and OAuth flows redirect to another page. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { Passkey, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authenticator } from "../support/Authenticator.ts"
import { ada, authorizationUrl, exchange, follow, page } from "./oauthSupport.ts"
import { layerTest, signUp } from "./support.ts"

const passkeyChallenge = "TU9DSw"
const oauthPage = "http://localhost:8114/auth"

describe("the option passkeyChallenge", () => {
  it.effect("is the challenge of every ceremony", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (let ceremony = 0; ceremony < 2; ceremony++) {
        assert.strictEqual((yield* Passkey.startRegistration).options.challenge, passkeyChallenge)
        assert.strictEqual((yield* Passkey.startSignIn).options.challenge, passkeyChallenge)
      }
    }).pipe(Effect.provide(layerTest({ passkeyChallenge }))))

  it.effect("passkeyChallenge: a response recorded on one emulator verifies on another", () => {
    const authenticator = new Authenticator()
    const origin = "http://localhost:8103"
    const record = Effect.gen(function*() {
      yield* signUp()
      const registration = authenticator.create((yield* Passkey.startRegistration).options, origin)
      const signIn = authenticator.get((yield* Passkey.startSignIn).options, origin)
      return { registration, signIn }
    }).pipe(Effect.provide(layerTest({ passkeyChallenge })))
    const replay = ({ registration, signIn }: Effect.Success<typeof record>) =>
      Effect.gen(function*() {
        const { userId } = yield* signUp()
        const { code } = yield* Passkey.startRegistration
        yield* Passkey.completeRegistration({ credential: registration, code })
        yield* Session.signOut
        const start = yield* Passkey.startSignIn
        const signedIn = yield* Passkey.completeSignIn({ authenticationResponse: signIn, code: start.code })
        assert.strictEqual(signedIn.userId, userId)
      }).pipe(Effect.provide(layerTest({ passkeyChallenge })))
    return Effect.flatMap(record, replay)
  })

  it.effect("passkeyChallenge: fails unless it is base64url", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Emulator.make({ passkeyChallenge: "MOCK==" }))
      assert(Exit.isFailure(exit))
      assert.match(String(Cause.squash(exit.cause)), /passkeyChallenge must be base64url/)
    }))
})

describe("the option oauthPage", () => {
  const layer = layerTest({ oauthPage })

  const visit = (url: string, headers: Record<string, string> = {}) =>
    Effect.flatMap(Emulator.Emulator, (emulator) => emulator.handle({ method: "GET", url, headers, body: undefined }))

  it.effect("is the redirect target of authorization requests, with the parameters of the emulator's page", () =>
    Effect.gen(function*() {
      const start = yield* visit(Redacted.value(yield* authorizationUrl()))
      assert.strictEqual(start.status, 307)
      const location = new URL(start.headers["location"]!)
      assert.strictEqual(location.origin + location.pathname, oauthPage)
      const { origin } = new URL(location.searchParams.get("redirect_uri")!)
      assert.strictEqual(location.searchParams.get("redirect_uri"), `${origin}/api/v1/auth/oauth/callback/github`)
      for (const name of ["client_id", "scope", "response_type", "state", "code_challenge"]) {
        assert.isTrue(location.searchParams.has(name), name)
      }
      // The page requests the redirect from the emulator's page, with the account it chose.
      const query = new URLSearchParams({ state: location.searchParams.get("state")!, account_id: "ada-1" })
      const decided = yield* visit(`${origin}/latchkey/oauth/github?${query}`)
      const cookie = start.headers["set-cookie"]!.split(";")[0]!
      const end = yield* visit(decided.headers["location"]!, { cookie })
      assert.strictEqual(end.status, 303, end.body)
      const { isNewUser } = yield* exchange(new URL(end.headers["location"]!))
      assert.isTrue(isNewUser)
    }).pipe(Effect.provide(layer)))

  it.effect("oauthPage: does not affect signInWithProvider", () =>
    Effect.gen(function*() {
      const end = yield* follow(yield* authorizationUrl(), ada)
      assert.strictEqual(end.origin + end.pathname, page)
      assert.isTrue((yield* exchange(end)).isNewUser)
    }).pipe(Effect.provide(layer)))

  it.effect("oauthPage: fails unless it is an absolute URL", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(Emulator.make({ oauthPage: "/auth" }))
      assert(Exit.isFailure(exit))
      assert.match(String(Cause.squash(exit.cause)), /oauthPage must be an absolute URL/)
    }))
})
