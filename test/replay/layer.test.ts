/** A program of a test over the recorded world: `Replay.layer`. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Password, Session, Teams, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { type Recording, Replay } from "latchkey/replay"

const signUp = (email: string, password: string, path: string) =>
  Password.signUp({
    email,
    password: Redacted.make(password),
    verificationCallbackUrl: `http://localhost:3000/${path}`
  })

const record = <E>(
  program: Effect.Effect<unknown, E, Client.Client | TokenStore.TokenStore | Emulator.Emulator>
): Effect.Effect<Recording, E | Recorder.ExportUnavailable> =>
  Effect.andThen(program, Recorder.export).pipe(
    Effect.provide(
      Client.layer(Emulator.clientOptions).pipe(
        Layer.provideMerge(Recorder.layer()),
        Layer.provideMerge(TokenStore.layerMemory),
        Layer.provideMerge(Emulator.layer())
      )
    )
  ) as never

const overRecording = (recording: Recording) =>
  Effect.provide(Client.layer(Replay.clientOptions(recording)).pipe(Layer.provideMerge(Replay.layer(recording))))

/** A sign-up, a call after the token has expired, and a sign-out in another tab while a captive portal answers. */
const recorded = record(Effect.gen(function*() {
  yield* signUp("ada@example.com", "correct horse", "verify")
  yield* TestClock.adjust("11 minutes")
  yield* Effect.all([CurrentUser.get(), Teams.list], { concurrency: 2 })
  yield* TestClock.adjust("11 minutes")
  const { setFault } = yield* Emulator.Emulator
  yield* setFault(Faults.all(Faults.limitTo(
    "POST /auth/oauth/token",
    Faults.status(200, { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" })
  )))
  yield* Effect.exit(Teams.list)
  yield* (yield* TokenStore.TokenStore).modify(() => undefined)
  yield* Effect.exit(Teams.list)
}))

const signUpAgain = signUp("email-1@example.invalid", "password-1", "path-1")

const isDifference = (exit: Exit.Exit<unknown, unknown>): Replay.ReplayDifference | undefined => {
  const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return error instanceof Replay.ReplayDifference ? error : undefined
}

describe("a program over Replay.layer", () => {
  it.effect("gets the recorded results at the recorded times, without sleeps", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const { last, result, user } = yield* Effect.gen(function*() {
        yield* signUpAgain
        const [user] = yield* Effect.all([CurrentUser.get(), Teams.list], { concurrency: 2 })
        yield* Effect.exit(Teams.list)
        const last = yield* Effect.exit(Teams.list)
        return { user, last, result: yield* Replay.finish }
      }).pipe(overRecording(recording))
      assert.strictEqual(user?.primaryEmail, "email-1@example.invalid")
      assert.isTrue(Exit.isFailure(last))
      assert.strictEqual(result.replayed, recording.events.length)
    }))

  it.effect("Replay.layer: a program that makes another call dies with the difference", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const exit = yield* Effect.gen(function*() {
        yield* signUpAgain
        yield* Session.signOut
      }).pipe(overRecording(recording), Effect.exit)
      const error = isDifference(exit)
      assert.include(error?.message, "- ")
      assert.match(error!.message, /^\+ .*session\.detach$/m)
    }))

  it.effect("Replay.layer: a program that sends another password dies with the difference", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const exit = yield* Effect.exit(
        overRecording(recording)(signUp("email-1@example.invalid", "password-2", "path-1"))
      )
      assert.match(isDifference(exit)!.message, /^\+ .*password-2/m)
    }))

  it.effect("Replay.finish: fails if the program leaves out calls", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const error = yield* Effect.flip(overRecording(recording)(Effect.andThen(signUpAgain, Replay.finish)))
      assert.strictEqual(error._tag, "ReplayDifference")
      assert.match(error.message, /does not do what was recorded/)
      assert.match(error.message, /^- .*call users\.me\.get$/m)
    }))

  it.effect("Replay.layer: a program that makes calls after the recording dies", () =>
    Effect.gen(function*() {
      const recording = yield* record(signUp("ada@example.com", "correct horse", "verify"))
      const exit = yield* Effect.gen(function*() {
        yield* signUpAgain
        yield* Replay.finish
        yield* Teams.list
      }).pipe(overRecording(recording), Effect.exit)
      assert.match(isDifference(exit)!.message, /^\+ .*call teams\.list$/m)
    }))

  it.effect("replays the first client, and no later one", () =>
    Effect.gen(function*() {
      const recording = yield* record(signUp("ada@example.com", "correct horse", "verify"))
      const result = yield* Effect.gen(function*() {
        yield* Layer.build(Layer.fresh(Client.layer(Replay.clientOptions(recording))))
        yield* signUpAgain
        return yield* Replay.finish
      }).pipe(overRecording(recording), Effect.scoped)
      assert.strictEqual(result.replayed, recording.events.length)
    }))

  it.effect("fails at Replay.finish without a client", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const error = yield* Effect.flip(Effect.provide(Replay.finish, Replay.layer(recording)))
      assert.strictEqual(error._tag, "ReplayDifference")
    }))
})
