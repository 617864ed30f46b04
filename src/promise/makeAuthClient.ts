/** Creates the client from a host's services. */
import * as Effect from "effect/Effect"
import { addHandler } from "../account/challengeHandlers.ts"
import { state } from "../account/KeyState.ts"
import type * as Resources from "../account/Resources.ts"
import { signOut as signOutEffect } from "../account/signOut.ts"
import type { Resource } from "../cache/makeResource.ts"
import { stringifyId } from "../call/ids.ts"
import { hostedApi } from "../session/apiUrl.ts"
import { Client } from "../session/ClientService.ts"
import { isPlainObject } from "../session/optionNames.ts"
import { checkNames } from "../session/options.ts"
import type { AuthClient } from "./AuthClient.ts"
import { makeCached, type ObserveCached, type Subscribe, type SubscribeTo } from "./client/cached.ts"
import type { ReverifyPart } from "./client/reverify.ts"
import type { Services } from "./client/Services.ts"
import { makeSession } from "./client/session.ts"
import { makeKeyChecks } from "./keyChecks.ts"
import { explain, type MakeCall, makeCall } from "./makeCall.ts"
import { makeMethods } from "./makeMethods.ts"
import { type OnDemand, onDemand } from "./onDemand.ts"
import type { BaseOptions } from "./openRuntime.ts"
import * as Runner from "./Runner.ts"
import { setPrinted } from "./setPrinted.ts"

/** @internal */
export interface ClientSettings {
  readonly options: BaseOptions
  /** The origins that get the user's token from `auth.fetch`. */
  readonly getOrigins: () => ReadonlyArray<string>
  readonly onDispose?: (() => unknown) | undefined
}

/** @internal */
export const makeAuthClient = (
  runtime: Runner.Runtime<Services>,
  { getOrigins, onDispose, options }: ClientSettings
): AuthClient => {
  const runner = Runner.make(runtime)
  const call = makeCall(runner)
  const reverify = onDemand(async () => (await import("./client/reverify.ts")).makeReverify(call, runner))
  const parts = makeParts(call, reverify)
  const methods = makeMethods(call)
  const account = methods(parts.account)
  const keys = methods(parts.keys)
  const project = methods(parts.project)
  const signIn = methods(parts.signIn)
  const teams = methods(parts.teams)
  const { onChange, session } = makeSession(runner, methods(parts.session))
  const observe = makeCached(runner)
  const [subscribeWith, subscribeToWith] = makeSubscriptions(observe)

  const client: AuthClient = {
    signIn: {
      ...signIn("signIn")("password", "email", "magicLink", "checkMagicLink", "pending"),
      ...methods(parts.otherSignIns)("signIn")("oauth", "oauthUrl", "apple", "passkey", "anonymous", "cli")
    },
    signUp: signIn("signUp")("password"),
    signOut: makeSignOut(call),
    session: {
      ...session,
      reverify: {
        ...methods(reverify)("reverify")("requireRecent", "methods", "password", "email", "passkey", "oauth"),
        // Added without a wait, so that the listener misses no challenge. Its code loads with the first one.
        onChallenge: (listener) =>
          addHandler(
            runtime.runSync(Client).session,
            (challenge) => reverify((part) => part.answer(listener, challenge))
          )
      }
    },
    onChange,
    ...methods(parts.callback)("callback")("handleCallback"),
    ...account("user")("getUser", "updateUser", "deleteUser"),
    user: { subscribe: (listener, filter) => observe((all) => all.user, listener, filter) },
    password: methods(parts.password)("password")("change", "set", "sendReset", "reset", "checkResetCode"),
    emails: {
      ...account("emails")(
        "list",
        "get",
        "create",
        "update",
        "makePrimary",
        "remove",
        "sendVerification",
        "verify",
        "checkCode"
      ),
      subscribe: subscribeWith((all) => all.contactChannels)
    },
    sessions: {
      ...account("sessions")("list", "revoke"),
      subscribe: subscribeWith((all) => all.sessions)
    },
    teams: {
      ...teams("teams")("list", "get", "create", "update", "remove", "leave", "select"),
      members: {
        ...teams("members")("list", "get", "getOwn", "updateOwn", "remove"),
        subscribe: subscribeToWith((all, id) => all.teamMembers(id))
      },
      subscribe: subscribeWith((all) => all.teams)
    },
    invitations: {
      ...teams("invitations")("send", "list", "listOwn", "revoke", "accept", "acceptById", "getDetails", "checkCode"),
      subscribe: subscribeWith((all) => all.ownTeamInvitations),
      subscribeTo: subscribeToWith((all, id) => all.teamInvitations(id))
    },
    permissions: {
      ...teams("permissions")("listInTeams", "listInProject"),
      subscribe: subscribeWith((all) => all.teamPermissions),
      subscribeInProject: subscribeWith((all) => all.projectPermissions)
    },
    ...teams("can")("can?"),
    apiKeys: {
      ...keys("apiKeys")("create", "list", "get", "update", "revoke", "authorizeAgent"),
      isValid: makeKeyChecks(runtime, state).isValid,
      subscribe: subscribeWith((all) => all.userApiKeys),
      subscribeTo: subscribeToWith((all, id) => all.teamApiKeys(id))
    },
    passkeys: keys("passkeys")(
      "register",
      "remove",
      "startRegistration",
      "completeRegistration",
      "startSignIn",
      "completeSignIn",
      "isSupported?",
      "isAutofillSupported?"
    ),
    totp: keys("totp")("generate", "enable", "disable"),
    accounts: {
      ...account("accounts")("list", "get", "token", "link"),
      signIns: account("signIns")("list", "get", "update", "remove")
    },
    notifications: account("notifications")("list", "update"),
    project: {
      ...project("project")("get", "checkFeatureSupport", "getSigningKeys", "getApiRoot", "checkHealth"),
      owned: {
        ...project("ownedProjects")("list", "create", "transfer"),
        // Sound: these cached values have their secrets as plain strings.
        subscribe: subscribeWith((all) => all.ownedProjects) as AuthClient["project"]["owned"]["subscribe"]
      },
      subscribe: subscribeWith((all) => all.project)
    },
    fetch: makeAuthFetch(call, parts.fetch, options, getOrigins),
    preload: makePreload(parts),
    [Symbol.asyncDispose]: () => {
      onDispose?.()
      return runner.dispose()
    }
  }
  const { apiUrl = hostedApi, projectId } = options
  runners.set(client, runner)
  return setPrinted(client, () => ({ projectId, apiUrl, session: session.get() }))
}

/** A client's parts. Each loads with its first call. */
const makeParts = (call: MakeCall<Services>, reverify: ReverifyPart) => ({
  reverify,
  session: onDemand(() => import("./client/sessionRequests.ts")),
  signIn: onDemand(async () => (await import("./client/signIn.ts")).makeSignIn(call)),
  otherSignIns: onDemand(async () => (await import("./client/otherSignIns.ts")).makeOtherSignIns(call)),
  password: onDemand(() => import("./client/password.ts")),
  account: onDemand(() => import("./client/account.ts")),
  teams: onDemand(() => import("./client/teams.ts")),
  keys: onDemand(async () => (await import("./client/keys.ts")).makeKeys(call)),
  project: onDemand(() => import("./client/project.ts")),
  callback: onDemand(async () => (await import("./client/handleCallback.ts")).makeHandleCallback(call, reverify)),
  fetch: onDemand(() => import("./client/authFetch.ts")),
  preload: onDemand(() => import("./client/preload.ts"))
})

/** An id that is `undefined` is sent as text, which the service refuses. The user's own values are not shown. */
const makeSubscriptions = (observe: ObserveCached) =>
  [
    <A, E>(select: (all: typeof Resources) => Resource<A, E>): Subscribe<A, E> => (listener) =>
      observe(select, listener),
    <A, E>(select: (all: typeof Resources, id: string) => Resource<A, E>): SubscribeTo<A, E> => (id, listener) =>
      observe((all) => select(all, stringifyId(id)), listener)
  ] as const

const makePreload = (parts: ReturnType<typeof makeParts>): AuthClient["preload"] => async (...names) => {
  const { partsOf } = await load(parts.preload)
  await Promise.all(partsOf(names).map((name) => load<unknown>(parts[name])))
}

const makeSignOut = (call: MakeCall<Services>): AuthClient["signOut"] => {
  const signOut: AuthClient["signOut"] = (options) => {
    // A click passes its event, which is no plain object.
    const own = isPlainObject(options) ? options : {}
    const check = Effect.orDie(checkNames(own, { signal: true }))
    return call(Effect.andThen(check, signOutEffect), options?.signal, signOut)
  }
  return signOut
}

const makeAuthFetch = (
  call: MakeCall<Services>,
  part: OnDemand<typeof import("./client/authFetch.ts")>,
  { fetch = (input, init) => globalThis.fetch(input, init) }: BaseOptions,
  getOrigins: () => ReadonlyArray<string>
): AuthClient["fetch"] =>
async (input, init) => {
  const { authFetch } = await load(part)
  return authFetch({ allowed: getOrigins(), call, fetch }, input, init)
}

const runners = new WeakMap<AuthClient, Runner.Runner<Services>>()

/** Returns a client's runner, for functions at other levels. @internal */
export const getRunner = (client: AuthClient): Runner.Runner<Services> | undefined => runners.get(client)

/** Loads a part. Rejects with a call's error. */
const load = <M>(part: OnDemand<M>): Promise<M> =>
  part.load().catch((error) => {
    throw explain(error, {})
  })
