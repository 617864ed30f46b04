/** Marks history entries that follow the one without a fragment. */
const mark = "latchkeyFollowsList"

const listeners = new Set<() => void>()

/**
 * The current URL's fragment without `#`. A change is a new entry in the browser's history, so that its Back button returns to
 * the fragment before. It loads no page.
 */
export const fragmentStore = {
  get: (): string => location.hash.slice(1),
  set: (fragment: string): void => {
    const current = fragmentStore.get()
    if (current === fragment) return
    const { state }: { readonly state: Readonly<Record<string, unknown>> | null } = history
    // The entry before has no fragment.
    if (fragment === "" && state?.[mark] === true) {
      history.back()
      return
    }
    const { pathname, search } = location
    // Routers keep their own fields in the state.
    const next = { ...state, [mark]: current === "" }
    history.pushState(next, "", pathname + search + (fragment === "" ? "" : `#${fragment}`))
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): () => void => {
    listeners.add(listener)
    window.addEventListener("popstate", listener)
    window.addEventListener("hashchange", listener)
    return () => {
      listeners.delete(listener)
      window.removeEventListener("popstate", listener)
      window.removeEventListener("hashchange", listener)
    }
  }
}
