/** The panel of the developer tools, in tests. */
import { getConfig } from "@testing-library/dom"
import { act, type World } from "../support.tsx"

/** The element of the panel. */
export const getHost = () => document.querySelector("latchkey-devtools")

/**
 * Waits until a function returns a value: the panel and the export are loaded with `import()`. Fails with the text of the
 * panel after the timeout of Testing Library, which ends before the limit of Vitest.
 */
export const until = async <A>(find: () => A | null | undefined | false, description = String(find)): Promise<A> => {
  const end = performance.now() + getConfig().asyncUtilTimeout
  while (performance.now() < end) {
    const found = find()
    if (found) return found
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
  throw new Error(`${description} returned no value. The panel: ${getHost()?.shadowRoot?.textContent ?? "not mounted"}`)
}

/** Returns a button of the panel by its accessible name. */
export const buttonOf = (name: string) =>
  Array.from(getHost()?.shadowRoot?.querySelectorAll<HTMLElement>("button") ?? [])
    .find((button) => (button.getAttribute("aria-label") ?? button.textContent) === name)

/** Presses a button of the panel. */
export const press = async (name: string) => {
  const button = await until(() => buttonOf(name), `The search for the button ${name}`)
  await act(() => button.click())
}

/** Waits until the open view contains a text. */
export const sees = (text: string | RegExp): Promise<string> =>
  until(() => {
    const shown = getHost()?.shadowRoot?.querySelector(".view")?.textContent ?? ""
    return (typeof text === "string" ? shown.includes(text) : text.test(shown)) && shown
  }, `The search for ${text}`)

/** Opens the panel, and waits for its first data. */
export const open = async (world: World) => {
  await press("Open Latchkey DevTools")
  await world.advance("1 second")
}
