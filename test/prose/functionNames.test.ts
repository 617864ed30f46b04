/** Functions are named by verbs: no name is a bare participle or preposition. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "../../scripts/repository.ts"
import { filesAt, isNode, parseModule, visit } from "./prose.ts"

const prepositions =
  /^(?:about|after|against|among|at|before|beside|besides|between|by|during|for|from|in|of|on|once|over|per|since|than|through|to|under|until|upon|via|with|within|without)$/

/** Words that end like participles and are none. */
const others = new Set([
  "feed",
  "need",
  "embed",
  "ping",
  "ring",
  "string",
  "bring",
  "seed",
  "speed",
  "exceed",
  "proceed"
])

const irregular =
  /^(?:begun|built|done|found|given|gone|held|kept|known|left|lost|made|met|sent|shown|seen|taken|told|written)$/

const isBare = (name: string): boolean =>
  prepositions.test(name) || irregular.test(name) || (/^[a-z]+(?:ed|ing)$/.test(name) && !others.has(name))

/** Returns the names of the functions in a module: of declarations, variables and members. */
const functionNames = (code: string, path: string): ReadonlyArray<string> => {
  const names: Array<string> = []
  const isFunction = (value: unknown): boolean => {
    if (!isNode(value)) return false
    if (value.type === "CallExpression" && isNode(value.callee)) {
      return /\bfn(?:Untraced)?\b/.test(code.slice(value.callee.start, value.callee.end))
    }
    if (value.type === "TSTypeAnnotation") return isFunction(value.typeAnnotation)
    return /^(?:(?:Arrow)?FunctionExpression|TSFunctionType)$/.test(value.type)
  }
  visit(parseModule(code, path).program, (node) => {
    const name = node.id ?? node.key
    const isNamed = /^(?:FunctionDeclaration|ObjectMethod|ClassMethod|TSMethodSignature)$/.test(node.type) ||
      /^(?:VariableDeclarator|ObjectProperty|ClassProperty|TSPropertySignature)$/.test(node.type) &&
        isFunction(node.init ?? node.value ?? node.typeAnnotation)
    if (isNamed && isNode(name) && typeof name.name === "string") names.push(name.name)
  })
  return names
}

describe("function names", () => {
  it("no function of src or react is named by a bare participle or preposition", () => {
    // The keys of the tables of texts name what a text is about, such as `sent`.
    const files = ["src", "react"].flatMap((folder) => filesAt(join(root, folder)))
      .filter((path) => !path.includes("/react/texts/"))
    const names = files.flatMap((path) =>
      functionNames(readFileSync(path, "utf8"), path).map((name) => ({ name, file: relative(root, path) }))
    )
    assert.isAbove(names.length, 2000)
    assert.deepStrictEqual(names.filter(({ name }) => isBare(name)), [])
  })

  it("names of every kind of function are found", () => {
    const code = `
      function told() {}
      const within = () => 1
      const routed = Effect.fnUntraced(function*() {})
      interface Owner { readonly telling: () => void; settled(): void }
      const object = { changed: () => 1, refused() {} }
    `
    assert.deepStrictEqual(
      functionNames(code, "names.ts").filter(isBare),
      ["told", "within", "routed", "telling", "settled", "changed", "refused"]
    )
  })
})
