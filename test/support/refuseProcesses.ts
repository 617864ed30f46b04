/** Makes a test of `npm test` fail if it starts a process or a thread: such a test belongs to another project. */
import childProcess from "node:child_process"
import { syncBuiltinESMExports } from "node:module"
import workerThreads from "node:worker_threads"

/** A function, because `new` accepts no arrow function. */
const refuse = (name: string) =>
  function(): never {
    throw new Error(`${name}: tests of npm test start no process. Name the file *.process.ts; see CONTRIBUTING.md.`)
  }

for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const) {
  Object.assign(childProcess, { [name]: refuse(name) })
}
Object.assign(workerThreads, { Worker: refuse("Worker") })
syncBuiltinESMExports()
