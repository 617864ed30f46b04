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
import { trimRecording } from "./trimRecording.ts"
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
    const complete = trimRecording(recording)
    if (complete === undefined) return { difference: undefined, replayed: 0, skipped: countCalls(recording) }
    const walk = makeWalk(complete)
    const { hasTasks, scheduler } = yield* makeReplayScheduler
    const client = yield* makeReplayClient(complete, walk, scheduler, options)
    return yield* walk.run(client, hasTasks)
  }))

const countCalls = ({ events }: Recording): number => events.filter(({ type }) => type === "CallStarted").length
