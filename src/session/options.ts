/** Options for the client, server and admin levels, and their validation. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Access, Connection } from "../call/Connection.ts"
import { millisOf } from "../call/duration.ts"
import { withFailureModule } from "../call/failureModule.ts"
import type { OptionRule } from "../call/optionRules.ts"
import { defaultResponseLimit } from "../call/Transport.ts"
import { CodedError } from "../platform/CodedError.ts"
import { isRedactedText, type Secret } from "../platform/toRedacted.ts"
import { type AccessLevel, accessLevels, type Generation, generations } from "../wire/Endpoint.ts"
import { findApiUrlProblem, hostedApi, isProjectId, normalizeApiUrl } from "./apiUrl.ts"
import { findUnknownName, type OptionNames } from "./optionNames.ts"
import { OptionRules, OptionSource } from "./optionSource.ts"

/** The options that all levels share. */
export interface Options {
  /** The project's id: a UUID, or `internal`. */
  readonly projectId: string
  /**
   * The publishable client key, `pck_…`. Services since 2026 require it only if the project's setting
   * `requirePublishableClientKey` is on.
   *
   * If it is required and missing, calls fail with `ProjectRefused`. Its `error` is
   * `PublishableClientKeyRequiredForProject`, or `ClientAuthenticationRequired` from a 2025 service.
   */
  readonly publishableClientKey?: string | undefined
  /**
   * The API's root URL, without `/api/v1`; one for all hosts, or one for browsers and one for servers. The hosted service
   * by default.
   */
  readonly apiUrl?: string | { readonly browser: string; readonly server: string } | undefined
  /**
   * Allows an `apiUrl` with `http:` on another machine, where everyone on the network between can read keys and tokens. Use it
   * for development only, such as with an emulator in a container. `http:` on this machine (`localhost`, `*.localhost`,
   * `127.0.0.0/8`, `[::1]`) is always allowed. `false` by default.
   */
  readonly allowInsecureApiUrl?: boolean | undefined
  /** Headers that are added to every request. They take precedence over the built-in ones. */
  readonly extraRequestHeaders?: Readonly<Record<string, string>> | undefined
  /**
   * OAuth provider scopes that each sign-in and each link requests in addition to its own, by provider, such as
   * `{ google: ["https://www.googleapis.com/auth/calendar"] }`. The provider must use the project's OAuth keys: with shared
   * keys, the service refuses additional scopes.
   */
  readonly oauthScopesOnSignIn?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
  /** The request header prefix, `x-stack-*` or `x-hexclave-*`; responses may use either. `stack` by default. */
  readonly headerFamily?: "stack" | "hexclave" | undefined
  /**
   * The service's generation: `2025` for the June 2025 version, `2026` for current ones. Only functions that differ
   * between generations need it. By default, the first such call detects it from the session's access token, or with one
   * request.
   */
  readonly apiGeneration?: Generation | undefined
  /** The timeout for one attempt of a request; 30 seconds by default. */
  readonly requestTimeout?: Duration.Input | undefined
  /**
   * The longest `Retry-After` to wait for. If the header is longer, the call fails with `RateLimited`. 60 seconds by
   * default.
   */
  readonly retryAfterLimit?: Duration.Input | undefined
  /**
   * The largest response body to read, in bytes after decompression; 50,000,000 by default, `Infinity` for no limit. A larger
   * response fails the call with `ResponseTooLarge`.
   */
  readonly responseLimit?: number | undefined
}

/** Options for the client, server and admin levels. Each level refuses other levels' keys with its own message. */
export const levelNames: OptionNames<Options> & {
  readonly secretServerKey: true
  readonly superSecretAdminKey: true
} = {
  projectId: true,
  publishableClientKey: true,
  apiUrl: true,
  allowInsecureApiUrl: true,
  extraRequestHeaders: true,
  headerFamily: true,
  apiGeneration: true,
  requestTimeout: true,
  retryAfterLimit: true,
  responseLimit: true,
  oauthScopesOnSignIn: true,
  secretServerKey: true,
  superSecretAdminKey: true
}

/** An option is missing or invalid. The message names the option and the rule that it breaks, and never contains a key. */
export class InvalidOptions extends CodedError("InvalidOptions")<{
  readonly message: string
  readonly option: string
}> {}

/**
 * A secret key for the server or admin level, and the header that carries it. These levels pass it in, so that a client bundle
 * contains neither name.
 */
export interface SecretKey {
  readonly level: AccessLevel
  readonly option: string
  /** The prefix of such keys, such as `ssk_`. */
  readonly prefix: string
  readonly header: string
  readonly key: Secret | undefined
}

const version = "js latchkey@0.1.0"

const families: ReadonlyArray<string> = ["stack", "hexclave"]

/** The default `requestTimeout`. */
const defaultTimeout = Duration.millis(30_000)

/** Validates options and creates a connection. Fails with `InvalidOptions`. */
export const connect = Effect.fnUntraced(function*(
  options: Options,
  secretKeys: ReadonlyArray<SecretKey> = []
): Effect.fn.Return<Connection, InvalidOptions> {
  const { apiGeneration, extraRequestHeaders, headerFamily = "stack", projectId, publishableClientKey } = options
  const { responseLimit = defaultResponseLimit } = options
  yield* checkSet("projectId", projectId)
  yield* checkRule("projectId", isProjectId(projectId), "projectId")
  if (publishableClientKey !== undefined) yield* checkKey("publishableClientKey", publishableClientKey, "pck_")
  const keys: { [level in AccessLevel]?: readonly [header: string, key: string] } = {}
  if (publishableClientKey !== undefined) keys.client = ["publishable-client-key", publishableClientKey]
  for (const { header, key, level, option, prefix } of secretKeys) {
    if (key === undefined) continue
    const text = Redacted.isRedacted(key) ? Redacted.value(key) : key
    yield* checkKey(option, text, prefix)
    keys[level] = [header, text]
  }
  yield* checkRule("headerFamily", families.includes(headerFamily), "oneOf", ...families)
  yield* checkRule(
    "apiGeneration",
    apiGeneration === undefined || generations.includes(apiGeneration),
    "oneOf",
    ...generations
  )
  // A `Headers` object and a `Map` have no entries here.
  const areHeadersValid = !(Symbol.iterator in Object(extraRequestHeaders)) &&
    Object.entries(extraRequestHeaders ?? {}).every((
      [name, value]
    ) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === "string" && !/[\r\n\0]/.test(value))
  yield* checkRule("extraRequestHeaders", areHeadersValid, "headers")
  const oauthScopes = options.oauthScopesOnSignIn ?? {}
  const areScopesValid = Object.values(oauthScopes).every((scopes) =>
    Array.isArray(scopes) && scopes.every((scope) => typeof scope === "string")
  )
  yield* checkRule("oauthScopesOnSignIn", areScopesValid, "scopes")
  yield* checkRule("responseLimit", typeof responseLimit === "number" && responseLimit >= 1, "bytes")
  const family = `x-${headerFamily}-`
  const access = (level: AccessLevel): Access => {
    // A level without a key uses the next higher level that has one.
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
    apiUrl: yield* parseApiUrl(options.apiUrl, options.allowInsecureApiUrl === true),
    clientSecret: publishableClientKey,
    access: (level) => byLevel[level],
    headerFamily,
    generation: { known: apiGeneration },
    oauthScopes,
    extraRequestHeaders: Redacted.make(extraRequestHeaders ?? {}),
    requestTimeout: yield* parseDuration("requestTimeout", options.requestTimeout ?? defaultTimeout),
    retryAfterLimit: yield* parseDuration("retryAfterLimit", options.retryAfterLimit ?? 60_000),
    networks: new WeakMap(),
    responseLimit
  }
})

/** Fails with `InvalidOptions` unless the condition holds. `rule` completes the sentence "The option … ". */
export const check = (option: string, holds: boolean, rule: string): Effect.Effect<void, InvalidOptions> =>
  holds ? Effect.void : Effect.fail(new InvalidOptions({ option, message: `The option ${option} ${rule}` }))

/** Fails with `InvalidOptions` unless the condition holds. */
export const checkRule = (
  option: string,
  holds: boolean,
  rule: OptionRule,
  ...details: ReadonlyArray<string>
): Effect.Effect<void, InvalidOptions> =>
  holds ? Effect.void : Effect.flatMap(OptionRules, (included) => {
    const describe = ({ optionRules }: { readonly optionRules: typeof included & {} }): string =>
      // Sound: `satisfies` checks that each rule accepts a list of details.
      (optionRules[rule] as (...details: ReadonlyArray<string>) => string)(...details)
    const text = included === undefined
      ? withFailureModule(defaultTimeout, describe, () => "is invalid")
      : Effect.succeed(describe({ optionRules: included }))
    return Effect.flatMap(text, (text) => check(option, false, text))
  })

/** Fails with `InvalidOptions` if an option is missing. The message names what its entry point has. */
export const checkSet = (option: string, value: unknown): Effect.Effect<void, InvalidOptions> =>
  value !== undefined ? Effect.void : Effect.flatMap(
    OptionSource,
    (source) => checkRule(option, false, source === "environment" ? "notInEnvironment" : "mustBeSet", option)
  )

/** Fails with `InvalidOptions` for an option whose name is not in the list. */
export const checkNames = <O extends object>(
  options: O,
  names: OptionNames<O>
): Effect.Effect<void, InvalidOptions> => {
  const name = findUnknownName(options, names)
  return name === undefined ? Effect.void : checkRule(name, false, "unknown", name, ...Object.keys(names))
}

/**
 * Fails unless a key can be sent as a header. Also rejects a key with another type's prefix; a self-hosted service may use
 * keys without a prefix.
 */
const checkKey = (option: string, key: unknown, prefix: string) => {
  const text = typeof key === "string" && /^[!-~]+$/.test(key) ? key : ""
  const actual = /^(?:pck|ssk|sak)_/.exec(text)?.[0] ?? prefix
  return Effect.andThen(
    Effect.andThen(checkRule(option, !isRedactedText(text), "noRedactedText"), checkRule(option, text !== "", "key")),
    checkRule(option, actual === prefix, "prefix", prefix, actual)
  )
}

// Only `undefined` stands for the hosted service: `null` from untyped code can be an address that is missing.
const parseApiUrl = Effect.fnUntraced(function*(apiUrl: Options["apiUrl"] = hostedApi, isInsecureAllowed: boolean) {
  const text = typeof apiUrl === "string" ? apiUrl : "document" in globalThis ? apiUrl?.browser : apiUrl?.server
  const rule = findApiUrlProblem(text, isInsecureAllowed)
  yield* checkRule("apiUrl", rule === undefined, rule!)
  return normalizeApiUrl(text!)
})

const parseDuration = (option: string, input: Duration.Input) => {
  const millis = millisOf(input)
  return Effect.as(checkRule(option, millis >= 0, "duration"), Duration.millis(millis))
}
