import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import { makeEventLog } from "../../src/recorder/EventLog.ts"

describe("EventLog", () => {
  it("EventLog: drops an event whose body is longer than maxBodyLength", () => {
    const log = makeEventLog(10, 5, Clock.Clock.defaultValue(), () => {})
    log.push({ type: "StoreChanged", subscription: 0, tokens: undefined })
    log.push({ type: "StoreChanged", subscription: 0, tokens: undefined }, "123456")
    assert.deepStrictEqual(log.events(), [])
    log.push({ type: "StoreChanged", subscription: 0, tokens: undefined }, "12345")
    assert.lengthOf(log.events(), 1)
    assert.strictEqual(log.dropped.count, 2)
  })
})
