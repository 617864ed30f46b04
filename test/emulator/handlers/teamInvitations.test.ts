import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { TeamInvitations, Teams } from "latchkey"
import { TeamInvitations as ServerTeamInvitations, TeamMembers, Teams as ServerTeams, Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  codeTo,
  configure,
  device,
  failure,
  inbox,
  jsonOf,
  layerTest,
  nobody,
  on,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const grace = "grace@example.com"

/** A team whose first member, with all permissions, is signed in. */
const team = Effect.andThen(signUp(), Teams.create({ displayName: "Engines" }))

const invite = (teamId: string, email = grace) => TeamInvitations.send({ teamId, email, callbackUrl })

/** The device of another user, who has just signed up. */
const guest = Effect.fnUntraced(function*(address = grace) {
  const phone = yield* device()
  const { userId } = yield* on(phone)(signUp(address))
  return { as: on(phone), userId }
})

/** The device of another member of a team. */
const member = Effect.fnUntraced(function*(teamId: string) {
  const { as, userId } = yield* guest()
  yield* TeamMembers.add({ teamId, userId })
  return { as, userId }
})

const membersOf = (teamId: string) =>
  Effect.map(Users.list({ teamId }), ({ items }) => items.map(({ primaryEmail }) => primaryEmail))

describe("an invitation", () => {
  it.effect("is emailed, and makes the user who accepts it a member", () =>
    Effect.gen(function*() {
      const { displayName, id: teamId } = yield* team
      const { id } = yield* invite(teamId)
      const mail = (yield* inbox).at(-1)!
      assert.deepInclude(mail, { type: "team_invitation", to: [grace] })
      assert.strictEqual(mail.link, `${callbackUrl}?code=${Redacted.value(mail.code!)}`)
      assert.include(mail.subject, displayName)
      assert.deepStrictEqual(yield* TeamInvitations.list(teamId), [
        { id, teamId, recipientEmail: grace, expiresAt: new Date(604_800_000) }
      ])

      const code = mail.code!
      const { as } = yield* guest()
      yield* as(TeamInvitations.checkCode({ code }))
      assert.deepStrictEqual(yield* as(TeamInvitations.getDetails({ code })), { teamId, teamDisplayName: displayName })
      assert.deepStrictEqual(yield* membersOf(teamId), ["ada@example.com"])
      yield* as(TeamInvitations.accept({ code }))
      assert.deepStrictEqual(yield* membersOf(teamId), ["ada@example.com", grace])
      assert.isEmpty(yield* TeamInvitations.list(teamId))
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("can be accepted with another address than the one it was sent to", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      const { as } = yield* guest("edsger@example.com")
      yield* as(TeamInvitations.accept({ code }))
      assert.deepStrictEqual(yield* membersOf(teamId), ["ada@example.com", "edsger@example.com"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be accepted by a member, whose permissions stay", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const { id } = yield* invite(teamId)
      yield* invite(teamId)
      yield* TeamInvitations.accept({ code: yield* codeTo(grace) })
      assert.deepStrictEqual(yield* membersOf(teamId), ["ada@example.com"])
      const [invitation] = yield* TeamInvitations.list(teamId)
      assert.strictEqual(invitation?.id, id)
      yield* TeamInvitations.revoke(invitation!)
      assert.isEmpty(yield* TeamInvitations.list(teamId))
    }).pipe(Effect.provide(layerTest())))

  it.effect("an invitation grants the project's permissions for new members", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* configure({ teamMemberDefaultPermissions: ["$remove_members"] })
      const { as } = yield* guest()
      const { id } = yield* invite(teamId, "edsger@example.com")
      yield* invite(teamId)
      yield* as(TeamInvitations.accept({ code: yield* codeTo(grace) }))
      assert.strictEqual((yield* failure(as(invite(teamId))))._tag, "TeamPermissionRequired")
      yield* as(TeamInvitations.revoke({ teamId, id }))
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be accepted once", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      const { as } = yield* guest()
      yield* as(TeamInvitations.accept({ code }))
      const errors = [
        yield* failure(as(TeamInvitations.accept({ code }))),
        yield* failure(as(TeamInvitations.getDetails({ code }))),
        yield* failure(as(TeamInvitations.checkCode({ code })))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is valid for 7 days, and is not listed afterwards", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      yield* TestClock.adjust("604799 seconds")
      assert.lengthOf(yield* TeamInvitations.list(teamId), 1)
      yield* TeamInvitations.checkCode({ code })
      yield* TestClock.adjust("1 second")
      assert.isEmpty(yield* TeamInvitations.list(teamId))
      const errors = [
        yield* failure(TeamInvitations.accept({ code })),
        yield* failure(TeamInvitations.getDetails({ code })),
        yield* failure(TeamInvitations.checkCode({ code }))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "VerificationCodeExpired")
    }).pipe(Effect.provide(layerTest())))

  it.effect("an unknown or revoked invitation is not found, and an invalid or overused code is refused", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const tagOf = (code: Redacted.Redacted<string>) => Effect.map(failure(TeamInvitations.accept({ code })), tagsOf)
      assert.strictEqual(yield* tagOf(Redacted.make("f".repeat(45))), "VerificationCodeNotFound")
      assert.strictEqual(yield* tagOf(Redacted.make("short")), "RequestSchemaError")
      const { id: invitationId } = yield* invite(teamId)
      const revoked = yield* codeTo(grace)
      yield* TeamInvitations.revoke({ teamId, id: invitationId })
      assert.strictEqual(yield* tagOf(revoked), "VerificationCodeNotFound")
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      yield* Effect.repeat(TeamInvitations.getDetails({ code }), { times: 19 })
      assert.strictEqual(yield* tagOf(code), "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layerTest())))

  it.effect("an invitation can be checked by any client, but only a user sees its team and accepts it", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      const as = on(yield* device())
      yield* as(TeamInvitations.checkCode({ code }))
      assert.strictEqual((yield* failure(as(TeamInvitations.getDetails({ code }))))._tag, "UserAuthenticationRequired")
      assert.strictEqual((yield* failure(as(TeamInvitations.accept({ code }))))._tag, "UserAuthenticationRequired")
      // The client sent no request, so the code is still valid.
      yield* TeamInvitations.accept({ code })
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepting an invitation without a user uses up its code", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      const body = { code: Redacted.value(code) }
      const details = yield* send("POST", "/team-invitations/accept/details", clientHeaders, body)
      assert.strictEqual(codeOf(details), "USER_AUTHENTICATION_REQUIRED")
      const accepted = yield* send("POST", "/team-invitations/accept", clientHeaders, body)
      assert.strictEqual(codeOf(accepted), "USER_AUTHENTICATION_REQUIRED")
      assert.strictEqual((yield* failure(TeamInvitations.accept({ code })))._tag, "VerificationCodeAlreadyUsed")
      assert.isEmpty(yield* TeamInvitations.list(teamId))
    }).pipe(Effect.provide(layerTest())))

  it.effect("an invitation with a wrong code is refused for any caller", () =>
    Effect.gen(function*() {
      const body = { code: "f".repeat(45) }
      for (const path of ["accept", "accept/details", "accept/check-code"]) {
        const response = yield* send("POST", `/team-invitations/${path}`, clientHeaders, body)
        assert.strictEqual(codeOf(response), "VERIFICATION_CODE_NOT_FOUND")
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("the list of invitations", () => {
  it.effect("the list of invitations starts with the newest, and contains only the team's invitations", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const first = yield* invite(teamId)
      yield* TestClock.adjust("1 minute")
      const second = yield* ServerTeamInvitations.send({ teamId, email: "edsger@example.com", callbackUrl })
      const invitations = yield* TeamInvitations.list(teamId)
      assert.deepStrictEqual(invitations.map(({ id }) => id), [second.id, first.id])
      assert.deepStrictEqual(invitations.map(({ expiresAt }) => expiresAt.getTime()), [604_860_000, 604_800_000])
      assert.deepStrictEqual(yield* ServerTeamInvitations.list(teamId), invitations)

      const { as } = yield* guest()
      const { id: other } = yield* as(Teams.create({ displayName: "Compilers" }))
      assert.isEmpty(yield* as(TeamInvitations.list(other)))
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("is for members with both permissions", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      for (const [permissions, missing] of [[[], "$read_members"], [["$read_members"], "$invite_members"]] as const) {
        yield* configure({ teamMemberDefaultPermissions: permissions })
        const { as, userId } = yield* member(teamId)
        const error = yield* failure(as(TeamInvitations.list(teamId)))
        assert(error._tag === "TeamPermissionRequired")
        assert.deepStrictEqual(error.details, { teamId, userId, permissionId: missing })
        yield* Users.remove(userId)
      }
      yield* configure({ teamMemberDefaultPermissions: ["team_member"] })
      const { as } = yield* member(teamId)
      assert.isEmpty(yield* as(TeamInvitations.list(teamId)))
    }).pipe(Effect.provide(layerTest())))
})

describe("inviting", () => {
  it.effect("is permitted to members with the permission, and to servers", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const { as: asGuest, userId: guestId } = yield* guest("edsger@example.com")
      const error = yield* failure(asGuest(invite(teamId)))
      assert(error._tag === "TeamMembershipNotFound")
      assert.deepStrictEqual(error.details, { teamId, userId: guestId })

      yield* configure({ teamMemberDefaultPermissions: ["$read_members"] })
      const { as, userId } = yield* member(teamId)
      const required = yield* failure(as(invite(teamId)))
      assert(required._tag === "TeamPermissionRequired")
      assert.deepStrictEqual(required.details, { teamId, userId, permissionId: "$invite_members" })
      yield* ServerTeamInvitations.send({ teamId, email: grace, callbackUrl })
      assert.lengthOf(yield* ServerTeamInvitations.list(teamId), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires an address and a trusted URL, and sends no email otherwise", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const before = (yield* inbox).length
      const good = { teamId, email: grace, callbackUrl }
      const tagsOfBoth = Effect.fnUntraced(function*(wrong: Partial<typeof good>) {
        const invitation = { ...good, ...wrong }
        const errors = [
          yield* failure(TeamInvitations.send(invitation)),
          yield* failure(ServerTeamInvitations.send(invitation))
        ]
        return errors.map(tagsOf)
      })
      assert.deepStrictEqual(yield* tagsOfBoth({ email: "nope" }), ["RequestSchemaError", "RequestSchemaError"])
      assert.deepStrictEqual(yield* tagsOfBoth({ teamId: "nope" }), ["RequestSchemaError", "RequestSchemaError"])
      assert.deepStrictEqual(yield* tagsOfBoth({ callbackUrl: "/join" }), ["RequestSchemaError", "RequestSchemaError"])
      const refused = ["RedirectUrlNotWhitelisted", "RedirectUrlNotWhitelisted"]
      assert.deepStrictEqual(yield* tagsOfBoth({ callbackUrl: "https://evil.example.com/" }), refused)
      assert.lengthOf(yield* inbox, before)
    }).pipe(Effect.provide(layerTest())))
})

describe("revoking an invitation", () => {
  it.effect("is permitted to members with the permission, and to servers", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const { as, userId } = yield* member(teamId)
      const { id: invitationId } = yield* as(invite(teamId))
      const error = yield* failure(as(TeamInvitations.revoke({ teamId, id: invitationId })))
      assert(error._tag === "TeamPermissionRequired")
      assert.deepStrictEqual(error.details, { teamId, userId, permissionId: "$remove_members" })
      const { as: asGuest } = yield* guest("edsger@example.com")
      const guests = yield* failure(asGuest(TeamInvitations.revoke({ teamId, id: invitationId })))
      assert.strictEqual(guests._tag, "TeamMembershipNotFound")
      assert.lengthOf(yield* TeamInvitations.list(teamId), 1)
      yield* ServerTeamInvitations.revoke({ teamId, id: invitationId })
      assert.isEmpty(yield* TeamInvitations.list(teamId))
    }).pipe(Effect.provide(layerTest())))

  it.effect("revoking an unknown or another team's invitation is an internal error of the service", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      const { as } = yield* guest()
      const { id: other } = yield* as(Teams.create({ displayName: "Compilers" }))
      const { id: invitationId } = yield* as(invite(other, "edsger@example.com"))
      const errors = [
        yield* failure(TeamInvitations.revoke({ teamId, id: invitationId })),
        yield* failure(TeamInvitations.revoke({ teamId, id: nobody })),
        yield* failure(ServerTeamInvitations.revoke({ teamId, id: nobody }))
      ]
      for (const error of errors) assert.strictEqual(tagsOf(error), "ApiError/ServiceUnavailable")
      assert.lengthOf(yield* as(TeamInvitations.list(other)), 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("a team that does not exist", () => {
  it.effect("a team without the client as a member, or unknown to a server, is reported as missing", () =>
    Effect.gen(function*() {
      yield* signUp()
      const named = { teamId: nobody, id: nobody }
      const errors = [
        yield* failure(invite(nobody)),
        yield* failure(TeamInvitations.list(nobody)),
        yield* failure(TeamInvitations.revoke(named))
      ]
      for (const error of errors) assert.strictEqual(error._tag, "TeamMembershipNotFound")
      assert.strictEqual((yield* failure(ServerTeamInvitations.list(nobody)))._tag, "TeamNotFound")
      assert.strictEqual((yield* failure(ServerTeamInvitations.revoke(named)))._tag, "TeamNotFound")
      const sent = ServerTeamInvitations.send({ teamId: nobody, email: grace, callbackUrl })
      assert.strictEqual(tagsOf(yield* failure(sent)), "ApiError/ServiceUnavailable")
      const elsewhere = { teamId: nobody, email: grace, callbackUrl: "https://evil.example.com/" }
      assert.strictEqual((yield* failure(ServerTeamInvitations.send(elsewhere)))._tag, "RedirectUrlNotWhitelisted")
      assert.isEmpty((yield* inbox).filter(({ type }) => type === "team_invitation"))
    }).pipe(Effect.provide(layerTest())))
})

describe("a deleted team", () => {
  it.effect("has invitations that can be checked, but not accepted", () =>
    Effect.gen(function*() {
      const { id: teamId } = yield* team
      yield* invite(teamId)
      const code = yield* codeTo(grace)
      yield* ServerTeams.remove(teamId)
      yield* TeamInvitations.checkCode({ code })
      assert.strictEqual(tagsOf(yield* failure(TeamInvitations.getDetails({ code }))), "ApiError/ServiceUnavailable")
      assert.strictEqual(tagsOf(yield* failure(TeamInvitations.accept({ code }))), "ApiError/ServiceUnavailable")
      assert.strictEqual((yield* failure(TeamInvitations.accept({ code })))._tag, "VerificationCodeAlreadyUsed")
    }).pipe(Effect.provide(layerTest())))
})

describe("invitations", () => {
  it.effect("require a user, and the client sends no request without one", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(invite(nobody)))._tag, "UserAuthenticationRequired")
      assert.strictEqual((yield* failure(TeamInvitations.list(nobody)))._tag, "CannotGetOwnUserWithoutUser")
      const revoke = TeamInvitations.revoke({ teamId: nobody, id: nobody })
      assert.strictEqual((yield* failure(revoke))._tag, "CannotGetOwnUserWithoutUser")

      const sending = { team_id: nobody, email: grace, callback_url: callbackUrl }
      const sent = yield* send("POST", "/team-invitations/send-code", clientHeaders, sending)
      assert.strictEqual(codeOf(sent), "USER_AUTHENTICATION_REQUIRED")
      const query = `?team_id=${nobody}`
      for (const [method, path] of [["GET", query], ["DELETE", `/${nobody}${query}`]] as const) {
        const response = yield* send(method, `/team-invitations${path}`, clientHeaders)
        assert.strictEqual(codeOf(response), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("invitations require the team's id", () =>
    Effect.gen(function*() {
      for (const headers of [clientHeaders, serverHeaders]) {
        assert.strictEqual(codeOf(yield* send("GET", "/team-invitations", headers)), "SCHEMA_ERROR")
        assert.strictEqual(codeOf(yield* send("DELETE", `/team-invitations/${nobody}`, headers)), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("accepting an invitation returns an empty object", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* invite((yield* Teams.create({ displayName: "Engines" })).id)
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const body = { code: Redacted.value(yield* codeTo(grace)) }
      const response = yield* send("POST", "/team-invitations/accept", headers, body)
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(jsonOf(response), {})
    }).pipe(Effect.provide(layerTest())))
})
