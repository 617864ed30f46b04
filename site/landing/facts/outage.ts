/** A session in an outage: a program against the emulator on a test clock, and the timeline of its recorder. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { makeTimeline, type Row } from "../../../react/devtools/model/Timeline.ts"
import { Emulator, Faults } from "../../../src/emulator.ts"
import { Client, CurrentUser, Password, Session, TokenStore } from "../../../src/index.ts"
import { Recorder } from "../../../src/recorder.ts"

/** A part of the history, with the rows of the timeline in it. */
export interface Chapter {
  readonly title: string
  readonly rows: ReadonlyArray<Row>
  /** The session's state at its end. */
  readonly state: string
}

const email = "ada@example.com"
const password = Redacted.make("correct horse")

const program = Effect.gen(function*() {
  const emulator = yield* Emulator.Emulator
  yield* emulator.createUser({ primaryEmail: email, password })
  // The first failure loads code, which a test clock does not wait for.
  yield* Effect.flip(Password.signIn({ email, password: Redacted.make("wrong horse") }))
  yield* Recorder.clear
  const chapters: Array<Chapter> = []
  let last = -1
  const chapter = Effect.fnUntraced(function*<E>(title: string, work: Effect.Effect<unknown, E, Client.Client>) {
    const fiber = yield* Effect.forkChild(Effect.exit(work))
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(fiber)
    const rows = makeTimeline(yield* Recorder.export).filter(({ id }) => id > last).toReversed()
    last = Math.max(last, ...rows.map(({ id }) => id))
    chapters.push({ title, rows: rows.filter(({ kind }) => kind !== "Session"), state: (yield* Session.state)._tag })
  })
  const readUser = CurrentUser.get({ or: "throw" })
  yield* chapter("Ada signs in", Password.signIn({ email, password }))
  yield* TestClock.adjust("8 hours")
  yield* emulator.setFault(Faults.times(2, Faults.status(503)))
  yield* chapter("8 hours later, during a deployment", readUser)
  yield* emulator.setFault(Faults.offline)
  yield* chapter("In a tunnel", readUser)
  yield* emulator.setFault(undefined)
  yield* chapter("Back online", readUser)
  return chapters
})

/** Runs the program. Its result is the same in each run. */
export const recordOutage = (): Promise<ReadonlyArray<Chapter>> =>
  Effect.runPromise(
    program.pipe(
      Effect.provide(
        Client.layer(Emulator.clientOptions).pipe(
          Layer.provideMerge(Recorder.layer()),
          Layer.provideMerge(Layer.merge(TokenStore.layerMemory, Emulator.layer())),
          Layer.provideMerge(TestClock.layer())
        )
      )
    )
  )
