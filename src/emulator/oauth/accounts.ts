/** Resolves provider accounts to users: the account's owner, a user with the same email, or a new user. */
import * as Effect from "effect/Effect"
import {
  type ContactChannelAlreadyUsedForAuthBySomeoneElse,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthProviderNotFoundOrNotEnabled,
  type SignUpNotEnabled,
  type SignUpRejected,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../wire/KnownErrors.ts"
import { reject, type Rejection } from "../requests/http.ts"
import { contactChannelTaken, signUpNotEnabled } from "../rules/errors.ts"
import { failWith, orFail } from "../rules/failWith.ts"
import { signUp, type SignUpMethod } from "../rules/signUpRules.ts"
import type { AuthorizationCodeRow, OAuthAccountRow, ProviderAccount, ProviderTokenRow } from "../state/oauthRows.ts"
import { findUserByAuthEmail, findUsersByOAuthAccount, saveUser } from "../state/projectTables.ts"
import * as random from "../state/random.ts"
import type { ProjectRow, UserRow } from "../state/rows.ts"
import { hasVerifiedEmail, makeOAuthAccount } from "../state/userRows.ts"

/** Finds one of the project's enabled providers. */
export const findEnabledProvider = ({ config }: ProjectRow, providerId: string) => {
  const name = JSON.stringify(providerId.slice(0, 100))
  const message = `The OAuth provider ${name} does not exist or is not enabled in this project`
  return orFail(
    config.oauthProviders.find(({ id }) => id === providerId),
    failWith(OAuthProviderNotFoundOrNotEnabled, message)
  )
}

interface OwnedAccount {
  readonly user: UserRow
  readonly row: OAuthAccountRow
  readonly isNewUser: boolean
}

const findOwners = (project: ProjectRow, providerId: string, accountId: string): ReadonlyArray<OwnedAccount> =>
  findUsersByOAuthAccount(project, providerId, accountId).flatMap((user) =>
    user.oauthProviders.flatMap((row) =>
      row.id === providerId && row.accountId === accountId ? [{ user, row, isNewUser: false }] : []
    )
  )

const connectAccount = Effect.fnUntraced(function*(
  project: ProjectRow,
  user: UserRow,
  providerId: string,
  { accountId, email }: ProviderAccount
): Effect.fn.Return<OwnedAccount> {
  const row = yield* makeOAuthAccount({ id: providerId, accountId, email })
  user.oauthProviders = [...user.oauthProviders, row]
  saveUser(project, user)
  return { user, row, isNewUser: false }
})

/**
 * Finds an account's user, or signs up a new one. An anonymous `current` user is upgraded instead. If another user
 * signs in with the same email, the project's merge strategy decides.
 */
export const signInOrUp = Effect.fnUntraced(function*(
  project: ProjectRow,
  providerId: string,
  account: ProviderAccount,
  { current, headers }: { readonly current?: UserRow | undefined; readonly headers: SignUpMethod["headers"] }
): Effect.fn.Return<
  OwnedAccount,
  ContactChannelAlreadyUsedForAuthBySomeoneElse | SignUpNotEnabled | SignUpRejected | Rejection
> {
  const existing = findOwners(project, providerId, account.accountId).find(({ row }) => row.allowSignIn)
  if (existing !== undefined) return existing
  const { accountId, displayName, email, emailVerified } = account
  const holder = email === null ? undefined : findUserByAuthEmail(project, email)
  const { oauthAccountMergeStrategy, signUpEnabled } = project.config
  // The 2025 service checks this before merging, so a verified email does not admit an unknown account either.
  if (!signUpEnabled && project.generation === "2025") return yield* signUpNotEnabled
  if (holder !== undefined && oauthAccountMergeStrategy !== "allow_duplicates") {
    const isVerified = emailVerified && hasVerifiedEmail(project, holder, email)
    const isLinked = oauthAccountMergeStrategy === "link_method"
    if (isVerified && isLinked) return yield* connectAccount(project, holder, providerId, account)
    return yield* contactChannelTaken(project, email, emailVerified && isLinked)
  }
  if (!signUpEnabled) return yield* signUpNotEnabled
  const user = yield* signUp(project, current, { authMethod: "oauth", oauthProvider: providerId, headers }, {
    displayName,
    primaryEmail: email,
    primaryEmailVerified: emailVerified,
    primaryEmailAuthEnabled: holder === undefined,
    oauthProviders: [{ id: providerId, accountId, email }]
  })
  return { user, row: user.oauthProviders.at(-1)!, isNewUser: true }
})

/** Links an account to a user. Before 2026, a user has at most one account per provider. */
export const linkAccount = Effect.fnUntraced(function*(
  project: ProjectRow,
  providerId: string,
  account: ProviderAccount,
  userId: string
) {
  const owners = findOwners(project, providerId, account.accountId)
  const existing = owners.find(({ user }) => user.id === userId)
  if (existing === undefined && owners.length > 0) {
    const message = "The OAuth account is already connected to another user"
    return yield* failWith(OAuthConnectionAlreadyConnectedToAnotherUser, message)
  }
  if (existing !== undefined) return existing
  const user = project.users.get(userId)
  if (user === undefined) return yield* reject(400, "The user to link the OAuth account to no longer exists")
  if (project.generation === "2025" && user.oauthProviders.some(({ id }) => id === providerId)) {
    const message = "The user is already connected to another account of this OAuth provider"
    return yield* failWith(UserAlreadyConnectedToAnotherOAuthConnection, message)
  }
  return yield* connectAccount(project, user, providerId, account)
})

/** Issues provider tokens for one hour. Refreshing keeps the refresh token. */
export const issueProviderTokens = Effect.fnUntraced(function*(
  scopes: ReadonlyArray<string>,
  now: number,
  refreshToken?: string
): Effect.fn.Return<ProviderTokenRow> {
  return {
    accessToken: yield* random.code(45),
    expiresAtMillis: now + 3_600_000,
    refreshToken: refreshToken ?? (yield* random.code(45)),
    scopes
  }
})

/** Issues an authorization code, which is valid for 5 minutes. */
export const issueAuthorizationCode = Effect.fnUntraced(function*(
  project: ProjectRow,
  now: number,
  fields: Omit<AuthorizationCodeRow, "code" | "expiresAtMillis">
) {
  const code = yield* random.hex
  project.authorizationCodes.set(code, { ...fields, code, expiresAtMillis: now + 300_000 })
  return code
})
