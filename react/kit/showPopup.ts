/** The space between a popup and its button, and at the window's edges, in pixels. */
const gap = 6
const margin = 8

/**
 * Shows an element above the page, where no ancestor clips it. The stylesheet places it beside its button. Browsers without CSS
 * anchor positioning get the place from here.
 */
export const showPopup = (popup: HTMLElement, button: HTMLElement): void => {
  if (typeof popup.showPopover === "function") {
    popup.setAttribute("popover", "manual")
    popup.showPopover()
  }
  if (globalThis.CSS?.supports("position-area", "end")) return
  const place = () => placePopup(popup, button)
  place()
  // A message arrives later, and a search changes the height.
  if (typeof ResizeObserver === "function") new ResizeObserver(place).observe(popup)
}

/** Places an element below or above its button, within the window. It scrolls with the page. */
const placePopup = (popup: HTMLElement, button: HTMLElement): void => {
  // The animation would move the measured box.
  Object.assign(popup.style, {
    position: "absolute",
    inset: "0 auto auto 0",
    margin: 0,
    maxHeight: "",
    animation: "none"
  })
  const { clientHeight, clientWidth } = popup.ownerDocument.documentElement
  const box = popup.getBoundingClientRect()
  const anchor = button.getBoundingClientRect()
  const isAtRight = (popup.dataset["align"] === "end") === (getComputedStyle(popup).direction === "ltr")
  const left = isAtRight ? anchor.right - box.width : anchor.left
  const above = anchor.top - gap - margin
  const below = clientHeight - anchor.bottom - gap - margin
  const isBelow = box.height <= below || above <= below
  const height = Math.min(box.height, isBelow ? below : above)
  Object.assign(popup.style, {
    left: `${Math.max(margin, Math.min(left, clientWidth - margin - box.width)) - box.left}px`,
    top: `${(isBelow ? anchor.bottom + gap : anchor.top - gap - height) - box.top}px`,
    maxHeight: `${height}px`
  })
}
