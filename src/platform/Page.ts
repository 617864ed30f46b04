/**
 * The current page: its URL, and navigation.
 *
 * In a browser, it is the window's page. On a server, it is the request's URL. A native app can provide its own page,
 * and tests have one in memory.
 *
 * **Example** (A page in memory, for a test)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Page } from "latchkey"
 *
 * const url = Page.Page.use((page) => page.url).pipe(
 *   Effect.provide(Page.layerMemory("https://app.example.com/notes"))
 * )
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CodedError } from "./CodedError.ts"
import { resolve } from "./urlParameters.ts"
import { withLayerHint } from "./withLayerHint.ts"

/** The current page. */
export class Page extends withLayerHint(
  Context.Service<Page, {
    /** The page's absolute URL. */
    readonly url: Effect.Effect<string>
    /** Replaces the page's URL without loading it. The new URL must have the same origin; hosts may ignore the change. */
    readonly replaceUrl: (url: string) => Effect.Effect<void>
    /** Navigates to a URL. With `replace`, the current page is not kept in the history. */
    readonly goTo: (url: string, options?: { readonly replace?: boolean | undefined }) => Effect.Effect<void>
    /** Waits for a navigation to finish, since a browser runs the program until the next page loads. */
    readonly settle: Effect.Effect<void>
  }>()("latchkey/platform/Page"),
  "Page.layerBrowser or RequestHost.layer"
) {}

/** The host lacks a required API, such as a document for a browser's layer on a server. */
export class HostUnavailable extends CodedError("HostUnavailable")<{ readonly message: string }> {}

/** After 2 seconds, in milliseconds, most browsers have left the page. */
const settle = Effect.sleep(2000)

type WindowLike = {
  readonly location: {
    readonly href: string
    readonly assign: (url: string) => void
    readonly replace: (url: string) => void
  }
  readonly history: {
    readonly state: unknown
    readonly replaceState: (state: unknown, unused: string, url: string) => void
  }
}

/** Creates a window's page. Ignores a `replaceUrl` that the browser rejects. */
export const makeWindow = (window: WindowLike): Page["Service"] => {
  // A browser would resolve relative URLs against `<base>`, which may be on another site.
  const absolute = (url: string): string => resolve(url, window.location.href)?.href ?? url
  return Page.of({
    url: Effect.sync(() => window.location.href),
    replaceUrl: (url) =>
      Effect.sync(() => {
        try {
          window.history.replaceState(window.history.state, "", absolute(url))
        } catch {
          // Another origin, a sandboxed page, or too many calls.
        }
      }),
    goTo: (url, { replace = false } = {}) =>
      Effect.sync(() => replace ? window.location.replace(absolute(url)) : window.location.assign(absolute(url))),
    settle
  })
}

/** Layer for the browser's page. Fails with `HostUnavailable` on other hosts. */
export const layerBrowser: Layer.Layer<Page, HostUnavailable> = /*#__PURE__*/ Layer.effect(
  Page,
  /*#__PURE__*/ Effect.suspend(() =>
    "document" in globalThis
      ? Effect.succeed(makeWindow(globalThis))
      : Effect.fail(new HostUnavailable({ message: "Page.layerBrowser requires a browser" }))
  )
)

/** Creates a page in memory, for tests and for hosts without pages. Navigation changes its URL. */
export const makeMemory = (url: string): Effect.Effect<Page["Service"]> =>
  Effect.sync(() => {
    let current = url
    const move = (url: string) =>
      Effect.sync(() => {
        current = resolve(url, current)?.href ?? current
      })
    return Page.of({ url: Effect.sync(() => current), replaceUrl: move, goTo: move, settle })
  })

/** Layer for a page in memory with an initial URL. */
export const layerMemory = (url: string): Layer.Layer<Page> => Layer.effect(Page, makeMemory(url))
