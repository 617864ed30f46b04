/**
 * The state of the network, which the calls of a connection share.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { diagnose, type Diagnostics, hasAnswer } from "./diagnostics.ts"
import type { Transport } from "./Transport.ts"

/**
 * The network as a connection sees it through one transport.
 *
 * @category models
 * @since 0.1.0
 */
export interface Network {
  readonly apiUrl: string
  readonly transport: Transport
  /** How many calls are retrying. */
  retrying: number
  /** When the last answer to a call arrived, in milliseconds. */
  answeredAt: number
  /** Whether a check has met no answer, and nothing has answered since. */
  isDown: boolean
  /** The last check. */
  check: Check | undefined
  /** Ends the pause of each call that waits to retry. */
  paused: Set<() => void>
}

interface Check {
  readonly fiber: Fiber.Fiber<Diagnostics>
  /** In milliseconds; infinite while the check runs. */
  endedAt: number
  callers: number
}

/**
 * Returns the network that a connection sees through a transport.
 *
 * @category getters
 * @since 0.1.0
 */
export const getNetwork = (
  { apiUrl, networks }: { readonly apiUrl: string; readonly networks: WeakMap<Transport, Network> },
  transport: Transport
): Network => {
  let network = networks.get(transport)
  if (network === undefined) {
    network = {
      apiUrl,
      transport,
      retrying: 0,
      answeredAt: -Infinity,
      isDown: false,
      check: undefined,
      paused: new Set()
    }
    networks.set(transport, network)
  }
  return network
}

/**
 * Records an answer to a call. The first one after an outage ends the pauses of all calls that wait to retry.
 *
 * @category mutations
 * @since 0.1.0
 */
export const recordAnswer = (network: Network, now: number): void => {
  network.answeredAt = now
  endOutage(network)
}

const endOutage = (network: Network): void => {
  if (!network.isDown) return
  network.isDown = false
  const { paused } = network
  // A call that goes on may fail, and pause again.
  network.paused = new Set()
  for (const resume of paused) resume()
}

/**
 * Waits before a retry; not longer than until the end of an outage.
 *
 * @category waiting
 * @since 0.1.0
 */
export const pause = (network: Network, duration: Duration.Duration): Effect.Effect<void> =>
  Effect.timeoutOrElse(
    Effect.callback<void>((resume) => {
      const end = () => resume(Effect.void)
      network.paused.add(end)
      return Effect.sync(() => network.paused.delete(end))
    }),
    { duration, orElse: () => Effect.void }
  )

/**
 * Checks what can be reached. Returns the result of the last check instead if it still runs, or has ended since a time.
 *
 * Interrupting a caller does not affect the others; the check is interrupted with its last caller.
 *
 * @category constructors
 * @since 0.1.0
 */
export const checkNetwork = (network: Network, since: number): Effect.Effect<Diagnostics> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.withFiber(({ context }) => {
      const { apiUrl, check, transport } = network
      const joined = check !== undefined && check.endedAt >= since
        ? check
        : { fiber: Effect.runForkWith(context)(diagnose(apiUrl, transport)), endedAt: Infinity, callers: 0 }
      joined.callers++
      if (joined !== check) {
        network.check = joined
        joined.fiber.addObserver((exit) => {
          joined.endedAt = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
          if (exit._tag === "Failure") return
          if (hasAnswer(exit.value)) endOutage(network)
          else network.isDown = true
        })
      }
      return restore(Fiber.join(joined.fiber)).pipe(Effect.onInterrupt(() => {
        if (--joined.callers > 0) return Effect.void
        network.check = undefined
        return Fiber.interrupt(joined.fiber)
      }))
    })
  )
