// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { Emulator } from "latchkey/emulator"
import { Auth, Cache, Resource, Resources } from "latchkey/promise"

describe("Auth.makeBrowser", () => {
  it("hydrates its cache with the values that a server has read", async () => {
    await using server = Auth.fromLayer(Layer.provideMerge(Cache.layer(), Emulator.layerClient()))
    const { id } = await server.orThrow.run(Resource.get(Resources.project))
    const dehydrated = await server.orThrow.Cache.dehydrate()
    await using auth = Auth.makeBrowser({ ...Emulator.clientOptions, dehydrated })
    const states = auth.watch(Resources.project)[Symbol.asyncIterator]()
    const { value } = await states.next()
    await states.return!()
    assert.strictEqual(value?._tag, "Ready")
    assert.deepInclude(value, { isRefreshing: false })
    assert.strictEqual(value?._tag === "Ready" && value.value.id, id)
  })
})
