/** Creates the server functions. */
import { state } from "../../account/KeyState.ts"
import type { Server } from "../../server/ServerService.ts"
import { iterate } from "../iterate.ts"
import { makeKeyChecks } from "../keyChecks.ts"
import { makeCall } from "../makeCall.ts"
import { makeMethods, takeSignal } from "../makeMethods.ts"
import { onDemand } from "../onDemand.ts"
import type { Runner } from "../Runner.ts"
import type { ServerFunctions } from "./ServerClient.ts"
import type { ServerUsers, UserStreamOptions } from "./users.ts"

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
      ...users("users")("list", "get", "getByApiKey", "create", "update", "remove", "invite"),
      stream
    },
    emails: users("emails")("send", "list", "listAll", "get", "create", "update", "remove", "sendVerification"),
    teams: {
      ...teams("teams")("list", "listPage", "get", "getByApiKey", "create", "update", "remove"),
      members: teams("members")("list", "listForUser", "listAll", "get", "update", "add", "remove")
    },
    invitations: teams("invitations")("send", "list", "listForUser", "acceptById", "revoke"),
    permissions: permissions("permissions")(
      "listInTeams",
      "listInProject",
      "grantInTeam",
      "revokeInTeam",
      "grantInProject",
      "revokeInProject"
    ),
    ...permissions("can")("can?"),
    apiKeys: {
      ...apiKeys("apiKeys")("create", "list", "get", "update", "revoke", "check", "find"),
      ...makeKeyChecks(runner.runtime, state)
    },
    sessions: account("sessions")("create", "list", "revoke"),
    accounts: {
      ...account("accounts")("list", "token"),
      signIns: account("signIns")("list", "listAll", "get", "create", "update", "remove")
    },
    notifications: account("notifications")("list", "update")
  }
}
