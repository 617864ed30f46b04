/** The people, teams and project of the stories. */
import * as Cause from "effect/Cause"
import {
  ApiError,
  ApiErrors,
  type ContactChannels,
  type CurrentUser,
  type ForeignUse,
  type Project,
  type Resource,
  type Sessions,
  type TeamInvitations,
  type TeamMembers,
  type Teams
} from "latchkey"
import { type TestResource, testState, testUser } from "latchkey/react"
import { project as playground } from "../../contract.ts"
import { type Answers, ok } from "./fakeClient.ts"

/** The session until it is known. */
export const loading = { _tag: "Loading" } as const

const at = (day: string): Date => new Date(`${day}T09:30:00Z`)

/** The date a number of hours before the page was loaded. */
const ago = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

type PartialUser = Partial<CurrentUser.User>

/** A picture with a gradient. */
const picture = (from: string, to: string): string =>
  `data:image/svg+xml,${
    encodeURIComponent(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="1" height="1" fill="url(#g)"/></svg>`
    )
  }`

export const adaPicture: string = picture("#f59e0b", "#db2777")

export const ada: PartialUser = {
  displayName: "Ada Lovelace",
  primaryEmail: "ada@example.com",
  signedUpAt: at("2026-03-02")
}

/** A user with names and addresses that need several lines. */
export const longUser: PartialUser = {
  displayName: "Wolfeschlegelsteinhausenbergerdorff Montgomery-Featherstonehaugh de la Vega y Sotomayor III",
  primaryEmail: "a.very.long.email.address.that.does.not.fit.into.a.phone@subdomain.of.a.long.example.com"
}

/** A user without a name, a password and a verified address. */
export const namelessUser: PartialUser = {
  displayName: null,
  primaryEmail: "guest@example.com",
  primaryEmailVerified: false,
  hasPassword: false
}

/** A restricted user with an unverified email address. */
export const restrictedUser: PartialUser = {
  ...ada,
  isRestricted: true,
  primaryEmailVerified: false,
  restrictedReason: { type: "email_not_verified" }
}

const config: Project.Project["config"] = {
  signUpEnabled: true,
  credentialEnabled: true,
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  enabledOauthProviders: [{ id: "google" }, { id: "github" }, { id: "microsoft" }],
  domains: []
}

/** Creates a project. `changes` replace fields of its configuration. */
export const makeProject = (
  changes: Partial<Project.Project["config"]> = {},
  displayName = "Acme"
): Project.Project => ({ id: playground.id, displayName, config: { ...config, ...changes } })

/** Returns a value as the service sends it: with snake case, and dates in milliseconds, such as `signed_up_at_millis`. */
const toWire = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(toWire)
    : typeof value === "object" && value !== null
    ? Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) + (field instanceof Date ? "_millis" : ""),
        field instanceof Date ? field.getTime() : toWire(field)
      ])
    )
    : value

export const projectAnswer = (project: Project.Project = makeProject()): Answers => ({
  "GET /projects/current": ok(toWire(project))
})

/** The response with the signed-in user. */
export const readUserAnswer = (user: PartialUser): Answers => ({ "GET /users/me": ok(toWire(testUser(user))) })

/** The response to an update of the signed-in user. */
export const updateUserAnswer = (user: PartialUser): Answers => ({ "PATCH /users/me": ok(toWire(testUser(user))) })

/** Returns the state of a resource that is loading. */
export const pending = <A, E>(resource: Resource.Resource<A, E>): TestResource =>
  testState(resource, { _tag: "Pending" })

/** Returns the state of a resource that could not be loaded. */
export const failed = <A, E>(resource: Resource.Resource<A, E | ApiError>): TestResource =>
  testState(resource, {
    _tag: "Failed",
    cause: Cause.fail(
      new ApiError({
        endpoint: resource.key,
        reason: new ApiErrors.ServiceUnavailable({ message: "The service is unavailable", status: 503 })
      })
    ),
    isRefreshing: false
  })

const channel = (
  id: number,
  value: string,
  changes: Partial<ContactChannels.ContactChannel> = {}
): ContactChannels.ContactChannel => ({
  id: uuid(100 + id),
  userId: testUser().id,
  type: "email",
  value,
  isPrimary: false,
  isVerified: true,
  usedForAuth: false,
  ...changes
})

export const channels: ReadonlyArray<ContactChannels.ContactChannel> = [
  channel(1, "ada@example.com", { isPrimary: true, usedForAuth: true }),
  channel(2, "ada@analytical.example"),
  channel(3, "countess@lovelace.example", { isVerified: false })
]

export const longChannels: ReadonlyArray<ContactChannels.ContactChannel> = [
  channel(1, longUser.primaryEmail!, { isPrimary: true, usedForAuth: true, isVerified: false })
]

const session = (
  id: number,
  createdAt: string,
  place: readonly [city: string, country: string, ip: string] | undefined,
  changes: Partial<Sessions.UserSession> = {}
): Sessions.UserSession => ({
  id: uuid(200 + id),
  userId: testUser().id,
  createdAt: at(createdAt),
  isImpersonation: false,
  lastUsedAt: at(createdAt),
  isCurrentSession: false,
  ...place && { lastUsedAtEndUserIpInfo: { cityName: place[0], countryCode: place[1], ip: place[2] } },
  ...changes
})

export const currentSession: Sessions.UserSession = session(1, "2026-09-01", ["Berlin", "DE", "203.0.113.7"], {
  isCurrentSession: true
})

export const sessions: ReadonlyArray<Sessions.UserSession> = [
  session(2, "2026-08-20", ["Lisbon", "PT", "198.51.100.23"], { lastUsedAt: ago(2) }),
  currentSession,
  session(3, "2026-07-04", undefined, { isImpersonation: true, lastUsedAt: ago(30) }),
  session(4, "2026-06-11", ["Tokyo", "JP", "2001:db8:85a3::8a2e:370:7334"], { lastUsedAt: ago(24 * 9) }),
  session(5, "2026-05-02", ["Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "GB", "2001:db8::1"], {
    lastUsedAt: ago(24 * 120)
  })
]

/** A use of the current session by another device. */
export const foreignUse: ForeignUse.FoundUse = {
  sessionId: currentSession.id,
  at: new Date("2026-09-02T03:12:00Z"),
  place: { cityName: "Lyon", countryCode: "FR", ip: "198.51.100.77" }
}

const team = (id: number, displayName: string, profileImageUrl: string | null = null): Teams.Team => ({
  id: uuid(300 + id),
  displayName,
  profileImageUrl,
  clientMetadata: null,
  clientReadOnlyMetadata: null
})

export const engines: Teams.Team = team(1, "Analytical Engines", picture("#0ea5e9", "#4f46e5"))

export const longTeam: Teams.Team = team(
  2,
  "The Royal Commission for the Construction of Difference Engines and Other Calculating Machinery"
)

export const teams: ReadonlyArray<Teams.Team> = [engines, team(3, "Bletchley Park"), team(4, "Research")]

export const manyTeams: ReadonlyArray<Teams.Team> = [
  engines,
  longTeam,
  ...Array.from({ length: 28 }, (_, index) => team(10 + index, `Team ${index + 1}`))
]

const member = (
  id: number,
  displayName: string | null,
  image: string | null = null
): TeamMembers.TeamMemberProfile => ({
  teamId: engines.id,
  userId: id === 0 ? testUser().id : uuid(400 + id),
  displayName,
  profileImageUrl: image
})

export const members: ReadonlyArray<TeamMembers.TeamMemberProfile> = [
  member(0, "Ada Lovelace", adaPicture),
  member(1, "Grace Hopper"),
  member(2, "Charles Babbage", picture("#22c55e", "#0f766e")),
  member(3, null)
]

const names = [
  "Grace Hopper",
  "Charles Babbage",
  "José Álvarez",
  "عبد الرحمن بن محمد الخوارزمي",
  "佐藤 美咲",
  longUser.displayName!,
  "Katherine Johnson",
  "Zoë Müller"
]

/** Returns a team's members, with names of several scripts and lengths. */
export const makeMembers = (count: number): ReadonlyArray<TeamMembers.TeamMemberProfile> => [
  member(0, "Ada Lovelace", adaPicture),
  ...Array.from({ length: count - 1 }, (_, index) => {
    const round = Math.floor(index / names.length)
    return member(1000 + index, names[index % names.length]! + (round === 0 ? "" : ` ${round + 1}`))
  })
]

const invitation = (id: number, recipientEmail: string): TeamInvitations.TeamInvitation => ({
  id: uuid(500 + id),
  teamId: engines.id,
  recipientEmail,
  expiresAt: at("2026-12-24")
})

export const invitations: ReadonlyArray<TeamInvitations.TeamInvitation> = [
  invitation(1, "alan@example.com"),
  invitation(2, longUser.primaryEmail!)
]

/** Returns the user's permissions in the team. */
export const permissions = (ids: ReadonlyArray<string>) =>
  ids.map((id) => ({ id, teamId: engines.id, userId: testUser().id }))

export const allPermissions = permissions([
  "team_admin",
  "team_member",
  "$read_members",
  "$invite_members",
  "$remove_members",
  "$update_team",
  "$delete_team",
  "$manage_api_keys"
])

const key = (id: number, description: string, changes: object = {}) => ({
  id: uuid(600 + id),
  description,
  createdAt: at("2026-05-05"),
  isPublic: false,
  value: { lastFour: ["4f2a", "9c1d", "07be"][id % 3]! },
  ...changes
})

const keys = [
  key(1, "Nightly backup"),
  key(2, "Deploy script", { expiresAt: at("2099-01-01") }),
  key(3, "Old laptop", { manuallyRevokedAt: at("2026-06-01") }),
  key(4, "Trial", { expiresAt: at("2026-05-12") })
]

export const userKeys = keys.map((key) => ({ ...key, type: "user" as const, userId: testUser().id }))

/** The keys of agents that the user allowed. */
export const agentKeys = [
  key(5, "Claude · 2026-11-30 · agent for https://app.example.com/mcp with notes:read notes:write", {
    createdAt: at("2026-11-30"),
    expiresAt: at("2099-02-28")
  }),
  key(6, "Backup agent · 2026-10-02 · agent for https://app.example.com/mcp", {
    createdAt: at("2026-10-02"),
    expiresAt: at("2099-11-01")
  })
].map((key) => ({ ...key, type: "user" as const, userId: testUser().id }))

export const teamKeys = keys.map((key) => ({ ...key, type: "team" as const, teamId: engines.id }))
