import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { parseEnvFile } from "../../../src/command/project/envFile.ts"
import { runsOf } from "../../support/propertyRuns.ts"

const values = (text: string) => Object.fromEntries(parseEnvFile(text).map(({ name, value }) => [name, value]))

describe("parseEnvFile", () => {
  it("parses values, quotes, comments and export", () => {
    assert.deepStrictEqual(
      values("# A=0\nA=1\nexport B = two words \nC=\"a # b\" # comment\nD='x'\nE=\nF=1#2\nnot a variable\n G=`q`"),
      { A: "1", B: "two words", C: "a # b", D: "x", E: "", F: "1", G: "q" }
    )
  })

  it("parses values with several lines, Windows line ends and a byte order mark", () => {
    assert.deepStrictEqual(values("\uFEFFA=\"x\r\ny\"\r\nB=1\r\n"), { A: "x\ny", B: "1" })
  })

  it("returns the line of each variable", () => {
    assert.deepStrictEqual(parseEnvFile("A=1\n\n# c\nB=2").map(({ line, name }) => [name, line]), [["A", 1], ["B", 4]])
  })

  it("never throws", () => {
    const line = fc.tuple(
      fc.constantFrom("A", "export A", " A ", ""),
      fc.constantFrom("=", " = ", ""),
      fc.oneof(fc.constantFrom("", "\"", "'x'", "`"), fc.string())
    ).map((parts) => parts.join(""))
    const text = fc.oneof(fc.string(), fc.array(line).map((lines) => lines.join("\n")))
    fc.assert(fc.property(text, (text) => Array.isArray(parseEnvFile(text))), { numRuns: runsOf(200) })
  })
})
