import { assert, describe, it } from "@effect/vitest"
import { isBare } from "../../scripts/checks/functionNames.ts"
import { readModule } from "../../scripts/checks/readModule.ts"

describe("function names", () => {
  it("names of every kind of function are found", () => {
    const code = `
      function told() {}
      const within = () => 1
      const routed = Effect.fnUntraced(function*() {})
      interface Owner { readonly telling: () => void; settled(): void }
      const object = { changed: () => 1, refused() {} }
    `
    assert.deepStrictEqual(
      readModule(code, "names.ts").functions.map(({ text }) => text).filter(isBare),
      ["told", "within", "routed", "telling", "settled", "changed", "refused"]
    )
  })

  it("verbs are accepted, even those that end like participles", () => {
    for (const name of ["tell", "isPinned", "proceed", "bring", "fromJson"]) assert.isFalse(isBare(name), name)
  })
})
