/**
 * The README, the guide for coding agents and the index for language models in the package on npm, with links to the documentation
 * site: relative links have no target there. `prepack` writes them over README.md and AGENTS.md, and `postpack` restores both files
 * and removes llms.txt.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { withoutDirectives } from "../examples/live/examples.ts"
import { copyOf, type Guide, indexOf } from "../site/copies.ts"
import { anchorsIn, linksIn, mapLinks } from "../site/markdown.ts"
import { pageOf } from "../site/pageOf.ts"
import { groups } from "../site/sidebar.ts"
import { readAddress } from "./address.ts"
import { withoutNames } from "./figures.ts"
import { readText, root } from "./repository.ts"

/** Files that no page of the site shows. Links to them become text. */
const withoutPage = ["LICENSE"]

const addressOf = (path: string, homepage: string): string => `${homepage}${pageOf(path).replace(/\.md$/, ".html")}`

/** Returns the README for npm. `homepage` is the address of the site, with a slash at its end. */
export const toPackedReadme = (readme: string, homepage: string): string =>
  mapLinks(
    withoutNames(readme).replace(
      /\[([^\]]*)\]\(([\w./-]+)\)/g,
      (link, text: string, path: string) => withoutPage.includes(path) ? text : link
    ),
    (path) => path.startsWith("docs/images/") ? `${homepage}${path.slice("docs/".length)}` : addressOf(path, homepage)
  )

/**
 * Lists the links of a README that lead nowhere on npm: relative ones, those to a heading that it lacks, and those to the site
 * without a page or an image. `exists` returns `true` for a file of the repository.
 */
export const findReadmeProblems = (
  readme: string,
  homepage: string,
  pages: ReadonlySet<string>,
  exists: (path: string) => boolean
): ReadonlyArray<string> => {
  const anchors = anchorsIn(readme)
  const deadLinks = linksIn(readme).flatMap(({ anchor = "", path, text }) => {
    if (path !== "") return [`the relative link ${text} leads nowhere on npm`]
    return anchors.has(anchor) ? [] : [`the link ${text} leads nowhere on npm`]
  })
  const urls = Array.from(readme.matchAll(/(?:\]\(|(?:src|href|srcset)=")(https:[^)"]+)/g), ([, url]) => url!)
  const deadUrls = urls.flatMap((url) => {
    if (!url.startsWith(homepage)) return []
    const path = url.slice(homepage.length).replace(/#.*$/, "")
    const isThere = path.startsWith("images/")
      ? exists(`docs/${path}`)
      : pages.has(path === "" ? "index.md" : path.replace(/\.html$/, ".md"))
    return isThere ? [] : [`${url} is neither a page nor an image of the site`]
  })
  return [...deadLinks, ...deadUrls]
}

/** Returns the guide for coding agents for npm. Its links start in `docs`. */
export const toPackedGuide = (guide: string, homepage: string): string =>
  mapLinks(withoutDirectives(guide), (path) => addressOf(`docs/${path}`, homepage))

/** Returns the index of the guides for npm. Its links lead to their Markdown on the site. */
export const toPackedIndex = (guides: ReadonlyArray<Guide>, homepage: string): string =>
  mapLinks(indexOf(groups, guides), (path) => homepage + path)

/** Returns the guides of the repository. */
const readGuides = (): ReadonlyArray<Guide> =>
  readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).toSorted().map((name) => ({
    page: name.slice(0, -".md".length),
    text: withoutNames(copyOf(readText(`docs/${name}`)))
  }))

/** Returns the texts of the package that differ from those of the repository, by file. */
export const readPackedTexts = (): ReadonlyMap<string, string> => {
  const address = readAddress(readText("package.json"))
  if (address === undefined) throw new Error("package.json has no repository.url or no homepage")
  return new Map([
    ["README.md", toPackedReadme(readText("README.md"), address.homepage)],
    ["AGENTS.md", toPackedGuide(readText("docs/agents.md"), address.homepage)],
    [index, toPackedIndex(readGuides(), address.homepage)]
  ])
}

/** The index, which only the package has. */
const index = "llms.txt"

/** Returns the place of a file of the repository while the package is packed. */
const originalOf = (name: string): string => join(root, "node_modules/.cache/latchkey", name)

/** Restores the files, also after an interrupted `npm pack`. */
const restore = (): void => {
  for (const name of readPackedTexts().keys()) {
    if (existsSync(originalOf(name))) renameSync(originalOf(name), join(root, name))
  }
  rmSync(join(root, index), { force: true })
}

if (import.meta.main) {
  restore()
  if (process.argv.includes("--write")) {
    for (const [name, text] of readPackedTexts()) {
      mkdirSync(dirname(originalOf(name)), { recursive: true })
      if (name !== index) copyFileSync(join(root, name), originalOf(name))
      writeFileSync(join(root, name), text)
    }
  }
}
