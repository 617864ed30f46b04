/** Writing a session where an app's token store finds it. */
import type { BrowserContext, Page } from "@playwright/test"
import * as Effect from "effect/Effect"
import * as Cookies from "../../platform/Cookies.ts"
import * as CookieTokenStore from "../../session/CookieTokenStore.ts"
import * as StorageTokenStore from "../../session/StorageTokenStore.ts"
import * as Tokens from "../../session/Tokens.ts"
import { TokenStore } from "../../session/TokenStore.ts"
import { toBrowserCookie } from "../control/browserCookies.ts"
import type { TestSession } from "../TestEmulator.ts"

/** Options that describe an app's token store. */
export interface SignInOptions {
  /** The app's URL. The default is the page's URL if it shows the app, otherwise `baseURL` in the Playwright config. */
  readonly url?: string | undefined
  /** The app's token store: `CookieTokenStore` (default), or `StorageTokenStore` over a browser storage. */
  readonly storage?: "cookies" | "localStorage" | "sessionStorage" | undefined
  /** The `domain` option for the app's `CookieTokenStore`. */
  readonly domain?: string | undefined
  /** The `key` option for the app's `StorageTokenStore`. */
  readonly key?: string | undefined
}

/** Stores a session's tokens in a browser context, with the app's token store code. */
export const storeSession = async (
  target: Page | BrowserContext,
  url: URL,
  projectId: string,
  session: TestSession,
  { domain, key, storage = "cookies" }: SignInOptions
): Promise<void> => {
  const write = Effect.flatMap(TokenStore, (store) => store.modify(() => Tokens.make(session)))
  if (storage === "cookies") {
    await Effect.runPromise(write.pipe(
      Effect.provide(CookieTokenStore.layer({ projectId, domain })),
      Effect.provideService(Cookies.Cookies, makeContextCookies(target, url))
    ))
    return
  }
  const items = new Map<string, string>()
  await Effect.runPromise(Effect.provide(
    write,
    StorageTokenStore.layer({
      getItem: (key) => items.get(key),
      setItem: (key, value) => items.set(key, value),
      removeItem: (key) => items.delete(key)
    }, { key })
  ))
  await writeItems(target, url, storage, [...items])
}

/** Creates the cookies that a page at `url` has in a browser context. Cookies that the browser would reject are ignored. */
const makeContextCookies = (target: Page | BrowserContext, url: URL): Cookies.Cookies["Service"] => {
  const context = "context" in target ? target.context() : target
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

/** Writes items to an origin's storage. A page that shows another origin goes to an empty page there. */
const writeItems = async (
  target: Page | BrowserContext,
  url: URL,
  storage: "localStorage" | "sessionStorage",
  items: ReadonlyArray<readonly [key: string, value: string]>
): Promise<void> => {
  if (storage === "sessionStorage" && !("context" in target)) {
    throw new Error("Each page has its own sessionStorage. Pass the page to signIn instead of the context.")
  }
  const page = "context" in target ? target : await target.newPage()
  try {
    if (new URL(page.url()).origin !== url.origin) {
      const blank = `${url.origin}/latchkey-sign-in`
      await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }))
      await page.goto(blank)
      await page.unroute(blank)
    }
    await page.evaluate(([name, items]) => {
      for (const [key, value] of items) globalThis[name].setItem(key, value)
    }, [storage, items] as const)
  } finally {
    if (page !== target) await page.close()
  }
}
