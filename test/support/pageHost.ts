/** A host for flows: an in-memory page and cookie jar, which record their operations. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies, Navigation, Page } from "latchkey"

/** The page's operations. */
export class Visits extends Context.Service<Visits, {
  /** The URLs of navigations. */
  readonly gone: Array<string>
  /** The URLs that replaced the current one. */
  readonly replaced: Array<string>
}>()("test/support/Visits") {}

/** Layer of a page that starts at a URL, and records its navigations. */
export const layerPage = (url: string): Layer.Layer<Page.Page | Visits> =>
  Layer.effectContext(Effect.map(Page.makeMemory(url), (page) => {
    const visits = Visits.of({ gone: [], replaced: [] })
    return Context.make(Visits, visits).pipe(Context.add(Page.Page, {
      ...page,
      replaceUrl: (url) => Effect.andThen(Effect.sync(() => visits.replaced.push(url)), page.replaceUrl(url)),
      goTo: (url, options) => Effect.andThen(Effect.sync(() => visits.gone.push(url)), page.goTo(url, options)),
      settle: Effect.void
    }))
  }))

/** Layer of all host services of a flow, on a page that starts at a URL. Leaving it takes no time. */
export const layerHost = (
  url: string,
  options: Navigation.NavigationOptions = { redirectMethod: "window" }
) =>
  Navigation.layer(options).pipe(
    Layer.provideMerge(layerPage(url)),
    Layer.merge(Cookies.layerMemory)
  )

/** Opens a URL directly. */
export const goTo = (url: string | URL) => Effect.flatMap(Page.Page, ({ goTo }) => goTo(String(url)))

/** The page's URL. */
export const here = Effect.flatMap(Page.Page, ({ url }) => url)

/** The jar's cookies by name. */
export const cookies = Effect.map(
  Effect.flatMap(Cookies.Cookies, ({ all }) => all),
  (all) => Object.fromEntries(all.map(({ name, value }) => [name, value]))
)
