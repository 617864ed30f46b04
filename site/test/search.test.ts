import MiniSearch from "minisearch"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import { root } from "../../scripts/repository.ts"
import { searchFields, searchOptions, withSearchWords } from "../search.ts"
import { questions } from "./questions.ts"

const chunks = join(root, "site/dist/assets/chunks")

/** Reads the index of the built site. */
const readIndex = async (): Promise<MiniSearch> => {
  const name = readdirSync(chunks).find((name) => name.startsWith("@localSearchIndex"))
  const module: { readonly default: string } = await import(pathToFileURL(join(chunks, name!)).href)
  return MiniSearch.loadJSON(module.default, searchFields)
}

if (!existsSync(chunks)) {
  if (process.env["CI"]) throw new Error("The site is not built. Run npm run docs.")
  console.warn("The site is not built. npm run docs builds it. Until then its search is not tested.")
}

describe.skipIf(!existsSync(chunks))("the search of the site", () => {
  it("the first result of each question is the page with the answer", async () => {
    const index = await readIndex()
    const wrong = questions.flatMap(({ page, words }) => {
      const [first] = index.search(words, searchOptions)
      const found = String(first?.["id"] ?? "nothing").replace(/\.html|^\//g, "")
      return found === page || found.startsWith(`${page}#`) ? [] : [`${words}: ${found}, expected ${page}`]
    })
    assert.deepStrictEqual(wrong, [])
  })
})

describe("withSearchWords", () => {
  it("adds the words of a comment to the heading before it", () => {
    assert.strictEqual(
      withSearchWords(
        "<h2 id=\"look\" tabindex=\"-1\">Look <a class=\"header-anchor\" href=\"#look\" aria-label=\"x\">&ZeroWidthSpace;</a></h2>\n" +
          "<!-- search: logo, brand -->\n<p>Text</p>"
      ),
      "<h2 id=\"look\" tabindex=\"-1\">Look (logo, brand) <a class=\"header-anchor\" href=\"#look\" aria-label=\"x\">&ZeroWidthSpace;</a></h2>\n<p>Text</p>"
    )
  })
})
