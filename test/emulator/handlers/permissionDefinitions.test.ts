import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import {
  Project,
  ProjectPermissionDefinitions as InProject,
  TeamPermissionDefinitions as InTeams
} from "latchkey/admin"
import { Permissions, TeamMembers, Teams, Users } from "latchkey/server"
import { expandPermissions } from "../../../src/emulator/rules/permissions.ts"
import { createProject } from "../../../src/emulator/state/projectRows.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { codeOf, configure, failure, jsonOf, layerAdmin, projectId, send, serverHeaders, tagsOf } from "../support.ts"

const adminHeaders = {
  "x-stack-access-type": "admin",
  "x-stack-project-id": projectId,
  "x-stack-super-secret-admin-key": "sak_emulator"
}

const systemIds = [
  "$delete_team",
  "$invite_members",
  "$manage_api_keys",
  "$read_members",
  "$remove_members",
  "$update_team"
]

const layer = layerAdmin()

/** A user, and a team created by that user. */
const createUser = Effect.gen(function*() {
  const { id } = yield* Users.create()
  const team = yield* Teams.create({ displayName: "Team", creatorUserId: id })
  return { userId: id, teamId: team.id }
})

const idsOf = (definitions: ReadonlyArray<{ readonly id: string }>) => definitions.map(({ id }) => id)

/** The permissions a permission contains, by the list of all. */
const containedIn = (id: string) =>
  Effect.map(InTeams.list, (definitions) => definitions.find((each) => each.id === id)!.containedPermissionIds)

/** The same facts hold for teams and for the project. */
const kinds = [
  { word: "teams", definitions: InTeams, path: "/team-permission-definitions" },
  { word: "the project", definitions: InProject, path: "/project-permission-definitions" }
] as const

describe("a new project's permissions", () => {
  it.effect("a new project's team permissions are the service's, team_admin and team_member", () =>
    Effect.gen(function*() {
      const definitions = yield* InTeams.list
      assert.deepStrictEqual(idsOf(definitions), [...systemIds, "team_admin", "team_member"])
      for (const { containedPermissionIds, description, id } of definitions) {
        assert.isNotEmpty(description, id)
        const contained = id === "team_admin"
          ? systemIds
          : id === "team_member"
          ? ["$invite_members", "$read_members"]
          : []
        assert.deepStrictEqual(containedPermissionIds, contained, id)
      }
    }).pipe(Effect.provide(layer)))

  it.effect("a new project has no project permissions", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* InProject.list, [])
    }).pipe(Effect.provide(layer)))
})

for (const { definitions, path, word } of kinds) {
  describe(`a permission in ${word}`, () => {
    it.effect("has its given contents, sorted and unique, and no description if none is given", () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* definitions.create({ id: "read" }), { id: "read", containedPermissionIds: [] })
        const write = yield* definitions.create({ id: "write", description: "", containedPermissionIds: [] })
        assert.deepStrictEqual(write, { id: "write", containedPermissionIds: [] })
        const all = yield* definitions.create({
          id: "all:2",
          description: "Everything",
          containedPermissionIds: ["write", "read", "write"]
        })
        assert.deepStrictEqual(all, {
          id: "all:2",
          description: "Everything",
          containedPermissionIds: ["read", "write"]
        })
        const listed = (yield* definitions.list).filter(({ id }) => !id.startsWith("$") && !id.startsWith("team_"))
        assert.deepStrictEqual(listed, [all, { id: "read", containedPermissionIds: [] }, write])
      }).pipe(Effect.provide(layer)))

    it.effect("has a unique id in teams and in the project", () =>
      Effect.gen(function*() {
        yield* InTeams.create({ id: "in_teams" })
        yield* InProject.create({ id: "in_project" })
        for (const id of ["in_teams", "in_project", "team_admin"]) {
          // The id is checked before the contents.
          const error = yield* failure(definitions.create({ id, containedPermissionIds: ["nope"] }))
          assert(error._tag === "PermissionIdAlreadyExists")
          assert.deepStrictEqual(error.details, { permissionId: id })
        }
        yield* definitions.create({ id: "mine" })
        for (const id of ["in_teams", "in_project", "team_admin"]) {
          const error = yield* failure(
            definitions.update("mine", { id, description: undefined, containedPermissionIds: ["nope"] })
          )
          assert(error._tag === "PermissionIdAlreadyExists")
          assert.deepStrictEqual(error.details, { permissionId: id })
        }
      }).pipe(Effect.provide(layer)))

    it.effect("has an id of lower-case letters, digits, _ and :, like the permissions it contains", () =>
      Effect.gen(function*() {
        yield* definitions.create({ id: "a_1:b" })
        for (const id of ["Bad Id!", "", "$update_team", "$nope", "ä", "a-b", "a.b", "A", "a\n"]) {
          const text = JSON.stringify(id)
          assert.strictEqual((yield* failure(definitions.create({ id })))._tag, "RequestSchemaError", text)
          assert.strictEqual(codeOf(yield* send("POST", path, adminHeaders, { id })), "SCHEMA_ERROR", text)
          const rename = definitions.update("a_1:b", { id, description: undefined, containedPermissionIds: [] })
          assert.strictEqual((yield* failure(rename))._tag, "RequestSchemaError", text)
          assert.strictEqual(codeOf(yield* send("PATCH", `${path}/a_1:b`, adminHeaders, { id })), "SCHEMA_ERROR", text)
        }
        for (const id of ["Bad Id!", "a/b", "a$", "", "$nope", "$"]) {
          const contained = { id: "x", containedPermissionIds: [id] }
          assert.strictEqual((yield* failure(definitions.create(contained)))._tag, "RequestSchemaError", id)
          assert.strictEqual((yield* failure(definitions.remove(id)))._tag, "RequestSchemaError", id)
          const change = { description: undefined, containedPermissionIds: [] }
          assert.strictEqual((yield* failure(definitions.update(id, change)))._tag, "RequestSchemaError", id)
        }
        const wrong = [{}, { id: 1 }, { id: "x", description: null }, { id: "x", colour: "red" }, "text"]
        for (const body of wrong) {
          const { status } = yield* send("POST", path, { ...adminHeaders, "content-type": "application/json" }, body)
          assert.strictEqual(status, 400, JSON.stringify(body))
        }
      }).pipe(Effect.provide(layer)))

    it.effect("contains existing permissions of its kind", () =>
      Effect.gen(function*() {
        yield* InTeams.create({ id: "in_teams" })
        yield* InProject.create({ id: "in_project" })
        const ofOtherKind = definitions === InTeams ? "in_project" : "in_teams"
        for (const id of ["nope", "x", ofOtherKind]) {
          const error = yield* failure(definitions.create({ id: "x", containedPermissionIds: [id] }))
          assert(error._tag === "ContainedPermissionNotFound")
          assert.strictEqual(error.status, 400)
          assert.deepStrictEqual(error.details, { permissionId: id })
        }
        const own = definitions === InTeams ? "in_teams" : "in_project"
        const change = { description: undefined, containedPermissionIds: [own, "nope"] }
        assert.strictEqual((yield* failure(definitions.update(own, change)))._tag, "ContainedPermissionNotFound")
        assert.notInclude(idsOf(yield* definitions.list), "x")

        const system = definitions.create({ id: "y", containedPermissionIds: ["$read_members"] })
        if (definitions === InTeams) assert.deepStrictEqual((yield* system).containedPermissionIds, ["$read_members"])
        else assert.strictEqual((yield* failure(system))._tag, "ContainedPermissionNotFound")
      }).pipe(Effect.provide(layer)))

    it.effect(`a permission in ${word} loses contents omitted from an update`, () =>
      Effect.gen(function*() {
        yield* definitions.create({ id: "read" })
        yield* definitions.create({ id: "all", description: "Everything", containedPermissionIds: ["read"] })
        const kept = yield* definitions.update("all", { description: "All", containedPermissionIds: ["read"] })
        assert.deepStrictEqual(kept, { id: "all", description: "All", containedPermissionIds: ["read"] })
        const undescribed = yield* definitions.update("all", {
          description: undefined,
          containedPermissionIds: ["read"]
        })
        assert.deepStrictEqual(undescribed, { id: "all", containedPermissionIds: ["read"] })
        const bare = jsonOf(yield* send("PATCH", `${path}/all`, adminHeaders, {}))
        assert.deepStrictEqual(bare, { id: "all", contained_permission_ids: [] })
        assert.deepInclude(yield* definitions.list, { id: "all", containedPermissionIds: [] })
        assert.strictEqual(codeOf(yield* send("PATCH", `${path}/all`, adminHeaders)), "SCHEMA_ERROR")
      }).pipe(Effect.provide(layer)))

    it.effect("a permission that is unknown, of the other kind or built in cannot be changed or deleted", () =>
      Effect.gen(function*() {
        yield* InTeams.create({ id: "in_teams" })
        yield* InProject.create({ id: "in_project" })
        const ofOtherKind = definitions === InTeams ? "in_project" : "in_teams"
        const before = yield* Effect.all([InTeams.list, InProject.list])
        for (const id of ["nope", ofOtherKind, ...systemIds]) {
          const change = { id: "team_admin", description: "Mine", containedPermissionIds: ["nope"] }
          const errors = yield* Effect.all([
            failure(definitions.update(id, change)),
            failure(definitions.remove(id))
          ])
          for (const error of errors) {
            assert(error._tag === "PermissionNotFound")
            assert.deepStrictEqual(error.details, { permissionId: id })
          }
        }
        assert.deepStrictEqual(yield* Effect.all([InTeams.list, InProject.list]), before)
      }).pipe(Effect.provide(layer)))

    it.effect(`a permission in ${word} can be defined by admins only`, () =>
      Effect.gen(function*() {
        const requests: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
          ["GET", path],
          ["POST", path, { id: "x" }],
          ["PATCH", `${path}/x`, {}],
          ["DELETE", `${path}/x`]
        ]
        for (const [method, path, body] of requests) {
          const refused = yield* send(method, path, serverHeaders, body)
          assert.strictEqual(codeOf(refused), "INSUFFICIENT_ACCESS_TYPE", method)
          assert.deepStrictEqual(jsonOf(refused).details, {
            actual_access_type: "server",
            allowed_access_types: ["admin"]
          })
        }
      }).pipe(Effect.provide(layer)))
  })
}

describe("a new id of a permission", () => {
  it.effect("replaces the old one in grants and contents", () =>
    Effect.gen(function*() {
      const user = yield* createUser
      yield* InTeams.create({ id: "write" })
      yield* InTeams.create({ id: "all", containedPermissionIds: ["write", "$read_members"] })
      yield* InProject.create({ id: "moderator" })
      yield* Permissions.grantInTeam({ ...user, permissionId: "write" })
      yield* Permissions.grantInProject({ userId: user.userId, permissionId: "moderator" })

      const renamed = yield* InTeams.update("write", { id: "edit", description: undefined, containedPermissionIds: [] })
      assert.deepStrictEqual(renamed, { id: "edit", containedPermissionIds: [] })
      assert.deepStrictEqual(yield* containedIn("all"), ["$read_members", "edit"])
      assert.notInclude(idsOf(yield* InTeams.list), "write")
      yield* InProject.update("moderator", { id: "host", description: "Hosts", containedPermissionIds: [] })
      assert.deepStrictEqual(yield* InProject.list, [{ id: "host", description: "Hosts", containedPermissionIds: [] }])

      const inTeam = yield* Permissions.listInTeams({ userId: user.userId, recursive: false })
      assert.deepStrictEqual(idsOf(inTeam), ["edit", "team_admin"])
      assert.deepStrictEqual(idsOf(yield* Permissions.listInProject({ userId: user.userId })), ["host"])
      const old = yield* failure(Permissions.grantInTeam({ ...user, permissionId: "write" }))
      assert.strictEqual(old._tag, "PermissionNotFound")
      // The old id is available again, for a new permission without grants.
      yield* InTeams.create({ id: "write" })
      assert.isFalse(yield* Permissions.hasInTeam({ ...user, permissionId: "write" }))
    }).pipe(Effect.provide(layer)))

  it.effect("a new id leaves no content under the old id", () =>
    Effect.gen(function*() {
      yield* InTeams.create({ id: "fly" })
      const error = yield* failure(
        InTeams.update("fly", { id: "soar", description: undefined, containedPermissionIds: ["fly"] })
      )
      assert.strictEqual(tagsOf(error), "ContainedPermissionNotFound")
      assert.include(idsOf(yield* InTeams.list), "fly")
    }).pipe(Effect.provide(layer)))

  it.effect("can equal the current one", () =>
    Effect.gen(function*() {
      const user = yield* createUser
      yield* InTeams.update("team_admin", {
        id: "team_admin",
        description: "Admins",
        containedPermissionIds: ["$update_team", "team_admin"]
      })
      assert.deepStrictEqual(yield* containedIn("team_admin"), ["$update_team", "team_admin"])
      assert.deepStrictEqual(idsOf(yield* Permissions.listInTeams(user)), ["$update_team", "team_admin"])
    }).pipe(Effect.provide(layer)))
})

describe("a permission that is deleted", () => {
  it.effect("is removed from grants and contents", () =>
    Effect.gen(function*() {
      const user = yield* createUser
      yield* InTeams.create({ id: "write" })
      yield* InTeams.create({ id: "all", containedPermissionIds: ["write", "$read_members"] })
      yield* InProject.create({ id: "moderator" })
      yield* Permissions.grantInTeam({ ...user, permissionId: "write" })
      yield* Permissions.grantInProject({ userId: user.userId, permissionId: "moderator" })

      assert.isUndefined(yield* InTeams.remove("write"))
      assert.isUndefined(yield* InProject.remove("moderator"))
      assert.deepStrictEqual(yield* containedIn("all"), ["$read_members"])
      assert.deepStrictEqual(yield* InProject.list, [])
      assert.strictEqual((yield* failure(InTeams.remove("write")))._tag, "PermissionNotFound")
      // A new permission with the same id is a different one.
      yield* InTeams.create({ id: "write" })
      yield* InProject.create({ id: "moderator" })
      const granted = yield* Permissions.listInTeams({ userId: user.userId, recursive: false })
      assert.deepStrictEqual(idsOf(granted), ["team_admin"])
      assert.deepStrictEqual(yield* Permissions.listInProject(), [])
    }).pipe(Effect.provide(layer)))

  it.effect("an initial permission can be deleted", () =>
    Effect.gen(function*() {
      const user = yield* createUser
      yield* InTeams.remove("team_admin")
      assert.deepStrictEqual(idsOf(yield* InTeams.list), [...systemIds, "team_member"])
      assert.deepStrictEqual(yield* Permissions.listInTeams(user), [])
    }).pipe(Effect.provide(layer)))
})

describe("a default permission", () => {
  it.effect("a deleted default permission is removed from the project's defaults", () =>
    Effect.gen(function*() {
      yield* InProject.create({ id: "guest" })
      yield* InTeams.create({ id: "editor" })
      yield* configure({
        userDefaultPermissions: ["guest"],
        teamMemberDefaultPermissions: ["editor", "team_member"],
        teamCreatorDefaultPermissions: ["editor", "team_admin"]
      })
      yield* InProject.remove("guest")
      yield* InTeams.remove("editor")
      const { config } = yield* Project.get
      assert.deepStrictEqual(config.userDefaultPermissions, [])
      assert.deepStrictEqual(config.teamMemberDefaultPermissions, ["team_member"])
      assert.deepStrictEqual(config.teamCreatorDefaultPermissions, ["team_admin"])
      yield* createUser
    }).pipe(Effect.provide(layer)))

  it.effect("a renamed default permission stays in the defaults, and then no user can be created", () =>
    Effect.gen(function*() {
      yield* InProject.create({ id: "guest" })
      yield* configure({ userDefaultPermissions: ["guest"] })
      yield* InProject.update("guest", { id: "visitor", description: undefined, containedPermissionIds: [] })
      assert.strictEqual(tagsOf(yield* failure(Users.create())), "ApiError/UndeclaredError/PermissionNotFound")
    }).pipe(Effect.provide(layer)))

  it.effect("before 2026, a renamed or deleted default stays in the defaults, and no user can be created", () =>
    Effect.gen(function*() {
      yield* InProject.create({ id: "guest" })
      yield* configure({ userDefaultPermissions: ["guest"] })
      yield* Users.create()
      yield* InProject.update("guest", { id: "visitor", description: undefined, containedPermissionIds: [] })
      const renamed = yield* failure(Users.create())
      assert.strictEqual(tagsOf(renamed), "ApiError/UndeclaredError/PermissionNotFound")
      yield* configure({ userDefaultPermissions: ["visitor"] })
      yield* Users.create()
      yield* InProject.remove("visitor")
      assert.strictEqual(tagsOf(yield* failure(Users.create())), "ApiError/UndeclaredError/PermissionNotFound")
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))

  it.effect("an undefined default permission for members prevents joining, and current members stay", () =>
    Effect.gen(function*() {
      const { teamId, userId } = yield* createUser
      const other = yield* createUser
      yield* configure({ teamMemberDefaultPermissions: ["nope"] })
      const member = { teamId, userId: other.userId }
      const refused = yield* failure(TeamMembers.add(member))
      assert.strictEqual(tagsOf(refused), "ApiError/UndeclaredError/PermissionNotFound")
      assert.deepStrictEqual((yield* TeamMembers.list({ teamId })).map((profile) => profile.userId), [userId])
      yield* configure({ teamMemberDefaultPermissions: [] })
      yield* TeamMembers.add(member)
      assert.deepStrictEqual(yield* Permissions.listInTeams(member), [])
    }).pipe(Effect.provide(layer)))

  it.effect("a default permission must have the kind that it is a default for", () =>
    Effect.gen(function*() {
      yield* InProject.create({ id: "guest" })
      yield* configure({ teamCreatorDefaultPermissions: ["guest"] })
      const inTeam = yield* failure(createUser)
      assert.strictEqual(tagsOf(inTeam), "ApiError/UndeclaredError/PermissionScopeMismatch")
      assert.deepStrictEqual(yield* Teams.list(), [])
      yield* configure({ teamCreatorDefaultPermissions: ["team_admin"], userDefaultPermissions: ["team_admin"] })
      const inProject = yield* failure(Users.create())
      assert.strictEqual(tagsOf(inProject), "ApiError/UndeclaredError/PermissionScopeMismatch")
      yield* configure({ teamCreatorDefaultPermissions: ["$update_team"], userDefaultPermissions: ["guest"] })
      const user = yield* createUser
      assert.deepStrictEqual(idsOf(yield* Permissions.listInTeams(user)), ["$update_team"])
      assert.deepStrictEqual(idsOf(yield* Permissions.listInProject({ userId: user.userId })), ["guest"])
    }).pipe(Effect.provide(layer)))
})

describe("contained permissions", () => {
  /** Permissions by number: which ones each of them contains, possibly in circles, and which ones are granted. */
  const graphs = fc.integer({ min: 1, max: 9 }).chain((size) => {
    const some = fc.uniqueArray(fc.nat(size - 1), { maxLength: 4 })
    return fc.record({ contained: fc.array(some, { minLength: size, maxLength: size }), granted: some })
  })

  /** The reachable permissions, computed differently: by squaring the relation until it stops growing. */
  const reachable = (contained: ReadonlyArray<ReadonlyArray<number>>, from: ReadonlyArray<number>) => {
    const reaches = contained.map((_, a) => contained.map((_, b) => a === b || contained[a]!.includes(b)))
    for (let via = 0; via < reaches.length; via++) {
      for (const row of reaches) for (let b = 0; b < row.length; b++) row[b] ||= row[via]! && reaches[via]![b]!
    }
    return contained.flatMap((_, b) => from.some((a) => reaches[a]![b]) ? [b] : [])
  }

  const id = (n: number) => `p${n}`

  it.effect("contained permissions form any graph, and a list has exactly those reachable from grants", () =>
    Effect.gen(function*() {
      const check = Effect.fnUntraced(function*({ contained, granted }: {
        readonly contained: ReadonlyArray<ReadonlyArray<number>>
        readonly granted: ReadonlyArray<number>
      }) {
        const { userId } = yield* createUser
        for (const n of contained.keys()) yield* InProject.create({ id: id(n) })
        for (const [n, ids] of contained.entries()) {
          yield* InProject.update(id(n), { description: undefined, containedPermissionIds: ids.map(id) })
        }
        for (const n of granted) yield* Permissions.grantInProject({ userId, permissionId: id(n) })
        const ids = (numbers: ReadonlyArray<number>) => numbers.map(id).sort()
        assert.deepStrictEqual(idsOf(yield* Permissions.listInProject({ recursive: false })), ids(granted))
        const all = ids(reachable(contained, granted))
        assert.deepStrictEqual(idsOf(yield* Permissions.listInProject()), all)
        for (const n of contained.keys()) {
          const has = yield* Permissions.hasInProject({ userId, permissionId: id(n) })
          assert.strictEqual(has, all.includes(id(n)))
        }
      })
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(graphs, (graph) => Effect.runPromise(Effect.provide(check(graph), layer))),
          { numRuns: runsOf(60) }
        )
      )
    }))

  it.effect("can be nested to any depth", () =>
    Effect.gen(function*() {
      const depth = 50_000
      const project = yield* createProject({ generation: "2026", displayName: "Deep" })
      for (let n = 0; n < depth; n++) {
        project.permissionDefinitions.set(id(n), {
          scope: "project",
          id: id(n),
          description: undefined,
          // The last one contains the first, and each contains an undefined one.
          containedPermissionIds: [id((n + 1) % depth), "nope"]
        })
      }
      assert.strictEqual(expandPermissions(project, [id(7), "nope"]).length, depth)
      assert.deepStrictEqual(expandPermissions(project, [id(7), "nope"], false), [id(7)])
    }))
})
