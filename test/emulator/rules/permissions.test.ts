import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Permissions as OwnPermissions, Teams as OwnTeams, Transport } from "latchkey"
import { ProjectPermissionDefinitions, TeamPermissionDefinitions } from "latchkey/admin"
import { Permissions, TeamMembers, Teams, Users } from "latchkey/server"
import {
  clientHeaders,
  codeOf,
  configure,
  email,
  failure,
  jsonOf,
  layerAdmin,
  nobody,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const ofAdmin = [
  "$delete_team",
  "$invite_members",
  "$manage_api_keys",
  "$read_members",
  "$remove_members",
  "$update_team",
  "team_admin"
]

const idsOf = (permissions: ReadonlyArray<{ readonly id: string }>) => permissions.map(({ id }) => id)

const layer = layerAdmin()

/** A user, and a team created by that user. */
const createUser = Effect.gen(function*() {
  const { id } = yield* Users.create()
  const team = yield* Teams.create({ displayName: "Team", creatorUserId: id })
  return { userId: id, teamId: team.id }
})

/** The same for the signed-in user. */
const signUpWithTeam = Effect.gen(function*() {
  const { tokens, userId } = yield* signUp()
  const { id } = yield* OwnTeams.create({ displayName: "Team" })
  const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
  return { userId, teamId: id, headers }
})

/** Permissions for a team and for the project, some of which contain others. */
const define = Effect.gen(function*() {
  yield* TeamPermissionDefinitions.create({ id: "billing:read" })
  yield* TeamPermissionDefinitions.create({
    id: "billing:write",
    containedPermissionIds: ["billing:read", "$read_members"]
  })
  yield* ProjectPermissionDefinitions.create({ id: "hide_comments" })
  yield* ProjectPermissionDefinitions.create({ id: "moderator", containedPermissionIds: ["hide_comments"] })
})

const requestsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const transport = yield* Transport
    const urls: Array<URL> = []
    yield* Effect.provideService(effect, Transport, (request) =>
      Effect.suspend(() => {
        urls.push(new URL(request.url))
        return transport(request)
      }))
    return urls
  })

describe("the current user's permissions", () => {
  it.effect("the current user's team permissions are listed with all contained ones, or only the granted ones", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* signUpWithTeam
      const all = yield* OwnPermissions.listInTeams({ teamId })
      assert.deepStrictEqual(all, ofAdmin.map((id) => ({ id, teamId, userId })))
      assert.deepStrictEqual(yield* OwnPermissions.listInTeams({ teamId, recursive: true }), all)
      const granted = yield* OwnPermissions.listInTeams({ teamId, recursive: false })
      assert.deepStrictEqual(granted, [{ id: "team_admin", teamId, userId }])
    }).pipe(Effect.provide(layer)))

  it.effect("the current user's project permissions are listed with all contained ones, or only the granted ones", () =>
    Effect.gen(function*() {
      yield* define
      const { userId } = yield* signUpWithTeam
      assert.deepStrictEqual(yield* OwnPermissions.listInProject(), [])
      yield* Permissions.grantInProject({ userId, permissionId: "moderator" })
      const all = yield* OwnPermissions.listInProject()
      assert.deepStrictEqual(all, [{ id: "hide_comments", userId }, { id: "moderator", userId }])
      assert.deepStrictEqual(yield* OwnPermissions.listInProject({ recursive: true }), all)
      const granted = yield* OwnPermissions.listInProject({ recursive: false })
      assert.deepStrictEqual(granted, [{ id: "moderator", userId }])
    }).pipe(Effect.provide(layer)))

  it.effect("can be requested one by one", () =>
    Effect.gen(function*() {
      yield* define
      const { teamId, userId } = yield* signUpWithTeam
      yield* Permissions.grantInProject({ userId, permissionId: "moderator" })
      assert.isTrue(yield* OwnPermissions.hasInTeam({ teamId, permissionId: "team_admin" }))
      assert.isTrue(yield* OwnPermissions.hasInTeam({ teamId, permissionId: "$update_team" }))
      assert.isFalse(yield* OwnPermissions.hasInTeam({ teamId, permissionId: "$update_team", recursive: false }))
      assert.isFalse(yield* OwnPermissions.hasInTeam({ teamId, permissionId: "billing:read" }))
      assert.isTrue(yield* OwnPermissions.hasInProject({ permissionId: "hide_comments" }))
      assert.isFalse(yield* OwnPermissions.hasInProject({ permissionId: "hide_comments", recursive: false }))
      assert.isTrue(yield* OwnPermissions.hasInProject({ permissionId: "moderator", recursive: false }))
      const { id: otherId } = yield* OwnTeams.create({ displayName: "B" })
      assert.sameMembers(
        (yield* OwnPermissions.listInTeams({ permissionId: "$update_team" })).map((permission) => permission.teamId),
        [teamId, otherId]
      )
      assert.deepStrictEqual(
        yield* OwnPermissions.listInProject({ permissionId: "hide_comments", recursive: false }),
        []
      )
    }).pipe(Effect.provide(layer)))

  it.effect("a team's permissions are found by its id in upper case, in a batch with another team", () =>
    Effect.gen(function*() {
      const { teamId } = yield* signUpWithTeam
      const check = OwnPermissions.hasInTeam({ teamId: teamId.toUpperCase(), permissionId: "$update_team" })
      const other = OwnPermissions.hasInTeam({ teamId: nobody, permissionId: "$update_team" })
      assert.deepStrictEqual(yield* Effect.all([check, other], { concurrency: 2 }), [true, false])
    }).pipe(Effect.provide(layer)))

  it.effect("team permissions apply to one team, and never to another team or the project", () =>
    Effect.gen(function*() {
      const other = yield* createUser
      yield* signUpWithTeam
      for (const teamId of [other.teamId, nobody]) {
        assert.deepStrictEqual(yield* OwnPermissions.listInTeams({ teamId }), [])
        assert.isFalse(yield* OwnPermissions.hasInTeam({ teamId, permissionId: "$update_team" }))
      }
      assert.deepStrictEqual(yield* OwnPermissions.listInProject(), [])
      assert.isFalse(yield* OwnPermissions.hasInProject({ permissionId: "team_admin" }))
    }).pipe(Effect.provide(layer)))

  it.effect("are absent if no user is signed in", () =>
    Effect.gen(function*() {
      const errors = yield* Effect.all([
        failure(OwnPermissions.listInTeams({ teamId: nobody })),
        failure(OwnPermissions.hasInTeam({ teamId: nobody, permissionId: "$update_team" })),
        failure(OwnPermissions.listInProject()),
        failure(OwnPermissions.hasInProject({ permissionId: "moderator" }))
      ])
      assert.deepStrictEqual(errors.map(tagsOf), errors.map(() => "CannotGetOwnUserWithoutUser"))
    }).pipe(Effect.provide(layer)))

  it.effect("a client can list only its own user's permissions, and must name the user", () =>
    Effect.gen(function*() {
      const other = yield* createUser
      const { headers, userId } = yield* signUpWithTeam
      for (const path of ["/team-permissions", "/project-permissions"]) {
        for (const query of ["", "?recursive=true", `?user_id=${other.userId}`, `?user_id=${nobody}`]) {
          const { body, headers: answered, status } = yield* send("GET", path + query, headers)
          assert.strictEqual(status, 403, path + query)
          assert.match(answered["content-type"]!, /^text\/plain/)
          assert.include(body, "signed-in user")
        }
        const me = jsonOf(yield* send("GET", `${path}?user_id=me&recursive=true`, headers))
        assert.deepStrictEqual(jsonOf(yield* send("GET", `${path}?user_id=${userId}&recursive=true`, headers)), me)
        assert.isFalse(me.is_paginated)
      }
    }).pipe(Effect.provide(layer)))
})

describe("a list of permissions", () => {
  it.effect("contains only granted ones by default: the client always states the option", () =>
    Effect.gen(function*() {
      const { headers, teamId, userId } = yield* signUpWithTeam
      const items = [{ id: "team_admin", team_id: teamId, user_id: userId }]
      assert.deepStrictEqual(jsonOf(yield* send("GET", "/team-permissions?user_id=me", headers)).items, items)
      assert.deepStrictEqual(jsonOf(yield* send("GET", "/team-permissions", serverHeaders)).items, items)

      const urls = yield* requestsOf(Effect.all([
        OwnPermissions.listInTeams({ teamId }),
        OwnPermissions.listInTeams({ teamId, recursive: false }),
        OwnPermissions.listInProject(),
        OwnPermissions.hasInProject({ permissionId: "moderator", recursive: false }),
        Permissions.listInTeams(),
        Permissions.listInTeams({ recursive: false }),
        Permissions.listInProject({ recursive: undefined }),
        Permissions.hasInProject({ userId, permissionId: "moderator" })
      ]))
      const flags = urls.map(({ searchParams }) => searchParams.get("recursive"))
      assert.deepStrictEqual(flags, ["true", "false", "true", "false", "true", "false", "true", "true"])
      const users = urls.map(({ searchParams }) => searchParams.get("user_id"))
      assert.deepStrictEqual(users, ["me", "me", "me", "me", null, null, null, userId])
    }).pipe(Effect.provide(layer)))

  it.effect("server list: filters by team, by user and by permission", () =>
    Effect.gen(function*() {
      yield* define
      const ada = yield* createUser
      const grace = yield* createUser
      const teams = [ada.teamId, grace.teamId].sort()
      const all = yield* Permissions.listInTeams({ recursive: false })
      assert.deepStrictEqual(all.map(({ teamId }) => teamId), teams)
      assert.deepStrictEqual(
        yield* Permissions.listInTeams({ teamId: ada.teamId }),
        ofAdmin.map((id) => ({ id, ...ada }))
      )
      assert.deepStrictEqual(idsOf(yield* Permissions.listInTeams({ userId: grace.userId })), ofAdmin)
      assert.deepStrictEqual(yield* Permissions.listInTeams({ userId: grace.userId, teamId: ada.teamId }), [])
      assert.deepStrictEqual(
        (yield* Permissions.listInTeams({ permissionId: "$update_team" })).map(({ teamId }) => teamId),
        teams
      )
      assert.deepStrictEqual(yield* Permissions.listInTeams({ permissionId: "$update_team", recursive: false }), [])

      yield* Permissions.grantInProject({ userId: ada.userId, permissionId: "hide_comments" })
      yield* Permissions.grantInProject({ userId: grace.userId, permissionId: "moderator" })
      const hiders = yield* Permissions.listInProject({ permissionId: "hide_comments" })
      assert.deepStrictEqual(hiders.map(({ userId }) => userId), [ada.userId, grace.userId].sort())
      assert.deepStrictEqual(
        yield* Permissions.listInProject({ userId: grace.userId, recursive: false }),
        [{ id: "moderator", userId: grace.userId }]
      )
      assert.deepStrictEqual(yield* Permissions.listInProject({ userId: nobody }), [])
      assert.isTrue(yield* Permissions.hasInProject({ userId: grace.userId, permissionId: "hide_comments" }))
      assert.isFalse(yield* Permissions.hasInProject({ userId: ada.userId, permissionId: "moderator" }))
      assert.isTrue(yield* Permissions.hasInTeam({ ...ada, permissionId: "$invite_members" }))
      assert.isFalse(yield* Permissions.hasInTeam({ ...ada, permissionId: "$invite_members", recursive: false }))
      assert.isFalse(
        yield* Permissions.hasInProject({ userId: grace.userId, permissionId: "hide_comments", recursive: false })
      )
      assert.isFalse(
        yield* Permissions.hasInTeam({ teamId: ada.teamId, userId: grace.userId, permissionId: "$invite_members" })
      )
      assert.isFalse(yield* Permissions.hasInTeam({ teamId: ada.teamId, userId: nobody, permissionId: "team_admin" }))
    }).pipe(Effect.provide(layer)))

  it.effect("is sorted by team, user and permission, with _ after the letters", () =>
    Effect.gen(function*() {
      const users = yield* Effect.forEach(Array.from({ length: 8 }), () => createUser)
      for (const id of ["b", "a_b", "aa", "a:b", "a1"]) {
        yield* ProjectPermissionDefinitions.create({ id })
        for (const { userId } of users) yield* Permissions.grantInProject({ userId, permissionId: id })
      }
      const inTeams = yield* Permissions.listInTeams({ recursive: false })
      assert.deepStrictEqual(inTeams.map(({ teamId }) => teamId), users.map(({ teamId }) => teamId).sort())
      const [{ teamId }] = users as [Permissions.TeamPermissionName]
      for (const { userId } of users.slice(1)) yield* TeamMembers.add({ teamId, userId })
      const inTeam = yield* Permissions.listInTeams({ teamId, recursive: false })
      assert.deepStrictEqual(inTeam.map(({ userId }) => userId), users.map(({ userId }) => userId).sort())
      const inProject = yield* Permissions.listInProject()
      assert.deepStrictEqual(
        inProject,
        users.map(({ userId }) => userId).sort().flatMap((userId) =>
          ["a1", "a:b", "aa", "a_b", "b"].map((id) => ({ id, userId }))
        )
      )
    }).pipe(Effect.provide(layer)))

  it.effect("is refused for an invalid id, flag or field", () =>
    Effect.gen(function*() {
      const { headers } = yield* signUpWithTeam
      for (const path of ["/team-permissions?", "/project-permissions?"]) {
        const wrong = ["recursive=yes", "recursive=", "permission_id=Bad", "permission_id=$nope", "user_id=ada", "of=x"]
        for (const query of wrong) {
          assert.strictEqual(codeOf(yield* send("GET", path + query, headers)), "SCHEMA_ERROR", path + query)
          assert.strictEqual(codeOf(yield* send("GET", path + query, serverHeaders)), "SCHEMA_ERROR", path + query)
        }
      }
      const noTeam = "/team-permissions?user_id=me&team_id=team"
      assert.strictEqual(codeOf(yield* send("GET", noTeam, headers)), "SCHEMA_ERROR")
      const teamOfProject = `/project-permissions?user_id=me&team_id=${nobody}`
      assert.strictEqual(codeOf(yield* send("GET", teamOfProject, headers)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layer)))

  it.effect("is not requested with an invalid id", () =>
    Effect.gen(function*() {
      const urls = yield* requestsOf(Effect.gen(function*() {
        const errors = yield* Effect.all([
          failure(OwnPermissions.listInTeams({ teamId: "../users" })),
          failure(OwnPermissions.hasInTeam({ teamId: nobody, permissionId: "Bad Id!" })),
          failure(OwnPermissions.hasInProject({ permissionId: "" })),
          failure(Permissions.listInTeams({ teamId: "team" })),
          failure(Permissions.listInProject({ userId: "ada" })),
          failure(Permissions.hasInTeam({ teamId: nobody, userId: nobody, permissionId: "$" })),
          failure(Permissions.grantInTeam({ teamId: nobody, userId: nobody, permissionId: ".." })),
          failure(Permissions.revokeInProject({ userId: "..", permissionId: "moderator" }))
        ])
        assert.deepStrictEqual(errors.map(tagsOf), errors.map(() => "RequestSchemaError"))
      }))
      assert.deepStrictEqual(urls, [])
    }).pipe(Effect.provide(layer)))

  it.effect("a check with an undefined user or team is refused, instead of matching every user", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* signUpWithTeam
      // Untyped code, or a wrong cast.
      const missing = undefined as unknown as string
      const errors = yield* Effect.all([
        failure(Permissions.hasInTeam({ teamId, userId: missing, permissionId: "$update_team" })),
        failure(Permissions.hasInTeam({ teamId: missing, userId, permissionId: "$update_team" })),
        failure(Permissions.hasInProject({ userId: missing, permissionId: "moderator" })),
        failure(OwnPermissions.hasInTeam({ teamId: missing, permissionId: "$update_team" }))
      ])
      assert.deepStrictEqual(errors.map(tagsOf), errors.map(() => "RequestSchemaError"))
      // `undefined` is a valid permission id, but it does not exist.
      assert.isFalse(yield* Permissions.hasInTeam({ teamId, userId, permissionId: missing }))
      assert.isFalse(yield* OwnPermissions.hasInTeam({ teamId, permissionId: missing }))
      assert.isFalse(yield* OwnPermissions.hasInProject({ permissionId: missing }))
    }).pipe(Effect.provide(layer)))
})

describe("a permission in a team", () => {
  it.effect("is granted once by any number of grants", () =>
    Effect.gen(function*() {
      yield* define
      const user = yield* createUser
      const permission = { ...user, permissionId: "billing:write" }
      const granted = { ...user, id: "billing:write" }
      assert.deepStrictEqual(yield* Permissions.grantInTeam(permission), granted)
      assert.deepStrictEqual(yield* Permissions.grantInTeam(permission), granted)
      const direct = yield* Permissions.listInTeams({ teamId: user.teamId, recursive: false })
      assert.deepStrictEqual(idsOf(direct), ["billing:write", "team_admin"])
      assert.isTrue(yield* Permissions.hasInTeam({ ...user, permissionId: "billing:read" }))
    }).pipe(Effect.provide(layer)))

  it.effect("is granted by the project to those who create and to those who join a team", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* signUpWithTeam
      const { id: member } = yield* Users.create()
      yield* TeamMembers.add({ teamId, userId: member })
      const granted = yield* Permissions.listInTeams({ teamId, recursive: false })
      const idOf = (user: string) => granted.find((permission) => permission.userId === user)?.id
      assert.deepStrictEqual([idOf(userId), idOf(member)], ["team_admin", "team_member"])
      assert.isTrue(yield* Permissions.hasInTeam({ teamId, userId: member, permissionId: "$read_members" }))
      assert.isFalse(yield* Permissions.hasInTeam({ teamId, userId: member, permissionId: "$update_team" }))

      yield* configure({ teamCreatorDefaultPermissions: [], teamMemberDefaultPermissions: ["$update_team"] })
      assert.deepStrictEqual(
        yield* OwnPermissions.listInTeams({ teamId: (yield* OwnTeams.create({ displayName: "B" })).id }),
        []
      )
      const { id: later } = yield* Users.create()
      yield* TeamMembers.add({ teamId, userId: later })
      assert.deepStrictEqual(idsOf(yield* Permissions.listInTeams({ userId: later })), ["$update_team"])
    }).pipe(Effect.provide(layer)))

  it.effect("takes effect immediately", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* signUpWithTeam
      const permission = { teamId, userId, permissionId: "team_admin" }
      yield* OwnTeams.update(teamId, { displayName: "A" })
      yield* Permissions.revokeInTeam(permission)
      const refused = yield* failure(OwnTeams.update(teamId, { displayName: "B" }))
      assert(refused._tag === "TeamPermissionRequired")
      assert.deepStrictEqual(refused.details, { teamId, userId, permissionId: "$update_team" })
      yield* TeamPermissionDefinitions.create({ id: "editor", containedPermissionIds: ["$update_team"] })
      yield* Permissions.grantInTeam({ ...permission, permissionId: "editor" })
      yield* OwnTeams.update(teamId, { displayName: "B" })
    }).pipe(Effect.provide(layer)))

  it.effect("a team permission is removed with the membership, and a new membership does not restore it", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* signUpWithTeam
      yield* TeamMembers.remove({ teamId, userId })
      assert.deepStrictEqual(yield* OwnPermissions.listInTeams({ teamId }), [])
      yield* TeamMembers.add({ teamId, userId })
      assert.deepStrictEqual(idsOf(yield* OwnPermissions.listInTeams({ teamId, recursive: false })), ["team_member"])
      yield* Teams.remove(teamId)
      assert.deepStrictEqual(yield* Permissions.listInTeams(), [])
    }).pipe(Effect.provide(layer)))

  it.effect("requires, in this order, a user who exists, a membership and a defined permission", () =>
    Effect.gen(function*() {
      yield* define
      const { teamId, userId } = yield* createUser
      const other = yield* createUser
      const grant = (permission: Permissions.TeamPermissionName) => failure(Permissions.grantInTeam(permission))

      const unknownUser = yield* grant({ teamId: nobody, userId: nobody, permissionId: "nope" })
      assert.strictEqual(unknownUser._tag, "UserNotFound")
      for (const team of [other.teamId, nobody]) {
        const error = yield* grant({ teamId: team, userId, permissionId: "nope" })
        assert(error._tag === "TeamMembershipNotFound")
        assert.deepStrictEqual(error.details, { teamId: team, userId })
      }
      const unknown = yield* grant({ teamId, userId, permissionId: "nope" })
      assert(unknown._tag === "PermissionNotFound")
      assert.deepStrictEqual(unknown.details, { permissionId: "nope" })
      const wrongScope = yield* grant({ teamId, userId, permissionId: "moderator" })
      assert(wrongScope._tag === "PermissionScopeMismatch")
      assert.deepStrictEqual(wrongScope.details, {
        permissionId: "moderator",
        expectedScope: "team",
        actualScope: "project"
      })
      assert.strictEqual((yield* grant({ teamId, userId, permissionId: "Bad Id" }))._tag, "RequestSchemaError")
      assert.strictEqual((yield* grant({ teamId, userId, permissionId: "$nope" }))._tag, "RequestSchemaError")
      assert.deepStrictEqual(idsOf(yield* Permissions.listInTeams({ userId, recursive: false })), ["team_admin"])
    }).pipe(Effect.provide(layer)))

  it.effect("is revoked if it was granted, but not if it is contained", () =>
    Effect.gen(function*() {
      const user = yield* createUser
      const revoke = (permission: Permissions.TeamPermissionName) => Permissions.revokeInTeam(permission)
      yield* Permissions.grantInTeam({ ...user, permissionId: "team_member" })
      const contained = yield* failure(revoke({ ...user, permissionId: "$update_team" }))
      assert(contained._tag === "TeamPermissionNotFound")
      assert.strictEqual(contained.status, 401)
      assert.deepStrictEqual(contained.details, { ...user, permissionId: "$update_team" })

      assert.isUndefined(yield* revoke({ ...user, permissionId: "team_admin" }))
      assert.deepStrictEqual(idsOf(yield* Permissions.listInTeams({ userId: user.userId })), [
        "$invite_members",
        "$read_members",
        "team_member"
      ])
      const errors = yield* Effect.forEach([
        { ...user, permissionId: "team_admin" },
        { ...user, permissionId: "nope" },
        { ...user, userId: nobody, permissionId: "team_member" },
        { ...user, teamId: nobody, permissionId: "team_member" },
        { ...user, permissionId: "Bad Id" },
        { ...user, permissionId: "$nope" }
      ], (permission) => Effect.map(failure(revoke(permission)), ({ _tag }) => _tag))
      assert.deepStrictEqual(errors, [
        "TeamPermissionNotFound",
        "TeamPermissionNotFound",
        "UserNotFound",
        "TeamMembershipNotFound",
        "RequestSchemaError",
        "RequestSchemaError"
      ])
    }).pipe(Effect.provide(layer)))

  it.effect("has its unencoded id in the path", () =>
    Effect.gen(function*() {
      yield* define
      const user = yield* createUser
      const paths = yield* requestsOf(Effect.all([
        Permissions.grantInTeam({ ...user, permissionId: "billing:write" }),
        Permissions.grantInTeam({ ...user, permissionId: "$update_team" })
      ]))
      const base = `/api/v1/team-permissions/${user.teamId}/${user.userId}`
      assert.deepStrictEqual(paths.map(({ pathname }) => pathname), [`${base}/billing:write`, `${base}/$update_team`])
    }).pipe(Effect.provide(layer)))
})

describe("a permission in the project", () => {
  it.effect("is granted once by any number of grants, and revoked", () =>
    Effect.gen(function*() {
      yield* define
      const { userId } = yield* createUser
      const permission = { userId, permissionId: "moderator" }
      assert.deepStrictEqual(yield* Permissions.grantInProject(permission), { userId, id: "moderator" })
      assert.deepStrictEqual(yield* Permissions.grantInProject(permission), { userId, id: "moderator" })
      assert.deepStrictEqual(idsOf(yield* Permissions.listInProject({ recursive: false })), ["moderator"])
      const contained = yield* failure(Permissions.revokeInProject({ userId, permissionId: "hide_comments" }))
      assert(contained._tag === "PermissionNotFound")
      assert.deepStrictEqual(contained.details, { permissionId: "hide_comments" })
      assert.isUndefined(yield* Permissions.revokeInProject(permission))
      assert.deepStrictEqual(yield* Permissions.listInProject(), [])
      assert.strictEqual((yield* failure(Permissions.revokeInProject(permission)))._tag, "PermissionNotFound")
    }).pipe(Effect.provide(layer)))

  it.effect("is granted to a user who exists, if it is a project permission", () =>
    Effect.gen(function*() {
      yield* define
      const { userId } = yield* createUser
      const grant = (permission: Permissions.ProjectPermissionName) => failure(Permissions.grantInProject(permission))
      assert.strictEqual((yield* grant({ userId: nobody, permissionId: "nope" }))._tag, "UserNotFound")
      assert.strictEqual((yield* grant({ userId, permissionId: "nope" }))._tag, "PermissionNotFound")
      const wrongScope = yield* grant({ userId, permissionId: "billing:read" })
      assert(wrongScope._tag === "PermissionScopeMismatch")
      assert.deepStrictEqual(wrongScope.details, {
        permissionId: "billing:read",
        expectedScope: "project",
        actualScope: "team"
      })
      // The service knows its own permissions only in teams.
      assert.strictEqual((yield* grant({ userId, permissionId: "$update_team" }))._tag, "PermissionNotFound")
      assert.strictEqual((yield* grant({ userId, permissionId: "$nope" }))._tag, "RequestSchemaError")
      assert.deepStrictEqual(yield* Permissions.listInProject(), [])

      const revoke = (permission: Permissions.ProjectPermissionName) => failure(Permissions.revokeInProject(permission))
      assert.strictEqual((yield* revoke({ userId: nobody, permissionId: "moderator" }))._tag, "UserNotFound")
      assert.strictEqual((yield* revoke({ userId, permissionId: "$nope" }))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layer)))

  it.effect("a default project permission is granted to all later users", () =>
    Effect.gen(function*() {
      yield* define
      const before = yield* Users.create()
      yield* configure({ userDefaultPermissions: ["hide_comments"] })
      const after = yield* Users.create()
      const { userId } = yield* signUp(email)
      assert.deepStrictEqual(
        (yield* Permissions.listInProject()).map(({ userId }) => userId),
        [after.id, userId].sort()
      )
      assert.isTrue(yield* OwnPermissions.hasInProject({ permissionId: "hide_comments" }))
      assert.isFalse(yield* Permissions.hasInProject({ userId: before.id, permissionId: "hide_comments" }))
    }).pipe(Effect.provide(layer)))

  it.effect("a user's deletion removes the project permissions", () =>
    Effect.gen(function*() {
      yield* define
      const { userId } = yield* createUser
      yield* Permissions.grantInProject({ userId, permissionId: "moderator" })
      yield* Users.remove(userId)
      assert.deepStrictEqual(yield* Permissions.listInProject(), [])
      assert.deepStrictEqual(yield* Permissions.listInTeams(), [])
    }).pipe(Effect.provide(layer)))
})

describe("a server that names its user `me`", () => {
  const sendTo = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
    send(method, path, headers, method === "POST" ? {} : undefined)

  it.effect("a server's `me` is the access token's user, and no user without a token", () =>
    Effect.gen(function*() {
      yield* define
      const { headers, teamId, userId } = yield* signUpWithTeam
      const withUser = { ...serverHeaders, "x-stack-access-token": headers["x-stack-access-token"] }
      const requests: ReadonlyArray<readonly [method: string, path: string]> = [
        ["GET", "/team-permissions?user_id=me"],
        ["GET", "/project-permissions?user_id=me"],
        ["POST", `/team-permissions/${teamId}/me/$update_team`],
        ["DELETE", `/team-permissions/${teamId}/me/$update_team`],
        ["POST", "/project-permissions/me/moderator"],
        ["DELETE", "/project-permissions/me/moderator"]
      ]
      for (const [method, path] of requests) {
        const refused = yield* sendTo(method, path, serverHeaders)
        assert.strictEqual(codeOf(refused), "CANNOT_GET_OWN_USER_WITHOUT_USER", path)
        assert.strictEqual(refused.status, 400)
        const { body, status } = yield* sendTo(method, path, withUser)
        assert.strictEqual(status, method === "POST" ? 201 : 200, body)
        if (method === "POST") assert.strictEqual(JSON.parse(body!).user_id, userId)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("grants are for servers only, and require a body", () =>
    Effect.gen(function*() {
      const { headers, teamId, userId } = yield* signUpWithTeam
      for (const method of ["POST", "DELETE"]) {
        for (const path of [`/team-permissions/${teamId}/me/$update_team`, "/project-permissions/me/moderator"]) {
          const refused = yield* sendTo(method, path, headers)
          assert.strictEqual(codeOf(refused), "INSUFFICIENT_ACCESS_TYPE")
          assert.deepStrictEqual(jsonOf(refused).details.allowed_access_types, ["server", "admin"])
        }
      }
      const withoutBody = yield* send("POST", `/team-permissions/${teamId}/${userId}/$update_team`, serverHeaders)
      assert.strictEqual(codeOf(withoutBody), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layer)))
})
