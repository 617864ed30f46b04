/**
 * The page that a program runs on: its address, and how to leave it.
 *
 * In a browser that is the window's. A server that answers a request has a page too, the address that was asked for; a native
 * app may provide one of its own; tests have one in memory.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { resolve } from "./address.ts"
import { withLayerHint } from "./withLayerHint.ts"

/**
 * A page with an address.
 *
 * @category services
 * @since 0.1.0
 */
export class Page extends withLayerHint(
  Context.Service<Page, {
    /** The address of the page, absolute. */
    readonly url: Effect.Effect<string>
    /** Puts another address of the same origin in the place of the present one, without loading anything, as far as it can. */
    readonly replaceUrl: (url: string) => Effect.Effect<void>
    /** Goes to another address. With `replace`, the way back does not lead to the present one. */
    readonly goTo: (url: string, options?: { readonly replace?: boolean | undefined }) => Effect.Effect<void>
    /** What to wait for after going away: a browser goes on with the program until the next page is there. */
    readonly settle: Effect.Effect<void>
  }>()("latchkey/platform/Page"),
  "Page.layerBrowser or RequestHost.layer"
) {}

/**
 * The program does not run where the layer has its place, such as a browser's layer on a server.
 *
 * @category errors
 * @since 0.1.0
 */
export class HostUnavailable extends Data.TaggedError("HostUnavailable")<{ readonly message: string }> {}

/** Two seconds: by then a browser has gone away. */
const settle = Effect.sleep(2000)

/**
 * A browser's window, as far as it is needed.
 *
 * @category models
 * @since 0.1.0
 */
export interface WindowLike {
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

/**
 * Creates the page of a window, such as that of a frame. An address that the browser does not let take the present one's
 * place does not.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeWindow = (window: WindowLike): Page["Service"] => {
  // A browser reads what is relative by the document's `<base>`, which may be another site's.
  const absolute = (url: string): string => resolve(url, window.location.href)?.href ?? url
  return Page.of({
    url: Effect.sync(() => window.location.href),
    replaceUrl: (url) =>
      Effect.sync(() => {
        try {
          window.history.replaceState(window.history.state, "", absolute(url))
        } catch {
          // Another origin, a sandbox, or once too often in a short time.
        }
      }),
    goTo: (url, { replace = false } = {}) =>
      Effect.sync(() => replace ? window.location.replace(absolute(url)) : window.location.assign(absolute(url))),
    settle
  })
}

/**
 * Layer of the page that a browser shows.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerBrowser: Layer.Layer<Page, HostUnavailable> = /*#__PURE__*/ Layer.effect(
  Page,
  /*#__PURE__*/ Effect.suspend(() =>
    "document" in globalThis
      ? Effect.succeed(makeWindow(globalThis))
      : Effect.fail(new HostUnavailable({ message: "There is no browser here, which the page of a browser needs" }))
  )
)

/**
 * Creates a page in memory, for tests and for hosts without one: it has an address, and going elsewhere changes it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeMemory = (url: string): Effect.Effect<Page["Service"]> =>
  Effect.sync(() => {
    let current = url
    const move = (url: string) =>
      Effect.sync(() => {
        current = resolve(url, current)?.href ?? current
      })
    return Page.of({ url: Effect.sync(() => current), replaceUrl: move, goTo: move, settle })
  })

/**
 * Layer of a page in memory that begins at an address.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerMemory = (url: string): Layer.Layer<Page> => Layer.effect(Page, makeMemory(url))
