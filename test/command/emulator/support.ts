/** Shared by the tests of `latchkey emulator`: the command in this process, and requests to it. */
import { assert } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { Emulator } from "latchkey/emulator"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { emulator } from "../../../src/command/emulator.ts"

/** A console that keeps the printed lines. */
const makeConsole = (onPrint: () => void = () => undefined) => {
  const text = { output: "", errors: "" }
  const printTo = (name: keyof typeof text) => (...values: ReadonlyArray<unknown>) => {
    text[name] += `${values.join(" ")}\n`
    onPrint()
  }
  const console: Console.Console = { ...globalThis.console, log: printTo("output"), error: printTo("errors") }
  return { text, provide: Effect.provideService(Console.Console, console) }
}

/**
 * Runs the command until it listens, and stops it when the scope closes. Fails with the message of its failure, or with its output if
 * it ends without listening. Prints its output if the test ends first.
 */
export const start = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const listening = yield* Deferred.make<string, string>()
  const { provide, text } = makeConsole(() => {
    const url = /Press Ctrl\+C/.test(text.output) ? /on (http:\/\/\S+)/.exec(text.output)?.[1] : undefined
    if (url !== undefined) Deferred.doneUnsafe(listening, Exit.succeed(url))
  })
  const describeOutput = () => `The emulator does not listen. Its output:\n${text.output}${text.errors}`
  const fiber = yield* emulator(["--port", "0", ...args]).pipe(
    provide,
    Effect.onExit((exit) =>
      Exit.isFailure(exit)
        ? Deferred.failCause(listening, exit.cause)
        : Deferred.die(listening, new Error(describeOutput()))
    ),
    Effect.forkScoped
  )
  const url = yield* Effect.onInterrupt(
    Deferred.await(listening),
    () => Effect.sync(() => console.error(describeOutput()))
  )
  return { url, output: () => text.output, errors: () => text.errors, stop: Fiber.interrupt(fiber) }
})

/** Runs a command that ends by itself, and returns its output. Fails with the message of its failure. */
export const outputOf = (...args: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const { provide, text } = makeConsole()
    return Effect.map(provide(emulator(args)), () => text.output)
  })

/** Returns the message of a command's failure. */
export const errorsOf = (...args: ReadonlyArray<string>) =>
  Effect.suspend(() => {
    const { provide, text } = makeConsole()
    const isPrinted = Effect.sync(() => assert.strictEqual(text.output + text.errors, ""))
    return Effect.tap(Effect.flip(provide(emulator(args))), isPrinted)
  })

/** A folder that is removed when the scope closes. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-emulator-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

export const write = (path: string, value: unknown) => {
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value))
  return path
}

export const read = (path: string): any => JSON.parse(readFileSync(path, "utf8"))

export const request = (url: string, method: string, path: string, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        "x-stack-access-type": "server",
        "x-stack-project-id": Emulator.clientOptions.projectId,
        "x-stack-secret-server-key": "ssk_emulator",
        ...(body !== undefined && { "content-type": "application/json" })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    return { status: response.status, body: await response.json() as any }
  })

export const createUser = (url: string, primary_email: string) =>
  Effect.map(
    request(url, "POST", "/users", { primary_email, primary_email_auth_enabled: true }),
    ({ status }) => assert.strictEqual(status, 201)
  )

export const emailsOf = (url: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(request(url, "GET", "/users"), ({ body }) => body.items.map((user: any) => user.primary_email))
