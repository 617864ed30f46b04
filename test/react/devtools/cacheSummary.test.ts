import { assert, describe, it } from "@effect/vitest"
import { summarizeEntries } from "../../../react/devtools/model/CacheSummary.ts"

describe("summarizeEntries", () => {
  it("shows the words and the start of the ids of an input, and hides all other texts", () => {
    const state = () => ({
      patches: [],
      phase: "Idle",
      snapshot: { _tag: "Pending" },
      starts: 0,
      subscribers: 0,
      isOutdated: false,
      answeredAt: -Infinity
    })
    const id = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
    const keys = ["user", `teamMembers/${id}`, "connection/github read:user", "search/ada@example.com", "search/x1"]
    const entries: any = new Map(keys.map((key) => [key, { state }]))
    assert.deepStrictEqual(summarizeEntries(entries).map(({ input, name }) => [name, input]), [
      ["connection", "github read:user"],
      ["search", "…"],
      ["search", "…"],
      ["teamMembers", "3f6e8a52…"],
      ["user", ""]
    ])
  })
})
