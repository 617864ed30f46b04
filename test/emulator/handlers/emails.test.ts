import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { MagicLink } from "latchkey"
import { Emails } from "latchkey/admin"
import {
  adminHeaders,
  callbackUrl,
  codeOf,
  configure,
  email,
  failure,
  inbox,
  jsonOf,
  layerAdmin,
  send,
  serverHeaders,
  signUp
} from "../support.ts"

const config: Emails.SmtpConfig = {
  host: "mail.latchkey.dev",
  port: 465,
  username: "ada",
  password: Redacted.make("mail password"),
  senderName: "Ada",
  senderEmail: "noreply@example.com"
}

const sendTest = (changes: Partial<Emails.SmtpConfig> = {}, recipientEmail = "grace@example.com") =>
  Emails.sendTest({ recipientEmail, emailConfig: { ...config, ...changes } })

const addressesOf = Effect.map(Emails.listSent, (mails) => mails.map(({ to }) => to.join()))

describe("the list of sent emails", () => {
  it.effect("starts with the newest, and has at most a hundred", () =>
    Effect.gen(function*() {
      for (let i = 0; i < 101; i++) {
        yield* MagicLink.send({ email: `user-${i}@example.com`, callbackUrl })
        yield* TestClock.adjust(1)
      }
      const addresses = yield* addressesOf
      assert.strictEqual(addresses.length, 100)
      assert.strictEqual(addresses[0], "user-100@example.com")
      assert.strictEqual(addresses[99], "user-1@example.com")
      assert.strictEqual((yield* Emails.listSent)[0]!.sentAt.getTime(), 100)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("keeps the order of emails sent at the same time", () =>
    Effect.gen(function*() {
      for (const name of ["a", "b", "c"]) yield* MagicLink.send({ email: `${name}@example.com`, callbackUrl })
      assert.deepStrictEqual(yield* addressesOf, ["c@example.com", "b@example.com", "a@example.com"])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("contains the sender of each at the time, and never a password", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ emailConfig: { type: "standard", ...config } })
      yield* MagicLink.send({ email: "grace@example.com", callbackUrl })
      const response = yield* send("GET", "/internal/emails", adminHeaders)
      assert.notInclude(response.body!, "mail password")
      assert.isFalse(jsonOf(response).is_paginated)
      const [second, first] = yield* Emails.listSent
      assert.deepStrictEqual(second!.senderConfig, {
        type: "standard",
        host: "mail.latchkey.dev",
        port: 465,
        username: "ada",
        senderName: "Ada",
        senderEmail: "noreply@example.com"
      })
      assert.deepStrictEqual(first!.senderConfig, {
        type: "shared",
        host: "127.0.0.1",
        port: 2500,
        username: "does not matter, ignored by Inbucket",
        senderName: "Emulated project",
        senderEmail: "noreply@example.com"
      })
      assert.deepInclude(first!, { to: [email], subject: "Verify your email at Emulated project", error: null })
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))

  it.effect("is for admins only", () =>
    Effect.gen(function*() {
      assert.strictEqual(
        codeOf(yield* send("GET", "/internal/emails", serverHeaders)),
        "INSUFFICIENT_ACCESS_TYPE"
      )
    }).pipe(Effect.provide(layerAdmin())))
})

describe("a test email", () => {
  it.effect("a test email arrives, and is listed with the sent emails", () =>
    Effect.gen(function*() {
      yield* sendTest()
      const [mail] = yield* Emails.listSent
      assert.deepInclude(mail!, { to: ["grace@example.com"], error: null })
      assert.strictEqual(mail!.senderConfig!.host, "mail.latchkey.dev")
      assert.deepStrictEqual((yield* inbox).map(({ to, type }) => [to, type]), [[["grace@example.com"], "test"]])
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))

  const failures: ReadonlyArray<
    readonly [name: string, changes: Partial<Emails.SmtpConfig>, to: string, type: string, text: string]
  > = [
    ["to a host that does not exist", { host: "smtp.invalid" }, email, "HOST_NOT_FOUND", "smtp.invalid"],
    ["to a port that refuses", { port: 2599 }, email, "UNKNOWN", "2599"],
    ["to another port that refuses", { port: 25_099 }, email, "UNKNOWN", "25099"],
    ["of a user who is unknown", { username: "bad-ada" }, email, "AUTH_FAILED", "password"],
    ["to what is no address", {}, "reject-553@example.com", "INVALID_EMAIL_ADDRESS", "reject-553@example.com"],
    ["to somebody who is refused", {}, "reject-554@example.com", "REJECTED", "reject-554@example.com"],
    ["to a full mailbox", {}, "reject-552@example.com", "REJECTED", "reject-552@example.com"]
  ]

  for (const [name, changes, to, errorType, text] of failures) {
    it.effect(`${name} fails, and is listed with its error`, () =>
      Effect.gen(function*() {
        const error = yield* failure(sendTest(changes, to))
        assert.strictEqual(error._tag, "TestEmailFailed")
        assert.include(error.message, text)
        const [mail] = yield* Emails.listSent
        assert.deepStrictEqual(mail!.to, [to])
        const kept = mail!.error as { readonly errorType: string; readonly message: string; readonly canRetry: boolean }
        assert.deepInclude(kept, { errorType, message: error.message, canRetry: false })
        assert.deepStrictEqual(yield* inbox, [])
      }).pipe(Effect.provide(layerAdmin())))
  }

  it.effect("a test email fails with the first error that the hosted service reports", () =>
    Effect.gen(function*() {
      const everything = { host: "a.invalid", port: 2599, username: "bad-ada" }
      const types = []
      for (const changes of [everything, { ...everything, host: "127.0.0.1" }, { username: "bad-ada" }]) {
        yield* failure(sendTest(changes, "reject-554@example.com"))
        types.push(((yield* Emails.listSent)[0]!.error as { readonly errorType: string }).errorType)
      }
      assert.deepStrictEqual(types, ["HOST_NOT_FOUND", "UNKNOWN", "AUTH_FAILED"])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a test email arrives at a host that only resembles a failing one", () =>
    Effect.gen(function*() {
      yield* sendTest({ username: "not-bad-" }, "reject-250@example.com")
      const hosts = [
        "notinvalid",
        "invalid.latchkey.dev",
        "test.dev",
        "my-example.com",
        "example.computer",
        "localhost"
      ]
      for (const host of hosts) yield* sendTest({ host }, "dont-reject-554@example.com")
      assert.strictEqual((yield* inbox).length, 1 + hosts.length)
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("fails if the host has a name reserved for tests and examples", () =>
    Effect.gen(function*() {
      const names = [
        "invalid",
        "smtp.invalid",
        "smtp.test",
        "smtp.EXAMPLE",
        "mail.example.com",
        "a.b.example.net",
        "mail.example.org"
      ]
      for (const host of names) {
        const error = yield* failure(sendTest({ host }))
        assert.strictEqual(error._tag, "TestEmailFailed", host)
        assert.include(error.message, host)
      }
      assert.deepStrictEqual(yield* inbox, [])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("arrives at a host with a reserved name that the project's options list", () =>
    Effect.gen(function*() {
      yield* sendTest({ host: "mail.example.com" })
      assert.strictEqual((yield* failure(sendTest({ host: "smtp.example.com" })))._tag, "TestEmailFailed")
      yield* configure({ mailHosts: ["smtp.example.com"] })
      yield* sendTest({ host: "smtp.example.com" })
      assert.strictEqual((yield* inbox).length, 2)
    }).pipe(Effect.provide(layerAdmin({ project: { config: { mailHosts: ["mail.example.com"] } } }))))

  it.effect("accepts sender and recipient addresses without a top-level domain", () =>
    Effect.gen(function*() {
      yield* sendTest({ senderEmail: "noreply@localhost" }, "grace@localhost")
      assert.deepStrictEqual((yield* inbox).map(({ to }) => to), [["grace@localhost"]])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is a RequestSchemaError if it is invalid", () =>
    Effect.gen(function*() {
      const wrong: ReadonlyArray<
        Effect.Effect<void, { readonly _tag: string }, Effect.Services<typeof Emails.listSent>>
      > = [
        sendTest({}, "nope"),
        sendTest({ senderEmail: "nope" }),
        sendTest({ port: 65_536 }),
        sendTest({ port: -1 }),
        sendTest({ password: Redacted.make("p".repeat(71)) })
      ]
      for (const effect of wrong) assert.strictEqual((yield* failure(effect))._tag, "RequestSchemaError")
      yield* sendTest({ port: 65_535, password: Redacted.make("p".repeat(70)) })
      const bodies = [
        {},
        { recipient_email: "grace@example.com" },
        { recipient_email: "grace@example.com", email_config: { type: "shared" } }
      ]
      for (const body of bodies) {
        const response = yield* send("POST", "/internal/send-test-email", adminHeaders, body)
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
      }
      assert.strictEqual((yield* Emails.listSent).length, 1)
    }).pipe(Effect.provide(layerAdmin())))
})
