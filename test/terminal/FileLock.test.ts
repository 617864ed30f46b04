import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Tokens, TokenStore } from "latchkey"
import { FileTokenStore } from "latchkey/cli"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { withFileLock } from "../../src/terminal/FileLock.ts"
import { makeOwnerName } from "../../src/terminal/lockOwner.ts"
import { endedPid } from "../support/endedPid.ts"

/** A path in a folder that is removed with its scope. */
const place = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  ),
  (directory) => {
    mkdirSync(join(directory, "acme"))
    return { directory, path: join(directory, "acme", "project.json") }
  }
)

const open = (directory: string) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.orDie(FileTokenStore.layer({ name: "acme", projectId: "project", directory })))),
    (context) => Context.get(context, TokenStore.TokenStore)
  )

const alice = Tokens.make({ refreshToken: "alice", accessToken: "1" })!
const bob = Tokens.make({ refreshToken: "bob" })!

const idOf = (tokens: Tokens.Tokens | undefined) => tokens && Redacted.value(tokens.refreshToken!)

/** Creates another owner's lock, and returns its folder. */
const hold = (path: string, owner: string): string => {
  const folder = join(`${path}.lock`, owner)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** An owner on another host. On this host, no process has its process id. */
const elsewhere = `${endedPid}-0a0a-elsewhere`

/** The name of an owner on this host, for a process id. */
const ownerHere = (pid: number) => makeOwnerName(new Uint8Array(8)).replace(/^\d+/, `${pid}`)

/** Runs a change, and returns `true` if it waits. */
const waiting = Effect.fnUntraced(function*<A>(change: Effect.Effect<A>) {
  const fiber = yield* Effect.forkChild(change)
  yield* TestClock.adjust(0)
  return { fiber, waits: () => fiber.pollUnsafe() === undefined }
})

describe("another owner's lock", () => {
  it.effect("is broken after 5 seconds without a heartbeat, and not earlier", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const folder = hold(path, elsewhere)
      const { fiber } = yield* waiting((yield* open(directory)).modify(() => alice))
      yield* TestClock.adjust(4990)
      assert.isTrue(existsSync(folder))
      yield* TestClock.adjust(40)
      assert.isFalse(existsSync(folder))
      assert.strictEqual(idOf(yield* Fiber.join(fiber)), "alice")
      assert.deepStrictEqual(readdirSync(dirname(path)), ["project.json"])
    }))

  it.effect("is kept while it has heartbeats", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const folder = hold(path, elsewhere)
      const { fiber, waits } = yield* waiting((yield* open(directory)).modify(() => alice))
      for (let beat = 1; beat <= 20; beat++) {
        yield* TestClock.adjust(4900)
        utimesSync(folder, beat, beat)
      }
      assert.isTrue(existsSync(folder))
      assert.isTrue(waits())
      yield* TestClock.adjust(5100)
      assert.strictEqual(idOf(yield* Fiber.join(fiber)), "alice")
    }))

  it.effect("a new lock is kept, however long the waiter has waited", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const { fiber, waits } = yield* Effect.suspend(() => {
        hold(path, `1-00-elsewhere`)
        return Effect.flatMap(open(directory), (store) => waiting(store.modify(() => alice)))
      })
      for (let owner = 1; owner <= 20; owner++) {
        yield* TestClock.adjust(4900)
        const draft = join(directory, "draft")
        mkdirSync(join(draft, `1-${owner}-elsewhere`), { recursive: true })
        rmSync(join(`${path}.lock`, readdirSync(`${path}.lock`)[0]!), { recursive: true })
        renameSync(draft, `${path}.lock`)
      }
      assert.isTrue(existsSync(join(`${path}.lock`, "1-20-elsewhere")))
      assert.isTrue(waits())
      yield* Fiber.interrupt(fiber)
    }))

  it.effect("a new lock of version 0.1.0, which is a file, is kept", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      writeFileSync(`${path}.lock`, "")
      const { fiber, waits } = yield* waiting((yield* open(directory)).modify(() => alice))
      for (let time = 1; time <= 20; time++) {
        yield* TestClock.adjust(1900)
        rmSync(`${path}.lock`)
        writeFileSync(`${path}.lock`, "")
        utimesSync(`${path}.lock`, time, time)
      }
      assert.isTrue(existsSync(`${path}.lock`))
      assert.isTrue(waits())
      yield* TestClock.adjust(5100)
      assert.strictEqual(idOf(yield* Fiber.join(fiber)), "alice")
      assert.deepStrictEqual(readdirSync(dirname(path)), ["project.json"])
    }))

  it.effect("is broken at the first check if its process on this host has ended", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      hold(path, ownerHere(endedPid))
      const { fiber } = yield* waiting((yield* open(directory)).modify(() => alice))
      yield* TestClock.adjust(20)
      assert.strictEqual(idOf(yield* Fiber.join(fiber)), "alice")
    }))

  it.effect("is kept for 5 seconds if its process on this host runs", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      hold(path, ownerHere(process.ppid))
      const { fiber, waits } = yield* waiting((yield* open(directory)).modify(() => alice))
      yield* TestClock.adjust(4990)
      assert.isTrue(waits())
      yield* TestClock.adjust(40)
      assert.strictEqual(idOf(yield* Fiber.join(fiber)), "alice")
    }))

  it.effect("an interrupted waiter keeps the other's lock, and leaves no file", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const folder = hold(path, elsewhere)
      const { fiber } = yield* waiting((yield* open(directory)).modify(() => alice))
      yield* TestClock.adjust(1000)
      yield* Fiber.interrupt(fiber)
      rmSync(folder, { recursive: true })
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual(readdirSync(dirname(path)), ["project.json.lock"])
    }))

  it.effect("a lock that links to a folder is removed, and the folder's content stays", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const folder = join(directory, "photos")
      mkdirSync(join(folder, "summer"), { recursive: true })
      // Windows can link folders by junctions without special permissions.
      symlinkSync(folder, `${path}.lock`, "junction")
      const { fiber } = yield* waiting((yield* open(directory)).modify(() => alice))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(idOf(yield* Fiber.join(fiber)), "alice")
      assert.deepStrictEqual(readdirSync(folder), ["summer"])
      assert.deepStrictEqual(readdirSync(dirname(path)), ["project.json"])
    }))

  it.effect("an empty folder is a free lock", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      mkdirSync(`${path}.lock`)
      assert.strictEqual(idOf(yield* (yield* open(directory)).modify(() => alice)), "alice")
      assert.deepStrictEqual(readdirSync(dirname(path)), ["project.json"])
    }))
})

describe("an owner", () => {
  it.effect("FileLock: waits while the owner is working", () =>
    Effect.gen(function*() {
      const { path } = yield* place
      const order: Array<string> = []
      const work = (name: string, millis: number) =>
        withFileLock(path, () => Effect.sync(() => order.push(name)).pipe(Effect.andThen(Effect.sleep(millis))))
      const first = yield* Effect.forkChild(work("first", 60_000))
      yield* TestClock.adjust(0)
      const second = yield* Effect.forkChild(work("second", 0))
      yield* TestClock.adjust(59_900)
      assert.deepStrictEqual(order, ["first"])
      yield* TestClock.adjust(200)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(order, ["first", "second"])
      assert.deepStrictEqual(readdirSync(dirname(path)), [])
    }))

  for (const [next, change] of [[alice, "sign-in"], [undefined, "sign-out"]] as const) {
    it.effect(`an owner that loses its lock during a ${change} starts again with the stored session`, () =>
      Effect.gen(function*() {
        const { directory, path } = yield* place
        const store = yield* open(directory)
        yield* store.modify(() => Tokens.make({ refreshToken: "first" }))
        const found: Array<string | undefined> = []
        const stored = yield* store.modify((tokens) => {
          found.push(idOf(tokens))
          if (found.length === 1) {
            rmSync(`${path}.lock`, { recursive: true })
            writeFileSync(path, JSON.stringify({ refreshToken: "second" }))
          }
          return next
        })
        assert.deepStrictEqual(found, ["first", "second"])
        assert.strictEqual(idOf(stored), idOf(next))
        assert.strictEqual(idOf(yield* store.get), idOf(next))
      }))
  }

  it.effect("an owner that loses its lock to another neither writes nor releases the other's lock", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const store = yield* open(directory)
      const { fiber, waits } = yield* waiting(store.modify(() => {
        if (!existsSync(join(`${path}.lock`, elsewhere))) {
          rmSync(`${path}.lock`, { recursive: true })
          hold(path, elsewhere)
        }
        return bob
      }))
      // The write takes no time on the test's clock, but some on the disk.
      for (let millis = 0; millis < 4000; millis += 20) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        yield* TestClock.adjust(20)
      }
      assert.isTrue(waits())
      assert.isTrue(existsSync(join(`${path}.lock`, elsewhere)))
      assert.isFalse(existsSync(path))
      yield* Fiber.interrupt(fiber)
    }))

  it.effect("an owner removes only the temporary files of killed processes", () =>
    Effect.gen(function*() {
      const { directory, path } = yield* place
      const draft = (owner: string) => {
        const folder = `${path}.lock.${owner}`
        mkdirSync(join(folder, owner), { recursive: true })
        return folder
      }
      draft(ownerHere(endedPid))
      utimesSync(draft("1-0b0b-elsewhere"), 0, 0)
      draft(ownerHere(process.ppid))
      draft(elsewhere)
      yield* TestClock.adjust(60_001)
      yield* (yield* open(directory)).modify(() => alice)
      assert.sameMembers(readdirSync(dirname(path)), [
        "project.json",
        `project.json.lock.${ownerHere(process.ppid)}`,
        `project.json.lock.${elsewhere}`
      ])
    }))
})
