import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import { type CacheState, isSameState, pending, statuses, statusOf } from "../../src/cache/CacheState.ts"
import { ApiError, InvalidResponse } from "../../src/call/ApiError.ts"
import * as Tokens from "../../src/session/Tokens.ts"

const tokens = Tokens.make({ refreshToken: "ada" })!
const error = new ApiError({ endpoint: "x", reason: new InvalidResponse({ status: 200, path: [], message: "x" }) })

describe("statusOf", () => {
  it("returns the same object for each kind of session state", () => {
    const all = [
      [{ _tag: "Loading" }, statuses.loading, { _tag: "Loading" }],
      [{ _tag: "SignedOut" }, statuses.signedOut, { _tag: "SignedOut" }],
      [{ _tag: "Active", tokens }, statuses.active, { _tag: "SignedIn", isRefreshing: false, isStale: false }],
      [{ _tag: "Refreshing", tokens }, statuses.refreshing, {
        _tag: "SignedIn",
        isRefreshing: true,
        isStale: false
      }],
      [{ _tag: "Stale", tokens, error }, statuses.stale, { _tag: "SignedIn", isRefreshing: false, isStale: true }]
    ] as const
    for (const [state, status, content] of all) {
      assert.strictEqual(statusOf(state), status, state._tag)
      assert.deepStrictEqual<unknown>(status, content)
    }
  })
})

describe("isSameState", () => {
  const cause = Cause.fail("boom")
  const states: ReadonlyArray<CacheState<unknown, string>> = [
    pending,
    { _tag: "Ready", value: 1, isRefreshing: false, stale: undefined },
    { _tag: "Ready", value: 2, isRefreshing: false, stale: undefined },
    { _tag: "Ready", value: 1, isRefreshing: true, stale: undefined },
    { _tag: "Ready", value: 1, isRefreshing: false, stale: cause },
    { _tag: "Ready", value: undefined, isRefreshing: false, stale: undefined },
    { _tag: "Failed", cause, isRefreshing: false },
    { _tag: "Failed", cause, isRefreshing: true },
    { _tag: "Failed", cause: Cause.fail("boom"), isRefreshing: false }
  ]

  it("returns true for a state and its copy, and false for any other", () => {
    for (const [index, state] of states.entries()) {
      for (const [other, copy] of states.map((state) => ({ ...state })).entries()) {
        assert.strictEqual(isSameState(state, copy), index === other, `${index} and ${other}`)
      }
    }
  })
})
