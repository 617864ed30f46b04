import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Cache,
  Client,
  CurrentUser,
  HandlerPages,
  OAuth,
  Passkey,
  Password,
  Resource,
  Resources,
  Reverification,
  Session,
  Sessions,
  Transport
} from "latchkey"
import { Sessions as ServerSessions, Users } from "latchkey/server"
import { totp, totpSecretBase64, wrong } from "../auth/mfaSupport.ts"
import { follow } from "../auth/oauth/support.ts"
import { configure, mailTo, signUp } from "../emulator/support.ts"
import { makeHost } from "../support/passkeys.ts"
import { as, email, gone, layer, origin, password, requested, visit, watched, whoIsSignedIn } from "./support.ts"

const sessionId = Effect.map(Session.claims, (claims) => claims?.sessionId)
const sessionIds = Effect.map(Sessions.list, (sessions) => sessions.map(({ id }) => id))
const open = as("Reverify")(HandlerPages.reverify)

/** A user who signed in an hour ago. */
const signedIn = Effect.gen(function*() {
  const { userId } = yield* signUp()
  yield* TestClock.adjust("1 hours")
  return { userId, before: yield* sessionId }
})

/** Only the session of the new sign-in is left, and it is another one. */
const assertReplaced = ({ before, userId }: Effect.Success<typeof signedIn>) =>
  Effect.gen(function*() {
    assert.notStrictEqual(yield* sessionId, before)
    assert.deepStrictEqual(yield* sessionIds, [yield* sessionId])
    assert.strictEqual(yield* whoIsSignedIn, userId)
  })

const github = { accountId: "ada-1", email }
const config = { oauthProviders: ["github", "google"], magicLinkEnabled: true, passkeyEnabled: true } as const

for (const generation of ["2025", "2026"] as const) {
  describe(`HandlerPages.reverify with a service of ${generation}`, () => {
    it.effect("signs in again with the password, replaces the session, and ends the old one", () =>
      Effect.gen(function*() {
        const user = yield* signedIn
        const { password: signIn, user: shown } = yield* open
        assert.strictEqual(shown.id, user.userId)
        const error = yield* Effect.flip(signIn!({ password: Redacted.make("wrong") }))
        assert.strictEqual(error._tag, "EmailPasswordMismatch")
        assert.strictEqual(yield* sessionId, user.before)
        yield* as("Reverified")(signIn!({ password }))
        yield* assertReplaced(user)
        assert.deepStrictEqual(yield* gone, [])
      }).pipe(Effect.provide(layer({ generation }))))

    it.effect("signs in again with a code from an email", () =>
      Effect.gen(function*() {
        const user = yield* signedIn
        yield* CurrentUser.update({ otpAuthEnabled: true })
        assert.isUndefined((yield* open).emailCode)
        yield* Users.update(user.userId, { primaryEmailVerified: true })
        const { emailCode } = yield* open
        const sent = yield* as("ReverifyCodeSent")(emailCode!)
        assert.strictEqual(sent.email, email)
        assert.strictEqual(
          (yield* Effect.flip(sent.signIn(Redacted.make("ZZZZZZ"))))._tag,
          "VerificationCodeNotFound"
        )
        yield* sent.sendAgain
        const again = yield* as("ReverifyCodeSent")(sent.sendAgain)
        yield* as("Reverified")(again.signIn((yield* mailTo(email)).otp!))
        yield* assertReplaced(user)
      }).pipe(Effect.provide(layer({ generation, config }))))

    it.effect("signs in again with a passkey, and asks for the second factor", () => {
      const host = makeHost()
      return Effect.gen(function*() {
        const user = yield* signedIn
        yield* Passkey.register()
        yield* CurrentUser.update({ totpSecretBase64 })
        const { passkey } = yield* open
        const step = yield* as("ReverifySecondFactor")(passkey!)
        assert.strictEqual((yield* Effect.flip(step.complete(wrong)))._tag, "InvalidTotpCode")
        assert.strictEqual(yield* sessionId, user.before)
        yield* as("Reverified")(step.complete(yield* totp()))
        yield* assertReplaced(user)
      }).pipe(Effect.provide(host.layer), Effect.provide(layer({ generation, config })))
    })

    it.effect("signs in again with a provider, on the page that asked", () =>
      Effect.gen(function*() {
        const page = `${origin}/billing?plan=pro`
        const { userId } = yield* signInWithGithub
        yield* TestClock.adjust("1 hours")
        const before = yield* sessionId
        yield* visit(page)
        const { emailCode, passkey, password, providers } = yield* open
        assert.deepStrictEqual([password, passkey, emailCode, providers.map(({ id }) => id)], [
          undefined,
          undefined,
          undefined,
          ["github"]
        ])
        yield* providers[0]!.signIn
        const answer = yield* follow((yield* gone)[0]!, github)
        assert.isTrue(String(answer).startsWith(`${page}&`))
        yield* visit(`${origin}/other?code=a&state=b`)
        assert.strictEqual(yield* HandlerPages.completeReverification, undefined)
        yield* visit(String(answer))
        yield* as("Reverified")(completed)
        assert.strictEqual(yield* HandlerPages.completeReverification, undefined)
        yield* assertReplaced({ userId, before })
      }).pipe(Effect.provide(layer({ generation, config }))))
  })
}

/** A sign-in with a provider, for a user without another method. */
const signInWithGithub = Effect.gen(function*() {
  const url = yield* OAuth.start({ provider: "github" })
  yield* visit(String(yield* follow(url, github)))
  return (yield* OAuth.callback)!
})

/** Ends the sign-in with a provider on the current page. */
const completed = Effect.map(HandlerPages.completeReverification, (page) => page!)

describe("HandlerPages.reverify", () => {
  it.effect("offers only methods of the project that the user has", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.isDefined((yield* open).password)
      yield* configure({ credentialEnabled: false, passkeyEnabled: false, magicLinkEnabled: false, oauthProviders: [] })
      const page = yield* open
      assert.deepStrictEqual([page.password, page.passkey, page.emailCode, page.providers], [
        undefined,
        undefined,
        undefined,
        []
      ])
    }).pipe(Effect.provide(layer({ config }))))

  it.effect("fails without a user, and sends no sign-in", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(HandlerPages.reverify))._tag, "UserNotSignedIn")
      const error = yield* Effect.flip(Reverification.signIn(Password.signIn({ email, password })))
      assert.strictEqual(error._tag, "UserNotSignedIn")
      assert.deepStrictEqual(yield* requested, ["GET /projects/current"])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("ignores a provider's answer that it did not ask for", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* visit(`${origin}/billing?code=a&state=b`)
      const before = (yield* requested).length
      assert.strictEqual(yield* HandlerPages.completeReverification, undefined)
      const { providers } = yield* open
      assert.deepStrictEqual(providers, [])
      assert.strictEqual((yield* requested).length, before + 2)
    }).pipe(watched, Effect.provide(layer({ config }))))

  it.effect("reports that the user canceled at the provider, and keeps the session", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWithGithub
      yield* visit(`${origin}/billing#plans`)
      yield* (yield* open).providers[0]!.signIn
      yield* visit(String(yield* follow((yield* gone)[0]!, { denied: true })))
      const error = yield* Effect.flip(HandlerPages.completeReverification)
      assert.strictEqual(error._tag, "OAuthProviderAccessDenied")
      assert.strictEqual(yield* whoIsSignedIn, userId)
    }).pipe(Effect.provide(layer({ config }))))

  it.effect("refuses another account of the provider, and ends its session", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWithGithub
      const before = yield* sessionId
      yield* visit(`${origin}/billing`)
      yield* (yield* open).providers[0]!.signIn
      yield* visit(String(yield* follow((yield* gone)[0]!, { accountId: "eve-1", email: "eve@example.com" })))
      const error = yield* Effect.flip(completed)
      assert.deepInclude(error, { _tag: "ReverificationRefused", reason: "otherUser" })
      assert.deepStrictEqual([yield* whoIsSignedIn, yield* sessionId], [userId, before])
    }).pipe(Effect.provide(layer({ config }))))
})

describe("Reverification.signIn", () => {
  const again = Reverification.signIn(Password.signIn({ email, password }))

  it.effect("refuses another user, whose session it ends", () =>
    Effect.gen(function*() {
      const eve = yield* Users.create({ primaryEmail: "eve@example.com", primaryEmailAuthEnabled: true, password })
      const user = yield* signedIn
      const error = yield* Effect.flip(
        Reverification.signIn(Password.signIn({ email: "eve@example.com", password }))
      )
      assert.deepInclude(error, { _tag: "ReverificationRefused", reason: "otherUser" })
      assert.deepStrictEqual([yield* whoIsSignedIn, yield* sessionId], [user.userId, user.before])
      assert.deepStrictEqual(yield* ServerSessions.list(eve.id), [])
    }).pipe(Effect.provide(layer())))

  it.effect("does not bring a user back who signed out in the meantime", () =>
    Effect.gen(function*() {
      const { userId } = yield* signedIn
      const signOut = Effect.provideService(Session.signOut, Client.Client, yield* Client.Client)
      const error = yield* Effect.flip(
        Reverification.signIn(Effect.tap(Password.signIn({ email, password }), signOut))
      )
      assert.deepInclude(error, { _tag: "ReverificationRefused", reason: "sessionChanged" })
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.deepStrictEqual(yield* ServerSessions.list(userId), [])
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the session if the sign-in ends its own one", () =>
    Effect.gen(function*() {
      const user = yield* signedIn
      const error = yield* Effect.flip(
        Reverification.signIn(Effect.tap(Password.signIn({ email, password }), Session.signOut))
      )
      assert.deepInclude(error, { _tag: "ReverificationRefused", reason: "sessionChanged" })
      assert.deepStrictEqual([yield* whoIsSignedIn, yield* sessionId], [user.userId, user.before])
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the cached values without a request, and fetches the list of sessions again", () =>
    Effect.gen(function*() {
      yield* signedIn
      const cache = yield* Cache.Cache
      const user = cache.observe(Resources.user)
      const unsubscribe = user.subscribe(() => {})
      yield* Resource.get(Resources.user)
      const before = yield* Resource.get(Resources.sessions)
      const count = (path: string) => Effect.map(requested, (paths) => paths.filter((each) => each === path).length)
      const reads = yield* count("GET /users/me")
      yield* again
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(user.getSnapshot()._tag, "Ready")
      assert.strictEqual(yield* count("GET /users/me"), reads)
      const after = yield* Resource.get(Resources.sessions)
      assert.notStrictEqual(after[0]!.id, before[0]!.id)
      unsubscribe()
    }).pipe(Effect.provide(Cache.layer()), watched, Effect.provide(layer())))

  it.effect("succeeds if the old session cannot be ended, after five seconds at most", () =>
    Effect.gen(function*() {
      const { before } = yield* signedIn
      const transport = yield* Transport
      const fiber = yield* Effect.forkChild(Effect.provideService(again, Transport, (request) =>
        request.method === "DELETE" ? Effect.never : transport(request)))
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(fiber)
      assert.notStrictEqual(yield* sessionId, before)
      assert.lengthOf(yield* sessionIds, 2)
    }).pipe(Effect.provide(layer())))
})
