/**
 * The connections between users and their OAuth accounts, and their endpoints.
 *
 * @generation 2026
 */
import { boolean, type Codec, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  CannotGetOwnUserWithoutUser,
  OAuthProviderAccountIdAlreadyUsedForSignIn,
  RequestSchemaError,
  UserNotFound
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { struct } from "./Struct.ts"
import { uuid, uuidOrMe } from "./uuid.ts"

/** A user's connection to an OAuth account, with the fields that the user may see. */
export interface OAuthProvider {
  /** The connection's id, a UUID. */
  readonly id: string
  readonly userId: string
  /** The provider's id in the project's settings, such as `github`. */
  readonly providerConfigId: string
  /** The provider's type, such as `github`. */
  readonly type: string
  /** The account's email address, if the provider shares it. */
  readonly email?: string | undefined
  /** `true` if the user signs in with the account. */
  readonly allowSignIn: boolean
  /** `true` if the account is among the user's connected accounts. */
  readonly allowConnectedAccounts: boolean
}

/** The connection with the fields that servers may see. */
export interface ServerOAuthProvider extends OAuthProvider {
  /** The account's id at the provider. */
  readonly accountId: string
}

const fields = () => ({
  id: string,
  userId: string,
  providerConfigId: string,
  type: string,
  email: optional(string),
  allowSignIn: boolean,
  allowConnectedAccounts: boolean
})

export const OAuthProvider: Codec<OAuthProvider> = /*#__PURE__*/ struct(fields)

export const ServerOAuthProvider: Codec<ServerOAuthProvider> = /*#__PURE__*/ struct(() => ({
  ...fields(),
  accountId: string
}))

/** A change to a connection by its user. Omitted fields keep their values. */
export interface OAuthProviderUpdate {
  readonly allowSignIn?: boolean | undefined
  readonly allowConnectedAccounts?: boolean | undefined
}

/** A change to a connection by a server. */
export interface ServerOAuthProviderUpdate extends OAuthProviderUpdate {
  readonly email?: string | undefined
  readonly accountId?: string | undefined
}

/** The fields of a new OAuth account. */
export interface OAuthProviderCreation {
  readonly userId: string
  /** The provider's id in the project's settings, such as `github`. */
  readonly providerConfigId: string
  /** The account's id at the provider. */
  readonly accountId: string
  readonly email?: string | undefined
  readonly allowSignIn: boolean
  readonly allowConnectedAccounts: boolean
}

const flags = () => ({ allowSignIn: optional(boolean), allowConnectedAccounts: optional(boolean) })
const connectionParams = () => struct({ userId: uuidOrMe, connectionId: uuid })

const onePath = "/oauth-providers/:userId/:connectionId"

export const list = endpoint("oauthProviders.list", "GET", "/oauth-providers", {
  session: true,
  generation: "2026"
}, () => ({
  query: struct({ userId: optional(uuidOrMe) }),
  success: listOf(OAuthProvider),
  errors: [CannotGetOwnUserWithoutUser]
}))

export const listAsServer = endpoint("oauthProviders.list.server", "GET", "/oauth-providers", {
  level: "server",
  session: "me",
  generation: "2026"
}, () => ({
  query: struct({ userId: optional(uuidOrMe) }),
  success: listOf(ServerOAuthProvider),
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, RequestSchemaError]
}))

export const createAsServer = endpoint("oauthProviders.create.server", "POST", "/oauth-providers", {
  level: "server",
  session: "me",
  generation: "2026",
  status: 201
}, () => ({
  payload: struct({
    userId: uuidOrMe,
    providerConfigId: string,
    accountId: string,
    email: optional(string),
    allowSignIn: boolean,
    allowConnectedAccounts: boolean
  }),
  success: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, UserNotFound, OAuthProviderAccountIdAlreadyUsedForSignIn, RequestSchemaError]
}))

export const get = endpoint("oauthProviders.get", "GET", onePath, { session: true, generation: "2026" }, () => ({
  params: connectionParams(),
  success: OAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const getAsServer = endpoint("oauthProviders.get.server", "GET", onePath, {
  level: "server",
  session: "me",
  generation: "2026"
}, () => ({
  params: connectionParams(),
  success: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const update = endpoint("oauthProviders.update", "PATCH", onePath, {
  session: true,
  generation: "2026"
}, () => ({
  params: connectionParams(),
  payload: struct(flags()),
  success: OAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, OAuthProviderAccountIdAlreadyUsedForSignIn, RequestSchemaError]
}))

export const updateAsServer = endpoint("oauthProviders.update.server", "PATCH", onePath, {
  level: "server",
  session: "me",
  generation: "2026"
}, () => ({
  params: connectionParams(),
  payload: struct({
    ...flags(),
    email: optional(string),
    accountId: optional(string)
  }),
  success: ServerOAuthProvider,
  errors: [CannotGetOwnUserWithoutUser, OAuthProviderAccountIdAlreadyUsedForSignIn, RequestSchemaError]
}))

export const remove = endpoint("oauthProviders.remove", "DELETE", onePath, {
  session: true,
  generation: "2026"
}, () => ({
  params: connectionParams(),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))

export const removeAsServer = endpoint("oauthProviders.remove.server", "DELETE", onePath, {
  level: "server",
  session: "me",
  generation: "2026"
}, () => ({
  params: connectionParams(),
  errors: [CannotGetOwnUserWithoutUser, RequestSchemaError]
}))
