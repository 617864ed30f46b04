/**
 * The project itself: its settings, and whether they are fit for production.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { ApiError, InvalidResponse } from "../call/ApiError.ts"
import { getSpellings, redactMessage } from "../call/redact.ts"
import { trace } from "../call/trace.ts"
import * as wire from "../wire/adminProjects.ts"
import type { Any } from "../wire/Endpoint.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { Admin, callAsAdmin } from "./Admin.ts"

/** Fails unless a project is the one that the level is for: whoever goes on would act on another than it has seen. */
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
              message: `The service answered with the project ${
                redactMessage(project.id, getSpellings(connection.access("admin").keys))
              }, but was asked for ${connection.projectId}`
            })
          })
        )
    )

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = ApiError

/**
 * Reads the project with all of its settings. Secrets among them are `Redacted`.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: Effect.Effect<wire.AdminProject, GetError, Admin> = /*#__PURE__*/ trace(
  "Project.get",
  /*#__PURE__*/ Effect.flatMap(/*#__PURE__*/ callAsAdmin(wire.read, {}), /*#__PURE__*/ failOnOtherProject(wire.read))
)

/**
 * The errors of {@link update}.
 *
 * @category errors
 * @since 0.1.0
 */
export type UpdateError = KnownErrors.ProjectNotFound | KnownErrors.RequestSchemaError | ApiError

/**
 * Changes the project, and returns the changed project. Fields that are left out keep their values. Lists, such as `domains` and
 * `oauthProviders`, replace the old lists.
 *
 * Fails with `RequestSchemaError` for a setting that the service does not accept, such as a domain that is not an http or https URL. Fails
 * with the `ApiError` reason `UnsupportedGeneration`, and sends nothing, if a field needs a service since 2026 and the service is
 * older.
 *
 * **Gotchas**
 *
 * Services before 2026 turn `config.allowLocalhost` on with every change that does not contain it. Pass it with every change of a
 * project in production.
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
 *
 * @category managing
 * @since 0.1.0
 */
export const update: (changes: wire.ProjectUpdate) => Effect.Effect<
  wire.AdminProject,
  UpdateError,
  Admin
> = (payload) =>
  trace(
    "Project.update",
    Effect.flatMap(callAsAdmin(wire.update, { payload: wire.redactProject(payload) }), failOnOtherProject(wire.update))
  )

/**
 * The errors of {@link remove}.
 *
 * @category errors
 * @since 0.1.0
 */
export type RemoveError = ApiError

/**
 * Deletes the project with everything in it: users, teams, keys. Nothing brings it back, and none of its keys opens
 * anything from then on.
 *
 * @category managing
 * @since 0.1.0
 */
export const remove: Effect.Effect<void, RemoveError, Admin> = /*#__PURE__*/ trace(
  "Project.remove",
  /*#__PURE__*/ Effect.asVoid(/*#__PURE__*/ callAsAdmin(wire.remove, {}))
)

/**
 * Something about a project that is not fit for production.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProductionModeError {
  readonly message: string
  /** The page of the service's dashboard where it can be mended, below the dashboard's own URL. */
  readonly relativeFixUrl: string
}

/**
 * Finds what about a project is not fit for production: that it allows localhost, and of each trusted domain the first
 * thing that is wrong, be it no URL, localhost, a bare IP address, or not https. Total: whatever a domain holds, there is
 * an answer. Asks nobody.
 *
 * **Example** (Going to production when nothing stands in the way)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey/admin"
 *
 * const goLive = Effect.gen(function*() {
 *   const project = yield* Project.get
 *   const errors = Project.productionModeErrors(project)
 *   if (errors.length > 0) return errors
 *   yield* Project.update({ isProductionMode: true, config: { allowLocalhost: false } })
 *   return []
 * })
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const productionModeErrors = (project: {
  readonly id: string
  readonly config: Pick<wire.AdminProject["config"], "allowLocalhost" | "domains">
}): ReadonlyArray<ProductionModeError> => {
  const { config: { allowLocalhost, domains }, id } = project
  const messages = [
    ...(allowLocalhost ? ["Localhost is a trusted domain, which only developers need"] : []),
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
  // IPv6 addresses stand in brackets (RFC 3986 § 3.2.2).
  if (/^(?:[\d.]+|\[.*\])$/.test(hostname)) return "is an IP address"
  return protocol === "https:" ? undefined : "does not use https"
}

/** @since 0.1.0 */
export type { AdminProject, ProjectUpdate } from "../wire/adminProjects.ts"
/** @since 0.1.0 */
export type {
  Domain,
  EmailConfig,
  EmailConfigInput,
  OAuthAccountMergeStrategy,
  OAuthProviderConfig,
  OAuthProviderConfigInput,
  OAuthProviderId,
  ProjectConfig,
  ProjectConfigUpdate
} from "../wire/projectConfig.ts"
