import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { root } from "../../scripts/repository.ts"
import { findProblems } from "../../site/reference/findProblems.ts"
import { group, hardLine, indent, join as joinDocs, layOut, line, softLine } from "../../site/reference/layout.ts"
import { entriesIn } from "../../site/reference/pages.ts"

describe("findProblems", () => {
  const page = "# One\n\n## Same\n\n## Same\n"

  it("findProblems: accepts links to pages, headings, other sites and parent pages", () => {
    const text = `${page}[a](b/C.md) [b](b/C.md#one) [c](#same-1) [d](https://example.com/x.md) [e](../errors.md)`
    const pages = new Map([["a.md", text], ["b/C.md", "# One\n[up](../a.md#same)\n"]])
    assert.deepStrictEqual(findProblems(pages, ["a.md", "b/C.md"], join(root, "docs/reference")), [])
  })

  it("reports pages that are missing and pages that no entry point has", () => {
    assert.deepStrictEqual(findProblems(new Map([["a.md", page]]), ["b.md"]), ["b.md: missing", "a.md: unexpected"])
  })

  it("reports links to pages, headings and files that do not exist", () => {
    const text = `${page}[a](b.md) [b](#same-2) [c](../none.md)`
    assert.deepStrictEqual(findProblems(new Map([["a.md", text]]), ["a.md"]), [
      "a.md: dead link ](b.md)",
      "a.md: dead link ](#same-2)",
      "a.md: dead link ](../none.md)"
    ])
  })

  it("ignores headings and links in code blocks", () => {
    const text = "# One\n```ts\n# Two\n[a](b.md)\n```\n[c](#two)"
    assert.deepStrictEqual(findProblems(new Map([["a.md", text]]), ["a.md"]), ["a.md: dead link ](#two)"])
  })

  it("reports a path of the machine that wrote the page", () => {
    assert.deepStrictEqual(findProblems(new Map([["a.md", `in ${root}/src`]]), ["a.md"]), [`a.md: contains ${root}`])
  })
})

describe("entriesIn", () => {
  it("takes exports with a source, and names their page after the import", () => {
    assert.deepStrictEqual(
      entriesIn({
        name: "latchkey",
        exports: {
          ".": { "@latchkey/source": "./src/index.ts" },
          "./emulator/node": { "@latchkey/source": "./src/emulator/node.ts" },
          "./styles.css": { "@latchkey/source": { types: "./src/styles.d.ts", default: "./src/styles.css" } },
          "./package.json": "./package.json"
        }
      }),
      [
        { name: "latchkey", path: "src/index.ts", page: "latchkey" },
        { name: "latchkey/emulator/node", path: "src/emulator/node.ts", page: "emulator-node" }
      ]
    )
  })
})

describe("layOut", () => {
  const call = (name: string, ...texts: ReadonlyArray<string>) =>
    group([name, "(", indent([softLine, joinDocs([",", line], texts)]), softLine, ")"])

  it("prints a type on one line if it fits", () => {
    assert.strictEqual(layOut(call("f", "a", "b"), 7), "f(a, b)")
  })

  it("breaks long lines, nested parts only if necessary", () => {
    const doc = group([
      "f(",
      indent([softLine, call("g", "a", "b"), ",", line, call("h", "long", "text")]),
      softLine,
      ")"
    ])
    assert.strictEqual(layOut(doc, 12), "f(\n  g(a, b),\n  h(\n    long,\n    text\n  )\n)")
  })

  it("keeps together everything before the first possible break", () => {
    assert.strictEqual(
      layOut([call("", "a"), " => ", call("Effect", "long", "text")], 16),
      "(a) => Effect(\n  long,\n  text\n)"
    )
    assert.strictEqual(layOut([call("", "a"), "; text"], 8), "(\n  a\n); text")
  })

  it("layOut: breaks around a line that must end, such as a comment", () => {
    assert.strictEqual(layOut(group(["{", indent([line, ["a", hardLine, "b"]]), line, "}"]), 80), "{\n  a\n  b\n}")
  })
})
