/**
 * The environment variables of a project, as its framework reads them.
 *
 * @since 0.1.0
 */
import { join } from "node:path"
import { parseEnvFile } from "../project/envFile.ts"
import { readText } from "../project/files.ts"
import type { Framework } from "../project/Framework.ts"

/**
 * A variable with a value that is not empty.
 *
 * @category models
 * @since 0.1.0
 */
export interface Variable {
  readonly name: string
  /** May be a secret: never print it. */
  readonly value: string
  /** The name of a file such as `.env.local`, or `the environment`. */
  readonly source: string
}

/** The files of each framework in development, in the order of their precedence: the last one wins. */
const filesOf: Readonly<Record<Framework, ReadonlyArray<string>>> = {
  vite: [".env", ".env.local", ".env.development", ".env.development.local"],
  next: [".env", ".env.development", ".env.local", ".env.development.local"],
  node: [".env"],
  "effect-server": [".env"]
}

/** Files that are read in production only. Their secrets are checked as well. */
const productionFiles = [".env.production", ".env.production.local"]

/**
 * Reads the variables of a folder that belong to Latchkey, or have a key as their value. The last one of a name is in effect.
 *
 * @category getters
 * @since 0.1.0
 */
export const readVariables = (
  folder: string,
  framework: Framework | undefined,
  environment: Readonly<Record<string, string | undefined>>
): ReadonlyArray<Variable> => {
  const files = framework === undefined ? filesOf.vite : filesOf[framework]
  const all = [
    ...[...productionFiles, ...files].flatMap((source) =>
      parseEnvFile(readText(join(folder, source)) ?? "").map(({ name, value }) => ({ name, value, source }))
    ),
    ...Object.entries(environment).map(([name, value = ""]) => ({ name, value, source: "the environment" }))
  ]
  return all.filter(({ name, value }) =>
    value !== "" && (/(?:^|_)STACK_/.test(name) || getKeyKind(value) !== undefined)
  )
}

/**
 * Returns the type of a key by its prefix, or `undefined` for any other text.
 *
 * @category getters
 * @since 0.1.0
 */
export const getKeyKind = (value: string): KeyKind | undefined => {
  const prefix = /^(pck|ssk|sak)_./.exec(value.trim())?.[1]
  return prefix === undefined ? undefined : kinds[prefix]
}

/** @since 0.1.0 */
export type KeyKind = "publishable client key" | "secret server key" | "super secret admin key"

const kinds: Readonly<Record<string, KeyKind>> = {
  pck: "publishable client key",
  ssk: "secret server key",
  sak: "super secret admin key"
}

/** The prefixes of variables that bundlers put into the code for browsers. */
const exposedPrefix = /^(?:VITE|NEXT_PUBLIC|PUBLIC|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC)_/

/**
 * Returns `true` if the name of a variable puts its value into the code for browsers.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isExposed = (name: string): boolean => exposedPrefix.test(name)

/**
 * The names of the variables of each option, the preferred one first.
 *
 * @category getters
 * @since 0.1.0
 */
export const getVariableNames = (
  framework: Framework | undefined
): Readonly<Record<OptionName, ReadonlyArray<string>>> => {
  const prefixes = framework === "vite" ? ["VITE_"] : ["NEXT_PUBLIC_", ""]
  const names = (...rest: ReadonlyArray<string>) => rest.flatMap((name) => prefixes.map((prefix) => prefix + name))
  return {
    projectId: names("STACK_PROJECT_ID"),
    publishableClientKey: names("STACK_PUBLISHABLE_CLIENT_KEY"),
    apiUrl: framework === "vite"
      ? names("STACK_API_URL")
      : [
        "NEXT_PUBLIC_BROWSER_STACK_API_URL",
        "NEXT_PUBLIC_SERVER_STACK_API_URL",
        "NEXT_PUBLIC_STACK_API_URL",
        "NEXT_PUBLIC_STACK_URL",
        "STACK_API_URL"
      ],
    secretServerKey: ["STACK_SECRET_SERVER_KEY"],
    superSecretAdminKey: ["STACK_SUPER_SECRET_ADMIN_KEY"]
  }
}

/** @since 0.1.0 */
export type OptionName = "projectId" | "publishableClientKey" | "apiUrl" | "secretServerKey" | "superSecretAdminKey"

/**
 * Returns the variable of an option that is in effect.
 *
 * @category getters
 * @since 0.1.0
 */
export const findVariable = (
  variables: ReadonlyArray<Variable>,
  names: ReadonlyArray<string>
): Variable | undefined => {
  const inDevelopment = variables.filter(({ source }) => !productionFiles.includes(source))
  for (const name of names) {
    const found = inDevelopment.findLast((variable) => variable.name === name)
    if (found !== undefined) return found
  }
  return undefined
}
