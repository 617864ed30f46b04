/** The unrecorded steps between the recordings of 2026 about projects, their configuration and their emails. */
import * as Redacted from "effect/Redacted"
import { randomUUID } from "node:crypto"
import { insertTeam } from "../../../src/emulator/state/memberships.ts"
import type { World } from "../world.ts"
import type { Exceptions, Meanwhile } from "./types.ts"

const masked = "The recording masks the source, and the emulator runs no sources."

export const exceptions: Exceptions = {
  "config override read environment":
    "The service keeps settings that equal a default in the override if they were given, and the emulator does not.",
  "internal email template update which does not render [no override header]": masked,
  "internal email template update which does not render": masked
}

/** Makes a user of `internal` a member of a team whose creation was not recorded. */
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
  const number = internal.membershipCount++
  const permissions = new Set(["team_admin"])
  team.members.set(world.names.of(userId), { number, displayName: null, profileImageUrl: null, permissions })
  insertTeam(internal, team)
}

/** Makes a recording's signed-in user a member of a team. */
const joinAs = (world: World, name: string, teamId: string): void =>
  joinTeam(world, world.recorded.owner(name).sub, teamId)

const projectOf = (world: World, name: string) =>
  world.project(world.recorded.byName(name).request.headers["X-Stack-Project-Id"]!)

/** Gives a recording's project its own email server. */
const useOwnMailServer = (world: World, name: string): void => {
  const { config } = projectOf(world, name)
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
  "internal projects list with owner_team_id": (world) => {
    for (const { id } of world.recorded.bodyOf("internal projects list with owner_team_id").items) world.project(id)
  },
  "project update without allow_localhost keeps it": (world) => {
    const { config } = projectOf(world, "project update without allow_localhost keeps it")
    config.allowLocalhost = false
    config.domains = [{ domain: "https://*.example.com", handlerPath: "/handler" }]
  },
  "password send-reset-code, wildcard domain, https://a.example.com/x": (world) => {
    const name = "password send-reset-code, wildcard domain, https://a.example.com/x"
    world.user(projectOf(world, name), { id: randomUUID(), email: world.recorded.payloadOf(name).email })
  },
  "send email html": (world) => {
    const project = projectOf(world, "send email html")
    const [id] = world.recorded.payloadOf("send email html").user_ids
    world.user(project, { id })
    // An email whose sending was not recorded.
    project.mails.push({
      id: world.recorded.bodyOf("internal emails list of 2026").items[2].id,
      type: "magic_link",
      to: world.recorded.bodyOf("internal emails list of 2026").items[2].to,
      subject: "",
      text: "",
      code: undefined,
      link: undefined,
      sentAtMillis: 0,
      sender: project.config.emailConfig,
      error: null
    })
  }
}
