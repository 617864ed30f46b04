import { useSyncExternalStore } from "react"
import { type Theme, themeStore } from "../src/platform/ColorTheme.ts"

export type { Theme } from "../src/platform/ColorTheme.ts"

/**
 * Returns the page's color theme, and a function that changes it.
 *
 * The theme is the root element's attribute `data-theme`, which `latchkey/react/styles.css` follows. `system`, the
 * default, is no attribute. The choice is kept in `localStorage` for later visits, and applies to all tabs.
 *
 * **Example** (A button that changes the theme)
 *
 * ```tsx
 * import { useTheme } from "latchkey/react"
 *
 * const ThemeButton = () => {
 *   const [theme, setTheme] = useTheme()
 *   return <button onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>Theme: {theme}</button>
 * }
 * ```
 */
export const useTheme = (): readonly [theme: Theme, setTheme: (theme: Theme) => void] => [
  useSyncExternalStore(themeStore.subscribe, themeStore.get, getSystem),
  themeStore.set
]

const getSystem = (): Theme => "system"
