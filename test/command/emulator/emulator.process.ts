/** Facts about `latchkey emulator` that only a process can show: signals, exits and kills. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { type Run, run, waitForOutput } from "../../support/processes.ts"
import { waitUntil } from "../../support/turns.ts"
import { createUser, emailsOf, folder, read, write } from "./support.ts"

/** Runs the command until the scope closes, and waits until it prints its URL. */
const start = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const process = yield* run(["dist/node/bin.js", "emulator", "--port", "0", ...args])
  return { ...process, url: yield* waitForOutput(process, /on (http:\/\/\S+)[^]*Press Ctrl\+C/) }
})

const stop = ({ child, ended }: Run, signal: NodeJS.Signals = "SIGTERM") =>
  Effect.promise(() => {
    child.kill(signal)
    return ended
  })

describe("latchkey emulator --export", () => {
  it.live("writes the state on SIGUSR2 and on SIGTERM", () =>
    Effect.gen(function*() {
      const file = join(yield* folder, "state.json")
      const run = yield* start("--export", file)
      yield* createUser(run.url, "ada@example.com")
      run.child.kill("SIGUSR2")
      yield* waitUntil(() => existsSync(file))
      assert.strictEqual(read(file).projects[0].users.length, 1)
      yield* createUser(run.url, "grace@example.com")
      assert.strictEqual(yield* stop(run), 0)
      assert.strictEqual(read(file).projects[0].users.length, 2)
    }))
})

describe("latchkey emulator --persist", () => {
  it.live("a written change survives kill -9 at any time", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      let created = 0
      for (const delay of [0, 300, 550, 800]) {
        const run = yield* start("--persist", directory)
        const emails = yield* emailsOf(run.url)
        // Those of the rounds before were written.
        assert.isAtLeast(emails.length, created)
        for (let index = 0; index < 20; index++) yield* createUser(run.url, `${delay}-${index}@example.com`)
        created = emails.length + 20
        const file = join(directory, "state.json")
        yield* waitUntil(() => existsSync(file) && read(file).projects[0].users.length === created)
        // Written while the process ends.
        for (let index = 20; index < 40; index++) yield* createUser(run.url, `${delay}-${index}@example.com`)
        yield* Effect.sleep(delay)
        assert.strictEqual(yield* stop(run, "SIGKILL"), "SIGKILL")
      }
      // Neither a lock nor an incomplete file of a killed process remains in use.
      const run = yield* start("--persist", directory)
      assert.deepStrictEqual(readdirSync(directory).toSorted(), ["lock", "state.json"])
      yield* stop(run, "SIGINT")
      assert.deepStrictEqual(readdirSync(directory), ["state.json"])
    }))

  it.live("--persist: the file is complete after kill -9 during the write of a large state", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const state = join(directory, "state.json")
      const users = Array.from({ length: 5000 }, (_, index) => ({ primary_email: `user${index}@example.com` }))
      const seed = write(join(directory, "seed.json"), { version: 1, users })
      const isWriting = () => readdirSync(directory).some((name) => name.endsWith(".tmp"))
      let count = users.length
      for (const round of [1, 2, 3]) {
        const run = yield* start("--persist", directory, "--seed", seed)
        yield* waitUntil(() => existsSync(state) && !isWriting())
        // A busy machine may miss a write, which is complete then.
        for (let isMissed = true; isMissed; isMissed = !isWriting()) {
          const { ino } = statSync(state)
          yield* createUser(run.url, `${round}-${count++}@example.com`)
          yield* waitUntil(() => isWriting() || statSync(state).ino !== ino)
        }
        yield* stop(run, "SIGKILL")
        const written = read(state).projects[0].users.length
        assert.include([count - 1, count], written)
        count = written
      }
    }))

  it.live("refuses a folder that another process uses", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const first = yield* start("--persist", directory)
      const second = yield* run(["dist/node/bin.js", "emulator", "--port", "0", "--persist", directory])
      assert.strictEqual(yield* Effect.promise(() => second.ended), 1)
      assert.include(second.errors(), `uses the folder ${directory} (process ${first.child.pid}).`)
      yield* stop(first)
      yield* start("--persist", directory)
    }))

  it.live("shares the emulator that uses the folder with a second command, and its keys", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      yield* stop(yield* start("--persist", directory, "--secret-key", "ssk_mine"))
      const { url } = yield* start("--persist", directory)
      const print = "console.log(process.env.STACK_SECRET_SERVER_KEY)"
      const options = ["--persist", directory, "--port", new URL(url).port]
      const second = yield* run(["dist/node/bin.js", "emulator", ...options, "--", process.execPath, "-e", print])
      assert.strictEqual(yield* Effect.promise(() => second.ended), 0, second.errors())
      assert.strictEqual(second.output(), `Latchkey emulator already listening on ${url}\nssk_mine\n`)
    }))
})
