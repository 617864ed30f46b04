/**
 * The server level for code without Effect: functions that return promises with `{ data, error }`. Do not import it in code that
 * browsers load.
 *
 * **Example** (Finding a user)
 *
 * ```ts
 * import { createServerClient } from "latchkey/promise/server"
 *
 * const server = createServerClient() // the id and the key come from the environment
 * const { data: page, error } = await server.users.list({ query: "ada@example.com" })
 * console.log(error ? error.code : page.items[0]?.displayName)
 * ```
 */
export { InvalidOptions } from "../session/options.ts"
export * from "./Result.ts"
export { Disposed } from "./Runner.ts"
export type { ServerAccounts, ServerNotifications, ServerSessions, ServerSignIns } from "./server/account.ts"
export type { ServerApiKeys } from "./server/apiKeys.ts"
export { createServerClient, type ServerClientOptions } from "./server/createServerClient.ts"
export type { ServerUserGroup } from "./server/currentUser.ts"
export type { ServerRequestClient } from "./server/makeForRequest.ts"
export type { ServerCan, ServerPermissions } from "./server/permissions.ts"
export type { ServerClient, ServerFunctions } from "./server/ServerClient.ts"
export type { ServerInvitations, ServerMembers, ServerTeams } from "./server/teams.ts"
export type { ServerEmails, ServerUsers } from "./server/users.ts"
export { verifyWebhook } from "./server/verifyWebhook.ts"

export type { AuthClient } from "./AuthClient.ts"
export type { CreatedTeamApiKey, CreatedUserApiKey } from "./client/keys.ts"
export type { RequestClient } from "./forRequest.ts"
export type { KeyChecks } from "./keyChecks.ts"
export type { BaseOptions } from "./openRuntime.ts"

/** The values in results. */
export type { ApiKeyCreation, ApiKeyUpdate, KeyLife, KeyState, TeamApiKey, UserApiKey } from "../server/ApiKeys.ts"
export type { LinkedAccount } from "../server/ConnectedAccounts.ts"
export type { ContactChannel } from "../server/ContactChannels.ts"
export type { UserEmail } from "../server/Emails.ts"
export type { NotificationPreference } from "../server/NotificationPreferences.ts"
export type { OAuthProviderCreation, ServerOAuthProvider, ServerOAuthProviderUpdate } from "../server/OAuthProviders.ts"
export type {
  ProjectPermission,
  ProjectPermissionFilter,
  TeamPermission,
  TeamPermissionFilter
} from "../server/Permissions.ts"
export type { UserSession } from "../server/Sessions.ts"
export type { TeamInvitation, TeamInvitationCreation } from "../server/TeamInvitations.ts"
export type { ServerTeamMemberProfile, TeamMemberProfileUpdate } from "../server/TeamMembers.ts"
export type { ListPageOptions, ServerTeam, ServerTeamCreation, ServerTeamUpdate, TeamFilter } from "../server/Teams.ts"
export type { ListOptions, Page, ServerUser, ServerUserUpdate, UserCreation, UserFilter } from "../server/Users.ts"
export { WebhookInvalid } from "../server/WebhookInvalid.ts"
export type { WebhookEvent, WebhookRequest, WebhookSecret } from "../server/Webhooks.ts"
