/** The unrecorded steps between the recordings of 2026 about team invitations and command lines. */
import { insertTeam } from "../../../src/emulator/state/memberships.ts"
import type { World } from "../world.ts"
import type { Exceptions, Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

const projectOf = (world: World, name: string) =>
  world.project(world.recorded.byName(name).request.headers["X-Stack-Project-Id"]!)

/** Creates a team, with a user as its creator. */
const team = (world: World, name: string, id: string, displayName: string, creator?: string): void => {
  const project = projectOf(world, name)
  const number = project.membershipCount++
  const permissions = new Set(project.config.teamCreatorDefaultPermissions)
  if (creator !== undefined) world.user(project, { id: creator, verified: true })
  insertTeam(project, {
    id,
    displayName,
    profileImageUrl: null,
    createdAtMillis: 0,
    clientMetadata: null,
    clientReadOnlyMetadata: null,
    serverMetadata: null,
    members: new Map(
      creator === undefined
        ? []
        : [[world.names.of(creator), { number, displayName: null, profileImageUrl: null, permissions }]]
    )
  })
}

/** Sends an unrecorded invitation. */
const invite = (
  world: World,
  name: string,
  invitation: { readonly teamId: string; readonly email: string; readonly id: string; readonly code?: string }
): void => {
  const { code = `code of ${invitation.id}`, email, id, teamId } = invitation
  world.code(projectOf(world, name), code, { for: "team-invitation", teamId, email }, { id })
}

/** Starts an unrecorded command-line sign-in attempt. */
const attempt = (world: World, completed: string, polled: string): void => {
  const project = projectOf(world, completed)
  project.cliAttempts.push({
    loginCode: world.recorded.payloadOf(completed).login_code,
    pollingCode: world.recorded.payloadOf(polled).polling_code,
    expiresAtMillis: Infinity,
    refreshToken: undefined,
    isUsed: false
  })
}

/** Creates the session of a recording's refresh token. */
const session = (world: World, name: string, field: string, userId: string, isAnonymous = false): void => {
  const project = projectOf(world, name)
  const user = world.user(project, isAnonymous ? { id: userId, email: null } : { id: userId })
  if (user !== undefined) user.isAnonymous = isAnonymous
  world.session(project, { id: `session of ${userId}`, userId, refreshToken: world.recorded.payloadOf(name)[field] })
}

const restricted = { teamId: "5d0c4f0e-8a51-4a44-9d0b-0c1f7d6a2b39", email: "rs-mwrarxa5d-2@example.com" }
const inviters = "a686ddae-8485-44fc-8168-cdad4145f021"

export const meanwhile: Meanwhile = {
  "restricted team invitation accept without header": (world) => {
    const name = "restricted team invitation accept without header"
    team(world, name, restricted.teamId, "Restricted")
    const { code } = world.recorded.payloadOf(name)
    invite(world, name, { ...restricted, id: "e4b1a9c6-2f0d-4c5b-8b1e-6d1c2a3f4b5c", code })
  },
  "restricted team invitation accept by id with header": (world) =>
    invite(world, "restricted team invitation accept by id with header", {
      ...restricted,
      id: "c124171f-6674-4122-b76e-8e937d695949"
    }),
  "team invitations of me": (world) => {
    const name = "team invitations of me"
    const email = "inv-mwrarxa5d-61@example.com"
    team(world, name, inviters, "Inviters", "a1293731-64aa-4eec-91d3-d01a4c022924")
    world.user(projectOf(world, name), { id: "c939c466-b67d-431a-b70c-45b41a947b8c", email, verified: true })
    invite(world, name, { teamId: inviters, email, id: "529c64b6-f7ea-4fd2-bd18-df88e9eda8e0" })
  },
  "team invitation accept by id (server)": (world) => {
    const name = "team invitation accept by id (server)"
    const email = "inv-mwrarxa5d-70@example.com"
    world.user(projectOf(world, name), { id: "91d3061b-db40-44f3-af94-262b8d798bbe", email, verified: true })
    invite(world, name, { teamId: inviters, email, id: "1f172d0a-012d-4d2c-bf5c-027b823f76c0" })
  },
  "cli complete": (world) => session(world, "cli complete", "refresh_token", "1c9a4b52-7d3e-4f60-8a91-b2c3d4e5f607"),
  "cli start with anon_refresh_token": (world) =>
    session(
      world,
      "cli start with anon_refresh_token",
      "anon_refresh_token",
      "a280069e-c116-47a0-a383-1c09d0946765",
      true
    ),
  "cli start with the refresh token of a normal user": (world) =>
    session(
      world,
      "cli start with the refresh token of a normal user",
      "anon_refresh_token",
      "2d0b5c63-8e4f-4071-9ba2-c3d4e5f60718"
    ),
  "cli complete mode check without anonymous session": (world) =>
    attempt(world, "cli complete mode check without anonymous session", "cli poll after mode complete"),
  "cli complete with anonymous session merged": (world) =>
    attempt(world, "cli complete with anonymous session merged", "cli poll after anonymous session merged")
}
