/**
 * An app's host in a browser: tokens in cookies, the page, navigation, and locks so that only one tab refreshes the
 * session.
 *
 * **Example** (A client in a browser)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import { Browser, Client } from "latchkey"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const layer = Client.layer({ projectId, publishableClientKey: "pck_…" }).pipe(
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Navigation from "../navigation/Navigation.ts"
import * as Cookies from "../platform/Cookies.ts"
import * as Locks from "../platform/Locks.ts"
import * as Page from "../platform/Page.ts"
import { checkedLayer } from "../session/checkedLayer.ts"
import { checkDomain } from "../session/cookieBackend.ts"
import * as CookieTokenStore from "../session/CookieTokenStore.ts"
import { type InvalidOptions, levelNames } from "../session/options.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { hostNames } from "./hostNames.ts"

/** Options for a browser host. `redirectMethod` is `window` by default. */
export interface BrowserOptions extends CookieTokenStore.CookieTokenStoreOptions, Navigation.NavigationOptions {}

/**
 * Layer for the browser's services. Fails with `HostUnavailable` on other hosts, and with `InvalidOptions` for an invalid
 * option.
 */
export const layer = (
  options: BrowserOptions
): Layer.Layer<
  TokenStore | Navigation.Navigation | Page.Page | Cookies.Cookies,
  Page.HostUnavailable | InvalidOptions
> =>
  checkedLayer(
    options,
    // One object can also have the options for the client.
    { ...levelNames, ...hostNames },
    Layer.unwrap(Effect.as(
      checkDomain(options),
      Layer.merge(
        Layer.effect(TokenStore, CookieTokenStore.make(options)),
        Navigation.layer({ urls: options.urls, redirectMethod: options.redirectMethod ?? "window" })
      )
    )).pipe(
      Layer.provideMerge(Layer.mergeAll(Page.layerBrowser, Cookies.layerBrowser, Locks.layerBrowser))
    )
  )
