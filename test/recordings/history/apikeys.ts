/** The unrecorded steps between the recordings about API keys. */
import * as Effect from "effect/Effect"
import { joinTeam } from "../../../src/emulator/state/memberships.ts"
import { createTeam } from "../../../src/emulator/state/teamRows.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

/** Enables or disables the project's user and team API keys. */
const allow = (isAllowed: boolean) => (world: World) =>
  void Object.assign(main(world).config, { allowUserApiKeys: isAllowed, allowTeamApiKeys: isAllowed })

export const meanwhile: Meanwhile = {
  "team api key create": (world) => {
    const project = main(world)
    const [creator, member] = ["team api key create", "team api key create without permission"].map((name) => {
      world.holder(world.recorded.owner(name))
      return world.userOf(project, world.recorded.owner(name).sub).id
    })
    const team = Effect.runSync(createTeam(project, { displayName: "Team" }, creator))
    Effect.runSync(joinTeam(project, team, member!, "member"))
    world.names.match(world.recorded.bodyOf("team api key create").team_id, team.id)
  },
  "user api key create disabled [no override header]": allow(false),
  "project current (client)": allow(true)
}
