/** The landing page's script: theme, copy buttons, tabs, the start of the demo, and the key for the search. */
import { startDemoEarly } from "./startDemo.ts"
import { enableTabs } from "./tabs.ts"
import { enableTheme } from "./theme.ts"

/** Copies the command, and says so. */
const enableCopy = (button: HTMLElement): void => {
  const status = button.querySelector("[role=status]")!
  const command = button.parentElement!.querySelector("[data-command]")!.textContent
  let timer: ReturnType<typeof setTimeout> | undefined
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command)
      status.textContent = "Copied"
    } catch {
      // The page has no permission, for example without https.
      status.textContent = "Press Ctrl+C"
      getSelection()?.selectAllChildren(button.parentElement!.querySelector("[data-command]")!)
    }
    clearTimeout(timer)
    timer = setTimeout(() => status.textContent = "", 2000)
  })
}

for (const button of document.querySelectorAll<HTMLElement>("[data-copy]")) enableCopy(button)
for (const tabs of document.querySelectorAll<HTMLElement>("[data-tabs]")) enableTabs(tabs)
enableTheme()
startDemoEarly(document.querySelector("iframe")!)

// The guides open their search with the same keys.
const search = document.querySelector<HTMLAnchorElement>(".search")!
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  const isSearch = event.key === "/" && !isTyping || event.key === "k" && (event.ctrlKey || event.metaKey)
  if (!isSearch) return
  event.preventDefault()
  location.assign(search.href)
})
