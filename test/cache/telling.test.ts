import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeTelling } from "../../src/cache/telling.ts"

const make = () => {
  const seen: Array<string> = []
  const errors: Array<unknown> = []
  const later: Array<Effect.Effect<void>> = []
  const telling = makeTelling((effect) => later.push(effect), (error) => Effect.sync(() => errors.push(error)))
  const listener = (name: string) => ({ tell: () => void seen.push(name) })
  const runLater = () => Promise.all(later.splice(0).map((effect) => Effect.runPromise(effect)))
  return { ...telling, seen, errors, later, listener, runLater }
}

describe("makeTelling", () => {
  it("tell: calls all listeners immediately, each once", () => {
    const { later, listener, seen, tell } = make()
    tell(new Set([listener("a"), listener("b")]))
    tell(new Set([listener("c")]))
    assert.deepStrictEqual(seen, ["a", "b", "c"])
    assert.strictEqual(later.length, 0)
  })

  it("tell: reports a listener that throws, and calls the others", async () => {
    const { errors, listener, runLater, seen, tell } = make()
    const error = new Error("thrown")
    tell(
      new Set([{
        tell: () => {
          throw error
        }
      }, listener("b")])
    )
    await runLater()
    assert.deepStrictEqual([seen, errors], [["b"], [error]])
  })

  it("atOnce: calls listeners once, after all changes, and after the outer one if nested", () => {
    const { atOnce, listener, seen, tell } = make()
    const all = new Set([listener("a")])
    atOnce(() => {
      tell(all)
      atOnce(() => tell(all))
      assert.deepStrictEqual(seen, [])
    })
    assert.deepStrictEqual(seen, ["a"])
    tell(all)
    assert.deepStrictEqual(seen, ["a", "a"])
  })

  it("whileRendering: calls listeners in the next turn, and starts nothing if nothing changed", async () => {
    const { atOnce, later, listener, runLater, seen, tell, whileRendering } = make()
    assert.strictEqual(whileRendering(() => 5), 5)
    assert.strictEqual(later.length, 0)
    const all = new Set([listener("a")])
    whileRendering(() => {
      whileRendering(() => atOnce(() => tell(all)))
      assert.strictEqual(later.length, 0)
    })
    assert.deepStrictEqual(seen, [])
    assert.strictEqual(later.length, 1)
    await runLater()
    whileRendering(() => tell(all))
    assert.strictEqual(later.length, 1)
    await runLater()
    assert.deepStrictEqual(seen, ["a", "a"])
  })
})
