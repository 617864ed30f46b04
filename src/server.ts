/** The server level, for programs with the secret server key. Do not import it in code that browsers load. */
export * as AccessToken from "./server/AccessToken.ts"
export * as ApiKeys from "./server/ApiKeys.ts"
export * as Authentication from "./server/Authentication.ts"
export * as Authorization from "./server/Authorization.ts"
export * as AuthProblem from "./server/AuthProblem.ts"
export * as ConnectedAccounts from "./server/ConnectedAccounts.ts"
export * as ContactChannels from "./server/ContactChannels.ts"
export * as CurrentUser from "./server/CurrentUser.ts"
export * as DeviceBoundSessions from "./server/DeviceBoundSessions.ts"
export * as Emails from "./server/Emails.ts"
export * as ForeignUse from "./server/ForeignUse.ts"
export * as Jwks from "./server/Jwks.ts"
export * as NotificationPreferences from "./server/NotificationPreferences.ts"
export * as OAuthProviders from "./server/OAuthProviders.ts"
export * as Permissions from "./server/Permissions.ts"
export * as Server from "./server/Server.ts"
export * as Sessions from "./server/Sessions.ts"
export * as SessionStore from "./server/SessionStore.ts"
export * as StoredSessionHost from "./server/StoredSessionHost.ts"
export * as TeamInvitations from "./server/TeamInvitations.ts"
export * as TeamMembers from "./server/TeamMembers.ts"
export * as Teams from "./server/Teams.ts"
export * as Users from "./server/Users.ts"
export * as Webhooks from "./server/Webhooks.ts"

/** A request's principal. */
export * from "./server/Principal.ts"

/** The errors of authentication and authorization. */
export * from "./server/authenticationErrors.ts"

/** Wraps secrets, so that logs and errors do not contain them: `Redacted.make(text)` and `Redacted.value(secret)`. */
export * as Redacted from "effect/Redacted"
