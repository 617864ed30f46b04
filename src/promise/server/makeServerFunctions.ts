/** Creates the functions of the server level. */
import { state } from "../../account/KeyState.ts"
import type { Server } from "../../server/ServerService.ts"
import { iterate } from "../iterate.ts"
import { makeKeyChecks } from "../keyChecks.ts"
import { makeCall } from "../makeCall.ts"
import { makeMethods, takeSignal } from "../makeMethods.ts"
import { onDemand } from "../onDemand.ts"
import type { Runner } from "../Runner.ts"
import type { ServerAccounts, ServerNotifications, ServerSessions, ServerSignIns } from "./account.ts"
import type { ServerApiKeys } from "./apiKeys.ts"
import type { ServerCan, ServerPermissions } from "./permissions.ts"
import type { ServerFunctions } from "./ServerClient.ts"
import type { ServerInvitations, ServerMembers, ServerTeams } from "./teams.ts"
import type { ServerEmails, ServerUsers, UserStreamOptions } from "./users.ts"

/** @internal */
export const makeServerFunctions = (runner: Runner<Server>): ServerFunctions => {
  const methods = makeMethods(makeCall(runner))
  const usersPart = onDemand(() => import("./users.ts"))
  const users = methods(usersPart)
  const teams = methods(onDemand(() => import("./teams.ts")))
  const permissions = methods(onDemand(() => import("./permissions.ts")))
  const apiKeys = methods(onDemand(() => import("./apiKeys.ts")))
  const account = methods(onDemand(() => import("./account.ts")))

  const stream: ServerUsers["stream"] = (options = {}) => {
    const { inputs: [filter], signal } = takeSignal([options])
    return iterate(
      runner,
      // Sound: `takeSignal` removes only the signal.
      (emit) => usersPart(({ forEachUser }) => forEachUser(filter as UserStreamOptions, emit)),
      signal,
      stream
    )
  }

  return {
    users: {
      ...users<Omit<ServerUsers, "stream">>((module) => module.users, {
        list: "call",
        get: "call",
        getByApiKey: "call",
        create: "call",
        update: "call",
        remove: "call",
        invite: "call"
      }),
      stream
    },
    emails: users<ServerEmails>((module) => module.emails, {
      send: "call",
      list: "call",
      listAll: "call",
      get: "call",
      create: "call",
      update: "call",
      remove: "call",
      sendVerification: "call"
    }),
    teams: {
      ...teams<ServerTeams>((module) => module.teams, {
        list: "call",
        listPage: "call",
        get: "call",
        getByApiKey: "call",
        create: "call",
        update: "call",
        remove: "call"
      }),
      members: teams<ServerMembers>((module) => module.members, {
        list: "call",
        listOfUser: "call",
        listAll: "call",
        get: "call",
        update: "call",
        add: "call",
        remove: "call"
      })
    },
    invitations: teams<ServerInvitations>((module) => module.invitations, {
      send: "call",
      list: "call",
      listOfUser: "call",
      accept: "call",
      revoke: "call"
    }),
    permissions: permissions<ServerPermissions>((module) => module.permissions, {
      listInTeams: "call",
      listInProject: "call",
      grantInTeam: "call",
      revokeInTeam: "call",
      grantInProject: "call",
      revokeInProject: "call"
    }),
    ...permissions<ServerCan>((module) => module.can, { can: "question" }),
    apiKeys: {
      ...apiKeys<ServerApiKeys>((module) => module.apiKeys, {
        create: "call",
        list: "call",
        get: "call",
        update: "call",
        revoke: "call",
        check: "call",
        find: "call"
      }),
      ...makeKeyChecks(runner.runtime, state)
    },
    sessions: account<ServerSessions>((module) => module.sessions, { create: "call", list: "call", revoke: "call" }),
    accounts: {
      ...account<ServerAccounts>((module) => module.accounts, { list: "call", token: "call" }),
      signIns: account<ServerSignIns>((module) => module.signIns, {
        list: "call",
        listAll: "call",
        get: "call",
        create: "call",
        update: "call",
        remove: "call"
      })
    },
    notifications: account<ServerNotifications>((module) => module.notifications, { list: "call", update: "call" })
  }
}
