import { chooseTab, getTabTarget, readChosenTabs } from "../chosenTabs.ts"

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
      chooseTab(titles[index]!, readChosenTabs())
    })
    tab.addEventListener("keydown", (event) => {
      const target = getTabTarget(event.key, index, tabs.length)
      if (target === undefined) return
      event.preventDefault()
      tabs[target]!.click()
      tabs[target]!.focus()
    })
  }
  show(Math.max(0, titles.indexOf(readChosenTabs().find((title) => titles.includes(title)) ?? "")))
}
