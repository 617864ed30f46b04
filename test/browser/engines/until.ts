/** Waits for a condition. */
import { setTimeout } from "node:timers/promises"
import { patience } from "../support/patience.ts"

/** Repeats a check until it returns a value other than `undefined`. After a long time, it fails with a message. */
export const until = async <A>(
  check: () => Promise<A | undefined>,
  describe: () => Promise<string> | string
): Promise<A> => {
  const start = performance.now()
  for (;;) {
    const result = await check()
    if (result !== undefined) return result
    if (performance.now() - start > patience) throw new Error(await describe())
    await setTimeout(50)
  }
}
