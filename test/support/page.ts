/** An in-memory page for tests, which records its navigations. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Navigation, Page } from "latchkey"

/** The URL of a navigation as given, with its time. */
export interface Visit {
  readonly url: string
  readonly replace: boolean
  readonly at: number
}

/** The page's operations. */
export class Host extends Context.Service<Host, {
  readonly visits: Array<Visit>
  /** The URLs that replaced the current one without a visit. */
  readonly replaced: Array<string>
}>()("test/support/Host") {}

/**
 * An in-memory page at a URL, and its events. Navigating changes its URL, as in a browser, and takes two seconds unless
 * specified otherwise.
 */
export const layerHost = (url: string, settle?: Effect.Effect<void>): Layer.Layer<Page.Page | Host> =>
  Layer.effectContext(Effect.map(Page.makeMemory(url), (memory) => {
    const visits: Array<Visit> = []
    const replaced: Array<string> = []
    const page = Page.Page.of({
      ...memory,
      settle: settle ?? memory.settle,
      replaceUrl: (url) =>
        Effect.suspend(() => {
          replaced.push(url)
          return memory.replaceUrl(url)
        }),
      goTo: (url, { replace = false } = {}) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => {
          visits.push({ url, replace, at })
          return memory.goTo(url)
        })
    })
    return Context.make(Page.Page, page).pipe(Context.add(Host, { visits, replaced }))
  }))

/** The navigation of an app on such a page, which uses the browser's method unless specified otherwise. */
export const layerNavigation = (url: string, options: Navigation.NavigationOptions = {}) =>
  Navigation.layer({ redirectMethod: "window", ...options }).pipe(Layer.provideMerge(layerHost(url)))

/** The URLs of the page's navigations, as given. */
export const visited = Effect.map(Host, ({ visits }) => visits.map(({ url }) => url))
