/** A profile of a browser that speaks WebDriver, over HTTP or the protocol of Firefox. */
import type { EngineProfile, EngineTab, Key, Role } from "./Engine.ts"
import { until } from "./until.ts"

/** The commands of WebDriver that the tabs use. */
export interface Commands {
  readonly navigate: (url: string) => Promise<unknown>
  readonly url: () => Promise<string>
  readonly newTab: () => Promise<string>
  readonly switchTo: (handle: string) => Promise<unknown>
  /** Runs the body of a function. */
  readonly execute: (script: string, args: ReadonlyArray<unknown>) => Promise<unknown>
  readonly labelOf: (element: Reference) => Promise<string>
  readonly click: (element: Reference) => Promise<unknown>
  readonly clear: (element: Reference) => Promise<unknown>
  /** Types a text into an element. */
  readonly type: (element: Reference, text: string) => Promise<unknown>
  readonly pressKey: (character: string) => Promise<unknown>
}

/** The name of the property with an element's id. */
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

export interface Reference {
  readonly [elementKey]: string
}

export const idOf = (reference: Reference): string => reference[elementKey]

const selectors: Readonly<Record<Role, string>> = {
  button: "button:not([role])",
  dialog: "dialog[open]",
  heading: "h1, h2, h3, h4",
  link: "a[href]",
  menu: "[role=menu]",
  menuitem: "[role=menuitem]",
  menuitemradio: "[role=menuitemradio]",
  textbox: "input"
}

const keys: Readonly<Record<Key, string>> = {
  ArrowDown: "\uE015",
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004"
}

/** Returns the visible elements, only those of the modal dialog if one is open. */
const listVisible = `
const modals = document.querySelectorAll("dialog:modal")
const root = modals[modals.length - 1] ?? document
const all = Array.from(root.querySelectorAll(arguments[0]))
if (root !== document && root.matches(arguments[0])) all.unshift(root)
return all.filter((element) => element.checkVisibility({ visibilityProperty: true }))
`

/** The errors of an element or a page that changes at the same time. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  /stale element|no such element|element click intercepted|not interactable|no such (?:window|frame|document)|unloaded|aborted/i
    .test(error.message)

const makeTab = (commands: Commands, handle: string): EngineTab => {
  const here = async (): Promise<void> => {
    await commands.switchTo(handle)
  }
  const read = () => commands.execute("return `${location.href}\\n${document.body.innerText}`", []).then(String)
  /** Does something with the element of a role and a name, as soon as there is one. */
  const use = async (role: Role, name: string, act: (element: Reference) => Promise<unknown>): Promise<void> => {
    await here()
    const attempt = async (): Promise<true | undefined> => {
      // Sound: WebDriver returns elements as references.
      const elements = await commands.execute(listVisible, [selectors[role]]) as ReadonlyArray<Reference>
      for (const element of elements) {
        if ((await commands.labelOf(element)).trim() !== name) continue
        await act(element)
        return true
      }
      return undefined
    }
    await until(
      () =>
        attempt().catch((error: unknown) => {
          if (isTransient(error)) return undefined
          throw error
        }),
      async () => `There is no ${role} "${name}" at ${await read()}`
    )
  }
  return {
    goto: async (url) => {
      await here()
      await commands.navigate(url)
    },
    url: async () => {
      await here()
      return commands.url()
    },
    click: (role, name) => use(role, name, commands.click),
    finds: (role, name) => use(role, name, async () => undefined),
    fill: (label, text) =>
      use("textbox", label, async (element) => {
        await commands.clear(element)
        await commands.type(element, text)
        // A new window may lose the keys. A form may already have sent itself, and its field does not exist then.
        const value = await commands.execute("return arguments[0].value", [element]).catch(() => text)
        if (value === "" && text !== "") throw new Error("not interactable: the field lost the text")
      }),
    press: async (key) => {
      await here()
      await commands.pressKey(keys[key])
    },
    evaluate: async <A, Args extends ReadonlyArray<unknown>>(f: (...args: Args) => A | Promise<A>, ...args: Args) => {
      await here()
      // Sound: the function runs in the page, and its result is JSON.
      return await commands.execute(`return (${String(f)}).apply(null, arguments)`, args) as A
    }
  }
}

/** Returns a profile of a session. `first` is the handle of its empty tab. */
export const makeProfile = (
  commands: Commands,
  first: string,
  parts: Pick<EngineProfile, "addAuthenticator" | "close">
): EngineProfile => {
  let isUsed = false
  return {
    ...parts,
    open: async (url) => {
      const tab = makeTab(commands, isUsed ? await commands.newTab() : first)
      isUsed = true
      await tab.goto(url)
      return tab
    }
  }
}
