/** Network checks, which all calls over a connection share. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { diagnose, type Diagnostics, hasResponse } from "./diagnostics.ts"
import { endOutage, type Reachability } from "./Reachability.ts"

/** Waits before a retry. An outage's end or a change in the device's connectivity ends the wait early. */
export const pause = (network: Reachability, duration: Duration.Duration): Effect.Effect<void> =>
  Effect.timeoutOrElse(
    Effect.callback<void>((resume) => {
      const end = () => resume(Effect.void)
      network.paused.add(end)
      return Effect.sync(() => network.paused.delete(end))
    }),
    { duration, orElse: () => Effect.void }
  )

/**
 * Checks whether the service responds. Joins the current check, or reuses the last one if it ended at or after `since`, in
 * milliseconds.
 *
 * Interrupting a caller does not affect the others. The check is interrupted with its last caller.
 */
export const checkReachability = (network: Reachability, since: number): Effect.Effect<Diagnostics> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.withFiber(({ context }) => {
      const { apiUrl, check, transport } = network
      const now = () => Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
      // A check that ended in the future is older than it seems: the device's clock was set back.
      const joined = check && check.endedAt >= since && (check.endedAt <= now() || check.endedAt === Infinity)
        ? check
        : { fiber: Effect.runForkWith(context)(diagnose(apiUrl, transport)), endedAt: Infinity, callers: 0 }
      joined.callers++
      if (joined !== check) {
        network.check = joined
        joined.fiber.addObserver((exit) => {
          joined.endedAt = now()
          if (exit._tag === "Failure") return
          if (hasResponse(exit.value)) endOutage(network)
          // 30 seconds at most.
          else network.checkPause = Math.min(network.checkPause * 2 || 1000, 30_000)
        })
      }
      return restore(Fiber.join(joined.fiber)).pipe(Effect.onInterrupt(() => {
        if (--joined.callers > 0) return Effect.void
        network.check = undefined
        return Fiber.interrupt(joined.fiber)
      }))
    })
  )
