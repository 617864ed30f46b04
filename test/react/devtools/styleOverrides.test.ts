import { assert, describe, it } from "@effect/vitest"
import {
  compareSpecificity,
  type Specificity,
  specificityOf,
  splitSelectors
} from "../../../react/devtools/model/specificity.ts"
import { describeStyleOverrides } from "../../../react/devtools/model/StyleOverrides.ts"
import { assertNoMismatches } from "../../support/mismatches.ts"

describe("specificityOf", () => {
  it("counts ids, then classes, attributes and pseudo classes, then elements", () => {
    const rows: ReadonlyArray<readonly [selector: string, expected: string]> = [
      ["*", "0,0,0"],
      ["button", "0,0,1"],
      ["ul > li", "0,0,2"],
      [".a.b", "0,2,0"],
      ["#root .a button:hover", "1,2,1"],
      ["p::before", "0,0,2"],
      ["[type=\"submit\"]", "0,1,0"],
      ["a[href=\"x (y), z\"]", "0,1,1"],
      [":where(#a, .b) p", "0,0,1"],
      ["input:not([type=checkbox], [type=radio])", "0,1,1"],
      [":is(button, #a .b):focus", "1,2,0"],
      ["li:nth-child(2n + 1)", "0,1,1"],
      ["div:has(> img:not(.a))", "0,1,2"]
    ]
    assertNoMismatches(rows.flatMap(([selector, expected]) => {
      const actual = specificityOf(selector).join()
      return actual === expected ? [] : [`${selector} has ${actual} instead of ${expected}`]
    }))
  })

  it("compares ids first and elements last", () => {
    const order: Array<Specificity> = [[0, 0, 9], [0, 1, 0], [0, 1, 1], [0, 9, 9], [1, 0, 0]]
    assert.deepStrictEqual(order.toReversed().toSorted(compareSpecificity), order)
  })
})

describe("splitSelectors", () => {
  it("splits at the commas of the list only", () => {
    assert.deepStrictEqual(splitSelectors("a, b:is(.c, .d) ,[title=\"e,f\"]"), ["a", "b:is(.c, .d)", "[title=\"e,f\"]"])
  })
})

describe("describeStyleOverrides", () => {
  const override = (selector: string) => ({ selector, properties: ["color", "height"], sheet: "/app.css" })

  it("lists five rules, counts the others, and ends with the fix", () => {
    const message = describeStyleOverrides({
      isLayered: false,
      overrides: ["a", "b", "c", "d", "e", "f"].map(override)
    })
    assert.include(message, "  a { color, height }\n    in /app.css\n")
    assert.notInclude(message, "  f {")
    assert.include(message, "  and 1 more\n")
    assert.match(message, /@import "\.\/your-styles\.css" layer\(base\);\n {2}@import "latchkey\/react\/styles\.css";$/)
  })

  it("suggests styles.css if the stylesheet is in a layer", () => {
    const message = describeStyleOverrides({ isLayered: true, overrides: [override("button")] })
    assert.include(message, "Import latchkey/react/styles.css instead of styles.layer.css")
    assert.include(message, "@layer base, latchkey;")
  })
})
