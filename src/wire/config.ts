/** A project's configuration as JSON text, with overrides at three levels, and its endpoints. */
import * as Redacted from "effect/Redacted"
import { array, check, type Codec, literal, optional, string, transform, unknown } from "./Codec.ts"
import { type AccessLevel, endpoint } from "./Endpoint.ts"
import { isObject, type Json, type JsonObject, jsonObject, jsonObjectInput } from "./Json.ts"
import { RequestSchemaError } from "./KnownErrors.ts"
import type { OAuthAccountMergeStrategy } from "./projectConfig.ts"
import { struct } from "./Struct.ts"

/**
 * The override levels, from weak to strong. Each level overrides the ones before it, and all override the service's
 * defaults.
 */
export const configLevels = ["project", "branch", "environment"] as const

/** A project configuration level. */
export type ConfigLevel = typeof configLevels[number]

/**
 * A sign-up rule. The service evaluates the enabled rules from the highest to the lowest priority.
 *
 * The condition is an expression in the Common Expression Language (CEL) over `email`, `emailDomain`, `countryCode`,
 * `authMethod`, `oauthProvider` and `riskScores`. If it is true, the action applies:
 *
 * - `allow` and `reject` are final. `message` is a note for the project's owners. The user does not see it.
 * - `restrict` restricts the new user as an administrator would, and evaluation continues.
 * - `log` records the sign-up, and evaluation continues.
 */
export type SignUpRule = {
  readonly enabled?: boolean
  readonly displayName?: string
  readonly priority?: number
  readonly condition?: string
  readonly action: { readonly type: "allow" | "reject" | "restrict" | "log"; readonly message?: string }
}

/**
 * A value in a configuration: JSON with `Redacted` secrets. The values in fields named `clientSecret` and `password`
 * are secrets.
 */
export type ConfigValue =
  | Json
  | Redacted.Redacted<string>
  | ReadonlyArray<ConfigValue>
  | { readonly [key: string]: ConfigValue }

/** A project's configuration with all defaults, as a tree. */
export interface Config {
  readonly [key: string]: ConfigValue
}

/**
 * Settings by dotted key, such as `"auth.allowSignUp"`. A key's value replaces the setting and all settings below
 * it. `null` restores the service's default.
 *
 * The type lists the common keys for users and teams. The service has more.
 */
export interface ConfigOverride {
  readonly "auth.allowSignUp"?: boolean | null | undefined
  readonly "auth.password.allowSignIn"?: boolean | null | undefined
  readonly "auth.otp.allowSignIn"?: boolean | null | undefined
  readonly "auth.passkey.allowSignIn"?: boolean | null | undefined
  readonly "auth.oauth.accountMergeStrategy"?: OAuthAccountMergeStrategy | null | undefined
  readonly "auth.signUpRules"?: { readonly [id: string]: SignUpRule } | null | undefined
  readonly "auth.signUpRulesDefaultAction"?: "allow" | "reject" | null | undefined
  readonly "onboarding.requireEmailVerification"?: boolean | null | undefined
  /** The service accepts this key only at the level `project`. */
  readonly "project.requirePublishableClientKey"?: boolean | null | undefined
  readonly "teams.allowClientTeamCreation"?: boolean | null | undefined
  readonly "teams.createPersonalTeamOnSignUp"?: boolean | null | undefined
  readonly "users.allowClientUserDeletion"?: boolean | null | undefined
  readonly "apiKeys.enabled.user"?: boolean | null | undefined
  readonly "apiKeys.enabled.team"?: boolean | null | undefined
  readonly "domains.allowLocalhost"?: boolean | null | undefined
  readonly "domains.trustedDomains"?:
    | { readonly [id: string]: { readonly baseUrl: string; readonly handlerPath: string } }
    | null
    | undefined
  readonly "emails.selectedThemeId"?: string | null | undefined
  readonly [key: string]: ConfigValue | undefined
}

const isSecret = (key: string): boolean => /(?:^|\.)(?:clientSecret|password)$/.test(key)

const parse = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(
      text,
      (key, value) => typeof value === "string" && isSecret(key) ? Redacted.make(value) : value
    )
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Redacts an override's secrets that are plain strings. */
export const redactOverride = (override: ConfigOverride): ConfigOverride =>
  // Sound: only strings under secret keys change, into `Redacted`, which is a `ConfigValue`.
  redactSecrets(override, "") as ConfigOverride

const redactSecrets = (value: unknown, key: string): unknown =>
  typeof value === "string" && isSecret(key)
    ? Redacted.make(value)
    : Array.isArray(value)
    ? value.map((item) => redactSecrets(item, ""))
    : isObject(value) && !Redacted.isRedacted(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, redactSecrets(field, name)]))
    : value

const stringify = (value: unknown): string =>
  JSON.stringify(value, function(this: { readonly [key: string]: unknown }, key, value) {
    // `value` is already a `Redacted` as a string.
    const field = this[key]
    return Redacted.isRedacted(field) ? Redacted.value(field) : value
  })

/** Creates the codec for a JSON object as text. Any other text decodes to `undefined`. */
const jsonText = (isValid: (value: unknown) => boolean) =>
  transform(string, check(unknown, isValid), parse, stringify, "json")

/** Returns `true` if a value is valid JSON in which every secret is `Redacted`. */
const isConfigValue = (value: unknown, key = ""): boolean =>
  Redacted.isRedacted(value)
    ? typeof Redacted.value(value) === "string"
    : isSecret(key)
    ? value === null
    : Array.isArray(value)
    ? value.every((item) => isConfigValue(item))
    : isObject(value)
    ? Object.entries(value).every(([name, field]) => isConfigValue(field, name))
    : typeof value === "number"
    ? Number.isFinite(value)
    : value === null || typeof value === "string" || typeof value === "boolean"

const isOverride = (value: unknown): boolean =>
  isObject(value) && Object.entries(value).every(([key, field]) => field === undefined || isConfigValue(field, key))

// Sound: the check shows that the text is an object, and its values come from `JSON.parse`.
const configText = <A extends Config | ConfigOverride>() => jsonText(isObject) as Codec<A>

// Sound: the check validates the input. The emulator decodes any text, and rejects all but objects.
const configTextInput = () => jsonText((value) => value === undefined || isOverride(value)) as Codec<ConfigOverride>

/** A project configuration's source. Its `type` is `unlinked` for the dashboard and the API. */
export type ConfigSource = JsonObject

const levels = () => struct({ level: literal(...configLevels) })
const path = "/internal/config/override/:level"
const traits = (level: AccessLevel) => ({ level, generation: "2026" } as const)

export const get = endpoint("config.get", "GET", "/internal/config", traits("admin"), () => ({
  success: struct({ configString: configText<Config>() })
}))

const getEndpoint = (id: string, level: AccessLevel) =>
  endpoint(id, "GET", path, traits(level), () => ({
    params: levels(),
    success: struct({ configString: configText<ConfigOverride>() }),
    errors: [RequestSchemaError]
  }))

const replaceEndpoint = (id: string, level: AccessLevel) =>
  endpoint(id, "PUT", path, traits(level), () => ({
    params: levels(),
    payload: struct({ configString: configTextInput(), source: optional(jsonObjectInput) }),
    errors: [RequestSchemaError]
  }))

const updateEndpoint = (id: string, level: AccessLevel) =>
  endpoint(id, "PATCH", path, traits(level), () => ({
    params: levels(),
    payload: struct({ configOverrideString: configTextInput() }),
    errors: [RequestSchemaError]
  }))

// Servers may use only the level `branch`, and may not reset its keys.

export const getOverrideAsServer = /*#__PURE__*/ getEndpoint("config.override.get.server", "server")

export const getOverride = /*#__PURE__*/ getEndpoint("config.override.get", "admin")

export const replaceOverrideAsServer = /*#__PURE__*/ replaceEndpoint("config.override.replace.server", "server")

export const replaceOverride = /*#__PURE__*/ replaceEndpoint("config.override.replace", "admin")

export const updateOverrideAsServer = /*#__PURE__*/ updateEndpoint("config.override.update.server", "server")

export const updateOverride = /*#__PURE__*/ updateEndpoint("config.override.update", "admin")

export const resetKeys = endpoint("config.override.resetKeys", "POST", `${path}/reset-keys`, traits("admin"), () => ({
  params: levels(),
  payload: struct({ keys: array(string) }),
  errors: [RequestSchemaError]
}))

export const getSource = endpoint("config.source.get", "GET", "/internal/config/source", traits("admin"), () => ({
  success: struct({ source: jsonObject })
}))

export const unlinkSource = endpoint("config.source.unlink", "DELETE", "/internal/config/source", traits("admin"))
