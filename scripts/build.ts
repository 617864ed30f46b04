/**
 * Builds `dist`: one ES module per source file with declarations and source maps, every top-level call marked pure.
 *
 * Code without Effect has it bundled besides: see `standalone.ts`.
 *
 * Effects, schemas and error classes are made by calls. A bundler must keep a call that it does not know to be pure,
 * so without the marks an application that uses three endpoints would carry all of them.
 */
import { transformAsync } from "@babel/core"
import { spawnSync } from "node:child_process"
import { chmod, readFile, rm, writeFile } from "node:fs/promises"
import { basename, dirname, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { filesIn, readPackage, root } from "./repository.ts"
import { checkSourceMap } from "./sourceMap.ts"
import { writeStandalone } from "./standalone.ts"

const dist = resolve(root, "dist")

await rm(dist, { recursive: true, force: true })
const tsc = resolve(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc")
const compiled = spawnSync(process.execPath, [tsc, "-p", resolve(root, "tsconfig.build.json")], { stdio: "inherit" })
if (compiled.status !== 0) {
  // What was written is neither checked nor marked: nobody shall measure or publish it.
  await rm(dist, { recursive: true, force: true })
  process.exit(1)
}

const modules = await filesIn(dist, ".js")
let checked = 0
for (const file of modules) {
  await annotate(file)
  checked += await checkSourceMap(file)
}
for (const bin of Object.values((await readPackage()).bin)) {
  await finishBin(resolve(root, bin))
}
if (checked === 0) throw new Error("no exported name was found in dist: the source maps are unchecked")
const bundles = await writeStandalone()
console.log(
  `built ${modules.length} modules; ${checked} names found through their source maps; ${bundles} files that stand alone`
)

/** Marks the calls that run when a module is loaded, and carries the source map over the change. */
async function annotate(file: string): Promise<void> {
  const mapFile = `${file}.map`
  const [code, map] = await Promise.all([readFile(file, "utf8"), readFile(mapFile, "utf8")])
  const result = await transformAsync(code, {
    filename: file,
    babelrc: false,
    configFile: false,
    compact: false,
    plugins: ["annotate-pure-calls"],
    inputSourceMap: JSON.parse(map),
    sourceMaps: true
  })
  if (result?.code == null || result.map == null) throw new Error(`${relative(root, file)}: nothing came back`)
  // The sources are published beside dist, so the map names them and does not repeat them.
  const { sourcesContent: _, ...combined } = { ...result.map, file: basename(file) }
  await Promise.all([writeFile(file, `${result.code}\n`), writeFile(mapFile, JSON.stringify(combined))])
}

/** A bin must name its interpreter and be executable; npm sets the mode when it installs, `npx .` does not. */
async function finishBin(file: string): Promise<void> {
  if (!(await readFile(file, "utf8")).startsWith("#!/usr/bin/env node\n")) {
    throw new Error(`${relative(root, file)} does not start with #!/usr/bin/env node`)
  }
  await chmod(file, 0o755)
}
