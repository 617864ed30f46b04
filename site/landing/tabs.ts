/** The choice is shared with the tabs of the guides: the titles, the last one first. */
const storageKey = "latchkey-code-tabs"

const readChosen = (): ReadonlyArray<string> => {
  try {
    return localStorage.getItem(storageKey)?.split("|") ?? []
  } catch {
    // Browsers can block the storage.
    return []
  }
}

const save = (title: string): void => {
  try {
    localStorage.setItem(storageKey, [title, ...readChosen().filter((other) => other !== title)].join("|"))
  } catch {
    // The choice then lasts until a reload.
  }
}

/** Returns the index of the tab that a key moves to, as in the pattern for tabs of the ARIA authoring practices. */
const getTarget = (key: string, index: number, count: number): number | undefined =>
  key === "ArrowRight"
    ? (index + 1) % count
    : key === "ArrowLeft"
    ? (index + count - 1) % count
    : key === "Home"
    ? 0
    : key === "End"
    ? count - 1
    : undefined

/** Shows one of several panels. Without this script, all of them are shown. */
export const enableTabs = (element: HTMLElement): void => {
  const tabs = [...element.querySelectorAll<HTMLElement>("[role=tab]")]
  const panels = tabs.map((tab) => document.getElementById(tab.getAttribute("aria-controls")!)!)
  const titles = tabs.map((tab) => tab.textContent)
  const show = (shown: number): void => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(index === shown))
      tab.tabIndex = index === shown ? 0 : -1
      panels[index]!.hidden = index !== shown
      panels[index]!.removeAttribute("data-hidden")
    }
  }
  for (const [index, tab] of tabs.entries()) {
    panels[index]!.setAttribute("role", "tabpanel")
    panels[index]!.setAttribute("aria-labelledby", tab.id)
    tab.addEventListener("click", () => {
      show(index)
      save(titles[index]!)
    })
    tab.addEventListener("keydown", (event) => {
      const target = getTarget(event.key, index, tabs.length)
      if (target === undefined) return
      event.preventDefault()
      tabs[target]!.click()
      tabs[target]!.focus()
    })
  }
  show(Math.max(0, titles.indexOf(readChosen().find((title) => titles.includes(title)) ?? "")))
}
