/** A user who types and clicks until a story shows its state. */

/** The steps of a story. Parts are named by their `data-latchkey` token, fields by their name, in every language. */
export interface Player {
  /** Waits for an element. */
  readonly see: (selector: string) => Promise<HTMLElement>
  /** Clicks a part. */
  readonly click: (part: string) => Promise<void>
  /** Types into a field, which is named by its name or by its part. */
  readonly type: (field: string, value: string) => Promise<void>
  /** Chooses a file. */
  readonly choose: (content: Blob) => Promise<void>
  /** Submits the first form, or the form with a name. */
  readonly submit: (form?: string) => Promise<void>
}

/**
 * The timeout for an element to appear, in milliseconds. It ends before the timeout of the browser tests, so that the error names the
 * missing element.
 */
const lockTimeout = 200_000

/** Waits between two steps. */
export type Pause = () => Promise<void>

const shortPause: Pause = () => new Promise((resolve) => setTimeout(resolve, 20))

/** Creates a player for a document. */
export const makePlayer = (document: Document, pause: Pause = shortPause): Player => {
  const see = (selector: string): Promise<HTMLElement> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = document.querySelector<HTMLElement>(selector)
        if (found === null) return
        stop()
        // React runs the effects of a new element after it appears, and may replace it.
        void pause().then(() => found.isConnected ? resolve(found) : watch())
      }
      const observer = new MutationObserver(look)
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`The story shows no ${selector}`))
      }, lockTimeout)
      const stop = () => {
        observer.disconnect()
        clearTimeout(timer)
      }
      const watch = () => {
        observer.observe(document, { subtree: true, childList: true, attributes: true })
        look()
      }
      watch()
    })
  return {
    see,
    click: async (part) => (await see(`${partSelector(part)}${control}`)).click(),
    type: async (field, value) => setValue(await see(`input[name="${field}"], ${partSelector(field)} > input`), value),
    choose: async (content) => {
      // Sound: the selector matches only inputs.
      const input = await see("input[type=file]") as HTMLInputElement
      const files = new DataTransfer()
      files.items.add(new File([content], "picture.png", { type: content.type }))
      input.files = files.files
      input.dispatchEvent(new Event("change", { bubbles: true }))
    },
    submit: async (form = "form") => (await see(`${partSelector(form)} ${partSelector("submit")}`)).click()
  }
}

const partSelector = (part: string): string => `[data-latchkey~="${part}"]`

/** A section may have the same name as its button. */
const control = ":is(button, a)"

/** Sets the value as a browser does. React ignores an assignment to `value`, since it replaces the property. */
const setValue = (element: HTMLElement, value: string): void => {
  element.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, value)
  element.dispatchEvent(new Event("input", { bubbles: true }))
}
