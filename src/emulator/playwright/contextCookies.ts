/** Playwright's browser context cookies, as the service `Cookies`. */
import type { BrowserContext } from "@playwright/test"
import * as Effect from "effect/Effect"
import * as Cookies from "../../platform/Cookies.ts"
import { toBrowserCookie } from "../control/browserCookies.ts"

/** Creates the cookies that a page at `url` has in a browser context. Cookies that the browser would reject are ignored. */
export const makeContextCookies = (context: BrowserContext, url: URL): Cookies.Cookies["Service"] => {
  const find = Effect.promise(() => context.cookies(url.href))
  return Cookies.Cookies.of({
    all: Effect.map(
      find,
      (cookies) => Cookies.parse(cookies.map(({ name, value }) => `${name}=${value}`).join("; "))
    ),
    set: (name, value, options) =>
      Effect.flatMap(toBrowserCookie(url, { name, value }, options), (cookie) => {
        if (cookie === undefined) return Effect.void
        const { domain, path, ...rest } = cookie
        const where = domain === undefined ? { url: `${url.origin}/` } : { domain: `.${domain}`, path }
        return Effect.promise(() => context.addCookies([{ ...rest, ...where }]))
      }),
    remove: (name) =>
      Effect.flatMap(find, (cookies) =>
        Effect.promise(async () => {
          for (const cookie of cookies) {
            if (cookie.name === name) await context.clearCookies({ name, domain: cookie.domain, path: cookie.path })
          }
        }))
  })
}
