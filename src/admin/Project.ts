/** The project: its settings, and a check for production. */
import * as Effect from "effect/Effect"
import { ApiError, InvalidResponse } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { getSpellings, redactMessage } from "../call/redact.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/adminProjects.ts"
import type { Any } from "../wire/Endpoint.ts"
import { Admin, callAsAdmin } from "./AdminService.ts"

/** Fails if the service returned a different project, so that callers never act on the wrong one. */
const failOnOtherProject =
  (endpoint: Any) => (project: wire.AdminProject): Effect.Effect<wire.AdminProject, ApiError, Admin> =>
    Effect.flatMap(
      Admin,
      ({ caller: { connection } }) =>
        project.id === connection.projectId ? Effect.succeed(project) : Effect.fail(
          new ApiError({
            endpoint: endpoint.id,
            reason: new InvalidResponse({
              status: endpoint.status,
              path: ["id"],
              message: `The service returned the project ${
                redactMessage(project.id, getSpellings(connection.access("admin").keys))
              } instead of ${connection.projectId}`
            })
          })
        )
    )

/** Errors from {@link get}. */
export type GetError = ApiError

/** Gets the project with all settings. Secrets are `Redacted`. */
export const get: Effect.Effect<wire.AdminProject, GetError, Admin> = /*#__PURE__*/ trace(
  "Project.get",
  /*#__PURE__*/ Effect.flatMap(/*#__PURE__*/ callAsAdmin(wire.get, {}), /*#__PURE__*/ failOnOtherProject(wire.get))
)

/** Errors from {@link update}. */
export type UpdateError = Errors<typeof wire.update>

/**
 * Changes the project, and returns the changed project. Omitted fields keep their values. Lists, such as `domains` and
 * `oauthProviders`, replace the old lists. Secrets may be plain strings.
 *
 * Fails with `RequestSchemaError` if a setting is invalid, such as a domain that is not an http or https URL. If a
 * field requires a service since 2026 and the service is older, fails with the `ApiError` reason
 * `UnsupportedGeneration` and sends no request.
 *
 * **Gotchas**
 *
 * Services before 2026 turn `config.allowLocalhost` on with every change that does not contain it. In production, pass
 * it with every change.
 *
 * **Example** (Trusting one more domain)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey/admin"
 *
 * const trust = (domain: string) =>
 *   Effect.flatMap(Project.get, ({ config: { allowLocalhost, domains } }) =>
 *     Project.update({
 *       config: { allowLocalhost, domains: [...domains, { domain, handlerPath: "/handler" }] }
 *     }))
 * ```
 */
export const update = (changes: wire.ProjectUpdate): Effect.Effect<wire.AdminProject, UpdateError, Admin> =>
  trace(
    "Project.update",
    Effect.flatMap(callAsAdmin(wire.update, { payload: wire.redactProject(changes) }), failOnOtherProject(wire.update))
  )

/** Errors from {@link remove}. */
export type RemoveError = ApiError

/** Deletes the project with all users, teams and keys. This cannot be undone, and its keys become invalid. */
export const remove: Effect.Effect<void, RemoveError, Admin> = /*#__PURE__*/ trace(
  "Project.remove",
  /*#__PURE__*/ Effect.asVoid(/*#__PURE__*/ callAsAdmin(wire.remove, {}))
)

/** A setting that is unsafe in production. */
export interface ProductionModeError {
  readonly message: string
  /** The path to the dashboard's page where the setting can be changed. */
  readonly relativeFixUrl: string
}

/**
 * Checks a project's settings for production, without a request. Returns an error if localhost is allowed, and one
 * for each trusted domain that is not a URL, is localhost, is an IP address, or does not use https. Never throws.
 *
 * **Example** (Turning production mode on if all checks pass)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey/admin"
 *
 * const goLive = Effect.gen(function*() {
 *   const project = yield* Project.get
 *   const errors = Project.getProductionModeErrors(project)
 *   if (errors.length > 0) return errors
 *   yield* Project.update({ isProductionMode: true, config: { allowLocalhost: false } })
 *   return []
 * })
 * ```
 */
export const getProductionModeErrors = (project: {
  readonly id: string
  readonly config: Pick<wire.AdminProject["config"], "allowLocalhost" | "domains">
}): ReadonlyArray<ProductionModeError> => {
  const { config: { allowLocalhost, domains }, id } = project
  const messages = [
    ...(allowLocalhost ? ["Localhost is trusted. Turn this off in production"] : []),
    ...domains.flatMap(({ domain }) => {
      const trouble = troubleWith(domain)
      return trouble === undefined ? [] : [`The trusted domain ${domain} ${trouble}`]
    })
  ]
  return messages.map((message) => ({ message, relativeFixUrl: `/projects/${id}/domains` }))
}

const troubleWith = (domain: string): string | undefined => {
  if (!URL.canParse(domain)) return "is not a valid URL"
  const { hostname, protocol } = new URL(domain)
  if (/(?:^|\.)localhost\.?$/.test(hostname)) return "is localhost"
  // IPv6 addresses are in brackets (RFC 3986 § 3.2.2).
  if (/^(?:[\d.]+|\[.*\])$/.test(hostname)) return "is an IP address"
  return protocol === "https:" ? undefined : "does not use https"
}

export type { AdminProject, ProjectUpdate } from "../wire/adminProjects.ts"
export type {
  Domain,
  EmailConfig,
  OAuthProviderConfig,
  OAuthProviderConfigInput,
  OAuthProviderId,
  ProjectConfig,
  ProjectConfigUpdate
} from "../wire/projectConfig.ts"
