import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { TestClock } from "effect/testing"
import { Client, Project, RetryPolicy, TokenStore, Transport, TransportFailure } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { checkRowsEffect } from "../support/mismatches.ts"

/** A client with a recorder over a transport that never returns a response. */
const layerOver = (transport: Transport) =>
  Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(Recorder.layer()),
    Layer.provide(TokenStore.layerMemory),
    Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
    Layer.provide(Layer.succeed(Transport, transport))
  )

const fail = (tooLarge: boolean): Transport => () =>
  Effect.fail(new TransportFailure({ message: "No response", tooLarge }))

const rows: ReadonlyArray<{ readonly failure: string; readonly transport: Transport }> = [
  { failure: "lost", transport: fail(false) },
  { failure: "tooLarge", transport: fail(true) },
  { failure: "aborted", transport: () => Effect.never }
]

describe("a recorded response", () => {
  it.effect("a response that never arrived is recorded with the reason: lost, too large or aborted", () =>
    checkRowsEffect(rows, ({ failure }) => failure, ({ failure, transport }) =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(Effect.exit(Project.get), { startImmediately: true })
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(fiber)
        const { events } = yield* Recorder.export
        const responses = events.flatMap((event) => event.type === "ResponseReceived" ? [event] : [])
        assert.isAtLeast(responses.length, 1)
        for (const { failure: recorded, response } of responses) {
          assert.deepStrictEqual([recorded, response], [failure, null])
        }
      }).pipe(Effect.provide(layerOver(transport)))))
})
