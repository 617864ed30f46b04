/** The handlers for all endpoints. */
import type { Modules } from "../../wire/endpoints.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { adminProjectHandlers } from "./adminProjects.ts"
import { teamApiKeyHandlers, userApiKeyHandlers } from "./apiKeys.ts"
import { cliHandlers } from "./cli.ts"
import { configHandlers } from "./config.ts"
import { connectedAccountHandlers } from "./connectedAccounts.ts"
import { contactChannelHandlers } from "./contactChannels.ts"
import { emailHandlers } from "./emails.ts"
import { emailSourceHandlers } from "./emailSources.ts"
import { emailTemplateHandlers } from "./emailTemplates.ts"
import { internalApiKeyHandlers } from "./internalApiKeys.ts"
import { metricsHandlers } from "./metrics.ts"
import { mfaHandlers } from "./mfa.ts"
import { notificationPreferenceHandlers } from "./notificationPreferences.ts"
import { oauthHandlers } from "./oauth.ts"
import { oauthProviderHandlers } from "./oauthProviders.ts"
import { otpHandlers } from "./otp.ts"
import { passkeyHandlers } from "./passkeys.ts"
import { passwordHandlers } from "./password.ts"
import { permissionDefinitionHandlers } from "./permissionDefinitions.ts"
import { projectPermissionHandlers, teamPermissionHandlers } from "./permissions.ts"
import { projectHandlers } from "./projects.ts"
import { sessionHandlers } from "./sessions.ts"
import { signInInvitationHandlers } from "./signInInvitations.ts"
import { teamInvitationHandlers } from "./teamInvitations.ts"
import { teamMemberHandlers } from "./teamMembers.ts"
import { teamHandlers } from "./teams.ts"
import { tokenHandlers } from "./tokens.ts"
import { userHandlers } from "./users.ts"
import { webhookHandlers } from "./webhooks.ts"

/** Endpoints that the router handles directly, because their requests need no authentication headers. */
type AnsweredByRouter =
  | "apiRoot"
  | "jwks"
  | "checkFeatureSupport"
  | "health"
  | "refresh"
  | "authorize"
  | "authorizeAsJson"
  | "callback"
  | "exchange"

/** The handlers by endpoint module. A missing handler is a type error. */
export const handlers: { readonly [M in keyof Modules]: Omit<HandlersOf<Modules[M]>, AnsweredByRouter> } = {
  adminProjects: adminProjectHandlers,
  cli: cliHandlers,
  config: configHandlers,
  connectedAccounts: connectedAccountHandlers,
  contactChannels: contactChannelHandlers,
  emails: emailHandlers,
  emailSources: emailSourceHandlers,
  emailTemplates: emailTemplateHandlers,
  internalApiKeys: internalApiKeyHandlers,
  metrics: metricsHandlers,
  mfa: mfaHandlers,
  notificationPreferences: notificationPreferenceHandlers,
  oauth: oauthHandlers,
  oauthProviders: oauthProviderHandlers,
  otp: otpHandlers,
  passkeys: passkeyHandlers,
  password: passwordHandlers,
  permissionDefinitions: permissionDefinitionHandlers,
  projectPermissions: projectPermissionHandlers,
  projects: projectHandlers,
  sessions: sessionHandlers,
  signInInvitations: signInInvitationHandlers,
  teamApiKeys: teamApiKeyHandlers,
  teamInvitations: teamInvitationHandlers,
  teamMembers: teamMemberHandlers,
  teamPermissions: teamPermissionHandlers,
  teams: teamHandlers,
  tokens: tokenHandlers,
  userApiKeys: userApiKeyHandlers,
  users: userHandlers,
  webhooks: webhookHandlers
}
