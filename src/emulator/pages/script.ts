/**
 * Copies texts, and refreshes the elements with `data-live` while the page is visible. Open details, the focus and a
 * selection survive a refresh. It inserts only the emulator's HTML, which is escaped.
 */
export const script = `
"use strict"
{
  const root = document.documentElement
  root.classList.add("js")
  const status = document.getElementById("copied")
  const offline = document.getElementById("offline")

  const address = new URL(location.href)
  if (address.searchParams.has("notice")) {
    address.searchParams.delete("notice")
    history.replaceState(null, "", address)
  }

  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      const field = document.createElement("textarea")
      field.value = text
      document.body.append(field)
      field.select()
      document.execCommand("copy")
      field.remove()
    }
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("button[data-copy]")
    if (button === null) return
    await copy(button.dataset.copy)
    button.classList.add("copied")
    status.textContent = "Copied"
    setTimeout(() => {
      button.classList.remove("copied")
      status.textContent = ""
    }, 1500)
  })

  const isForm = root.dataset.method === "POST"
  const shown = new Map()
  for (const region of document.querySelectorAll("[data-live]")) shown.set(region.id, region.innerHTML)

  const keyOf = (element) =>
    element.id || element.getAttribute("href") || [element.form && element.form.getAttribute("action"), element.name, element.value,
      element.dataset.copy, element.textContent].join("|")

  const replace = (region, fresh) => {
    const selection = getSelection()
    const isSelecting = !selection.isCollapsed && region.contains(selection.anchorNode)
    const focused = region.contains(document.activeElement) ? document.activeElement : undefined
    if (isSelecting || focused && /^(INPUT|SELECT|TEXTAREA)$/.test(focused.tagName)) return
    const open = new Set([...region.querySelectorAll("details[id][open]")].map(({ id }) => id))
    const key = focused && keyOf(focused)
    shown.set(region.id, fresh.innerHTML)
    region.replaceChildren(...fresh.childNodes)
    for (const details of region.querySelectorAll("details[id]")) if (open.has(details.id)) details.open = true
    if (key !== undefined) {
      const again = [...region.querySelectorAll("a, button, summary")].find((element) => keyOf(element) === key)
      if (again !== undefined) again.focus({ preventScroll: true })
    }
  }

  const refresh = async () => {
    try {
      const response = await fetch(address)
      const next = new DOMParser().parseFromString(await response.text(), "text/html")
      offline.hidden = true
      if (!response.ok) return
      for (const region of document.querySelectorAll("[data-live]")) {
        const fresh = next.getElementById(region.id)
        if (fresh !== null && fresh.innerHTML !== shown.get(region.id)) replace(region, fresh)
      }
    } catch {
      offline.hidden = false
    }
  }

  const loop = async () => {
    if (document.visibilityState === "visible") await refresh()
    setTimeout(loop, 1500)
  }
  if (!isForm && shown.size > 0) setTimeout(loop, 1500)
}
`
