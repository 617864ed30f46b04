/**
 * Reading files and folders. Nothing here throws.
 *
 * @since 0.1.0
 */
import { readFileSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { isObject } from "../../wire/isObject.ts"

/**
 * Returns a folder and all folders above it, innermost first.
 *
 * @category getters
 * @since 0.1.0
 */
export const foldersFrom = (start: string): ReadonlyArray<string> => {
  const folder = resolve(start)
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}

/**
 * Returns `true` if a path is a file.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isFile = (path: string): boolean => getStats(path)?.isFile() === true

/**
 * Returns `true` if a path is a folder.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isFolder = (path: string): boolean => getStats(path)?.isDirectory() === true

const getStats = (path: string) => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Reads a file as text. Returns `undefined` if it cannot be read.
 *
 * @category getters
 * @since 0.1.0
 */
export const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/**
 * Parses a JSON object. Returns `undefined` for any other text.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseObject = (text: string): { readonly [key: string]: unknown } | undefined => {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
