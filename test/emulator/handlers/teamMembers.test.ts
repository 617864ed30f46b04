import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, KnownErrors, TeamMembers, Teams } from "latchkey"
import { Permissions, TeamMembers as ServerTeamMembers, Teams as ServerTeams, Users } from "latchkey/server"
import {
  clientHeaders,
  codeOf,
  device,
  email,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  send,
  serverHeaders,
  signUp
} from "../support.ts"

const image = "data:image/png;base64,iVBORw0KGgo="
const url = "https://example.com/ada.png"

const headersOf = ({ tokens }: Effect.Success<ReturnType<typeof signUp>>) => ({
  ...clientHeaders,
  "x-stack-access-token": Redacted.value(tokens.accessToken!)
})

/** A team of a signed-in user, with a second member on a separate device. */
const makeTeam = Effect.gen(function*() {
  const ada = yield* signUp()
  const { id: teamId } = yield* Teams.create({ displayName: "Team" })
  const context = yield* device()
  const grace = yield* on(context)(signUp("grace@example.com"))
  yield* ServerTeamMembers.add({ teamId, userId: grace.userId })
  return {
    teamId,
    ada: { userId: ada.userId, headers: headersOf(ada) },
    grace: { userId: grace.userId, headers: headersOf(grace), on: on(context) }
  }
})

const idsOf = (profiles: ReadonlyArray<TeamMembers.TeamMemberProfile>) => profiles.map(({ userId }) => userId)

describe("adding a member", () => {
  it.effect("grants the project's permissions for members", () =>
    Effect.gen(function*() {
      const { grace, teamId } = yield* makeTeam
      const granted = yield* Permissions.listInTeams({ teamId, userId: grace.userId, recursive: false })
      assert.deepStrictEqual(granted.map(({ id }) => id), ["$read_members"])
    }).pipe(
      Effect.provide(layerTest({ project: { config: { teamMemberDefaultPermissions: ["$read_members"] } } }))
    ))

  it.effect("succeeds once, for users and teams that exist", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      const error = yield* failure(ServerTeamMembers.add({ teamId, userId: grace.userId }))
      assert.instanceOf(error, KnownErrors.TeamMembershipAlreadyExists)
      const noUser = yield* failure(ServerTeamMembers.add({ teamId: nobody, userId: nobody }))
      assert.strictEqual(noUser._tag, "UserNotFound")
      const noTeam = yield* failure(ServerTeamMembers.add({ teamId: nobody, userId: ada.userId }))
      assert.instanceOf(noTeam, KnownErrors.TeamNotFound)
      assert.deepStrictEqual(noTeam.details, { teamId: nobody })
      const wrong = [{ teamId: "team", userId: nobody }, { teamId, userId: "ada" }]
      for (const ids of wrong) {
        assert.strictEqual((yield* failure(ServerTeamMembers.add(ids)))._tag, "RequestSchemaError")
      }
      assert.lengthOf(yield* ServerTeamMembers.list({ teamId }), 2)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused to clients, requires a body, and resolves `me` by a token", () =>
    Effect.gen(function*() {
      const { ada, teamId } = yield* makeTeam
      const { id } = yield* ServerTeams.create({ displayName: "Other" })
      const ofAda = { ...serverHeaders, "x-stack-access-token": ada.headers["x-stack-access-token"] }
      const add = (userId: string, headers: Record<string, string>, body?: object) =>
        send("POST", `/team-memberships/${id}/${userId}`, headers, body)
      assert.strictEqual(codeOf(yield* add(ada.userId, ada.headers, {})), "INSUFFICIENT_ACCESS_TYPE")
      assert.strictEqual(codeOf(yield* add(ada.userId, serverHeaders)), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* add("me", serverHeaders, {})), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      const response = yield* add("me", ofAda, {})
      assert.strictEqual(response.status, 201)
      assert.deepStrictEqual(jsonOf(response), { team_id: id, user_id: ada.userId })
      assert.deepStrictEqual(idsOf(yield* ServerTeamMembers.list({ userId: ada.userId })), [ada.userId, ada.userId])
      assert.strictEqual((yield* send("DELETE", `/team-memberships/${id}/me`, ofAda)).status, 200)
      assert.deepStrictEqual((yield* ServerTeamMembers.list({ userId: ada.userId })).map((member) => member.teamId), [
        teamId
      ])
    }).pipe(Effect.provide(layerTest())))
})

describe("the list of members", () => {
  it.effect("is in joining order, and shows only profiles to a client", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      const early = yield* Users.create({ displayName: "Edsger" })
      yield* ServerTeamMembers.add({ teamId, userId: early.id })
      assert.deepStrictEqual(yield* TeamMembers.list(teamId), [
        { teamId, userId: ada.userId, displayName: null, profileImageUrl: null },
        { teamId, userId: grace.userId, displayName: null, profileImageUrl: null },
        { teamId, userId: early.id, displayName: "Edsger", profileImageUrl: null }
      ])
      const raw = jsonOf(yield* send("GET", `/team-member-profiles?team_id=${teamId}`, ada.headers))
      assert.isFalse(raw.is_paginated)
      assert.notProperty(raw.items[0], "user")
      // A member who leaves and returns is last.
      yield* Teams.leave(teamId)
      yield* ServerTeamMembers.add({ teamId, userId: ada.userId })
      assert.deepStrictEqual(idsOf(yield* TeamMembers.list(teamId)), [grace.userId, early.id, ada.userId])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is permitted to members with $read_members, and one's own profile to every member", () =>
    Effect.gen(function*() {
      const { ada, grace: { headers, on, userId }, teamId } = yield* makeTeam
      const own = (query: string) => send("GET", `/team-member-profiles?team_id=${teamId}${query}`, headers)
      yield* Permissions.revokeInTeam({ teamId, userId, permissionId: "team_member" })
      const error = yield* failure(on(TeamMembers.list(teamId)))
      assert.instanceOf(error, KnownErrors.TeamPermissionRequired)
      assert.deepStrictEqual(error.details, { teamId, userId, permissionId: "$read_members" })
      assert.lengthOf(jsonOf(yield* own("&user_id=me")).items, 1)
      assert.strictEqual(jsonOf(yield* own(`&user_id=${userId}`)).items[0].user_id, userId)
      assert.strictEqual(codeOf(yield* own(`&user_id=${ada.userId}`)), "TEAM_PERMISSION_REQUIRED")
      yield* Permissions.grantInTeam({ teamId, userId, permissionId: "$read_members" })
      assert.deepStrictEqual(idsOf(yield* on(TeamMembers.list(teamId))), [ada.userId, userId])
      assert.deepStrictEqual(jsonOf(yield* own(`&user_id=${nobody}`)).items, [])
      yield* on(Teams.leave(teamId))
      assert.strictEqual(codeOf(yield* own("&user_id=me")), "TEAM_MEMBERSHIP_NOT_FOUND")
      for (const id of [teamId, nobody]) {
        const error = yield* failure(on(TeamMembers.list(id)))
        assert.instanceOf(error, KnownErrors.TeamMembershipNotFound)
        assert.deepStrictEqual(error.details, { teamId: id, userId })
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client's member list requires a signed-in user, then a team", () =>
    Effect.gen(function*() {
      const { ada } = yield* makeTeam
      const list = (query: string, headers: Record<string, string> = clientHeaders) =>
        send("GET", `/team-member-profiles${query}`, headers)
      assert.strictEqual(codeOf(yield* list("")), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual(codeOf(yield* list("?user_id=me")), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      assert.strictEqual((yield* list("?user_id=me", ada.headers)).status, 400)
      assert.strictEqual(codeOf(yield* list("?user_id=me", ada.headers)), undefined)
      assert.strictEqual(codeOf(yield* list("?team_id=team", ada.headers)), "SCHEMA_ERROR")
      assert.strictEqual((yield* failure(TeamMembers.list("team")))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("server list: returns memberships by team, by user, by both or all of them, with the users", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      const second = yield* ServerTeams.create({ displayName: "Second" })
      const third = yield* ServerTeams.create({ displayName: "Third", creatorUserId: grace.userId })
      yield* ServerTeamMembers.add({ teamId: second.id, userId: grace.userId })
      const teamsOf = (profiles: ReadonlyArray<TeamMembers.TeamMemberProfile>) => profiles.map((each) => each.teamId)
      const ofTeam = yield* ServerTeamMembers.list({ teamId })
      assert.deepStrictEqual(idsOf(ofTeam), [ada.userId, grace.userId])
      assert.deepStrictEqual(ofTeam.map(({ user }) => user), [
        yield* Users.get(ada.userId),
        yield* Users.get(grace.userId)
      ])
      // In joining order, which differs from the teams' creation order.
      const { userId } = grace
      assert.deepStrictEqual(teamsOf(yield* ServerTeamMembers.list({ userId })), [teamId, third.id, second.id])
      assert.deepStrictEqual(teamsOf(yield* ServerTeamMembers.list({ userId, teamId: third.id })), [third.id])
      assert.deepStrictEqual(yield* ServerTeamMembers.list({ userId: ada.userId, teamId: third.id }), [])
      assert.lengthOf(yield* ServerTeamMembers.list(), 4)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a server's member list reports a missing team before a missing user", () =>
    Effect.gen(function*() {
      const { teamId } = yield* makeTeam
      const tags = [
        yield* failure(ServerTeamMembers.list({ teamId: nobody, userId: nobody })),
        yield* failure(ServerTeamMembers.list({ teamId, userId: nobody })),
        yield* failure(ServerTeamMembers.list({ userId: "ada" }))
      ].map(({ _tag }) => _tag)
      assert.deepStrictEqual(tags, ["TeamNotFound", "UserNotFound", "RequestSchemaError"])
      const response = yield* send("GET", "/team-member-profiles?user_id=me", serverHeaders)
      assert.strictEqual(codeOf(response), "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layerTest())))

  it.effect("lists of members and users exclude deleted users", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      yield* Users.remove(grace.userId)
      assert.deepStrictEqual(idsOf(yield* TeamMembers.list(teamId)), [ada.userId])
      const { items } = yield* Users.list({ teamId })
      assert.deepStrictEqual(items.map(({ id }) => id), [ada.userId])
    }).pipe(Effect.provide(layerTest())))
})

describe("the users of a team", () => {
  it.effect("are listed in sign-up order, with cursor and search", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      const early = yield* Users.create({ primaryEmail: "a@example.com" })
      yield* Users.create({ primaryEmail: "outside@example.com" })
      yield* Teams.leave(teamId)
      for (const userId of [early.id, ada.userId]) yield* ServerTeamMembers.add({ teamId, userId })
      const page = yield* Users.list({ teamId, limit: 2 })
      assert.deepStrictEqual(page.items.map(({ id }) => id), [ada.userId, grace.userId])
      assert.strictEqual(page.nextCursor, early.id)
      const found = yield* Users.list({ teamId, query: email })
      assert.deepStrictEqual(found.items.map(({ id }) => id), [ada.userId])
    }).pipe(Effect.provide(layerTest())))
})

describe("a profile", () => {
  it.effect("has the user's name and picture by default", () =>
    Effect.gen(function*() {
      const { ada: { userId }, teamId } = yield* makeTeam
      const { profileImageUrl } = yield* CurrentUser.update({ displayName: "Ada", profileImageUrl: image })
      const own = { teamId, userId, displayName: "Ada", profileImageUrl }
      assert.deepStrictEqual(yield* TeamMembers.getOwn(teamId), own)
      const changed = { ...own, displayName: "Boss" }
      assert.deepStrictEqual(yield* TeamMembers.updateOwn(teamId, { displayName: "Boss" }), changed)
      const pictured = yield* TeamMembers.updateOwn(teamId, { profileImageUrl: url })
      assert.deepStrictEqual(pictured, { ...changed, profileImageUrl: url })
      yield* CurrentUser.update({ displayName: "Ada Lovelace", profileImageUrl: null })
      assert.deepStrictEqual(yield* TeamMembers.getOwn(teamId), pictured)
      assert.isNull((yield* TeamMembers.updateOwn(teamId, { profileImageUrl: null })).profileImageUrl)
      assert.strictEqual((yield* TeamMembers.updateOwn(teamId, { displayName: "" })).displayName, "")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).displayName, "Ada Lovelace")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is separate for each team", () =>
    Effect.gen(function*() {
      const { teamId } = yield* makeTeam
      const other = yield* Teams.create({ displayName: "Other" })
      yield* TeamMembers.updateOwn(teamId, { displayName: "Boss" })
      assert.isNull((yield* TeamMembers.getOwn(other.id)).displayName)
    }).pipe(Effect.provide(layerTest())))

  it.effect("another member's profile requires $read_members", () =>
    Effect.gen(function*() {
      const { ada, grace: { on, userId }, teamId } = yield* makeTeam
      const ofAda = { teamId, userId: ada.userId }
      assert.strictEqual((yield* on(TeamMembers.get(ofAda))).userId, ada.userId)
      assert.strictEqual((yield* failure(on(TeamMembers.get({ teamId, userId: nobody }))))._tag, "UserNotFound")
      const { id } = yield* Users.create()
      const noMember = yield* failure(on(TeamMembers.get({ teamId, userId: id })))
      assert.instanceOf(noMember, KnownErrors.TeamMembershipNotFound)
      assert.deepStrictEqual(noMember.details, { teamId, userId: id })
      yield* Permissions.revokeInTeam({ teamId, userId, permissionId: "team_member" })
      const forbidden = yield* failure(on(TeamMembers.get(ofAda)))
      assert.instanceOf(forbidden, KnownErrors.TeamPermissionRequired)
      assert.deepStrictEqual(forbidden.details, { teamId, userId, permissionId: "$read_members" })
      assert.strictEqual((yield* on(TeamMembers.get({ teamId, userId }))).userId, userId)
      assert.strictEqual((yield* on(TeamMembers.getOwn(teamId))).userId, userId)
      yield* on(Teams.leave(teamId))
      for (const call of [TeamMembers.getOwn(teamId), TeamMembers.get(ofAda), TeamMembers.getOwn(nobody)]) {
        const error = yield* failure(on(call))
        assert.instanceOf(error, KnownErrors.TeamMembershipNotFound)
        assert.strictEqual(error.details.userId, userId)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("is changed by its user, or by a server", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      const path = (userId: string) => `/team-member-profiles/${teamId}/${userId}`
      const changes = { display_name: "Other" }
      assert.strictEqual((yield* send("PATCH", path(grace.userId), ada.headers, changes)).status, 403)
      assert.strictEqual((yield* send("PATCH", path(nobody), ada.headers, changes)).status, 403)
      assert.strictEqual((yield* send("PATCH", path(ada.userId), ada.headers, changes)).status, 200)
      const profile = yield* ServerTeamMembers.update({ teamId, userId: grace.userId }, { displayName: "Amazing" })
      assert.strictEqual(profile.displayName, "Amazing")
      assert.deepStrictEqual(profile.user, yield* Users.get(grace.userId))
      assert.strictEqual((yield* grace.on(TeamMembers.getOwn(teamId))).displayName, "Amazing")
      assert.deepStrictEqual(yield* ServerTeamMembers.get({ teamId, userId: grace.userId }), profile)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts a string as name, and a valid image", () =>
    Effect.gen(function*() {
      const { ada, teamId } = yield* makeTeam
      const wrong = { profileImageUrl: "no image" }
      assert.strictEqual((yield* failure(TeamMembers.updateOwn(teamId, wrong)))._tag, "RequestSchemaError")
      const error = yield* failure(ServerTeamMembers.update({ teamId, userId: ada.userId }, wrong))
      assert.strictEqual(error._tag, "RequestSchemaError")
      const path = `/team-member-profiles/${teamId}/me`
      for (const body of [undefined, { display_name: null }, { user_id: nobody }]) {
        assert.strictEqual(codeOf(yield* send("PATCH", path, ada.headers, body)), "SCHEMA_ERROR")
      }
      const { profileImageUrl } = yield* TeamMembers.updateOwn(teamId, { profileImageUrl: image })
      assert.match(profileImageUrl!, /^https:\/\/.+\.png$/)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requested by a server requires a member, and a user who exists", () =>
    Effect.gen(function*() {
      const { ada, teamId } = yield* makeTeam
      const { id } = yield* Users.create()
      const calls = (member: TeamMembers.TeamMembership) => [
        ServerTeamMembers.get(member),
        ServerTeamMembers.update(member, { displayName: "Name" }),
        ServerTeamMembers.remove(member)
      ]
      const expected = [
        [{ teamId, userId: nobody }, "UserNotFound"],
        [{ teamId, userId: id }, "TeamMembershipNotFound"],
        [{ teamId: nobody, userId: ada.userId }, "TeamMembershipNotFound"],
        [{ teamId, userId: "ada" }, "RequestSchemaError"]
      ] as const
      for (const [member, tag] of expected) {
        for (const call of calls(member)) assert.strictEqual((yield* failure(call))._tag, tag)
      }
      for (const method of ["GET", "DELETE"]) {
        const path = `/team-${method === "GET" ? "member-profiles" : "memberships"}/${teamId}/me`
        assert.strictEqual(codeOf(yield* send(method, path, serverHeaders)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a profile requires a signed-in user, including `me`", () =>
    Effect.gen(function*() {
      const { ada, teamId } = yield* makeTeam
      for (const userId of ["me", ada.userId]) {
        const path = `/team-member-profiles/${teamId}/${userId}`
        assert.strictEqual(codeOf(yield* send("GET", path)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
        assert.strictEqual(codeOf(yield* send("PATCH", path, clientHeaders, {})), "CANNOT_GET_OWN_USER_WITHOUT_USER")
        const membership = `/team-memberships/${teamId}/${userId}`
        assert.strictEqual(codeOf(yield* send("DELETE", membership)), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("removing a member", () => {
  it.effect("is for members with $remove_members", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      const remove = (userId: string) => TeamMembers.remove({ teamId, userId })
      const error = yield* failure(grace.on(remove(ada.userId)))
      assert.instanceOf(error, KnownErrors.TeamPermissionRequired)
      assert.deepStrictEqual(error.details, { teamId, userId: grace.userId, permissionId: "$remove_members" })
      yield* grace.on(Teams.select(teamId))
      yield* remove(grace.userId)
      assert.isNull((yield* Users.get(grace.userId)).selectedTeamId)
      assert.strictEqual((yield* failure(grace.on(remove(ada.userId))))._tag, "TeamMembershipNotFound")
      const again = yield* failure(remove(grace.userId))
      assert.instanceOf(again, KnownErrors.TeamMembershipNotFound)
      assert.deepStrictEqual(again.details, { teamId, userId: grace.userId })
      assert.strictEqual((yield* failure(remove(nobody)))._tag, "UserNotFound")
      assert.strictEqual((yield* failure(remove("grace")))._tag, "RequestSchemaError")
      assert.deepStrictEqual(idsOf(yield* TeamMembers.list(teamId)), [ada.userId])
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires no permission for the current user", () =>
    Effect.gen(function*() {
      const { grace, teamId } = yield* makeTeam
      yield* grace.on(TeamMembers.remove({ teamId, userId: grace.userId }))
      assert.lengthOf(yield* TeamMembers.list(teamId), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is permitted to servers, and ends the selection of only that team", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      yield* ServerTeamMembers.remove({ teamId, userId: grace.userId })
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).selectedTeamId, teamId)
      const other = yield* Teams.create({ displayName: "Other" })
      yield* ServerTeamMembers.remove({ teamId, userId: ada.userId })
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).selectedTeamId, other.id)
      assert.deepStrictEqual(yield* ServerTeamMembers.list({ teamId }), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("leaves a team without members to servers", () =>
    Effect.gen(function*() {
      const { ada, grace, teamId } = yield* makeTeam
      for (const { userId } of [ada, grace]) yield* ServerTeamMembers.remove({ teamId, userId })
      assert.strictEqual((yield* ServerTeams.get(teamId)).id, teamId)
      assert.deepStrictEqual(yield* Teams.list, [])
      assert.strictEqual((yield* failure(Teams.get(teamId)))._tag, "TeamMembershipNotFound")
    }).pipe(Effect.provide(layerTest())))
})
