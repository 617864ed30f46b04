import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ApiError, type Client, type KnownErrors, Permissions as OwnPermissions } from "latchkey"
import { type Admin, ProjectPermissionDefinitions, TeamPermissionDefinitions } from "latchkey/admin"
import { Permissions, type Server } from "latchkey/server"

/** Compiles only for an effect that a client can run. */
const asClient = <A, E>(_: Effect.Effect<A, E, Client.Client>): void => undefined

/** Compiles only for an effect that a server can run. */
const asServer = <A, E>(_: Effect.Effect<A, E, Client.Client | Server.Server>): void => undefined

type OwnErrors = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

describe("the signed-in user's permissions", () => {
  it("are listed and requested, in a team and in the project", () => {
    expectTypeOf(OwnPermissions.listInTeams).toEqualTypeOf<
      (filter?: OwnPermissions.TeamPermissionFilter) => Effect.Effect<
        ReadonlyArray<OwnPermissions.TeamPermission>,
        OwnErrors,
        Client.Client
      >
    >()
    expectTypeOf(OwnPermissions.hasInTeam).toEqualTypeOf<
      (permission: OwnPermissions.TeamPermissionName & OwnPermissions.Recursive) => Effect.Effect<
        boolean,
        OwnErrors,
        Client.Client
      >
    >()
    expectTypeOf(OwnPermissions.listInProject).toEqualTypeOf<
      (filter?: OwnPermissions.ProjectPermissionFilter) => Effect.Effect<
        ReadonlyArray<OwnPermissions.ProjectPermission>,
        OwnErrors,
        Client.Client
      >
    >()
    expectTypeOf(OwnPermissions.hasInProject).toEqualTypeOf<
      (permission: OwnPermissions.ProjectPermissionName & OwnPermissions.Recursive) => Effect.Effect<
        boolean,
        OwnErrors,
        Client.Client
      >
    >()
    expectTypeOf<OwnPermissions.TeamPermission>().toEqualTypeOf<{
      readonly id: string
      readonly teamId: string
      readonly userId: string
    }>()
    expectTypeOf<OwnPermissions.ProjectPermission>().toEqualTypeOf<{ readonly id: string; readonly userId: string }>()
    // @ts-expect-error a permission in a team is one in some team
    OwnPermissions.hasInTeam({ permissionId: "$update_team" })
    // @ts-expect-error nobody else's permissions are a client's business
    OwnPermissions.listInProject({ userId: "11111111-1111-4111-8111-111111111111" })
  })
})

describe("any user's permissions", () => {
  it("are listed and requested by a server", () => {
    expectTypeOf(Permissions.listInTeams).toEqualTypeOf<
      (filter?: Permissions.TeamPermissionFilter) => Effect.Effect<
        ReadonlyArray<Permissions.TeamPermission>,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Permissions.listInProject).toEqualTypeOf<
      (filter?: Permissions.ProjectPermissionFilter) => Effect.Effect<
        ReadonlyArray<Permissions.ProjectPermission>,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Permissions.hasInTeam).toEqualTypeOf<
      (permission: Permissions.TeamPermissionName & Permissions.Recursive) => Effect.Effect<
        boolean,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Permissions.hasInProject).toEqualTypeOf<
      (permission: Permissions.ProjectPermissionName & Permissions.Recursive) => Effect.Effect<
        boolean,
        KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError,
        Server.Server
      >
    >()
    // @ts-expect-error whoever asks has to say about whom
    Permissions.hasInProject({ permissionId: "moderator" })
    // @ts-expect-error the project has no teams in its list
    Permissions.listInProject({ teamId: "11111111-1111-4111-8111-111111111111" })
  })

  it("are granted and revoked, with separate errors for each", () => {
    expectTypeOf(Permissions.grantInTeam).toEqualTypeOf<
      (permission: Permissions.TeamPermissionName) => Effect.Effect<
        Permissions.TeamPermission,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.UserNotFound
        | KnownErrors.TeamMembershipNotFound
        | KnownErrors.PermissionNotFound
        | KnownErrors.PermissionScopeMismatch
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Permissions.revokeInTeam).toEqualTypeOf<
      (permission: Permissions.TeamPermissionName) => Effect.Effect<
        void,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.UserNotFound
        | KnownErrors.TeamMembershipNotFound
        | KnownErrors.TeamPermissionNotFound
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Permissions.grantInProject).toEqualTypeOf<
      (permission: Permissions.ProjectPermissionName) => Effect.Effect<
        Permissions.ProjectPermission,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.UserNotFound
        | KnownErrors.PermissionNotFound
        | KnownErrors.PermissionScopeMismatch
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    expectTypeOf(Permissions.revokeInProject).toEqualTypeOf<
      (permission: Permissions.ProjectPermissionName) => Effect.Effect<
        void,
        | KnownErrors.CannotGetOwnUserWithoutUser
        | KnownErrors.UserNotFound
        | KnownErrors.PermissionNotFound
        | KnownErrors.RequestSchemaError
        | ApiError,
        Server.Server
      >
    >()
    const permission = { userId: "11111111-1111-4111-8111-111111111111", permissionId: "moderator" }
    // @ts-expect-error a client grants nothing
    asClient(Permissions.grantInProject(permission))
    // @ts-expect-error nor does it read what others may do
    asClient(Permissions.listInTeams())
    asServer(Effect.all([OwnPermissions.listInProject(), Permissions.grantInProject(permission)]))
  })
})

describe("a permission definition", () => {
  it("is listed, created, replaced and deleted by an admin, with separate errors for each", () => {
    type Definitions = typeof TeamPermissionDefinitions
    expectTypeOf<typeof ProjectPermissionDefinitions>().toEqualTypeOf<Definitions>()
    expectTypeOf<Definitions["list"]>().toEqualTypeOf<
      Effect.Effect<ReadonlyArray<TeamPermissionDefinitions.PermissionDefinition>, ApiError, Admin.Admin>
    >()
    expectTypeOf<Definitions["create"]>().toEqualTypeOf<
      (definition: TeamPermissionDefinitions.PermissionDefinitionCreation) => Effect.Effect<
        TeamPermissionDefinitions.PermissionDefinition,
        | KnownErrors.PermissionIdAlreadyExists
        | KnownErrors.ContainedPermissionNotFound
        | KnownErrors.RequestSchemaError
        | ApiError,
        Admin.Admin
      >
    >()
    expectTypeOf<Definitions["update"]>().toEqualTypeOf<
      (permissionId: string, definition: TeamPermissionDefinitions.PermissionDefinitionUpdate) => Effect.Effect<
        TeamPermissionDefinitions.PermissionDefinition,
        | KnownErrors.PermissionNotFound
        | KnownErrors.PermissionIdAlreadyExists
        | KnownErrors.ContainedPermissionNotFound
        | KnownErrors.RequestSchemaError
        | ApiError,
        Admin.Admin
      >
    >()
    expectTypeOf<Definitions["remove"]>().toEqualTypeOf<
      (permissionId: string) => Effect.Effect<
        void,
        KnownErrors.PermissionNotFound | KnownErrors.RequestSchemaError | ApiError,
        Admin.Admin
      >
    >()
    // @ts-expect-error a server does not say what permissions there are
    asServer(TeamPermissionDefinitions.list)
    // @ts-expect-error a server does not say what permissions there are
    asServer(ProjectPermissionDefinitions.remove("moderator"))
  })

  it("is replaced as a whole: an omitted field is a type error", () => {
    type Update = TeamPermissionDefinitions.PermissionDefinitionUpdate
    assertType<Update>({ description: "Writes", containedPermissionIds: [] })
    assertType<Update>({ id: "edit", description: undefined, containedPermissionIds: ["$read_members"] })
    // @ts-expect-error the description would be removed
    assertType<Update>({ containedPermissionIds: [] })
    // @ts-expect-error nothing would be contained any more
    assertType<Update>({ description: "Writes" })
    assertType<TeamPermissionDefinitions.PermissionDefinitionCreation>({ id: "write" })
    // @ts-expect-error a description that is not there is absent
    assertType<TeamPermissionDefinitions.PermissionDefinitionCreation>({ id: "write", description: null })
  })
})
