/**
 * Codecs between the entities of the service and JSON, with camelCase keys and ISO 8601 dates.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import type * as apiKeys from "../wire/apiKeys.ts"
import type * as connectedAccounts from "../wire/connectedAccounts.ts"
import type * as contactChannels from "../wire/contactChannels.ts"
import type { Json } from "../wire/Json.ts"
import type * as notificationPreferences from "../wire/notificationPreferences.ts"
import type * as oauthProviders from "../wire/oauthProviders.ts"
import type * as projectPermissions from "../wire/projectPermissions.ts"
import type * as projects from "../wire/projects.ts"
import type * as sessions from "../wire/sessions.ts"
import type * as teamInvitations from "../wire/teamInvitations.ts"
import type * as teamMembers from "../wire/teamMembers.ts"
import type * as teamPermissions from "../wire/teamPermissions.ts"
import type * as teams from "../wire/teams.ts"
import type * as users from "../wire/User.ts"
import { nullableText, optionalBoolean, optionalText, toJsonCodec } from "./json.ts"

const teamFields = () => ({
  id: Schema.String,
  displayName: Schema.String,
  profileImageUrl: nullableText(),
  clientMetadata: Schema.Json,
  clientReadOnlyMetadata: Schema.Json
})

const serverTeam = () =>
  Schema.Struct({ ...teamFields(), createdAt: Schema.DateFromString, serverMetadata: Schema.Json })

/**
 * A team, as `Teams.get` returns it to its members.
 *
 * @category entities
 * @since 0.1.0
 */
export const Team: Schema.Codec<teams.Team, Json> = toJsonCodec(() => Schema.Struct(teamFields()))

/**
 * A team, as `Teams.get` returns it to servers.
 *
 * @category entities
 * @since 0.1.0
 */
export const ServerTeam: Schema.Codec<teams.ServerTeam, Json> = toJsonCodec(() => serverTeam())

const userFields = () => ({
  id: Schema.String,
  displayName: nullableText(),
  primaryEmail: nullableText(),
  primaryEmailVerified: Schema.Boolean,
  profileImageUrl: nullableText(),
  signedUpAt: Schema.DateFromString,
  clientMetadata: Schema.Json,
  clientReadOnlyMetadata: Schema.Json,
  hasPassword: Schema.Boolean,
  authWithEmail: Schema.Boolean,
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  requiresTotpMfa: Schema.Boolean,
  isAnonymous: Schema.Boolean,
  isRestricted: optionalBoolean(),
  restrictedReason: Schema.optional(Schema.NullOr(Schema.Struct({ type: Schema.String }))),
  restrictedByAdmin: optionalBoolean(),
  restrictedByAdminReason: optionalText(),
  oauthProviders: Schema.Array(
    Schema.Struct({ id: Schema.String, accountId: Schema.String, email: nullableText() })
  ),
  selectedTeamId: nullableText()
})

const serverUser = () =>
  Schema.Struct({
    ...userFields(),
    primaryEmailAuthEnabled: Schema.Boolean,
    serverMetadata: Schema.Json,
    lastActiveAt: Schema.DateFromString,
    restrictedByAdminPrivateDetails: optionalText(),
    countryCode: optionalText(),
    riskScores: Schema.optional(
      Schema.Struct({ signUp: Schema.Struct({ bot: Schema.Finite, freeTrialAbuse: Schema.Finite }) })
    ),
    selectedTeam: Schema.NullOr(serverTeam())
  })

/**
 * A user, as `CurrentUser.get` returns the signed-in user to a client.
 *
 * @category entities
 * @since 0.1.0
 */
export const User: Schema.Codec<users.User, Json> = toJsonCodec(
  () => Schema.Struct({ ...userFields(), selectedTeam: Schema.NullOr(Schema.Struct(teamFields())) })
)

/**
 * A user, as `Users.get` returns it to servers. It contains `serverMetadata`: do not send it to browsers.
 *
 * @category entities
 * @since 0.1.0
 */
export const ServerUser: Schema.Codec<users.ServerUser, Json> = toJsonCodec(() => serverUser())

const memberFields = () => ({
  teamId: Schema.String,
  userId: Schema.String,
  displayName: nullableText(),
  profileImageUrl: nullableText()
})

/**
 * The profile of a team member, as `TeamMembers.get` returns it to clients.
 *
 * @category entities
 * @since 0.1.0
 */
export const TeamMember: Schema.Codec<teamMembers.TeamMemberProfile, Json> = toJsonCodec(() =>
  Schema.Struct(memberFields())
)

/**
 * The profile of a team member with the user, as `TeamMembers.get` returns it to servers.
 *
 * @category entities
 * @since 0.1.0
 */
export const ServerTeamMember: Schema.Codec<teamMembers.ServerTeamMemberProfile, Json> = toJsonCodec(
  () => Schema.Struct({ ...memberFields(), user: serverUser() })
)

/**
 * A pending invitation to a team.
 *
 * @category entities
 * @since 0.1.0
 */
export const TeamInvitation: Schema.Codec<teamInvitations.TeamInvitation, Json> = toJsonCodec(
  () =>
    Schema.Struct({
      id: Schema.String,
      teamId: Schema.String,
      teamDisplayName: Schema.optional(Schema.String),
      recipientEmail: Schema.String,
      expiresAt: Schema.DateFromString
    })
)

/**
 * A permission that a user has in a team.
 *
 * @category entities
 * @since 0.1.0
 */
export const TeamPermission: Schema.Codec<teamPermissions.TeamPermission, Json> = toJsonCodec(
  () => Schema.Struct({ id: Schema.String, teamId: Schema.String, userId: Schema.String })
)

/**
 * A permission that a user has in the project.
 *
 * @category entities
 * @since 0.1.0
 */
export const ProjectPermission: Schema.Codec<projectPermissions.ProjectPermission, Json> = toJsonCodec(
  () => Schema.Struct({ id: Schema.String, userId: Schema.String })
)

/**
 * A contact channel of a user.
 *
 * @category entities
 * @since 0.1.0
 */
export const ContactChannel: Schema.Codec<contactChannels.ContactChannel, Json> = toJsonCodec(
  () =>
    Schema.Struct({
      id: Schema.String,
      userId: Schema.String,
      type: Schema.Literal("email"),
      value: Schema.String,
      isPrimary: Schema.Boolean,
      isVerified: Schema.Boolean,
      usedForAuth: Schema.Boolean
    })
)

const keyFields = () => ({
  id: Schema.String,
  description: Schema.String,
  expiresAt: Schema.optional(Schema.DateFromString),
  manuallyRevokedAt: Schema.optional(Schema.DateFromString),
  createdAt: Schema.DateFromString,
  isPublic: Schema.Boolean,
  value: Schema.Struct({ lastFour: Schema.String })
})

/**
 * An API key of a user, with the last four characters of its value. New keys, whose values are secret, have no codec.
 *
 * @category entities
 * @since 0.1.0
 */
export const UserApiKey: Schema.Codec<apiKeys.UserApiKey, Json> = toJsonCodec(
  () => Schema.Struct({ ...keyFields(), type: Schema.Literal("user"), userId: Schema.String })
)

/**
 * An API key of a team, with the last four characters of its value. New keys, whose values are secret, have no codec.
 *
 * @category entities
 * @since 0.1.0
 */
export const TeamApiKey: Schema.Codec<apiKeys.TeamApiKey, Json> = toJsonCodec(
  () => Schema.Struct({ ...keyFields(), type: Schema.Literal("team"), teamId: Schema.String })
)

/**
 * A session of a user, without its tokens.
 *
 * @category entities
 * @since 0.1.0
 */
export const Session: Schema.Codec<sessions.UserSession, Json> = toJsonCodec(
  () =>
    Schema.Struct({
      id: Schema.String,
      userId: Schema.String,
      createdAt: Schema.DateFromString,
      isImpersonation: Schema.Boolean,
      lastUsedAt: Schema.optional(Schema.DateFromString),
      isCurrentSession: Schema.Boolean,
      lastUsedAtEndUserIpInfo: Schema.optional(Schema.Struct({
        ip: Schema.String,
        countryCode: optionalText(),
        regionCode: optionalText(),
        cityName: optionalText(),
        latitude: Schema.optional(Schema.NullOr(Schema.Finite)),
        longitude: Schema.optional(Schema.NullOr(Schema.Finite)),
        tzIdentifier: optionalText()
      }))
    })
)

/**
 * A provider account that a user has connected.
 *
 * @category entities
 * @since 0.1.0
 */
export const ConnectedAccount: Schema.Codec<connectedAccounts.LinkedAccount, Json> = toJsonCodec(
  () => Schema.Struct({ userId: Schema.String, provider: Schema.String, accountId: Schema.String })
)

const providerFields = () => ({
  id: Schema.String,
  userId: Schema.String,
  providerConfigId: Schema.String,
  type: Schema.String,
  email: Schema.optional(Schema.String),
  allowSignIn: Schema.Boolean,
  allowConnectedAccounts: Schema.Boolean
})

/**
 * The connection of a user to an OAuth account, as clients get it.
 *
 * @category entities
 * @since 0.1.0
 */
export const OAuthProvider: Schema.Codec<oauthProviders.OAuthProvider, Json> = toJsonCodec(
  () => Schema.Struct(providerFields())
)

/**
 * The connection of a user to an OAuth account, as servers get it.
 *
 * @category entities
 * @since 0.1.0
 */
export const ServerOAuthProvider: Schema.Codec<oauthProviders.ServerOAuthProvider, Json> = toJsonCodec(
  () => Schema.Struct({ ...providerFields(), accountId: Schema.String })
)

/**
 * A category of emails, and whether a user receives them.
 *
 * @category entities
 * @since 0.1.0
 */
export const NotificationPreference: Schema.Codec<notificationPreferences.NotificationPreference, Json> = toJsonCodec(
  () =>
    Schema.Struct({
      notificationCategoryId: Schema.String,
      notificationCategoryName: Schema.String,
      enabled: Schema.Boolean,
      canDisable: Schema.Boolean
    })
)

/**
 * The project, as `Project.get` returns it to clients.
 *
 * @category entities
 * @since 0.1.0
 */
export const Project: Schema.Codec<projects.Project, Json> = toJsonCodec(
  () =>
    Schema.Struct({
      id: Schema.String,
      displayName: Schema.String,
      config: Schema.Struct({
        signUpEnabled: Schema.Boolean,
        credentialEnabled: Schema.Boolean,
        magicLinkEnabled: Schema.Boolean,
        passkeyEnabled: Schema.Boolean,
        clientTeamCreationEnabled: Schema.Boolean,
        clientUserDeletionEnabled: Schema.Boolean,
        allowUserApiKeys: Schema.Boolean,
        allowTeamApiKeys: Schema.Boolean,
        enabledOauthProviders: Schema.Array(Schema.Struct({ id: Schema.String })),
        domains: Schema.optional(Schema.Array(Schema.Struct({ domain: Schema.String, handlerPath: Schema.String })))
      })
    })
)
