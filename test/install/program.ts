/**
 * A program that imports every entry point of the installed package in Node, by `install.ts`: they share their classes and
 * services, and come from few files.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
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
const server = await import("latchkey/server")
const admin = await import("latchkey/admin")
const promiseServer = await import("latchkey/promise/server")
const promiseAdmin = await import("latchkey/promise/admin")
const { Emulator } = await import("latchkey/emulator")
const react = await import("latchkey/react")
await Promise.all([
  import("latchkey/emulator/node"),
  import("latchkey/emulator/testing"),
  import("latchkey/http"),
  import("latchkey/http-api"),
  import("latchkey/http-router"),
  import("latchkey/fetch"),
  import("latchkey/hono"),
  import("latchkey/node"),
  import("latchkey/redis"),
  import("latchkey/cli")
])

// The Promise functions of a program throw the error classes of `latchkey`, and its layers provide the services of both.
assert.equal(promise.KnownErrors.UserNotFound, client.KnownErrors.UserNotFound)
assert.equal(promise.ApiError, client.ApiError)
assert.equal(promise.Client.Client, client.Client.Client)
assert.equal(promise.Client.Client.key, client.Client.Client.key)
assert.equal(promiseServer.Server.Server, server.Server.Server)
assert.equal(promiseAdmin.Admin.Admin, admin.Admin.Admin)

const auth = promise.Auth.fromLayer(Emulator.layerClient())
const result = await auth.Password.signIn({
  email: "a@example.com",
  password: promise.Redacted.make("a wrong password")
})
assert(!result.ok)
assert(result.error instanceof client.KnownErrors.EmailPasswordMismatch)
assert.equal(result.error._tag, "EmailPasswordMismatch")
await auth.dispose()

// The standalone files load the code for failures with the first request.
const { serve } = await import("latchkey/emulator/node")
const path: string = "latchkey/promise/standalone"
// Sound: the files export what `latchkey/promise` exports. They have no sources whose types could be checked.
const standalone = await import(path) as typeof promise
// The standalone files load Effect's `Schema` with the first use of `Metadata`.
const decoded = await Effect.runPromise(Effect.flip(standalone.Metadata.decode(Schema.String)(7)))
assert.equal(decoded.message, "In the metadata, the value has the wrong type")
await Effect.runPromise(
  Effect.gen(function*() {
    const { url } = yield* serve()
    yield* Effect.promise(async () => {
      const auth = standalone.Auth.make({ ...Emulator.clientOptions, apiUrl: url })
      const result = await auth.Password.signIn({ email: "a@example.com", password: "a wrong password" })
      assert(!result.ok)
      assert(result.error instanceof standalone.KnownErrors.EmailPasswordMismatch)
      await auth.dispose()
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
