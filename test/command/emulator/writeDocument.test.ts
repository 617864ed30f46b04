import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { writeDocument } from "../../../src/command/emulator/writeDocument.ts"
import { turn } from "../../support/turns.ts"
import { folder, write } from "./support.ts"

describe("writeDocument", () => {
  it.effect("replaces a file in one step: readers see the old or the new content", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const [before, after] = ["a".repeat(5_000_000), "b".repeat(5_000_000)]
      const file = write(join(directory, "state.json"), before)
      const writing = yield* Effect.forkChild(writeDocument(file, after))
      while (writing.pollUnsafe() === undefined) {
        const text = readFileSync(file, "utf8")
        assert.isTrue(text === before || text === after)
        yield* turn
      }
      yield* Fiber.join(writing)
      assert.isTrue(readFileSync(file, "utf8") === after)
      assert.deepStrictEqual(readdirSync(directory), ["state.json"])
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    }))

  it.effect("fails with the path, and leaves no draft", () =>
    Effect.gen(function*() {
      const directory = yield* folder
      const file = join(directory, "state.json")
      mkdirSync(join(file, "inner"), { recursive: true })
      const message = yield* Effect.flip(writeDocument(file, "text"))
      assert.isTrue(message.startsWith(`${file} cannot be written: `), message)
      assert.deepStrictEqual(readdirSync(directory), ["state.json"])
    }))
})
