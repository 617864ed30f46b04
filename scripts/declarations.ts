import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import { packageOf } from "./packages.ts"
import { filesIn, readPackage, root } from "./repository.ts"

const imported = /\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm

const mapComment = /\n\/\/# sourceMappingURL=.*\s*$/

/** Returns the sources of a declaration map. */
export const readSources = (map: string): ReadonlyArray<string> => {
  // Sound: tsc has written the map.
  const { sources } = JSON.parse(map) as { readonly sources: ReadonlyArray<string> }
  return sources
}

/**
 * Deletes the declarations that cannot be reached from the declarations of an entry point, and the declaration maps whose source is
 * not packed. Returns the number of remaining declarations.
 *
 * Fails if one of them imports a package that npm does not install with Latchkey: it would be `any` in a program.
 */
export const pruneDeclarations = async (): Promise<number> => {
  const { dependencies, exports, files, peerDependencies } = await readPackage()
  const targets = Object.values(exports).flatMap((target) => typeof target === "string" ? [] : [target.types ?? ""])
  const queue = targets.filter((path) => path.endsWith(".d.ts") && !path.includes("*")).map((path) =>
    resolve(root, path)
  )
  const reachable = new Set<string>()
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reachable.has(file)) continue
    reachable.add(file)
    if (!existsSync(file)) throw new Error(`${relative(root, file)} does not exist`)
    // A comment may hold an example.
    const code = (await readFile(file, "utf8")).replace(/\/\*\*.*?\*\//gs, "")
    for (const [, ...matches] of code.matchAll(imported)) {
      const specifier = matches.find((match) => match !== undefined)!
      if (specifier.startsWith(".")) {
        queue.push(resolve(dirname(file), specifier.replace(/\.(?:tsx?|js)$/, ".d.ts")))
        continue
      }
      const name = packageOf(specifier)
      if (!Object.hasOwn(dependencies, name) && !Object.hasOwn(peerDependencies, name)) {
        throw new Error(`${relative(root, file)} imports ${specifier}, which npm does not install with Latchkey`)
      }
    }
  }
  const unpacked = files.filter((name) => name.startsWith("!")).map((name) => name.slice(1))
  for (const file of await filesIn(resolve(root, "dist"), ".d.ts")) {
    const map = `${file}.map`
    const [source] = existsSync(map) ? readSources(await readFile(map, "utf8")) : []
    const isReachable = reachable.has(file)
    if (!isReachable) await rm(file)
    if (source === undefined) continue
    const path = relative(root, resolve(dirname(file), source))
    if (isReachable && !unpacked.some((name) => path === name || path.startsWith(`${name}/`))) continue
    await rm(map)
    if (isReachable) await writeFile(file, (await readFile(file, "utf8")).replace(mapComment, ""))
  }
  return reachable.size
}
