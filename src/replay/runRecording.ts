/**
 * Runs a recording again.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { loadFailures } from "../call/loadFailures.ts"
import type { Recording } from "../recorder/Recording.ts"
import type { InvalidOptions } from "../session/options.ts"
import { makeReplayClient, type ReplayOptions } from "./ReplayClient.ts"
import { makeReplayScheduler } from "./ReplayScheduler.ts"
import { makeWalk, type ReplayResult } from "./walkRecording.ts"

/**
 * Runs a recording again. Stops at the first difference.
 *
 * @category running
 * @since 0.1.0
 */
export const runRecording = (
  recording: Recording,
  options: ReplayOptions = {}
): Effect.Effect<ReplayResult, InvalidOptions> =>
  Effect.scoped(Effect.gen(function*() {
    yield* Effect.promise(loadFailures)
    const walk = makeWalk(recording)
    const { hasTasks, scheduler } = yield* makeReplayScheduler
    const client = yield* makeReplayClient(recording, walk, scheduler, options)
    return yield* walk.run(client, hasTasks)
  }))
