import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Emails } from "latchkey/admin"
import { connectionReset, layerAdmin, layerWire, response, Wire } from "../support/Wire.ts"

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

describe("a test mail", () => {
  it.effect("travels with its configuration, and without the type that a project's has", () =>
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

  it.effect("that was not sent fails with what the service says", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.deepInclude(error, { _tag: "TestEmailFailed", message: "No such host" })
    }).pipe(Effect.provide(answering({ success: false, error_message: "No such host" }))))

  it.effect("fails with a text of its own when the service says nothing", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.deepInclude(error, { _tag: "TestEmailFailed", message: "Email test error not specified" })
    }).pipe(Effect.provide(answering({ success: false }))))

  it.effect("fails without showing the password, if the service repeats it", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.strictEqual(error.message, "535 <redacted> refused")
    }).pipe(
      Effect.provide(answering({ success: false, error_message: "535 a password of the mail server refused" }))
    ))

  it.effect("is sent once: nobody knows what became of it when no answer comes", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(sendTest)
      assert.strictEqual(error._tag, "ApiError")
      assert.strictEqual((yield* Wire).calls.length, 1)
    }).pipe(Effect.provide(layerAdmin(layerWire(() => connectionReset)))))
})

describe("the list of sent mails", () => {
  const mail = { id: "m", subject: "Hello", sent_at_millis: 5, to: ["ada@example.com"] }

  it.effect("takes mails of newer services, which tell neither the sender nor an error", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Emails.list, [
        { id: "m", subject: "Hello", sentAt: new Date(5), to: ["ada@example.com"], error: null }
      ])
    }).pipe(Effect.provide(answering({ items: [mail], is_paginated: false }))))

  it.effect("takes any error that the service has kept", () =>
    Effect.gen(function*() {
      const mails = yield* Emails.list
      assert.deepStrictEqual(mails.map(({ error }) => error), [{ errorType: "TIMEOUT" }, "a text"])
    }).pipe(
      Effect.provide(answering({ items: [{ ...mail, error: { errorType: "TIMEOUT" } }, { ...mail, error: "a text" }] }))
    ))
})
