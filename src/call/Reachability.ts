/** The service's reachability, as one connection's calls observed it. */
import type * as Fiber from "effect/Fiber"
import type { Diagnostics } from "./diagnostics.ts"
import type { Transport } from "./Transport.ts"

/** The network's state for one of a connection's transports. */
export interface Reachability {
  readonly apiUrl: string
  readonly transport: Transport
  /** The number of calls that are retrying. */
  retrying: number
  /** Ends the subscription to the device's connectivity, which exists while calls are retrying. */
  unsubscribe?: () => void
  /** When the last response to a call arrived, in milliseconds. */
  respondedAt: number
  /**
   * The time for which failing calls share the last check, in milliseconds. Each check without a response doubles it; 0 after
   * a response.
   */
  checkPause: number
  /** The last check. */
  check: Check | undefined
  /** The callbacks that end waiting calls' pauses. */
  paused: Set<() => void>
}

interface Check {
  readonly fiber: Fiber.Fiber<Diagnostics>
  /** In milliseconds; infinite while the check runs. */
  endedAt: number
  callers: number
}

/** Returns a connection's network state for a transport. */
export const getReachability = (
  { apiUrl, networks }: { readonly apiUrl: string; readonly networks: WeakMap<Transport, Reachability> },
  transport: Transport
): Reachability => {
  let network = networks.get(transport)
  if (network === undefined) {
    network = {
      apiUrl,
      transport,
      retrying: 0,
      respondedAt: -Infinity,
      checkPause: 0,
      check: undefined,
      paused: new Set()
    }
    networks.set(transport, network)
  }
  return network
}

/** Records the response to a call. After an outage, the first response ends all waiting calls' pauses. */
export const recordResponse = (network: Reachability, now: number): void => {
  network.respondedAt = now
  endOutage(network)
}

/** Ends an outage, and all waiting calls' pauses. */
export const endOutage = (network: Reachability): void => {
  if (network.checkPause === 0) return
  network.checkPause = 0
  endPauses(network)
}

/** Ends all waiting calls' pauses. */
export const endPauses = (network: Reachability): void => {
  const { paused } = network
  // A resumed call may fail and pause again.
  network.paused = new Set()
  for (const resume of paused) resume()
}
