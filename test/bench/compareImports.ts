/** Measures the import of the Promise entry points, each time in a fresh process. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { coldImport } from "./coldImport.ts"
import { formatSummary, formatTarget, printHeader, printRow } from "./report.ts"
import { targets } from "./targets.ts"

/** The entry points, by their files in `dist`. */
const entries = {
  "latchkey/promise": "node/promise.js",
  "latchkey/promise/server": "node/promise/server.js",
  "latchkey/promise/admin": "node/promise/admin.js",
  "latchkey/promise, one file per module": "src/promise.js",
  "latchkey/promise/standalone": "standalone/promise.js",
  "latchkey/promise/server/standalone": "standalone/server.js",
  "latchkey/promise/admin/standalone": "standalone/admin.js"
}

/** Measures and prints the imports. */
export const compareImports = (): void => {
  printImportHeader()
  printImport("the modules of Effect in latchkey/promise", effectModules())
  for (const [name, file] of Object.entries(entries)) {
    const folder = file.split("/")[0]!
    const target = { standalone: targets.coldImportStandalone, node: targets.coldImport }[folder]
    printImport(name, new URL(`../../dist/${file}`, import.meta.url), target)
  }
}

/** Prints the header of a table of imports. */
export const printImportHeader = (): void =>
  printHeader("cold import in fresh processes, milliseconds", "processor", "wall")

/** Measures and prints the import of one file. */
export const printImport = (name: string, file: URL, target?: number): void => {
  const { processor, wall } = coldImport(file)
  printRow(name, [formatSummary(processor), formatSummary(wall)], formatTarget(processor.median, target))
}

/** Writes a module that imports exactly the modules of Effect that `latchkey/promise` imports in Node. */
const effectModules = (): URL => {
  const dist = new URL("../../dist/node/", import.meta.url)
  const code = ["promise.js", "chunks/core.js"].map((file) => readFileSync(new URL(file, dist), "utf8")).join("\n")
  const names = new Set(Array.from(code.matchAll(/from "(effect\/[^"]+)"/g), ([, name]) => name!))
  const file = new URL("../../node_modules/.cache/latchkey-effect.mjs", import.meta.url)
  mkdirSync(new URL(".", file), { recursive: true })
  writeFileSync(file, [...names].map((name) => `import "${name}"\n`).join(""))
  return file
}
