import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Page } from "../platform/Page.ts"
import { parse, resolve } from "../platform/urlParameters.ts"
import type { OAuthBrowser } from "./OAuthBrowser.ts"

/**
 * Creates a page in memory. A website URL changes the page's URL. Any other web address opens a browser session, and the
 * callback link goes to `onLink`.
 */
export const makeNativePage = (
  website: string,
  session: OAuthBrowser["Service"],
  onLink: (address: string) => void
): Page["Service"] => {
  let current = website
  const origin = parse(website)?.origin
  const show = (url: URL | undefined) =>
    Effect.sync(() => {
      if (url?.origin === origin) current = url?.href ?? current
    })
  return Page.of({
    url: Effect.sync(() => current),
    replaceUrl: (url) => Effect.suspend(() => show(resolve(url, current))),
    goTo: (url) =>
      Effect.suspend(() => {
        const next = resolve(url, current)
        if (next === undefined || next.origin === origin || !/^https?:$/.test(next.protocol)) return show(next)
        return session.open(Redacted.make(next.href), () => "end").pipe(
          Effect.map((link) => onLink(Redacted.value(link))),
          // Like a user who returns to the page in a browser.
          Effect.catch(() => Effect.void)
        )
      }),
    settle: Effect.void
  })
}
