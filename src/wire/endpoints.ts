/**
 * All endpoints, for the emulator, which implements them, and for generated files such as the OpenAPI document. Clients
 * import single modules instead.
 */
import * as adminProjects from "./adminProjects.ts"
import * as cli from "./cli.ts"
import type { Codec } from "./Codec.ts"
import * as config from "./config.ts"
import * as connectedAccounts from "./connectedAccounts.ts"
import * as contactChannels from "./contactChannels.ts"
import * as emails from "./emails.ts"
import * as emailSources from "./emailSources.ts"
import * as emailTemplates from "./emailTemplates.ts"
import type { Any } from "./Endpoint.ts"
import * as internalApiKeys from "./internalApiKeys.ts"
import * as metrics from "./metrics.ts"
import * as mfa from "./mfa.ts"
import * as notificationPreferences from "./notificationPreferences.ts"
import * as oauth from "./oauth.ts"
import * as oauthProviders from "./oauthProviders.ts"
import * as otp from "./otp.ts"
import * as passkeys from "./passkeys.ts"
import * as password from "./password.ts"
import * as permissionDefinitions from "./permissionDefinitions.ts"
import * as projectPermissions from "./projectPermissions.ts"
import * as projects from "./projects.ts"
import * as sessions from "./sessions.ts"
import * as signInInvitations from "./signInInvitations.ts"
import * as teamApiKeys from "./teamApiKeys.ts"
import * as teamInvitations from "./teamInvitations.ts"
import * as teamMembers from "./teamMembers.ts"
import * as teamPermissions from "./teamPermissions.ts"
import * as teams from "./teams.ts"
import * as tokens from "./tokens.ts"
import * as userApiKeys from "./userApiKeys.ts"
import * as users from "./users.ts"
import * as webhooks from "./webhooks.ts"

/** The modules with endpoints. */
export const modules = {
  adminProjects,
  cli,
  config,
  connectedAccounts,
  contactChannels,
  emails,
  emailSources,
  emailTemplates,
  internalApiKeys,
  metrics,
  mfa,
  notificationPreferences,
  oauth,
  oauthProviders,
  otp,
  passkeys,
  password,
  permissionDefinitions,
  projectPermissions,
  projects,
  sessions,
  signInInvitations,
  teamApiKeys,
  teamInvitations,
  teamMembers,
  teamPermissions,
  teams,
  tokens,
  userApiKeys,
  users,
  webhooks
} as const

export type Modules = typeof modules

/** Returns `true` if such a module's export is an endpoint. */
export const isEndpoint = (value: unknown): value is Any =>
  typeof value === "object" && value !== null && "method" in value && "path" in value

/** Returns `true` if a module's export is a codec. */
export const isCodec = (value: unknown): value is Codec<unknown> =>
  typeof value === "object" && value !== null && "kind" in value

/** All endpoints. */
export const endpoints: ReadonlyArray<Any> = /*#__PURE__*/ Object.values(modules)
  .flatMap((module): ReadonlyArray<unknown> => Object.values(module)).filter(isEndpoint)
