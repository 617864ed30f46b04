/**
 * The admin level for code without Effect: functions that return promises with `{ data, error }`. Do not import it in code that
 * browsers load.
 *
 * **Example** (Trusting a domain)
 *
 * ```ts
 * import { createAdminClient } from "latchkey/promise/admin"
 *
 * const admin = createAdminClient() // the id and the key come from the environment
 * const domains = [{ domain: "https://app.example.com", handlerPath: "/handler" }]
 * const { error } = await admin.project.update({ config: { domains } })
 * if (error) console.log(error.code)
 * ```
 */
export { InvalidOptions } from "../session/options.ts"
export type { AdminClient, AdminFunctions, OwnerClient } from "./admin/AdminClient.ts"
export { type AdminClientOptions, createAdminClient, type OwnerClientOptions } from "./admin/createAdminClient.ts"
export type { AdminEmails, AdminEmailTemplates, AdminEmailTemplateSources, AdminEmailThemes } from "./admin/emails.ts"
export type { AdminApiKeys } from "./admin/keys.ts"
export type { AdminPermissions } from "./admin/permissions.ts"
export type {
  AdminConfig,
  AdminConfigGroup,
  AdminConfigOverride,
  AdminProject,
  AdminProjectGroup
} from "./admin/project.ts"
export type { AdminMetrics, AdminWebhooks } from "./admin/service.ts"
export * from "./Result.ts"
export { Disposed } from "./Runner.ts"

export type { AuthClient } from "./AuthClient.ts"
export type { KeyChecks } from "./keyChecks.ts"
export type { BaseOptions } from "./openRuntime.ts"
export type { ServerRequestClient } from "./server/makeForRequest.ts"
export type { ServerClient, ServerFunctions } from "./server/ServerClient.ts"

/** The values in results. */
export type { SentEmail, SmtpConfigInput } from "../admin/Emails.ts"
export type { EmailTemplate, EmailTemplateType, EmailTemplateUpdate } from "../admin/EmailTemplates.ts"
export type { EmailTemplateSource, EmailTemplateSourceUpdate, EmailTheme } from "../admin/EmailTemplateSources.ts"
export type {
  InternalApiKey,
  InternalApiKeyCreation,
  InternalApiKeyUpdate,
  KeyLife,
  KeyState
} from "../admin/InternalApiKeys.ts"
export type { Metrics } from "../admin/Metrics.ts"
export type { ProductionModeError, ProjectConfigUpdate, ProjectUpdate } from "../admin/Project.ts"
export type { ConfigLevel, ConfigOverride, ConfigSource, ConfigValue, SignUpRule } from "../admin/ProjectConfig.ts"
export type {
  PermissionDefinition,
  PermissionDefinitionCreation,
  PermissionDefinitionUpdate
} from "../admin/TeamPermissionDefinitions.ts"
