import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Transport, TransportFailure } from "latchkey"
import { emulator } from "../../src/command/emulator.ts"
import { getEmulatorVariables, isRunning, runWithEmulator, splitCommand } from "../../src/command/runWithEmulator.ts"
import { restoreExitCode } from "../support/exitCode.ts"
import { fakeChildren } from "../support/fakeChild.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { turn, waitUntil } from "../support/turns.ts"
import { run } from "./support.ts"

const address = {
  url: "http://127.0.0.1:8102",
  projectId: "00000000-0000-4000-8000-00000000e300",
  publishableClientKey: "pck_test",
  secretServerKey: "ssk_test"
}

/** Starts a command, and returns its child process and its fiber. */
const started = Effect.gen(function*() {
  yield* restoreExitCode
  process.exitCode = undefined
  const children = yield* fakeChildren
  const fiber = yield* Effect.forkChild(run(runWithEmulator(["vite", "--open", "a b"], address)))
  yield* waitUntil(() => children.length === 1)
  yield* Effect.addFinalizer(() => Effect.sync(() => children[0]!.emit("exit", 0, null)))
  return { child: children[0]!, fiber }
})

describe("runWithEmulator", () => {
  it("splits arguments at the first --", () => {
    assert.deepStrictEqual(splitCommand(["--port", "0"]), { options: ["--port", "0"], command: undefined })
    assert.deepStrictEqual(splitCommand(["--port", "0", "--", "a", "--", "b"]), {
      options: ["--port", "0"],
      command: ["a", "--", "b"]
    })
  })

  it("variables for browsers do not contain the secret key", () => {
    const variables = getEmulatorVariables(address)
    assert.strictEqual(variables["STACK_SECRET_SERVER_KEY"], "ssk_test")
    const exposed = Object.entries(variables).filter(([name]) => /^(?:VITE|NEXT_PUBLIC)_/.test(name))
    assert.isAtLeast(exposed.length, 6)
    assert.notInclude(JSON.stringify(exposed), "ssk_test")
  })

  it("variables with the names of the newer brand, or for one side, do not connect a command to another service", () => {
    const variables = getEmulatorVariables(address)
    for (const name of ["HEXCLAVE_API_URL", "STACK_API_URL_SERVER", "NEXT_PUBLIC_BROWSER_HEXCLAVE_API_URL"]) {
      assert.strictEqual(variables[name], address.url)
    }
    assert.strictEqual(variables["HEXCLAVE_SECRET_SERVER_KEY"], "ssk_test")
    assert.strictEqual(variables["VITE_HEXCLAVE_PROJECT_ID"], address.projectId)
  })

  it.effect("a command gets its arguments, the variables, and the terminal of this process", () =>
    Effect.gen(function*() {
      const { child } = yield* started
      assert.deepStrictEqual(child.command, ["vite", "--open", "a b"])
      assert.deepStrictEqual(child.options.env, { ...process.env, ...getEmulatorVariables(address) })
      assert.strictEqual(child.options.stdio, "inherit")
    }))

  it.effect("takes over the exit code, reports common signals like a shell, and other signals as 128", () =>
    checkRowsEffect(
      [
        ["exit code 0", 0, null, 0],
        ["exit code 3", 3, null, 3],
        ["SIGHUP", null, "SIGHUP", 129],
        ["SIGINT", null, "SIGINT", 130],
        ["SIGKILL", null, "SIGKILL", 137],
        ["SIGTERM", null, "SIGTERM", 143],
        ["SIGUSR1, which is not in its table", null, "SIGUSR1", 128]
      ] as const,
      ([name]) => name,
      ([, code, signal, expected]) =>
        Effect.scoped(Effect.gen(function*() {
          const { child, fiber } = yield* started
          child.emit("exit", code, signal)
          assert.isUndefined((yield* Fiber.join(fiber)).failure)
          assert.strictEqual(process.exitCode, expected)
          assert.deepStrictEqual(child.signals, [])
        }))
    ))

  it.effect("a missing command fails with its name, and another error with the system's message", () =>
    Effect.gen(function*() {
      const failureOf = (error: Error) =>
        Effect.scoped(Effect.gen(function*() {
          const { child, fiber } = yield* started
          child.emit("error", error)
          return (yield* Fiber.join(fiber)).failure
        }))
      assert.strictEqual(
        yield* failureOf(Object.assign(new Error("spawn vite ENOENT"), { code: "ENOENT" })),
        "The command vite does not exist. If a package provides it, install the packages of the project."
      )
      assert.strictEqual(
        yield* failureOf(Object.assign(new Error("spawn vite EACCES"), { code: "EACCES" })),
        "The command vite cannot be started: spawn vite EACCES"
      )
    }))

  it.effect("no command after -- fails", () =>
    Effect.gen(function*() {
      assert.include((yield* run(runWithEmulator([], address))).failure!, "The command after -- is missing.")
    }))

  it.effect("an interruption ends the command, and waits until it has exited", () =>
    Effect.gen(function*() {
      const { child, fiber } = yield* started
      const interruption = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* waitUntil(() => child.signals.length > 0)
      assert.deepStrictEqual(child.signals, ["SIGTERM"])
      yield* Effect.replicateEffect(turn, 20)
      assert.isUndefined(interruption.pollUnsafe())
      child.emit("exit", 0, null)
      yield* Fiber.join(interruption)
    }))

  it.effect("the emulator listens before its command starts, and stops with it", () =>
    Effect.gen(function*() {
      yield* restoreExitCode
      const children = yield* fakeChildren
      const fiber = yield* Effect.forkChild(run(emulator(["--port", "0", "--", "vite"])))
      yield* waitUntil(() => children.length === 1)
      const url = children[0]!.options.env!["STACK_API_URL"]!
      assert.strictEqual((yield* Effect.promise(() => fetch(`${url}/health`))).status, 200)
      children[0]!.emit("exit", 2, null)
      assert.deepStrictEqual(yield* Fiber.join(fiber), {
        output: `Latchkey emulator listening on ${url}`,
        failure: undefined
      })
      assert.strictEqual(process.exitCode, 2)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.tryPromise(() => fetch(`${url}/health`)))))
    }))
})

describe("isRunning", () => {
  const response = (status: number): Transport => () => Effect.succeed({ status, header: () => undefined, body: "" })

  it.effect("returns true only for a service that accepts the keys", () =>
    Effect.gen(function*() {
      const isRunningOver = (transport: Transport) => Effect.provideService(isRunning(address), Transport, transport)
      assert.isTrue(yield* isRunningOver(response(200)))
      assert.isFalse(yield* isRunningOver(response(401)))
      assert.isFalse(yield* isRunningOver(() => Effect.fail(new TransportFailure({ message: "refused" }))))
      const slow = yield* Effect.forkChild(isRunningOver(() => Effect.never))
      yield* TestClock.adjust(1999)
      assert.isUndefined(slow.pollUnsafe())
      yield* TestClock.adjust(1)
      assert.isFalse(yield* Fiber.join(slow))
    }))

  it.effect("sends the keys of the address to the project endpoint", () =>
    Effect.gen(function*() {
      const sent: Array<unknown> = []
      yield* Effect.provideService(isRunning(address), Transport, (request) => {
        sent.push([request.method, request.url, request.headers])
        return response(200)(request)
      })
      assert.deepStrictEqual(sent, [["GET", "http://127.0.0.1:8102/api/v1/projects/current", {
        "x-stack-access-type": "server",
        "x-stack-project-id": address.projectId,
        "x-stack-publishable-client-key": "pck_test",
        "x-stack-secret-server-key": "ssk_test"
      }]])
    }))
})
