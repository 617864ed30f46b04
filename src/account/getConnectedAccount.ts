/**
 * Connected accounts with access tokens for the APIs of their providers.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { link } from "../auth/oauth/start.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { HostUnavailable } from "../platform/Page.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import { keepSession } from "../session/keepSession.ts"
import { readCurrent } from "../wire/users.ts"
import { accessToken, type AccessTokenError } from "./getConnectedAccountToken.ts"

/**
 * An account at a provider, with an access token.
 *
 * @category models
 * @since 0.1.0
 */
export interface ConnectedAccount {
  /** The id of the provider, such as `github`. */
  readonly provider: string
  /** The id of the account at the provider. */
  readonly accountId: string
  readonly email: string | null
  /** Authorizes calls to the API of the provider on behalf of the user. */
  readonly accessToken: Redacted.Redacted<string>
}

/**
 * Selects an account. `or` decides the behavior if no account matches:
 *
 * - `return-null`, the default: returns `null`.
 * - `redirect`: starts `OAuth.link`, which returns to this page when the user has agreed. Returns `null` if the program
 *   continues.
 *
 * @category options
 * @since 0.1.0
 */
export interface GetOptions {
  readonly provider: string
  /** The id of the account at the provider. By default, any account with the scopes. */
  readonly accountId?: string | undefined
  /** The required scopes, as the provider names them. */
  readonly scopes?: ReadonlyArray<string> | undefined
  readonly or?: "return-null" | "redirect" | undefined
}

/**
 * The errors of {@link get}.
 *
 * @category errors
 * @since 0.1.0
 */
export type GetError = AccessTokenError | HostUnavailable

/**
 * Gets an OAuth account of the signed-in user, with a token that has all scopes. Returns `null` if no account has them. If
 * several do, returns the first.
 *
 * **Example** (The playlists of a user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { ConnectedAccounts } from "latchkey"
 *
 * const playlists = Effect.map(
 *   ConnectedAccounts.get({ provider: "spotify", scopes: ["playlist-read-private"], or: "redirect" }),
 *   (account) =>
 *     account === null ? undefined : new Request("https://api.spotify.com/v1/me/playlists", {
 *       headers: { authorization: `Bearer ${Redacted.value(account.accessToken)}` }
 *     })
 * )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const get: {
  (options: GetOptions & { readonly or?: "return-null" | undefined }): Effect.Effect<
    ConnectedAccount | null,
    AccessTokenError,
    Client
  >
  (options: GetOptions): Effect.Effect<
    ConnectedAccount | null,
    GetError,
    Client | Navigation | Cookies
  >
} = ({ accountId, or, provider, scopes = [] }: GetOptions): Effect.Effect<any, any, any> =>
  // Sound: the second overload has the services and errors of `link`.
  trace(
    "ConnectedAccounts.get",
    Effect.flatMap(
      keepSession(find(provider, scopes, accountId)),
      (account) =>
        account === null && or === "redirect" ? Effect.as(link({ provider, scopes }), null) : Effect.succeed(account)
    )
  )

const find = Effect.fnUntraced(function*(
  provider: string,
  scopes: ReadonlyArray<string>,
  accountId: string | undefined
): Effect.fn.Return<ConnectedAccount | null, AccessTokenError, Client> {
  const { oauthProviders } = yield* callAsClient(readCurrent, {})
  const ofProvider = oauthProviders.filter(({ id }) => id === provider.toLowerCase())
  const scope = scopes.length === 0 ? undefined : scopes.join(" ")
  for (const account of ofProvider) {
    if (accountId !== undefined && account.accountId !== accountId) continue
    // Only services since 2026 allow several accounts, and accept the id of one.
    const one = ofProvider.length > 1 ? { accountId: account.accountId } : {}
    const token = yield* accessToken({ provider, scope, ...one })
    if (token !== null) {
      return { provider: account.id, accountId: account.accountId, email: account.email, accessToken: token }
    }
  }
  return null
})
