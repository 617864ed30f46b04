/**
 * The project's complete configuration, which includes settings that `Project.get` does not have. Services since
 * 2026.
 *
 * The service computes a configuration from its defaults and from overrides at three levels: `project`, `branch` and
 * `environment`, from weak to strong. `Project.update` and the service's dashboard write to the level `environment`.
 * An override's type lists the common keys; its values are JSON. Client secrets and passwords are `Redacted` in
 * results, and may be plain strings in overrides.
 *
 * An invalid override, for example with an unknown key or a value with the wrong type, fails with the `ApiError` reason
 * `RequestRefused`.
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/config.ts"
import { type Admin, callAsAdmin } from "./AdminService.ts"

/** Errors from {@link get}. */
export type GetError = ApiError

/**
 * Gets the configuration with all defaults and overrides, as a tree: `auth.allowSignUp` is the field `allowSignUp` in
 * the field `auth`.
 */
export const get: Effect.Effect<wire.Config, GetError, Admin> = /*#__PURE__*/ trace(
  "ProjectConfig.get",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.get, {}), ({ configString }) => configString)
)

/** Errors from {@link getOverride}. */
export type GetOverrideError = Errors<typeof wire.getOverride>

/** Gets a level's override, by dotted keys. It contains only that level's settings. */
export const getOverride = (level: wire.ConfigLevel): Effect.Effect<wire.ConfigOverride, GetOverrideError, Admin> =>
  trace(
    "ProjectConfig.getOverride",
    Effect.map(callAsAdmin(wire.getOverride, { params: { level } }), ({ configString }) => configString)
  )

/** Errors from {@link updateOverride}. */
export type UpdateOverrideError = Errors<typeof wire.updateOverride>

/**
 * Adds or changes settings in a level's override. The level's other settings stay the same.
 *
 * **Example** (A sign-up rule, and verified email addresses)
 *
 * ```ts
 * import { ProjectConfig } from "latchkey/admin"
 *
 * const block = ProjectConfig.updateOverride("environment", {
 *   "auth.signUpRules": {
 *     disposable: {
 *       enabled: true,
 *       displayName: "Disposable addresses",
 *       priority: 1,
 *       condition: "emailDomain in [\"mailinator.com\", \"tempmail.com\"]",
 *       action: { type: "reject", message: "List of 2026-11" }
 *     }
 *   },
 *   "onboarding.requireEmailVerification": true
 * })
 * ```
 */
export const updateOverride = (
  level: wire.ConfigLevel,
  changes: wire.ConfigOverride
): Effect.Effect<void, UpdateOverrideError, Admin> =>
  trace(
    "ProjectConfig.updateOverride",
    Effect.asVoid(
      callAsAdmin(wire.updateOverride, {
        params: { level },
        payload: { configOverrideString: wire.redactOverride(changes) }
      })
    )
  )

/** Errors from {@link replaceOverride}. */
export type ReplaceOverrideError = Errors<typeof wire.replaceOverride>

/**
 * Replaces a level's override. Settings that the new override does not contain fall back to weaker levels and to the defaults.
 */
export const replaceOverride: (
  level: wire.ConfigLevel,
  override: wire.ConfigOverride,
  options?: { readonly source?: wire.ConfigSource | undefined }
) => Effect.Effect<void, ReplaceOverrideError, Admin> = (level, override, { source } = {}) =>
  trace(
    "ProjectConfig.replaceOverride",
    Effect.asVoid(
      callAsAdmin(wire.replaceOverride, {
        params: { level },
        payload: { configString: wire.redactOverride(override), source }
      })
    )
  )

/** Errors from {@link resetKeys}. */
export type ResetKeysError = Errors<typeof wire.resetKeys>

/**
 * Removes settings from a level's override. Each key removes its setting and all settings below it. Unknown keys
 * have no effect.
 */
export const resetKeys = (
  level: wire.ConfigLevel,
  keys: ReadonlyArray<string>
): Effect.Effect<void, ResetKeysError, Admin> =>
  trace(
    "ProjectConfig.resetKeys",
    Effect.asVoid(callAsAdmin(wire.resetKeys, { params: { level }, payload: { keys } }))
  )

/** Errors from {@link getSource}. */
export type GetSourceError = ApiError

/**
 * Gets the configuration's source at the level `branch`, such as a file in a repository. `unlinked` means the
 * dashboard and the API.
 */
export const getSource: Effect.Effect<wire.ConfigSource, GetSourceError, Admin> = /*#__PURE__*/ trace(
  "ProjectConfig.getSource",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsAdmin(wire.getSource, {}), ({ source }) => source)
)

/** Errors from {@link unlinkSource}. */
export type UnlinkSourceError = ApiError

/** Sets the configuration's source to `unlinked`. The settings stay the same. */
export const unlinkSource: Effect.Effect<void, UnlinkSourceError, Admin> = /*#__PURE__*/ trace(
  "ProjectConfig.unlinkSource",
  /*#__PURE__*/ Effect.asVoid(/*#__PURE__*/ callAsAdmin(wire.unlinkSource, {}))
)

export type { Config, ConfigLevel, ConfigOverride, ConfigSource, ConfigValue, SignUpRule } from "../wire/config.ts"
