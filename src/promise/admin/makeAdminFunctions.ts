/** Creates the functions of the admin level. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isExpired, isRevoked, type KeyLife, type KeyState } from "../../account/KeyState.ts"
import type { Admin } from "../../admin/AdminService.ts"
import { makeKeyChecks } from "../keyChecks.ts"
import { makeCall } from "../makeCall.ts"
import { makeMethods } from "../makeMethods.ts"
import { onDemand } from "../onDemand.ts"
import type { Runner } from "../Runner.ts"
import type { AdminFunctions } from "./AdminClient.ts"
import type { AdminEmails, AdminEmailTemplates, AdminEmailTemplateSources, AdminEmailThemes } from "./emails.ts"
import type { AdminApiKeys } from "./keys.ts"
import type { AdminPermissions } from "./permissions.ts"
import type { AdminConfigGroup, AdminProjectGroup } from "./project.ts"
import type { AdminMetrics, AdminWebhooks } from "./service.ts"

/** Returns `expired` for a key that is both expired and revoked, as `InternalApiKeys.state` does. */
const getState = (key: KeyLife): Effect.Effect<KeyState> =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => isExpired(key, now) ? "expired" : isRevoked(key) ? "manually-revoked" : "valid"
  )

/** @internal */
export const makeAdminFunctions = (runner: Runner<Admin>): AdminFunctions => {
  const methods = makeMethods(makeCall(runner))
  const project = methods(onDemand(() => import("./project.ts")))
  const keys = methods(onDemand(() => import("./keys.ts")))
  const permissions = methods(onDemand(() => import("./permissions.ts")))
  const emails = methods(onDemand(() => import("./emails.ts")))
  const service = methods(onDemand(() => import("./service.ts")))
  const permissionNames = { list: "call", create: "call", update: "call", remove: "call" } as const

  return {
    project: project<AdminProjectGroup>((module) => module.project, {
      get: "call",
      update: "call",
      remove: "call",
      productionModeErrors: "call"
    }),
    config: project<AdminConfigGroup>((module) => module.config, {
      get: "call",
      getOverride: "call",
      updateOverride: "call",
      replaceOverride: "call",
      resetKeys: "call",
      getSource: "call",
      unlinkSource: "call"
    }),
    apiKeys: {
      ...keys<AdminApiKeys>((module) => module.apiKeys, {
        create: "call",
        list: "call",
        get: "call",
        update: "call",
        revoke: "call"
      }),
      ...makeKeyChecks(runner.runtime, getState)
    },
    permissions: {
      team: permissions<AdminPermissions>((module) => module.team, permissionNames),
      project: permissions<AdminPermissions>((module) => module.project, permissionNames)
    },
    emails: emails<AdminEmails>((module) => module.emails, { listSent: "call", sendTest: "call" }),
    emailTemplates: emails<AdminEmailTemplates>((module) => module.emailTemplates, {
      list: "call",
      get: "call",
      update: "call",
      reset: "call"
    }),
    emailTemplateSources: emails<AdminEmailTemplateSources>((module) => module.emailTemplateSources, {
      list: "call",
      create: "call",
      update: "call",
      remove: "call"
    }),
    emailThemes: emails<AdminEmailThemes>((module) => module.emailThemes, { list: "call", get: "call" }),
    metrics: service<AdminMetrics>((module) => module.metrics, { get: "call" }),
    webhooks: service<AdminWebhooks>((module) => module.webhooks, { svixToken: "call" })
  }
}
