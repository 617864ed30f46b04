import { assert, describe, it } from "@effect/vitest"
import { makeConnectivity } from "../../src/platform/Connectivity.ts"

describe("makeConnectivity", () => {
  it("returns navigator.onLine", () => {
    const navigator = { onLine: false }
    const { isOnline } = makeConnectivity({ navigator })
    assert.isFalse(isOnline())
    navigator.onLine = true
    assert.isTrue(isOnline())
  })

  it("makeConnectivity: isOnline is undefined without navigator.onLine, and listeners are accepted", () => {
    for (const host of [{}, { navigator: undefined }, { navigator: {} }, { navigator: { onLine: "no" } }]) {
      const { isOnline, subscribe } = makeConnectivity(host)
      assert.isUndefined(isOnline())
      subscribe(() => {})()
    }
  })

  it("calls a listener on each event until it is removed", () => {
    const host = Object.assign(new EventTarget(), { navigator: { onLine: true } })
    let calls = 0
    const unsubscribe = makeConnectivity(host).subscribe(() => calls++)
    host.dispatchEvent(new Event("offline"))
    host.dispatchEvent(new Event("online"))
    host.dispatchEvent(new Event("focus"))
    assert.strictEqual(calls, 2)
    unsubscribe()
    host.dispatchEvent(new Event("offline"))
    host.dispatchEvent(new Event("online"))
    assert.strictEqual(calls, 2)
  })
})
