/**
 * The values of the calls.
 *
 * @since 0.1.0
 */
export type { ApiKeyUpdate, KeyLife, KeyState, TeamApiKey, UserApiKey } from "../account/ApiKeys.ts"
export type { LinkedAccount } from "../account/ConnectedAccounts.ts"
export type { ContactChannel } from "../account/ContactChannels.ts"
export type { User, UserUpdate } from "../account/CurrentUser.ts"
export type { NotificationPreference } from "../account/NotificationPreferences.ts"
export type { OAuthProvider, OAuthProviderUpdate } from "../account/OAuthProviders.ts"
export type { ProjectPermission, TeamPermission } from "../account/Permissions.ts"
export type { Project } from "../account/Project.ts"
export type { UserSession } from "../account/Sessions.ts"
export type { TeamInvitation, TeamInvitationDetails } from "../account/TeamInvitations.ts"
export type { TeamMemberProfile, TeamMemberProfileUpdate } from "../account/TeamMembers.ts"
export type { Team, TeamCreation, TeamUpdate } from "../account/Teams.ts"
