/** The program `latchkey` in this process. `bin.process.ts` runs it as a process. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { version } from "../../src/emulator/version.ts"
import { restoreExitCode } from "../support/exitCode.ts"
import { turn, until } from "../support/turns.ts"

const signals = ["SIGINT", "SIGTERM"] as const

const bin = join(import.meta.dirname, "../../src/bin.ts")
let count = 0

/** Runs the program until the scope closes. */
const run = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  yield* restoreExitCode
  const before = yield* Effect.acquireRelease(
    Effect.sync(() => ({
      argv: process.argv,
      listeners: new Map(signals.map((signal) => [signal, process.listeners(signal)]))
    })),
    ({ argv, listeners }) =>
      Effect.sync(() => {
        process.argv = argv
        vi.restoreAllMocks()
        for (const signal of signals) {
          for (const listener of process.listeners(signal)) {
            if (!listeners.get(signal)!.includes(listener)) process.off(signal, listener)
          }
        }
      })
  )
  const text = { output: "", errors: "" }
  vi.spyOn(console, "log").mockImplementation((line) => void (text.output += `${line}\n`))
  vi.spyOn(console, "error").mockImplementation((line) => void (text.errors += `${line}\n`))
  process.exitCode = undefined
  process.argv = ["node", "latchkey", ...args]
  // Another query is another instance of the module.
  yield* Effect.promise(() => import(/* @vite-ignore */ `${bin}?run=${count++}`))
  return {
    text,
    /** Calls the listeners of the program. Those of Vitest would end this process. */
    send: (signal: typeof signals[number]) => {
      const [listener] = process.listeners(signal).filter((listener) =>
        !before.listeners.get(signal)!.includes(listener)
      )
      assert.isDefined(listener)
      listener!(signal)
    }
  }
})

describe("latchkey", () => {
  it.live("prints its version, and its commands with --help", () =>
    Effect.gen(function*() {
      for (const option of ["--version", "-v"]) {
        const { text } = yield* run(option)
        yield* until(() => text.output !== "")
        assert.deepStrictEqual([text.output, text.errors], [`${version}\n`, ""])
      }
      for (const option of ["--help", "-h", "help"]) {
        const { text } = yield* run(option)
        yield* until(() => text.output !== "")
        assert.match(text.output, /^Usage: latchkey <command>/)
        for (const name of ["init", "doctor", "emulator", "replay", "report"]) {
          assert.include(text.output, `\n  ${name.padEnd(12)}`)
        }
        assert.deepStrictEqual([text.errors, process.exitCode], ["", undefined])
      }
    }))

  it.live("passes its arguments to each command", () =>
    Effect.gen(function*() {
      for (const name of ["init", "doctor", "emulator", "replay", "report"]) {
        const { text } = yield* run(name, "--help")
        yield* until(() => text.output + text.errors !== "")
        assert.match(text.output, new RegExp(`^Usage: latchkey ${name} `))
        assert.strictEqual(text.errors, "")
      }
    }))

  it.live("reports unknown arguments on stderr without a stack, and sets the exit code", () =>
    Effect.gen(function*() {
      const wrong = [
        [[], /^Usage: latchkey <command>/],
        [["serve"], /^Unknown command: serve\n\nUsage: latchkey <command>/],
        [["toString"], /^Unknown command: toString/],
        [["emulator", "more"], /^Unexpected argument 'more'/],
        [["emulator", "--port", "http"], /port must be a number/],
        [["emulator", "--port", "0", "--passkey-challenge", "a b"], /passkeyChallenge must be base64url/]
      ] as const
      for (const [args, pattern] of wrong) {
        const { text } = yield* run(...args)
        yield* until(() => text.errors !== "" && process.exitCode !== undefined)
        assert.strictEqual(process.exitCode, 1)
        assert.strictEqual(text.output, "")
        assert.match(text.errors, pattern)
        assert.notMatch(text.errors, /^\s+at /m)
      }
    }))

  for (const signal of signals) {
    it.live(`serves until ${signal}`, () =>
      Effect.gen(function*() {
        const { send, text } = yield* run("emulator", "--port", "0")
        yield* until(() => text.output.includes("Press Ctrl+C"))
        const url = /on (http:\/\/\S+)/.exec(text.output)![1]!
        const isUp = () => fetch(`${url}/health`).then(({ ok }) => ok, () => false)
        assert.isTrue(yield* Effect.promise(isUp))
        send(signal)
        yield* Effect.repeat(Effect.andThen(turn, Effect.promise(isUp)), { while: (is) => is })
        assert.deepStrictEqual([text.errors, process.exitCode], ["", undefined])
      }))
  }
})
