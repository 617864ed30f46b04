import { existsSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"
import { dirname, relative, resolve } from "node:path"
import { packageOf } from "./packages.ts"
import { filesIn, readPackage, root } from "./repository.ts"

const imported = /\bfrom "([^"]+)"|\bimport\("([^"]+)"\)|^import "([^"]+)"/gm

/**
 * Deletes the declarations that cannot be reached from the declarations of an entry point. Returns the number of remaining files.
 *
 * Fails if one of them imports a package that npm does not install with Latchkey: it would be `any` in a program.
 */
export const pruneDeclarations = async (): Promise<number> => {
  const { dependencies, exports, peerDependencies } = await readPackage()
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
  for (const file of await filesIn(resolve(root, "dist"), ".d.ts")) if (!reachable.has(file)) await rm(file)
  return reachable.size
}
