/** Loads the live demo with the first interaction. Keeps the typed texts, the focus and the last click. */

const still = document.getElementById("still")!
const live = document.getElementById("live")!
const progress = document.getElementById("progress")!

/** The last button that was clicked before the demo was live. */
let clicked: Element | undefined
let hasStarted = false

/** Returns the element of the live demo that takes the place of one of the static demo. */
const counterpart = (element: Element): HTMLElement | undefined => {
  const sign = (one: Element) =>
    [one.tagName, ...["data-control", "data-latchkey", "name", "aria-label"].map((name) => one.getAttribute(name))]
      .join("|")
  return [...live.querySelectorAll<HTMLElement>(element.tagName)].find((other) => sign(other) === sign(element))
}

const copyValue = (from: HTMLInputElement): void => {
  const to = counterpart(from)
  if (!(to instanceof HTMLInputElement) || from.value === "") return
  to.value = from.value
  to.dispatchEvent(new Event("input", { bubbles: true }))
}

/** Shows the live demo with the typed texts, the focus and the last click. */
const replace = (): void => {
  const { activeElement } = document
  const target = activeElement === null || activeElement === document.body ? undefined : counterpart(activeElement)
  const selection = activeElement instanceof HTMLInputElement ? activeElement.value.length : undefined
  for (const input of still.querySelectorAll("input")) copyValue(input)
  live.removeAttribute("inert")
  live.classList.remove("behind")
  target?.focus({ preventScroll: true })
  if (target instanceof HTMLInputElement && selection !== undefined && target.type !== "email") {
    target.setSelectionRange(selection, selection)
  }
  still.remove()
  progress.remove()
  if (clicked !== undefined) counterpart(clicked)?.click()
}

const start = async (): Promise<void> => {
  if (hasStarted) return
  hasStarted = true
  progress.hidden = false
  try {
    // Sound: the build writes the URL of this module there.
    const { mount } = await import(/* @vite-ignore */ still.dataset["module"]!) as typeof import("./mount.tsx")
    await mount(live)
    replace()
  } catch (error) {
    hasStarted = false
    progress.textContent = "The demo could not be loaded. Click to try again."
    console.error(error)
  }
}

for (const event of ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"]) {
  still.addEventListener(event, () => void start(), { passive: true })
}
still.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button, a, select") : null
  if (button !== null) clicked = button
})
// The static form and its links lead nowhere.
still.addEventListener("submit", (event) => event.preventDefault())
still.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a") !== null) event.preventDefault()
})
