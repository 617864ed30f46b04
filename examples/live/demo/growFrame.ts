/** The most pixels by which the frame grows. A longer card scrolls. */
const most = 256

/** Grows the frame of the demo while its card does not fit, for example below an error. */
export const growFrame = (stage: Element): void => {
  // Sound: the page around has the same origin. Its classes are other objects, so `instanceof` does not hold.
  const frame = window.frameElement as HTMLElement | null
  if (frame === null) return
  let growth = 0
  const grow = (): void => {
    const missing = stage.scrollHeight - stage.clientHeight
    // The pages of the app scroll.
    if (missing <= 0 || stage.querySelector(":scope > [data-latchkey~=card]") === null) return
    growth = Math.min(most, growth + missing)
    frame.style.setProperty("--demo-growth", `${growth}px`)
  }
  const sizes = new ResizeObserver(grow)
  const observeCard = (): void => {
    sizes.disconnect()
    for (const child of stage.children) sizes.observe(child)
  }
  new MutationObserver(observeCard).observe(stage, { childList: true })
  observeCard()
}
