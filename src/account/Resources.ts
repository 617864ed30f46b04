/**
 * What a signed-in user sees of the account, as resources: values that stay fresh while somebody looks at them.
 *
 * Each is what the function of the same name reads, such as `Teams.list`, and fails as that does. Calls of this client that
 * change a value have it fetched again by themselves; what others change is seen at the next fetch.
 *
 * **Example** (The teams, fetched once for all who ask)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Resource, Resources } from "latchkey"
 *
 * const count = Effect.map(Resource.get(Resources.teams), (teams) => teams.length)
 * ```
 *
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Resource from "../cache/Resource.ts"
import type { ApiError } from "../call/ApiError.ts"
import type { Client } from "../session/Client.ts"
import { restrictionLifted } from "../session/restriction.ts"
import { AdminProject } from "../wire/adminProjects.ts"
import { TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import { ContactChannel } from "../wire/contactChannels.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { memoize } from "../wire/memoize.ts"
import { ProjectPermission } from "../wire/projectPermissions.ts"
import * as projects from "../wire/projects.ts"
import { UserSession } from "../wire/sessions.ts"
import type { Wire } from "../wire/Struct.ts"
import { TeamInvitation } from "../wire/teamInvitations.ts"
import { TeamMemberProfile } from "../wire/teamMembers.ts"
import { TeamPermission } from "../wire/teamPermissions.ts"
import { Team } from "../wire/teams.ts"
import { User } from "../wire/users.ts"
import * as ApiKeys from "./ApiKeys.ts"
import * as ConnectedAccounts from "./ConnectedAccounts.ts"
import * as ContactChannels from "./ContactChannels.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as OwnedProjects from "./OwnedProjects.ts"
import * as Permissions from "./Permissions.ts"
import * as Project from "./Project.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"

/** The resource that reads what an effect reads. `any`, since whatever that is is kept. */
type Of<F extends Effect.Effect<any, any, Client>> = Resource.Resource<Effect.Success<F>, Effect.Error<F>>

const listOf = <A>(item: () => Wire<A>) => memoize((): Wire<ReadonlyArray<A>> => Schema.Array(item()))

const memberships = [
  "teamMemberships.leave",
  "teamMemberships.delete",
  "teamInvitations.accept",
  "teamInvitations.acceptById",
  "teams.delete"
]

/**
 * The user of the session, an anonymous or restricted one included; `null` if no user is signed in.
 *
 * **Gotchas**
 *
 * Not every user here counts as signed in: check `isAnonymous` and `isRestricted`, as `CurrentUser.get` and React's `useUser` do.
 *
 * @category user
 * @since 0.1.0
 */
export const user: Resource.Resource<CurrentUser.User | null, ApiError> = /*#__PURE__*/ Resource.make({
  name: "user",
  read: /*#__PURE__*/ CurrentUser.get({ or: "anonymous-if-exists", includeRestricted: true }),
  invalidatedBy: [
    "users.me.update",
    "password.set",
    "password.update",
    "passkey.completeRegistration",
    "contactChannels.create.client",
    "contactChannels.update.client",
    "contactChannels.delete",
    "contactChannels.verify",
    restrictionLifted,
    "oauthProviders.update",
    "oauthProviders.delete",
    ...memberships
  ],
  codec: /*#__PURE__*/ memoize(() => Schema.NullOr(User()))
})

/**
 * The user's contact channels.
 *
 * @category user
 * @since 0.1.0
 */
export const contactChannels: Of<typeof ContactChannels.list> = /*#__PURE__*/ Resource.make({
  name: "contactChannels",
  read: ContactChannels.list,
  invalidatedBy: [
    "contactChannels.create.client",
    "contactChannels.update.client",
    "contactChannels.delete",
    "contactChannels.verify",
    "users.me.update"
  ],
  codec: /*#__PURE__*/ listOf(ContactChannel)
})

/**
 * The user's sessions.
 *
 * @category user
 * @since 0.1.0
 */
export const sessions: Of<typeof Sessions.list> = /*#__PURE__*/ Resource.make({
  name: "sessions",
  read: Sessions.list,
  invalidatedBy: ["sessions.delete", "password.update"],
  codec: /*#__PURE__*/ listOf(UserSession)
})

/**
 * The user's API keys, without the keys themselves.
 *
 * @category user
 * @since 0.1.0
 */
export const userApiKeys: Resource.Resource<
  ReadonlyArray<ApiKeys.UserApiKey>,
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError
> = /*#__PURE__*/ Resource.make({
  name: "userApiKeys",
  read: /*#__PURE__*/ ApiKeys.list({}),
  invalidatedBy: ["userApiKeys.create", "userApiKeys.update"],
  codec: /*#__PURE__*/ listOf(UserApiKey)
})

/**
 * The user's account at a provider, with an access token for the provider's API. The token is why it never travels from a
 * server to a client.
 *
 * @category user
 * @since 0.1.0
 */
export const connectedAccount = (
  { accountId, provider, scopes = [] }: Omit<ConnectedAccounts.GetOptions, "or">
): Resource.Resource<
  ConnectedAccounts.ConnectedAccount | null,
  Effect.Error<ReturnType<typeof ConnectedAccounts.accessToken>>
> =>
  Resource.make({
    name: "connectedAccount",
    input: [provider.toLowerCase(), ...scopes, ...accountId === undefined ? [] : [`account ${accountId}`]].join(" "),
    read: ConnectedAccounts.get({ provider, scopes, accountId }),
    invalidatedBy: ["oauthProviders.update", "oauthProviders.delete"]
  })

/**
 * The user's permissions in all of the user's teams, those that others contain included. One list answers every question
 * about them.
 *
 * @category user
 * @since 0.1.0
 */
export const teamPermissions: Of<ReturnType<typeof Permissions.listInTeams>> = /*#__PURE__*/ Resource.make({
  name: "teamPermissions",
  read: /*#__PURE__*/ Permissions.listInTeams(),
  invalidatedBy: ["teams.create", ...memberships],
  codec: /*#__PURE__*/ listOf(TeamPermission)
})

/**
 * The user's permissions in the project, those that others contain included.
 *
 * @category user
 * @since 0.1.0
 */
export const projectPermissions: Of<ReturnType<typeof Permissions.listInProject>> = /*#__PURE__*/ Resource.make({
  name: "projectPermissions",
  read: /*#__PURE__*/ Permissions.listInProject(),
  codec: /*#__PURE__*/ listOf(ProjectPermission)
})

/**
 * The user's teams.
 *
 * @category teams
 * @since 0.1.0
 */
export const teams: Of<typeof Teams.list> = /*#__PURE__*/ Resource.make({
  name: "teams",
  read: Teams.list,
  invalidatedBy: ["teams.create", "teams.update", ...memberships],
  codec: /*#__PURE__*/ listOf(Team)
})

/**
 * A team of the user.
 *
 * @category teams
 * @since 0.1.0
 */
export const team = (teamId: string): Of<ReturnType<typeof Teams.get>> =>
  Resource.make({
    name: "team",
    input: teamId,
    read: Teams.get(teamId),
    invalidatedBy: ["teams.update", ...memberships],
    codec: Team
  })

/**
 * The profiles of a team's members.
 *
 * @category teams
 * @since 0.1.0
 */
export const teamMembers = (teamId: string): Of<ReturnType<typeof TeamMembers.list>> =>
  Resource.make({
    name: "teamMembers",
    input: teamId,
    read: TeamMembers.list(teamId),
    invalidatedBy: ["teamMemberProfiles.update", "users.me.update", ...memberships],
    codec: listOf(TeamMemberProfile)
  })

/**
 * The invitations to a team that are still open.
 *
 * @category teams
 * @since 0.1.0
 */
export const teamInvitations = (teamId: string): Of<ReturnType<typeof TeamInvitations.list>> =>
  Resource.make({
    name: "teamInvitations",
    input: teamId,
    read: TeamInvitations.list(teamId),
    invalidatedBy: ["teamInvitations.sendCode", "teamInvitations.delete", "teams.update", ...memberships],
    codec: listOf(TeamInvitation)
  })

/**
 * The open invitations to the user's own verified addresses. Services since 2026.
 *
 * @category teams
 * @since 0.1.0
 */
export const ownTeamInvitations: Of<typeof TeamInvitations.listOwn> = /*#__PURE__*/ Resource.make({
  name: "ownTeamInvitations",
  read: TeamInvitations.listOwn,
  invalidatedBy: [
    "teamInvitations.sendCode",
    "teamInvitations.delete",
    "teams.update",
    "contactChannels.update.client",
    "contactChannels.delete",
    "contactChannels.verify",
    ...memberships
  ],
  codec: /*#__PURE__*/ listOf(TeamInvitation)
})

/**
 * A team's API keys, without the keys themselves.
 *
 * @category teams
 * @since 0.1.0
 */
export const teamApiKeys = (teamId: string): Resource.Resource<
  ReadonlyArray<ApiKeys.TeamApiKey>,
  | KnownErrors.ApiKeyNotFound
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.RequestSchemaError
  | ApiError
> =>
  Resource.make({
    name: "teamApiKeys",
    input: teamId,
    read: ApiKeys.list({ teamId }),
    invalidatedBy: ["teamApiKeys.create", "teamApiKeys.update", ...memberships],
    codec: listOf(TeamApiKey)
  })

/**
 * The project, which is the same for everybody.
 *
 * @category project
 * @since 0.1.0
 */
export const project: Of<typeof Project.get> = /*#__PURE__*/ Resource.make({
  name: "project",
  read: Project.get,
  perSession: false,
  codec: projects.Project
})

/**
 * The projects that the user owns, where users may own some.
 *
 * @category project
 * @since 0.1.0
 */
export const ownedProjects: Of<typeof OwnedProjects.list> = /*#__PURE__*/ Resource.make({
  name: "ownedProjects",
  read: OwnedProjects.list,
  invalidatedBy: ["internalProjects.create", "internalProjects.transfer"],
  codec: /*#__PURE__*/ listOf(AdminProject)
})
