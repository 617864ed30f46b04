/**
 * A host for flows: a page and a jar of cookies in memory, which tell what became of them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cookies, Navigation, Page } from "latchkey"

/** What a page has been told to do. */
export class Visits extends Context.Service<Visits, {
  /** The addresses that the page was sent to. */
  readonly gone: Array<string>
  /** The addresses that were put in the place of the present one. */
  readonly replaced: Array<string>
}>()("test/support/Visits") {}

/** Layer of a page that begins at an address, and remembers where it went. */
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

/** Layer of all that a flow needs of its host, on a page that begins at an address. No time passes when it is left. */
export const layerHost = (
  url: string,
  options: Navigation.NavigationOptions = { redirectMethod: "window" }
) =>
  Navigation.layer(options).pipe(
    Layer.provideMerge(layerPage(url)),
    Layer.merge(Cookies.layerMemory)
  )

/** Goes to an address by hand. */
export const goTo = (url: string | URL) => Effect.flatMap(Page.Page, ({ goTo }) => goTo(String(url)))

/** The address of the page. */
export const here = Effect.flatMap(Page.Page, ({ url }) => url)

/** The cookies of the jar, by name. */
export const cookies = Effect.map(
  Effect.flatMap(Cookies.Cookies, ({ all }) => all),
  (all) => Object.fromEntries(all.map(({ name, value }) => [name, value]))
)
