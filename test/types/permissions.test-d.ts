import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ApiError, type Client, type KnownErrors, Permissions as OwnPermissions } from "latchkey"
import { type Admin, ProjectPermissionDefinitions, TeamPermissionDefinitions } from "latchkey/admin"
import { Permissions, type Server } from "latchkey/server"

/** Compiles only for an effect that a client can run. */
const asClient = <A, E>(_: Effect.Effect<A, E, Client.Client>): void => undefined

/** Compiles only for an effect that a server can run. */
const asServer = <A, E>(_: Effect.Effect<A, E, Client.Client | Server.Server>): void => undefined

describe("the signed-in user's permissions", () => {
  it("a check names the team, and a filter no user", () => {
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
  it("a check names the user, and a project filter no team", () => {
    // @ts-expect-error whoever asks has to say about whom
    Permissions.hasInProject({ permissionId: "moderator" })
    // @ts-expect-error the project has no teams in its list
    Permissions.listInProject({ teamId: "11111111-1111-4111-8111-111111111111" })
  })

  it("are granted by servers only", () => {
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
