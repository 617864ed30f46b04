/** `admin.project` and `admin.config`. */
import * as Effect from "effect/Effect"
import type { Admin } from "../../admin/AdminService.ts"
import * as Project from "../../admin/Project.ts"
import * as ProjectConfig from "../../admin/ProjectConfig.ts"
import { update } from "../../wire/adminProjects.ts"
import { type Plain, showSecrets, toPlainSecrets } from "../client/secrets.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, item, withNames } from "../withNames.ts"

/**
 * The project with all settings. Secrets are plain strings that are not enumerable, so that logs do not contain them.
 */
export interface AdminProject extends Plain<Project.AdminProject> {}

/**
 * The project.
 *
 * **Example** (Trusting one more domain)
 *
 * ```ts
 * import type { AdminClient } from "latchkey/promise/admin"
 *
 * export const trust = async (admin: AdminClient, domain: string) => {
 *   const { config: { allowLocalhost, domains } } = await admin.project.get().orThrow()
 *   return admin.project.update({
 *     config: { allowLocalhost, domains: [...domains, { domain, handlerPath: "/handler" }] }
 *   })
 * }
 * ```
 */
export interface AdminProjectGroup {
  readonly get: (options?: CallOptions) => Call<AdminProject, Project.GetError>
  /**
   * Changes the project, and returns it. Omitted fields stay unchanged. Lists, such as `domains` and `oauthProviders`, replace
   * the old ones. A spread provider or email server, `{ ...provider }`, has no secret: pass the object itself, or
   * the secret too.
   *
   * Services before 2026 turn `config.allowLocalhost` on with every change that does not contain it.
   */
  readonly update: (changes: Project.ProjectUpdate, options?: CallOptions) => Call<AdminProject, Project.UpdateError>
  /** Deletes the project with all users, teams and keys. This cannot be undone. */
  readonly remove: (options?: CallOptions) => Call<void, Project.RemoveError>
  /** Gets the settings that are unsafe in production, such as a trusted domain without https. */
  readonly getProductionModeErrors: (
    options?: CallOptions
  ) => Call<ReadonlyArray<Project.ProductionModeError>, Project.GetError>
}

/** @internal */
export const project = /*#__PURE__*/ withNames<AdminProjectGroup, Admin>({
  get: () => Effect.map(Project.get, toPlainSecrets),
  update: (changes) => Effect.map(Project.update(showSecrets(changes)), toPlainSecrets),
  remove: () => Project.remove,
  getProductionModeErrors: () => Effect.map(Project.get, Project.getProductionModeErrors)
}, { update: [fieldsOf(update, { config: { enabledOauthProviders: true } })] })

/** The project's configuration with all defaults, as a tree. Secrets are plain strings that are not enumerable. */
export interface AdminConfig extends Plain<ProjectConfig.Config> {}

/** A level's settings, by dotted key. Secrets are plain strings that are not enumerable. */
export interface AdminConfigOverride extends Plain<ProjectConfig.ConfigOverride> {}

/**
 * The project's complete configuration, which has settings that `admin.project` does not have.
 *
 * It has the service's defaults and overrides at three levels: `project`, `branch` and `environment`, from weak to
 * strong. `admin.project.update` and the service's dashboard write to `environment`.
 *
 * **Example** (Requiring verified addresses)
 *
 * ```ts
 * import type { AdminClient } from "latchkey/promise/admin"
 *
 * export const restrict = (admin: AdminClient) =>
 *   admin.config.updateOverride("environment", { "onboarding.requireEmailVerification": true })
 * ```
 *
 * @generation 2026
 */
export interface AdminConfigGroup {
  readonly get: (options?: CallOptions) => Call<AdminConfig, ProjectConfig.GetError>
  /** Gets only the settings that a level overrides. */
  readonly getOverride: (
    level: ProjectConfig.ConfigLevel,
    options?: CallOptions
  ) => Call<AdminConfigOverride, ProjectConfig.GetOverrideError>
  /** Adds or changes a level's settings. Its other settings stay the same. */
  readonly updateOverride: (
    level: ProjectConfig.ConfigLevel,
    changes: ProjectConfig.ConfigOverride,
    options?: CallOptions
  ) => Call<void, ProjectConfig.UpdateOverrideError>
  /**
   * Replaces all settings of a level. A spread result from `getOverride` has no secrets, so it would remove them: prefer
   * `updateOverride` for a change.
   */
  readonly replaceOverride: (
    level: ProjectConfig.ConfigLevel,
    override: ProjectConfig.ConfigOverride,
    options?: CallOptions & { readonly source?: ProjectConfig.ConfigSource | undefined }
  ) => Call<void, ProjectConfig.ReplaceOverrideError>
  /** Removes settings from a level, each with all settings below it. */
  readonly resetKeys: (
    level: ProjectConfig.ConfigLevel,
    keys: ReadonlyArray<string>,
    options?: CallOptions
  ) => Call<void, ProjectConfig.ResetKeysError>
  /** Gets the `branch` level's source, such as a file in a repository. */
  readonly getSource: (options?: CallOptions) => Call<ProjectConfig.ConfigSource, ProjectConfig.GetSourceError>
  /** Sets the source to `unlinked`, which is the dashboard and the API. */
  readonly unlinkSource: (options?: CallOptions) => Call<void, ProjectConfig.UnlinkSourceError>
}

/** @internal */
export const config = /*#__PURE__*/ withNames<AdminConfigGroup, Admin>({
  get: () => Effect.map(ProjectConfig.get, toPlainSecrets),
  getOverride: (level) => Effect.map(ProjectConfig.getOverride(level), toPlainSecrets),
  updateOverride: (level, changes) => ProjectConfig.updateOverride(level, showSecrets(changes)),
  replaceOverride: (level, override, options) => ProjectConfig.replaceOverride(level, showSecrets(override), options),
  resetKeys: (level, keys) => ProjectConfig.resetKeys(level, keys),
  getSource: () => ProjectConfig.getSource,
  unlinkSource: () => ProjectConfig.unlinkSource
}, { updateOverride: [null, item], replaceOverride: [null, item, { source: true }] })
