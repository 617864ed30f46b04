/**
 * What lies between the recordings about permissions.
 */
import * as Effect from "effect/Effect"
import { joinTeam } from "../../../src/emulator/permissions.ts"
import type { TeamRow } from "../../../src/emulator/State.ts"
import { byName } from "../recordings.ts"
import type { World } from "../world.ts"
import { bodyOf, type Exceptions, main, type Meanwhile, owner } from "./types.ts"

export const exceptions: Exceptions = {}

/** The parts of a recorded path behind the endpoint's own. */
const idsIn = (name: string) => byName(name).request.path.split("/").slice(4)

/** A team with its creator and its members, unless recorded requests have made it. */
const team = (world: World, id: string, creator: string, ...members: ReadonlyArray<string>): void => {
  const project = main(world)
  if (project.teams.has(world.names.of(id))) return
  const row: TeamRow = {
    id,
    displayName: "Team",
    profileImageUrl: null,
    createdAtMillis: 0,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    members: new Map()
  }
  project.teams.set(id, row)
  for (const member of [creator, ...members]) {
    const user = world.user(project, { id: member })!
    Effect.runSync(joinTeam(project, row, user.id, member === creator ? "creator" : "member"))
  }
}

export const meanwhile: Meanwhile = {
  "team permissions list own": (world) => {
    const { items } = bodyOf("team permissions list server")
    const members = items.filter((item: any) => item.id === "team_member").map((item: any) => item.user_id)
    team(world, items[0].team_id, owner("team permissions list own").sub, ...members)
  },
  "team permission grant custom": (world) => {
    const [teamId, userId] = idsIn("team permission grant custom")
    team(world, teamId!, userId!)
  }
}
