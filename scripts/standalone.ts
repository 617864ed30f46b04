import { basename, relative, resolve } from "node:path"
import type { OutputChunk } from "rolldown"
import { type BundledPackages, findPackages } from "./notices.ts"
import { writeBundle } from "./promiseChunks.ts"
import { readPackage, root } from "./repository.ts"

const folder = resolve(root, "dist/standalone")

/**
 * Bundles the Promise entry points, with Effect and all packages inside, into `dist/standalone`. A program that imports one of
 * them loads two or three files instead of 350. Dynamic imports stay separate files, the code for failures among them: the
 * files are for browsers too, also for a page without a bundler.
 */
export const writeStandalone = async (): Promise<BundledPackages> => {
  const { exports } = await readPackage()
  const defaultOf = (path: string): string => {
    const target = exports[path]
    const file = typeof target === "string" ? undefined : target?.default
    if (file === undefined) throw new Error(`package.json does not export ${path}`)
    return resolve(root, file)
  }
  const entries = Object.keys(exports).flatMap((path) => {
    const bundled = path.match(/^\.\/(promise.*)\/standalone$/)?.[1]
    return bundled === undefined ? [] : [{ source: defaultOf(`./${bundled}`), target: defaultOf(path) }]
  })
  if (entries.length === 0) throw new Error("package.json has no standalone entry points")
  const chunks = await writeBundle(
    { input: Object.fromEntries(entries.map(({ source, target }) => [basename(target, ".js"), source])) },
    { dir: folder, format: "esm", extension: ".js" },
    ["call/failures"]
  )
  for (const chunk of chunks) checkChunk(chunk)
  for (const { source, target } of entries) {
    const [modules, bundled] = await Promise.all([import(source), import(target)])
    const missing = Object.keys(modules).filter((name) => !Object.hasOwn(bundled, name))
    if (missing.length > 0) throw new Error(`${relative(root, target)} does not export ${missing.join(", ")}`)
  }
  return { files: chunks.length, packages: await findPackages(chunks) }
}

/** Throws if a chunk imports a package, or has a line that would fill a terminal. Lists of exports and imports never throw. */
const checkChunk = ({ code, dynamicImports, fileName, imports }: OutputChunk): void => {
  const longest = Math.max(...code.split("\n").map((line) => /^(?:export|import) \{/.test(line) ? 0 : line.length))
  if (longest > 5000) throw new Error(`${fileName} has a line of ${longest} characters`)
  const outside = [...imports, ...dynamicImports].filter((name) => !/^(?:chunks\/)?[\w.-]+\.js$/.test(name))
  if (outside.length > 0) {
    throw new Error(`${relative(root, resolve(folder, fileName))} imports ${outside.join(", ")}`)
  }
}
