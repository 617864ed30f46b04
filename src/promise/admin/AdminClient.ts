/** The client for the admin level, for code without Effect. */
import type { KeyChecks } from "../keyChecks.ts"
import type { ServerClient, ServerFunctions } from "../server/ServerClient.ts"
import type { AdminEmails, AdminEmailTemplates, AdminEmailTemplateSources, AdminEmailThemes } from "./emails.ts"
import type { AdminApiKeys } from "./keys.ts"
import type { AdminPermissions } from "./permissions.ts"
import type { AdminConfigGroup, AdminProjectGroup } from "./project.ts"
import type { AdminMetrics, AdminWebhooks } from "./service.ts"

/** The admin functions, which manage the project. They return promises with `{ data, error }`. */
export interface AdminFunctions {
  readonly project: AdminProjectGroup
  readonly config: AdminConfigGroup
  readonly apiKeys: AdminApiKeys & KeyChecks
  readonly permissions: {
    /** The permissions in teams. */
    readonly team: AdminPermissions
    /** The permissions in the project. */
    readonly project: AdminPermissions
  }
  readonly emails: AdminEmails
  readonly emailTemplates: AdminEmailTemplates
  readonly emailTemplateSources: AdminEmailTemplateSources
  readonly emailThemes: AdminEmailThemes
  readonly metrics: AdminMetrics
  readonly webhooks: AdminWebhooks
}

/** A client with the super secret admin key. It sends nothing before its first call. */
export interface AdminClient extends AdminFunctions {
  /** The server functions, with the same keys. */
  readonly server: ServerClient
  /** Interrupts pending calls, also those in `server`, and releases all resources: `await using admin = createAdminClient(…)`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * A client for a project's owner, whose session is in another client. Without a server key, it has no `forRequest`.
 */
export interface OwnerClient extends AdminFunctions {
  /** The server functions. */
  readonly server: ServerFunctions
  /** Interrupts pending calls, and releases all resources. The owner's client stays. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
