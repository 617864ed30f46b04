import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Password, Session, Teams, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { Replay } from "latchkey/replay"
import { runRecording } from "../../src/replay/runRecording.ts"

const ada = { email: "ada@example.com", password: Redacted.make("correct horse") }
const signUp = Password.signUp({ ...ada, verificationCallbackUrl: "http://localhost:3000/verify" })

const layerTest = (options?: Recorder.RecorderOptions, store?: TokenStore.TokenStore["Service"]) =>
  Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(Recorder.layer(options)),
    Layer.provideMerge(store ? Layer.succeed(TokenStore.TokenStore, store) : TokenStore.layerMemory),
    Layer.provideMerge(Emulator.layer())
  )

const checkRecorded = Effect.flatMap(Recorder.export, (recording) =>
  Effect.gen(function*() {
    const parsed = yield* Replay.parse(JSON.parse(JSON.stringify(recording)))
    return yield* Replay.check(parsed)
  }))

describe("a replay", () => {
  it.effect("a replay makes the same calls with the same results: sign-up, profile, teams, sign-out", () =>
    Effect.gen(function*() {
      yield* signUp
      yield* CurrentUser.get()
      yield* Teams.create({ displayName: "One" })
      yield* Teams.list
      yield* Session.signOut
      const { replayed, skipped } = yield* checkRecorded
      assert.isAbove(replayed, 20)
      assert.strictEqual(skipped, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a replay has the same result 100 times, with and without a difference", () =>
    Effect.gen(function*() {
      yield* signUp
      yield* TestClock.adjust("11 minutes")
      yield* Effect.all([CurrentUser.get(), Teams.list, Session.getAccessToken()], { concurrency: 3 })
      yield* Session.signOut
      const recording = yield* Recorder.export
      const removed = recording.events.findLastIndex(({ type }) => type === "RequestSent")
      const changed = { ...recording, events: recording.events.toSpliced(removed, 1) }
      const results = new Set<string>()
      for (let times = 0; times < 100; times++) {
        for (const each of [recording, changed]) {
          const result = yield* Replay.run(each)
          results.add(result.difference ? Replay.formatDifference(each, result.difference) : JSON.stringify(result))
        }
      }
      assert.lengthOf([...results], 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("replaces the stored session as recorded, also with a store that computes its changes again", () =>
    Effect.gen(function*() {
      const { session } = yield* Client.Client
      const { tokens } = yield* signUp
      const other = { ...tokens, refreshToken: Redacted.make("other") }
      yield* session.signIn(other, () => false)
      yield* checkRecorded
      yield* Recorder.clear
      const again = (store: TokenStore.TokenStore["Service"]): TokenStore.TokenStore["Service"] => ({
        ...store,
        modify: (change) => store.modify((stored) => (change(stored), change(stored)))
      })
      yield* session.signIn(other, () => true)
      const recording = yield* Recorder.export
      // `runPromise`, because a replay has its own clock.
      const { difference } = yield* Effect.promise(() => Effect.runPromise(runRecording(recording, { store: again })))
      assert.isUndefined(difference)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refreshes the session at the recorded time", () =>
    Effect.gen(function*() {
      yield* signUp
      yield* TestClock.adjust("11 minutes")
      yield* Effect.all([CurrentUser.get(), Teams.list, Session.getAccessToken()], { concurrency: 3 })
      yield* checkRecorded
    }).pipe(Effect.provide(layerTest())))

  it.effect("a replay repeats responses whose body was cut off, with and without a retry", () =>
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      yield* signUp
      yield* setFault(Faults.truncated)
      const rename = yield* Effect.exit(CurrentUser.update({ displayName: "Ada" }))
      assert.include(JSON.stringify(rename), "The response was cut off")
      const read = yield* Effect.forkChild(Effect.exit(Teams.list), { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(read)
      const { events } = yield* Recorder.export
      const cut = new Set(
        events.flatMap((event) =>
          event.type === "ResponseReceived" && event.response?.kind === "cut" ? [event.request] : []
        )
      )
      const sent = events.flatMap((event) =>
        event.type === "RequestSent" && cut.has(event.request) ? [`${event.sent.method} ${event.sent.path}`] : []
      )
      assert.strictEqual(sent.filter((each) => each === "PATCH /api/v1/users/me").length, 1)
      assert.strictEqual(sent.filter((each) => each.startsWith("GET /api/v1/teams")).length, 5)
      assert.include(JSON.stringify(events), "NetworkFailure")
      const { skipped } = yield* checkRecorded
      assert.strictEqual(skipped, 0)
    }).pipe(Effect.provide(layerTest())))

  /** Fails a write each second. These calls share checks of the network. */
  const liveOutage = Effect.fnUntraced(function*(seconds: number) {
    const { setFault } = yield* Emulator.Emulator
    yield* setFault(Faults.offline)
    for (let count = 0; count < seconds; count++) {
      yield* Effect.exit(CurrentUser.update({ displayName: `Ada ${count}` }))
      yield* TestClock.adjust("1 second")
    }
    yield* setFault(undefined)
  })

  it.effect("a replay repeats an outage with the checks that its calls shared", () =>
    Effect.gen(function*() {
      yield* signUp
      yield* liveOutage(10)
      yield* CurrentUser.get()
      yield* liveOutage(10)
      const { events } = yield* Recorder.export
      const checks = events.filter((event) => event.type === "RequestSent" && event.sent.path === "/health")
      assert.lengthOf(checks, 6)
      const { skipped } = yield* checkRecorded
      assert.strictEqual(skipped, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("starts after the next response when the recorder dropped the start of an outage", () =>
    Effect.gen(function*() {
      yield* signUp
      yield* liveOutage(10)
      const refused = yield* Effect.flip(checkRecorded)
      assert.strictEqual(refused._tag, "InvalidRecording")
      yield* CurrentUser.get()
      yield* liveOutage(3)
      const { replayed, skipped } = yield* checkRecorded
      assert.isAbove(replayed, 20)
      assert.strictEqual(skipped, 0)
    }).pipe(Effect.provide(layerTest({ capacity: 40 }))))

  it.effect("retries at the recorded time, also if the clock of the device was set back during the delay", () =>
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      yield* setFault(Faults.rateLimited({ retryAfter: "30 seconds" }))
      const fiber = yield* Effect.forkChild(Effect.exit(Password.signIn(ada)), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* setFault(undefined)
      yield* TestClock.adjust("29 seconds")
      yield* Fiber.join(fiber)
      const recording = yield* Recorder.export
      const limited = recording.events.findIndex((event) =>
        event.type === "ResponseReceived" && event.response?.status === 429
      )
      assert.isAbove(limited, 0)
      const events = recording.events.map((event, index) =>
        index > limited ? { ...event, at: event.at - 60_000 } : event
      )
      for (const each of [recording, { ...recording, events }]) {
        const { difference } = yield* Replay.run(each)
        assert.isUndefined(difference)
      }
      const early = recording.events.map((event, index) =>
        index > limited ? { ...event, at: event.at - 20_000 } : event
      )
      const { difference } = yield* Replay.run({ ...recording, events: early })
      assert.match(difference?.expected ?? "", /^sends POST/)
    }).pipe(Effect.provide(layerTest())))
})

describe("a captive portal", () => {
  it.effect("a captive portal's response to a refresh during another tab's sign-out replays to the same end", () =>
    Effect.gen(function*() {
      const shared = yield* TokenStore.makeMemory(undefined)
      const program = Effect.gen(function*() {
        yield* signUp
        yield* TestClock.adjust("11 minutes")
        const { setFault } = yield* Emulator.Emulator
        yield* setFault(Faults.all(
          Faults.limitTo(
            "POST /auth/oauth/token",
            Faults.status(200, { headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" })
          )
        ))
        yield* Effect.exit(Teams.list)
        // Another tab.
        yield* shared.modify(() => undefined)
        yield* Effect.exit(Teams.list)
        const recording = yield* checkRecorded
        assert.strictEqual(recording.difference, undefined)
        const { events, ...rest } = yield* Recorder.export
        // The portal's page instead of a sign-out: another outcome than was recorded.
        const changed = events.map((event) =>
          event.type === "CallEnded" && event.outcome._tag === "Failure"
            ? { ...event, outcome: { _tag: "Success" as const } }
            : event
        )
        const error = yield* Effect.flip(Replay.check({ ...rest, events: changed }))
        assert.strictEqual(error._tag, "ReplayDifference")
        assert.match(error.message, /^- .*success/m)
      })
      yield* Effect.provide(program, layerTest({}, shared))
    }))
})

describe("a value that is not a recording", () => {
  it.effect("a value that is not a recording fails with the path of the first problem", () =>
    Effect.gen(function*() {
      const recording = yield* Recorder.export.pipe(Effect.provide(layerTest()))
      const event = { type: "CallEnded", seq: 0, at: 0, call: "x", outcome: { _tag: "Success" } }
      const bad: ReadonlyArray<readonly [unknown, string]> = [
        [undefined, ""],
        [[], ""],
        [{ ...recording, version: 2 }, "version"],
        [{ ...recording, events: {} }, "events"],
        [{ ...recording, events: [event] }, "events[0].call"],
        [{ ...recording, events: [{ ...event, type: "toString" }] }, "events[0].type"]
      ]
      for (const [value, path] of bad) {
        const error = yield* Effect.flip(Replay.parse(value))
        assert.strictEqual(error._tag, "InvalidRecording")
        assert.strictEqual(error.path, path)
      }
    }))
})
