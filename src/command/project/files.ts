/** Reading files and folders. Nothing here throws. */
import * as UndefinedOr from "effect/UndefinedOr"
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

/** Returns a function's result, or `undefined` if it throws. */
export const attempt = <A>(run: () => A): A | undefined => UndefinedOr.liftThrowable(run)()

export const isFile = (path: string): boolean => getStats(path)?.isFile() === true

export const isFolder = (path: string): boolean => getStats(path)?.isDirectory() === true

export const getStats = (path: string) => attempt(() => statSync(path, { throwIfNoEntry: false }))

/** Lists a folder's files and folders. Returns none if it cannot be read. */
export const listFolder = (path: string): ReadonlyArray<Dirent> =>
  attempt(() => readdirSync(path, { withFileTypes: true })) ?? []

/** Reads a file as text. Returns `undefined` if it cannot be read. */
export const readText = (path: string): string | undefined => attempt(() => readFileSync(path, "utf8"))

/** Returns why a rewrite would change more than intended, such as "is not UTF-8"; `undefined` if it would not. */
export const findRewriteProblem = (path: string): string | undefined => {
  const bytes = attempt(() => readFileSync(path))
  const text = bytes?.toString()
  const json: unknown = attempt(() => JSON.parse(text ?? ""))
  if (bytes !== undefined && !isUtf8(bytes)) return "is not UTF-8"
  if (text?.startsWith("\uFEFF")) return "starts with a byte order mark"
  if (text === undefined || json === undefined) return "cannot be read"
  // Numbers that JavaScript rounds, repeated keys and unusual escapes.
  return JSON.stringify(json) === removeSpaces(text) ? undefined : "has values that a rewrite would change"
}

const removeSpaces = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1")

/** Parses a JSON object. Returns `undefined` for any other text. */
export const parseObject = (text: string): { readonly [key: string]: unknown } | undefined => {
  const json: unknown = attempt(() => JSON.parse(text.replace(/^\uFEFF/, "")))
  return isObject(json) ? json : undefined
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
