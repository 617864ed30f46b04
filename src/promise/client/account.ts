/** The signed-in user's account: the user, emails, sessions, connected accounts and notifications. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { LinkedAccount } from "../../account/ConnectedAccounts.ts"
import * as ConnectedAccounts from "../../account/ConnectedAccounts.ts"
import type { ContactChannel } from "../../account/ContactChannels.ts"
import * as ContactChannels from "../../account/ContactChannels.ts"
import type { User, UserUpdate } from "../../account/CurrentUser.ts"
import * as CurrentUser from "../../account/CurrentUser.ts"
import * as NotificationPreferences from "../../account/NotificationPreferences.ts"
import * as OAuthProviders from "../../account/OAuthProviders.ts"
import * as Sessions from "../../account/Sessions.ts"
import type { UserNotSignedIn } from "../../account/UserNotSignedIn.ts"
import * as OAuth from "../../auth/oauth/start.ts"
import type { ApiError } from "../../call/ApiError.ts"
import type { AnonymousAccountsNotEnabled } from "../../wire/KnownErrors.ts"
import { update as updateProvider } from "../../wire/oauthProviders.ts"
import { updateCurrent } from "../../wire/users.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"
import { toPlainSecrets } from "./secrets.ts"
import type { Services } from "./Services.ts"
import type { OAuthOptions, Provider } from "./signIn.ts"
import { oauthNames, toStartOptions } from "./toStartOptions.ts"

const codeNames = { code: true } as const

const emailNames = { email: true, usedForAuth: true, isPrimary: true } as const

/** Options for `getUser`. */
export interface GetUserOptions extends CallOptions {
  /**
   * Without a user: `null` by default (`return-null`), the error `USER_NOT_SIGNED_IN` (`throw`), a redirect to the sign-in page, or
   * a new anonymous user. With `anonymous-if-exists`, it returns an anonymous user, too.
   */
  readonly or?: CurrentUser.GetOptions["or"]
  /** Returns users who have not completed their sign-up, too. */
  readonly includeRestricted?: boolean | undefined
}

/** The signed-in user. */
export interface UserGroup {
  readonly getUser: {
    (options: GetUserOptions & { readonly or: "throw" }): Call<User, UserNotSignedIn | ApiError>
    (options: GetUserOptions & { readonly or: "anonymous" }): Call<
      User,
      AnonymousAccountsNotEnabled | ApiError
    >
    (
      options?: GetUserOptions & { readonly or?: "return-null" | "anonymous-if-exists" | "redirect" | undefined }
    ): Call<User | null, ApiError>
  }
  /** Changes the user, and returns it. Omitted fields stay unchanged. */
  readonly updateUser: (changes: UserUpdate, options?: CallOptions) => Call<User, CurrentUser.UpdateError>
  /** Deletes the user, and ends the session. Projects must allow this. */
  readonly deleteUser: (options?: CallOptions) => Call<void, CurrentUser.RemoveError>
}

/** @internal */
export const user = /*#__PURE__*/ withNames<UserGroup, Services>({
  // Sound: without `throw` and `anonymous`, it fails only with an `ApiError`, as `CurrentUser.get` declares.
  getUser: (options) => CurrentUser.get(options) as Effect.Effect<User | null, ApiError, Services>,
  updateUser: (changes) => CurrentUser.update(changes),
  deleteUser: () => CurrentUser.remove
}, {
  getUser: [{
    or: ["return-null", "throw", "redirect", "anonymous", "anonymous-if-exists"],
    includeRestricted: true
  }],
  updateUser: [fieldsOf(updateCurrent)]
})

/** The user's email addresses. */
export interface Emails {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<ContactChannel>, ContactChannels.ListError>
  readonly get: (id: string, options?: CallOptions) => Call<ContactChannel, ContactChannels.GetError>
  /** Adds an address. It is unverified, and cannot be used to sign in unless `usedForAuth` is `true`. */
  readonly create: (
    address: {
      readonly email: string
      readonly usedForAuth?: boolean | undefined
      readonly isPrimary?: boolean | undefined
    },
    options?: CallOptions
  ) => Call<ContactChannel, ContactChannels.CreateError>
  readonly update: (
    id: string,
    changes: {
      readonly email?: string | undefined
      readonly usedForAuth?: boolean | undefined
      readonly isPrimary?: boolean | undefined
    },
    options?: CallOptions
  ) => Call<ContactChannel, ContactChannels.UpdateError>
  readonly makePrimary: (id: string, options?: CallOptions) => Call<ContactChannel, ContactChannels.MakePrimaryError>
  readonly remove: (id: string, options?: CallOptions) => Call<void, ContactChannels.RemoveError>
  /**
   * Sends an email with a link that verifies the address with this `id`, or the primary one. The link opens `callbackUrl`, by
   * default `urls.emailVerification`, where `handleCallback()` verifies it.
   */
  readonly sendVerification: (
    options?: CallOptions & { readonly id?: string | undefined; readonly callbackUrl?: string | undefined }
  ) => Call<void, CurrentUser.SendVerificationEmailError>
  /** Verifies an address with the link's code. */
  readonly verify: (link: { readonly code: string }, options?: CallOptions) => Call<void, ContactChannels.VerifyError>
  /** Checks the link's code without using it up. */
  readonly checkCode: (
    link: { readonly code: string },
    options?: CallOptions
  ) => Call<void, ContactChannels.CheckCodeError>
}

/** @internal */
export const emails = /*#__PURE__*/ withNames<Emails, Services>({
  list: () => ContactChannels.list,
  get: (id) => ContactChannels.get(id),
  create: ({ email, usedForAuth = false, ...rest }) => ContactChannels.create({ ...rest, value: email, usedForAuth }),
  update: (id, { email, ...rest }) => ContactChannels.update(id, { ...rest, value: email }),
  makePrimary: (id) => ContactChannels.makePrimary(id),
  remove: (id) => ContactChannels.remove(id),
  sendVerification: ({ callbackUrl, ...options } = {}) =>
    // An id that is `undefined` must not send an email to the primary address.
    "id" in options
      ? ContactChannels.sendVerificationEmail(options.id!, { callbackUrl })
      : CurrentUser.sendVerificationEmail({ callbackUrl }),
  verify: (link) => ContactChannels.verify(link),
  checkCode: (link) => ContactChannels.checkCode(link)
}, {
  create: [emailNames],
  update: [null, emailNames],
  sendVerification: [{ id: true, callbackUrl: true }],
  verify: [codeNames],
  checkCode: [codeNames]
})

/** The user's sessions, on all devices. */
export interface SessionsGroup {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<Sessions.UserSession>, Sessions.ListError>
  /** Signs another device out. For this one, use `signOut()`. */
  readonly revoke: (id: string, options?: CallOptions) => Call<void, Sessions.RevokeError>
}

/** @internal */
export const sessions = /*#__PURE__*/ withNames<SessionsGroup, Services>({
  list: () => Sessions.list,
  revoke: (id) => Sessions.revoke(id)
}, {})

/**
 * An account at a provider, with a token for the provider's API. The token is not enumerable, so that logs do not contain it.
 */
export interface ConnectedAccount extends Omit<ConnectedAccounts.ConnectedAccount, "accessToken"> {
  readonly accessToken: string
}

/** The user's accounts at providers, such as GitHub. */
export interface Accounts {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<LinkedAccount>, ConnectedAccounts.ListError>
  /** Gets an account with all scopes. Without one, it is `null`, or the browser leaves for the provider with `or: "redirect"`. */
  readonly get: (
    provider: Provider,
    options?: CallOptions & Omit<ConnectedAccounts.GetOptions, "provider">
  ) => Call<ConnectedAccount | null, ConnectedAccounts.GetError>
  /** Returns a token for the provider's API, or `null` if no account has one. */
  readonly token: (
    provider: Provider,
    options?: CallOptions & { readonly scope?: string | undefined; readonly accountId?: string | undefined }
  ) => Call<string | null, ConnectedAccounts.GetAccessTokenError>
  /** Leaves the page for the provider's, to connect an account. `handleCallback()` completes it. */
  readonly link: (provider: Provider, options?: OAuthOptions) => Call<void, OAuth.LinkError>
  /** The accounts as sign-in methods. */
  readonly signIns: SignIns
}

/** The accounts at providers as sign-in methods. */
export interface SignIns {
  readonly list: (options?: CallOptions) => Call<ReadonlyArray<OAuthProviders.OAuthProvider>, OAuthProviders.ListError>
  readonly get: (id: string, options?: CallOptions) => Call<OAuthProviders.OAuthProvider, OAuthProviders.GetError>
  readonly update: (
    id: string,
    changes: OAuthProviders.OAuthProviderUpdate,
    options?: CallOptions
  ) => Call<OAuthProviders.OAuthProvider, OAuthProviders.UpdateError>
  readonly remove: (id: string, options?: CallOptions) => Call<void, OAuthProviders.RemoveError>
}

/** @internal */
export const accounts = /*#__PURE__*/ withNames<Omit<Accounts, "signIns">, Services>({
  list: () => ConnectedAccounts.list,
  get: (provider, options) =>
    Effect.map(
      ConnectedAccounts.get({ ...options, provider }),
      (account): ConnectedAccount | null => account && toPlainSecrets(account)
    ),
  token: (provider, options) =>
    Effect.map(
      ConnectedAccounts.getAccessToken({ ...options, provider }),
      (token) => token === null ? null : Redacted.value(token)
    ),
  link: (provider, options) => OAuth.link(toStartOptions(provider, options))
}, {
  get: [null, { scopes: true, accountId: true, or: true }],
  token: [null, { scope: true, accountId: true }],
  link: [null, oauthNames]
})

/** @internal */
export const signIns = /*#__PURE__*/ withNames<SignIns, Services>({
  list: () => OAuthProviders.list,
  get: (id) => OAuthProviders.get(id),
  update: (id, changes) => OAuthProviders.update(id, changes),
  remove: (id) => OAuthProviders.remove(id)
}, { update: [null, fieldsOf(updateProvider)] })

/** The email categories that the user receives. */
export interface Notifications {
  readonly list: (
    options?: CallOptions
  ) => Call<ReadonlyArray<NotificationPreferences.NotificationPreference>, NotificationPreferences.ListError>
  readonly update: (
    categoryId: string,
    changes: { readonly enabled: boolean },
    options?: CallOptions
  ) => Call<NotificationPreferences.NotificationPreference, NotificationPreferences.UpdateError>
}

/** @internal */
export const notifications = /*#__PURE__*/ withNames<Notifications, Services>({
  list: () => NotificationPreferences.list,
  update: (notificationCategoryId, { enabled }) => NotificationPreferences.update({ notificationCategoryId, enabled })
}, { update: [null, { enabled: true }] })
