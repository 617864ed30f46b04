#!/usr/bin/env node
/** The `latchkey` command line. Each command is a module of `src/command`, which is loaded when it runs. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { Command } from "./command/Command.ts"

interface CommandEntry {
  /** One line of the help. */
  readonly summary: string
  readonly load: () => Promise<Command>
}

const commands: Readonly<Record<string, CommandEntry>> = {
  init: {
    summary: "Add a working start to the project of the current folder",
    load: () => import("./command/init.ts").then(({ init }) => init)
  },
  doctor: {
    summary: "Check the configuration of the project against the service",
    load: () => import("./command/doctor.ts").then(({ doctor }) => doctor)
  },
  emulator: {
    summary: "Run an in-memory emulator of the authentication service",
    load: () => import("./command/emulator.ts").then(({ emulator }) => emulator)
  },
  replay: {
    summary: "Print a recording, and run it again",
    load: () => import("./command/replay.ts").then(({ replay }) => replay)
  },
  report: {
    summary: "Pack a bug report",
    load: () => import("./command/report.ts").then(({ report }) => report)
  }
}

const help = `Usage: latchkey <command> [options]

Commands:
${Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`).join("\n")}

Run "latchkey <command> --help" for the options of a command, and "latchkey --version" for the version.
`

const main = Effect.gen(function*() {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) return yield* Effect.fail(help)
  if (name === "--help" || name === "-h" || name === "help") return yield* Console.log(help)
  if (name === "--version" || name === "-v") {
    const { printVersion } = yield* Effect.promise(() => import("./command/version.ts"))
    return yield* printVersion(args)
  }
  if (!Object.hasOwn(commands, name)) return yield* Effect.fail(`Unknown command: ${name}\n\n${help}`)
  const command = yield* Effect.promise(commands[name]!.load)
  yield* command(args)
})

const stop = new AbortController()
process.once("SIGINT", () => stop.abort())
process.once("SIGTERM", () => stop.abort())

Effect.runPromise(main, { signal: stop.signal }).catch((error: unknown) => {
  if (stop.signal.aborted) return
  console.error(String(error instanceof Error ? error.message : error))
  process.exitCode = 1
})
