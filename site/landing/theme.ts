/** VitePress keeps the theme of the guides under this key: `light`, `dark`, or `auto` for the device's. */
const storageKey = "vitepress-theme-appearance"

const dark = matchMedia("(prefers-color-scheme: dark)")

const isDark = (): boolean => {
  const { classList } = document.documentElement
  return classList.contains("dark") || dark.matches && !classList.contains("light")
}

/** Shows a theme. `auto` follows the device. */
const show = (theme: string): void => {
  const { classList } = document.documentElement
  classList.toggle("dark", theme === "dark")
  classList.toggle("light", theme === "light")
}

const save = (theme: string): void => {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Browsers can block the storage. The choice then lasts until a reload.
  }
}

/** Enables the button for the theme. The demo follows it. */
export const enableTheme = (): void => {
  const button = document.querySelector<HTMLElement>("button.theme")!
  const frame = document.querySelector("iframe")!
  const update = () => {
    button.setAttribute("aria-pressed", String(isDark()))
    const root = frame.contentDocument?.documentElement
    if (root !== undefined) root.dataset["theme"] = isDark() ? "dark" : "light"
  }
  button.addEventListener("click", () => {
    const isNowDark = !isDark()
    const theme = isNowDark === dark.matches ? "auto" : isNowDark ? "dark" : "light"
    show(theme)
    save(theme)
    update()
  })
  // Another tab, such as one with a guide, has changed it.
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== storageKey) return
    show(newValue ?? "auto")
    update()
  })
  dark.addEventListener("change", update)
  button.setAttribute("aria-pressed", String(isDark()))
}
