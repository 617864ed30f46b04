import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { clampView, initialView, maxZoom } from "../../../react/components/picture/cropGeometry.ts"
import { type EncodeOptions, encodePicture, maxUrlLength } from "../../../react/components/picture/openPicture.ts"

const size = { width: 800, height: 400 }

describe("clampView", () => {
  it("limits the zoom on both sides", () => {
    const zooms = [0.5, 1, maxZoom, maxZoom + 0.5].map((zoom) => clampView(size, { x: 0, y: 0, zoom }).zoom)
    assert.deepStrictEqual(zooms, [1, 1, maxZoom, maxZoom])
  })

  it("keeps the picture under the frame on each side", () => {
    assert.deepStrictEqual(clampView(size, { x: 9, y: 9, zoom: 1 }), { x: 0.5, y: 0, zoom: 1 })
    assert.deepStrictEqual(clampView(size, { x: -9, y: -9, zoom: 2 }), { x: -1.5, y: -0.5, zoom: 2 })
    assert.deepStrictEqual(clampView(size, initialView), initialView)
  })
})

describe("encodePicture", () => {
  const prefix = "data:image/webp;base64,"
  /** Encodes to URLs of the given lengths, one after the other. */
  const encode = (...lengths: ReadonlyArray<number>) => {
    const tried: Array<EncodeOptions> = []
    const picture = {
      ...size,
      url: "",
      close: () => {},
      encode: (options: EncodeOptions) =>
        Effect.sync(() => prefix.padEnd(lengths[tried.push(options) - 1] ?? maxUrlLength + 1, "A"))
    }
    return Effect.map(Effect.result(encodePicture(picture, { x: 0, y: 0, side: 400 })), ({ _tag }) => ({ _tag, tried }))
  }

  it.effect("accepts a URL of exactly the maximum length", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* encode(maxUrlLength)).tried.length, 1)
      const { tried } = yield* encode(maxUrlLength + 1, maxUrlLength)
      assert.deepStrictEqual(tried.map(({ quality, size }) => [size, quality]), [[512, 0.9], [512, 0.7]])
    }))

  it.effect("encodePicture: fails if every size and quality is too long", () =>
    Effect.gen(function*() {
      const { _tag, tried } = yield* encode()
      assert.strictEqual(_tag, "Failure")
      assert.deepStrictEqual(tried.at(-1)?.size, 256)
    }))
})
