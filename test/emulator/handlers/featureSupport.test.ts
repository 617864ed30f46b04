import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, Project } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { codeOf, layerTest, send, tagsOf } from "../support.ts"

const ask = (headers: Readonly<Record<string, string>>, body?: object | string) =>
  send("POST", "/check-feature-support", headers, body)

describe("feature support", () => {
  it.effect("is denied for every feature", () =>
    Effect.gen(function*() {
      const { isSupported, message } = yield* Project.checkFeatureSupport("sign in by fax")
      assert.isFalse(isSupported)
      assert.include(message, "sign in by fax")
    }).pipe(Effect.provide(layerTest())))

  it.effect("responds with a text to every caller and feature", () =>
    Effect.gen(function*() {
      for (const body of [undefined, {}, { feature_name: null }, { feature_name: ["a"] }, { name: "a" }, [1]]) {
        const response = yield* ask({}, body)
        assert.strictEqual(response.status, 200)
        assert.strictEqual(response.headers["content-type"], "text/plain; charset=utf-8")
        assert.isAbove(response.body!.length, 0)
      }
    }).pipe(Effect.provide(layerTest())))

  for (const generation of ["2025", "2026"] as const) {
    it.effect(`refuses wrong keys and access types in ${generation}`, () =>
      Effect.gen(function*() {
        const client = yield* Layer.build(
          Layer.fresh(Client.layer({ ...Emulator.clientOptions, publishableClientKey: "pck_wrong" }))
        )
        const error = yield* Effect.flip(Effect.provide(Project.checkFeatureSupport("sign in by fax"), client))
        assert.strictEqual(tagsOf(error), "ApiError/ProjectRefused/InvalidPublishableClientKey")
        const unknownType = { "x-stack-access-type": "unknown", "x-stack-secret-server-key": "x" }
        assert.strictEqual(codeOf(yield* ask(unknownType)), "INVALID_ACCESS_TYPE")
      }).pipe(Effect.provide(layerTest({ generation }))))
  }

  it.effect("refuses an invalid body and other methods", () =>
    Effect.gen(function*() {
      assert.strictEqual(codeOf(yield* ask({ "content-type": "application/json" }, "{")), "BODY_PARSING_ERROR")
      assert.strictEqual((yield* send("GET", "/check-feature-support")).status, 405)
    }).pipe(Effect.provide(layerTest())))
})
