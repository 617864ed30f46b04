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
export interface WithCallbackUrl<Request, A, E, Name extends string = "callbackUrl", Url = string> {
  (request: Request & { readonly [name in Name]: Url }): Effect.Effect<A, E, Client>
  (request: Request & { readonly [name in Name]?: string | undefined }): Effect.Effect<A, E, Client | Navigation>
}

/**
 * Returns the given address, or that of the app's own page. The type of the call, such as `WithCallbackUrl`, requires
 * `Navigation` from a caller who leaves the address out.
 *
 * @category getters
 * @since 0.1.0
 */
export const callbackUrlOr = <Given extends string | null | undefined>(
  given: Given,
  page: HandlerPageName
): Effect.Effect<string | Extract<Given, null>> =>
  given !== undefined
    // Sound: what is neither `undefined` nor a string is `null`.
    ? Effect.succeed(given as string | Extract<Given, null>)
    // Sound: the types of the calls require what is missing here.
    : Effect.flatMap(Navigation, (navigation) => navigation.callbackUrl(page)) as Effect.Effect<string>
