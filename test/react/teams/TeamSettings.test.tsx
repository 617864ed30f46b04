// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { CurrentUser, Session, TeamInvitations, TeamMembers, Teams, Transport } from "latchkey"
import { defaultTexts, TeamSettings } from "latchkey/react"
import { Permissions, TeamMembers as ServerTeamMembers } from "latchkey/server"
import { inbox, signIn, signUp } from "../../emulator/support.ts"
import { gone, pageOf, requested, watched } from "../../pages/support.ts"
import { alert, faults, field, focused, hold, press, settle, showAt, text, type, until } from "../pages/support.tsx"
import { app, asGrace, click, engines, inside, names, part, refreshed, show } from "./support.tsx"

const nav = () => Array.from(part("settings-nav").querySelectorAll("button"), ({ textContent }) => textContent)

/** Renders the settings of the selected team, and opens a page of them. */
const open = (page?: string) =>
  Effect.gen(function*() {
    yield* show(<TeamSettings />)
    if (page !== undefined) yield* click("settings-nav", page)
    yield* refreshed
  })

describe("TeamSettings", () => {
  it.effect("renders the fallback if no user is signed in", () =>
    Effect.gen(function*() {
      const { container } = yield* show(<TeamSettings fallback="Nobody" />)
      assert.strictEqual(container.textContent, "Nobody")
    }).pipe(Effect.provide(app())))

  it.effect("shows the selected team, and a text if none is selected", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* show(<TeamSettings />)
      yield* text("Select a team to see its settings.")
      yield* Teams.create({ displayName: "Engines" })
      yield* refreshed
      yield* text("Engines")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("on HandlerPage, a button leads back to the app", () =>
    Effect.gen(function*() {
      yield* engines
      yield* showAt(pageOf("team-settings"))
      yield* until(() => part("settings-nav") !== null)
      yield* text("Engines")
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Back to app")
      yield* settle
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(app())))

  it.effect("on HandlerPage, opens the sign-in when the session ends", () =>
    Effect.gen(function*() {
      yield* engines
      yield* showAt(pageOf("team-settings"))
      yield* until(() => part("settings-nav") !== null)
      yield* Session.signOut
      yield* settle
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in?after_auth_return_to=%2Fhandler%2Fteam-settings"])
    }).pipe(Effect.provide(app())))

  it.effect("shows the team of teamId, and a text to users who are not its members", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* Teams.create({ displayName: "Looms" })
      const { render } = yield* show(<TeamSettings teamId={team.id.toUpperCase()} />)
      yield* text("Engines")
      render(<TeamSettings teamId="11111111-2222-4333-8444-555555555555" />)
      yield* text("You aren't a member of this team.")
    }).pipe(Effect.provide(app())))

  it.effect("fetches each list once, and in parallel", () =>
    Effect.gen(function*() {
      yield* engines
      yield* watched(Effect.gen(function*() {
        const { during, release } = yield* hold("/users/me")
        yield* during(show(<TeamSettings />))
        // The response with the user has not arrived yet.
        assert.isNull(document.querySelector("input"))
        const all = ["GET /users/me", "GET /teams", "GET /team-permissions", "GET /projects/current"]
        assert.sameMembers(yield* requested, all)
        yield* release
        yield* refreshed
        yield* text("Engines")
        assert.sameMembers(yield* requested, all)
      }))
    }).pipe(Effect.provide(app())))

  it.effect("is titled with headings of consecutive levels", () =>
    Effect.gen(function*() {
      yield* engines
      yield* show(<TeamSettings headingLevel={2} />)
      const levels = Array.from(document.querySelectorAll("h1, h2, h3, h4"), ({ tagName }) => tagName)
      assert.deepStrictEqual(levels, ["H2", "H3", "H4", "H4"])
    }).pipe(Effect.provide(app())))

  it.effect("renames the team, and shows the new name with the status Saved", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* open()
      yield* click("team-profile", "Change", "Team name")
      assert.strictEqual(focused(), field("Team name"))
      yield* type("Team name", "Analytical Engines")
      yield* click("team-profile", "Save")
      yield* text("Saved")
      yield* text("Analytical Engines")
      assert.strictEqual((yield* Teams.get(team.id)).displayName, "Analytical Engines")
      yield* refreshed
      yield* click("leave-team", "Leave team")
      yield* text("Leave Analytical Engines?")
    }).pipe(Effect.provide(app())))

  it.effect("removes a member after a confirmation, and moves the focus to the heading", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* open("Members")
      assert.deepStrictEqual(names(), ["ada@example.com", "Grace"])
      yield* click("team-members", "Remove", "Grace")
      yield* text(defaultTexts.teamMembers.removeText("Engines"))
      yield* click("confirm-remove-member", "Cancel")
      assert.isNull(part("confirm-remove-member"))
      assert.strictEqual(focused()?.textContent, "Remove")
      yield* click("team-members", "Remove", "Grace")
      yield* click("confirm-remove-member", "Remove")
      yield* text("Grace was removed.")
      assert.deepStrictEqual(names(), ["ada@example.com"])
      yield* refreshed
      assert.lengthOf(yield* TeamMembers.list(team.id), 1)
      assert.strictEqual(focused()?.textContent, "Members")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("shows the user's role, and the permissions on request, without a button to remove the user", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      const { id: userId } = yield* CurrentUser.get({ or: "throw" })
      yield* Permissions.grantInTeam({ teamId: team.id, userId, permissionId: "team_member" })
      yield* open("Members")
      const [own, other] = inside("team-members").getAllByRole("listitem")
      assert.include(own!.textContent, "You Admin")
      assert.notInclude(own!.textContent, "Member")
      const details = own!.querySelector("details")!
      assert.isFalse(details.open)
      assert.strictEqual(details.querySelector("summary")!.textContent, "Your permissions")
      assert.deepStrictEqual(
        Array.from(details.querySelectorAll("li"), ({ textContent }) => textContent).slice(0, 3),
        ["Delete the team", "Invite members", "Manage API keys"]
      )
      assert.isNull(own!.querySelector("button"))
      assert.notInclude(other!.textContent, "You")
      assert.isNull(other!.querySelector("details, [data-latchkey~=badge]"))
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("shows the error of a removal in the dialog, and the member again", () =>
    Effect.gen(function*() {
      const { grace, team } = yield* engines
      yield* open("Members")
      yield* ServerTeamMembers.remove({ teamId: team.id, userId: grace.id })
      yield* click("team-members", "Remove", "Grace")
      yield* click("confirm-remove-member", "Remove")
      assert.strictEqual(yield* alert, "This person is no longer a member.")
      assert.deepStrictEqual(names(), ["ada@example.com", "Grace"])
    }).pipe(Effect.provide(app())))

  it.effect("hides all actions without permission", () =>
    Effect.gen(function*() {
      yield* asGrace()
      yield* open()
      assert.deepStrictEqual(nav(), ["General", "Members"])
      assert.isNull(document.querySelector("input"))
      assert.isNull(part("delete-team"))
      assert.deepStrictEqual(names(), ["Engines"])
      yield* click("settings-nav", "Members")
      assert.deepStrictEqual(names(), ["Grace"])
      yield* text("You have no permissions in this team.")
      yield* text("You don't have permission to see the other members.")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app({ allowTeamApiKeys: true }))))

  it.effect("shows the members without buttons to a user who may only read them", () =>
    Effect.gen(function*() {
      yield* asGrace("$read_members")
      yield* open("Members")
      assert.deepStrictEqual(names(), ["Unnamed member", "Grace"])
      assert.lengthOf(inside("team-members").queryAllByRole("button"), 0)
    }).pipe(Effect.provide(app())))

  it.effect("lets a user with $update_team rename the team, but not delete it", () =>
    Effect.gen(function*() {
      yield* asGrace("$update_team")
      yield* open()
      assert.isNotNull(part("open-team-profile"))
      assert.isNull(part("delete-team"))
    }).pipe(Effect.provide(app())))

  it.effect("lets a user with $delete_team delete the team, but not rename it", () =>
    Effect.gen(function*() {
      yield* asGrace("$delete_team")
      yield* open()
      assert.isNotNull(part("delete-team"))
      assert.isNull(document.querySelector("input"))
    }).pipe(Effect.provide(app())))

  it.effect("lists invitations without a button to revoke them to a user without $remove_members", () =>
    Effect.gen(function*() {
      yield* asGrace("$invite_members", "$read_members")
      yield* open("Invitations")
      yield* type("Email", "mary@example.com")
      yield* click("team-invitations", "Send invitation")
      yield* refreshed
      assert.deepStrictEqual(names(), ["mary@example.com"])
      assert.isNull(inside("team-invitations").queryByRole("button", { name: "Revoke" }))
    }).pipe(Effect.provide(app())))

  it.effect("the members lead to the invitations, whose heading gets the focus", () =>
    Effect.gen(function*() {
      yield* engines
      yield* open("Members")
      yield* click("team-members", "Invite members")
      yield* refreshed
      assert.strictEqual(focused()?.textContent, "Invitations")
      inside("team-invitations").getByRole("button", { name: "Send invitation" })
    }).pipe(Effect.provide(app())))

  it.effect("has no button to invite for a user without $invite_members", () =>
    Effect.gen(function*() {
      yield* asGrace("$read_members")
      yield* open("Members")
      assert.isNull(inside("team-members").queryByRole("button", { name: "Invite members" }))
    }).pipe(Effect.provide(app())))

  it.effect("sends an invitation, and lists it", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* open("Invitations")
      yield* text("People you invite appear here until they join.")
      yield* type("Email", "mary@example.com")
      yield* click("team-invitations", "Send invitation")
      yield* text("Invitation sent to mary@example.com.")
      assert.strictEqual(field("Email").value, "")
      yield* refreshed
      assert.deepStrictEqual(names(), ["mary@example.com"])
      assert.lengthOf(yield* TeamInvitations.list(team.id), 1)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(app())))

  it.effect("revokes an invitation, and sends it again", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* TeamInvitations.send({ teamId: team.id, email: "mary@example.com" })
      yield* open("Invitations")
      yield* click("team-invitations", "Revoke", "mary@example.com")
      yield* text("Invitation for mary@example.com revoked.")
      assert.deepStrictEqual(names(), [])
      assert.strictEqual(focused()?.textContent, "Invitations")
      yield* refreshed
      assert.lengthOf(yield* TeamInvitations.list(team.id), 0)
      yield* click("team-invitations", "Invite again")
      yield* text("Invitation sent to mary@example.com.")
      yield* refreshed
      assert.deepStrictEqual(names(), ["mary@example.com"])
      assert.lengthOf((yield* inbox).filter(({ to }) => to.includes("mary@example.com")), 2)
    }).pipe(Effect.provide(app())))

  it.effect("removes a revoked invitation from the list before the service responds", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      const { id } = yield* TeamInvitations.send({ teamId: team.id, email: "mary@example.com" })
      const { during, release } = yield* hold(`/team-invitations/${id}`)
      yield* during(open("Invitations"))
      yield* click("team-invitations", "Revoke", "mary@example.com")
      assert.deepStrictEqual(names(), [])
      assert.isNull(screen.queryByText("Invitation for mary@example.com revoked."))
      yield* release
      yield* text("Invitation for mary@example.com revoked.")
    }).pipe(Effect.provide(app())))

  it.effect("shows the error of a failed revocation in the invitation's row", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* TeamInvitations.send({ teamId: team.id, email: "alan@example.com" })
      yield* TeamInvitations.send({ teamId: team.id, email: "mary@example.com" })
      const transport = yield* Transport
      const refusing: typeof Transport.Service = (request) =>
        request.method === "DELETE"
          ? Effect.succeed({ status: 403, header: () => undefined, body: "" })
          : transport(request)
      yield* Effect.gen(function*() {
        yield* open("Invitations")
        yield* click("team-invitations", "Revoke", "mary@example.com")
        yield* refreshed
      }).pipe(Effect.provideService(Transport, refusing))
      yield* alert
      const rows = inside("team-invitations").getAllByRole("listitem")
      assert.deepStrictEqual(
        rows.map((row) => [row.textContent.includes("mary@"), row.querySelector("[role=alert]") !== null]),
        rows.map((row) => [row.textContent.includes("mary@"), row.textContent.includes("mary@")])
      )
      assert.lengthOf(rows, 2)
      assert.lengthOf(screen.getAllByRole("alert"), 1)
    }).pipe(Effect.provide(app())))

  it.effect("shows no invitations to a user who may send them but not read members", () =>
    Effect.gen(function*() {
      yield* asGrace("$invite_members")
      yield* open("Invitations")
      yield* type("Email", "mary@example.com")
      yield* click("team-invitations", "Send invitation")
      yield* text("Invitation sent to mary@example.com.")
      yield* refreshed
      assert.lengthOf(screen.queryAllByRole("alert"), 0)
      assert.lengthOf(names(), 0)
    }).pipe(Effect.provide(app())))

  it.effect("creates API keys of the team, if the project has them", () =>
    Effect.gen(function*() {
      yield* engines
      yield* open("API keys")
      yield* click("team-api-keys", "Create API key")
      yield* type("Description", "Backups")
      yield* click("create-key", "Create API key")
      yield* refreshed
      assert.deepStrictEqual(names(), ["Backups"])
      assert.strictEqual(part("root").dataset["latchkey"], "root card team-settings")
    }).pipe(Effect.provide(app({ allowTeamApiKeys: true }))))

  it.effect("leaves the team after a confirmation", () =>
    Effect.gen(function*() {
      yield* engines
      const left: Array<string> = []
      yield* show(<TeamSettings onLeave={({ displayName }) => left.push(displayName)} />)
      yield* click("leave-team", "Leave team")
      yield* text("You'll need a new invitation to rejoin.")
      yield* click("confirm-leave-team", "Leave team")
      yield* refreshed
      assert.deepStrictEqual(left, ["Engines"])
      assert.lengthOf(yield* Teams.list, 0)
      yield* text(/^Select a team|^You aren't a member/)
      assert.strictEqual(focused()?.textContent, "Team settings")
    }).pipe(Effect.provide(app())))

  it.effect("deletes the team after the user has typed its name", () =>
    Effect.gen(function*() {
      const { team } = yield* engines
      yield* Teams.update(team.id, { displayName: " Engines " })
      const left: Array<string> = []
      yield* show(<TeamSettings onLeave={({ id }) => left.push(id)} />)
      yield* click("delete-team", "Delete team")
      assert.strictEqual(focused(), field("Type “Engines” to confirm"))
      yield* type("Type “Engines” to confirm", "engines")
      yield* click("confirm-delete-team", "Delete team")
      assert.strictEqual(yield* alert, "This doesn't match. Check your spelling.")
      assert.lengthOf(yield* Teams.list, 1)
      yield* type("Type “Engines” to confirm", "Engines")
      yield* click("confirm-delete-team", "Delete team")
      yield* refreshed
      assert.deepStrictEqual(left, [team.id])
      assert.lengthOf(yield* Teams.list, 0)
    }).pipe(Effect.provide(app())))

  it.effect("removes the values of the previous user when another one signs in", () =>
    Effect.gen(function*() {
      const { grace, team } = yield* engines
      yield* Permissions.grantInTeam({ teamId: team.id, userId: grace.id, permissionId: "$update_team" })
      yield* show(<TeamSettings teamId={team.id} />)
      yield* click("team-profile", "Change", "Team name")
      yield* type("Team name", "Secret plans")
      yield* signIn("grace@example.com")
      yield* refreshed
      yield* text("Engines")
      assert.isNull(document.querySelector("input[name=displayName]"))
    }).pipe(Effect.provide(app())))
})
