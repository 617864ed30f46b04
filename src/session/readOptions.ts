/**
 * Options that `layerConfig` reads from the environment.
 *
 * The variables are read from the `ConfigProvider` without `effect/Config`, which would bring `Schema` into the bundle.
 *
 * @since 0.1.0
 */
import type * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isObject, parseJson } from "../wire/Json.ts"
import type { Options } from "./options.ts"

/**
 * Options for `layerConfig`: each is a `Config` or a plain value. An `undefined` or omitted option is read from its
 * environment variable, if it has one.
 *
 * @category options
 * @since 0.1.0
 */
export type ConfigOptions<O extends Options> = {
  readonly [K in keyof O]?: Config.Config<O[K]> | Config.Config<O[K] | undefined> | O[K] | undefined
}

/**
 * Reads options from the environment. `secretKeys` are the defaults of options that only some levels have.
 *
 * These options have environment variables. The first variable that is set and not empty is used:
 *
 * - `projectId`: `NEXT_PUBLIC_STACK_PROJECT_ID`, `STACK_PROJECT_ID`
 * - `publishableClientKey`: `NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY`, `STACK_PUBLISHABLE_CLIENT_KEY`
 * - `apiUrl`: `NEXT_PUBLIC_BROWSER_STACK_API_URL` in browsers or `NEXT_PUBLIC_SERVER_STACK_API_URL` on servers,
 *   `NEXT_PUBLIC_STACK_API_URL`, `NEXT_PUBLIC_STACK_URL`, `STACK_API_URL`
 * - `extraRequestHeaders`, as a JSON object: `NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS`, `STACK_EXTRA_REQUEST_HEADERS`
 *
 * @category config
 * @since 0.1.0
 */
export const readOptions = <O extends Options>(
  options: ConfigOptions<O>,
  secretKeys: Readonly<Record<string, Effect.Effect<unknown, Config.ConfigError>>> = {}
): Effect.Effect<O, Config.ConfigError> =>
  Effect.gen(function*() {
    const host = "document" in globalThis ? "BROWSER" : "SERVER"
    const given: Readonly<Record<string, unknown>> = options
    const defaults: typeof secretKeys = {
      projectId: readVariable("NEXT_PUBLIC_STACK_PROJECT_ID", "STACK_PROJECT_ID"),
      publishableClientKey: readVariable("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "STACK_PUBLISHABLE_CLIENT_KEY"),
      apiUrl: readVariable(
        `NEXT_PUBLIC_${host}_STACK_API_URL`,
        "NEXT_PUBLIC_STACK_API_URL",
        "NEXT_PUBLIC_STACK_URL",
        "STACK_API_URL"
      ),
      extraRequestHeaders: Effect.map(
        readVariable("NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS", "STACK_EXTRA_REQUEST_HEADERS"),
        (json) => json === undefined ? undefined : parseHeaders(json)
      ),
      ...secretKeys
    }
    const found: Record<string, unknown> = {}
    for (const name of Object.keys({ ...defaults, ...given })) {
      const option = given[name] === undefined ? defaults[name] : given[name]
      // Sound: no option is an effect, so an effect is a `Config` or a default.
      const value = Effect.isEffect(option) ? yield* option as Effect.Effect<unknown, Config.ConfigError> : option
      if (value !== undefined) found[name] = value
    }
    // Sound: each field has the type of its option, and `connect` reports missing options.
    return found as unknown as O
  })

/**
 * Reads a secret key from an environment variable. Returns `undefined` if the variable is unset or empty.
 *
 * @category config
 * @since 0.1.0
 */
export const readSecret = (name: string): Effect.Effect<Redacted.Redacted<string> | undefined, Config.ConfigError> =>
  Effect.map(readVariable(name), (value) => value === undefined ? undefined : Redacted.make(value))

/**
 * Reads the first variable that is set and not empty. Templates often leave unused variables empty.
 */
const readVariable = (...names: ReadonlyArray<string>): Effect.Effect<string | undefined, Config.ConfigError> =>
  Effect.flatMap(
    ConfigProvider.ConfigProvider,
    (provider) => Effect.forEach(names, (name) => provider.load([name]))
  ).pipe(
    Effect.map((nodes) => nodes.map((node) => node?.value).find((value) => value !== undefined && value !== "")),
    Effect.mapError(makeConfigError)
  )

/** Creates an error with the members of Effect's class, which is in the module of `Config`. */
const makeConfigError = (cause: ConfigProvider.SourceError): Config.ConfigError => ({
  _tag: "ConfigError",
  name: "ConfigError",
  cause,
  message: String(cause),
  toString: () => `ConfigError(${cause})`
})

/** Parses a JSON object. For invalid JSON it returns a header without a name, which the validation rejects. */
const parseHeaders = (json: string): Readonly<Record<string, string>> => {
  const headers = parseJson(json)
  // Sound: the validation of the options checks that the values are strings.
  return isObject(headers) ? headers as Record<string, string> : { "": "" }
}
