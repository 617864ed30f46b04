import { assert, describe, it } from "@effect/vitest"
import { instrument } from "../../scripts/mutate/instrument.ts"
import { mutantsOf } from "../../scripts/mutate/operators.ts"

/** Returns the code with each mutant in place; a removed statement is an empty string. */
const mutated = (code: string): ReadonlyArray<string> =>
  mutantsOf(code).map(({ end, replacement, start }) => code.slice(0, start) + (replacement ?? "") + code.slice(end))

const cases: Record<string, readonly [code: string, mutants: ReadonlyArray<string>]> = {
  "a condition is always or never true": ["if (a) b()", ["if (true) b()", "if (false) b()", "if (a) "]],
  "an operand is dropped": ["const x = a && b", ["const x = a", "const x = b"]],
  "a fallback is dropped": ["const x = a ?? b", ["const x = a", "const x = b"]],
  "a boundary is moved, and a comparison turned round": ["const x = a < b", ["const x = a <= b", "const x = !(a < b)"]],
  "parentheses stay where they are": ["const x = a - (b ?? c)", [
    "const x = a + (b ?? c)",
    "const x = a - (b)",
    "const x = a - (c)"
  ]],
  "a constant grows and shrinks": ["const x = 60", ["const x = 120", "const x = 30"]],
  "a text is misspelt": ["const x = \"a\"", ["const x = \"ax\""]],
  "an element is left out": ["const x = [a, b]", ["const x = [b]", "const x = [a]"]],
  "a property is left out, but not a function": ["const x = { a, b: () => c }", ["const x = { b: () => c }"]],
  "a step of a pipe is left out": ["const x = a.pipe(b, c)", ["const x = a.pipe(c)", "const x = a.pipe(b)"]],
  "a guard around an effect is left out": ["const x = Effect.ensuring(a, b)", ["const x = a"]],
  "the last argument is left out": ["const x = f(a, b)", ["const x = f(a)"]],
  "an optional chain becomes a plain one": ["const x = a?.b?.[0]", [
    "const x = a?.b[0]",
    "const x = a.b?.[0]"
  ]],
  "a chain after parentheses becomes a plain one": ["const x = (a ?? b)?.c", [
    "const x = (a ?? b).c",
    "const x = (a)?.c",
    "const x = (b)?.c"
  ]],
  "a pattern loses its anchors": ["const x = /^a$/", ["const x = /a$/", "const x = /^a/"]],
  "messages and names of spans stay": [
    "trace(\"Users.get\", new Error(\"Not a user\"))\nimport { b } from \"b\"\ntype A = \"a\"",
    ["\nimport { b } from \"b\"\ntype A = \"a\""]
  ]
}

describe("mutantsOf", () => {
  for (const [name, [code, mutants]] of Object.entries(cases)) {
    it(name, () => assert.sameMembers([...mutated(code)], [...mutants]))
  }
})

describe("instrument", () => {
  const code =
    "let out = []\nconst add = (a, b) => a > 1 && b ? a + b : 0\nif (add(2, 3) === 5) out.push(\"five\")\nreturn out"
  const run = (code: string, active: number): unknown => new Function("$mutant", code)((id: number) => id === active)
  const inFunction = (code: string) => code.replace("return out", "globalThis.out = out")

  it("the code behaves the same while no mutant is active", () => {
    const { code: switched, mutants } = instrument(inFunction(code), 1)
    run(switched, 0)
    assert.deepStrictEqual(Reflect.get(globalThis, "out"), ["five"])
    assert.isAbove(mutants.length, 10)
  })

  it("each number makes the code behave like its mutant", () => {
    const source = inFunction(code)
    const { code: switched, mutants } = instrument(source, 7)
    for (const [index, { end, replacement, start }] of mutants.entries()) {
      const alone = source.slice(0, start) + (replacement === undefined ? "{}" : `(${replacement})`) + source.slice(end)
      run(alone, 0)
      const expected: unknown = Reflect.get(globalThis, "out")
      run(switched, 7 + index)
      assert.deepStrictEqual(Reflect.get(globalThis, "out"), expected, alone)
    }
  })
})
