/** Rejections of promises that no code has handled. */
import { flush } from "./support.ts"

/** Runs a function, and returns the rejections that no code has handled. */
export const unhandledRejections = async (run: () => Promise<void>): Promise<ReadonlyArray<unknown>> => {
  const reasons: Array<unknown> = []
  // Vitest's own listeners would fail the run.
  const before = process.listeners("unhandledRejection")
  process.removeAllListeners("unhandledRejection")
  process.on("unhandledRejection", (reason) => void reasons.push(reason))
  try {
    await run()
    await flush()
  } finally {
    process.removeAllListeners("unhandledRejection")
    for (const listener of before) process.on("unhandledRejection", listener)
  }
  return reasons
}
