import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Project } from "latchkey"
import { layerClient, layerWire, response, signedIn, Wire } from "../support/Wire.ts"

const answering = (text: string) =>
  layerClient(layerWire(() => response(200, text, { "content-type": "text/plain; charset=utf-8" })), {}, signedIn)

describe("checkFeatureSupport", () => {
  it.effect("sends the name as the service expects it, and no tokens", () =>
    Effect.gen(function*() {
      yield* Project.checkFeatureSupport("sign in by fax")
      const [call] = (yield* Wire).calls
      assert.deepStrictEqual(JSON.parse(call!.body!), { feature_name: "sign in by fax" })
      assert.notProperty(call!.headers, "x-stack-access-token")
    }).pipe(Effect.provide(answering("No."))))

  it.effect("checkFeatureSupport: returns the service's response", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* Project.checkFeatureSupport("sign in by fax"), {
        isSupported: false,
        message: "Not before 2040."
      })
    }).pipe(Effect.provide(answering("Not before 2040."))))
})
