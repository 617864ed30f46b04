/** The page to which a provider returns after `reverify`. It is kept apart, so that other pages need not load the sign-in. */
import * as Effect from "effect/Effect"
import { errorParameters } from "../auth/oauth/errors.ts"
import { getText } from "../auth/stepTexts.ts"
import { Navigation } from "../navigation/Navigation.ts"
import { removeOAuthResponse } from "../navigation/removeOAuthResponse.ts"
import { parse } from "../platform/urlParameters.ts"
import type { Client } from "../session/ClientService.ts"

/** The name for the URL of the page to which a provider returns. */
export const returnKind = "latchkey-reverify-"

/** A page's URL without a provider's answer, with or without an error. */
export const toReturnUrl = (here: string): string => {
  const url = parse(here)
  if (url === undefined) return here
  removeOAuthResponse(url)
  for (const name of errorParameters) url.searchParams.delete(name)
  return url.href
}

/** A provider's answer in the URL of the page that started the sign-in. */
interface Return {
  readonly here: string
  /** The URL without the answer, which is the flow's redirect URI. */
  readonly back: string
}

/** Returns the answer in the current URL; `undefined` without one, and for answers to other sign-ins. */
export const findReturn: Effect.Effect<Return | undefined, never, Client | Navigation> = /*#__PURE__*/ Effect.flatMap(
  getText(returnKind),
  (back) =>
    back === undefined ? Effect.undefined : Effect.flatMap(Navigation, ({ page }) =>
      Effect.map(page.url, (here) => {
        const parameters = parse(here)?.searchParams
        const isAnswer = parameters?.has("state") || parameters?.has("errorCode")
        return isAnswer && toReturnUrl(here) === back ? { here, back } : undefined
      }))
)
