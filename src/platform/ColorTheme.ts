import type { WebStorage } from "./TabStorage.ts"

/** A color theme. `system` follows the device's settings. */
export type Theme = "light" | "dark" | "system"

const key = "latchkey-theme"

const attribute = "data-theme"

/**
 * The current page's theme, in its root element's attribute `data-theme`. On hosts without a document, it is `system`. The
 * user's choice is kept in `localStorage`.
 */
export const themeStore = {
  get: (): Theme => "document" in globalThis ? parse(document.documentElement.getAttribute(attribute)) : "system",
  set: (theme: Theme): void => {
    show(theme)
    attempt((storage) => theme === "system" ? storage.removeItem(key) : storage.setItem(key, theme))
  },
  /** Restores an earlier visit's theme, and calls the listener when the theme changes, also in other tabs. */
  subscribe: (listener: () => void): () => void => {
    const saved = attempt((storage) => storage.getItem(key))
    if (saved != null && !document.documentElement.hasAttribute(attribute)) show(parse(saved))
    const observer = new MutationObserver(listener)
    observer.observe(document.documentElement, { attributeFilter: [attribute] })
    const follow = (event: StorageEvent): void => {
      if (event.key === key) show(parse(event.newValue))
    }
    window.addEventListener("storage", follow)
    return () => {
      observer.disconnect()
      window.removeEventListener("storage", follow)
    }
  }
}

const parse = (text: string | null): Theme => text === "light" || text === "dark" ? text : "system"

const show = (theme: Theme): void => {
  if (theme === "system") document.documentElement.removeAttribute(attribute)
  else document.documentElement.setAttribute(attribute, theme)
}

const attempt = <A>(use: (storage: WebStorage) => A): A | undefined => {
  try {
    return use(localStorage)
  } catch {
    // The storage is full, or a sandboxed page must not access it.
    return undefined
  }
}
