import * as Clock from "effect/Clock"
import { useState, useSyncExternalStore } from "react"
import { useRuntime } from "../Auth.ts"

const neverChanges = () => () => {}

const unknown = () => undefined

/** Returns the time of the first render in milliseconds; `undefined` on servers and during hydration. */
export const useNow = (): number | undefined => {
  const runtime = useRuntime()
  const [read] = useState(() => {
    let now: number | undefined
    // React compares the values of two reads.
    return () => now ??= runtime.runSync(Clock.currentTimeMillis)
  })
  return useSyncExternalStore(neverChanges, read, unknown)
}
