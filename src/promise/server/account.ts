/** `server.sessions`, `server.accounts` and `server.notifications`. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as ConnectedAccounts from "../../server/ConnectedAccounts.ts"
import * as NotificationPreferences from "../../server/NotificationPreferences.ts"
import * as OAuthProviders from "../../server/OAuthProviders.ts"
import type { Server } from "../../server/ServerService.ts"
import * as Sessions from "../../server/Sessions.ts"
import * as wire from "../../wire/oauthProviders.ts"
import { toPlainSecrets } from "../client/secrets.ts"
import type { Provider } from "../client/signIn.ts"
import type { Call, CallOptions } from "../Result.ts"
import { fieldsOf, withNames } from "../withNames.ts"

/**
 * A new session's tokens, for `createAuthClient` and its option `tokens`. They are not enumerable, so that logs do not
 * contain them.
 */
export type SessionTokens = {
  readonly refreshToken: string
  readonly accessToken: string | undefined
}

/** The user sessions. */
export interface ServerSessions {
  /** Creates a session for a user, and returns its tokens. */
  readonly create: (
    userId: string,
    options?: CallOptions & {
      /** The refresh token's lifetime: one year by default, at most 367 days. A number is in milliseconds. */
      readonly expiresIn?: Duration.Input | undefined
      /** Marks a session in which an admin acts as the user. Only admins see it. */
      readonly isImpersonation?: boolean | undefined
    }
  ) => Call<SessionTokens, Sessions.CreateError>
  /** Lists a user's sessions, newest first. The list is empty if the user does not exist. */
  readonly list: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<Sessions.UserSession>, Sessions.ListError>
  /** Signs a user's device out. Its access token is accepted until it expires, for up to ten minutes. */
  readonly revoke: (userId: string, id: string, options?: CallOptions) => Call<void, Sessions.RevokeError>
}

/** @internal */
export const sessions = /*#__PURE__*/ withNames<ServerSessions, Server>({
  create: (userId, options) => Effect.map(Sessions.create({ ...options, userId }), toPlainSecrets),
  list: (userId) => Sessions.list(userId),
  revoke: (userId, id) => Sessions.revoke({ userId, id })
}, { create: [null, { expiresIn: true, isImpersonation: true }] })

/** The user accounts at providers, such as GitHub. */
export interface ServerAccounts {
  /** Lists a user's connected accounts. @generation 2026 */
  readonly list: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<ConnectedAccounts.LinkedAccount>, ConnectedAccounts.ListError>
  /** Returns a token for the provider's API, or `null` if none of the user's accounts has one with all scopes. */
  readonly token: (
    userId: string,
    provider: Provider,
    options?: CallOptions & {
      /** The scopes that the token must have, separated by spaces. */
      readonly scope?: string | undefined
      /** The account's id at the provider. @generation 2026 */
      readonly accountId?: string | undefined
    }
  ) => Call<string | null, ConnectedAccounts.GetAccessTokenError>
}

/** @internal */
export const accounts = /*#__PURE__*/ withNames<ServerAccounts, Server>({
  list: (userId) => ConnectedAccounts.list({ userId }),
  token: (userId, provider, options) =>
    Effect.map(
      ConnectedAccounts.getAccessToken({ ...options, userId, provider }),
      (token) => token === null ? null : Redacted.value(token)
    )
}, { token: [null, null, { scope: true, accountId: true }] })

/**
 * The accounts at providers as sign-in methods.
 *
 * @generation 2026
 */
export interface ServerSignIns {
  readonly list: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<OAuthProviders.ServerOAuthProvider>, OAuthProviders.ListError>
  /** Lists them for all users. */
  readonly listAll: (
    options?: CallOptions
  ) => Call<ReadonlyArray<OAuthProviders.ServerOAuthProvider>, OAuthProviders.ListError>
  readonly get: (
    userId: string,
    id: string,
    options?: CallOptions
  ) => Call<OAuthProviders.ServerOAuthProvider, OAuthProviders.GetError>
  /** Connects an account to a user, for example during an import. */
  readonly create: (
    userId: string,
    account: Omit<OAuthProviders.OAuthProviderCreation, "userId">,
    options?: CallOptions
  ) => Call<OAuthProviders.ServerOAuthProvider, OAuthProviders.CreateError>
  readonly update: (
    userId: string,
    id: string,
    changes: OAuthProviders.ServerOAuthProviderUpdate,
    options?: CallOptions
  ) => Call<OAuthProviders.ServerOAuthProvider, OAuthProviders.UpdateError>
  /** Disconnects an account. The user can no longer sign in with it. */
  readonly remove: (userId: string, id: string, options?: CallOptions) => Call<void, OAuthProviders.RemoveError>
}

/** @internal */
export const signIns = /*#__PURE__*/ withNames<ServerSignIns, Server>({
  list: (userId) => OAuthProviders.list({ userId }),
  listAll: () => OAuthProviders.list(),
  get: (userId, id) => OAuthProviders.get({ userId, id }),
  create: (userId, account) => OAuthProviders.create({ ...account, userId }),
  update: (userId, id, changes) => OAuthProviders.update({ userId, id }, changes),
  remove: (userId, id) => OAuthProviders.remove({ userId, id })
}, {
  create: [null, {
    providerConfigId: true,
    accountId: true,
    email: true,
    allowSignIn: true,
    allowConnectedAccounts: true
  }],
  update: [null, null, fieldsOf(wire.updateAsServer)]
})

/**
 * The email categories that users receive.
 *
 * @generation 2026
 */
export interface ServerNotifications {
  readonly list: (
    userId: string,
    options?: CallOptions
  ) => Call<ReadonlyArray<NotificationPreferences.NotificationPreference>, NotificationPreferences.ListError>
  readonly update: (
    userId: string,
    categoryId: string,
    changes: { readonly enabled: boolean },
    options?: CallOptions
  ) => Call<NotificationPreferences.NotificationPreference, NotificationPreferences.UpdateError>
}

/** @internal */
export const notifications = /*#__PURE__*/ withNames<ServerNotifications, Server>({
  list: (userId) => NotificationPreferences.list(userId),
  update: (userId, notificationCategoryId, { enabled }) =>
    NotificationPreferences.update({ userId, notificationCategoryId, enabled })
}, { update: [null, null, { enabled: true }] })
