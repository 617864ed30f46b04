/**
 * The signed-in user's account as cached resources.
 *
 * Each resource fetches like the function with the same name, such as `Teams.list`, and has the same errors. Calls of this
 * client update the resources with their responses, or invalidate them. Changes by other clients appear after the next fetch.
 *
 * **Example** (The teams, fetched once for all subscribers)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Resource, Resources } from "latchkey"
 *
 * const count = Effect.map(Resource.get(Resources.teams), (teams) => teams.length)
 * ```
 */
import * as Effect from "effect/Effect"
import * as Resource from "../cache/Resource.ts"
import type { ApiError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import type { Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import { restrictionLifted } from "../session/restriction.ts"
import { AdminProject } from "../wire/adminProjects.ts"
import { TeamApiKey, UserApiKey } from "../wire/apiKeys.ts"
import { array, nullOr } from "../wire/Codec.ts"
import { ContactChannel } from "../wire/contactChannels.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { ProjectPermission } from "../wire/projectPermissions.ts"
import * as projects from "../wire/projects.ts"
import { UserSession } from "../wire/sessions.ts"
import { TeamInvitation } from "../wire/teamInvitations.ts"
import { TeamMemberProfile } from "../wire/teamMembers.ts"
import { TeamPermission } from "../wire/teamPermissions.ts"
import { Team } from "../wire/teams.ts"
import { User } from "../wire/users.ts"
import * as ApiKeys from "./ApiKeys.ts"
import { applyCall } from "./applyCall.ts"
import * as ContactChannels from "./ContactChannels.ts"
import { fetchUserOrNull } from "./fetchUser.ts"
import { type AccountSelection, type ConnectedAccount, findConnectedAccount } from "./findConnectedAccount.ts"
import type { GetAccessTokenError } from "./getConnectedAccountToken.ts"
import * as OwnedProjects from "./OwnedProjects.ts"
import * as Permissions from "./Permissions.ts"
import * as Project from "./Project.ts"
import * as Sessions from "./Sessions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as TeamMembers from "./TeamMembers.ts"
import * as Teams from "./Teams.ts"

/** The resource for an effect. `any`, because its types are kept. */
type ResourceOf<F extends Effect.Effect<any, any, Client>> = Resource.Resource<Effect.Success<F>, Effect.Error<F>>

const memberships = [
  "teamMemberships.leave",
  "teamMemberships.remove",
  "teamInvitations.accept",
  "teamInvitations.acceptById",
  "teams.remove"
]

const withMemberships = (...ids: ReadonlyArray<string>): ReadonlyArray<string> => [...ids, ...memberships]

/**
 * The session's user, including anonymous and restricted users; `null` if no user is signed in.
 *
 * **Gotchas**
 *
 * Check `isAnonymous` and `isRestricted` before you treat the user as signed in, as `CurrentUser.get` and `useUser` do.
 */
export const user: Resource.Resource<User | null, ApiError> = /*#__PURE__*/ Resource.make({
  name: "user",
  read: /*#__PURE__*/ trace("CurrentUser.get", fetchUserOrNull),
  updatedBy: ["users.me.update"],
  invalidatedBy: /*#__PURE__*/ withMemberships(
    "password.set",
    "password.update",
    "passkey.completeRegistration",
    "contactChannels.create.client",
    "contactChannels.update.client",
    "contactChannels.remove",
    "contactChannels.verify",
    restrictionLifted,
    "oauthProviders.update",
    "oauthProviders.remove"
  ),
  codec: /*#__PURE__*/ nullOr(User)
})

/** The user's contact channels. */
export const contactChannels: ResourceOf<typeof ContactChannels.list> = /*#__PURE__*/ Resource.make({
  name: "contactChannels",
  read: ContactChannels.list,
  update: applyCall,
  updatedBy: ["contactChannels.create.client", "contactChannels.update.client", "contactChannels.remove"],
  invalidatedBy: ["contactChannels.verify", "users.me.update"],
  codec: /*#__PURE__*/ array(ContactChannel)
})

/** The user's sessions. */
export const sessions: ResourceOf<typeof Sessions.list> = /*#__PURE__*/ Resource.make({
  name: "sessions",
  read: Sessions.list,
  update: applyCall,
  updatedBy: ["sessions.revoke"],
  invalidatedBy: ["password.update"],
  codec: /*#__PURE__*/ array(UserSession)
})

/** The last use of the current session by another device; `undefined` without one, and without a layer of `ForeignUse`. */
export const foreignUse: Resource.Resource<Sessions.FoundUse | undefined, Sessions.ListError> = /*#__PURE__*/ Resource
  .make({
    name: "foreignUse",
    read: /*#__PURE__*/ Effect.catchTag(Sessions.foreignUse, "ForeignUseNotWatched", () => Effect.undefined)
  })

/** The user's API keys, without the keys themselves. */
export const userApiKeys: Resource.Resource<
  ReadonlyArray<ApiKeys.UserApiKey>,
  | KnownErrors.UserAuthenticationRequired
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | ApiError
> = /*#__PURE__*/ Resource.make({
  name: "userApiKeys",
  read: /*#__PURE__*/ ApiKeys.list({}),
  update: applyCall,
  updatedBy: ["userApiKeys.create", "userApiKeys.update"],
  codec: /*#__PURE__*/ array(UserApiKey)
})

/**
 * The user's account at a provider, with an access token for the provider's API. It is never dehydrated, because of the
 * token.
 */
export const connectedAccount = (
  { accountId, provider, scopes = [] }: AccountSelection
): Resource.Resource<ConnectedAccount | null, GetAccessTokenError> =>
  Resource.make({
    name: "connectedAccount",
    input: [provider.toLowerCase(), ...scopes, ...accountId === undefined ? [] : [`account ${accountId}`]].join(" "),
    read: trace("ConnectedAccounts.get", keepSession(findConnectedAccount({ provider, scopes, accountId }))),
    invalidatedBy: ["oauthProviders.update", "oauthProviders.remove"]
  })

/** The user's permissions in all teams, including contained ones. All permission checks share this list. */
export const teamPermissions: ResourceOf<ReturnType<typeof Permissions.listInTeams>> = /*#__PURE__*/ Resource.make({
  name: "teamPermissions",
  read: /*#__PURE__*/ Permissions.listInTeams(),
  invalidatedBy: /*#__PURE__*/ withMemberships("teams.create"),
  codec: /*#__PURE__*/ array(TeamPermission)
})

/** The user's permissions in the project, including contained ones. */
export const projectPermissions: ResourceOf<ReturnType<typeof Permissions.listInProject>> = /*#__PURE__*/ Resource.make(
  {
    name: "projectPermissions",
    read: /*#__PURE__*/ Permissions.listInProject(),
    codec: /*#__PURE__*/ array(ProjectPermission)
  }
)

/** The user's teams. */
export const teams: ResourceOf<typeof Teams.list> = /*#__PURE__*/ Resource.make({
  name: "teams",
  read: Teams.list,
  update: applyCall,
  updatedBy: ["teams.create", "teams.update", "teams.remove", "teamMemberships.leave"],
  invalidatedBy: memberships,
  codec: /*#__PURE__*/ array(Team)
})

/** One of the user's teams. */
export const team = (teamId: string): ResourceOf<ReturnType<typeof Teams.get>> =>
  Resource.make({
    name: "team",
    input: teamId,
    read: Teams.get(teamId),
    update: applyCall,
    updatedBy: ["teams.update"],
    invalidatedBy: memberships,
    codec: Team
  })

/** A team's member profiles. */
export const teamMembers = (teamId: string): ResourceOf<ReturnType<typeof TeamMembers.list>> =>
  Resource.make({
    name: "teamMembers",
    input: teamId,
    read: TeamMembers.list(teamId),
    update: applyCall,
    updatedBy: ["teamMemberProfiles.update", "teamMemberships.remove"],
    invalidatedBy: withMemberships("users.me.update"),
    codec: array(TeamMemberProfile)
  })

/** The pending invitations to a team. */
export const teamInvitations = (teamId: string): ResourceOf<ReturnType<typeof TeamInvitations.list>> =>
  Resource.make({
    name: "teamInvitations",
    input: teamId,
    read: TeamInvitations.list(teamId),
    update: applyCall,
    updatedBy: ["teamInvitations.revoke"],
    invalidatedBy: withMemberships("teamInvitations.sendCode", "teams.update"),
    codec: array(TeamInvitation)
  })

/**
 * The pending invitations to the user's verified addresses.
 *
 * @generation 2026
 */
export const ownTeamInvitations: ResourceOf<typeof TeamInvitations.listOwn> = /*#__PURE__*/ Resource.make({
  name: "ownTeamInvitations",
  read: TeamInvitations.listOwn,
  update: applyCall,
  updatedBy: ["teamInvitations.revoke"],
  invalidatedBy: /*#__PURE__*/ withMemberships(
    "teamInvitations.sendCode",
    "teams.update",
    "contactChannels.update.client",
    "contactChannels.remove",
    "contactChannels.verify"
  ),
  codec: /*#__PURE__*/ array(TeamInvitation)
})

/** A team's API keys, without the keys themselves. */
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
    update: applyCall,
    updatedBy: ["teamApiKeys.create", "teamApiKeys.update"],
    invalidatedBy: memberships,
    codec: array(TeamApiKey)
  })

/** The project. It is the same for all users. */
export const project: ResourceOf<typeof Project.get> = /*#__PURE__*/ Resource.make({
  name: "project",
  read: Project.get,
  perSession: false,
  codec: projects.Project
})

/** The projects that the user owns, for users in the project `internal`. */
export const ownedProjects: ResourceOf<typeof OwnedProjects.list> = /*#__PURE__*/ Resource.make({
  name: "ownedProjects",
  read: OwnedProjects.list,
  update: applyCall,
  updatedBy: ["internalProjects.create"],
  invalidatedBy: ["internalProjects.transfer"],
  codec: /*#__PURE__*/ array(AdminProject)
})
