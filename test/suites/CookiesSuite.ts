/** The contract of every `Cookies`. A cookie jar's test file calls `suite`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import type { Cookies } from "latchkey"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"

type Jar = Cookies.Cookies["Service"]

const hour = { maxAge: 3600 }

/** A jar's cookies in any order. */
const found = (jar: Jar) =>
  Effect.map(jar.all, (all) => Object.fromEntries(all.map(({ name, value }) => [name, value])))

/** Runs the contract. Every run of the effect must create a separate jar with exactly the given cookies. */
export const suite = (
  name: string,
  make: (given: Readonly<Record<string, string>>) => Effect.Effect<Jar>
): void => {
  describe(`Cookies, ${name}`, () => {
    it.effect("contains exactly the given cookies", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* found(yield* make({})), {})
        assert.deepStrictEqual(yield* found(yield* make({ theme: "dark", b: "2" })), { theme: "dark", b: "2" })
      }))

    it.effect("keeps a set cookie once, with its last value", () =>
      Effect.gen(function*() {
        const jar = yield* make({ theme: "dark" })
        yield* jar.set("a", "1", hour)
        yield* jar.set("a", "2", hour)
        yield* jar.set("theme", "light", hour)
        assert.deepStrictEqual(yield* found(jar), { a: "2", theme: "light" })
        assert.lengthOf(yield* jar.all, 2)
      }))

    it.effect("removes only the given cookie, and accepts it again", () =>
      Effect.gen(function*() {
        const jar = yield* make({ theme: "dark", old: "x" })
        yield* jar.set("a", "1", hour)
        yield* jar.remove("a")
        yield* jar.remove("old")
        yield* jar.remove("unknown")
        assert.deepStrictEqual(yield* found(jar), { theme: "dark" })
        yield* jar.set("old", "y", hour)
        assert.deepStrictEqual(yield* found(jar), { theme: "dark", old: "y" })
      }))

    it.effect("ignores an invalid cookie, and does not fail", () =>
      Effect.gen(function*() {
        const jar = yield* make({ theme: "dark" })
        for (const [name, value] of [["", "x"], ["a b", "x"], ["a;b", "x"], ["a=b", "x"], ["a", "\ud800"]] as const) {
          yield* jar.set(name, value, hour)
        }
        yield* jar.remove("a b")
        assert.deepStrictEqual(yield* found(jar), { theme: "dark" })
      }))

    it.effect("two cookie jars share no cookie", () =>
      Effect.gen(function*() {
        const [one, another] = [yield* make({}), yield* make({})]
        yield* one.set("a", "1", hour)
        assert.deepStrictEqual(yield* found(another), {})
      }))

    it("reads back any string unchanged", () =>
      fc.assert(
        fc.asyncProperty(fc.string({ unit: codePoint, minLength: 1, maxLength: 50 }), (value) =>
          Effect.runPromise(Effect.gen(function*() {
            const jar = yield* make({})
            yield* jar.set("a", value, hour)
            assert.deepStrictEqual(yield* found(jar), { a: value })
          }))),
        { numRuns: runsOf(100) }
      ))
  })
}
