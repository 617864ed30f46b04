import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { PageVisibility } from "latchkey"
import { makePageVisibility } from "../../src/platform/PageVisibility.ts"

/** A document as far as its visibility is concerned. */
const makeDocument = (visibilityState: unknown) => Object.assign(new EventTarget(), { visibilityState })

describe("PageVisibility", () => {
  it("is visible if the document says so", () => {
    const document = makeDocument("visible")
    const { isVisible } = makePageVisibility(document)
    assert.isTrue(isVisible())
    for (const state of ["hidden", "prerender", undefined, true]) {
      document.visibilityState = state
      assert.isFalse(isVisible())
    }
  })

  it("calls listeners for each change until they are removed", () => {
    const document = makeDocument("visible")
    let calls = 0
    const stop = makePageVisibility(document).subscribe(() => calls++)
    document.dispatchEvent(new Event("visibilitychange"))
    document.dispatchEvent(new Event("visibilitychange"))
    assert.strictEqual(calls, 2)
    stop()
    document.dispatchEvent(new Event("visibilitychange"))
    assert.strictEqual(calls, 2)
  })

  it.effect("is hidden by default on a host without a document", () =>
    Effect.gen(function*() {
      const { isVisible, subscribe } = yield* PageVisibility
      assert.isFalse(isVisible())
      subscribe(() => {})()
    }))
})
