/**
 * Runs a `Recorder`'s recordings again, and prints them.
 *
 * A replay needs no network, no browser and no waiting: the recording has every response, everything in the token store and
 * every time that the clock showed. It makes the recorded calls with the current Latchkey version, and compares requests,
 * states, stored tokens and outcomes with the recorded ones.
 */
import * as Effect from "effect/Effect"
import type { Recording } from "../recorder/Recording.ts"
import { type Difference, ReplayDifference, type ReplayResult } from "./Difference.ts"
import { formatDifference, formatRecording, requireSame } from "./formatRecording.ts"
import { InvalidRecording, parse } from "./parseRecording.ts"
import { clientOptionsOf } from "./ReplayClient.ts"
import { finish, layer, Replay } from "./replayLayer.ts"
import { runRecording } from "./runRecording.ts"

/**
 * Runs a recording until the first difference, and returns it.
 *
 * **Example** (The first difference)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { type Recording, Replay } from "latchkey/replay"
 *
 * declare const recording: Recording
 *
 * const program = Effect.map(Replay.run(recording), ({ difference }) => difference?.actual)
 * ```
 */
export const run = (recording: Recording): Effect.Effect<ReplayResult, InvalidRecording> =>
  Effect.catchTag(
    // Runs without the caller's services: a test clock would change the replay.
    Effect.flatten(Effect.promise(() => Effect.runPromiseExit(runRecording(recording)))),
    "InvalidOptions",
    ({ message, option }) => Effect.fail(new InvalidRecording({ message, path: `client.${option}` }))
  )

/**
 * Runs a recording. Fails with `ReplayDifference` if the client behaves otherwise than when it was recorded.
 *
 * **Example** (A regression test)
 *
 * ```ts
 * import { it } from "@effect/vitest"
 * import * as Effect from "effect/Effect"
 * import { Replay } from "latchkey/replay"
 * import { readFile } from "node:fs/promises"
 *
 * it.effect("keeps the session when a captive portal answers the refresh", () =>
 *   Effect.gen(function*() {
 *     const text = yield* Effect.promise(() => readFile("test/recordings/captive-portal.json", "utf8"))
 *     yield* Replay.check(yield* Replay.parse(JSON.parse(text)))
 *   }))
 * ```
 */
export const check = (recording: Recording): Effect.Effect<ReplayResult, InvalidRecording | ReplayDifference> =>
  Effect.flatMap(run(recording), (result) => requireSame(recording, result))

export {
  clientOptionsOf as clientOptions,
  finish,
  formatDifference,
  formatRecording as format,
  InvalidRecording,
  layer,
  parse,
  Replay,
  ReplayDifference
}

export type { Difference, ReplayResult }
