import MiniSearch from "minisearch"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { root } from "../../scripts/repository.ts"
import { findPages, indexOptions, searchablePart, withSearchWords } from "../search.ts"
import { questions } from "./questions.ts"

const chunks = join(root, "site/dist/assets/chunks")

/** Reads the index of the built site. */
const readIndex = async (): Promise<MiniSearch> => {
  const name = readdirSync(chunks).find((name) => name.startsWith("@localSearchIndex"))
  const module: { readonly default: string } = await import(pathToFileURL(join(chunks, name!)).href)
  return MiniSearch.loadJSON(module.default, indexOptions)
}

if (!existsSync(chunks)) {
  if (process.env["CI"]) throw new Error("The site is not built. Run npm run docs.")
  console.warn("The site is not built. npm run docs builds it. Until then its search is not tested.")
}

describe.skipIf(!existsSync(chunks))("the search of the site", () => {
  it("the first result of each question is the page with the answer", async () => {
    const index = await readIndex()
    const wrong = questions.flatMap(({ page, words }) => {
      const [first] = findPages(index, words)
      const found = (first?.best.url ?? "nothing").replace(/\.html|^\//g, "")
      return found === page || found.startsWith(`${page}#`) ? [] : [`${words}: ${found}, expected ${page}`]
    })
    assert.deepStrictEqual(wrong, [])
  })
})

describe("searchablePart", () => {
  const html = "<h1 id=\"a\">A</h1><p>Text</p><h2 id=\"b\">B</h2><h4>C</h4>"

  it("keeps the headings of the reference, and everything of a guide", () => {
    assert.strictEqual(searchablePart("reference/react.md", html), "<h1 id=\"a\">A</h1>\n<p></p>\n<h2 id=\"b\">B</h2>")
    assert.strictEqual(searchablePart("react.md", html), html)
  })

  it("a summary has no code and no table, and a code is one word", () => {
    const html =
      "<p>Before.</p><pre class=\"x\"><code>const a</code></pre><p>After USER_<wbr>NOT_<wbr>FOUND.</p><table><tr></tr></table>"
    const text = searchablePart("react.md", html).replaceAll(/<[^>]*>/g, "")
    assert.strictEqual(indexOptions.extractField({ text }, "lead"), "Before. After USER_NOT_FOUND.")
  })
})

describe("withSearchWords", () => {
  it("adds the words of a comment to the heading before it", () => {
    assert.strictEqual(
      withSearchWords(
        "<h2 id=\"look\" tabindex=\"-1\">Look <a class=\"header-anchor\" href=\"#look\" aria-label=\"x\">&ZeroWidthSpace;</a></h2>\n" +
          "<!-- search: logo, brand -->\n<p>Text</p>"
      ),
      "<h2 id=\"look\" tabindex=\"-1\">Look\u241Flogo, brand <a class=\"header-anchor\" href=\"#look\" aria-label=\"x\">&ZeroWidthSpace;</a></h2>\n<p>Text</p>"
    )
  })
})
