import * as Clock from "effect/Clock"
import { useSyncExternalStore } from "react"
import { useRuntime } from "../Auth.ts"

const neverChanges = () => () => {}

const unknown = () => undefined

/** Returns the current time in milliseconds, rounded down to a second; `undefined` on servers and during hydration. */
export const useNow = (): number | undefined => {
  const runtime = useRuntime()
  return useSyncExternalStore(
    neverChanges,
    () => Math.floor(runtime.runSync(Clock.currentTimeMillis) / 1000) * 1000,
    unknown
  )
}
