/** An app's bundle for browsers. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { readText } from "../project/files.ts"

/** A text that each copy of Effect contains once, also after minification: the type id of `Cause.Done`. */
const marker = /["'`]~effect\/Cause\/Done["'`]/g

/**
 * Counts the copies of Effect in the bundle that Vite writes to `dist/assets`. Returns `undefined` without a bundle.
 *
 * Bundlers such as Turbopack repeat modules in several chunks, so their bundles are not counted.
 */
export const countEffectsInBundle = (folder: string): number | undefined => {
  const assets = join(folder, "dist/assets")
  const files = listScripts(assets)
  if (files.length === 0) return undefined
  const count = files.reduce(
    (sum, file) => sum + Array.from((readText(join(assets, file)) ?? "").matchAll(marker)).length,
    0
  )
  return count === 0 ? undefined : count
}

const listScripts = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".js"))
  } catch {
    return []
  }
}
