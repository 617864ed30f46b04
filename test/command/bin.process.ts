/** Facts about the program `latchkey` that only a process can show. `bin.test.ts` has its behavior. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { version } from "../../src/emulator/version.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { run, waitForOutput } from "../support/processes.ts"

const start = (...args: ReadonlyArray<string>) => run(["dist/node/bin.js", ...args])

const finished = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const run = yield* start(...args)
  const code = yield* Effect.promise(() => run.ended)
  return { code, output: run.output(), errors: run.errors() }
})

describe("the process of latchkey", () => {
  it.live("prints its version and its help on stdout, and exits with 0", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* finished("--version"), { code: 0, output: `${version}\n`, errors: "" })
      assert.deepInclude(yield* finished("emulator", "--version"), { code: 0, output: `${version}\n`, errors: "" })
      const { code, errors, output } = yield* finished("emulator", "--help")
      assert.deepStrictEqual([code, errors], [0, ""])
      assert.match(output, /^Usage: latchkey emulator/)
    }))

  it.live("reports a failure on stderr without a stack, and exits with 1", () =>
    checkRowsEffect(
      [
        ["an invalid port", ["--port", "http"], /^--port must be a number/],
        ["an invalid challenge", ["--port", "0", "--passkey-challenge", "a b"], /passkeyChallenge must be base64url/]
      ] as const,
      ([name]) => name,
      ([, args, pattern]) =>
        Effect.scoped(Effect.gen(function*() {
          const { code, errors, output } = yield* finished("emulator", ...args)
          assert.deepStrictEqual([code, output], [1, ""])
          assert.match(errors, pattern)
          assert.notMatch(errors, /^\s+at /m)
        }))
    ))

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it.live(`serves until ${signal}, and then exits with 0`, () =>
      Effect.gen(function*() {
        const emulator = yield* start("emulator", "--port", "0")
        const url = yield* waitForOutput(emulator, /on (http:\/\/\S+)[^]*Press Ctrl\+C/)
        assert.strictEqual((yield* Effect.promise(() => fetch(`${url}/health`))).status, 200)
        emulator.child.kill(signal)
        assert.strictEqual(yield* Effect.promise(() => emulator.ended), 0)
        assert.strictEqual(emulator.errors(), "")
      }))
  }

  it.live("exits with 1 if the port is in use", () =>
    Effect.gen(function*() {
      const emulator = yield* start("emulator", "--port", "0")
      const port = yield* waitForOutput(emulator, /on http:\/\/\S+:(\d+)/)
      const { code, errors } = yield* finished("emulator", "--port", port)
      assert.strictEqual(code, 1)
      assert.include(errors, "EADDRINUSE")
    }))
})
