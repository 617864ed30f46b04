/**
 * The function of the Promise client for each function of `latchkey` that returns an effect, or the reason why there is none.
 *
 * A new function without an entry does not compile.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type * as effects from "latchkey"
import type { AuthClient } from "latchkey/promise"

type Level = typeof effects

/** `true` for effects, streams, and functions that return one. */
type IsRun<T> = T extends Context.Key<any, any> ? false
  : T extends Effect.Effect<any, any, any> | Stream.Stream<any, any, any> ? true
  : T extends (...args: never) => Effect.Effect<any, any, any> | Stream.Stream<any, any, any> ? true
  : false

/** The names of the functions of a namespace that return an effect. */
export type EffectNames<Namespace> = {
  [K in keyof Namespace]: IsRun<Namespace[K]> extends true ? K : never
}[keyof Namespace]

/** `Redacted` is a module of Effect. */
type Namespace = Exclude<keyof Level, "Redacted">

type NamespaceNames = {
  [N in Namespace]: Level[N] extends abstract new(...args: never) => unknown ? never
    : Level[N] extends Context.Key<any, any> ? never
    : [EffectNames<Level[N]>] extends [never] ? never
    : N
}[Namespace]

/** The paths of all functions of a client, such as `teams.members.list`. */
export type Path<T, Prefix extends string = ""> = {
  [K in keyof T & string]: T[K] extends (...args: never) => unknown ? `${Prefix}${K}` : Path<T[K], `${Prefix}${K}.`>
}[keyof T & string]

type Named = Path<AuthClient> | "openPage" | "forRequest"

/** Why the Promise client has no function with this name. */
export interface Reason {
  readonly reason: string
}

const none = (reason: string): Reason => ({ reason })

type Names = {
  readonly [N in NamespaceNames]: { readonly [K in EffectNames<Level[N]>]: Named | Reason } | Reason
}

/** The table: a path in the client, a function of `latchkey/promise`, or a reason. */
export const names = {
  Anonymous: { signUp: "signIn.anonymous" },
  ApiKeys: {
    create: "apiKeys.create",
    get: "apiKeys.get",
    isValid: "apiKeys.isValid",
    list: "apiKeys.list",
    revoke: "apiKeys.revoke",
    state: none("`apiKeys.isValid`; the dates of the key tell an expired key from a revoked one"),
    update: "apiKeys.update"
  },
  Cache: none(
    "A client creates its cache with the first `subscribe`. Values that a server has read are for `latchkey/react`"
  ),
  Cli: {
    authorizeAgent: "apiKeys.authorizeAgent",
    claimAnonymousSession: none("A step of `signIn.cli`, for programs with their own polling"),
    complete: none("`handleCallback` returns `confirm`, which does it for the signed-in user"),
    confirm: "handleCallback",
    hasAnonymousSession: none("A step of `signIn.cli`, for programs with their own polling"),
    login: "signIn.cli",
    poll: none("A step of `signIn.cli`, for programs with their own polling"),
    signIn: "signIn.cli",
    start: none("A step of `signIn.cli`, for programs with their own polling")
  },
  Client: none("`createAuthClient` creates the service"),
  ConnectedAccounts: { getAccessToken: "accounts.token", get: "accounts.get", list: "accounts.list" },
  ContactChannels: {
    checkCode: "emails.checkCode",
    create: "emails.create",
    get: "emails.get",
    list: "emails.list",
    makePrimary: "emails.makePrimary",
    remove: "emails.remove",
    sendVerificationEmail: "emails.sendVerification",
    sendVerificationEmailToPrimary: "emails.sendVerification",
    update: "emails.update",
    verify: "emails.verify"
  },
  CookieTokenStore: none("`createAuthClient` uses it in browsers"),
  Cookies: none("`createAuthClient` and `forRequest` create the service"),
  CurrentUser: {
    get: "getUser",
    remove: "deleteUser",
    sendVerificationEmail: "emails.sendVerification",
    update: "updateUser"
  },
  EmailCode: {
    forget: none("A used or expired email is forgotten, and `signIn.email` replaces it"),
    keep: none("`signIn.email` does it"),
    parse: none("`signIn.pending` does it"),
    restore: "signIn.pending",
    send: "signIn.email"
  },
  HandlerPages: {
    accountSettings: "openPage",
    completeReverification: "handleCallback",
    reverify: "session.reverify.methods",
    agentConsent: "openPage",
    cliAuthConfirm: "openPage",
    emailVerification: "openPage",
    error: "openPage",
    forgotPassword: "openPage",
    magicLinkCallback: "openPage",
    mfa: "openPage",
    oauthCallback: "openPage",
    onboarding: "openPage",
    open: "openPage",
    passwordReset: "openPage",
    signIn: "openPage",
    signOut: "openPage",
    signUp: "openPage",
    teamInvitation: "openPage",
    teamSettings: "openPage"
  },
  Locks: none("`createAuthClient` uses those of the browser"),
  MagicLink: {
    checkCode: "signIn.checkMagicLink",
    send: "signIn.email",
    signIn: "signIn.magicLink"
  },
  Mfa: {
    ask: none("Its prompt is a service of Effect. A result with the status `second-factor` has `verify`"),
    forget: none("A used or expired second factor is forgotten, and the next sign-in replaces it"),
    keep: none("Every sign-in does it"),
    orAsk: none("Its prompt is a service of Effect. A result with the status `second-factor` has `verify`"),
    orContinue: none("Every sign-in does it: a second factor is the status `second-factor`"),
    parse: none("`signIn.pending` does it"),
    restore: "signIn.pending",
    signIn: none("`verify` of a result with the status `second-factor`")
  },
  Navigation: {
    callbackUrl: none("Calls that send an email or leave for a provider use it, unless they have `callbackUrl`"),
    make: none("`createAuthClient` and `forRequest` create the service"),
    redirect: none("`handleCallback` returns `returnTo`, a path of the app for its own router"),
    redirectAfterSignIn: none("`handleCallback` returns `returnTo`, a path of the app for its own router"),
    redirectTo: none("The app knows the URLs that it has passed as `urls`"),
    returnTo: none("`handleCallback` returns `returnTo`, a path of the app for its own router"),
    urls: none("The app knows the URLs that it has passed as `urls`")
  },
  NotificationPreferences: { list: "notifications.list", update: "notifications.update" },
  OAuth: {
    authorizationUrl: none("`signIn.oauthUrl` keeps the secrets of the flow, too"),
    callback: "handleCallback",
    callbackAndRedirect: "handleCallback",
    callbackAt: none("For native apps, which get the URL from the system. `handleCallback` reads that of the page"),
    crossDomainUrl: none("For the handoff to another domain of the app, which the pages of `openPage` do"),
    exchange: none("`handleCallback` does it"),
    link: "accounts.link",
    redirectAfterCallback: none("`handleCallback` returns `returnTo`, a path of the app for its own router"),
    signIn: "signIn.oauth",
    signInWithApple: "signIn.apple",
    start: "signIn.oauthUrl"
  },
  OAuthProviders: {
    get: "accounts.signIns.get",
    list: "accounts.signIns.list",
    remove: "accounts.signIns.remove",
    update: "accounts.signIns.update"
  },
  Optimistic: none("Cached values follow the calls of the client. Values before the response are for `latchkey/react`"),
  OwnedProjects: {
    create: "project.owned.create",
    list: "project.owned.list",
    transfer: "project.owned.transfer"
  },
  Page: none("`createAuthClient` and `forRequest` create the service"),
  Passkey: {
    completeRegistration: "passkeys.completeRegistration",
    completeSignIn: "passkeys.completeSignIn",
    isAutofillSupported: "passkeys.isAutofillSupported",
    isSupported: "passkeys.isSupported",
    register: "passkeys.register",
    signIn: "signIn.passkey",
    startRegistration: "passkeys.startRegistration",
    startSignIn: "passkeys.startSignIn"
  },
  Password: {
    checkNew: none(
      "`signUp.password`, `password.set`, `password.change` and `password.reset` do it before their request"
    ),
    checkResetCode: "password.checkResetCode",
    reset: "password.reset",
    sendResetCode: "password.sendReset",
    set: "password.set",
    signIn: "signIn.password",
    signUp: "signUp.password",
    update: "password.change"
  },
  Permissions: {
    hasInProject: "can",
    hasInTeam: "can",
    listInProject: "permissions.listInProject",
    listInTeams: "permissions.listInTeams"
  },
  Project: {
    getApiRoot: "project.getApiRoot",
    checkFeatureSupport: "project.checkFeatureSupport",
    get: "project.get",
    checkHealth: "project.checkHealth",
    getSigningKeys: "project.getSigningKeys"
  },
  RequestHost: {
    headers: "forRequest",
    respond: "forRequest"
  },
  RequestTokenStore: none("`forRequest` uses it"),
  Resource: none("`subscribe` of a group observes its cached values, such as `auth.teams.subscribe`"),
  Session: {
    getAccessToken: "session.token",
    authHeaders: "session.headers",
    authorizationHeader: "fetch",
    changes: "session.subscribe",
    claims: "session.claims",
    clockSkewMillis: "session.clockSkew",
    refresh: "session.refresh",
    signOut: "signOut",
    state: "session.get"
  },
  TabStorage: none("`createAuthClient` uses that of the browser"),
  Reverification: {
    answer: "fetch",
    orAsk: none("`auth.fetch` does it"),
    ask: none("`auth.fetch` and `session.reverify.requireRecent` do it"),
    onChallenge: "session.reverify.onChallenge",
    requireRecent: "session.reverify.requireRecent",
    signIn: none("`session.reverify.password` and the functions for the other methods do it")
  },
  Sessions: {
    foreignUse: none("`session.onForeignUse` reports the uses"),
    list: "sessions.list",
    revoke: "sessions.revoke"
  },
  StorageTokenStore: none("The option `storage` of `createAuthClient`"),
  TeamInvitations: {
    accept: "invitations.accept",
    acceptById: "invitations.acceptById",
    checkCode: "invitations.checkCode",
    getDetails: "invitations.getDetails",
    list: "invitations.list",
    listOwn: "invitations.listOwn",
    revoke: "invitations.revoke",
    send: "invitations.send"
  },
  TeamMembers: {
    get: "teams.members.get",
    getOwn: "teams.members.getOwn",
    list: "teams.members.list",
    remove: "teams.members.remove",
    updateOwn: "teams.members.updateOwn"
  },
  Teams: {
    create: "teams.create",
    get: "teams.get",
    leave: "teams.leave",
    list: "teams.list",
    remove: "teams.remove",
    select: "teams.select",
    update: "teams.update"
  },
  TokenStore: none("The option `tokens` of `createAuthClient`"),
  Totp: { disable: "totp.disable", enable: "totp.enable", generate: "totp.generate" }
} as const satisfies Names

type Mapped<T> = T extends string ? T : T extends Reason ? never : { [K in keyof T]: Mapped<T[K]> }[keyof T]

const cached = "A resource of `Resources`, observed"

/** The other functions of the client, and what they are made of. */
export const own = {
  onChange: "`Session.changes`, reduced to changes of the user",
  preload: "The imports of the client's code",
  "passkeys.remove": "`CurrentUser.update`",
  "session.onForeignUse": "`ForeignUse`",
  "session.reverify.email": "`HandlerPages.reverify`",
  "session.reverify.oauth": "`HandlerPages.reverify`",
  "session.reverify.passkey": "`HandlerPages.reverify`",
  "session.reverify.password": "`HandlerPages.reverify`",
  "user.subscribe": cached,
  "emails.subscribe": cached,
  "sessions.subscribe": cached,
  "teams.subscribe": cached,
  "teams.members.subscribe": cached,
  "invitations.subscribe": cached,
  "invitations.subscribeTo": cached,
  "permissions.subscribe": cached,
  "permissions.subscribeInProject": cached,
  "apiKeys.subscribe": cached,
  "apiKeys.subscribeTo": cached,
  "project.subscribe": cached,
  "project.owned.subscribe": cached
} satisfies { readonly [P in Exclude<Path<AuthClient>, Mapped<typeof names>>]: string }
