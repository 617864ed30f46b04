/** Several emulators in one program: each has its own users, and its clients talk to it alone. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CurrentUser, TokenStore } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { startEmulator } from "latchkey/emulator/testing"
import { createAuthClient } from "latchkey/promise"
import { Server, Users } from "latchkey/server"
import { signUp } from "./support.ts"

/** The emails of the users of the emulator in the context. */
const emails = Effect.gen(function*() {
  const { items } = yield* Emulator.Emulator.use((emulator) => emulator.listUsers())
  return items.map(({ primaryEmail }) => primaryEmail)
})

const currentEmail = Effect.map(CurrentUser.get(), (user) => user?.primaryEmail)

const layerServer = () =>
  Server.layer(Emulator.serverOptions).pipe(
    Layer.provide(TokenStore.layerNone),
    Layer.provideMerge(Emulator.layer())
  )

describe("an emulator inside a program with an emulator", () => {
  it.effect("layerClient: the inner client signs up at the inner emulator, with its own session", () =>
    Effect.gen(function*() {
      yield* signUp("outer@example.com")
      yield* Effect.gen(function*() {
        assert.isUndefined(yield* currentEmail)
        yield* signUp("inner@example.com")
        assert.deepStrictEqual(yield* emails, ["inner@example.com"])
        assert.strictEqual(yield* currentEmail, "inner@example.com")
      }).pipe(Effect.provide(Emulator.layerClient()))
      assert.deepStrictEqual(yield* emails, ["outer@example.com"])
      assert.strictEqual(yield* currentEmail, "outer@example.com")
    }).pipe(Effect.provide(Emulator.layerClient())))

  it.effect("layer: the inner server creates users in the inner emulator", () =>
    Effect.gen(function*() {
      yield* Users.create({ primaryEmail: "outer@example.com" })
      yield* Effect.gen(function*() {
        yield* Users.create({ primaryEmail: "inner@example.com" })
        assert.deepStrictEqual(yield* emails, ["inner@example.com"])
      }).pipe(Effect.provide(layerServer()))
      assert.deepStrictEqual(yield* emails, ["outer@example.com"])
    }).pipe(Effect.provide(layerServer())))

  it.effect("startEmulator and the emulator of a promise client: each has its own users", () =>
    Effect.gen(function*() {
      yield* signUp("outer@example.com")
      const emulator = yield* Effect.promise(() => startEmulator())
      yield* Effect.promise(() => emulator.createUser({ primaryEmail: "started@example.com" }))
      assert.deepStrictEqual(yield* Effect.promise(() => emulator.run(emails)), ["started@example.com"])
      const another = yield* Effect.promise(() => startEmulator())
      const handle = yield* Effect.promise(() => another.run(toWebHandler))
      const auth = createAuthClient({
        ...Emulator.clientOptions,
        appUrl: "http://localhost:3000",
        fetch: (input, init) => handle(new Request(input, init))
      })
      const user = { email: "promise@example.com", password: "correct horse" }
      yield* Effect.promise(() => auth.signUp.password(user).orThrow())
      assert.strictEqual((yield* Effect.promise(() => auth.getUser().orThrow()))?.primaryEmail, user.email)
      assert.deepStrictEqual(yield* Effect.promise(() => another.run(emails)), [user.email])
      assert.deepStrictEqual(yield* Effect.promise(() => emulator.run(emails)), ["started@example.com"])
      yield* Effect.promise(() => Promise.all([auth[Symbol.asyncDispose](), another.close(), emulator.close()]))
      assert.deepStrictEqual(yield* emails, ["outer@example.com"])
      assert.strictEqual(yield* currentEmail, "outer@example.com")
    }).pipe(Effect.provide(Emulator.layerClient())))
})

describe("emulators side by side", () => {
  it.effect("two emulators in one scope have separate users and sessions", () =>
    Effect.gen(function*() {
      const addresses = ["ada@example.com", "grace@example.com", "edsger@example.com"]
      const contexts = yield* Effect.forEach(addresses, (address) =>
        Effect.gen(function*() {
          const context = yield* Layer.build(Emulator.layerClient())
          yield* Effect.provide(signUp(address), context)
          return context
        }), { concurrency: "unbounded" })
      for (const [index, context] of contexts.entries()) {
        assert.deepStrictEqual(yield* Effect.provide(emails, context), [addresses[index]!])
        assert.strictEqual(yield* Effect.provide(currentEmail, context), addresses[index])
      }
    }))

  it.effect("a layer that is provided twice is one emulator", () => {
    const layer = Emulator.layerClient({
      project: { users: [{ primaryEmail: "ada@example.com", password: Redacted.make("correct horse") }] }
    })
    return Effect.gen(function*() {
      yield* signUp("outer@example.com")
      assert.deepStrictEqual(yield* Effect.provide(emails, layer), yield* emails)
      assert.strictEqual(yield* Effect.provide(currentEmail, layer), "outer@example.com")
    }).pipe(Effect.provide(layer))
  })
})
