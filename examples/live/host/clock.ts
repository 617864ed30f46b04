/** A clock that a button can move ahead. The library and the emulator read the same one. */
let ahead = 0

/** Replaces the page's `Date`. `advance` moves the new one. */
export const startClock = (): void => {
  const Real = globalThis.Date
  const now = () => Real.now() + ahead
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new Real(now()).toString(),
    get: (target, key) => key === "now" ? now : Reflect.get(target, key)
  })
}

/** Moves the clock ahead, by milliseconds. */
export const advance = (millis: number): void => {
  ahead += millis
}
