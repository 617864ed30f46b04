import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  failure,
  inbox,
  jsonOf,
  layerTest,
  mailTo,
  send,
  serverHeaders,
  tagsOf
} from "../support.ts"

const email = "ada@example.com"

describe("an invitation to sign in", () => {
  it.effect("is an email whose link opens the page without a code", () =>
    Effect.gen(function*() {
      yield* Users.sendSignInInvitation({ email, callbackUrl })
      const mail = yield* mailTo(email)
      assert.deepInclude(mail, { type: "sign_in_invitation", to: [email], link: callbackUrl, code: undefined })
      assert.include(mail.text, callbackUrl)
      assert.lengthOf((yield* Users.list()).items, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused for an untrusted URL and an invalid address, and sends no email", () =>
    Effect.gen(function*() {
      const elsewhere = "https://evil.example.org/"
      const errors = [
        yield* failure(Users.sendSignInInvitation({ email, callbackUrl: elsewhere })),
        yield* failure(Users.sendSignInInvitation({ email: "nope", callbackUrl })),
        yield* failure(Users.sendSignInInvitation({ email, callbackUrl: "/sign-up" }))
      ]
      assert.deepStrictEqual(errors.map(tagsOf), [
        "RedirectUrlNotWhitelisted",
        "RequestSchemaError",
        "RequestSchemaError"
      ])
      assert.isEmpty(yield* inbox)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be sent by servers only", () =>
    Effect.gen(function*() {
      const body = { email, callback_url: callbackUrl }
      const path = "/internal/send-sign-in-invitation"
      assert.strictEqual(codeOf(yield* send("POST", path, clientHeaders, body)), "INSUFFICIENT_ACCESS_TYPE")
      assert.deepStrictEqual(jsonOf(yield* send("POST", path, serverHeaders, body)), { success: true })
    }).pipe(Effect.provide(layerTest())))

  it.effect("does not exist in services of 2025", () =>
    Effect.gen(function*() {
      const error = yield* failure(Users.sendSignInInvitation({ email, callbackUrl }))
      assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
      assert.isEmpty(yield* inbox)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
