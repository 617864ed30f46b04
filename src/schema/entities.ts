/** Codecs between the service's entities and JSON, with camelCase keys and ISO 8601 dates. */
import type * as Schema from "effect/Schema"
import * as apiKeys from "../wire/apiKeys.ts"
import * as connectedAccounts from "../wire/connectedAccounts.ts"
import * as contactChannels from "../wire/contactChannels.ts"
import type { Json } from "../wire/Json.ts"
import * as notificationPreferences from "../wire/notificationPreferences.ts"
import * as oauthProviders from "../wire/oauthProviders.ts"
import * as projectPermissions from "../wire/projectPermissions.ts"
import * as projects from "../wire/projects.ts"
import * as sessions from "../wire/sessions.ts"
import * as teamInvitations from "../wire/teamInvitations.ts"
import * as teamMembers from "../wire/teamMembers.ts"
import * as teamPermissions from "../wire/teamPermissions.ts"
import * as teams from "../wire/teams.ts"
import * as users from "../wire/User.ts"
import { toJsonCodec } from "./toJsonCodec.ts"

/**
 * A team, as `Teams.get` returns it to its members.
 *
 * @category entities
 */
export const Team: Schema.Codec<teams.Team, Json> = /*#__PURE__*/ toJsonCodec(teams.Team)

/**
 * A team, as `Teams.get` returns it to servers.
 *
 * @category entities
 */
export const ServerTeam: Schema.Codec<teams.ServerTeam, Json> = /*#__PURE__*/ toJsonCodec(teams.ServerTeam)

/**
 * A user, as `CurrentUser.get` returns the signed-in user to a client.
 *
 * @category entities
 */
export const User: Schema.Codec<users.User, Json> = /*#__PURE__*/ toJsonCodec(users.User)

/**
 * A user, as `Users.get` returns it to servers. It contains `serverMetadata`: do not send it to browsers.
 *
 * @category entities
 */
export const ServerUser: Schema.Codec<users.ServerUser, Json> = /*#__PURE__*/ toJsonCodec(users.ServerUser)

/**
 * A team member's profile, as `TeamMembers.get` returns it to clients.
 *
 * @category entities
 */
export const TeamMember: Schema.Codec<teamMembers.TeamMemberProfile, Json> = /*#__PURE__*/ toJsonCodec(
  teamMembers.TeamMemberProfile
)

/**
 * A team member's profile with the user, as `TeamMembers.get` returns it to servers.
 *
 * @category entities
 */
export const ServerTeamMember: Schema.Codec<teamMembers.ServerTeamMemberProfile, Json> = /*#__PURE__*/ toJsonCodec(
  teamMembers.ServerTeamMemberProfile
)

/**
 * A pending invitation to a team.
 *
 * @category entities
 */
export const TeamInvitation: Schema.Codec<teamInvitations.TeamInvitation, Json> = /*#__PURE__*/ toJsonCodec(
  teamInvitations.TeamInvitation
)

/**
 * A permission that a user has in a team.
 *
 * @category entities
 */
export const TeamPermission: Schema.Codec<teamPermissions.TeamPermission, Json> = /*#__PURE__*/ toJsonCodec(
  teamPermissions.TeamPermission
)

/**
 * A permission that a user has in the project.
 *
 * @category entities
 */
export const ProjectPermission: Schema.Codec<projectPermissions.ProjectPermission, Json> = /*#__PURE__*/ toJsonCodec(
  projectPermissions.ProjectPermission
)

/**
 * A user's contact channel.
 *
 * @category entities
 */
export const ContactChannel: Schema.Codec<contactChannels.ContactChannel, Json> = /*#__PURE__*/ toJsonCodec(
  contactChannels.ContactChannel
)

/**
 * A user's API key, with the last four characters of its value. New keys, whose values are secret, have no codec.
 *
 * @category entities
 */
export const UserApiKey: Schema.Codec<apiKeys.UserApiKey, Json> = /*#__PURE__*/ toJsonCodec(apiKeys.UserApiKey)

/**
 * A team's API key, with the last four characters of its value. New keys, whose values are secret, have no codec.
 *
 * @category entities
 */
export const TeamApiKey: Schema.Codec<apiKeys.TeamApiKey, Json> = /*#__PURE__*/ toJsonCodec(apiKeys.TeamApiKey)

/**
 * A user's session, without its tokens.
 *
 * @category entities
 */
export const Session: Schema.Codec<sessions.UserSession, Json> = /*#__PURE__*/ toJsonCodec(sessions.UserSession)

/**
 * A provider account that a user has connected.
 *
 * @category entities
 */
export const ConnectedAccount: Schema.Codec<connectedAccounts.LinkedAccount, Json> = /*#__PURE__*/ toJsonCodec(
  connectedAccounts.LinkedAccount
)

/**
 * A user's connection to an OAuth account, as clients get it.
 *
 * @category entities
 */
export const OAuthProvider: Schema.Codec<oauthProviders.OAuthProvider, Json> = /*#__PURE__*/ toJsonCodec(
  oauthProviders.OAuthProvider
)

/**
 * A user's connection to an OAuth account, as servers get it.
 *
 * @category entities
 */
export const ServerOAuthProvider: Schema.Codec<oauthProviders.ServerOAuthProvider, Json> = /*#__PURE__*/ toJsonCodec(
  oauthProviders.ServerOAuthProvider
)

/**
 * An email category, and whether a user receives them.
 *
 * @category entities
 */
export const NotificationPreference: Schema.Codec<notificationPreferences.NotificationPreference, Json> =
  /*#__PURE__*/ toJsonCodec(notificationPreferences.NotificationPreference)

/**
 * The project, as `Project.get` returns it to clients.
 *
 * @category entities
 */
export const Project: Schema.Codec<projects.Project, Json> = /*#__PURE__*/ toJsonCodec(projects.Project)
