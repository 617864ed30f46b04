import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import * as fetchAuth from "latchkey/fetch"
import * as honoAuth from "latchkey/hono"
import * as nextAuth from "latchkey/next"
import * as nodeAuth from "latchkey/node"
import { createAuthClient } from "latchkey/promise"
import { AccessToken, Authentication, Jwks, Server } from "latchkey/server"
import { startRequest } from "../next/fakes/request.ts"

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

/** A host without environment variables, such as a Worker. */
const noVariables = ConfigProvider.layer(ConfigProvider.fromUnknown({}))

const messageOfLayer = <A, E>(layer: Layer.Layer<A, E, TokenStore.TokenStore>) =>
  Layer.build(Layer.fresh(layer)).pipe(
    Effect.provide(Layer.merge(TokenStore.layerNone, noVariables)),
    Effect.scoped,
    Effect.flip,
    // Sound: all errors of layers have a message.
    Effect.map((error) => (error as Error).message)
  )

const messageOf = (promise: Promise<unknown>) =>
  Effect.promise(() => promise.then(() => "resolves", (error: Error) => error.message))

/** Runs a test without the variables of the service. */
const withoutVariables = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const saved = Object.entries(process.env).filter(([name]) => /STACK|HEXCLAVE/.test(name))
      for (const [name] of saved) delete process.env[name]
      return saved
    }),
    () => effect,
    (saved) => Effect.sync(() => Object.assign(process.env, Object.fromEntries(saved)))
  )

const request = new Request("https://app.example.com/")
const ids = "NEXT_PUBLIC_STACK_PROJECT_ID or STACK_PROJECT_ID"

describe("a missing option's message names the variables and options of its entry point", () => {
  it.effect("createAuth: a missing option's message names the argument and the variables", () =>
    withoutVariables(Effect.gen(function*() {
      startRequest()
      const expected = `The option projectId is undefined. Pass it, or set ${ids}`
      const context = { req: { raw: request }, res: new Response(), set: () => {} }
      const key = { secretServerKey: "ssk_1" }
      assert.deepStrictEqual(
        [
          yield* messageOf(fetchAuth.createAuth(key).authenticateRequest(request)),
          yield* messageOf(nodeAuth.createAuth(key).authenticateRequest(request)),
          yield* messageOf(honoAuth.createAuth(key).middleware(context, async () => {})),
          yield* messageOf(nextAuth.createAuth(key).auth())
        ],
        [expected, expected, expected, expected]
      )
      assert.strictEqual(
        yield* messageOf(fetchAuth.createAuth({ projectId }).authenticateRequest(request)),
        "The option secretServerKey is undefined. Pass it, or set STACK_SECRET_SERVER_KEY"
      )
    })))

  it.effect("layerConfig: a missing option's message names the argument and the variables, and does not advise layerConfig", () =>
    Effect.gen(function*() {
      const expected = `The option projectId is undefined. Pass it, or set ${ids}`
      const verifier = AccessToken.layerConfig().pipe(Layer.provide(Jwks.layer({ projectId })))
      const key = /Pass it, or set STACK_SECRET_SERVER_KEY$/
      assert.strictEqual(yield* messageOfLayer(Client.layerConfig()), expected)
      assert.strictEqual(yield* messageOfLayer(verifier), expected)
      assert.match(yield* messageOfLayer(Server.layerConfig({ projectId })), key)
      assert.match(yield* messageOfLayer(Authentication.layerConfig({ projectId })), key)
      assert.match(yield* messageOfLayer(Admin.layerConfig({ projectId })), /or set STACK_SUPER_SECRET_ADMIN_KEY$/)
      assert.match(yield* messageOfLayer(Jwks.layerConfig()), /Pass it, or set /)
    }))

  it.effect("other entry points: a missing option's message names the argument, and layerConfig for Effect", () =>
    Effect.gen(function*() {
      // Sound: untyped code omits options.
      const options = { projectId: undefined as unknown as string }
      const expected = `The option projectId is undefined. Pass it. With Effect, layerConfig can read it from ${ids}`
      assert.strictEqual(yield* messageOfLayer(Client.layer(options)), expected)
      assert.throws(
        () => createAuthClient(options),
        `The option projectId is undefined. Pass it, or set ${ids}`
      )
      assert.strictEqual(yield* messageOfLayer(Jwks.layer(options)), expected)
    }))

  it("a missing option's message names nodejs_compat without a process, and the bundler's variables in a page", async () => {
    const { optionRules } = await import("../../src/call/optionRules.ts")
    const { process } = globalThis
    try {
      Reflect.deleteProperty(globalThis, "process")
      assert.match(optionRules.notInEnvironment("projectId"), /nodejs_compat, or pass the variables of env$/)
      Object.defineProperty(globalThis, "document", { configurable: true, value: {} })
      assert.match(optionRules.notInEnvironment("projectId"), /with Vite, pass import\.meta\.env\.VITE_…$/)
    } finally {
      Reflect.deleteProperty(globalThis, "document")
      globalThis.process = process
    }
  })
})
