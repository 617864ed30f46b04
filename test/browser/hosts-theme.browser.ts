/** The colors of the components: the themes of hosts, the variables of shadcn/ui, and rules that win over the stylesheet. */
import { assert, describe } from "vitest"
import { findLowContrast } from "./hosts/contrast.ts"
import { hasFrameworks } from "./hosts/findFrameworks.ts"
import { compileTailwind4 } from "./hosts/frameworks.ts"
import { layeredStyles, openHostPage, styles } from "./hosts/HostPage.ts"
import { readShadcnTokens, type Theme } from "./hosts/hosts.ts"
import { storyTest } from "./hosts/renderStories.ts"
import { browserTest, isWithoutBrowser } from "./support/browserTest.ts"

const it = browserTest.skipIf(isWithoutBrowser)

const card = `<main data-latchkey="root card">
  <h1 data-latchkey="heading card-title">Sign in</h1>
  <button type="submit" data-latchkey="button submit" data-variant="primary">Continue</button>
  <input data-latchkey="input">
</main>`

const backgrounds = { light: "rgb(255, 255, 255)", dark: "rgb(24, 24, 27)" }

describe("the theme of the components", () => {
  const rows: ReadonlyArray<readonly [device: Theme, open: string, close: string, expected: Theme]> = [
    ["light", `<div class="dark">`, "</div>", "dark"],
    ["light", `<div data-theme="dark">`, "</div>", "dark"],
    ["light", `<div data-bs-theme="dark">`, "</div>", "dark"],
    ["light", `<div style="color-scheme: dark">`, "</div>", "dark"],
    ["dark", `<div style="color-scheme: light dark">`, "</div>", "dark"],
    ["light", `<div style="color-scheme: light dark">`, "</div>", "light"],
    ["dark", "<div>", "</div>", "light"],
    ...["class=\"dark\"", "data-theme=\"dark\"", "data-bs-theme=\"dark\""].flatMap((outer) =>
      ["class=\"light\"", "data-theme=\"light\"", "data-bs-theme=\"light\""].flatMap((inner) =>
        ([["light", outer, inner], ["dark", inner, outer]] as const).map(([expected, outside, inside]) =>
          ["dark", `<div ${outside}><section ${inside}>`, "</section></div>", expected] as const
        )
      )
    )
  ]
  it("follows classes, attributes and color-scheme of the nearest element", async ({ browser }) => {
    const wrong: Array<string> = []
    for (const device of ["light", "dark"] as const) {
      const wanted = rows.filter(([theme]) => theme === device)
      const page = await openHostPage(browser, {
        theme: device,
        css: [styles],
        markup: wanted.map(([, open, close]) => open + card + close).join("\n")
      })
      const colors = await page.locator("[data-latchkey~=card]").evaluateAll((cards) =>
        cards.map((card) => getComputedStyle(card).backgroundColor)
      )
      for (const [index, [, open, , expected]] of wanted.entries()) {
        if (colors[index] !== backgrounds[expected]) wrong.push(`${open} on a ${device} device: ${colors[index]}`)
      }
      await page.close()
    }
    assert.deepStrictEqual(wrong, [])
  })
})

describe("rules of an app", () => {
  const read = (element: Element) => {
    const { backgroundColor, borderRadius } = getComputedStyle(element)
    return [backgroundColor, borderRadius]
  }

  it("a rule for a part wins after the stylesheet, and a rule for an element does not", async ({ browser }) => {
    const page = await openHostPage(browser, {
      theme: "light",
      css: [styles, `button { border-radius: 1px } [data-latchkey~="submit"] { border-radius: 3px }`],
      markup: card
    })
    assert.deepStrictEqual(await page.locator("button").evaluate(read), ["rgb(28, 28, 31)", "3px"])
    await page.close()
  })

  it("styles.layer.css lets every rule outside of layers win", async ({ browser }) => {
    const page = await openHostPage(browser, {
      theme: "light",
      css: [".pill button { border-radius: 99px; background: rgb(1, 2, 3) }", layeredStyles],
      markup: `<div class="pill">${card}</div>`
    })
    assert.deepStrictEqual(await page.locator("button").evaluate(read), ["rgb(1, 2, 3)", "99px"])
    await page.close()
  })

  browserTest.skipIf(isWithoutBrowser || !hasFrameworks())(
    "utilities of Tailwind 4 win over styles.layer.css, and base rules do not",
    async ({ browser }) => {
      const utility = "[&_[data-latchkey~=submit]]:rounded-[7px]"
      const css = await compileTailwind4(
        `@layer theme, base, latchkey, components, utilities;\n@import "tailwindcss";`,
        [utility]
      )
      const page = await openHostPage(browser, {
        theme: "light",
        css: [css, layeredStyles],
        markup: `<div class="${utility}">${card}</div>`
      })
      assert.deepStrictEqual(await page.locator("button").evaluate(read), ["rgb(28, 28, 31)", "7px"])
      await page.close()
    }
  )
})

describe("the variables of shadcn/ui", () => {
  storyTest.skipIf(isWithoutBrowser)(
    "give texts a contrast of 4.5 and borders of fields 3, in light and dark",
    async ({ browser, markup }) => {
      const tokens = await readShadcnTokens()
      const found: Array<string> = []
      for (const theme of ["light", "dark"] as const) {
        const page = await openHostPage(browser, {
          theme,
          css: [tokens, styles],
          attributes: `class="${theme}"`,
          markup
        })
        found.push(...(await page.evaluate(findLowContrast)).map((problem) => `${theme}: ${problem}`))
        await page.close()
      }
      assert.deepStrictEqual(found, [])
    }
  )
})
