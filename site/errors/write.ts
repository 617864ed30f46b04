/** Writes the pages of the error codes, and links the codes of the guides and of the reference to them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import type ts from "typescript"
import { makeRepository } from "../../scripts/checks/Repository.ts"
import { readText, root } from "../../scripts/repository.ts"
import { entries } from "../reference/pages.ts"
import { describeErrors } from "./describeErrors.ts"
import { codesIn, findCalls, reasonsIn } from "./findCalls.ts"
import { linkClasses, linkCodes } from "./linkCodes.ts"
import { errorPages } from "./pages.ts"

/** Renders the pages of all codes in the types of a program, by path. Fails for a code without a cause, by name. */
export const renderErrors = (program: ts.Program): ReadonlyMap<string, string> => {
  const { filesAt, namesIn } = makeRepository(root)
  const calls = findCalls(program, entries())
  const codes = codesIn(program)
  const described = describeErrors(codes, {
    read: readText,
    guides: namesIn("docs").filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
    modules: filesAt("src")
  })
  const pages = errorPages(described, calls, reasonsIn(program))
  const missing = [...codes.values(), ...calls.keys()].filter((code) => !pages.has(`errors/${code}.md`))
  if (missing.length > 0) throw new Error(`No error page for ${[...new Set(missing)].join(", ")}`)
  return pages
}

/** Writes the pages into the site's folder of pages. Guides and reference must be there already. */
export const writeErrors = (program: ts.Program, folder: string): void => {
  const codes = codesIn(program)
  const known = new Set(codes.values())
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const page = name.replaceAll("\\", "/")
    if (!page.endsWith(".md") || /^(?:source|api|public|node_modules)\//.test(page)) continue
    const toPage = `${posix.relative(posix.dirname(page), "errors") || "."}/`
    const text = readFileSync(join(folder, page), "utf8")
    const linked = page.startsWith("reference/") ? linkClasses(text, codes, toPage) : linkCodes(text, known, toPage)
    if (linked !== text) writeFileSync(join(folder, page), linked)
  }
  for (const [page, text] of renderErrors(program)) {
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), text)
  }
}
