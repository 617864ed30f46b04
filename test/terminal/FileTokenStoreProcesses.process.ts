/** Real processes that share one file, in real time. `FILE_STORE_OPERATIONS=500` runs them at full scale; see CONTRIBUTING. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../support/processes.ts"
import { waitUntil } from "../support/turns.ts"
import type { Faults } from "./fileStore/faults.ts"
import type { Work } from "./fileStore/worker.ts"

const name = "acme"
const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

const operations = Number(process.env["FILE_STORE_OPERATIONS"] ?? 15)
const isFull = operations >= 500

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const pathIn = (directory: string) => join(directory, name, `${projectId}.json`)

const stored = (directory: string) => JSON.parse(readFileSync(pathIn(directory), "utf8"))

type Order<W = Work> = W extends Work ? Omit<W, "file"> : never

const start = (directory: string, order: Order, faults: Faults = {}) =>
  run(
    ["--import", "./test/terminal/fileStore/faults.ts", "./test/terminal/fileStore/worker.ts"],
    {
      FILE_WORK: JSON.stringify({ ...order, file: { name, projectId, directory } }),
      FILE_FAULTS: JSON.stringify(faults)
    }
  )

/** The writes of a process, and its exit. */
const result = Effect.fnUntraced(function*(started: ReturnType<typeof start>) {
  const { ended, errors, output } = yield* started
  const end = yield* Effect.promise(() => ended)
  return { end, errors: errors(), lines: output().trim().split("\n") }
})

const all = <A, B, E, R>(list: ReadonlyArray<A>, run: (item: A, index: number) => Effect.Effect<B, E, R>) =>
  Effect.forEach(list, run, { concurrency: "unbounded" })

const numbered = (length: number) => Array.from({ length }, (_, index) => index)

const ok = { end: 0, errors: "" }

/** The first error of each failed process. */
const failures = (ends: ReadonlyArray<Effect.Success<ReturnType<typeof result>>>) =>
  ends.filter(({ end }) => end !== 0).map(({ errors }) => /^\w*Error.*$/m.exec(errors)?.[0])

describe("processes that share a file", () => {
  it.live("never interleave between reading and writing", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const workers = ["a", "b", "c"]
      const ends = yield* all(
        workers,
        (worker) => result(start(directory, { does: "count", worker, from: 0, to: 200 }))
      )
      assert.deepStrictEqual(ends.map(({ end, errors }) => ({ end, errors })), workers.map(() => ok))
      assert.deepStrictEqual(JSON.parse(stored(directory).accessToken), { a: 200, b: 200, c: 200 })
    }))

  it.live("lose no change, whenever they are killed", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const begin = performance.now()
      const running = new Map<string, { kill: () => void }>()
      let kills = 0
      const worker = Effect.fnUntraced(function*(name: string) {
        let known = 0
        let own = 0
        while (known < operations) {
          const started = yield* start(directory, { does: "count", worker: name, from: known, to: operations }, {
            killChance: isFull ? 0.0002 : 0.004
          })
          running.set(name, { kill: () => started.child.kill("SIGKILL") })
          const end = yield* Effect.promise(() => started.ended)
          running.delete(name)
          known = Number(started.output().trim().split("\n").findLast((line) => /^\d+$/.test(line)) ?? known)
          assert.strictEqual(started.errors(), "", `${name} after ${known}`)
          assert.include([0, "SIGKILL"], end)
          if (end === "SIGKILL") own++
        }
        kills += own
        return [name, own] as const
      }, Effect.scoped)
      // The disk kills them, too, at any step of a change.
      const killing = Effect.repeat(
        Effect.gen(function*() {
          yield* Effect.sleep(isFull ? 4000 : 400)
          const list = [...running.values()]
          list[Math.floor(Math.random() * list.length)]?.kill()
        }),
        { times: isFull ? Infinity : 4 }
      )
      const killed = yield* Effect.raceFirst(
        all(numbered(isFull ? 16 : 4).map((n) => `w${n}`), worker),
        Effect.andThen(killing, Effect.never)
      )
      const counts = JSON.parse(stored(directory).accessToken)
      for (const [name, own] of killed) {
        assert.isAtLeast(counts[name], operations, name)
        assert.isAtMost(counts[name], operations + own, name)
      }
      const seconds = Math.round((performance.now() - begin) / 1000)
      if (isFull) console.log(`${killed.length} × ${operations} changes in ${seconds} s, ${kills} kills, 0 lost`)
      // The next change removes all files of killed processes.
      assert.deepInclude(yield* result(start(directory, { does: "sign out" })), ok)
      assert.deepStrictEqual(readdirSync(join(directory, name)), [])
    }))

  it.live("wait for each other during slow writes", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const ends = yield* all(
        numbered(isFull ? 40 : 5),
        (n) => result(start(directory, { does: "sign in", refreshToken: `${n}` }, { slowMillis: 400 }))
      )
      assert.deepStrictEqual(failures(ends), [])
      assert.match(stored(directory).refreshToken, /^\d+$/)
    }))

  it.live("wait for a write that takes many seconds", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const faults = { slowMillis: isFull ? 10_000 : 3500 }
      const slow = yield* start(directory, { does: "count", worker: "slow", from: 0, to: 1 }, faults)
      yield* waitUntil(() => existsSync(`${pathIn(directory)}.lock`))
      const quick = yield* result(start(directory, { does: "count", worker: "quick", from: 0, to: 5 }))
      assert.strictEqual(yield* Effect.promise(() => slow.ended), 0, slow.errors())
      assert.deepInclude(quick, ok)
      assert.deepStrictEqual(JSON.parse(stored(directory).accessToken), { slow: 1, quick: 5 })
    }))

  it.live("processes that share a file take over an abandoned lock one at a time", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      mkdirSync(join(directory, name))
      // The files that version 0.1.0 leaves when it is killed.
      writeFileSync(`${pathIn(directory)}.lock`, "")
      const workers = numbered(isFull ? 96 : 4)
      const ends = yield* all(
        workers,
        (n) => result(start(directory, { does: "count", worker: `${n}`, from: 0, to: 1 }))
      )
      assert.deepStrictEqual(failures(ends), [])
      assert.deepStrictEqual(
        JSON.parse(stored(directory).accessToken),
        Object.fromEntries(workers.map((n) => [`${n}`, 1]))
      )
    }))

  it.live("retry a rename that Windows refuses", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const order = { does: "sign in", refreshToken: "r" } as const
      assert.deepInclude(yield* result(start(directory, order, { busyRenames: 5 })), ok)
      assert.strictEqual(stored(directory).refreshToken, "r")
      const [error] = failures([yield* result(start(directory, { does: "sign out" }, { busyRenames: 1000 }))])
      assert.match(error!, /cannot be written: EPERM$/)
    }))

  it.live("do not undo a sign-out", () =>
    Effect.gen(function*() {
      for (const slowMillis of [0, 250]) {
        const directory = yield* folder
        assert.deepInclude(yield* result(start(directory, { does: "sign in", refreshToken: "r" })), ok)
        // Slow processes without a pause rarely let another one take the lock.
        const pauseMillis = slowMillis === 0 ? 0 : 20
        const refreshes = yield* all(numbered(2), () =>
          start(directory, { does: "refresh", pauseMillis }, { slowMillis }))
        yield* waitUntil(() =>
          refreshes.every(({ output }) => /\d/.test(output()))
        )
        assert.deepInclude(yield* result(start(directory, { does: "sign out" }, { slowMillis })), ok)
        for (const { ended, errors, output } of refreshes) {
          assert.strictEqual(yield* Effect.promise(() => ended), 0)
          assert.strictEqual(errors(), "")
          assert.match(output(), /no session\n$/)
        }
        assert.deepStrictEqual(readdirSync(join(directory, name)), [])
      }
    }))
})
