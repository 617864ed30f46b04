import * as Effect from "effect/Effect"
import { useCallback, useEffect, useState } from "react"
import { useRuntime } from "../Auth.ts"

/** The time after which an email can be sent again, in seconds. */
export const resendSeconds = 30

/**
 * Returns the remaining seconds, `0` when the countdown has ended, and a function that starts it again. It starts when the
 * component mounts if `initial` is not `0`.
 */
export const useCountdown = (initial: number): readonly [seconds: number, restart: (seconds: number) => void] => {
  const runtime = useRuntime()
  const [seconds, setSeconds] = useState(initial)
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    // Uses the runtime's clock, which tests control.
    const fiber = runtime.runFork(
      Effect.forever(Effect.andThen(Effect.sleep(1000), Effect.sync(() => setSeconds((value) => value - 1))))
    )
    return () => fiber.interruptUnsafe()
  }, [isRunning, runtime])
  return [seconds, useCallback((seconds) => setSeconds(seconds), [])]
}
