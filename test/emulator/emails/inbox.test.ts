import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { MagicLink, Password } from "latchkey"
import { Emails } from "latchkey/admin"
import { Emulator, toWebHandler } from "latchkey/emulator"
import {
  callbackUrl,
  clientHeaders,
  email,
  failure,
  jsonOf,
  layerAdmin,
  layerTest,
  otherProject,
  projectId,
  send,
  signUp
} from "../support.ts"

const layerOfTwo = layerTest({ projects: [otherProject] })

const otherHeaders = {
  ...clientHeaders,
  "x-stack-project-id": otherProject.id,
  "x-stack-publishable-client-key": otherProject.publishableClientKey
}

/** Emails to two people from one project, and to one of them from another, one minute apart. */
const someMails = Effect.gen(function*() {
  yield* signUp("ada@example.com")
  yield* TestClock.adjust("1 minute")
  yield* send("POST", "/auth/otp/send-sign-in-code", otherHeaders, {
    email: "ada@example.com",
    callback_url: callbackUrl
  })
  yield* TestClock.adjust("1 minute")
  yield* MagicLink.send({ email: "grace@example.com", callbackUrl })
  return yield* Emulator.Emulator
})

const summary = (mails: ReadonlyArray<{ readonly to: ReadonlyArray<string>; readonly type: string }>) =>
  mails.map(({ to, type }) => `${type} to ${to.join()}`)

const toAda = "email_verification to ada@example.com"
const toAdaFromOther = "magic_link to ada@example.com"
const toGrace = "magic_link to grace@example.com"

describe("the inbox", () => {
  it.effect("is empty by default", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* (yield* Emulator.Emulator).inbox(), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains the emails of all projects, newest last", () =>
    Effect.gen(function*() {
      const mails = yield* (yield* someMails).inbox()
      assert.deepStrictEqual(summary(mails), [toAda, toAdaFromOther, toGrace])
      assert.deepStrictEqual(mails.map(({ projectId }) => projectId), [projectId, otherProject.id, projectId])
      assert.deepStrictEqual(mails.map(({ sentAt }) => sentAt.getTime()), [0, 60_000, 120_000])
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("filters emails by address in any case, by project and by type", () =>
    Effect.gen(function*() {
      const { inbox } = yield* someMails
      assert.deepStrictEqual(summary(yield* inbox({ to: "ADA@Example.com" })), [toAda, toAdaFromOther])
      assert.deepStrictEqual(summary(yield* inbox({ projectId: otherProject.id })), [toAdaFromOther])
      assert.deepStrictEqual(summary(yield* inbox({ type: "magic_link" })), [toAdaFromOther, toGrace])
      assert.deepStrictEqual(summary(yield* inbox({ to: "ada@example.com", projectId })), [toAda])
      assert.deepStrictEqual(yield* inbox({ to: "ada@example" }), [])
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("contains the code of each email, which works", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Password.sendResetCode({ email, callbackUrl })
      const { code, link, otp } = yield* (yield* Emulator.Emulator).latestMail({ type: "password_reset" })
      assert.strictEqual(new URL(link!).searchParams.get("code"), Redacted.value(code!))
      assert.isUndefined(otp)
      yield* Password.reset({ code: code!, password: Redacted.make("a better horse") })
      yield* Password.signIn({ email, password: Redacted.make("a better horse") })
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains no undelivered email", () =>
    Effect.gen(function*() {
      const emailConfig = {
        host: "mail.invalid",
        port: 465,
        username: "ada",
        password: Redacted.make("mail password"),
        senderName: "Ada",
        senderEmail: "noreply@example.com"
      }
      yield* failure(Emails.sendTest({ recipientEmail: email, emailConfig }))
      assert.deepStrictEqual(yield* (yield* Emulator.Emulator).inbox(), [])
    }).pipe(Effect.provide(layerAdmin())))
})

describe("the latest email", () => {
  it.effect("is the newest matching one", () =>
    Effect.gen(function*() {
      const { latestMail } = yield* someMails
      assert.deepStrictEqual(summary([yield* latestMail()]), [toGrace])
      assert.deepStrictEqual(summary([yield* latestMail({ to: "ada@example.com" })]), [toAdaFromOther])
      assert.deepStrictEqual(summary([yield* latestMail({ to: "ada@example.com", projectId })]), [toAda])
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("fails if there is none, with an error that lists the inbox", () =>
    Effect.gen(function*() {
      const { latestMail } = yield* Emulator.Emulator
      const empty = yield* failure(latestMail({ to: "ada@example.com" }))
      assert.deepInclude(empty, {
        _tag: "NoMail",
        message: "No email to ada@example.com. The inbox is empty."
      })
      yield* someMails
      const wrong = yield* failure(latestMail({ to: "alan@example.com", type: "password_reset", projectId }))
      assert.strictEqual(
        wrong.message,
        `No email of type password_reset to alan@example.com from project ${projectId}. ` +
          `The inbox contains ${toAda}; ${toAdaFromOther}; ${toGrace}.`
      )
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("the latest email can be awaited with Effect.retry", () =>
    Effect.gen(function*() {
      const { latestMail } = yield* Emulator.Emulator
      const waiting = yield* Effect.forkChild(Effect.retry(latestMail({ to: email }), Schedule.spaced("50 millis")))
      yield* TestClock.adjust("1 second")
      assert.isUndefined(waiting.pollUnsafe())
      yield* signUp()
      yield* TestClock.adjust("50 millis")
      assert.deepStrictEqual((yield* Fiber.join(waiting)).to, [email])
    }).pipe(Effect.provide(layerTest())))
})

describe("the inbox over HTTP", () => {
  const origin = "http://127.0.0.1:8102"
  const get = (query = "", method = "GET", base = origin) =>
    Effect.flatMap(
      Emulator.Emulator,
      (emulator) => emulator.handle({ method, url: `${base}/latchkey/inbox${query}`, headers: {}, body: undefined })
    )

  it.effect("is JSON that programs can read without a key", () =>
    Effect.gen(function*() {
      yield* someMails
      const response = yield* get()
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers["content-type"], "application/json; charset=utf-8")
      assert.isUndefined(response.headers["access-control-allow-origin"])
      assert.strictEqual(response.headers["cache-control"], "no-store")
      const { items } = jsonOf(response)
      assert.deepStrictEqual(summary(items), [toAda, toAdaFromOther, toGrace])
      const [, second] = yield* (yield* Emulator.Emulator).inbox()
      assert.deepStrictEqual(items[1], {
        id: second!.id,
        project_id: otherProject.id,
        type: "magic_link",
        to: ["ada@example.com"],
        subject: second!.subject,
        text: second!.text,
        code: Redacted.value(second!.code!),
        otp: Redacted.value(second!.otp!),
        link: second!.link,
        sent_at_millis: 60_000
      })
      assert.isNull(items[0].otp)
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("is filtered by address and by project", () =>
    Effect.gen(function*() {
      yield* someMails
      const items = (query: string) => Effect.map(get(query), (response) => summary(jsonOf(response).items))
      assert.deepStrictEqual(yield* items("?to=Ada%40example.com"), [toAda, toAdaFromOther])
      assert.deepStrictEqual(yield* items(`?project=${otherProject.id}`), [toAdaFromOther])
      assert.deepStrictEqual(yield* items(`?to=ada@example.com&project=${projectId}`), [toAda])
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("refuses an unknown filter instead of returning all emails", () =>
    Effect.gen(function*() {
      const response = yield* get("?recipient=ada@example.com")
      assert.strictEqual(response.status, 400)
      assert.include(response.body!, "recipient")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is read-only", () =>
    Effect.gen(function*() {
      for (const method of ["POST", "DELETE", "PATCH"]) assert.strictEqual((yield* get("", method)).status, 405)
      assert.strictEqual((yield* get("", "OPTIONS")).status, 200)
      const head = yield* get("", "HEAD")
      assert.strictEqual(head.status, 200)
      assert.isUndefined(head.body)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the inbox is available beside the API at any base path, and not below the API", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* get("", "GET", `${origin}/below/a/path`)).status, 200)
      assert.strictEqual((yield* get("", "GET", `${origin}/api/v1`)).status, 404)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the inbox over HTTP can be read with fetch", () =>
    Effect.gen(function*() {
      yield* signUp()
      const handler = yield* toWebHandler
      const request = new Request(`${origin}/latchkey/inbox?to=${encodeURIComponent(email)}`)
      const { items } = yield* Effect.promise(() => handler(request).then((response) => response.json()))
      assert.deepStrictEqual(summary(items), ["email_verification to ada@example.com"])
    }).pipe(Effect.provide(layerTest())))
})
