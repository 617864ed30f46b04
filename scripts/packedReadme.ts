/**
 * The README of the package on npm, whose links lead to the documentation site: relative links lead nowhere there. `prepack` writes it
 * over README.md, and `postpack` restores the file.
 */
import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
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

/** Returns the README of this repository for npm. */
export const readPackedReadme = (): string => {
  const address = readAddress(readText("package.json"))
  if (address === undefined) throw new Error("package.json has no repository.url or no homepage")
  return toPackedReadme(readText("README.md"), address.homepage)
}

const readme = join(root, "README.md")
const original = join(root, "node_modules/.cache/latchkey/README.md")

/** Restores the file, also after an interrupted `npm pack`. */
const restore = (): void => {
  if (existsSync(original)) renameSync(original, readme)
}

if (import.meta.main) {
  restore()
  if (process.argv.includes("--write")) {
    const packed = readPackedReadme()
    mkdirSync(dirname(original), { recursive: true })
    copyFileSync(readme, original)
    writeFileSync(readme, packed)
  }
}
