/** Creates the admin functions. */
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

  return {
    project: project("project")("get", "update", "remove", "getProductionModeErrors"),
    config: project("config")(
      "get",
      "getOverride",
      "updateOverride",
      "replaceOverride",
      "resetKeys",
      "getSource",
      "unlinkSource"
    ),
    apiKeys: {
      ...keys("apiKeys")("create", "list", "get", "update", "revoke"),
      ...makeKeyChecks(runner.runtime, getState)
    },
    permissions: {
      team: permissions("team")("list", "create", "update", "remove"),
      project: permissions("project")("list", "create", "update", "remove")
    },
    emails: emails("emails")("listSent", "sendTest"),
    emailTemplates: emails("emailTemplates")("list", "get", "update", "reset"),
    emailTemplateSources: emails("emailTemplateSources")("list", "create", "update", "remove"),
    emailThemes: emails("emailThemes")("list", "get"),
    metrics: service("metrics")("get"),
    webhooks: service("webhooks")("createSvixToken")
  }
}
