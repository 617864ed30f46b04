import * as Context from "effect/Context"
import { connectivityKey } from "./connectivityKey.ts"

/** The device's connectivity, as the host reports it. */
export interface Connectivity {
  /** `false` if the device is offline, `undefined` if it is unknown. `true` is only a hint: the network may lead nowhere. */
  readonly isOnline: () => boolean | undefined
  /** Calls the listener when the device goes online or offline. Returns a function that removes the listener. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The part of a browser's window or worker that is used. Each property is missing on some hosts. */
export interface ConnectivityHost {
  readonly navigator?: { readonly onLine?: unknown } | undefined
  readonly addEventListener?: ((type: string, listener: () => void) => void) | undefined
  readonly removeEventListener?: ((type: string, listener: () => void) => void) | undefined
}

/** Creates a host's connectivity, from `navigator.onLine` and the events `online` and `offline`. */
export const makeConnectivity = (host: ConnectivityHost): Connectivity => ({
  isOnline: () => {
    const onLine = host.navigator?.onLine
    return typeof onLine === "boolean" ? onLine : undefined
  },
  subscribe: (listener) => {
    const each = (method: "addEventListener" | "removeEventListener") =>
      ["online", "offline"].forEach((event) => host[method]?.(event, listener))
    each("addEventListener")
    return () => each("removeEventListener")
  }
})

/** The device's connectivity. By default uses `navigator.onLine` and its events; hosts without them are treated as online. */
export const Connectivity: Context.Reference<Connectivity> = /*#__PURE__*/ Context.Reference(
  connectivityKey,
  // Sound: the types of the properties are checked before use.
  { defaultValue: () => makeConnectivity(globalThis as ConnectivityHost) }
)
