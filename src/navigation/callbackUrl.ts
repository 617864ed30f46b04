import * as Effect from "effect/Effect"
import { Navigation } from "./Navigation.ts"
import type { HandlerPageName } from "./Urls.ts"

/** Returns the given URL, or an app page's URL, for which the call's type requires `Navigation`. */
export const callbackUrlOr = <Given extends string | null | undefined>(
  given: Given,
  page: HandlerPageName
): Effect.Effect<string | Extract<Given, null>> =>
  given !== undefined
    // Sound: the only other type is `null`.
    ? Effect.succeed(given as string | Extract<Given, null>)
    // Sound: if the URL is omitted, the call's type requires `Navigation`.
    : Effect.flatMap(Navigation, (navigation) => navigation.callbackUrl(page)) as Effect.Effect<string>
