/**
 * A page for tests: it lives in memory, and remembers where it was asked to go.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Navigation, Page } from "latchkey"

/** An address that a page was asked to go to, as it was given, and when. */
export interface Visit {
  readonly url: string
  readonly replace: boolean
  readonly at: number
}

/** What a page was asked to do. */
export class Host extends Context.Service<Host, {
  readonly visits: Array<Visit>
  /** The addresses that took the place of the present one without a visit. */
  readonly replaced: Array<string>
}>()("test/support/Host") {}

/**
 * A page in memory at an address, and what happens to it. Going elsewhere changes its address, as in a browser, and takes
 * two seconds unless told otherwise.
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

/** The navigation of an app on such a page, which leaves it as a browser does unless told otherwise. */
export const layerNavigation = (url: string, options: Navigation.NavigationOptions = {}) =>
  Navigation.layer({ redirectMethod: "window", ...options }).pipe(Layer.provideMerge(layerHost(url)))

/** Where the page was asked to go, as it was given. */
export const visited = Effect.map(Host, ({ visits }) => visits.map(({ url }) => url))
