/** The device's connectivity, for cache subscribers. */
import type { Connectivity } from "../platform/Connectivity.ts"
import type { Readable } from "./Observer.ts"

/**
 * Returns a readable that is `false` while the device is offline. Hosts that do not report it are treated as online.
 */
export const readConnectivity = ({ isOnline, subscribe }: Connectivity): Readable<boolean> => ({
  subscribe,
  getSnapshot: () => isOnline() !== false,
  getServerSnapshot: () => true
})
