// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { createAuthClient, watchForeignUse } from "latchkey/promise"

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

describe("createAuthClient in a browser", () => {
  it("refuses foreignUse with a cookie domain, and accepts it for a session that is not in cookies", async () => {
    const options = { projectId, foreignUse: watchForeignUse({ usedBy: "browser" }), domain: "example.com" }
    assert.throws(() => createAuthClient(options), /The option domain must not be set with ForeignUse/)
    await using auth = createAuthClient({ ...options, storage: localStorage })
    assert.isFunction(auth.session.onForeignUse)
  })
})
