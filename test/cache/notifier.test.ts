import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeNotifier } from "../../src/cache/notifier.ts"

const make = () => {
  const seen: Array<string> = []
  const errors: Array<unknown> = []
  const later: Array<Effect.Effect<void>> = []
  const notifier = makeNotifier((effect) => later.push(effect), (error) => Effect.sync(() => errors.push(error)))
  const listener = (name: string) => ({ notify: () => void seen.push(name) })
  const runLater = () => Promise.all(later.splice(0).map((effect) => Effect.runPromise(effect)))
  return { ...notifier, seen, errors, later, listener, runLater }
}

describe("makeNotifier", () => {
  it("notify: calls all listeners immediately, each once", () => {
    const { later, listener, seen, notify } = make()
    notify(new Set([listener("a"), listener("b")]))
    notify(new Set([listener("c")]))
    assert.deepStrictEqual(seen, ["a", "b", "c"])
    assert.strictEqual(later.length, 0)
  })

  it("notify: reports a listener that throws, and calls the others", async () => {
    const { errors, listener, runLater, seen, notify } = make()
    const error = new Error("thrown")
    notify(
      new Set([{
        notify: () => {
          throw error
        }
      }, listener("b")])
    )
    await runLater()
    assert.deepStrictEqual([seen, errors], [["b"], [error]])
  })

  it("batch: calls listeners once, after all changes, and after the outer one if nested", () => {
    const { batch, listener, seen, notify } = make()
    const all = new Set([listener("a")])
    batch(() => {
      notify(all)
      batch(() => notify(all))
      assert.deepStrictEqual(seen, [])
    })
    assert.deepStrictEqual(seen, ["a"])
    notify(all)
    assert.deepStrictEqual(seen, ["a", "a"])
  })

  it("whileRendering: calls listeners in the next tick, and starts nothing if nothing changed", async () => {
    const { batch, later, listener, runLater, seen, notify, readInRender } = make()
    assert.strictEqual(readInRender(() => 5), 5)
    assert.strictEqual(later.length, 0)
    const all = new Set([listener("a")])
    readInRender(() => {
      readInRender(() => batch(() => notify(all)))
      assert.strictEqual(later.length, 0)
    })
    assert.deepStrictEqual(seen, [])
    assert.strictEqual(later.length, 1)
    await runLater()
    readInRender(() => notify(all))
    assert.strictEqual(later.length, 1)
    await runLater()
    assert.deepStrictEqual(seen, ["a", "a"])
  })
})
