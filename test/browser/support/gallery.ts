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
  // The first page's component loads while the page opens. Some stories show a page that never opens.
  await page.locator("[data-latchkey~=opening]").waitFor({ state: "detached", timeout: 2000 }).catch(() => {})
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

/** Shows the open story in every language without playing it again, and returns the texts that do not fit the window. */
export const findOverflowByLanguage = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(async () => {
    // Sound: the gallery assigns both.
    const { galleryLanguages, showLanguage } = globalThis as unknown as {
      readonly galleryLanguages: ReadonlyArray<string>
      readonly showLanguage: (language: string) => Promise<void>
    }
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const range = document.createRange()
    /** Returns whether an element hides what is wider than itself, and the user cannot scroll to it. */
    const clips = (element: Element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      return textOverflow !== "ellipsis" && (overflowX === "hidden" || overflowX === "clip")
    }
    const isScrolled = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX)
    /** Returns the closest box that a text must fit: a control, a card, or an element that clips. */
    const boxOf = (element: Element | null): Element | undefined => {
      for (let box = element; box !== null; box = box.parentElement) {
        if (isScrolled(box) || getComputedStyle(box).textOverflow === "ellipsis") return undefined
        if (clips(box) || box.matches("button, a, [data-latchkey~=card], [data-latchkey~=root]")) return box
      }
      return undefined
    }
    /** Returns whether a text is shown, and not only read by screen readers. */
    const isVisible = (element: Element) => {
      for (let parent: Element | null = element; parent !== null; parent = parent.parentElement) {
        if (getComputedStyle(parent).clipPath === "inset(50%)") return false
      }
      return element.checkVisibility({ visibilityProperty: true })
    }
    const found: Array<string> = []
    for (const language of galleryLanguages) {
      await showLanguage(language)
      await nextFrame()
      const { documentElement } = document
      const overflow = documentElement.scrollWidth - documentElement.clientWidth
      if (overflow > 0) found.push(`${language}: ${overflow} px wider than the window`)
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode() !== null) {
        const node = nodes.currentNode
        const element = node.parentElement!
        if (node.nodeValue!.trim() === "" || !isVisible(element)) continue
        const box = boxOf(element)?.getBoundingClientRect()
        if (box === undefined || box.width <= 1) continue
        range.selectNodeContents(node)
        const text = range.getBoundingClientRect()
        const outside = Math.max(box.left - text.left, text.right - box.right)
        if (outside > 1) found.push(`${language}: ${Math.round(outside)} px outside of its box: ${node.nodeValue!}`)
      }
    }
    await showLanguage("en")
    return found
  })

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
      const isTicked = control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)
      const target = (isTicked ? control.labels?.[0] : null) ?? control
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
