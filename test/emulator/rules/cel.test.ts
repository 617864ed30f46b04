import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { evaluate } from "../../../src/emulator/rules/cel.ts"
import { runsOf } from "../../support/propertyRuns.ts"

const variables = {
  email: "ada@engines.example.com",
  emailDomain: "engines.example.com",
  authMethod: "password",
  oauthProvider: "",
  countryCode: "GB",
  riskScores: { bot: 40, free_trial_abuse: 0 },
  tags: ["new", "old"]
}

const isTrue = (condition: string) => assert.isTrue(evaluate(condition, variables), condition)
const isFalse = (condition: string) => assert.isFalse(evaluate(condition, variables), condition)
const isInvalid = (condition: string) => assert.isUndefined(evaluate(condition, variables), condition)

describe("a condition", () => {
  it("compares strings and numbers", () => {
    isTrue("emailDomain == \"engines.example.com\"")
    isTrue("emailDomain != 'example.com'")
    isFalse("emailDomain == \"EXAMPLE.com\"")
    isTrue("riskScores.bot >= 40 && riskScores.bot <= 40 && riskScores.bot > 39.5 && riskScores.bot < 41")
    isFalse("riskScores.bot > 40")
    isTrue("countryCode < \"US\"")
    isTrue("riskScores[\"free_trial_abuse\"] == 0")
    isTrue("tags[1] == \"old\"")
    isFalse("oauthProvider == null")
  })

  it("combines conditions by precedence and parentheses", () => {
    isTrue("true || false && false")
    isFalse("(true || false) && false")
    isTrue("!(authMethod == \"oauth\") && !false")
    isTrue("!!true")
    isFalse("authMethod == \"oauth\" || oauthProvider == \"github\"")
  })

  it("does not evaluate irrelevant operands", () => {
    isTrue("true || unknown")
    isFalse("false && unknown")
    isInvalid("false || unknown")
  })

  it("finds values in lists", () => {
    isTrue("countryCode in [\"DE\", \"GB\"]")
    isFalse("countryCode in [\"DE\"]")
    isFalse("countryCode in []")
    isTrue("\"new\" in tags")
  })

  it("has string methods", () => {
    isTrue("email.contains(\"@engines\")")
    isTrue("email.startsWith(\"ada\") && email.endsWith(\".com\")")
    isFalse("email.contains(\"grace\") || email.startsWith(\"@\") || email.endsWith(\"ada\")")
    isTrue("emailDomain.matches(\"(?i)ENGINES\\\\.example\")")
    isFalse("emailDomain.matches(\"ENGINES\")")
    isTrue("email.matches(r\"^\\w+@\")")
    isTrue("\"a\\tb\".contains(\"\\t\") && \"\\\"\" == '\"'")
  })

  it("evaluates to undefined if it is invalid or not boolean", () => {
    for (
      const condition of [
        "",
        "email",
        "40",
        "unknown == 1",
        "riskScores.unknown == 1",
        "email.unknown(\"a\")",
        "email.contains(1)",
        "email.matches(\"(\")",
        "email ==",
        "== email",
        "(true",
        "true)",
        "true true",
        "!email",
        "1 && true",
        "\"1\" < 2",
        "email in email",
        "email.",
        "[1,",
        "true # comment",
        "__proto__ == 1",
        "email.constructor == 1",
        `${"(".repeat(200)}true${")".repeat(200)}`
      ]
    ) {
      isInvalid(condition)
    }
  })

  it("accepts any string without an exception", () => {
    const tokens = ["(", ")", "[", "]", ".", ",", "!", "==", "&&", "||", "in", "email", "true", "\"a\"", "1", "matches"]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 20 }), (parts) => {
        assert.include([true, false, undefined], evaluate(parts.join(" "), variables))
      }),
      { numRuns: runsOf(100) }
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.include([true, false, undefined], evaluate(text, variables))
      }),
      { numRuns: runsOf(100) }
    )
  })
})
