/** The unrecorded steps between the recordings about teams. */
import * as Effect from "effect/Effect"
import { joinTeam } from "../../../src/emulator/state/memberships.ts"
import type { ProjectConfig } from "../../../src/emulator/state/ProjectConfig.ts"
import { createTeam } from "../../../src/emulator/state/teamRows.ts"
import { createUser } from "../../../src/emulator/state/userRows.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

/** The ids of the team and of the user in a recorded path. */
const idsIn = (world: World, name: string) =>
  world.recorded.byName(name).request.path.split("/").slice(-2) as [teamId: string, userId: string]

const withoutPermission = "team invitation send member without permission [no override header]"
const afterSignUp = "users/me after sign-up with create_team_on_sign_up"

export const meanwhile: Meanwhile = {
  "team membership create (2)": (world) =>
    world.user(main(world), { id: idsIn(world, "team membership create (2)")[1] }),
  [withoutPermission]: (world) => {
    const { project: aud, sub } = world.recorded.owner(withoutPermission)
    const [teamId, other] = idsIn(world, "team member profile get other without $read_members")
    const project = world.project(aud)
    for (const id of [sub, other]) world.user(project, { id })
    const team = Effect.runSync(createTeam(project, { displayName: "Team" }, world.names.of(other)))
    Effect.runSync(joinTeam(project, team, world.names.of(sub), "member")).permissions.clear()
    world.names.match(teamId, team.id)
  },
  "team create client disabled [no override header]": configure({ clientTeamCreationEnabled: false }),
  [afterSignUp]: (world) => {
    const { id, primary_email: primaryEmail } = world.recorded.bodyOf(afterSignUp)
    configure({ clientTeamCreationEnabled: true, allowLocalhost: true, createTeamOnSignUp: true })(world)
    const given = { primaryEmail, primaryEmailAuthEnabled: true, password: { plain: "of no concern" } }
    world.names.match(id, Effect.runSync(createUser(main(world), given)).id)
    configure({ createTeamOnSignUp: false })(world)
  }
}

function configure(config: Partial<ProjectConfig>) {
  return (world: World) => void Object.assign(main(world).config, config)
}
