import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { loadFailureModule } from "../call/failureModule.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Recording } from "../recorder/Recording.ts"
import { type Client, ClientDecorator } from "../session/ClientService.ts"
import { TokenStore } from "../session/TokenStore.ts"
import type { Difference, ReplayDifference, ReplayResult } from "./Difference.ts"
import { makeDifference, requireSame } from "./formatRecording.ts"
import type { InvalidRecording } from "./parseRecording.ts"
import { makeProgramClient } from "./ProgramClient.ts"
import { trimRecording } from "./trimRecording.ts"
import { makeWalk } from "./walkRecording.ts"

/** A recording's replay under a program. */
export class Replay extends withLayerHint(
  Context.Service<Replay, {
    /** See `Replay.finish`. */
    readonly finish: Effect.Effect<ReplayResult, ReplayDifference>
  }>()("latchkey/replay/Replay"),
  "Replay.layer"
) {}

/**
 * Layer that reproduces a recording for your own program: a transport, a token store, a clock, locks and a connectivity.
 * Provide it to `Client.layer` with `Replay.clientOptions(recording)`.
 *
 * The program makes the recorded calls with the recorded inputs, in which pseudonyms replace all texts. Each call waits until
 * the replay reaches its recorded start, and the clock shows the recorded time, so the program needs no sleeps. If the client
 * or the program does something else, the call ends with the defect `ReplayDifference`, as do all later calls.
 *
 * **Example** (A test's program)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { Client, Password, Teams } from "latchkey"
 * import { type Recording, Replay } from "latchkey/replay"
 *
 * declare const recording: Recording
 *
 * const program = Effect.gen(function*() {
 *   yield* Password.signIn({ email: "email-1@example.invalid", password: Redacted.make("password-1") })
 *   yield* Teams.list
 *   yield* Replay.finish
 * }).pipe(
 *   Effect.provide(
 *     Client.layer(Replay.clientOptions(recording)).pipe(Layer.provideMerge(Replay.layer(recording)))
 *   )
 * )
 * ```
 */
export const layer = (recording: Recording): Layer.Layer<Replay | TokenStore, InvalidRecording> =>
  Layer.effectContext(Effect.gen(function*() {
    const scope = yield* Effect.scope
    yield* Effect.promise(loadFailureModule)
    const complete = yield* trimRecording(recording)
    const walk = makeWalk(complete)
    const { host, time } = walk
    const services = Context.add(host.services, Clock.Clock, time.clock)
    // Sound: the walk starts when the client is built.
    let inner: Client["Service"] | undefined
    const client = makeProgramClient(walk, services, () => inner!)
    const toError = (difference: Difference) => makeDifference(complete, difference)
    const last = complete.events.at(-1)?.seq ?? 0

    const run = Effect.map(walk.run(client, () => false), (result) => {
      const { difference } = result
      const error = difference && toError(difference)
      client.fail((description) => error ?? toError({ seq: last, expected: undefined, actual: description }))
      host.fail(error ?? toError({ seq: last, expected: undefined, actual: "work after the last event" }))
      return result
    })
    let walking: Fiber.Fiber<ReplayResult> | undefined
    yield* Scope.addFinalizer(scope, Effect.suspend(() => walking ? Fiber.interrupt(walking) : Effect.void))

    return services.pipe(
      Context.add(TokenStore, host.store),
      Context.add(ClientDecorator, (built) =>
        Effect.suspend(() => {
          // A recording has one client.
          if (inner !== undefined) return Effect.succeed(built)
          inner = built
          return Effect.map(Scope.provide(built.session.onState(walk.onState), scope), () => {
            // In the runtime's services: the test's own clock may stand still.
            walking = Effect.runFork(run)
            return client.decorate(built)
          })
        })),
      Context.add(Replay, {
        finish: Effect.suspend(() => {
          client.setDone()
          if (walking === undefined) {
            return Effect.fail(toError({ seq: complete.events[0]?.seq ?? 0, expected: "a client", actual: undefined }))
          }
          return Effect.flatMap(Fiber.join(walking), (result) => requireSame(complete, result))
        })
      })
    )
  }))

/** Replays the rest, at the program's end. Fails with `ReplayDifference` if anything is not as recorded. */
export const finish: Effect.Effect<ReplayResult, ReplayDifference, Replay> = /*#__PURE__*/ Effect.flatMap(
  Replay,
  (replay) => replay.finish
)
