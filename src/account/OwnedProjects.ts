/**
 * The projects that the signed-in user owns. Only the project `internal` has such users.
 *
 * To manage a project as its owner, use the admin level: `Admin.layerOwner`.
 */
import * as Effect from "effect/Effect"
import type { Errors } from "../call/Errors.ts"
import { trace } from "../call/trace.ts"
import { callAsClient, type Client } from "../session/ClientService.ts"
import * as wire from "../wire/adminProjects.ts"
import { takeItems } from "./takeItems.ts"

/** Errors from {@link list}. */
export type ListError = Errors<typeof wire.list>

/**
 * Lists the projects that the signed-in user owns. Since 2026, these are the projects that belong to the user's teams in the
 * project `internal`.
 *
 * Fails with `UserAuthenticationRequired` if no user is signed in. Fails with `ExpectedInternalProject` if the client is not
 * for the project `internal`.
 */
export const list: Effect.Effect<ReadonlyArray<wire.AdminProject>, ListError, Client> = /*#__PURE__*/ trace(
  "OwnedProjects.list",
  /*#__PURE__*/ takeItems(/*#__PURE__*/ callAsClient(wire.list, {}))
)

/** Errors from {@link create}. */
export type CreateError = Errors<typeof wire.create>

/**
 * Creates a project without keys. By default, users can sign up with a password.
 *
 * Since 2026, `ownerTeamId` is required. It is a team in the project `internal`, and each team member owns the
 * project. Fails with `TeamMembershipNotFound` if the signed-in user is not a member.
 *
 * Before 2026, the signed-in user owns the project, and `ownerTeamId` must be omitted. If the field does not fit the service,
 * the call fails with the `ApiError` reason `UnsupportedGeneration` before it sends a request.
 *
 * **Example** (A project for a customer)
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
 */
export const create: (project: wire.ProjectCreation) => Effect.Effect<
  wire.AdminProject,
  CreateError,
  Client
> = (payload) => trace("OwnedProjects.create", callAsClient(wire.create, { payload: wire.redactProject(payload) }))

/** Errors from {@link transfer}. */
export type TransferError = Errors<typeof wire.transfer>

/**
 * Transfers a project to another team in the project `internal`.
 *
 * Fails with `TeamMembershipNotFound` if the signed-in user is not in both teams. Fails with `ProjectNotFound` if
 * there is no such project.
 *
 * @generation 2026
 */
export const transfer = (projectId: string, newTeamId: string): Effect.Effect<void, TransferError, Client> =>
  trace("OwnedProjects.transfer", Effect.asVoid(callAsClient(wire.transfer, { payload: { projectId, newTeamId } })))

export type { AdminProject, ProjectCreation } from "../wire/adminProjects.ts"
export type {
  Domain,
  EmailConfig,
  OAuthProviderConfig,
  OAuthProviderConfigInput,
  ProjectConfig,
  ProjectConfigUpdate
} from "../wire/projectConfig.ts"
