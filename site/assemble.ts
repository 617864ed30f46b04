/**
 * Collects the pages of the site in `site/pages`: the guides of `docs`, the Markdown files of the root, the reference, the
 * HTTP API and the example programs that the guides link to.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, extname, join, posix, relative } from "node:path"
import { markExamples } from "../examples/live/examples.ts"
import { withoutNames } from "../scripts/figures.ts"
import { root } from "../scripts/repository.ts"
import { copyOf, fullOf, type Guide, indexOf } from "./copies.ts"
import { mapLinks } from "./markdown.ts"
import { type OpenApiDocument, openApiPages } from "./openapi/pages.ts"
import { pageOf, rootPages } from "./pageOf.ts"
import { groups } from "./sidebar.ts"

/** The folder of the collected pages, which VitePress reads. */
export const pagesFolder = join(root, "site/pages")

/** Describes why the pages do not make a site. */
export class SiteError extends Error {}

const guides = (): ReadonlyArray<string> =>
  readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)

const write = (page: string, text: string): void => {
  const path = join(pagesFolder, page)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Shows a file or a folder of the repository that guides link to, such as an example. */
const sourcePage = (file: string): string => {
  if (statSync(join(root, file)).isDirectory()) {
    const names = readdirSync(join(root, file), { withFileTypes: true }).map((entry) =>
      `- \`${entry.name}${entry.isDirectory() ? "/" : ""}\``
    )
    return `---\nsearch: false\n---\n\n# ${file}\n\nA folder of the repository.\n\n${names.join("\n")}\n`
  }
  const language = extname(file).slice(1) || "text"
  const code = readFileSync(join(root, file), "utf8").trimEnd()
  return `---\nsearch: false\n---\n\n# ${
    basename(file)
  }\n\nFrom \`${file}\` in the repository.\n\n\`\`\`\`${language}\n${code}\n\`\`\`\`\n`
}

/** Returns `true` for a page whose headings skip the second level, such as that of the known errors. */
const isFlat = (text: string): boolean => /^### /m.test(text) && !/^## /m.test(text)

/** Rewrites the links of a Markdown file for the site, and writes the pages of the other files that it links to. */
export const rewriteLinks = (file: string, markdown: string): string => {
  const sources = new Set<string>()
  const from = pageOf(file)
  const text = mapLinks(markdown, (path) => {
    const target = posix.join(posix.dirname(file), path).replace(/\/$/, "")
    if (target.startsWith("docs/images/") || target === "docs/openapi.json") return path
    if (!existsSync(join(root, target))) throw new SiteError(`${file} links to ${path}, which the site has no page for`)
    if (pageOf(target).startsWith("source/")) sources.add(target)
    return posix.relative(posix.dirname(from), pageOf(target))
  })
  for (const source of sources) write(pageOf(source), sourcePage(source))
  return text
}

/** Writes the page of a Markdown file, and rewrites its links for the site. */
export const writePage = (file: string): void => {
  const text = rewriteLinks(file, withoutNames(readFileSync(join(root, file), "utf8")))
  const marked = markExamples(basename(file, ".md"), text)
  write(pageOf(file), isFlat(text) ? marked.replace(/^###(?=#* )/gm, "##") : marked)
}

/** Writes the guides as Markdown beside their pages, and their indexes for language models. */
const writeCopies = (): void => {
  const copies = guides().map((file): Guide => ({
    page: basename(file, ".md"),
    text: copyOf(withoutNames(readFileSync(join(root, file), "utf8")))
  }))
  for (const { page, text } of copies) write(`public/${page}.md`, text)
  write("public/llms.txt", indexOf(groups, copies))
  write("public/llms-full.txt", fullOf(groups, copies))
}

/** Every guide has a place in the sidebar. */
const checkSidebar = (): void => {
  const listed = new Set(groups.flatMap(({ pages }) => pages))
  const unlisted = guides().map((file) => basename(file, ".md")).filter((page) => !listed.has(page))
  if (unlisted.length > 0) {
    throw new SiteError(`site/sidebar.ts lists no place for ${unlisted.map((page) => `docs/${page}.md`).join(", ")}`)
  }
}

/** Copies the library that draws diagrams. */
const copyMermaid = (): void => {
  const dist = join(root, "site/node_modules/mermaid/dist")
  for (const name of ["mermaid.esm.min.mjs", "chunks/mermaid.esm.min"]) {
    cpSync(join(dist, name), join(pagesFolder, "public/mermaid", name), {
      recursive: true,
      filter: (path) => !path.endsWith(".map")
    })
  }
}

/** Collects all pages but those of the reference, which TypeDoc writes. */
export const assemble = (): void => {
  checkSidebar()
  rmSync(pagesFolder, { recursive: true, force: true })
  cpSync(join(root, "site/content"), pagesFolder, { recursive: true })
  cpSync(join(root, "docs/images"), join(pagesFolder, "images"), { recursive: true })
  // The README on npm shows them by their address.
  cpSync(join(root, "docs/images"), join(pagesFolder, "public/images"), { recursive: true })
  copyMermaid()
  writeCopies()
  for (const file of [...guides(), ...rootPages]) writePage(file)
  const document = readFileSync(join(root, "docs/openapi.json"), "utf8")
  mkdirSync(join(pagesFolder, "public"), { recursive: true })
  writeFileSync(join(pagesFolder, "public/openapi.json"), document)
  const errors = new Set(
    Array.from(readFileSync(join(root, "docs/known-errors.md"), "utf8").matchAll(/^### (\w+)$/gm), ([, name]) => name!)
  )
  const api: OpenApiDocument = JSON.parse(document)
  for (const [page, text] of openApiPages(api, (name) => errors.has(name))) write(page, text)
}

/** Returns the page that a changed file belongs to, so that the development server can write it again. */
export const isPageSource = (file: string): boolean => {
  const path = relative(root, file).replaceAll("\\", "/")
  return path.endsWith(".md") && (posix.dirname(path) === "docs" || rootPages.includes(path))
}
