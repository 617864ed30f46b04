/** The unrecorded steps between the recordings about projects. */
import type { World } from "../world.ts"
import { joinTeam } from "./projects2026.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

/** Makes the user of `internal` whose admin access token a recording contains the owner of a project. */
const own = (world: World, name: string, projectId: string): void => {
  const { sub } = world.recorded.claimsIn(world.recorded.byName(name), "X-Stack-Admin-Access-Token")!
  const internal = world.project("internal")
  world.user(internal, { id: sub, serverMetadata: { managedProjectIds: [projectId] } })
  const { ownerTeamId } = world.project(projectId)
  if (ownerTeamId !== null) joinTeam(world, sub, ownerTeamId)
}

export const meanwhile: Meanwhile = {
  "admin access token instead of keys": (world) => own(world, "admin access token instead of keys", main(world).id),
  "internal project current (admin)": (world) =>
    world.crowd(main(world), world.recorded.bodyOf("internal project current (admin)").user_count),
  "project delete as server [no override header]": (world) => {
    const id = world.recorded.byName("project delete").request.headers["X-Stack-Project-Id"]!
    world.project(id)
    own(world, "admin token on deleted project", id)
  }
}
