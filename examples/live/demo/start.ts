/**
 * Loads the live demo with the first interaction, with it or with the page around it. Clicks, typed texts and choices until then
 * are queued, and replayed in order.
 */

/** An interaction with the static demo. */
type Action =
  | { readonly type: "click"; readonly element: Element }
  | { readonly type: "value"; readonly element: Input; value: string }

type Input = HTMLInputElement | HTMLSelectElement

const still = document.getElementById("still")!
const live = document.getElementById("live")!
const progress = document.getElementById("progress")!

let queue: Array<Action> = []
let hasStarted = false

const signOf = (element: Element): string =>
  [
    element.tagName,
    ...["data-control", "data-latchkey", "name", "aria-label"].map((name) => element.getAttribute(name))
  ]
    .join("|")

/** Returns the element of the live demo that takes the place of one of the static demo. */
const findCounterpart = (element: Element): HTMLElement | undefined => {
  const sign = signOf(element)
  const findIn = (root: Element) =>
    [...root.querySelectorAll<HTMLElement>(element.tagName)].filter((other) => signOf(other) === sign)
  const found = findIn(live)
  return found[findIn(still).findIndex((other) => other === element)] ?? found[0]
}

/** Waits for the counterpart, which an earlier click may have to show first. Never for long. */
const waitForCounterpart = async (element: Element): Promise<HTMLElement | undefined> => {
  for (let count = 0; count < 20; count++) {
    const found = findCounterpart(element)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const isInput = (element: unknown): element is Input =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement

const addValue = (element: Input): void => {
  const last = queue.at(-1)
  if (last?.type === "value" && last.element === element) last.value = element.value
  else queue.push({ type: "value", element, value: element.value })
}

const replay = async (action: Action, focused: Element | null): Promise<void> => {
  const target = await waitForCounterpart(action.element)
  if (action.type === "click") return target?.click()
  if (!isInput(target)) return
  target.value = action.value
  target.dispatchEvent(new Event(target instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }))
  if (action.element === focused) target.focus({ preventScroll: true })
}

/** Shows the live demo with the focus, and replays the queue. */
const replace = async (settle: () => Promise<void>): Promise<void> => {
  const { activeElement } = document
  const target = activeElement === null || activeElement === document.body ? undefined : findCounterpart(activeElement)
  // A browser can have filled these in without an event.
  const filled = [...still.querySelectorAll("input")].filter((input) =>
    input.value !== "" && !queue.some(({ element }) => element === input)
  )
  queue.unshift(...filled.map((element): Action => ({ type: "value", element, value: element.value })))
  live.removeAttribute("inert")
  live.classList.remove("behind")
  target?.focus({ preventScroll: true })
  still.classList.add("behind")
  progress.remove()
  for (const action of queue) {
    await replay(action, activeElement)
    await settle()
  }
  if (activeElement instanceof HTMLInputElement && target instanceof HTMLInputElement && target.type !== "email") {
    target.setSelectionRange(target.value.length, target.value.length)
  }
  still.remove()
}

const start = async (): Promise<void> => {
  if (hasStarted) return
  hasStarted = true
  progress.hidden = false
  try {
    // Sound: the build writes the URL of this module there.
    const { mount } = await import(/* @vite-ignore */ still.dataset["module"]!) as typeof import("./mount.tsx")
    await replace(await mount(live))
  } catch (error) {
    hasStarted = false
    for (const { element } of queue) element.removeAttribute("aria-busy")
    queue = []
    progress.textContent = "The demo could not be loaded. Click to try again."
    console.error(error)
  }
}

for (const event of ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"]) {
  still.addEventListener(event, () => void start(), { passive: true })
}
// The page around the demo has seen an interaction.
document.addEventListener("demo-start", () => void start())

still.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button, a") : null
  if (button === null) return
  queue.push({ type: "click", element: button })
  button.setAttribute("aria-busy", "true")
  // The links of the static form lead nowhere.
  if (button.tagName === "A") event.preventDefault()
})
still.addEventListener("submit", (event) => event.preventDefault())
still.addEventListener("input", ({ target }) => {
  if (isInput(target)) addValue(target)
})
