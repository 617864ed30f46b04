import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { join, relative } from "node:path"
import { hostedApi } from "../../session/apiUrl.ts"
import { getRootUrls } from "../../session/serviceHosts.ts"
import { readVariables } from "../doctor/variables.ts"
import { parseEnvFile } from "../project/envFile.ts"
import { attempt, foldersFrom, isFolder, listFolder, readText } from "../project/files.ts"

/** A variable's value, or a part, such as a URL's host. A report must not contain it. */
export interface EnvValue {
  readonly name: string
  /** A file's path, such as `.env.local`, or `the environment`. */
  readonly source: string
  /** May be a secret: never print it. */
  readonly value: string
  /** `true` for a common word, such as `password`. A report contains it only if it is a whole text in a recording. */
  readonly isWord: boolean
}

/** Reads the values in `.env*` files up to the repository's root, and Latchkey's in the environment. Fails with a message. */
export const readEnvValues = (
  start: string,
  environment: Readonly<Record<string, string | undefined>>
): Effect.Effect<ReadonlyArray<EnvValue>, string> =>
  Effect.gen(function*() {
    const values: Array<EnvValue> = []
    for (const path of foldersOfRepository(start).flatMap(listEnvFiles)) {
      const source = relative(start, path).replaceAll("\\", "/")
      const text = readText(path)
      if (text === undefined) {
        return yield* Effect.fail(`Cannot read ${source}. Without it, the report cannot be checked for its secrets.`)
      }
      for (const { name, value } of parseEnvFile(text)) values.push(...toValues(name, source, value))
    }
    for (const { name, source, value } of readVariables(start, undefined, environment)) {
      values.push(...toValues(name, source, value))
    }
    return values
  })

/** Files above the repository belong to other projects. */
const foldersOfRepository = (start: string): ReadonlyArray<string> => {
  const folders = foldersFrom(start)
  const isRoot = (name: string) => folders.findIndex((folder) => existsSync(join(folder, name)))
  const root = isRoot(".git")
  return folders.slice(0, 1 + Math.max(0, root === -1 ? isRoot("package.json") : root))
}

const listEnvFiles = (folder: string): ReadonlyArray<string> =>
  listFolder(folder).filter(({ name }) => name.startsWith(".env")).map(({ name }) => join(folder, name))
    .filter((path) => !isFolder(path))

const toValues = (name: string, source: string, text: string): ReadonlyArray<EnvValue> => {
  const value = text.trim()
  const isSecret = secretName.test(name)
  return [...new Set([value, ...partsOf(value)])].filter((part) => isRecognizable(part, isSecret)).map((part) => ({
    name,
    source,
    value: part,
    isWord: words.test(part) && !(isSecret && (part.length >= 12 || /[^A-Za-z]/.test(part)))
  }))
}

const secretName = /SECRET|TOKEN|PASS|PWD|KEY|PRIVATE|CREDENTIAL/i

/** Words such as `development`, `sign-in`, `/dashboard`. Mixed cases and long words are random. */
const words = /^\/?(?:[A-Z]?[a-z]{1,15}|[A-Z]{1,15})(?:[-_/ ](?:[A-Z]?[a-z]{1,15}|[A-Z]{1,15}))*$/

const partsOf = (value: string): ReadonlyArray<string> => {
  if (!URL.canParse(value)) return []
  const { host, hostname, password, pathname, protocol } = new URL(value)
  if (!/^[a-z]+:\/\//i.test(value)) return []
  const isWeb = /^https?:$/.test(protocol)
  return [
    host,
    hostname,
    password,
    attempt(() => decodeURIComponent(password)) ?? password,
    ...isWeb ? [] : [pathname.slice(1)]
  ]
}

/** Returns `true` if a value, found in a text, comes from its variable. Others are short, public, or in every report. */
const isRecognizable = (value: string, isSecret: boolean): boolean =>
  value.length >= 6 &&
  !/^\d{1,11}$/.test(value) &&
  !/^v?\d+(?:\.\d+){1,2}$/.test(value) &&
  (isSecret || !words.test(value)) &&
  !publicAddress.test(value)

const publicAddress = new RegExp(
  `^(?:(?:[a-z]+://)?(?:localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1\\])(?::\\d+)?|(?:https://)?(?:${
    getRootUrls(hostedApi).map((url) => new URL(url).host.replaceAll(".", "\\.")).join("|")
  }))(?:/[\\w./-]*)?$`,
  "i"
)
