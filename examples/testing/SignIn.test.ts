/**
 * Tests of the app's sign-in in the calling fiber, against the emulator and a test clock.
 *
 * Run them with `npm exec -- vitest run examples/testing`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { Session } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { SignIn } from "./SignIn.ts"

const email = "ada@example.com"

/** The app on an emulator with one user, Ada. */
const AppTest = SignIn.layer.pipe(Layer.provideMerge(
  Emulator.layerClient({
    project: { users: [{ primaryEmail: email, primaryEmailVerified: true, displayName: "Ada" }] }
  })
))

/** The link in the latest email. */
const link = Effect.flatMap(
  Emulator.Emulator,
  (emulator) => Effect.map(emulator.latestMail({ to: email, type: "magic_link" }), (mail) => mail.link)
)

const signIn = Effect.gen(function*() {
  const app = yield* SignIn
  yield* app.send(email)
  yield* app.follow(yield* link)
  return app
})

/** Runs an effect while the clock advances past its retries. */
const runWithRetries = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect)
    yield* TestClock.adjust("1 minute")
    return yield* Fiber.join(fiber)
  })

const home = { _tag: "Home", greeting: "Hello, Ada!" } as const

describe("SignIn", () => {
  it.effect("signs in with the link of an email", () =>
    Effect.gen(function*() {
      const app = yield* SignIn
      assert.deepStrictEqual(yield* app.open, { _tag: "Form", hint: "" })
      assert.deepStrictEqual(yield* app.send(email), { _tag: "MailSent", email })
      assert.deepStrictEqual(yield* app.follow(yield* link), home)
      assert.deepStrictEqual(yield* app.open, home)
    }).pipe(Effect.provide(AppTest)))

  it.effect("offers a new email for a used or week-old link", () =>
    Effect.gen(function*() {
      const app = yield* signIn
      const hint = "This link has expired or was already used. Request a new one."
      assert.deepStrictEqual(yield* app.follow(yield* link), { _tag: "Form", hint })
      yield* app.send(email)
      yield* TestClock.adjust("7 days")
      assert.deepStrictEqual(yield* app.follow(yield* link), { _tag: "Form", hint })
    }).pipe(Effect.provide(AppTest)))

  it.effect("sends at most three emails in 15 minutes", () =>
    Effect.gen(function*() {
      const app = yield* SignIn
      const emulator = yield* Emulator.Emulator
      for (const _ of [1, 2, 3]) {
        assert.deepStrictEqual(yield* app.send(email), { _tag: "MailSent", email })
        yield* TestClock.adjust("1 minute")
      }
      const hint = "We sent 3 emails. You can request another one in 12 minutes."
      assert.deepStrictEqual(yield* app.send(email), { _tag: "Form", hint })
      assert.lengthOf(yield* emulator.inbox({ to: email }), 3)
      yield* TestClock.adjust("12 minutes")
      assert.deepStrictEqual(yield* app.send(email), { _tag: "MailSent", email })
    }).pipe(Effect.provide(AppTest)))

  it.effect("explains why no email was sent", () =>
    Effect.gen(function*() {
      const app = yield* SignIn
      const emulator = yield* Emulator.Emulator
      yield* emulator.configure({ signUpEnabled: false })
      const closed = "Sign-ups are closed."
      assert.deepStrictEqual(yield* app.send("grace@example.com"), { _tag: "Form", hint: closed })
      assert.deepStrictEqual(yield* app.send("ada"), { _tag: "Form", hint: "Enter a valid email." })
      assert.deepStrictEqual(yield* app.send(email).pipe(Faults.provide(Faults.offline)), { _tag: "Unreachable" })
      assert.deepStrictEqual(yield* emulator.inbox(), [])
    }).pipe(Effect.provide(AppTest)))

  it.effect("keeps the user signed in when the access token expires after ten minutes", () =>
    Effect.gen(function*() {
      const app = yield* signIn
      const before = yield* Session.getAccessToken()
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(yield* app.open, home)
      assert.notStrictEqual(Redacted.value((yield* Session.getAccessToken())!), Redacted.value(before!))
    }).pipe(Effect.provide(AppTest)))

  it.effect("keeps the user signed in while offline and shows a banner", () =>
    Effect.gen(function*() {
      const app = yield* signIn
      const banners: Array<string> = []
      yield* app.banner.pipe(Stream.runForEach((text) => Effect.sync(() => banners.push(text))), Effect.forkScoped)
      yield* TestClock.adjust("10 minutes")
      const view = yield* runWithRetries(app.open.pipe(Faults.provide(Faults.offline)))
      assert.deepStrictEqual(view, { _tag: "Unreachable" })
      assert.deepStrictEqual(yield* app.open, home)
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(banners, ["", "You're offline.", ""])
    }).pipe(Effect.provide(AppTest)))

  it.effect("shows the form when the session expires after a year", () =>
    Effect.gen(function*() {
      const app = yield* signIn
      yield* TestClock.adjust("366 days")
      assert.deepStrictEqual(yield* app.open, { _tag: "Form", hint: "" })
    }).pipe(Effect.provide(AppTest)))
})
