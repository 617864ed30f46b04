/**
 * The admin level, for programs with the super secret admin key and for project owners. Do not import it in code
 * that browsers load.
 *
 * **Example** (Reading the settings of a project)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey/admin"
 *
 * const isProduction = Effect.map(Project.get, ({ isProductionMode }) => isProductionMode)
 * ```
 */
export * as Admin from "./admin/Admin.ts"
export * as Emails from "./admin/Emails.ts"
export * as EmailTemplates from "./admin/EmailTemplates.ts"
export * as EmailTemplateSources from "./admin/EmailTemplateSources.ts"
export * as InternalApiKeys from "./admin/InternalApiKeys.ts"
export * as Metrics from "./admin/Metrics.ts"
export * as Project from "./admin/Project.ts"
export * as ProjectConfig from "./admin/ProjectConfig.ts"
export * as ProjectPermissionDefinitions from "./admin/ProjectPermissionDefinitions.ts"
export * as TeamPermissionDefinitions from "./admin/TeamPermissionDefinitions.ts"
export * as Webhooks from "./admin/Webhooks.ts"

/** Wraps secrets, so that logs and errors do not contain them: `Redacted.make(text)` and `Redacted.value(secret)`. */
export * as Redacted from "effect/Redacted"
