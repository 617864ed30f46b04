import { useEffect, useSyncExternalStore } from "react"
import { useAuth } from "./Auth.ts"
import { fieldOf, isNetworkFailure, reasonOf } from "./reportError.ts"
import { useLatest } from "./useLatest.ts"

/**
 * Returns `false` while the device is offline. Always returns `true` while a server renders, and on hosts that do not report
 * their connectivity.
 *
 * Hooks that fetch keep their value or stay pending while the device is offline, and fetch when it is back online.
 *
 * **Example** (A banner)
 *
 * ```tsx
 * import { useOnline } from "latchkey/react"
 *
 * const OfflineBanner = () => useOnline() ? null : <p role="status">You're offline. Changes can't be saved.</p>
 * ```
 */
export const useOnline = (): boolean => {
  const { getServerSnapshot, getSnapshot, subscribe } = useAuth().cache.isOnline
  return useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot)
}

/**
 * Calls `retry` once when the device is back online, if `error` is a failure because the device was offline. Ignores
 * a call that the service may have processed, and any other error.
 *
 * **Example** (A button that saves when the device is back online)
 *
 * ```tsx
 * import { CurrentUser } from "latchkey"
 * import { useAction, useRetryOnline } from "latchkey/react"
 *
 * const Save = ({ displayName }: { readonly displayName: string }) => {
 *   const { run, state } = useAction(CurrentUser.update({ displayName }))
 *   useRetryOnline(state._tag === "Failure" ? state.error : undefined, () => void run())
 *   return <button onClick={() => void run()}>Save</button>
 * }
 * ```
 */
export const useRetryOnline = (error: unknown, retry: () => void): void => {
  const isOnline = useOnline()
  const latest = useLatest(retry)
  useEffect(() => {
    if (isOnline && isUnsent(error)) latest.current()
  }, [error, isOnline, latest])
}

/**
 * Returns `true` for a call that failed because the device is offline, and that is safe to repeat.
 *
 * @internal
 */
export const isUnsent = (error: unknown): boolean => {
  const reason = reasonOf(error)
  return isNetworkFailure(error) && fieldOf(reason, "outcomeUnknown") === false &&
    fieldOf(fieldOf(reason, "diagnostics"), "offline") === true
}
