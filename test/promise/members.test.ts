import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as client from "latchkey"
import { Client, TokenStore } from "latchkey"
import * as admin from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Auth } from "latchkey/promise"
import { Auth as AdminAuth } from "latchkey/promise/admin"
import * as server from "latchkey/server"
import { collect, makeAdmin, makeAuth, makeServer, rejection } from "./support.ts"

/** An entry point's namespaces. */
const namespacesOf = (level: object): ReadonlyArray<readonly [string, object]> =>
  Object.entries(level).filter(([name, value]) =>
    name !== "Redacted" && Object.prototype.toString.call(value) === "[object Module]"
  )

const levels = [
  ["client", client, makeAuth, (all: any) => all],
  ["server", server, makeServer, (all: any) => all],
  ["client, below the server level", client, makeServer, (all: any) => all.client],
  ["admin", admin, makeAdmin, (all: any) => all],
  ["server, below the admin level", server, makeAdmin, (all: any) => all.server],
  ["client, below the admin level", client, makeAdmin, (all: any) => all.client]
] as const

const isClass = (value: object) => /^class\b/.test(Function.prototype.toString.call(value))

const isValue = (value: unknown) => Context.isKey(value) || typeof value !== "function" || isClass(value)

describe.each(levels)("the level %s", (name, level, make, own) => {
  const namespaces = namespacesOf(level)

  it("contains every namespace of its entry point with every member", () => {
    const auth = make()
    const below = name.includes("below") ? [] : Object.keys(auth).filter((key) => /^[a-z]/.test(key))
    assert.sameMembers(Object.keys(own(auth)), [...namespaces.map(([name]) => name), ...below])
    for (const [name, namespace] of namespaces) {
      assert.deepStrictEqual(Object.keys(own(auth)[name]), Object.keys(namespace), name)
      assert.isTrue(name in own(auth.orThrow))
    }
  })

  it("makes a function of every effect and function, in both forms, and keeps all other members", async () => {
    const auth = make()
    const reason = new Error("Not now")
    const aborted = auth.withOptions({ signal: AbortSignal.abort(reason) })
    let effects = 0
    for (const [name, namespace] of namespaces) {
      for (const [key, value] of Object.entries(namespace)) {
        const label = `${name}.${key}`
        const [result, thrown] = [own(aborted)[name][key], own(aborted.orThrow)[name][key]]
        if (Effect.isEffect(value) && !Context.isKey(value)) {
          effects++
          assert.strictEqual(await rejection(result()), reason, label)
          assert.strictEqual(await rejection(thrown()), reason, label)
        } else if (Stream.isStream(value)) {
          assert.isFunction(result[Symbol.asyncIterator], label)
          assert.strictEqual(await rejection(result[Symbol.asyncIterator]().next()), reason, label)
        } else if (isValue(value)) {
          assert.strictEqual(result, value, label)
        } else {
          assert.isFunction(result, label)
          assert.notStrictEqual(result, value, label)
        }
      }
    }
    if (level === client) assert.isAtLeast(effects, 30)
    await auth.dispose()
  })

  it("keeps the identity of each of its functions", () => {
    const auth = make()
    for (const [name, namespace] of namespaces) {
      assert.strictEqual(own(auth)[name], own(auth)[name])
      for (const key of Object.keys(namespace)) assert.strictEqual(own(auth)[name][key], own(auth)[name][key])
    }
  })
})

describe("a function", () => {
  it("is called with its arguments, as a member of its object", async () => {
    const auth = makeAuth()
    class Counter {
      count = 1
      plus(...more: ReadonlyArray<number>) {
        return Effect.sync(() => more.reduce((sum, by) => sum + by, this.count))
      }
    }
    const counter = auth.bind(new Counter())
    assert.deepStrictEqual(await counter.plus(2, 3), { ok: true, value: 6 })
    assert.strictEqual(counter.count, 1)
  })

  it("that only computes is synchronous", () => {
    const auth = makeAuth()
    const loginCode = auth.Cli.parseLoginCode("ABCDE-FGHIJ")
    assert.deepStrictEqual(loginCode, client.Cli.parseLoginCode("ABCDE-FGHIJ"))
    assert.strictEqual(auth.Tokens.isSame(undefined, undefined), true)
  })

  it("that returns an error returns it", () => {
    const error = new client.KnownErrors.UserNotFound({ message: "Nobody", details: {} })
    assert.strictEqual(makeAuth().bind(() => error)(), error)
  })
})

describe("what is bound", () => {
  it("can be an effect, a stream, a function, a class or a plain value", async () => {
    const auth = makeAuth()
    assert.deepStrictEqual(await auth.bind(Effect.succeed(1))(), { ok: true, value: 1 })
    assert.deepStrictEqual(await auth.orThrow.bind((n: number) => Effect.succeed(n + 1))(1), 2)
    assert.deepStrictEqual(await collect(auth.orThrow.bind(Stream.make(1, 2))), [1, 2])
    assert.strictEqual(auth.bind(client.ApiError), client.ApiError)
    assert.strictEqual(auth.bind(client.Transport), client.Transport)
    assert.strictEqual(auth.bind("text"), "text")
    assert.strictEqual(auth.bind(null), null)
    await auth.dispose()
  })

  it("can be frozen, and cannot be changed", () => {
    const bound = makeAuth().bind(Object.freeze({ effect: Effect.succeed(1), text: "text" }))
    assert.isFunction(bound.effect)
    assert.strictEqual(bound.text, "text")
    assert.deepStrictEqual(Object.keys(bound), ["effect", "text"])
    assert.throws(() => Object.assign(bound, { text: "another" }), TypeError)
  })

  it("is not a promise: awaiting a client returns the client", async () => {
    const auth = makeAuth()
    assert.strictEqual(await auth, auth)
    assert.strictEqual(await auth.Teams, auth.Teams)
  })
})

describe("the admin level of an owned project", () => {
  it("acts with the session of the owner's client, which it does not change", async () => {
    const owner = Auth.fromLayer(
      Client.layer(Emulator.internalClientOptions).pipe(
        Layer.provideMerge(TokenStore.layerMemory),
        Layer.provideMerge(Emulator.layer())
      )
    )
    await owner.orThrow.Password.signUp({
      email: "owner@example.com",
      password: Redacted.make("correct horse"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    })
    const [team] = await owner.orThrow.Teams.list()
    const { id } = await owner.orThrow.OwnedProjects.create({ displayName: "Engines", ownerTeamId: team!.id })
    {
      await using admin = AdminAuth.makeOwner(owner, { projectId: id })
      const project = await admin.orThrow.Project.update({ displayName: "Analytical Engines" })
      assert.strictEqual(project.displayName, "Analytical Engines")
    }
    assert.strictEqual((await owner.orThrow.Session.state())._tag, "Active")
    await owner.dispose()
  })
})
