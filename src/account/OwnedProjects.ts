/**
 * The projects that the user who is signed in owns. Users of the project `internal` alone own projects.
 *
 * What an owner may do to a project is the admin level: `Admin.layerOwner`.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import * as wire from "../wire/adminProjects.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"

/**
 * The errors of {@link list}.
 *
 * @category errors
 * @since 0.1.0
 */
export type ListError = KnownErrors.UserAuthenticationRequired | KnownErrors.ExpectedInternalProject | ApiError

/**
 * Lists the projects that the signed-in user owns: since 2026, those of the user's teams in the project `internal`.
 *
 * Fails with `UserAuthenticationRequired` if no user is signed in, and with `ExpectedInternalProject` if the client is one of
 * another project than `internal`.
 *
 * @category reading
 * @since 0.1.0
 */
export const list: Effect.Effect<
  ReadonlyArray<wire.AdminProject>,
  ListError,
  Client
> = /*#__PURE__*/ trace(
  "OwnedProjects.list",
  /*#__PURE__*/ Effect.map(/*#__PURE__*/ callAsClient(wire.list, {}), ({ items }) => items)
)

/**
 * The errors of {@link create}.
 *
 * @category errors
 * @since 0.1.0
 */
export type CreateError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.ExpectedInternalProject
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Creates a project without keys. Unless the settings differ, users can sign up with a password.
 *
 * Services since 2026 require `ownerTeamId`: the project belongs to a team in the project `internal`, and each member of the team
 * owns it. Fails with `TeamMembershipNotFound` if the signed-in user is not a member. Before 2026, the project belongs to the
 * signed-in user, and the service refuses `ownerTeamId`. If the field does not fit the service, the call fails with the
 * `ApiError` reason `UnsupportedGeneration` and sends nothing.
 *
 * **Example** (A project for one more customer)
 *
 * ```ts
 * import { OwnedProjects } from "latchkey"
 *
 * const createFor = (ownerTeamId: string) =>
 *   OwnedProjects.create({
 *     displayName: "Analytical Engines Ltd.",
 *     ownerTeamId,
 *     config: { magicLinkEnabled: true, credentialEnabled: false }
 *   })
 * ```
 *
 * @category managing
 * @since 0.1.0
 */
export const create: (project: wire.ProjectCreation) => Effect.Effect<
  wire.AdminProject,
  CreateError,
  Client
> = (payload) => trace("OwnedProjects.create", callAsClient(wire.create, { payload: wire.redactProject(payload) }))

/**
 * The errors of {@link transfer}.
 *
 * @category errors
 * @since 0.1.0
 */
export type TransferError =
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.ExpectedInternalProject
  | KnownErrors.TeamMembershipNotFound
  | KnownErrors.ProjectNotFound
  | KnownErrors.RequestSchemaError
  | ApiError

/**
 * Moves a project to another team in the project `internal`. Services since 2026.
 *
 * The signed-in user must be a member of both teams. Fails with `TeamMembershipNotFound` otherwise, and with `ProjectNotFound` if
 * there is no such project.
 *
 * @category managing
 * @since 0.1.0
 */
export const transfer: (projectId: string, newTeamId: string) => Effect.Effect<
  void,
  TransferError,
  Client
> = (projectId, newTeamId) =>
  trace("OwnedProjects.transfer", Effect.asVoid(callAsClient(wire.transfer, { payload: { projectId, newTeamId } })))

/** @since 0.1.0 */
export type { AdminProject, OnboardingStatus, ProjectCreation, ProjectLogos } from "../wire/adminProjects.ts"
/** @since 0.1.0 */
export type {
  Domain,
  EmailConfig,
  EmailConfigInput,
  OAuthAccountMergeStrategy,
  OAuthProviderConfig,
  OAuthProviderConfigInput,
  ProjectConfig,
  ProjectConfigUpdate
} from "../wire/projectConfig.ts"
