/**
 * The addresses that mails lead to, where a program gives none.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import { Navigation } from "./Navigation.ts"
import type { HandlerPageName } from "./Urls.ts"

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
