/**
 * The options of a level, and what they come down to.
 *
 * @since 0.1.0
 */
import * as Config from "effect/Config"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { Access, Connection } from "../call/Connection.ts"
import { millisOf } from "../call/duration.ts"
import { defaultResponseLimit } from "../call/Transport.ts"
import { type AccessLevel, accessLevels, type Generation, generations } from "../wire/Endpoint.ts"
import { isObject, parseJson } from "../wire/Json.ts"

/**
 * What every level can be told.
 *
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /** The project's id: a UUID, or `internal`. */
  readonly projectId: string
  /**
   * The publishable client key, `pck_…`. A project of a service since 2026 needs none unless its setting
   * `requirePublishableClientKey` is on: calls without it then fail with `ProjectRefused`, whose `error` is
   * `PublishableClientKeyRequiredForProject`. A service of 2025 answers `ClientAuthenticationRequired` instead.
   */
  readonly publishableClientKey?: string | undefined
  /**
   * The API's root, without `/api/v1`: one for all, or one for browsers and one for servers. The hosted service by
   * default.
   */
  readonly apiUrl?: string | { readonly browser: string; readonly server: string } | undefined
  /**
   * Allows an `apiUrl` with `http:` on another machine, where everyone on the network between can read keys and tokens.
   * For development only, such as with an emulator in a container. `http:` on this machine (`localhost`, `*.localhost`,
   * `127.0.0.0/8`, `[::1]`) is always allowed. `false` by default.
   */
  readonly allowInsecureApiUrl?: boolean | undefined
  /** Headers that are added to every request and win over the built-in ones. */
  readonly extraRequestHeaders?: Readonly<Record<string, string>> | undefined
  /** The family of names that requests use, `x-stack-*` or `x-hexclave-*`; answers are read in both. `stack` by default. */
  readonly headerFamily?: "stack" | "hexclave" | undefined
  /**
   * The generation of the service: `2025` for versions like that of June 2025, `2026` for today's. Only functions that differ
   * between them ask for it. Without the option, the first such call learns it from the session's access token, or with one
   * request.
   */
  readonly apiGeneration?: Generation | undefined
  /** How long one try of a request may take; 30 seconds by default. */
  readonly requestTimeout?: Duration.Input | undefined
  /** The longest `Retry-After` that is waited for before the call fails as `RateLimited`; 60 seconds by default. */
  readonly retryAfterLimit?: Duration.Input | undefined
  /**
   * The largest response body that is read, in bytes after decompression; 50,000,000 by default, `Infinity` for no limit.
   * A larger one fails the call with `ResponseTooLarge`.
   */
  readonly responseLimit?: number | undefined
}

/**
 * Options of which some, or all, come from elsewhere. One that is `undefined` is not given.
 *
 * @category options
 * @since 0.1.0
 */
export type Given<O extends Options> = { readonly [K in keyof O]?: O[K] | undefined }

/**
 * Adds options that are given to those that were found. Which are missing still is what the validation reports.
 *
 * @category options
 * @since 0.1.0
 */
export const mergeOptions = <O extends Options>(found: Given<O>, given: Given<O>): O =>
  // Sound: what is still missing is what the validation reports.
  ({ ...found, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }) as O

/**
 * An option, most often of a layer, is missing or wrong. The message says which one, and never shows a key.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidOptions extends Data.TaggedError("InvalidOptions")<{
  readonly message: string
  readonly option: string
}> {}

/**
 * A secret key of a level above the client's, and the header it goes in. Named by the level itself, so that no client
 * knows of it.
 *
 * @category models
 * @since 0.1.0
 */
export interface SecretKey {
  readonly level: AccessLevel
  readonly option: string
  readonly header: string
  readonly key: Redacted.Redacted<string> | undefined
}

const version = "js latchkey@0.1.0"

const hostedApi = "https://api.stack-auth.com"

/**
 * Validates options.
 *
 * @category constructors
 * @since 0.1.0
 */
export const connect = Effect.fnUntraced(function*(
  options: Options,
  secretKeys: ReadonlyArray<SecretKey> = []
): Effect.fn.Return<Connection, InvalidOptions> {
  const { apiGeneration, extraRequestHeaders, headerFamily = "stack", projectId, publishableClientKey } = options
  const { responseLimit = defaultResponseLimit } = options
  yield* check("projectId", isText(projectId), "must be the project's id")
  yield* check("publishableClientKey", publishableClientKey === undefined || isText(publishableClientKey), isKey)
  yield* check(
    "publishableClientKey",
    !/^s[sa]k_/.test(publishableClientKey ?? ""),
    "holds a secret key: it would be readable by everybody"
  )
  const keys: { [level in AccessLevel]?: readonly [header: string, key: string] } = {}
  if (publishableClientKey !== undefined) keys.client = ["publishable-client-key", publishableClientKey]
  for (const { header, key, level, option } of secretKeys) {
    if (key === undefined) continue
    yield* check(option, Redacted.isRedacted(key) && isText(Redacted.value(key)), isRedactedKey)
    keys[level] = [header, Redacted.value(key)]
  }
  yield* check("headerFamily", headerFamily === "stack" || headerFamily === "hexclave", "must be stack or hexclave")
  yield* check(
    "apiGeneration",
    apiGeneration === undefined || generations.includes(apiGeneration),
    `must be ${generations.join(" or ")}`
  )
  const headersAreTexts = Object.entries(extraRequestHeaders ?? {}).every(([name, value]) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === "string" && !/[\r\n\0]/.test(value)
  )
  yield* check("extraRequestHeaders", headersAreTexts, "must have header names for keys and texts without line breaks")
  yield* check(
    "responseLimit",
    typeof responseLimit === "number" && responseLimit >= 1,
    "must be a number of bytes, 1 or more"
  )
  const family = `x-${headerFamily}-`
  const access = (level: AccessLevel): Access => {
    // Without the key of its own level, a call goes out at the next higher level that has one.
    const type = accessLevels.slice(accessLevels.indexOf(level)).find((level) => keys[level] !== undefined) ?? level
    const held = accessLevels.slice(0, accessLevels.indexOf(type) + 1).flatMap((level) =>
      keys[level] ? [keys[level]] : []
    )
    return {
      keys: held.map(([, key]) => key),
      headers: {
        [`${family}override-error-status`]: "true",
        [`${family}project-id`]: projectId,
        [`${family}access-type`]: type,
        [`${family}client-version`]: version,
        ...Object.fromEntries(held.map(([header, key]) => [family + header, key])),
        "ngrok-skip-browser-warning": "true"
      }
    }
  }
  const byLevel = { client: access("client"), server: access("server"), admin: access("admin") }
  return {
    projectId,
    apiUrl: yield* apiRoot(options.apiUrl ?? hostedApi, options.allowInsecureApiUrl === true),
    clientSecret: publishableClientKey,
    access: (level) => byLevel[level],
    headerFamily,
    generation: { known: apiGeneration },
    extraRequestHeaders: Redacted.make(extraRequestHeaders ?? {}),
    requestTimeout: yield* duration("requestTimeout", options.requestTimeout ?? 30_000),
    retryAfterLimit: yield* duration("retryAfterLimit", options.retryAfterLimit ?? 60_000),
    networks: new WeakMap(),
    responseLimit
  }
})

/** Fails with `InvalidOptions` unless the condition holds. */
export const check = (option: string, holds: boolean, rule: string): Effect.Effect<void, InvalidOptions> =>
  holds ? Effect.void : Effect.fail(new InvalidOptions({ option, message: `The option ${option} ${rule}` }))

const isKey = "must be a key: not empty, and without blanks"

const isRedactedKey = "must be a key in Redacted.make(…): not empty, and without blanks"

/** Whether a value can be said in a header: not empty, and without blanks, line breaks and other letters than ASCII's. */
const isText = (value: unknown): boolean => typeof value === "string" && /^[!-~]+$/.test(value)

const apiRoot = Effect.fnUntraced(function*(apiUrl: NonNullable<Options["apiUrl"]>, isInsecureAllowed: boolean) {
  const text = typeof apiUrl === "string" ? apiUrl : "document" in globalThis ? apiUrl.browser : apiUrl.server
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined
  const { hash, hostname = "", password, pathname, protocol, search, username } = url ?? {}
  yield* check("apiUrl", protocol === "https:" || protocol === "http:", "must be an absolute http or https URL")
  yield* check("apiUrl", !username && !password, "must not hold a user name or a password")
  yield* check("apiUrl", !search && !hash, "must not have a query or a hash")
  yield* check("apiUrl", protocol === "https:" || isInsecureAllowed || isLoopback(hostname), mustBeHttps)
  return `${url!.origin}${pathname!.replace(/\/+$/, "")}`
})

const mustBeHttps =
  "must be https, since http sends keys and tokens unencrypted. For development, set allowInsecureApiUrl: true"

/** Returns `true` if a host of a parsed URL is this machine: such a URL has every IPv4 address as four numbers. */
const isLoopback = (hostname: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

const duration = (option: string, input: Duration.Input) => {
  const millis = millisOf(input)
  return Effect.as(check(option, millis >= 0, "must be a duration"), Duration.millis(millis))
}

/**
 * Reads the options that the environment gives, under the names that the service's own documentation uses.
 *
 * `NEXT_PUBLIC_STACK_PROJECT_ID`, `NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY`, and for the API's root
 * `NEXT_PUBLIC_BROWSER_STACK_API_URL` or `NEXT_PUBLIC_SERVER_STACK_API_URL` by where the program runs, then
 * `NEXT_PUBLIC_STACK_API_URL`, then `NEXT_PUBLIC_STACK_URL`. `NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS` is a JSON object.
 *
 * @category config
 * @since 0.1.0
 */
export const optionsConfig: Config.Config<Partial<Options>> = /*#__PURE__*/ Config.map(
  /*#__PURE__*/ Config.all({
    projectId: text("NEXT_PUBLIC_STACK_PROJECT_ID"),
    publishableClientKey: text("NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY"),
    browser: text("NEXT_PUBLIC_BROWSER_STACK_API_URL"),
    server: text("NEXT_PUBLIC_SERVER_STACK_API_URL"),
    api: text("NEXT_PUBLIC_STACK_API_URL"),
    legacyApi: text("NEXT_PUBLIC_STACK_URL"),
    headers: text("NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS")
  }),
  ({ api, browser, headers, legacyApi, projectId, publishableClientKey, server }) => {
    const apiUrl = ("document" in globalThis ? browser : server) ?? api ?? legacyApi
    return {
      ...(projectId === undefined ? {} : { projectId }),
      ...(publishableClientKey === undefined ? {} : { publishableClientKey }),
      ...(apiUrl === undefined ? {} : { apiUrl }),
      ...(headers === undefined ? {} : { extraRequestHeaders: headersFromJson(headers) })
    }
  }
)

/** An environment variable that may be absent; an empty one is. */
function text(name: string): Config.Config<string | undefined> {
  return Config.map(Config.option(Config.String(name)), (value) => Option.getOrUndefined(value) || undefined)
}

/** Whatever is not a JSON object of texts becomes a header that the validation refuses by name. */
const headersFromJson = (json: string): Readonly<Record<string, string>> => {
  const headers = parseJson(json)
  // Sound: the values are validated as texts where the options are.
  return isObject(headers) ? headers as Record<string, string> : { "": "" }
}
