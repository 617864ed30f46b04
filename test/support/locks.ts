/**
 * The locks of a browser, which its tabs share.
 */
import type { Locks } from "latchkey"

/** Creates a lock manager as browsers have it: one holder for each name, and the others in a queue. */
export const makeManager = () => {
  const held = new Set<string>()
  const waiting: Array<{ readonly name: string; readonly hold: () => void }> = []
  const names: Array<string> = []
  const manager: Locks.LockManagerLike = {
    request: (name, { signal }, whileHeld) =>
      new Promise((resolve, reject) => {
        names.push(name)
        const hold = () => {
          held.add(name)
          whileHeld().then((value) => {
            held.delete(name)
            const next = waiting.findIndex((each) => each.name === name)
            if (next >= 0) waiting.splice(next, 1)[0]!.hold()
            resolve(value)
          }, reject)
        }
        if (!held.has(name)) return hold()
        const entry = { name, hold }
        waiting.push(entry)
        signal.addEventListener("abort", () => {
          const index = waiting.indexOf(entry)
          if (index < 0) return
          waiting.splice(index, 1)
          reject(signal.reason)
        })
      })
  }
  return { manager, held, waiting, names }
}
