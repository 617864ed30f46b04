/**
 * A slow disk that kills its process, for a process that preloads this module. `FILE_FAULTS` sets the delay and the
 * probability. It replaces `node:fs` and its promises, so that it does not depend on a store's implementation.
 */
import fs from "node:fs"
import { syncBuiltinESMExports } from "node:module"

export interface Faults {
  /** The additional time of each write, and of each rename of the session file. */
  readonly slowMillis?: number
  /** The probability that the process is killed at each change to the file system, before or after it. */
  readonly killChance?: number
  /** The probability that a rename onto the session file is refused, as by Windows while another process has it open. */
  readonly busyRenames?: number
}

const { busyRenames = 0, killChance = 0, slowMillis = 0 }: Faults = JSON.parse(process.env["FILE_FAULTS"] ?? "{}")

const changes = ["mkdir", "open", "rename", "rm", "rmdir", "unlink", "utimes", "writeFile"]

/** Writes are slow, and renames of the session file. */
const isSlow = (name: string, args: ReadonlyArray<unknown>) =>
  name === "writeFile" || name === "rename" && args.some((path) => String(path).endsWith(".json"))

/** Modules are loaded through the same functions. */
const isOurs = (args: ReadonlyArray<unknown>) => args.some((arg) => typeof arg === "string" && arg.includes(".json"))

const mayDie = () => {
  if (Math.random() >= killChance / 2) return
  process.kill(process.pid, "SIGKILL")
  block(10_000)
}

const block = (millis: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis)

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

let refusals = 0
const mayRefuse = (name: string, args: ReadonlyArray<unknown>) => {
  if (name !== "rename" || !args.some((path) => String(path).endsWith(".json")) || refusals++ >= busyRenames) return
  throw Object.assign(new Error("EPERM: operation not permitted, rename"), { code: "EPERM" })
}

type Functions = Record<string, (...args: ReadonlyArray<unknown>) => unknown>

// Sound: each of the names is a function of the module.
const [sync, promises] = [fs, fs.promises] as unknown as [Functions, Functions]
for (const name of changes) {
  const [blocking, promised] = [sync[`${name}Sync`]!, promises[name]!]
  sync[`${name}Sync`] = (...args) => {
    if (!isOurs(args)) return blocking(...args)
    mayDie()
    if (isSlow(name, args)) block(slowMillis)
    mayRefuse(name, args)
    const result = blocking(...args)
    mayDie()
    return result
  }
  promises[name] = async (...args) => {
    if (!isOurs(args)) return promised(...args)
    mayDie()
    if (isSlow(name, args)) await pause(slowMillis)
    mayRefuse(name, args)
    const result = await promised(...args)
    mayDie()
    return result
  }
}
syncBuiltinESMExports()
if (busyRenames > 0) Object.defineProperty(process, "platform", { value: "win32" })
