/**
 * A process that runs scripts one after the other, as `SCRIPTS` specifies, and prints their results as JSON. A script ends
 * when nothing keeps the process running anymore, like a process of its own.
 */
import { pathToFileURL } from "node:url"
import type { Script, ScriptResult } from "./runScripts.ts"

const scripts: ReadonlyArray<Script> = JSON.parse(process.env["SCRIPTS"]!)
const results: Array<ScriptResult> = []

let output = ""
let errors = ""
let refusesPatch = false

const writeToOutput = process.stdout.write.bind(process.stdout)
process.stdout.write = (chunk: unknown) => {
  output += String(chunk)
  return true
}
process.stderr.write = (chunk: unknown) => {
  errors += String(chunk)
  return true
}

const { fetch } = globalThis
globalThis.fetch = (input, init) =>
  refusesPatch && init?.method === "PATCH"
    ? Promise.resolve(new Response("out of order", { status: 500 }))
    : fetch(input, init)

const fail = (error: unknown) => {
  errors += `${error instanceof Error ? error.stack : String(error)}\n`
  process.exitCode = 1
}
process.on("uncaughtException", fail)

let next = 0

const start = () => {
  const script = scripts[next++]!
  output = ""
  errors = ""
  process.exitCode = undefined
  process.argv = [process.execPath, script.file, ...script.args ?? []]
  refusesPatch = script.refusesPatch ?? false
  // `beforeExit` is only emitted again after a turn of the event loop.
  setImmediate(() => {
    // A new query loads a new instance of the module.
    import(`${pathToFileURL(script.file).href}?run=${next}`).catch(fail)
  })
}

// Emitted when the process would exit.
process.on("beforeExit", () => {
  results.push({ code: Number(process.exitCode ?? 0), output, errors })
  if (next < scripts.length) return start()
  process.removeAllListeners("beforeExit")
  process.exitCode = 0
  writeToOutput(JSON.stringify(results))
})

start()
