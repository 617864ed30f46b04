/** Options that are read from environment variables, wherever these come from. */
import * as Effect from "effect/Effect"
import { getAllNames, getVariableNames, getViteNames, type VariableOption } from "../call/environment.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { findApiUrlProblem } from "./apiUrl.ts"
import { toPlain } from "./optionNames.ts"
import { checkRule, InvalidOptions, type Options } from "./options.ts"

/** A host's environment variables. */
export interface Variables<E> {
  /** Returns the first variable that is set and not empty. Templates often leave unused variables empty. */
  readonly find: (
    names: ReadonlyArray<string>
  ) => Effect.Effect<{ readonly name: string; readonly value: string } | undefined, E>
  /** Returns the first variable that is set to an empty string. */
  readonly findEmpty: (names: ReadonlyArray<string>) => Effect.Effect<string | undefined>
}

/** Reads an option from its variables. Returns `undefined` if they are unset or empty. */
export const readVariable = <E>(
  variables: Variables<E>,
  option: VariableOption
): Effect.Effect<string | undefined, E> =>
  Effect.map(variables.find(getVariableNames(option)), (variable) => variable?.value)

/**
 * Reads omitted options. `secretKeys` are the defaults for options that only some levels have.
 *
 * `src/call/environment.ts` has the variables and their precedence. The first variable that is set and not empty is used. Fails
 * with `InvalidOptions`, which names the variable, for an address that cannot be used, so that no key is sent to the hosted
 * service by mistake.
 */
export const readOptionsFrom = <O extends Options, E>(
  variables: Variables<E>,
  options: { readonly [K in keyof O]?: unknown },
  secretKeys: Readonly<Record<string, Effect.Effect<unknown, E>>>
): Effect.Effect<O, E | InvalidOptions> =>
  Effect.gen(function*() {
    const given: Readonly<Record<string, unknown>> = toPlain(options)
    const defaults: typeof secretKeys = {
      projectId: readVariable(variables, "projectId"),
      publishableClientKey: readVariable(variables, "publishableClientKey"),
      extraRequestHeaders: Effect.map(
        readVariable(variables, "extraRequestHeaders"),
        (json) => json === undefined ? undefined : parseHeaders(json)
      ),
      ...secretKeys
    }
    const found: Record<string, unknown> = {}
    for (const name of Object.keys({ ...defaults, ...given })) {
      const option = given[name] === undefined ? defaults[name] : given[name]
      // Sound: no option is an effect, so an effect is a `Config` or a default.
      const value = Effect.isEffect(option) ? yield* option as Effect.Effect<unknown, E> : option
      if (value !== undefined) found[name] = value
    }
    // Also if a `Config` has returned `undefined`: the hosted service is the default only if no variable names another one.
    if (found["apiUrl"] === undefined) {
      const apiUrl = yield* readApiUrl(variables, found["allowInsecureApiUrl"] === true)
      if (apiUrl !== undefined) found["apiUrl"] = apiUrl
    }
    // Sound: each field has its option's type, and `connect` reports missing options.
    return found as unknown as O
  })

/** Fails with `InvalidOptions` if the address is omitted, and the environment has one. */
export type CheckDefaultHost = (options: Options) => Effect.Effect<void, InvalidOptions>

/**
 * Fails with `InvalidOptions` if the address is omitted, and an environment variable has one. The hosted service would get the
 * secret keys of another one.
 */
export const checkDefaultHostOf = <E>(
  variables: Variables<E>,
  { apiUrl }: Pick<Options, "apiUrl">
): Effect.Effect<void, InvalidOptions> =>
  apiUrl !== undefined ? Effect.void : Effect.flatMap(
    // An environment that cannot be read may have an address.
    Effect.orDie(variables.find(getAllNames("apiUrl"))),
    (variable) => checkRule("apiUrl", variable === undefined, "notRead", variable?.name ?? "")
  )

/**
 * Reads this host's address. If the variables name different ones for browsers and for servers, returns both, because
 * either can be in a token's issuer.
 */
const readApiUrl = Effect.fnUntraced(function*<E>(
  variables: Variables<E>,
  isInsecureAllowed: boolean
): Effect.fn.Return<Options["apiUrl"], E | InvalidOptions> {
  const isBrowser = "document" in globalThis
  const browser = yield* variables.find(getVariableNames("apiUrl", "BROWSER"))
  const server = yield* variables.find(getVariableNames("apiUrl", "SERVER"))
  if ((isBrowser ? browser : server) === undefined) {
    const unused = browser ?? server ?? (yield* variables.find(getViteNames("apiUrl")))
    const host = isBrowser ? "in browsers" : "on servers"
    yield* checkRule("apiUrl", unused === undefined, "otherHost", unused?.name ?? "", host)
    const empty = yield* variables.findEmpty(getAllNames("apiUrl"))
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

/** Parses a JSON object. For invalid JSON it returns a header without a name, which the validation rejects. */
const parseHeaders = (json: string): Readonly<Record<string, string>> => {
  const headers = parseJson(json)
  // Sound: the option validation checks that the values are strings.
  return isObject(headers) ? headers as Record<string, string> : { "": "" }
}
