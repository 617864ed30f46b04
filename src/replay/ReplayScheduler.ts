/** The scheduler of a replayed client. */
import * as Effect from "effect/Effect"
import * as Scheduler from "effect/Scheduler"

/** A scheduler that counts its waiting tasks. */
export interface ReplayScheduler {
  readonly scheduler: Scheduler.Scheduler
  readonly hasTasks: () => boolean
}

/** Creates a scheduler over the current one. */
export const makeReplayScheduler: Effect.Effect<ReplayScheduler> = /*#__PURE__*/ Effect.map(
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
