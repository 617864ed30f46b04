import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, KnownErrors, Teams, Transport, TransportFailure } from "latchkey"
import { ApiKeys, Permissions, TeamMembers as ServerTeamMembers, Teams as ServerTeams, Users } from "latchkey/server"
import {
  clientHeaders,
  codeOf,
  configure,
  device,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  refusalOf,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const image = "data:image/png;base64,iVBORw0KGgo="
const url = "https://example.com/team.png"

const namesOf = (teams: ReadonlyArray<Teams.Team>) => teams.map((team) => team.displayName)

/** Signs a user up, and returns its id and the client's headers. */
const signedUp = (address?: string) =>
  Effect.map(signUp(address), ({ tokens, userId }) => ({
    userId,
    headers: { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
  }))

/** Another user on a separate device. */
const other = (address = "grace@example.com") =>
  Effect.gen(function*() {
    const context = yield* device()
    const { headers, userId } = yield* on(context)(signedUp(address))
    return { userId, headers, on: on(context) }
  })

/** Runs an effect whose requests to a path go through another transport first. */
const intercepted = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  path: string,
  first: Effect.Effect<void, TransportFailure>
) =>
  Effect.gen(function*() {
    const transport = yield* Transport
    return yield* Effect.provideService(
      effect,
      Transport,
      (request) => request.url.endsWith(path) ? Effect.andThen(first, transport(request)) : transport(request)
    )
  })

describe("creating a team", () => {
  it.effect("makes the user its first member and administrator, and selects the team", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const given = { displayName: "Engines", profileImageUrl: image, clientMetadata: { a: [1] } }
      const team = yield* Teams.create(given)
      const profileImageUrl = team.profileImageUrl!
      assert.match(profileImageUrl, /^https:\/\//)
      assert.deepStrictEqual(team, { id: team.id, ...given, profileImageUrl, clientReadOnlyMetadata: null })
      assert.deepStrictEqual((yield* CurrentUser.get({ or: "throw" })).selectedTeam, team)
      assert.deepStrictEqual(yield* Teams.list, [team])
      const granted = yield* Permissions.listInTeams({ userId, recursive: false })
      assert.deepStrictEqual(granted, [{ id: "team_admin", teamId: team.id, userId }])
      yield* Teams.update(team.id, { displayName: "Analytical Engines" })
      yield* Teams.remove(team.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("creating a team names the creator, and sends two requests and a refresh", () =>
    Effect.gen(function*() {
      yield* signUp()
      const bodies: Array<unknown> = []
      const transport = yield* Transport
      const team = yield* Effect.provideService(Teams.create({ displayName: "Engines" }), Transport, (request) => {
        bodies.push(request.url.endsWith("/auth/oauth/token") ? "refresh" : JSON.parse(request.body!))
        return transport(request)
      })
      assert.deepStrictEqual(bodies, [
        { display_name: "Engines", creator_user_id: "me" },
        { selected_team_id: team.id },
        "refresh"
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("creating a team that cannot be selected fails with the created team", () =>
    Effect.gen(function*() {
      yield* signUp()
      const broken = Effect.fail(new TransportFailure({ message: "The connection was cut", tooLarge: false }))
      const error = yield* failure(intercepted(Teams.create({ displayName: "Engines" }), "/users/me", broken))
      assert(error._tag === "TeamNotSelected")
      assert.strictEqual(tagsOf(error.error), "ApiError/NetworkFailure")
      assert.include(error.message, error.team.id)
      assert.deepStrictEqual(yield* Teams.list, [error.team])
      assert.isNull((yield* CurrentUser.get({ or: "throw" })).selectedTeam)
      assert.deepStrictEqual((yield* Teams.select(error.team.id)).selectedTeam, error.team)
    }).pipe(Effect.provide(layerTest())))

  it.effect("creating a team fails with the team and the reason if the user is removed immediately", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const context = yield* Effect.context<Effect.Services<ReturnType<typeof ServerTeamMembers.remove>>>()
      const removal = Effect.gen(function*() {
        const [team] = yield* ServerTeams.list({ userId })
        yield* ServerTeamMembers.remove({ teamId: team!.id, userId })
      }).pipe(Effect.orDie, Effect.provide(context))
      const error = yield* failure(intercepted(Teams.create({ displayName: "Engines" }), "/users/me", removal))
      assert(error._tag === "TeamNotSelected")
      assert.instanceOf(error.error, KnownErrors.TeamMembershipNotFound)
      assert.deepStrictEqual(namesOf(yield* ServerTeams.list()), [error.team.displayName])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a failed team creation selects no team", () =>
    Effect.gen(function*() {
      yield* signUp()
      const team = yield* Teams.create({ displayName: "First" })
      yield* configure({ clientTeamCreationEnabled: false })
      assert.strictEqual(refusalOf(yield* failure(Teams.create({ displayName: "Second" }))).status, 403)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).selectedTeamId, team.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is permitted to signed-in users if the project allows it", () =>
    Effect.gen(function*() {
      const { headers } = yield* signedUp()
      yield* configure({ clientTeamCreationEnabled: false })
      const badImage = { display_name: "Team", profile_image_url: url }
      assert.strictEqual(codeOf(yield* send("POST", "/teams", clientHeaders, badImage)), "USER_AUTHENTICATION_REQUIRED")
      const named = { ...badImage, creator_user_id: "me" }
      const withoutUser = yield* send("POST", "/teams", clientHeaders, named)
      assert.strictEqual(codeOf(withoutUser), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* send("POST", "/teams", headers, badImage)).status, 403)
      yield* configure({ clientTeamCreationEnabled: true })
      assert.strictEqual((yield* send("POST", "/teams", headers, badImage)).status, 400)
      assert.deepStrictEqual(yield* ServerTeams.list(), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is permitted only for the current user, who is the default creator", () =>
    Effect.gen(function*() {
      const { headers, userId } = yield* signedUp()
      const { userId: otherId } = yield* other()
      const create = (more: object, query = "") =>
        send("POST", `/teams${query}`, headers, { display_name: "Team", ...more })
      assert.strictEqual((yield* create({ creator_user_id: otherId })).status, 403)
      assert.strictEqual((yield* create({ creator_user_id: userId })).status, 201)
      assert.strictEqual((yield* create({})).status, 201)
      assert.strictEqual((yield* create({}, "?add_current_user=true")).status, 201)
      assert.strictEqual((yield* create({ creator_user_id: "me" }, "?add_current_user=true")).status, 400)
      assert.strictEqual(codeOf(yield* create({ creator_user_id: "ada" })), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* create({}, "?add_current_user=yes")), "SCHEMA_ERROR")
      assert.lengthOf(yield* Teams.list, 3)
    }).pipe(Effect.provide(layerTest())))

  it.effect("refuses server fields from a client, and requires a name, which can be empty", () =>
    Effect.gen(function*() {
      const { headers } = yield* signedUp()
      for (const name of ["server_metadata", "client_read_only_metadata"]) {
        const response = yield* send("POST", "/teams", headers, { display_name: "Team", [name]: {} })
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR", name)
      }
      assert.strictEqual(codeOf(yield* send("POST", "/teams", headers, {})), "SCHEMA_ERROR")
      assert.strictEqual((yield* Teams.create({ displayName: "" })).displayName, "")
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts an image from a client as data only, and any URL from a server", () =>
    Effect.gen(function*() {
      yield* signUp()
      const displayName = "Team"
      assert.strictEqual((yield* Teams.create({ displayName, profileImageUrl: null })).profileImageUrl, null)
      const refused = yield* failure(Teams.create({ displayName, profileImageUrl: url }))
      assert.strictEqual(refusalOf(refused).status, 400)
      for (const profileImageUrl of ["no image", `https://example.com/${"x".repeat(1_000_000)}`]) {
        const errors = [
          yield* failure(Teams.create({ displayName, profileImageUrl })),
          yield* failure(ServerTeams.create({ displayName, profileImageUrl }))
        ]
        assert.deepStrictEqual(errors.map(({ _tag }) => _tag), ["RequestSchemaError", "RequestSchemaError"])
      }
      assert.strictEqual((yield* ServerTeams.create({ displayName, profileImageUrl: url })).profileImageUrl, url)
    }).pipe(Effect.provide(layerTest())))

  it.effect("server: creating a team adds members and leaves selectedTeamId unchanged", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      const { userId } = yield* signUp()
      const given = {
        displayName: "Engines",
        profileImageUrl: url,
        clientMetadata: 1,
        clientReadOnlyMetadata: [2],
        serverMetadata: { three: 3 }
      }
      const empty = yield* ServerTeams.create(given)
      assert.deepStrictEqual(empty, { id: empty.id, ...given, createdAt: new Date(3_600_000) })
      assert.deepStrictEqual(yield* ServerTeamMembers.list({ teamId: empty.id }), [])
      const team = yield* ServerTeams.create({ displayName: "Analytical Engines", creatorUserId: userId })
      assert.deepStrictEqual(namesOf(yield* Teams.list), ["Analytical Engines"])
      yield* Teams.update(team.id, { displayName: "Difference Engines" })
      assert.isNull((yield* Users.get(userId)).selectedTeamId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("server: creating a team accepts an existing creator or none, and resolves `me` by a token", () =>
    Effect.gen(function*() {
      yield* configure({ clientTeamCreationEnabled: false })
      const { headers, userId } = yield* signedUp()
      const error = yield* failure(ServerTeams.create({ displayName: "Team", creatorUserId: nobody }))
      assert.strictEqual(error._tag, "UserNotFound")
      const mine = { display_name: "Team", creator_user_id: "me" }
      assert.strictEqual(codeOf(yield* send("POST", "/teams", serverHeaders, mine)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.deepStrictEqual(yield* ServerTeams.list(), [])
      const withToken = { ...serverHeaders, "x-stack-access-token": headers["x-stack-access-token"] }
      const create = (more: object, query = "", headers: Record<string, string> = withToken) =>
        send("POST", `/teams${query}`, headers, { display_name: "Team", ...more })
      assert.strictEqual((yield* create({ creator_user_id: "me" })).status, 201)
      assert.strictEqual((yield* create({}, "?add_current_user=true")).status, 201)
      assert.lengthOf(yield* ServerTeams.list({ userId }), 2)
      assert.strictEqual((yield* create({}, "?add_current_user=false")).status, 201)
      assert.strictEqual((yield* create({}, "?add_current_user=true", serverHeaders)).status, 401)
      assert.strictEqual((yield* create({ creator_user_id: userId }, "?add_current_user=false")).status, 400)
      assert.lengthOf(yield* ServerTeams.list({ userId }), 2)
      assert.lengthOf(yield* ServerTeams.list(), 3)
    }).pipe(Effect.provide(layerTest())))

  it.effect("grants the project's permissions for creators", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { id } = yield* Teams.create({ displayName: "Team" })
      const error = yield* failure(Teams.update(id, { displayName: "Other" }))
      assert.instanceOf(error, KnownErrors.TeamPermissionRequired)
      assert.deepStrictEqual(error.details, { teamId: id, userId, permissionId: "$update_team" })
      yield* Teams.remove(id)
    }).pipe(
      Effect.provide(layerTest({ project: { config: { teamCreatorDefaultPermissions: ["$delete_team"] } } }))
    ))
})

describe("the list of teams", () => {
  it.effect("contains the user's teams for a client, and all teams for a server, oldest first", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const grace = yield* other()
      assert.deepStrictEqual(yield* Teams.list, [])
      for (const displayName of ["C", "A"]) yield* Teams.create({ displayName })
      const shared = yield* grace.on(Teams.create({ displayName: "B" }))
      yield* Teams.create({ displayName: "D" })
      yield* ServerTeamMembers.add({ teamId: shared.id, userId })
      assert.deepStrictEqual(namesOf(yield* Teams.list), ["C", "A", "B", "D"])
      assert.deepStrictEqual(namesOf(yield* grace.on(Teams.list)), ["B"])
      assert.deepStrictEqual(namesOf(yield* ServerTeams.list()), ["C", "A", "B", "D"])
      assert.deepStrictEqual(namesOf(yield* ServerTeams.list({ userId: grace.userId })), ["B"])
      assert.deepStrictEqual(yield* ServerTeams.list({ userId: nobody }), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client's list of teams must name the current user", () =>
    Effect.gen(function*() {
      const { headers, userId } = yield* signedUp()
      yield* Teams.create({ displayName: "Team" })
      const teams = (query: string, from: Record<string, string> = headers) => send("GET", `/teams${query}`, from)
      assert.lengthOf(jsonOf(yield* teams("?user_id=me")).items, 1)
      assert.lengthOf(jsonOf(yield* teams(`?user_id=${userId}`)).items, 1)
      assert.notProperty(jsonOf(yield* teams("?user_id=me")).items[0], "server_metadata")
      assert.strictEqual((yield* teams("")).status, 403)
      assert.strictEqual((yield* teams(`?user_id=${nobody}`)).status, 403)
      assert.strictEqual(codeOf(yield* teams("?user_id=ada")), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* teams("", clientHeaders)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual(codeOf(yield* teams("?user_id=me", clientHeaders)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual(codeOf(yield* teams("?user_id=me", serverHeaders)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* failure(ServerTeams.list({ userId: "ada" })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))
})

describe("a team", () => {
  it.effect("is readable by its members; others get the error of a missing team", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* Teams.create({ displayName: "Team" })
      const grace = yield* other()
      for (const teamId of [id, nobody]) {
        const error = yield* failure(grace.on(Teams.get(teamId)))
        assert.instanceOf(error, KnownErrors.TeamMembershipNotFound)
        assert.deepStrictEqual(error.details, { teamId, userId: grace.userId })
      }
      yield* ServerTeamMembers.add({ teamId: id, userId: grace.userId })
      assert.deepStrictEqual(yield* grace.on(Teams.get(id)), yield* Teams.get(id))
      assert.strictEqual(codeOf(yield* send("GET", `/teams/${id}`)), "USER_AUTHENTICATION_REQUIRED")
      assert.strictEqual(codeOf(yield* send("GET", "/teams/abc", grace.headers)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a missing team is a TeamNotFound for a server, and an invalid id is a RequestSchemaError", () =>
    Effect.gen(function*() {
      const calls = (id: string) => [
        ServerTeams.get(id),
        ServerTeams.update(id, { displayName: "Other" }),
        ServerTeams.remove(id)
      ]
      for (const call of calls(nobody)) {
        const error = yield* failure(call)
        assert.instanceOf(error, KnownErrors.TeamNotFound)
        assert.deepStrictEqual(error.details, { teamId: nobody })
      }
      for (const call of calls("team")) assert.strictEqual((yield* failure(call))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps omitted fields, and loses cleared ones", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id } = yield* Teams.create({ displayName: "Team", profileImageUrl: image, clientMetadata: { a: 1 } })
      yield* ServerTeams.update(id, { serverMetadata: { b: 2 }, clientReadOnlyMetadata: 3, profileImageUrl: url })
      const renamed = yield* Teams.update(id, { displayName: "Other" })
      assert.deepStrictEqual(renamed, {
        id,
        displayName: "Other",
        profileImageUrl: url,
        clientMetadata: { a: 1 },
        clientReadOnlyMetadata: 3
      })
      assert.deepStrictEqual(yield* Teams.get(id), renamed)
      const cleared = yield* Teams.update(id, { displayName: "", profileImageUrl: null, clientMetadata: null })
      assert.deepStrictEqual(cleared, { ...renamed, displayName: "", profileImageUrl: null, clientMetadata: null })
      const { serverMetadata } = yield* ServerTeams.update(id, { clientReadOnlyMetadata: null })
      assert.deepStrictEqual(serverMetadata, { b: 2 })
      assert.isNull((yield* Teams.get(id)).clientReadOnlyMetadata)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is unchanged if an update is refused", () =>
    Effect.gen(function*() {
      const { headers } = yield* signedUp()
      const team = yield* Teams.create({ displayName: "Team" })
      const refused = yield* failure(Teams.update(team.id, { displayName: "Other", profileImageUrl: url }))
      assert.strictEqual(refusalOf(refused).status, 400)
      const wrong = { displayName: "Other", profileImageUrl: "no image" }
      assert.strictEqual((yield* failure(Teams.update(team.id, wrong)))._tag, "RequestSchemaError")
      assert.strictEqual((yield* failure(ServerTeams.update(team.id, wrong)))._tag, "RequestSchemaError")
      for (const body of [{ server_metadata: 1 }, { display_name: null }, { creator_user_id: "me" }]) {
        assert.strictEqual(codeOf(yield* send("PATCH", `/teams/${team.id}`, headers, body)), "SCHEMA_ERROR")
      }
      assert.deepStrictEqual(yield* Teams.get(team.id), team)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is updated by members with $update_team, and deleted by those with $delete_team", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: teamId } = yield* Teams.create({ displayName: "Team" })
      const { on, userId } = yield* other()
      const update = on(Teams.update(teamId, { displayName: "Other" }))
      const remove = on(Teams.remove(teamId))
      assert.strictEqual((yield* failure(update))._tag, "TeamMembershipNotFound")
      assert.strictEqual((yield* failure(remove))._tag, "TeamMembershipNotFound")
      assert.strictEqual((yield* failure(on(Teams.remove(nobody))))._tag, "TeamMembershipNotFound")
      yield* ServerTeamMembers.add({ teamId, userId })
      for (const [call, permissionId] of [[update, "$update_team"], [remove, "$delete_team"]] as const) {
        const error = yield* failure(call)
        assert.instanceOf(error, KnownErrors.TeamPermissionRequired)
        assert.deepStrictEqual(error.details, { teamId, userId, permissionId })
      }
      yield* Permissions.grantInTeam({ teamId, userId, permissionId: "$update_team" })
      assert.strictEqual((yield* update).displayName, "Other")
      assert.strictEqual((yield* failure(remove))._tag, "TeamPermissionRequired")
      yield* Permissions.grantInTeam({ teamId, userId, permissionId: "$delete_team" })
      yield* remove
      assert.deepStrictEqual(yield* ServerTeams.list(), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a signed-in user before a client updates or deletes it", () =>
    Effect.gen(function*() {
      const { id } = yield* ServerTeams.create({ displayName: "Team" })
      const path = `/teams/${id}`
      assert.strictEqual(codeOf(yield* send("PATCH", path, clientHeaders, {})), "USER_AUTHENTICATION_REQUIRED")
      assert.strictEqual(codeOf(yield* send("DELETE", path)), "USER_AUTHENTICATION_REQUIRED")
      assert.strictEqual((yield* ServerTeams.get(id)).displayName, "Team")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a deleted team is neither selected nor listed, and has no keys", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const first = yield* Teams.create({ displayName: "First" })
      const second = yield* Teams.create({ displayName: "Second" })
      const grace = yield* other()
      yield* ServerTeamMembers.add({ teamId: second.id, userId: grace.userId })
      yield* grace.on(Teams.select(second.id))
      for (const { id: teamId } of [first, second]) yield* ApiKeys.create({ teamId, description: "Key" })
      yield* Teams.remove(second.id)
      for (const id of [userId, grace.userId]) {
        const user = yield* Users.get(id)
        assert.isNull(user.selectedTeamId)
        assert.isNull(user.selectedTeam)
      }
      assert.deepStrictEqual(namesOf(yield* Teams.list), ["First"])
      assert.deepStrictEqual(yield* grace.on(Teams.list), [])
      assert.strictEqual((yield* failure(Teams.get(second.id)))._tag, "TeamMembershipNotFound")
      assert.lengthOf(yield* ApiKeys.list({ teamId: first.id }), 1)
      assert.lengthOf(yield* ApiKeys.list({ teamId: second.id }), 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("belongs to its project", () =>
    Effect.gen(function*() {
      const { id } = yield* ServerTeams.create({ displayName: "Team" })
      const foreign = {
        "x-stack-access-type": "server",
        "x-stack-project-id": "internal",
        "x-stack-secret-server-key": "this-secret-server-key-is-for-local-development-only"
      }
      assert.strictEqual(codeOf(yield* send("GET", `/teams/${id}`, foreign)), "TEAM_NOT_FOUND")
      assert.deepStrictEqual(jsonOf(yield* send("GET", "/teams", foreign)).items, [])
    }).pipe(Effect.provide(layerTest())))
})

describe("selecting a team", () => {
  it.effect("is permitted to members, accepts null, and appears in every view of the user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const first = yield* Teams.create({ displayName: "First" })
      const second = yield* Teams.create({ displayName: "Second" })
      assert.deepStrictEqual((yield* Teams.select(first.id)).selectedTeam, first)
      assert.strictEqual((yield* Users.get(userId)).selectedTeam?.displayName, "First")
      assert.strictEqual((yield* Users.list({ teamId: second.id })).items[0]!.selectedTeamId, first.id)
      assert.isNull((yield* Teams.select(null)).selectedTeamId)
      const { id } = yield* ServerTeams.create({ displayName: "Foreign" })
      const error = yield* failure(Teams.select(id))
      assert.instanceOf(error, KnownErrors.TeamMembershipNotFound)
      assert.deepStrictEqual(error.details, { teamId: id, userId })
      assert.strictEqual((yield* failure(Teams.select("first")))._tag, "RequestSchemaError")
      assert.isNull((yield* Users.get(userId)).selectedTeamId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a signed-in user", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(Teams.select(null)))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))
})

describe("leaving a team", () => {
  it.effect("leaving a team needs no permission, ends its selection, and succeeds once", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { id: teamId } = yield* Teams.create({ displayName: "Team" })
      const { headers, on, userId } = yield* other()
      yield* ServerTeamMembers.add({ teamId, userId })
      yield* Permissions.revokeInTeam({ teamId, userId, permissionId: "team_member" })
      yield* on(Teams.select(teamId))
      yield* on(Teams.leave(teamId))
      assert.isNull((yield* Users.get(userId)).selectedTeamId)
      const error = yield* failure(on(Teams.leave(teamId)))
      assert.instanceOf(error, KnownErrors.TeamMembershipNotFound)
      assert.deepStrictEqual(error.details, { teamId, userId })
      assert.strictEqual((yield* failure(on(Teams.leave(nobody))))._tag, "TeamMembershipNotFound")
      assert.lengthOf(yield* ServerTeamMembers.list({ teamId }), 1)
      // The user's id is equivalent to `me`.
      yield* ServerTeamMembers.add({ teamId, userId })
      assert.strictEqual((yield* send("DELETE", `/team-memberships/${teamId}/${userId}`, headers)).status, 200)
      assert.lengthOf(yield* ServerTeamMembers.list({ teamId }), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("leaving a team removes the permissions granted in it", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { id: teamId } = yield* Teams.create({ displayName: "Team" })
      yield* Teams.leave(teamId)
      yield* ServerTeamMembers.add({ teamId, userId })
      const granted = yield* Permissions.listInTeams({ teamId, userId, recursive: false })
      assert.deepStrictEqual(granted.map(({ id }) => id), ["team_member"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a signed-in user", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(Teams.leave(nobody)))._tag, "CannotGetOwnUserWithoutUser")
      const response = yield* send("DELETE", `/team-memberships/${nobody}/me`)
      assert.strictEqual(codeOf(response), "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layerTest())))
})
