/**
 * What lies between the recordings of 2026 about projects, their configuration and their emails.
 */
import * as Redacted from "effect/Redacted"
import type { World } from "../world.ts"
import type { Exceptions, Meanwhile } from "./types.ts"

const masked = "The recording masks the source, and the emulator runs no sources."

export const exceptions: Exceptions = {
  "config override read environment":
    "The service keeps settings that equal a default in the override if they were given, and the emulator does not.",
  "internal email template update which does not render [no override header]": masked,
  "internal email template update which does not render": masked
}

/** Makes a user of `internal` a member of a team, which was created out of sight. */
export const joinTeam = (world: World, userId: string, teamId: string): void => {
  const internal = world.project("internal")
  world.user(internal, { id: userId })
  const team = internal.teams.get(teamId) ?? {
    id: teamId,
    displayName: "Team",
    profileImageUrl: null,
    createdAtMillis: 0,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    members: new Map()
  }
  internal.teams.set(teamId, team)
  const number = internal.membershipCount++
  team.members.set(world.names.of(userId), { number, displayName: null, profileImageUrl: null, permissions: new Set() })
}

/** Makes the signed-in user of a recording a member of a team. */
const joinAs = (world: World, name: string, teamId: string): void =>
  joinTeam(world, world.recorded.owner(name).sub, teamId)

/** Gives the project of a recording its own mail server. */
const useOwnMailServer = (world: World, name: string): void => {
  const { config } = world.project(world.recorded.byName(name).request.headers["X-Stack-Project-Id"]!)
  config.emailConfig = {
    type: "standard",
    host: "127.0.0.1",
    port: 8229,
    username: "test",
    password: Redacted.make("test"),
    senderName: "SDK Check",
    senderEmail: "noreply@example.com"
  }
}

export const meanwhile: Meanwhile = {
  "internal projects list (owner)": (world) => {
    const [project] = world.recorded.bodyOf("internal projects list (owner)").items
    joinAs(world, "internal projects list (owner)", project.owner_team_id)
  },
  "internal projects create with owner_team_id": (world) => {
    const name = "internal projects create with owner_team_id"
    joinAs(world, name, world.recorded.payloadOf(name).owner_team_id)
  },
  "internal project transfer": (world) => {
    const name = "internal project transfer"
    joinAs(world, name, world.recorded.payloadOf(name).new_team_id)
  },
  "internal email template update": (world) => useOwnMailServer(world, "internal email template update"),
  "send email html": (world) => {
    const [id] = world.recorded.payloadOf("send email html").user_ids
    world.user(world.project(world.recorded.byName("send email html").request.headers["X-Stack-Project-Id"]!), { id })
  }
}
