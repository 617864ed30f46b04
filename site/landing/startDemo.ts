/** The interactions with the page that start the demo. */
const interactions = ["pointermove", "pointerdown", "touchstart", "keydown", "scroll"]

/** Starts the demo in a frame after the first interaction with the page, when the frame is less than a window away. */
export const startDemoEarly = (frame: HTMLIFrameElement): void => {
  const send = (): void => {
    frame.contentDocument?.dispatchEvent(new Event("demo-start"))
  }
  const observer = new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting !== true) return
    observer.disconnect()
    send()
    // The frame may not have loaded yet.
    frame.addEventListener("load", send)
  }, { rootMargin: "100% 0px" })
  const observe = (): void => {
    for (const name of interactions) removeEventListener(name, observe)
    observer.observe(frame)
  }
  for (const name of interactions) addEventListener(name, observe, { passive: true })
}
