/** Creates the client from a host's services. */
import * as Effect from "effect/Effect"
import { state } from "../account/KeyState.ts"
import type * as Resources from "../account/Resources.ts"
import { signOut as signOutEffect } from "../account/signOut.ts"
import type { Resource } from "../cache/makeResource.ts"
import { stringifyId } from "../call/ids.ts"
import { hostedApi } from "../session/apiUrl.ts"
import { isPlainObject } from "../session/optionNames.ts"
import { checkNames } from "../session/options.ts"
import type { AuthClient } from "./AuthClient.ts"
import type { Accounts, Emails, Notifications, SessionsGroup, SignIns, UserGroup } from "./client/account.ts"
import { makeCached, type Subscribe, type SubscribeTo } from "./client/cached.ts"
import type { HandleCallback } from "./client/handleCallback.ts"
import type { ApiKeysGroup, Passkeys, TotpGroup } from "./client/keys.ts"
import type { PasswordGroup } from "./client/password.ts"
import type { OwnedProjectsGroup, ProjectGroup } from "./client/project.ts"
import type { Services } from "./client/Services.ts"
import { makeSession } from "./client/session.ts"
import type { OtherSignIn, SignIn, SignUp } from "./client/signIn.ts"
import type { Can, Invitations, Members, PermissionsGroup, TeamsGroup } from "./client/teams.ts"
import { makeKeyChecks } from "./keyChecks.ts"
import { explain, makeCall } from "./makeCall.ts"
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
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options
  const runner = Runner.make(runtime)
  const call = makeCall(runner)
  const methods = makeMethods(call)
  const observe = makeCached(runner)
  const parts = {
    session: onDemand(() => import("./client/sessionRequests.ts")),
    signIn: onDemand(async () => {
      const { makeSignIn, signUp } = await import("./client/signIn.ts")
      return { signIn: makeSignIn(call), signUp }
    }),
    otherSignIns: onDemand(async () => (await import("./client/otherSignIns.ts")).makeOtherSignIns(call)),
    password: onDemand(() => import("./client/password.ts")),
    account: onDemand(() => import("./client/account.ts")),
    teams: onDemand(() => import("./client/teams.ts")),
    keys: onDemand(async () => {
      const { apiKeys, makePasskeys, makeTotp } = await import("./client/keys.ts")
      return { apiKeys, passkeys: makePasskeys(call), totp: makeTotp(call) }
    }),
    project: onDemand(() => import("./client/project.ts")),
    callback: onDemand(async () => (await import("./client/handleCallback.ts")).makeHandleCallback(call)),
    fetch: onDemand(() => import("./client/authFetch.ts")),
    preload: onDemand(() => import("./client/preload.ts"))
  }
  const { onChange, session } = makeSession(runner, methods(parts.session))
  const account = methods(parts.account)
  const teams = methods(parts.teams)
  const keys = methods(parts.keys)
  const project = methods(parts.project)
  const signIn = methods(parts.signIn)

  const subscribeWith = <A, E>(select: (all: typeof Resources) => Resource<A, E>): Subscribe<A, E> => (listener) =>
    observe(select, listener)
  const subscribeToWith =
    <A, E>(select: (all: typeof Resources, id: string) => Resource<A, E>): SubscribeTo<A, E> => (id, listener) =>
      // An id that is `undefined` must not show the user's values: the service refuses its text.
      observe((all) => select(all, stringifyId(id)), listener)

  const signOut: AuthClient["signOut"] = (options) => {
    // A click passes its event, which is no plain object.
    const own = isPlainObject(options) ? options : {}
    const check = Effect.orDie(checkNames(own, { signal: true }))
    return call(Effect.andThen(check, signOutEffect), options?.signal, signOut)
  }
  const authFetch: AuthClient["fetch"] = async (input, init) => {
    const { authFetch } = await load(parts.fetch)
    const run = <A, E>(effect: Effect.Effect<A, E, Services>, signal: AbortSignal) =>
      call(effect, signal, authFetch).orThrow()
    return authFetch({ allowed: getOrigins(), fetch, run }, input, init)
  }

  const client: AuthClient = {
    signIn: {
      ...signIn<Omit<SignIn, OtherSignIn>>((module) => module.signIn, {
        password: "call",
        email: "call",
        magicLink: "call",
        checkMagicLink: "call",
        pending: "call"
      }),
      ...methods(parts.otherSignIns)<Pick<SignIn, OtherSignIn>>((module) => module, {
        oauth: "call",
        oauthUrl: "call",
        apple: "call",
        passkey: "call",
        anonymous: "call",
        cli: "call"
      })
    },
    signUp: signIn<SignUp>((module) => module.signUp, { password: "call" }),
    signOut,
    session,
    onChange,
    ...methods(parts.callback)<{ readonly handleCallback: HandleCallback }>((module) => module, {
      handleCallback: "call"
    }),
    ...account<UserGroup>((module) => module.user, { getUser: "call", updateUser: "call", deleteUser: "call" }),
    // A store of Svelte passes a function after the listener.
    user: {
      subscribe: (listener, options) =>
        observe((all) => all.user, listener, typeof options === "object" ? options : undefined)
    },
    password: methods(parts.password)<PasswordGroup>((module) => module.password, {
      change: "call",
      set: "call",
      sendReset: "call",
      reset: "call",
      checkResetCode: "call"
    }),
    emails: {
      ...account<Emails>((module) => module.emails, {
        list: "call",
        get: "call",
        create: "call",
        update: "call",
        makePrimary: "call",
        remove: "call",
        sendVerification: "call",
        verify: "call",
        checkCode: "call"
      }),
      subscribe: subscribeWith((all) => all.contactChannels)
    },
    sessions: {
      ...account<SessionsGroup>((module) => module.sessions, { list: "call", revoke: "call" }),
      subscribe: subscribeWith((all) => all.sessions)
    },
    teams: {
      ...teams<TeamsGroup>((module) => module.teams, {
        list: "call",
        get: "call",
        create: "call",
        update: "call",
        remove: "call",
        leave: "call",
        select: "call"
      }),
      members: {
        ...teams<Members>((module) => module.members, {
          list: "call",
          get: "call",
          getOwn: "call",
          updateOwn: "call",
          remove: "call"
        }),
        subscribe: subscribeToWith((all, id) => all.teamMembers(id))
      },
      subscribe: subscribeWith((all) => all.teams)
    },
    invitations: {
      ...teams<Invitations>((module) => module.invitations, {
        send: "call",
        list: "call",
        listOwn: "call",
        revoke: "call",
        accept: "call",
        acceptCode: "call",
        details: "call",
        checkCode: "call"
      }),
      subscribe: subscribeWith((all) => all.ownTeamInvitations),
      subscribeTo: subscribeToWith((all, id) => all.teamInvitations(id))
    },
    permissions: {
      ...teams<PermissionsGroup>((module) => module.permissions, { listInTeams: "call", listInProject: "call" }),
      subscribe: subscribeWith((all) => all.teamPermissions),
      subscribeInProject: subscribeWith((all) => all.projectPermissions)
    },
    ...teams<Can>((module) => module.can, { can: "question" }),
    apiKeys: {
      ...keys<ApiKeysGroup>((module) => module.apiKeys, {
        create: "call",
        list: "call",
        get: "call",
        update: "call",
        revoke: "call"
      }),
      isValid: makeKeyChecks(runtime, state).isValid,
      subscribe: subscribeWith((all) => all.userApiKeys),
      subscribeTo: subscribeToWith((all, id) => all.teamApiKeys(id))
    },
    passkeys: keys<Passkeys>((module) => module.passkeys, {
      register: "call",
      remove: "call",
      isSupported: "question",
      isAutofillSupported: "question",
      startRegistration: "call",
      completeRegistration: "call",
      startSignIn: "call",
      completeSignIn: "call"
    }),
    totp: keys<TotpGroup>((module) => module.totp, { generate: "call", enable: "call", disable: "call" }),
    accounts: {
      ...account<Omit<Accounts, "signIns">>((module) => module.accounts, {
        list: "call",
        get: "call",
        token: "call",
        link: "call"
      }),
      signIns: account<SignIns>((module) => module.signIns, {
        list: "call",
        get: "call",
        update: "call",
        remove: "call"
      })
    },
    notifications: account<Notifications>((module) => module.notifications, { list: "call", update: "call" }),
    project: {
      ...project<ProjectGroup>((module) => module.project, {
        get: "call",
        checkFeature: "call",
        signingKeys: "call",
        apiRoot: "call",
        health: "call"
      }),
      owned: {
        ...project<OwnedProjectsGroup>((module) => module.ownedProjects, {
          list: "call",
          create: "call",
          transfer: "call"
        }),
        // Sound: the secrets of these cached values are plain strings.
        subscribe: subscribeWith((all) => all.ownedProjects) as AuthClient["project"]["owned"]["subscribe"]
      },
      subscribe: subscribeWith((all) => all.project)
    },
    fetch: authFetch,
    preload: async (...names) => {
      const { partsOf } = await load(parts.preload)
      await Promise.all(partsOf(names).map((name) => load<unknown>(parts[name])))
    },
    [Symbol.asyncDispose]: () => {
      onDispose?.()
      return runner.dispose()
    }
  }
  const { apiUrl = hostedApi, projectId } = options
  runners.set(client, runner)
  return setPrinted(client, () => ({ projectId, apiUrl, session: session.get() }))
}

const runners = new WeakMap<AuthClient, Runner.Runner<Services>>()

/**
 * Returns a client's runner, for the functions of other levels.
 *
 * @internal
 */
export const getRunner = (client: AuthClient): Runner.Runner<Services> | undefined => runners.get(client)

/** Loads a part. Rejects with a call's error. */
const load = <M>(part: OnDemand<M>): Promise<M> =>
  part.load().catch((error) => {
    throw explain(error, {})
  })
