/**
 * The parts of browser tests: a service, browser profiles, and tabs that show the app. Each test has its own, except the
 * browser.
 */
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import type { BrowserContext } from "playwright-core"
import { assert, inject } from "vitest"
import { routeApp, serveApp } from "./app.ts"
import { browserTest, isWithoutBrowser } from "./browserTest.ts"
import { startService } from "./service.ts"
import { Tab } from "./Tab.ts"

const modules = inject("modules")

/** An origin that exists only in the tests' browser. */
export const httpsOrigin = "https://app.example.test"

/** A browser profile: its tabs share cookies, and other profiles share nothing with it. */
export interface Profile {
  readonly context: BrowserContext
  /** The app's URL. */
  readonly origin: string
  /** Opens a path of the app, or a URL, in a new tab. */
  readonly open: (address?: string) => Promise<Tab>
  /** The app's cookies by name. */
  readonly cookies: () => Promise<Readonly<Record<string, string>>>
}

/** A provider with the project's keys, which can request more scopes. */
const spotify = { id: "spotify", clientId: "spotify-client", clientSecret: Redacted.make("spotify-secret") } as const

/** A token, a code of the service, or a parameter with one. */
const secret = /eyJ[\w-]+\.|\b[0-9a-hjkmnp-tv-z]{45}\b|[?&#](code|state|token|login_code)=/

/** The fixtures of every test. */
export const world = browserTest
  .extend("service", async ({}, { onCleanup }) => {
    const service = await startService({
      project: {
        config: {
          domains: [httpsOrigin],
          oauthProviders: ["github", { ...spotify, type: "standard" }]
        }
      }
    })
    onCleanup(() => service.close())
    return service
  })
  .extend("app", async ({ service }, { onCleanup }) => {
    const config = { ...Emulator.clientOptions, apiUrl: service.url }
    const app = await serveApp(modules, config)
    onCleanup(() => app.close())
    return { ...app, config }
  })
  /** Creates a profile whose app is on localhost, or on another origin. */
  .extend("newProfile", async ({ app, browser, service }, { onCleanup }) => {
    const contexts: Array<BrowserContext> = []
    const uncaught: Array<Error> = []
    const visible: Array<string> = []
    const strangers: Array<string> = []
    onCleanup(async () => {
      for (const context of contexts) {
        visible.push(...context.pages().map((page) => page.url()).filter((url) => !url.startsWith(service.url)))
        await context.close()
      }
      assert.deepStrictEqual(uncaught, [])
      assert.deepStrictEqual(strangers, [], "the browser was sent to other sites")
      for (const text of visible) assert.notMatch(text, secret, "is in a console, or was left in an address bar")
    })
    return async (origin = app.origin): Promise<Profile> => {
      const context = await browser.newContext()
      if (origin !== app.origin) await routeApp(context, origin, modules, app.config)
      contexts.push(context)
      context.on("console", (message) => visible.push(message.text()))
      context.on("request", (request) => {
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && ![origin, service.url].includes(url.origin)) strangers.push(url.href)
      })
      context.on("weberror", (error) => uncaught.push(error.error()))
      return {
        context,
        origin,
        open: async (address = "/") => {
          const page = await context.newPage()
          await page.goto(new URL(address, origin).href)
          return new Tab(page)
        },
        cookies: async () =>
          Object.fromEntries(
            (await context.cookies(origin)).map(({ name, value }) => [name, decodeURIComponent(value)])
          )
      }
    }
  })
  .extend("profile", ({ newProfile }) => newProfile())
  /** The app's home in a tab. */
  .extend("tab", ({ profile }) => profile.open())

/** A browser test; skipped without a browser. */
export const it = world.skipIf(isWithoutBrowser)
