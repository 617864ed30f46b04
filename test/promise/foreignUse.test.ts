import { assert, describe, it } from "@effect/vitest"
import { createAuthClient, type FoundUse, watchForeignUse } from "latchkey/promise"
import { ada, startService } from "./support.ts"

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

describe("auth.session.onForeignUse", () => {
  it("onForeignUse: fails without the option foreignUse", async () => {
    await using service = await startService()
    const auth = service.client({})
    const { error } = await auth.session.onForeignUse(() => {})
    assert.strictEqual(error?._tag, "ForeignUseNotWatched")
  })

  it("onForeignUse: reports a copy of the session before a refresh overwrites its use", async () => {
    await using service = await startService()
    const texts = new Map<string, string>()
    const storage = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, value: string) => texts.set(key, value),
      removeItem: (key: string) => texts.delete(key)
    }
    const auth = service.client({ storage, foreignUse: watchForeignUse({ usedBy: "browser" }) })
    const found: Array<FoundUse> = []
    const stop = await auth.session.onForeignUse((use) => found.push(use)).orThrow()
    await auth.signUp.password(ada).orThrow()
    await service.emulator.advanceClock("7 minutes")
    const { refreshToken } = JSON.parse(texts.get("latchkey")!)
    await service.client({ tokens: { refreshToken } }).session.refresh().orThrow()
    await auth.session.refresh().orThrow()
    assert.lengthOf(found, 1)
    // It is reported once.
    await auth.session.refresh().orThrow()
    assert.lengthOf(found, 1)
    stop()
  })

  it("createAuthClient: refuses foreignUse with the tokens of another program", () => {
    const foreignUse = watchForeignUse({ usedBy: "browser" })
    assert.throws(() => createAuthClient({ projectId, foreignUse, tokens: { refreshToken: "r" } }), /foreignUse/)
  })
})
