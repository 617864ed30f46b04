/** Both interpreters of the codecs give the same results, for all recordings. */
import { assert, it } from "@effect/vitest"
import { Problem } from "../../src/wire/decode.ts"
import {
  codeOf,
  descriptionOf,
  isInScope,
  isObject,
  payloadOf,
  recorded2025,
  recorded2026,
  statusOf
} from "../recordings/recordings.ts"
import { classes } from "../support/classes.ts"
import { decodeBoth, encodeBoth, roundTripBoth } from "./bothInterpreters.ts"

for (const recorded of [recorded2025, recorded2026]) {
  recorded.describe(`decode and toSchema for the recordings of ${recorded.generation}`, () => {
    const inScope = recorded.all.filter(isInScope)

    it("every body of a response decodes and encodes to the same result", () => {
      let values = 0
      for (const recording of inScope) {
        const { response } = recording
        const code = codeOf(response)
        const { success } = descriptionOf(recording, recorded.generation)
        // The success codec of an error, too: the problem is the same.
        const value = decodeBoth(success, response.body)
        if (!(value instanceof Problem)) encodeBoth(success, value)
        const details = classes.find((known) => known.code === code)?.details
        if (details !== undefined) {
          roundTripBoth(details, isObject(response.body) ? response.body["details"] : undefined)
        }
        if (code === undefined && statusOf(response) < 300 && !(value instanceof Problem)) values++
      }
      assert.isAbove(values, 100)
    })

    it("every request decodes and encodes to the same result", () => {
      let values = 0
      for (const recording of inScope) {
        const { payload, query } = descriptionOf(recording, recorded.generation)
        const { request } = recording
        for (const [codec, json] of [[query, request.query ?? {}], [payload, payloadOf(request)]] as const) {
          if (codec === undefined) continue
          const value = decodeBoth(codec, json)
          if (value instanceof Problem) continue
          encodeBoth(codec, value)
          values++
        }
      }
      assert.isAbove(values, 100)
    })
  })
}
