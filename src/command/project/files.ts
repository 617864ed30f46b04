/** Reading files and folders. Nothing here throws. */
import { isUtf8 } from "node:buffer"
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { isObject } from "../../wire/parseJson.ts"

/** Returns a folder and all folders above it, innermost first. */
export const foldersFrom = (start: string): ReadonlyArray<string> => {
  const folder = resolve(start)
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}

/** Returns `true` if a path is a file. */
export const isFile = (path: string): boolean => getStats(path)?.isFile() === true

/** Returns `true` if a path is a folder. */
export const isFolder = (path: string): boolean => getStats(path)?.isDirectory() === true

const getStats = (path: string) => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Lists a folder's files and folders. Returns none if it cannot be read. */
export const listFolder = (path: string): ReadonlyArray<Dirent> => {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Reads a file as text. Returns `undefined` if it cannot be read. */
export const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

/**
 * Returns why a file cannot be parsed and written again without other changes, or `undefined` if it can. The text completes the
 * sentence "The file … ".
 */
export const findRewriteProblem = (path: string): string | undefined => {
  try {
    const bytes = readFileSync(path)
    if (!isUtf8(bytes)) return "is not UTF-8"
    const text = bytes.toString()
    if (text.startsWith("\uFEFF")) return "starts with a byte order mark"
    // Numbers that JavaScript rounds, repeated keys and unusual escapes.
    return JSON.stringify(JSON.parse(text)) === removeSpaces(text)
      ? undefined
      : "has values that a rewrite would change"
  } catch {
    return "cannot be read"
  }
}

/** Removes the spaces between a JSON text's tokens. */
const removeSpaces = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1")

/** Parses a JSON object. Returns `undefined` for any other text. */
export const parseObject = (text: string): { readonly [key: string]: unknown } | undefined => {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ""))
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** Reads a file with a JSON object. Returns `undefined` for any other file. */
export const readObject = (path: string): ReturnType<typeof parseObject> => parseObject(readText(path) ?? "")

/** Returns an object's entries whose values are texts. */
export const toTexts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, string] =>
      typeof entry[1] === "string"
    )
  )
