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
import { getAllNames, getVariableNames, getViteNames, type VariableOption } from "../call/environment.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { findApiUrlProblem } from "./apiUrl.ts"
import { toPlain } from "./optionNames.ts"
import { checkRule, InvalidOptions, type Options } from "./options.ts"

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
 * `src/call/environment.ts` has the variables and their precedence. The first variable that is set and not empty is used. Fails
 * with `InvalidOptions`, which names the variable, for an address that cannot be used, so that no key is sent to the hosted
 * service by mistake.
 *
 * @category config
 * @since 0.1.0
 */
export const readOptions = <O extends Options>(
  options: ConfigOptions<O>,
  secretKeys: Readonly<Record<string, Effect.Effect<unknown, Config.ConfigError>>> = {}
): Effect.Effect<O, Config.ConfigError | InvalidOptions> =>
  Effect.gen(function*() {
    const given: Readonly<Record<string, unknown>> = toPlain(options)
    const defaults: typeof secretKeys = {
      projectId: readVariable("projectId"),
      publishableClientKey: readVariable("publishableClientKey"),
      extraRequestHeaders: Effect.map(
        readVariable("extraRequestHeaders"),
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
    // Also if a `Config` has returned `undefined`: the hosted service is the default only if no variable names another one.
    if (found["apiUrl"] === undefined) {
      const apiUrl = yield* readApiUrl(found["allowInsecureApiUrl"] === true)
      if (apiUrl !== undefined) found["apiUrl"] = apiUrl
    }
    // Sound: each field has the type of its option, and `connect` reports missing options.
    return found as unknown as O
  })

/**
 * Fails with `InvalidOptions` if the address is omitted, and an environment variable has one. The hosted service would get the
 * secret keys of another one.
 *
 * @category checks
 * @since 0.1.0
 */
export const checkDefaultHost = ({ apiUrl }: Options): Effect.Effect<void, InvalidOptions> =>
  apiUrl !== undefined ? Effect.void : Effect.flatMap(
    // An environment that cannot be read may have an address.
    Effect.orDie(readFirst(getAllNames("apiUrl"))),
    (variable) => checkRule("apiUrl", variable === undefined, "notRead", variable?.name ?? "")
  )

/**
 * Reads a secret key from its environment variables. Returns `undefined` if they are unset or empty.
 *
 * @category config
 * @since 0.1.0
 */
export const readSecret = (
  option: VariableOption
): Effect.Effect<Redacted.Redacted<string> | undefined, Config.ConfigError> =>
  Effect.map(readVariable(option), (value) => value === undefined ? undefined : Redacted.make(value))

/**
 * Reads the address of this host. If the variables name different ones for browsers and for servers, returns both, because
 * either can be in the issuer of tokens.
 */
const readApiUrl = Effect.fnUntraced(function*(
  isInsecureAllowed: boolean
): Effect.fn.Return<Options["apiUrl"], Config.ConfigError | InvalidOptions> {
  const isBrowser = "document" in globalThis
  const browser = yield* readFirst(getVariableNames("apiUrl", "BROWSER"))
  const server = yield* readFirst(getVariableNames("apiUrl", "SERVER"))
  if ((isBrowser ? browser : server) === undefined) {
    const unused = browser ?? server ?? (yield* readFirst(getViteNames("apiUrl")))
    const host = isBrowser ? "in browsers" : "on servers"
    yield* checkRule("apiUrl", unused === undefined, "otherHost", unused?.name ?? "", host)
    const empty = yield* findEmpty(getAllNames("apiUrl"))
    yield* checkRule("apiUrl", empty === undefined, "emptyVariable", empty ?? "")
  }
  for (const { name, value } of [browser, server].filter((variable) => variable !== undefined)) {
    const rule = findApiUrlProblem(value, isInsecureAllowed)
    yield* Effect.mapError(
      checkRule("apiUrl", rule === undefined, rule!),
      ({ message, option }) => new InvalidOptions({ option, message: `${message}. It is read from ${name}` })
    )
  }
  return browser && server && browser.value !== server.value
    ? { browser: browser.value, server: server.value }
    : (browser ?? server)?.value
})

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

const readVariable = (option: VariableOption): Effect.Effect<string | undefined, Config.ConfigError> =>
  Effect.map(readFirst(getVariableNames(option)), (variable) => variable?.value)

/**
 * Finds a variable that is set to an empty string. A `ConfigProvider` does not return its value by default, but lists its name:
 * in the root of an object, or as the last part of the name in an environment.
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
      // A node with children is the start of longer names.
      if (lists(yield* load(path.slice(0, -1)), last) && (yield* load(path)) === undefined) return name
    }
    return undefined
  })

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
