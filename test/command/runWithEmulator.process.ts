/** Commands that `latchkey emulator` runs as processes. `runWithEmulator.test.ts` has the rest of its behavior. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { emulator } from "../../src/command/emulator.ts"
import { initIn } from "../../src/command/init.ts"
import { getEmulatorVariables, runWithEmulator } from "../../src/command/runWithEmulator.ts"
import { restoreExitCode } from "../support/exitCode.ts"
import { waitUntil } from "../support/turns.ts"
import { node } from "./init/templates.ts"
import { makeFolder, makeTerminal, readFiles, run, writeFiles } from "./support.ts"

const address = {
  url: "http://127.0.0.1:8102",
  projectId: "00000000-0000-4000-8000-00000000e300",
  publishableClientKey: "pck_test",
  secretServerKey: "ssk_test"
}

/** Returns a command that runs a program in Node. */
const evaluate = (program: string) => [process.execPath, "--input-type=module", "--eval", program]

/** Returns the exit code that an effect sets for this process, and restores the previous one. */
const withExitCode = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<typeof process.exitCode, E, R> =>
  Effect.scoped(Effect.andThen(restoreExitCode, Effect.map(effect, () => process.exitCode)))

describe("the process of runWithEmulator", () => {
  it.live("a command gets the variables, and the process exits with the same code", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({})
      const path = join(folder, "environment.json")
      const code = yield* withExitCode(runWithEmulator(
        evaluate(`
          import { writeFileSync } from "node:fs"
          writeFileSync(${JSON.stringify(path)}, JSON.stringify(process.env))
          process.exit(3)`),
        address
      ))
      assert.strictEqual(code, 3)
      assert.include(JSON.parse(readFileSync(path, "utf8")), getEmulatorVariables(address))
    }))

  it.live("a missing command fails with its name", () =>
    Effect.gen(function*() {
      const { failure } = yield* run(runWithEmulator(["latchkey-no-such-command"], address))
      assert.include(failure!, "The command latchkey-no-such-command does not exist.")
    }))

  it.live("an interruption ends the command, and waits until it has exited", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder({})
      const path = (name: string) => JSON.stringify(join(folder, name))
      const fiber = yield* Effect.forkChild(withExitCode(runWithEmulator(
        evaluate(`
          import { writeFileSync } from "node:fs"
          process.once("SIGTERM", () => { writeFileSync(${path("stopped")}, ""); process.exit(0) })
          setInterval(() => {}, 1000)
          writeFileSync(${path("started")}, "")`),
        address
      )))
      yield* waitUntil(() => existsSync(join(folder, "started")))
      yield* Fiber.interrupt(fiber)
      assert.isTrue(existsSync(join(folder, "stopped")))
    }))
})

describe("the script of init", () => {
  it.live("signs the user of --user in with the written program", () =>
    Effect.gen(function*() {
      const folder = yield* makeFolder(node)
      yield* run(makeTerminal().provide(initIn(folder, [])))
      // Runs the program with the sources instead of the installed package: only files of this package can import them.
      const copies = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(import.meta.dirname, ".signIn-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      writeFiles(copies, { "signIn.ts": readFiles(folder)["src/signIn.ts"]! })
      const copy = join(copies, "signIn.ts")
      const log = join(folder, "output")
      const { failure } = yield* run(Effect.asVoid(withExitCode(emulator([
        "--port",
        "0",
        "--user",
        "ada@example.com:correct-horse",
        "--",
        ...evaluate(`
          import { execFileSync } from "node:child_process"
          import { writeFileSync } from "node:fs"
          const output = execFileSync(process.execPath, ["--conditions=@latchkey/source", ${JSON.stringify(copy)}])
          writeFileSync(${JSON.stringify(log)}, output)`)
      ]))))
      assert.isUndefined(failure)
      assert.strictEqual(readFileSync(log, "utf8"), "Signed in as ada@example.com\n")
    }))
})
