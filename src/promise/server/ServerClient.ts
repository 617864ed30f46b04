/** The client for the server level, for code without Effect. */
import type { KeyChecks } from "../keyChecks.ts"
import type { ServerAccounts, ServerNotifications, ServerSessions, ServerSignIns } from "./account.ts"
import type { ServerApiKeys } from "./apiKeys.ts"
import type { ForRequest } from "./makeForRequest.ts"
import type { ServerCan, ServerPermissions } from "./permissions.ts"
import type { ServerInvitations, ServerMembers, ServerTeams } from "./teams.ts"
import type { ServerEmails, ServerUsers } from "./users.ts"

/**
 * The server functions, which act on all users and project teams. They return promises with
 * `{ data, error }`.
 *
 * If `AuthClient` has the same function for the signed-in user, a user's id comes first here: `auth.sessions.list()`
 * and `server.sessions.list(userId)`.
 */
export interface ServerFunctions extends ServerCan {
  readonly users: ServerUsers
  readonly emails: ServerEmails
  readonly teams: ServerTeams & { readonly members: ServerMembers }
  readonly invitations: ServerInvitations
  readonly permissions: ServerPermissions
  readonly apiKeys: ServerApiKeys & KeyChecks
  readonly sessions: ServerSessions
  readonly accounts: ServerAccounts & {
    /** The accounts as sign-in methods. */
    readonly signIns: ServerSignIns
  }
  readonly notifications: ServerNotifications
}

/** A client with the secret server key. It sends nothing before its first call. */
export interface ServerClient extends ServerFunctions {
  /**
   * Creates a client for one request, with the user whose cookies or tokens it carries. Throws `InvalidOptions` like
   * `createServerClient`.
   */
  readonly forRequest: ForRequest
  /** Interrupts pending calls, and releases all resources: `await using server = createServerClient(…)`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}
