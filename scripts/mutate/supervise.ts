/** Runs a plan in a child process, and restarts it after a mutant that hangs or leaves the process in a broken state. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { openSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Plan, planVariable, readLog, write } from "./plan.ts"

/** The time without a change of the log after which a process is stuck, in milliseconds. */
const silenceMillis = 60_000

/** The maximum number of restarts without a new log entry. */
const startLimit = 3

/** Runs a plan to completion. Fails if the process cannot start the tests. */
export const supervise = async (plan: Plan, folder: string): Promise<void> => {
  const path = join(folder, "plan.json")
  for (let failures = 0;;) {
    const before = readLog(plan.log).length
    writeFileSync(path, JSON.stringify(plan))
    const code = await run(plan, path, join(folder, "output.txt"))
    const entries = readLog(plan.log)
    const last = entries.at(-1)
    if (code !== 0 && last?.type === "begin" && entries.length > before) {
      write(plan.log, { type: "kill", mutant: last.mutant, test: last.test, isTimeout: true })
    }
    const isSpoiled = entries.slice(before).some(({ type }) => type === "spoiled")
    if (code === 0 && !isSpoiled) return
    failures = entries.length > before ? 0 : failures + 1
    if (failures === startLimit) throw new Error(`The tests do not run. See ${join(folder, "output.txt")}`)
    if (plan.phase === "modules") {
      const tried = new Set(
        entries.flatMap((entry) => entry.type === "begin" && entry.test === "modules" ? [entry.mutant] : [])
      )
      const ids = plan.ids.filter((id) => !tried.has(id))
      if (ids.length === 0) return
      plan = { ...plan, ids }
    }
  }
}

async function run(plan: Plan, path: string, output: string): Promise<number> {
  const file = openSync(output, "a")
  // A nested Vitest must not mistake itself for a worker of the outer one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|DEV$|PROD$)/.test(name))
  )
  const child = spawn(process.execPath, [join(import.meta.dirname, "run.ts")], {
    cwd: plan.root,
    env: { ...env, [planVariable]: path },
    stdio: ["ignore", file, file],
    // A separate process group, so that its workers are killed with it.
    detached: true
  })
  const started = Date.now()
  const watch = setInterval(() => {
    const touched = Math.max(started + silenceMillis, statSync(plan.log, { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (Date.now() - touched > silenceMillis) end()
  }, 1000)
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
  }
  const leave = () => process.exit(130)
  process.once("exit", end).once("SIGINT", leave).once("SIGTERM", leave)
  const [code]: Array<unknown> = await once(child, "exit")
  process.off("exit", end).off("SIGINT", leave).off("SIGTERM", leave)
  clearInterval(watch)
  return typeof code === "number" ? code : 1
}
