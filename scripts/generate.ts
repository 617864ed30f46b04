/** Writes everything that follows from the descriptions and the entry points: `npm run generate`. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brandFiles } from "./brand.ts"
import { completeLevelPages } from "./checks/levelPages.ts"
import { completePromisePage } from "./checks/promisePage.ts"
import { makeRepository } from "./checks/Repository.ts"
import * as compatibility from "./compatibility.ts"
import { fillFigures, pagesWithFigures } from "./figures.ts"
import * as knownErrors from "./knownErrors.ts"
import { moduleFiles } from "./moduleFiles.ts"
import { writeDocument } from "./openapi.ts"
import { readText, root } from "./repository.ts"

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

rmSync(join(root, "src/modules"), { recursive: true, force: true })
for (const { path, text } of moduleFiles(readText)) write(path, text)
for (const [path, text] of knownErrors.codesFiles(readText, makeRepository(root).filesAt("src"))) write(path, text)
for (const [path, text] of brandFiles()) write(path, text)
write(knownErrors.tagsPath, knownErrors.tagsText())
write(knownErrors.pagePath, knownErrors.pageText(knownErrors.describeErrors(readText)))
write(
  compatibility.pagePath,
  compatibility.pageText(readText(compatibility.pagePath), await compatibility.rows(readText))
)
for (const complete of [completeLevelPages, completePromisePage]) {
  for (const [path, text] of complete(readText)) write(path, text)
}
for (const path of pagesWithFigures(makeRepository(root).namesIn("docs"))) {
  const text = readText(path)
  const filled = fillFigures(text, readText)
  if (filled !== text) write(path, filled)
}
// Not committed: the documentation site offers it.
writeDocument(join(root, "docs/openapi.json"))
