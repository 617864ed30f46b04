/**
 * Bundles the entry points for code without Effect, with Effect and all packages in them, into `dist/standalone`: a program
 * that imports one reads two or three files instead of three hundred. What is loaded later stays a file of its own.
 *
 * The files are minified, since most of the time that an import takes is parsing. They keep their lines: of an error that nobody
 * has caught, Node prints the whole line that has thrown it. Their source maps lead to the sources that are published beside
 * them, and to those of the packages where npm puts them.
 */
import { readFile } from "node:fs/promises"
import { basename, dirname, relative, resolve } from "node:path"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"
import { readPackage, root } from "./repository.ts"

const folder = resolve(root, "dist/standalone")

/** Lets the maps of what is bundled count, so that the bundle's lead to TypeScript. */
const maps: Plugin = {
  name: "maps",
  async load(id) {
    const map = await readFile(`${id}.map`, "utf8").catch(() => undefined)
    return map === undefined ? undefined : { code: await readFile(id, "utf8"), map }
  }
}

/** Writes the bundles, and answers how many files they are. */
export const writeStandalone = async (): Promise<number> => {
  const { exports } = await readPackage()
  const entries = Object.entries(exports).flatMap(([path, target]) => {
    const bundled = path.match(/^\.\/(promise.*)\/standalone$/)?.[1]
    return bundled === undefined || typeof target === "string" ? [] : [{ path: `./${bundled}`, ...target }]
  })
  if (entries.length === 0) throw new Error("package.json has no standalone entry points")
  const nameOf = (target: string) => basename(target, ".js")
  const sourceOf = (path: string) => {
    const source = exports[path]
    if (source === undefined || typeof source === "string") throw new Error(`package.json does not export ${path}`)
    return resolve(root, source.default)
  }
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(({ default: target, path }) => [nameOf(target), sourceOf(path)])),
    // The same files are for browsers and for servers.
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    plugins: [maps],
    onLog: (level, log) => {
      if (level === "warn") throw new Error(log.message)
    }
  })
  const { output } = await bundle.write({
    dir: folder,
    format: "esm",
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source, map) => {
      const inside = /^.*\/node_modules\/(.+)$/.exec(source)?.[1]
      return inside === undefined ? source : relative(dirname(map), resolve(root, "..", inside))
    },
    chunkFileNames: "chunks/[name].js"
  })
  await bundle.close()

  const chunks = output.filter((file) => file.type === "chunk")
  for (const chunk of chunks) complain(chunk)
  for (const { default: target, path } of entries) {
    const [modules, bundled] = await Promise.all([import(sourceOf(path)), import(resolve(root, target))])
    const missing = Object.keys(modules).filter((name) => !Object.hasOwn(bundled, name))
    if (missing.length > 0) throw new Error(`${target} does not export ${missing.join(", ")}`)
  }
  return chunks.length
}

/** A bundle stands alone, or is none; and no line of it fills a terminal. */
const complain = ({ code, dynamicImports, fileName, imports }: OutputChunk): void => {
  const longest = Math.max(...code.split("\n").map(({ length }) => length))
  if (longest > 5000) throw new Error(`${fileName} has a line of ${longest} characters`)
  const outside = [...imports, ...dynamicImports].filter((name) => !/^(?:chunks\/)?[\w.-]+\.js$/.test(name))
  if (outside.length > 0) {
    throw new Error(`${relative(root, resolve(folder, fileName))} imports ${outside.join(", ")}`)
  }
}
