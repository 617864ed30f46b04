import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Tokens, TokenStore } from "latchkey"
import { FileTokenStore } from "latchkey/cli"
import { Emulator } from "latchkey/emulator"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { failure, signUp } from "../emulator/support.ts"
import { suite } from "../suites/TokenStoreSuite.ts"
import { advanceUntil } from "../support/turns.ts"

const name = "acme"
const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

/** A folder that is removed with its scope. */
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const pathIn = (directory: string) => join(directory, name, `${projectId}.json`)

const layerIn = (directory: string) => Layer.orDie(FileTokenStore.layer({ name, projectId, directory }))

/** A store in a separate folder, whose file has the given content. */
const layerOf = (text?: string) =>
  Layer.unwrap(Effect.map(folder, (directory) => {
    if (text !== undefined) {
      mkdirSync(join(directory, name))
      writeFileSync(pathIn(directory), text)
    }
    return layerIn(directory)
  }))

suite("in a file", layerOf(), {
  unreadable: {
    "an empty file": layerOf(""),
    "a text that is no JSON": layerOf("{"),
    "a number": layerOf("7"),
    "null": layerOf("null"),
    "a list": layerOf("[\"refresh\"]"),
    "an access token alone": layerOf(JSON.stringify({ accessToken: "7" })),
    "a refresh token that is no text": layerOf(JSON.stringify({ refreshToken: 7 })),
    "a file of another program": layerOf("\u0000\uFFFD".repeat(1000))
  }
})

const open = (directory: string) =>
  Effect.map(Layer.build(Layer.fresh(layerIn(directory))), (context) => Context.get(context, TokenStore.TokenStore))

const alice = Tokens.make({ refreshToken: "alice", accessToken: "1" })!
const bob = Tokens.make({ refreshToken: "bob" })!

const refreshTokenOf = (tokens: Tokens.Tokens | undefined) =>
  tokens?.refreshToken && Redacted.value(tokens.refreshToken)

describe("the file", () => {
  it.effect("is readable only by its user, in a folder accessible only to its user", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* (yield* open(directory)).modify(() => alice)
      assert.strictEqual(statSync(pathIn(directory)).mode & 0o777, 0o600)
      assert.strictEqual(statSync(join(directory, name)).mode & 0o777, 0o700)
      assert.deepStrictEqual(JSON.parse(readFileSync(pathIn(directory), "utf8")), {
        refreshToken: "alice",
        accessToken: "1"
      })
    }))

  it.effect("is no longer readable by others after a write", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      mkdirSync(join(directory, name))
      writeFileSync(pathIn(directory), "{}", { mode: 0o644 })
      yield* (yield* open(directory)).modify(() => alice)
      assert.strictEqual(statSync(pathIn(directory)).mode & 0o777, 0o600)
    }))

  it.effect("no file exists before a sign-in or after a sign-out", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const store = yield* open(directory)
      yield* store.get
      assert.deepStrictEqual(readdirSync(directory), [])
      yield* store.modify(() => alice)
      assert.deepStrictEqual(readdirSync(join(directory, name)), [`${projectId}.json`])
      yield* store.modify(() => undefined)
      yield* Effect.exit(store.modify(() => assert.fail("on purpose")))
      assert.deepStrictEqual(readdirSync(join(directory, name)), [])
    }))

  it.effect("the next program continues the session in the file", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const client = () => Layer.fresh(Client.layer(Emulator.clientOptions).pipe(Layer.provide(layerIn(directory))))
      const { userId } = yield* Effect.provide(signUp(), client())
      assert.strictEqual((yield* Effect.provide(CurrentUser.get({ or: "throw" }), client())).id, userId)
    }).pipe(Effect.provide(Emulator.layer())))
})

describe("the path of the file", () => {
  it.effect("requires a valid program name and project name", () =>
    Effect.gen(function*() {
      for (const wrong of ["", ".", "..", "../x", "a/b", "a\\b", ".ssh", "a\0b", "-rf", "a b"]) {
        const directory = yield* folder
        for (
          const [option, options] of [["name", { name: wrong, projectId }], ["projectId", {
            name,
            projectId: wrong
          }]] as const
        ) {
          const error = yield* failure(Layer.build(FileTokenStore.layer({ ...options, directory })))
          assert.deepStrictEqual([error._tag, error.option], ["InvalidOptions", option], wrong)
        }
      }
    }))

  /** Sets environment variables until the scope closes. `undefined` removes one. */
  const withEnvironment = (variables: Readonly<Record<string, string | undefined>>) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
        set(variables)
        return before
      }),
      (before) => Effect.sync(() => set(before))
    )

  const set = (variables: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }

  /** Stores a session at the default path. */
  const write = (HOME: string, XDG_CONFIG_HOME?: string) =>
    Effect.scoped(Effect.gen(function*() {
      yield* withEnvironment({ HOME, XDG_CONFIG_HOME })
      const context = yield* Layer.build(Layer.fresh(FileTokenStore.layer({ name, projectId })))
      yield* Context.get(context, TokenStore.TokenStore).modify(() => alice)
    }))

  it.effect("the session file is in the user's settings folder, as set by the environment", () =>
    Effect.gen(function*() {
      const home = yield* folder
      yield* write(home)
      assert.isTrue(existsSync(pathIn(join(home, ".config"))))
      const settings = yield* folder
      yield* write(home, settings)
      assert.isTrue(existsSync(pathIn(settings)))
      // Relative paths have no base here: the specification requires ignoring them.
      rmSync(join(home, ".config"), { recursive: true })
      yield* write(home, "settings")
      assert.isTrue(existsSync(pathIn(join(home, ".config"))))
    }))
})

describe("two programs with one file", () => {
  it.effect("notify each other of changes within a second while they have subscribers", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const [one, another] = [yield* open(directory), yield* open(directory)]
      yield* one.modify(() => alice)
      const told: Array<string | undefined> = []
      yield* Effect.scoped(Effect.gen(function*() {
        yield* another.subscribe((tokens) => told.push(refreshTokenOf(tokens)))
        yield* TestClock.adjust(5000)
        assert.deepStrictEqual(told, [])
        yield* one.modify(() => bob)
        yield* TestClock.adjust(1000)
        assert.deepStrictEqual(told, ["bob"])
        yield* one.modify(() => undefined)
        yield* TestClock.adjust(1000)
        assert.deepStrictEqual(told, ["bob", undefined])
      }))
      yield* one.modify(() => alice)
      yield* TestClock.adjust(5000)
      assert.lengthOf(told, 2)
    }))

  it.effect("report each change once to each subscriber, and no earlier ones", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const [one, another] = [yield* open(directory), yield* open(directory)]
      const first: Array<string | undefined> = []
      const second: Array<string | undefined> = []
      yield* another.subscribe((tokens) => first.push(refreshTokenOf(tokens)))
      yield* one.modify(() => alice)
      yield* another.subscribe((tokens) => second.push(refreshTokenOf(tokens)))
      yield* TestClock.adjust(5000)
      assert.deepStrictEqual([first, second], [["alice"], []])
    }))
})

describe("three stores with one file", () => {
  it.effect("never interleave between reading and writing", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const stores = [yield* open(directory), yield* open(directory), yield* open(directory)]
      yield* stores[0]!.modify(() => Tokens.make({ refreshToken: "alice", accessToken: "x" }))
      const append = (found: Tokens.Tokens | undefined) =>
        Tokens.make({ refreshToken: "alice", accessToken: `${Redacted.value(found!.accessToken!)}x` })
      const fibers = yield* Effect.forEach(
        stores,
        (store) => Effect.forkChild(Effect.repeat(store.modify(append), { times: 14 }))
      )
      yield* advanceUntil(() => !fibers.some((fiber) => fiber.pollUnsafe() === undefined), 20)
      yield* Fiber.joinAll(fibers)
      assert.strictEqual(Redacted.value((yield* stores[0]!.get)!.accessToken!), "x".repeat(46))
    }))
})

describe("an unwritable path", () => {
  /** A store whose folder is a file, so that no user can write there. */
  const blocked = Effect.gen(function*() {
    const directory = yield* folder
    writeFileSync(join(directory, name), "")
    return yield* open(directory)
  })

  it.effect("is a defect for a sign-in, which shows no token", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit((yield* blocked).modify(() => alice))
      assert(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.match(Cause.pretty(exit.cause), /acme\/\S+\.json cannot be written: [A-Z]+/)
      assert.notInclude(Cause.pretty(exit.cause), "alice")
    }))

  it.effect("an unwritable path is no error while no user is signed in", () =>
    Effect.gen(function*() {
      const store = yield* blocked
      assert.isUndefined(yield* store.get)
      assert.isUndefined(yield* store.modify((found) => found))
      assert.isUndefined(yield* store.modify(() => undefined))
    }))

  /** A session in a file whose name leaves no room for its temporary file. */
  const crowded = Effect.gen(function*() {
    const directory = yield* folder
    const projectId = "p".repeat(250)
    mkdirSync(join(directory, name))
    const path = join(directory, name, `${projectId}.json`)
    writeFileSync(path, JSON.stringify({ refreshToken: "alice", accessToken: "1" }))
    const store = yield* Layer.build(FileTokenStore.layer({ name, projectId, directory }))
    return Context.get(store, TokenStore.TokenStore)
  })

  it.effect("does not prevent using a new access token of the current session", () =>
    Effect.gen(function*() {
      const store = yield* crowded
      const stored = yield* store.modify((found) => found && { ...found, accessToken: Redacted.make("2") })
      assert.strictEqual(Redacted.value(stored!.accessToken!), "2")
      assert.strictEqual(Redacted.value((yield* store.get)!.accessToken!), "1")
    }))

  it.effect("a sign-out or another sign-in with an unwritable path is a defect", () =>
    Effect.gen(function*() {
      const store = yield* crowded
      for (const next of [undefined, bob]) {
        const exit = yield* Effect.exit(store.modify(() => next))
        assert(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
        assert.include(Cause.pretty(exit.cause), "cannot be written: ENAMETOOLONG")
      }
    }))
})
