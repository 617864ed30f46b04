import { assert, describe, it } from "@effect/vitest"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path/posix"
import { group, hardLine, indent, join as joined, layOut, line, softLine } from "../scripts/reference/layout.ts"
import { entries, entriesIn, folder, pagesIn, pagesOf, staleOf } from "../scripts/reference/pages.ts"
import { root } from "../scripts/repository.ts"

const pages = pagesIn(folder)

/** A page without its code, in which nothing is a heading or a link. */
const proseOf = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, "")

/** The anchors of a page's headings, as viewers of Markdown make them. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const times = new Map<string, number>()
  return new Set(
    Array.from(proseOf(page).matchAll(/^#+ (.*)$/gm), ([, heading]) => {
      const anchor = heading!.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-")
      const before = times.get(anchor) ?? 0
      times.set(anchor, before + 1)
      return before === 0 ? anchor : `${anchor}-${before}`
    })
  )
}

describe("the reference", () => {
  it("has a page for each entry point and for each of their namespaces, and no other", () => {
    assert.deepStrictEqual([...pages.keys()].toSorted(), [...pagesOf(entries())].toSorted())
  })

  it("links to pages and headings that are there", () => {
    const anchors = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)]))
    const broken = [...pages].flatMap(([path, text]) =>
      Array.from(proseOf(text).matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)).flatMap(([link, to, anchor]) => {
        if (/^https?:/.test(to!)) return []
        const target = to === "" ? path : join(dirname(path), to!)
        const isThere = target.startsWith("../")
          ? existsSync(join(folder, target))
          : anchors.get(target)?.has(anchor ?? [...anchors.get(target)!][0]!) === true
        return isThere ? [] : [`${path}: ${link}`]
      })
    )
    assert.deepStrictEqual(broken, [])
  })

  it("is the same on every machine: no page tells where it was written", () => {
    assert.deepStrictEqual([...pages].filter(([, text]) => text.includes(root)).map(([path]) => path), [])
  })
})

describe("entriesIn", () => {
  it("takes what has a source, and names its page after the import", () => {
    assert.deepStrictEqual(
      entriesIn({
        name: "latchkey",
        exports: {
          ".": { "@latchkey/source": "./src/index.ts" },
          "./emulator/node": { "@latchkey/source": "./src/emulator/node.ts" },
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

describe("staleOf", () => {
  it("names pages that differ, that are missing and that are of nothing any more", () => {
    const committed = new Map([["same.md", "a"], ["changed.md", "a"], ["old.md", "a"]])
    const written = new Map([["same.md", "a"], ["changed.md", "b"], ["new.md", "a"]])
    assert.deepStrictEqual(staleOf(committed, written), [
      "changed.md (changed)",
      "new.md (missing)",
      "old.md (of nothing any more)"
    ])
  })
})

describe("layOut", () => {
  const call = (name: string, ...texts: ReadonlyArray<string>) =>
    group([name, "(", indent([softLine, joined([",", line], texts)]), softLine, ")"])

  it("leaves on one line what fits there", () => {
    assert.strictEqual(layOut(call("f", "a", "b"), 7), "f(a, b)")
  })

  it("breaks what does not fit, what is inside only where that does not fit either", () => {
    const doc = group([
      "f(",
      indent([softLine, call("g", "a", "b"), ",", line, call("h", "long", "text")]),
      softLine,
      ")"
    ])
    assert.strictEqual(layOut(doc, 12), "f(\n  g(a, b),\n  h(\n    long,\n    text\n  )\n)")
  })

  it("keeps together what stands before the first place where the rest can be broken", () => {
    assert.strictEqual(
      layOut([call("", "a"), " => ", call("Effect", "long", "text")], 16),
      "(a) => Effect(\n  long,\n  text\n)"
    )
    assert.strictEqual(layOut([call("", "a"), "; text"], 8), "(\n  a\n); text")
  })

  it("breaks around a line that has to end", () => {
    assert.strictEqual(layOut(group(["{", indent([line, ["a", hardLine, "b"]]), line, "}"]), 80), "{\n  a\n  b\n}")
  })
})
