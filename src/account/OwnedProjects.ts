/**
 * The projects that the user who is signed in owns. Users of the project `internal` alone own projects.
 *
 * What an owner may do to a project is the admin level: `Admin.layerOwner`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import * as wire from "../wire/adminProjects.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"

/**
 * Lists the projects of the user who is signed in.
 *
 * Nobody signed in is a `UserAuthenticationRequired`, a client of another project than `internal` an
 * `ExpectedInternalProject`.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<
  ReadonlyArray<wire.AdminProject>,
  KnownErrors.UserAuthenticationRequired | KnownErrors.ExpectedInternalProject | ApiError,
  Client
> = /*#__PURE__*/ traced(
  "OwnedProjects.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsClient(wire.list, {}), ({ items }) => items)
)

/**
 * Creates a project, which the user who is signed in owns. It has no keys yet, and users may sign up with a password at
 * once unless the settings say otherwise.
 *
 * **Example** (A project for one more customer)
 *
 * ```ts
 * import { OwnedProjects } from "latchkey"
 *
 * const project = OwnedProjects.create({
 *   displayName: "Analytical Engines Ltd.",
 *   config: { magicLinkEnabled: true, credentialEnabled: false }
 * })
 * ```
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (project: wire.ProjectCreation) => Effect.Effect<
  wire.AdminProject,
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.ExpectedInternalProject
  | KnownErrors.SchemaError
  | ApiError,
  Client
> = (payload) => traced("OwnedProjects.create", callAsClient(wire.create, { payload }))

/** @since 0.1.0 */
export type { AdminProject, ProjectCreation } from "../wire/adminProjects.ts"
/** @since 0.1.0 */
export type {
  Domain,
  EmailConfig,
  OAuthAccountMergeStrategy,
  OAuthProviderConfig,
  ProjectConfig,
  ProjectConfigUpdate
} from "../wire/projectConfig.ts"
