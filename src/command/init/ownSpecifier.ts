/** The package that contains this command. */
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { isObject } from "../../wire/parseJson.ts"
import { foldersFrom, parseObject, readText } from "../project/files.ts"

/**
 * Returns the specifier that installs the running version of Latchkey in a folder: `latchkey@^0.1.0`, or the file or repository
 * that npm has installed it from.
 */
export const getOwnSpecifier = (folder: string, module: string = fileURLToPath(import.meta.url)): string => {
  const own = foldersFrom(dirname(module)).find((folder) =>
    parseObject(readText(join(folder, "package.json")) ?? "")?.["name"] === "latchkey"
  )
  if (own === undefined) return "latchkey"
  const version = parseObject(readText(join(own, "package.json")) ?? "")?.["version"]
  // npx installs a package in a separate folder, and records its source there.
  const root = dirname(dirname(own))
  const packages = parseObject(readText(join(root, "node_modules/.package-lock.json")) ?? "")?.["packages"]
  const entry = isObject(packages) ? packages["node_modules/latchkey"] : undefined
  const source = isObject(entry) ? entry["resolved"] : undefined
  if (typeof source === "string" && source.startsWith("file:")) {
    const path = relative(folder, resolve(root, source.slice("file:".length)))
    return path.startsWith(".") ? path : `./${path}`
  }
  if (typeof source === "string" && source.startsWith("git")) return source
  return typeof version === "string" ? `latchkey@^${version}` : "latchkey"
}
