import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"
import { loadFailureModule } from "../call/failureModule.ts"
import type { Recording } from "../recorder/Recording.ts"
import type { InvalidOptions } from "../session/options.ts"
import type { ReplayResult } from "./Difference.ts"
import type { InvalidRecording } from "./parseRecording.ts"
import { makeReplayClient, type ReplayOptions } from "./ReplayClient.ts"
import { trimRecording } from "./trimRecording.ts"
import { makeWalk } from "./walkRecording.ts"

/** Runs a recording again. Stops at the first difference. */
export const runRecording = (
  recording: Recording,
  options: ReplayOptions = {}
): Effect.Effect<ReplayResult, InvalidOptions | InvalidRecording> =>
  Effect.scoped(Effect.gen(function*() {
    yield* Effect.promise(loadFailureModule)
    const complete = yield* trimRecording(recording)
    const walk = makeWalk(complete)
    const { hasTasks, scheduler } = yield* makeReplayScheduler
    const client = yield* makeReplayClient(complete, walk, scheduler, options)
    return yield* walk.run(client, hasTasks)
  }))

/** Creates a scheduler that counts its waiting tasks. */
const makeReplayScheduler = /*#__PURE__*/ Effect.map(
  Scheduler.Scheduler,
  (parent) => {
    let queued = 0
    const scheduler: Scheduler.Scheduler = {
      executionMode: parent.executionMode,
      shouldYield: (fiber) => parent.shouldYield(fiber),
      makeDispatcher: () => {
        const dispatcher = parent.makeDispatcher()
        return {
          scheduleTask: (task, priority) => {
            queued++
            dispatcher.scheduleTask(() => {
              queued--
              task()
            }, priority)
          },
          flush: () => dispatcher.flush()
        }
      }
    }
    return { scheduler, hasTasks: () => queued > 0 }
  }
)
