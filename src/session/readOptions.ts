/**
 * Options that `layerConfig` reads from the environment.
 *
 * The variables are read from the `ConfigProvider` without `effect/Config`, which would bring `Schema` into the bundle.
 */
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { VariableOption } from "../call/environment.ts"
import type { InvalidOptions, Options } from "./options.ts"
import { checkDefaultHostOf, readOptionsFrom, readVariable, type Variables } from "./readVariables.ts"

/**
 * Options for `layerConfig`: each is a `Config` or a plain value. An `undefined` or omitted option is read from its
 * environment variable, if it has one.
 */
export type ConfigOptions<O extends Options> = {
  readonly [K in keyof O]?: Config.Config<O[K]> | Config.Config<O[K] | undefined> | O[K] | undefined
}

/** Reads the first variable that is set and not empty. Templates often leave unused variables empty. */
const readFirst = (
  names: ReadonlyArray<string>
): Effect.Effect<{ readonly name: string; readonly value: string } | undefined, Config.ConfigError> =>
  Effect.gen(function*() {
    const provider = yield* ConfigProvider.ConfigProvider
    for (const name of names) {
      const value = (yield* provider.load([name]))?.value
      if (value !== undefined && value !== "") return { name, value }
    }
    return undefined
  }).pipe(Effect.mapError(makeConfigError))

/**
 * Finds a variable that is set to an empty string. A `ConfigProvider` does not return its value by default, but lists its name:
 * in an object's root, or as the last name part in an environment.
 */
const findEmpty = (names: ReadonlyArray<string>): Effect.Effect<string | undefined> =>
  Effect.gen(function*() {
    const provider = yield* ConfigProvider.ConfigProvider
    // A provider need not know the other paths.
    const load = (path: ReadonlyArray<string>) => Effect.orElseSucceed(provider.load(path), () => undefined)
    const lists = (node: ConfigProvider.Node | undefined, key: string) => node?._tag === "Record" && node.keys.has(key)
    const root = yield* load([])
    for (const name of names) {
      if (lists(root, name) || (yield* load([name]))?.value === "") return name
      const path = name.split("_")
      const last = path.at(-1)!
      // A node with children starts longer names.
      if (lists(yield* load(path.slice(0, -1)), last) && (yield* load(path)) === undefined) return name
    }
    return undefined
  })

/** Creates an error with the members of Effect's class, which is in the `Config` module. */
const makeConfigError = (cause: ConfigProvider.SourceError): Config.ConfigError => ({
  _tag: "ConfigError",
  name: "ConfigError",
  cause,
  message: String(cause),
  toString: () => `ConfigError(${cause})`
})

const variables: Variables<Config.ConfigError> = { find: readFirst, findEmpty }

/** Reads options from the `ConfigProvider`. `secretKeys` are the defaults for options that only some levels have. */
export const readOptions = <O extends Options>(
  options: ConfigOptions<O>,
  secretKeys: Readonly<Record<string, Effect.Effect<unknown, Config.ConfigError>>> = {}
): Effect.Effect<O, Config.ConfigError | InvalidOptions> =>
  readOptionsFrom<O, Config.ConfigError>(variables, options, secretKeys)

/** Fails with `InvalidOptions` if the address is omitted, and an environment variable has one. */
export const checkDefaultHost = (options: Options): Effect.Effect<void, InvalidOptions> =>
  checkDefaultHostOf(variables, options)

/** Reads a secret key from its environment variables. Returns `undefined` if they are unset or empty. */
export const readSecret = (
  option: VariableOption
): Effect.Effect<Redacted.Redacted<string> | undefined, Config.ConfigError> =>
  Effect.map(readVariable(variables, option), (value) => value === undefined ? undefined : Redacted.make(value))
