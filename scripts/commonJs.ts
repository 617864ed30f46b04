import { writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, relative, resolve, sep } from "node:path"
import { includeFailures } from "./nodeBundle.ts"
import { type BundledPackages, findPackages } from "./notices.ts"
import { writeBundle } from "./promiseChunks.ts"
import { readPackage, root } from "./repository.ts"

const folder = resolve(root, "dist/cjs")

interface Entry {
  /** The compiled module. */
  readonly source: string
  readonly target: string
  readonly declarations: { readonly source: string; readonly target: string }
}

/**
 * Bundles the entry points with a condition `require` into `dist/cjs`, with Effect and all packages inside: Effect is ESM only, and
 * Jest and older tools load packages with `require`.
 *
 * Like the files for Node, they contain the code for failures. The parts of a client stay separate files, which a call loads with
 * `require` too: Jest has no `import()` without an experimental option.
 */
export const writeCommonJs = async (): Promise<BundledPackages> => {
  const entries = await findEntries()
  const chunks = await writeBundle(
    {
      input: Object.fromEntries(entries.map(({ source, target }) => [basename(target, ".cjs"), source])),
      // Effect reads the variables of Vite there, which CommonJS does not have.
      transform: { define: { "import.meta": "{}" } },
      plugins: [includeFailures]
    },
    { dir: folder, format: "cjs", exports: "named", extension: ".cjs" }
  )
  for (const { code, dynamicImports, fileName, imports } of chunks) {
    const outside = [...imports, ...dynamicImports].filter((name) => !/^(?:chunks\/)?[\w.-]+\.cjs$/.test(name))
    if (outside.length > 0) throw new Error(`dist/cjs/${fileName} requires ${outside.join(", ")}`)
    if (/(?<![\w.$])import\(/.test(code)) throw new Error(`dist/cjs/${fileName} contains import()`)
  }
  for (const entry of entries) await writeDeclarations(entry)
  return { files: chunks.length, packages: await findPackages(chunks) }
}

const findEntries = async (): Promise<ReadonlyArray<Entry>> => {
  const { exports } = await readPackage()
  const entries = Object.entries(exports).flatMap(([path, target]): ReadonlyArray<Entry> => {
    if (typeof target === "string" || target.require === undefined) return []
    if (target.default === undefined || target.types === undefined) {
      throw new Error(`package.json: ${path} is incomplete`)
    }
    return [{
      source: resolve(root, target.default),
      target: resolve(root, target.require.default),
      declarations: { source: resolve(root, target.types), target: resolve(root, target.require.types) }
    }]
  })
  if (entries.length === 0) throw new Error("package.json has no entry points with the condition require")
  return entries
}

/**
 * Writes the declarations of a CommonJS file. They take all types from the declarations of the ES module: only a type may be imported
 * from there, so each value is declared by its name.
 */
const writeDeclarations = async ({ declarations, source, target }: Entry): Promise<void> => {
  const required: Readonly<Record<string, unknown>> = createRequire(import.meta.url)(target)
  const modules: Readonly<Record<string, unknown>> = await import(source)
  const names = Object.keys(modules)
  const missing = names.filter((name) => !Object.hasOwn(required, name))
  if (missing.length > 0) throw new Error(`${relative(root, target)} does not export ${missing.join(", ")}`)
  const path = relative(folder, declarations.source).replaceAll(sep, "/").replace(/\.d\.ts$/, ".js")
  const from = `from "${path}" with { "resolution-mode": "import" }`
  const values = names.flatMap((name) => {
    const value = modules[name]
    if (typeof value !== "function") throw new Error(`${relative(root, source)}: ${name} is no function and no class`)
    const isClass = /^class\b/.test(Function.prototype.toString.call(value))
    return [
      `export declare const ${name}: typeof module.${name}`,
      ...isClass ? [`export type ${name} = module.${name}`] : []
    ]
  })
  await writeFile(
    declarations.target,
    [`import type * as module ${from}`, `export type * ${from}`, ...values, ""].join("\n")
  )
}
