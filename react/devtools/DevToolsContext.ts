import { type Context, createContext, useContext, useSyncExternalStore } from "react"
import type { EmulatorControls } from "./EmulatorControls.ts"
import type { Snapshot, Source } from "./Source.ts"

/** The services for the panel's components. */
interface DevToolsServices {
  readonly emulator: EmulatorControls
  readonly source: Source
}

/** The context. `mountPanel` provides it. */
export const DevToolsContext: Context<DevToolsServices | undefined> = /*#__PURE__*/ createContext<
  DevToolsServices | undefined
>(undefined)

/** Returns the panel's services. */
export const useDevTools = (): DevToolsServices => {
  const services = useContext(DevToolsContext)
  if (services === undefined) throw new Error("The component is not in the panel of the developer tools.")
  return services
}

/** Returns the panel's current data. */
export const useSnapshot = (): Snapshot => {
  const { get, subscribe } = useDevTools().source
  return useSyncExternalStore(subscribe, get, get)
}
