import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emails } from "latchkey/admin"
import { connectionReset, keys, layerAdmin, layerWire, response, Wire } from "../support/Wire.ts"

const emailConfig = {
  host: "mail.example.com",
  port: 465,
  username: "ada",
  password: Redacted.make("a password of the mail server"),
  senderName: "Ada",
  senderEmail: "noreply@example.com"
}

const sendTest = Emails.sendTest({ recipientEmail: "ada@example.com", emailConfig })

const answering = (body: unknown) => layerAdmin(layerWire(() => response(200, body)))

describe("a test email", () => {
  it.effect("is sent with its configuration, and without the type that a project's has", () =>
    Effect.gen(function*() {
      yield* Emails.sendTest({
        recipientEmail: "ada@example.com",
        emailConfig: Object.assign({ type: "standard" as const }, emailConfig)
      })
      const { calls } = yield* Wire
      assert.deepStrictEqual(JSON.parse(calls[0]!.body!), {
        recipient_email: "ada@example.com",
        email_config: {
          host: "mail.example.com",
          port: 465,
          username: "ada",
          password: "a password of the mail server",
          sender_name: "Ada",
          sender_email: "noreply@example.com"
        }
      })
    }).pipe(Effect.provide(answering({ success: true }))))

  it.effect("a test email that was not sent fails with the service's text", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.deepInclude(error, { _tag: "TestEmailFailed", message: "No such host" })
    }).pipe(Effect.provide(answering({ success: false, error_message: "No such host" }))))

  it.effect("fails with our text if the service returns none", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.deepInclude(error, { _tag: "TestEmailFailed", message: "Email test error not specified" })
    }).pipe(Effect.provide(answering({ success: false }))))

  it.effect("fails without showing the password, even if the service echoes it", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.strictEqual(error.message, "535 <redacted> refused")
    }).pipe(
      Effect.provide(answering({ success: false, error_message: "535 a password of the mail server refused" }))
    ))

  it.effect("fails without showing the admin's key, even if the mail server echoes it", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.strictEqual(error.message, "535 <redacted> refused")
    }).pipe(Effect.provide(answering({ success: false, error_message: `535 ${keys.admin} refused` }))))

  it.effect("is not retried, because its outcome is unknown without a response", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.strictEqual(error._tag, "ApiError")
      assert.strictEqual((yield* Wire).calls.length, 1)
    }).pipe(Effect.provide(layerAdmin(layerWire(() => connectionReset)))))
})

describe("the list of sent emails", () => {
  const mail = { id: "m", subject: "Hello", sent_at_millis: 5, to: ["ada@example.com"] }

  it.effect("accepts emails of newer services, which have neither sender nor error", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Emails.listSent, [
        { id: "m", subject: "Hello", sentAt: new Date(5), to: ["ada@example.com"], error: null }
      ])
    }).pipe(Effect.provide(answering({ items: [mail], is_paginated: false }))))

  it.effect("accepts any error stored by the service", () =>
    Effect.gen(function*() {
      const mails = yield* Emails.listSent
      assert.deepStrictEqual(mails.map(({ error }) => error), [{ errorType: "TIMEOUT" }, "a text"])
    }).pipe(
      Effect.provide(answering({ items: [{ ...mail, error: { errorType: "TIMEOUT" } }, { ...mail, error: "a text" }] }))
    ))
})
