/** The unrecorded steps between the recordings about permissions. */
import * as Effect from "effect/Effect"
import { createTeam } from "../../../src/emulator/state/teamRows.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

export const meanwhile: Meanwhile = {
  "team permission grant custom": (world) => {
    const [teamId, userId] = world.recorded.byName("team permission grant custom").request.path.split("/").slice(4)
    const { id } = world.user(main(world), { id: userId! })!
    const team = Effect.runSync(createTeam(main(world), { displayName: "Team" }, id))
    world.names.match(teamId!, team.id)
  }
}
