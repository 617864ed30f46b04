import { type RefObject, useInsertionEffect, useRef } from "react"

/** Returns a ref to the value. It never changes during a render, and is updated before other effects run. */
export const useLatest = <A>(value: A): RefObject<A> => {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
