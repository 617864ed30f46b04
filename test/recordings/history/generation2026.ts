/** The unrecorded steps between the recordings of 2026, where they differ from those of 2025. */
import * as Effect from "effect/Effect"
import { createTeam } from "../../../src/emulator/state/teamRows.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

const cut = "The recording keeps 12 emails at most."
const overviews = "The emulator has none of the overviews that metrics have since 2026."

export const exceptions: Exceptions = {
  "development override key in production build":
    "The recorded service ran in its test environment, where the override key works. The emulator refuses the key.",
  "internal emails list": cut,
  "internal emails list after test emails": cut,
  "internal metrics": overviews
}

const projectIdOf = (world: World, name: string): string =>
  world.recorded.byName(name).request.headers["X-Stack-Project-Id"]!

const projectOf = (world: World, name: string) => world.project(projectIdOf(world, name))

const firstList = "server access with wrong publishable key but right server key"
const deletedSession = "access token of the deleted session still works"
const updatesEmail = "users/me update primary_email"
const upgraded = "anonymous user upgraded by server update"
const revoked = "sign-out of a session revoked by the server [no override header]"
const anonymousPasskey = "anonymous initiate passkey registration with header"

export const meanwhile: Meanwhile = {
  [firstList]: (world) => {
    const { items, pagination } = world.recorded.bodyOf(firstList)
    for (const id of [items[0].id, pagination.next_cursor]) world.user(main(world), { id })
  },
  "sessions list own": (world) => {
    const id = world.recorded.byName("session delete other").request.path.split("/").at(-1)!
    world.session(main(world), {
      id,
      userId: world.recorded.owner("sessions list own").sub,
      refreshToken: world.recorded.tokenOf("refresh of deleted session"),
      createdAtMillis: world.recorded.bodyOf("sessions list own").items[0].created_at
    })
  },
  [deletedSession]: (world) => world.end(world.recorded.owner(deletedSession).sessionId),
  // The project "internal" creates a team for each new user.
  [upgraded]: (world) => {
    const internal = world.project("internal")
    const user = world.userOf(internal, world.recorded.bodyOf(upgraded).id)
    user.selectedTeamId = Effect.runSync(createTeam(internal, { displayName: "Team" }, user.id)).id
  },
  [updatesEmail]: (world) => {
    const project = projectOf(world, updatesEmail)
    const email = world.recorded.payloadOf("password sign-in with the old address after primary_email update").email
    const user = world.user(project, { id: world.recorded.owner(updatesEmail).sub })!
    user.contactChannels[0]!.value = email
    project.users.set(user.id, user)
    world.user(project, { id: world.recorded.bodyOf("password sign-in in upper case").user_id })
  },
  [anonymousPasskey]: (world) => {
    projectOf(world, anonymousPasskey).displayName = world.recorded.bodyOf(anonymousPasskey).options_json.rp.name
  },
  [revoked]: (world) => world.end(world.recorded.owner(revoked).sessionId)
}
