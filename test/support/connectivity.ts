/** A device whose connectivity a test changes. */
import * as Layer from "effect/Layer"
import { Connectivity } from "latchkey"

export const makeDevice = (isOnline = true) => {
  const listeners = new Set<() => void>()
  const device = {
    isOnline,
    /** The number of listeners. */
    listeners: () => listeners.size,
    set: (isOnline: boolean) => {
      device.isOnline = isOnline
      for (const listener of Array.from(listeners)) listener()
    }
  }
  const layer = Layer.succeed(Connectivity, {
    isOnline: () => device.isOnline,
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => listeners.delete(own)
    }
  })
  return { device, layer }
}
