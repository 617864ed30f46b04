/**
 * A program that imports every entry point of the installed package in Node, by `install.ts`: they share their classes and
 * services, and come from few files.
 */
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { strict as assert } from "node:assert"
import { registerHooks } from "node:module"

const loaded: Array<string> = []
registerHooks({
  load: (url, context, next) => {
    const path = /\/node_modules\/latchkey\/(.+)$/.exec(url)?.[1]
    if (path !== undefined) loaded.push(path)
    return next(url, context)
  }
})

const promise = await import("latchkey/promise")
const filesOfPromise = [...loaded]
const client = await import("latchkey")
await import("latchkey/server")
await import("latchkey/admin")
const promiseServer = await import("latchkey/promise/server")
const promiseAdmin = await import("latchkey/promise/admin")
const { Emulator, toWebHandler } = await import("latchkey/emulator")
const react = await import("latchkey/react")
await Promise.all([
  import("latchkey/emulator/node"),
  import("latchkey/emulator/testing"),
  import("latchkey/http"),
  import("latchkey/http-api"),
  import("latchkey/http-router"),
  import("latchkey/rpc"),
  import("latchkey/atom"),
  import("latchkey/metrics"),
  import("latchkey/mcp"),
  import("latchkey/fetch"),
  import("latchkey/hono"),
  import("latchkey/node"),
  import("latchkey/redis"),
  import("latchkey/cli")
])

// The Promise clients of a program share the error classes of `latchkey`.
assert.equal(promise.InvalidOptions, client.InvalidOptions)
assert.equal(promiseServer.InvalidOptions, client.InvalidOptions)
assert.equal(promiseAdmin.InvalidOptions, client.InvalidOptions)

const emulated = ManagedRuntime.make(Emulator.layerWithoutTransport())
const handle = await emulated.runPromise(toWebHandler)
const auth = promise.createAuthClient({
  ...Emulator.clientOptions,
  fetch: (input, init) => handle(new Request(input, init))
})
const { error } = await auth.signIn.password({ email: "a@example.com", password: "a wrong password" })
assert.equal(error?.code, "EMAIL_PASSWORD_MISMATCH")
assert(error instanceof client.KnownErrors.EmailPasswordMismatch)
await auth[Symbol.asyncDispose]()
await emulated.dispose()

// The standalone files load the code for failures with the first request.
const { serve } = await import("latchkey/emulator/node")
const path: string = "latchkey/promise/standalone"
// Sound: the files export what `latchkey/promise` exports. They have no sources whose types could be checked.
const standalone = await import(path) as typeof promise
await Effect.runPromise(
  Effect.gen(function*() {
    const { url } = yield* serve()
    yield* Effect.promise(async () => {
      const auth = standalone.createAuthClient({ ...Emulator.clientOptions, apiUrl: url })
      const { error } = await auth.signIn.password({ email: "a@example.com", password: "a wrong password" })
      assert.equal(error?.code, "EMAIL_PASSWORD_MISMATCH")
      assert(standalone.isAuthError(error))
      await auth[Symbol.asyncDispose]()
    })
  }).pipe(Effect.scoped, Effect.provide(Emulator.layerWithoutTransport()))
)

// The adapter for React is one file per module, which import the shared chunks.
assert.equal(typeof react.useUser, "function")
assert.deepEqual(loaded.filter((path) => path.startsWith("dist/src/")), [])
assert(filesOfPromise.length <= 4, `latchkey/promise loads ${filesOfPromise.join(", ")}`)
console.log(
  `latchkey/promise loads ${filesOfPromise.length} files in Node, and shares its classes with every entry point`
)
