/** The panel of the developer tools, in tests. */
import { act, type World } from "../support.tsx"

/** The element of the panel. */
export const getHost = () => document.querySelector("latchkey-devtools")

/**
 * Waits until a function returns a value: the panel and the export are loaded with `import()`. A value that never comes is ended by
 * the limit of Vitest.
 */
export const until = async <A>(find: () => A | null | undefined | false): Promise<A> => {
  for (;;) {
    const found = find()
    if (found) return found
    await act(() => new Promise((resolve) => setImmediate(resolve)))
  }
}

/** Returns a button of the panel by its accessible name. */
export const buttonOf = (name: string) =>
  Array.from(getHost()?.shadowRoot?.querySelectorAll<HTMLElement>("button") ?? [])
    .find((button) => (button.getAttribute("aria-label") ?? button.textContent) === name)

/** Presses a button of the panel. */
export const press = async (name: string) => {
  const button = await until(() => buttonOf(name))
  await act(() => button.click())
}

/** Waits until the open view contains a text. */
export const sees = (text: string | RegExp): Promise<string> =>
  until(() => {
    const shown = getHost()?.shadowRoot?.querySelector(".view")?.textContent ?? ""
    return (typeof text === "string" ? shown.includes(text) : text.test(shown)) && shown
  })

/** Opens the panel, and waits for its first data. */
export const open = async (world: World) => {
  await press("Open Latchkey DevTools")
  await world.advance("1 second")
}
