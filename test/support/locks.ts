/** A browser's locks, shared by its tabs. */
import type { Locks } from "latchkey"

/** Creates a lock manager like a browser's: one holder per name, and a queue for the others. */
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
