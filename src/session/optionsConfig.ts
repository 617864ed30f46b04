/**
 * Options that `layerConfig` reads from the environment.
 *
 * @since 0.1.0
 */
import * as Config from "effect/Config"
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
 * Creates the `Config` of options. `secretKeys` are the defaults of options that only some levels have.
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
export const optionsConfig = <O extends Options>(
  options: ConfigOptions<O>,
  secretKeys: Readonly<Record<string, Config.Config<unknown>>> = {}
): Config.Config<O> => {
  const host = "document" in globalThis ? "BROWSER" : "SERVER"
  const given = Object.entries(options).flatMap(([name, option]) =>
    option === undefined ? [] : [[name, Config.isConfig(option) ? option : Config.succeed(option)] as const]
  )
  return Config.map(
    Config.all({
      projectId: variable("NEXT_PUBLIC_STACK_PROJECT_ID", "STACK_PROJECT_ID"),
      publishableClientKey: variable("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY", "STACK_PUBLISHABLE_CLIENT_KEY"),
      apiUrl: variable(
        `NEXT_PUBLIC_${host}_STACK_API_URL`,
        "NEXT_PUBLIC_STACK_API_URL",
        "NEXT_PUBLIC_STACK_URL",
        "STACK_API_URL"
      ),
      extraRequestHeaders: Config.map(
        variable("NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS", "STACK_EXTRA_REQUEST_HEADERS"),
        (json) => json === undefined ? undefined : parseHeaders(json)
      ),
      ...secretKeys,
      ...Object.fromEntries(given)
    }),
    // Sound: each field has the type of its option, and `connect` reports missing options.
    (found) => Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as unknown as O
  )
}

/**
 * Creates the `Config` of a secret key in an environment variable. Its value is `undefined` if the variable is unset or empty.
 *
 * @category config
 * @since 0.1.0
 */
export const secretVariable = (name: string): Config.Config<Redacted.Redacted<string> | undefined> =>
  Config.map(variable(name), (value) => value === undefined ? undefined : Redacted.make(value))

/**
 * Creates the `Config` of the first variable that is set and not empty. Templates often leave unused variables empty.
 */
const variable = (...names: ReadonlyArray<string>): Config.Config<string | undefined> =>
  Config.map(
    Config.all(names.map((name) => Config.withDefault(Config.String(name), ""))),
    (values) => values.find((value) => value !== "")
  )

/** Parses a JSON object. For invalid JSON it returns a header without a name, which the validation rejects. */
const parseHeaders = (json: string): Readonly<Record<string, string>> => {
  const headers = parseJson(json)
  // Sound: the validation of the options checks that the values are strings.
  return isObject(headers) ? headers as Record<string, string> : { "": "" }
}
