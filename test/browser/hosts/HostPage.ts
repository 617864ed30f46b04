/** A page of a host with components in it. */
import type { Browser, CDPSession, Page } from "playwright-core"
import { makeRepository } from "../../../scripts/checks/Repository.ts"
import { root } from "../../../scripts/repository.ts"
import { inlineImports } from "../../../scripts/stylesheet.ts"
import type { Host, Theme } from "./hosts.ts"
import { type Snapshot, takeSnapshot } from "./snapshot.ts"

const { read } = makeRepository(root)

/** The styles of the components, and the same in a layer. */
export const styles = inlineImports("react/styles.css", read)
export const layeredStyles = inlineImports("react/styles.layer.css", read)

export interface PageOptions {
  readonly theme: Theme
  readonly attributes?: string | undefined
  /** The stylesheets in order. */
  readonly css: ReadonlyArray<string>
  readonly markup: string
}

/** Opens a page with these stylesheets and this markup. */
export const openHostPage = async (browser: Browser, options: PageOptions): Promise<Page> => {
  const { attributes = "", css, markup, theme } = options
  const page = await browser.newPage({ colorScheme: theme, viewport: { width: 1280, height: 6000 } })
  await page.setContent(`<!doctype html><html lang="en" ${attributes}><head><meta charset="utf-8"><title>Host</title>
    ${css.map((text) => `<style>${text}</style>`).join("\n")}</head>
    <body><div id="root"><div id="frame" style="position: fixed; top: 0; left: 0; width: 1000px">${markup}</div></div></body></html>`)
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.close()
      dialog.showModal()
    }
    for (const popover of document.querySelectorAll<HTMLElement>("[popover]")) {
      popover.popover = "manual"
      popover.showPopover()
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  return page
}

/** Gives all controls pseudo classes, as if a user pointed at all of them. */
const force = async (session: CDPSession, forcedPseudoClasses: Array<string>): Promise<void> => {
  const { root } = await session.send("DOM.getDocument", { depth: 0 })
  const selector = "#frame :is(button, a, input, select, summary)"
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector })
  await Promise.all(nodeIds.map((nodeId) => session.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses })))
}

/** The states of controls. */
const states: Readonly<Record<string, Array<string>>> = {
  hovered: ["hover"],
  focused: ["focus", "focus-visible"],
  pressed: ["hover", "active", "focus"]
}

/** Returns the computed styles of a page, and those of its controls in other states. Closes the page. */
export const readStyles = async (page: Page): Promise<Snapshot> => {
  // Sound: the JSON of a snapshot.
  const read = async (selector: string) => JSON.parse(await page.evaluate(takeSnapshot, selector)) as Snapshot
  let found = await read("*")
  const session = await page.context().newCDPSession(page)
  await session.send("DOM.enable")
  await session.send("CSS.enable")
  for (const [state, classes] of Object.entries(states)) {
    await force(session, classes)
    const snapshot = await read(":is(button, a, input, select, summary)")
    found = {
      ...found,
      ...Object.fromEntries(Object.entries(snapshot).map(([name, style]) => [`${state} ${name}`, style]))
    }
  }
  await page.close()
  return found
}

/** Returns the size of the root's text in a host, the unit of all lengths of the components. */
export const rootSizeOf = async (browser: Browser, host: Host, theme: Theme): Promise<string> => {
  const page = await openHostPage(browser, { theme, css: [host.css], attributes: host.attributes?.(theme), markup: "" })
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  await page.close()
  return size
}
