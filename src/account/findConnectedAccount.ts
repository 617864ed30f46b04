/** Searches a user's connected accounts. */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { callAsClient, type Client } from "../session/ClientService.ts"
import { getCurrent } from "../wire/users.ts"
import { getAccessToken, type GetAccessTokenError } from "./getConnectedAccountToken.ts"

/** An account at a provider, with an access token. */
export interface ConnectedAccount {
  /** The provider's id, such as `github`. */
  readonly provider: string
  /** The account's id at the provider. */
  readonly accountId: string
  readonly email: string | null
  /** Authorizes calls to the provider's API for the user. */
  readonly accessToken: Redacted.Redacted<string>
}

/** Selects an account. */
export type AccountSelection = {
  readonly provider: string
  /** The account's id at the provider. By default, any account with the scopes. */
  readonly accountId?: string | undefined
  /** The required scopes, as the provider names them. */
  readonly scopes?: ReadonlyArray<string> | undefined
}

/** Gets the first account with a token that has all scopes. Returns `null` if no account has one. */
export const findConnectedAccount = Effect.fnUntraced(
  function*(
    { accountId, provider, scopes = [] }: AccountSelection
  ): Effect.fn.Return<ConnectedAccount | null, GetAccessTokenError, Client> {
    const { oauthProviders } = yield* callAsClient(getCurrent, {})
    const ofProvider = oauthProviders.filter(({ id }) => id === provider.toLowerCase())
    const scope = scopes.length === 0 ? undefined : scopes.join(" ")
    for (const account of ofProvider) {
      if (accountId !== undefined && account.accountId !== accountId) continue
      // Only services since 2026 allow several accounts, and accept an account id.
      const one = ofProvider.length > 1 ? { accountId: account.accountId } : {}
      const token = yield* getAccessToken({ provider, scope, ...one })
      if (token !== null) {
        return { provider: account.id, accountId: account.accountId, email: account.email, accessToken: token }
      }
    }
    return null
  }
)
