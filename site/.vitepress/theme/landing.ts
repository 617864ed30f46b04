/** Connects the guides with the landing page, which is no page of VitePress. */
import { inBrowser, type Router, withBase } from "vitepress"

/** Loads the landing page for a link to it, such as that of a page that does not exist. */
export const leaveForLanding = (router: Router): void => {
  if (!inBrowser) return
  router.onBeforeRouteChange = (to) => {
    const { pathname } = new URL(to, location.href)
    if (pathname !== withBase("/") && pathname !== withBase("/index.html")) return true
    location.assign(to)
    return false
  }
}

/** `true` while the search is open that the landing page asked for. */
let isFromLanding = false

/** Returns to the landing page, if it has asked for the search and no result was chosen. */
export const endLinkedSearch = ({ isChosen }: { readonly isChosen: boolean }): void => {
  if (isFromLanding && !isChosen) history.back()
  isFromLanding = false
}

/** Opens the search, if the link of the landing page asks for it. */
export const openLinkedSearch = (): void => {
  if (location.search !== "?search") return
  isFromLanding = document.referrer === new URL(withBase("/"), location.href).href
  history.replaceState(history.state, "", location.pathname)
  dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }))
}
