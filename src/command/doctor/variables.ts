import { join } from "node:path"
import {
  getAllNames,
  getUsualName,
  getVariableNames as getOptionNames,
  getViteNames,
  isServiceVariable,
  type VariableOption
} from "../../call/environment.ts"
import { parseEnvFile } from "../project/envFile.ts"
import { readText } from "../project/files.ts"
import type { Framework } from "../project/Framework.ts"

/** A variable. Only an address may be empty: it disables the default. */
export interface Variable {
  readonly name: string
  /** May be a secret: never print it. */
  readonly value: string
  /** A file's name, such as `.env.local`, or `the environment`. */
  readonly source: string
}

/** Each framework's files in development, by precedence: the last one wins. */
const filesOf: Readonly<Record<Framework, ReadonlyArray<string>>> = {
  vite: [".env", ".env.local", ".env.development", ".env.development.local"],
  next: [".env", ".env.development", ".env.local", ".env.development.local"],
  node: [".env"],
  "effect-server": [".env"]
}

/** Files that are read in production only. Their secrets are checked as well. */
const productionFiles = [".env.production", ".env.production.local"]

/** Reads the variables that belong to Latchkey, or have a key as their value. The last one with a name is in effect. */
export const readVariables = (
  folder: string,
  framework: Framework | undefined,
  environment: Readonly<Record<string, string | undefined>>
): ReadonlyArray<Variable> => {
  const files = filesOf[framework ?? "vite"]
  const all = [
    ...[...productionFiles, ...files].flatMap((source) =>
      parseEnvFile(readText(join(folder, source)) ?? "").map(({ name, value }) => ({ name, value, source }))
    ),
    ...Object.entries(environment).map(([name, value = ""]) => ({ name, value, source: "the environment" }))
  ]
  const addresses = getAllNames("apiUrl")
  return all.filter(({ name, value }) =>
    value === "" ? addresses.includes(name) : isServiceVariable(name) || getKeyKind(value) !== undefined
  )
}

/** Returns a key's type by its prefix, or `undefined` for any other text. */
export const getKeyKind = (value: string): KeyKind | undefined => {
  const prefix = /^(pck|ssk|sak)_./.exec(value.trim())?.[1]
  return prefix === undefined ? undefined : kinds[prefix]
}

export type KeyKind = "publishable client key" | "secret server key" | "super secret admin key"

const kinds: Readonly<Record<string, KeyKind>> = {
  pck: "publishable client key",
  ssk: "secret server key",
  sak: "super secret admin key"
}

/** Returns `true` if a variable's name has a prefix by which bundlers put its value into the code for browsers. */
export const isExposed = (name: string): boolean =>
  /^(?:VITE|NEXT_PUBLIC|PUBLIC|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC)_/.test(name)

/**
 * Returns each option's variables, by precedence. The address has the names that this framework does not read, too: a secret
 * key must not be sent to the hosted service because of a misspelled variable.
 */
export const getVariableNames = (
  framework: Framework | undefined
): Readonly<Record<OptionName, ReadonlyArray<string>>> => {
  const names = (option: VariableOption) => framework === "vite" ? getViteNames(option) : getOptionNames(option)
  const side = framework === "node" || framework === "effect-server" ? "SERVER" : "BROWSER"
  return {
    projectId: names("projectId"),
    publishableClientKey: names("publishableClientKey"),
    apiUrl: [
      ...framework === "vite" ? getViteNames("apiUrl") : getOptionNames("apiUrl", side),
      ...getAllNames("apiUrl")
    ],
    secretServerKey: getOptionNames("secretServerKey"),
    superSecretAdminKey: getOptionNames("superSecretAdminKey")
  }
}

/** Returns the name to recommend for an option's variable. */
export const getUsualNameFor = (framework: Framework | undefined, option: OptionName): string =>
  getUsualName(option, framework === "vite" ? "VITE_" : "NEXT_PUBLIC_")

export type OptionName = Exclude<VariableOption, "extraRequestHeaders">

/** Returns an option's variable that is in effect. */
export const findVariable = (
  variables: ReadonlyArray<Variable>,
  names: ReadonlyArray<string>
): Variable | undefined => {
  const inDevelopment = variables.filter(({ source, value }) => value !== "" && !productionFiles.includes(source))
  for (const name of names) {
    const found = inDevelopment.findLast((variable) => variable.name === name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Returns an address's empty variable, unless the variable is for production only. */
export const findEmptyAddress = (variables: ReadonlyArray<Variable>): Variable | undefined =>
  variables.find(({ source, value }) => value === "" && !productionFiles.includes(source))
