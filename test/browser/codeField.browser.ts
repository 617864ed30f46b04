/** The boxes of the field for a code. */
import { assert, describe } from "vitest"
import { openStory } from "./support/gallery.ts"
import { it } from "./support/playground.ts"

describe("the field for a code", () => {
  for (const width of [320, 1280]) {
    for (const language of ["en", "ar"]) {
      it(`has each character in the middle of its box: ${width} px, ${language}`, async ({ open }) => {
        const page = await open("/gallery", { viewport: { width, height: 800 } })
        await openStory(page, "mfa-form-idle", `?lang=${language}`)
        const input = page.locator("input[name=code]")
        await input.focus()
        await page.keyboard.type("12345")
        const read = () =>
          input.evaluate((input: HTMLInputElement) => {
            const { fontFamily, fontSize, fontWeight, letterSpacing, textIndent } = getComputedStyle(input)
            const context = document.createElement("canvas").getContext("2d")!
            context.font = `${fontWeight} ${fontSize} ${fontFamily}`
            const character = context.measureText("0").width
            const { left } = input.getBoundingClientRect()
            const start = left + 1 + Number.parseFloat(textIndent) + character / 2 - input.scrollLeft
            const step = character + Number.parseFloat(letterSpacing)
            const boxes = [...document.querySelectorAll("[data-latchkey=code-boxes] > *")]
            return {
              distances: boxes.map((box, index) => {
                const { left, width } = box.getBoundingClientRect()
                return Math.abs(left + width / 2 - start - index * step)
              }),
              active: boxes.findIndex((box) => box.hasAttribute("data-active"))
            }
          })
        const { active, distances } = await read()
        assert.strictEqual(distances.length, 6)
        assert.isBelow(Math.max(...distances), 1.5)
        assert.strictEqual(active, 5)
        await page.keyboard.press("Home")
        assert.strictEqual((await read()).active, 0)
        await page.keyboard.press("End")
        // The form sends the code, and the field does not scroll to the caret behind it.
        await page.keyboard.type("6")
        assert.isBelow(Math.max(...(await read()).distances), 1.5)
      })
    }
  }

  it("highlights the first box of a refused code, which the next character replaces", async ({ open }) => {
    const page = await open("/gallery")
    await openStory(page, "mfa-form-wrong-code")
    const active = () =>
      page.locator("[data-latchkey=code-boxes] > *").evaluateAll((boxes) =>
        boxes.findIndex((box) => box.hasAttribute("data-active"))
      )
    assert.strictEqual(await active(), 0)
    await page.keyboard.type("7")
    assert.strictEqual(await page.locator("input[name=code]").inputValue(), "7")
    assert.strictEqual(await active(), 1)
  })
})
