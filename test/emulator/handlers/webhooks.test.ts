import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Webhooks } from "latchkey/admin"
import { adminHeaders, codeOf, jsonOf, layerAdmin, send, serverHeaders } from "../support.ts"

describe("the token for webhooks", () => {
  it.effect("is new each time, and cannot be printed", () =>
    Effect.gen(function*() {
      const [one, another] = [yield* Webhooks.createSvixToken, yield* Webhooks.createSvixToken]
      assert.match(Redacted.value(one), /^appsk_\w+$/)
      assert.notStrictEqual(Redacted.value(one), Redacted.value(another))
      assert.notInclude(String(one), "appsk")
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is created with status 201, by a request with a body", () =>
    Effect.gen(function*() {
      const response = yield* send("POST", "/webhooks/svix-token", adminHeaders, {})
      assert.strictEqual(response.status, 201)
      assert.deepStrictEqual(Object.keys(jsonOf(response)), ["token"])
      assert.strictEqual(codeOf(yield* send("POST", "/webhooks/svix-token", adminHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* send("POST", "/webhooks/svix-token", adminHeaders, { a: 1 })), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is for admins only", () =>
    Effect.gen(function*() {
      const response = yield* send("POST", "/webhooks/svix-token", serverHeaders, {})
      assert.strictEqual(codeOf(response), "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layerAdmin())))
})
