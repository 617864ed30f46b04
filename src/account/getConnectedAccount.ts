/**
 * Connected accounts that a program can act with at the provider, connected first if need be.
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
 * An account of a provider, with a token for the provider's API.
 *
 * @category models
 * @since 0.1.0
 */
export interface ConnectedAccount {
  /** The provider, such as `github`. */
  readonly provider: string
  /** The account's id, by the provider. */
  readonly accountId: string
  readonly email: string | null
  /** Good for what was asked for, in the user's name. */
  readonly accessToken: Redacted.Redacted<string>
}

/**
 * Which account is wanted, and what to do when there is none.
 *
 * - `return-null`, the default: there is none.
 * - `redirect`: begin `OAuth.link`, which comes back to the present page when the user has agreed. There is no account when
 *   the program goes on all the same.
 *
 * @category options
 * @since 0.1.0
 */
export interface GetOptions {
  readonly provider: string
  /** The account's id at the provider. Left out, any account that allows the scopes will do. */
  readonly accountId?: string | undefined
  /** What the token must allow, in the provider's own words. */
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
 * Gets an account of a provider that is connected to the signed-in user, with a token that allows all scopes. The result is
 * `null` if the user has no such account, or has not allowed all of them. Of several accounts, it is the first that has.
 *
 * **Example** (The playlists of a user, who is asked for them once)
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
  // Sound: what a link needs of its host, and may miss there, is what the second overload says.
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
    // Only services since 2026 have several accounts, and take the id of one.
    const one = ofProvider.length > 1 ? { accountId: account.accountId } : {}
    const token = yield* accessToken({ provider, scope, ...one })
    if (token !== null) {
      return { provider: account.id, accountId: account.accountId, email: account.email, accessToken: token }
    }
  }
  return null
})
