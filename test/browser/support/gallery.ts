/** The stories of the gallery in a browser. */
import type { Page } from "playwright-core"
import { patience } from "./patience.ts"

/** Returns the ids of all stories. */
export const listStories = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.waitForFunction(() => "galleryStories" in globalThis)
  // Sound: it was checked above, and the gallery assigns an array of strings.
  return page.evaluate(() =>
    (globalThis as unknown as { readonly galleryStories: ReadonlyArray<string> }).galleryStories
  )
}

/** Opens a story, and waits until its steps were played. Fails if one of them failed. */
export const openStory = async (page: Page, id: string, query = ""): Promise<void> => {
  await page.goto(new URL(`/gallery/${id}${query}`, page.url()).href)
  await page.locator("html[data-story]").waitFor({ state: "attached", timeout: patience })
  const outcome = await page.locator("html").getAttribute("data-story")
  if (outcome !== "ready") throw new Error(`${id}: ${outcome}`)
}

/** Shares the stories among several tabs. A browser renders two of them at the same time. An error is a finding, too. */
export const forEachStory = async (
  pages: ReadonlyArray<Page>,
  ids: ReadonlyArray<string>,
  check: (page: Page, id: string) => Promise<ReadonlyArray<string>>
): Promise<ReadonlyArray<string>> => {
  const queue = [...ids]
  const found: Array<string> = []
  await Promise.all(pages.map(async (page) => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      found.push(...await check(page, id).catch((error: unknown) => [String(error)]))
    }
  }))
  return found
}

/** Returns the number of pixels by which the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * Returns the controls that are smaller than a size in pixels. As in WCAG 2.2 (2.5.8), links within a sentence are exempt, and a
 * checkbox or radio button counts with its label.
 */
export const findSmallTargets = (page: Page, size: number): Promise<ReadonlyArray<string>> =>
  page.evaluate((size) => {
    // The content behind a modal dialog is inert.
    const root = document.querySelector("dialog[open]") ?? document
    const controls = Array.from(
      root.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea, summary, [role^=menuitem]")
    )
    return controls.flatMap((control) => {
      const isTicked = control.matches("[type=checkbox], [type=radio]")
      const target = (isTicked ? control.closest("label") : null) ?? control
      const { height, width } = target.getBoundingClientRect()
      const isHidden = width <= 1 || height <= 1 || !control.checkVisibility({ visibilityProperty: true })
      const isInSentence = getComputedStyle(target).display === "inline"
      return isHidden || isInSentence || (height >= size && width >= size)
        ? []
        : [`${width} × ${height}: ${target.outerHTML.slice(0, 160)}`]
    })
  }, size)

/** Counts layout shifts in a page. It runs before the scripts of the page. */
export const watchLayoutShifts = (): void => {
  const shifts: Array<string> = []
  Object.assign(globalThis, { layoutShifts: shifts })
  new PerformanceObserver((list) => {
    // The steps of a story change the page on purpose.
    const [play] = performance.getEntriesByName("play")
    for (const entry of list.getEntries()) {
      if (play !== undefined && entry.startTime > play.startTime) continue
      // Sound: layout-shift entries have a value and sources, which the DOM types lack.
      const { sources, value } = entry as unknown as LayoutShift
      shifts.push(
        `${value}: ${sources.map(({ node }) => node instanceof Element ? node.outerHTML.slice(0, 120) : "").join("; ")}`
      )
    }
  }).observe({ type: "layout-shift", buffered: true })
}

interface LayoutShift {
  readonly value: number
  readonly sources: ReadonlyArray<{ readonly node: Node | null }>
}

/** Returns the layout shifts so far. */
export const layoutShiftsOf = (page: Page): Promise<ReadonlyArray<string>> =>
  // Sound: the script above has assigned it.
  page.evaluate(() => (globalThis as unknown as { readonly layoutShifts: ReadonlyArray<string> }).layoutShifts)
