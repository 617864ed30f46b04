/**
 * Builds `dist`:
 *
 * - `dist/src` and `dist/react`: one ES module per source file, and its declarations. Bundlers drop unused modules and exports.
 *   Each stylesheet is one file.
 * - `dist/node`: the same entry points in a few files, which load faster. See `nodeBundle.ts`.
 * - `dist/standalone`: the Promise entry points with Effect and all packages inside. See `standalone.ts`.
 * - `dist/cjs`: the same for `require`. See `commonJs.ts`.
 * - `dist/vendor`: the packages that npm does not install. See `vendor.ts`.
 *
 * Declaration maps lead "go to definition" to the packed sources. The modules have no source maps: they are the sources without types
 * and comments, and no file has mangled names.
 */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { chmod, copyFile, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { writeCommonJs } from "./commonJs.ts"
import { pruneDeclarations } from "./declarations.ts"
import { transformModule } from "./modules.ts"
import { writeNodeBundle } from "./nodeBundle.ts"
import { writeNotices } from "./notices.ts"
import { filesIn, readPackage, root } from "./repository.ts"
import { writeStandalone } from "./standalone.ts"
import { publishedStylesheet, stylesheets } from "./stylesheet.ts"
import { writeVendor } from "./vendor.ts"

const dist = resolve(root, "dist")

await rm(dist, { recursive: true, force: true })
try {
  await build()
} catch (error) {
  // An incomplete dist must be neither measured nor published.
  await rm(dist, { recursive: true, force: true })
  throw error
}

async function build(): Promise<void> {
  const tsc = resolve(dirname(fileURLToPath(import.meta.resolve("typescript/package.json"))), "bin/tsc")
  const compiled = spawnSync(process.execPath, [tsc, "-p", resolve(root, "tsconfig.build.json")], { stdio: "inherit" })
  if (compiled.status !== 0) throw new Error("the sources do not compile")

  const modules = await filesIn(dist, ".js")
  const vendored = new Set<string>()
  const internal = new Set<string>()
  for (const file of modules) {
    const { code, internalModules, vendoredImports } = await transformModule(file, await readFile(file, "utf8"))
    await writeFile(file, code)
    vendoredImports.forEach((specifier) => vendored.add(specifier))
    internalModules.forEach((path) => internal.add(path))
  }
  for (const file of stylesheets) {
    await writeFile(resolve(dist, file), publishedStylesheet(file, (path) => readFileSync(resolve(root, path), "utf8")))
  }
  await copyFile(resolve(root, "react/styles.d.ts"), resolve(dist, "react/styles.d.ts"))
  const declarations = await pruneDeclarations()
  const inVendor = await writeVendor([...vendored].toSorted())
  const inNode = await writeNodeBundle([...internal].toSorted())
  for (const bin of Object.values((await readPackage()).bin)) await finishBin(resolve(root, bin))
  const inStandalone = await writeStandalone()
  const inCommonJs = await writeCommonJs()
  const packages = await writeNotices([...inVendor.packages, ...inStandalone.packages, ...inCommonJs.packages])
  console.log(
    `built ${modules.length} modules with ${declarations} declarations, ${inNode} files for Node, ` +
      `${inStandalone.files} standalone files, ${inCommonJs.files} files for require and ` +
      `${inVendor.files} files of packages; the notices name ${packages} packages`
  )
}

/** Makes a bin executable: npm does so when it installs a package, but not for `npx` in this repository. */
async function finishBin(file: string): Promise<void> {
  if (!(await readFile(file, "utf8")).startsWith("#!/usr/bin/env node\n")) {
    throw new Error(`${relative(root, file)} does not start with #!/usr/bin/env node`)
  }
  await chmod(file, 0o755)
}
