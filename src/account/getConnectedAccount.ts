/** Connected accounts with access tokens for their providers' APIs. */
import * as Effect from "effect/Effect"
import { link } from "../auth/oauth/start.ts"
import { trace } from "../call/trace.ts"
import type { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import type { HostUnavailable } from "../platform/Page.ts"
import type { Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import { type AccountSelection, type ConnectedAccount, findConnectedAccount } from "./findConnectedAccount.ts"
import type { GetAccessTokenError } from "./getConnectedAccountToken.ts"

/**
 * Selects an account. `or` decides the behavior if no account matches:
 *
 * - `return-null`, the default: returns `null`.
 * - `redirect`: starts `OAuth.link`, which returns to this page when the user has agreed. Returns `null` if the program
 *   continues.
 */
export interface GetOptions extends AccountSelection {
  readonly or?: "return-null" | "redirect" | undefined
}

/** Errors from {@link get}. */
export type GetError = GetAccessTokenError | HostUnavailable

/**
 * Gets the signed-in user's OAuth account, with a token that has all scopes. Returns `null` if no account has them. If
 * several do, returns the first.
 *
 * **Example** (A user's playlists)
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
 */
export const get: {
  (options: GetOptions & { readonly or?: "return-null" | undefined }): Effect.Effect<
    ConnectedAccount | null,
    GetAccessTokenError,
    Client
  >
  (options: GetOptions): Effect.Effect<ConnectedAccount | null, GetError, Client | Navigation | Cookies>
} = ({ accountId, or, provider, scopes = [] }: GetOptions): Effect.Effect<any, any, any> =>
  // Sound: the second overload has the services and errors that `link` has.
  trace(
    "ConnectedAccounts.get",
    Effect.flatMap(
      keepSession(findConnectedAccount({ provider, scopes, accountId })),
      (account) =>
        account === null && or === "redirect" ? Effect.as(link({ provider, scopes }), null) : Effect.succeed(account)
    )
  )

export type { AccountSelection, ConnectedAccount }
