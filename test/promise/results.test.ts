import { assert, describe, it } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import { ApiError, Auth, InvalidOptions, KnownErrors, Mfa, Password, Redacted } from "latchkey/promise"
import { Auth as AdminAuth } from "latchkey/promise/admin"
import { Auth as ServerAuth } from "latchkey/promise/server"
import { inspect } from "node:util"
import { totp, totpSecretBase64 } from "../auth/mfaSupport.ts"
import { ada, email, makeAdmin, makeAuth, makeServer, password, rejection } from "./support.ts"

describe("a result", () => {
  it("contains the value, or the error that the effect fails with", async () => {
    await using auth = makeAuth()
    const signedUp = await auth.Password.signUp(ada)
    assert.deepStrictEqual(Object.keys(signedUp), ["ok", "value"])
    assert.isTrue(signedUp.ok && typeof signedUp.value.userId === "string")

    const refused = await auth.Password.signIn({ email, password: Redacted.make("wrong horse") })
    assert.deepStrictEqual(Object.keys(refused), ["ok", "error"])
    assert.isTrue(!refused.ok && refused.error instanceof KnownErrors.EmailPasswordMismatch)
    assert.isTrue(!refused.ok && refused.error._tag === "EmailPasswordMismatch")
  })

  it("of an overloaded function is that of the arguments", async () => {
    await using auth = makeAuth()
    assert.deepStrictEqual(await auth.CurrentUser.get(), { ok: true, value: null })
    const nobody = await auth.CurrentUser.get({ or: "throw" })
    assert.isTrue(!nobody.ok && nobody.error._tag === "UserNotSignedIn")
    await auth.orThrow.run(Effect.flatMap(Emulator.Emulator, ({ configure }) => configure({ anonymousEnabled: true })))
    const anonymous = await auth.CurrentUser.get({ or: "anonymous" })
    assert.isTrue(anonymous.ok && anonymous.value.isAnonymous)
  })

  it("never contains a defect: that rejects", async () => {
    await using auth = makeAuth()
    const bug = new TypeError("A bug")
    assert.strictEqual(await rejection(auth.run(Effect.die(bug))), bug)
    assert.strictEqual(await rejection(auth.bind(() => Effect.die(bug))()), bug)
    // A function that throws before it returns an effect throws synchronously, as with Effect.
    assert.throws(() =>
      auth.bind((): Effect.Effect<void> => {
        throw bug
      })(), "A bug")
    assert.instanceOf(await rejection(auth.Session.accessToken({ validity: "2 minutes" })), Error)
  })

  it("of an effect that interrupts itself rejects", async () => {
    await using auth = makeAuth()
    assert.match(String(await rejection(auth.run(Effect.interrupt))), /interrupted/)
  })
})

describe("orThrow", () => {
  it("resolves to the value", async () => {
    await using auth = makeAuth()
    const { userId } = await auth.orThrow.Password.signUp(ada)
    assert.strictEqual((await auth.orThrow.CurrentUser.get({ or: "throw" })).id, userId)
  })

  it("rejects with the original error", async () => {
    await using auth = makeAuth()
    const error = new (class Mine extends Data.TaggedError("Mine") {})()
    assert.strictEqual(await rejection(auth.orThrow.run(Effect.fail(error))), error)
    const refusal = await rejection(auth.orThrow.Password.signIn({ email, password }))
    assert.instanceOf(refusal, KnownErrors.EmailPasswordMismatch)
    assert.instanceOf(refusal, Error)
    const told = await auth.run(Effect.fail(error))
    assert.isTrue(!told.ok && told.error === error)
  })
})

describe("a step of a value", () => {
  it("can be run, or called on the bound value", async () => {
    await using auth = makeAuth()
    await auth.orThrow.Password.signUp(ada)
    const code = await auth.orThrow.run(totp())
    await auth.orThrow.Totp.enable({ secret: totpSecretBase64, code })
    await auth.orThrow.Session.signOut()

    const begun = await auth.orThrow.run(Mfa.orContinue(Password.signIn({ email, password })))
    assert.isTrue(Mfa.isContinuation(begun))
    if (!Mfa.isContinuation(begun)) return
    const continuation = auth.bind(begun)
    assert.strictEqual(continuation.expiresAt, begun.expiresAt)
    const wrong = await continuation.complete(Redacted.make("000000"))
    assert.isTrue(!wrong.ok && wrong.error._tag === "InvalidTotpCode")
    const completed = await auth.run(begun.complete(code))
    assert.isTrue(completed.ok)
  })
})

describe("the levels", () => {
  it("share one layer", async () => {
    await using server = makeServer()
    const { id } = await server.orThrow.Users.create({ primaryEmail: email, primaryEmailAuthEnabled: true, password })
    const { userId } = await server.orThrow.client.Password.signIn({ email, password })
    assert.strictEqual(userId, id)
    assert.strictEqual((await server.orThrow.CurrentUser.get({ or: "throw" })).id, id)

    await using admin = makeAdmin()
    assert.deepStrictEqual(await admin.orThrow.Emails.list(), [])
    assert.deepStrictEqual((await admin.orThrow.server.Users.list()).items, [])
    assert.strictEqual(await admin.orThrow.client.CurrentUser.get(), null)
  })
})

describe("invalid options", () => {
  it("make every call reject without sending a request", async () => {
    await using auth = Auth.make({ projectId: "", publishableClientKey: "pck_1" })
    await using server = ServerAuth.make({ projectId: "internal", secretServerKey: Redacted.make("") })
    await using admin = AdminAuth.make({ projectId: "internal", superSecretAdminKey: Redacted.make("sak 1") })
    const options = [["projectId", auth.Teams.list()], ["secretServerKey", server.Teams.list()], [
      "superSecretAdminKey",
      admin.orThrow.Metrics.get()
    ]] as const
    for (const [option, call] of options) {
      const error = await rejection(call)
      assert.isTrue(error instanceof InvalidOptions && error.option === option, String(error))
    }
    assert.instanceOf(await rejection(auth.Session.state()), InvalidOptions)
  })

  it("are reported outside a browser", async () => {
    await using auth = Auth.makeBrowser(Emulator.clientOptions)
    assert.strictEqual((await rejection(auth.CurrentUser.get()) as { readonly _tag: string })._tag, "HostUnavailable")
  })
})

describe("secrets", () => {
  it("are not printed with a client, its results and its errors", async () => {
    await using admin = makeAdmin()
    await using auth = makeAuth()
    const signedUp = await auth.Password.signUp(ada)
    const tokens = await auth.orThrow.Session.authHeaders()
    const results = [
      signedUp,
      await auth.Password.signUp(ada),
      await auth.Session.state(),
      await admin.Metrics.get(),
      await admin.client.Teams.get("no id")
    ]
    const shown = [auth, auth.orThrow, auth.Session, auth.runtime, admin, admin.server, tokens, ...results].flatMap((
      value
    ) => [
      inspect(value, { depth: 12, showHidden: true }),
      inspect(value, { depth: 12, showProxy: true }),
      value === auth.runtime ? "" : JSON.stringify(value)
    ]).join("\n")
    const { accessToken, refreshToken } = JSON.parse(Redacted.value(tokens["x-stack-auth"]))
    for (const secret of [accessToken, refreshToken, "correct horse", "sak_emulator", "ssk_emulator"]) {
      assert.notInclude(shown, secret)
    }
    assert.isFalse(results[1]!.ok)
    assert.isFalse(results[1]!.ok || results[1]!.error instanceof ApiError)
  })
})
