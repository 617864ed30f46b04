/**
 * The addresses that mails lead to, where a program gives none.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Client } from "../session/Client.ts"
import { Navigation } from "./Navigation.ts"
import type { HandlerPageName } from "./Urls.ts"

/**
 * A call that has something mailed. Where the address that the mail leads to is left out, it is that of the app's own page,
 * and the call requires to know where the app's pages are.
 *
 * @category models
 * @since 0.1.0
 */
export interface WithCallbackUrl<Request, A, E, Name extends string = "callbackUrl"> {
  (request: Request & { readonly [name in Name]: string }): Effect.Effect<A, E, Client>
  (request: Request & { readonly [name in Name]?: string | undefined }): Effect.Effect<A, E, Client | Navigation>
}

/**
 * Returns the given address, or that of the app's own page. Whoever leaves the address out is told to provide `Navigation` by
 * the type of the call, such as `WithCallbackUrl`.
 *
 * @category getters
 * @since 0.1.0
 */
export const callbackUrlOr = (given: string | undefined, page: HandlerPageName): Effect.Effect<string> =>
  given !== undefined
    ? Effect.succeed(given)
    // Sound: the types of the calls require what is missing here.
    : Effect.flatMap(Navigation, (navigation) => navigation.callbackUrl(page)) as Effect.Effect<string>
