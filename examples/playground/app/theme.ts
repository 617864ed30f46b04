/** The light or dark theme: the system's, until the user chooses one. */
import { useSyncExternalStore } from "react"

export type Theme = "light" | "dark"

const key = "latchkey-playground-theme"
const system = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

const current = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === "light" || theme === "dark" ? theme : system.matches ? "dark" : "light"
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  system.addEventListener("change", listener)
  return () => {
    listeners.delete(listener)
    system.removeEventListener("change", listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, current)

export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset["theme"] = theme
  localStorage.setItem(key, theme)
  listeners.forEach((listener) => listener())
}
