/** A minimal client-side router. */
import { type AnchorHTMLAttributes, type ReactElement, useSyncExternalStore } from "react"

/** A navigation to a URL. Each navigation is a new object, even to the same URL. */
export interface Visit {
  readonly path: string
  /** The number of navigations before this one since the page was loaded. */
  readonly index: number
}

let visit: Visit = { path: location.pathname, index: 0 }
const listeners = new Set<() => void>()

const withoutFragment = () => location.pathname + location.search

let arrivedAt = withoutFragment()

const arrive = () => {
  arrivedAt = withoutFragment()
  visit = { path: location.pathname, index: visit.index + 1 }
  scrollTo(0, 0)
  listeners.forEach((listener) => listener())
}

// A fragment is a part of its page, such as a section of the settings, which handles it.
addEventListener("popstate", () => {
  if (arrivedAt !== withoutFragment()) arrive()
})

export const navigate = (url: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (replace) history.replaceState(null, "", url)
  else history.pushState(null, "", url)
  arrive()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useVisit = (): Visit => useSyncExternalStore(subscribe, () => visit)

/** A link to a page of the app. Modifier keys still open it in a new tab. */
export const Link = (
  { href, onClick, ...props }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }
): ReactElement => (
  <a
    {...props}
    href={href}
    onClick={(event) => {
      onClick?.(event)
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      navigate(href)
    }}
  />
)
