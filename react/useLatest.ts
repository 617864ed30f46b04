/**
 * A value of the last rendering that was shown, for what happens between renderings.
 *
 * @since 0.1.0
 */
import { type RefObject, useInsertionEffect, useRef } from "react"

/** Returns a reference to it. It never changes while React renders, and is there before any other effect runs. */
export const useLatest = <A>(value: A): RefObject<A> => {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
