/** The program `latchkey` in this process. `bin.process.ts` runs it as a process. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { version } from "../../src/emulator/version.ts"
import { restoreExitCode } from "../support/exitCode.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { turn, waitUntil } from "../support/turns.ts"

const signals = ["SIGINT", "SIGTERM"] as const

const bin = join(import.meta.dirname, "../../src/bin.ts")
let count = 0

/** Runs the program until the scope closes. */
const run = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  yield* restoreExitCode
  const { argv } = process
  const listeners = new Map(signals.map((signal) => [signal, process.listeners(signal)]))
  /** Returns the listeners of the program. Those of Vitest would end this process. */
  const addedListeners = (signal: typeof signals[number]) =>
    process.listeners(signal).filter((listener) => !listeners.get(signal)!.includes(listener))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      process.argv = argv
      for (const signal of signals) {
        for (const listener of addedListeners(signal)) {
          // Stops a server that a failed test leaves behind.
          listener(signal)
          process.off(signal, listener)
        }
      }
      vi.restoreAllMocks()
    })
  )
  const text = { output: "", errors: "" }
  vi.spyOn(console, "log").mockImplementation((line) => void (text.output += `${line}\n`))
  vi.spyOn(console, "error").mockImplementation((line) => void (text.errors += `${line}\n`))
  process.exitCode = undefined
  process.argv = ["node", "latchkey", ...args]
  // A new query loads a new instance of the module.
  yield* Effect.promise(() => import(/* @vite-ignore */ `${bin}?run=${count++}`))
  return {
    text,
    /** Calls the listener of the program. */
    send: (signal: typeof signals[number]) => {
      const [listener] = addedListeners(signal)
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
        yield* waitUntil(() => text.output !== "")
        assert.deepStrictEqual([text.output, text.errors], [`${version}\n`, ""])
      }
      for (const option of ["--help", "-h", "help"]) {
        const { text } = yield* run(option)
        yield* waitUntil(() => text.output !== "")
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
        yield* waitUntil(() => text.output + text.errors !== "")
        assert.match(text.output, new RegExp(`^Usage: latchkey ${name} `))
        assert.strictEqual(text.errors, "")
      }
    }))

  it.live("reports unknown arguments on stderr without a stack, and sets the exit code", () =>
    Effect.gen(function*() {
      const wrong = [
        ["no command", [], /^Usage: latchkey <command>/],
        ["an unknown command", ["serve"], /^Unknown command: serve\n\nUsage: latchkey <command>/],
        ["the name of a property", ["toString"], /^Unknown command: toString/],
        ["an unexpected argument", ["emulator", "more"], /^Unexpected argument 'more'/],
        ["an invalid port", ["emulator", "--port", "http"], /port must be a number/],
        [
          "an invalid challenge",
          ["emulator", "--port", "0", "--passkey-challenge", "a b"],
          /passkeyChallenge must be base64url/
        ]
      ] as const
      yield* checkRowsEffect(wrong, ([name]) => name, ([, args, pattern]) =>
        Effect.scoped(Effect.gen(function*() {
          const { text } = yield* run(...args)
          yield* waitUntil(() => text.errors !== "" && process.exitCode !== undefined)
          assert.strictEqual(process.exitCode, 1)
          assert.strictEqual(text.output, "")
          assert.match(text.errors, pattern)
          assert.notMatch(text.errors, /^\s+at /m)
        })))
    }))

  for (const signal of signals) {
    it.live(`serves until ${signal}`, () =>
      Effect.gen(function*() {
        const { send, text } = yield* run("emulator", "--port", "0")
        yield* waitUntil(() => text.output.includes("Press Ctrl+C"))
        const url = /on (http:\/\/\S+)/.exec(text.output)![1]!
        const isUp = () => fetch(`${url}/health`).then(({ ok }) => ok, () => false)
        assert.isTrue(yield* Effect.promise(isUp))
        send(signal)
        yield* Effect.repeat(Effect.andThen(turn, Effect.promise(isUp)), { while: (is) => is })
        assert.deepStrictEqual([text.errors, process.exitCode], ["", undefined])
      }))
  }
})
