/** The card while its page opens. */
import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { holdRequests } from "./support/holdRequests.ts"
import { it } from "./support/playground.ts"

interface Drawn {
  readonly card: number
  readonly boxes: ReadonlyArray<Readonly<Record<"x" | "y" | "width" | "height", number>>>
}

/** The card's height, and the frames of elements relative to the card. */
const read = (page: Page, elements: string): Promise<Drawn> =>
  page.evaluate((elements) => {
    const card = document.querySelector("[data-latchkey~=\"card\"]")!
    const outer = card.getBoundingClientRect()
    return {
      card: outer.height,
      boxes: [...card.querySelectorAll(elements)].map((element) => {
        const { height, width, x, y } = element.getBoundingClientRect()
        return { x: x - outer.x, y: y - outer.y, width, height }
      })
    }
  }, elements)

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 2

/** Holds the requests for the project's settings until the function is called. */
const holdProject = (page: Page): Promise<() => void> => holdRequests(page, "**/projects/current")

describe("a card whose page opens", () => {
  for (const width of [320, 1280]) {
    it(`a card of a window with ${width} px has the outline of the page that was shown before`, async ({ open }) => {
      const page = await open("/handler/sign-in", { viewport: { width, height: 900 } })
      const form = page.getByRole("button", { name: "Sign in", exact: true })
      await form.waitFor()
      const controls = await read(page, "input, button[type=submit], [data-latchkey~=\"provider\"]")
      assert.isAbove(controls.boxes.length, 4)
      const release = await holdProject(page)
      await page.reload()
      await page.locator("[data-latchkey~=\"outline\"]").waitFor()
      const outline = await read(page, "rect")
      assert.isTrue(isNear(outline.card, controls.card), `${outline.card} px become ${controls.card}`)
      for (const control of controls.boxes) {
        const match = outline.boxes.find((box) =>
          isNear(box.y, control.y) && isNear(box.height, control.height) && Math.abs(box.x - control.x) < 4 &&
          Math.abs(box.width - control.width) < 8
        )
        assert.isDefined(match, `no box at ${JSON.stringify(control)}`)
      }
      release()
      await form.waitFor()
    })
  }
})
