/**
 * The README and the guide for coding agents in the package on npm, with links to the documentation site: relative links have no
 * target there. `prepack` writes them over README.md and AGENTS.md, and `postpack` restores both files.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { withoutDirectives } from "../examples/live/examples.ts"
import { linksIn, mapLinks } from "../site/markdown.ts"
import { pageOf } from "../site/pageOf.ts"
import { readAddress } from "./address.ts"
import { withoutNames } from "./figures.ts"
import { readText, root } from "./repository.ts"

/** Files that no page of the site shows. Links to them become text. */
const withoutPage = ["LICENSE"]

/** Returns the README for npm. `homepage` is the address of the site, with a slash at its end. */
export const toPackedReadme = (readme: string, homepage: string): string =>
  mapLinks(
    withoutNames(readme).replace(
      /\[([^\]]*)\]\(([\w./-]+)\)/g,
      (link, text: string, path: string) => withoutPage.includes(path) ? text : link
    ),
    ({ anchor, path }) => {
      const page = path.startsWith("docs/images/") ? path.slice("docs/".length) : pageOf(path).replace(/\.md$/, ".html")
      return `${homepage}${page}${anchor === undefined ? "" : `#${anchor}`}`
    }
  )

/**
 * Lists the links of a README that lead nowhere on npm: relative ones, and those to the site without a page or an image. `exists`
 * returns `true` for a file of the repository.
 */
export const findReadmeProblems = (
  readme: string,
  homepage: string,
  pages: ReadonlySet<string>,
  exists: (path: string) => boolean
): ReadonlyArray<string> => [
  ...linksIn(readme).map(({ text }) => `the relative link ${text} leads nowhere on npm`),
  ...Array.from(readme.matchAll(/(?:\]\(|(?:src|href|srcset)=")(https:[^)"]+)/g), ([, url]) => url!).flatMap((url) => {
    if (!url.startsWith(homepage)) return []
    const path = url.slice(homepage.length).replace(/#.*$/, "")
    const isThere = path.startsWith("images/")
      ? exists(`docs/${path}`)
      : pages.has(path === "" ? "index.md" : path.replace(/\.html$/, ".md"))
    return isThere ? [] : [`${url} is neither a page nor an image of the site`]
  })
]

/** Returns the guide for coding agents for npm. Its links start in `docs`. */
export const toPackedGuide = (guide: string, homepage: string): string =>
  mapLinks(
    withoutDirectives(guide),
    ({ anchor, path }) =>
      `${homepage}${pageOf(`docs/${path}`).replace(/\.md$/, ".html")}${anchor === undefined ? "" : `#${anchor}`}`
  )

/** Returns the texts of the package that differ from those of the repository, by file. */
export const readPackedTexts = (): ReadonlyMap<string, string> => {
  const address = readAddress(readText("package.json"))
  if (address === undefined) throw new Error("package.json has no repository.url or no homepage")
  return new Map([
    ["README.md", toPackedReadme(readText("README.md"), address.homepage)],
    ["AGENTS.md", toPackedGuide(readText("docs/agents.md"), address.homepage)]
  ])
}

/** Returns the place of a file of the repository while the package is packed. */
const originalOf = (name: string): string => join(root, "node_modules/.cache/latchkey", name)

/** Restores the files, also after an interrupted `npm pack`. */
const restore = (): void => {
  for (const name of readPackedTexts().keys()) {
    if (existsSync(originalOf(name))) renameSync(originalOf(name), join(root, name))
  }
}

if (import.meta.main) {
  restore()
  if (process.argv.includes("--write")) {
    for (const [name, text] of readPackedTexts()) {
      mkdirSync(dirname(originalOf(name)), { recursive: true })
      copyFileSync(join(root, name), originalOf(name))
      writeFileSync(join(root, name), text)
    }
  }
}
