/** The components among the rules of CSS frameworks and templates: they look as on a page of their own. */
import type { Browser } from "playwright-core"
import { assert, describe } from "vitest"
import { hasFrameworks, noFrameworks } from "./hosts/findFrameworks.ts"
import { openHostPage, readStyles, rootSizeOf, styles } from "./hosts/HostPage.ts"
import { hosts, type Theme } from "./hosts/hosts.ts"
import { storyTest } from "./hosts/renderStories.ts"
import { compareSnapshots, type Snapshot } from "./hosts/snapshot.ts"
import { isWithoutBrowser } from "./support/browserTest.ts"

if (!hasFrameworks()) {
  if (process.env["CI"]) throw new Error(noFrameworks)
  console.warn(`${noFrameworks} Until then the tests of components in hosts are skipped.`)
}

/** The styles of the components on bare pages. */
const bare = new Map<string, Promise<Snapshot>>()

/** Reads the styles on a bare page with a theme, the size of the root's text, and the tokens of a host. */
const readBareStyles = (
  browser: Browser,
  markup: string,
  theme: Theme,
  size: string,
  tokens: string
): Promise<Snapshot> => {
  const key = [theme, size, tokens].join()
  const styled = bare.get(key) ?? openHostPage(browser, {
    theme,
    css: [`html { font-size: ${size} }`, styles, tokens],
    attributes: `data-theme="${theme}" class="${theme}"`,
    markup
  }).then(readStyles)
  bare.set(key, styled)
  return styled
}

const it = storyTest.skipIf(isWithoutBrowser || !hasFrameworks())

describe("components", () => {
  for (const [name, makeHost] of Object.entries(hosts)) {
    it(`look in ${name} as on a bare page`, async ({ browser, markup }) => {
      const { attributes, css, forced, isFirst = false, tokens = "" } = await makeHost()
      const found: Array<string> = []
      for (const theme of ["light", "dark"] as const) {
        const size = await rootSizeOf(browser, { css, attributes }, theme)
        const expected = await readBareStyles(browser, markup, theme, size, tokens)
        const check = async (order: string, sheets: ReadonlyArray<string>) => {
          const page = await openHostPage(browser, {
            theme,
            css: [...sheets, tokens],
            attributes: attributes?.(theme),
            markup
          })
          const differences = compareSnapshots(expected, await readStyles(page))
            .filter((difference) => forced?.test(difference) !== true)
          found.push(...differences.map((difference) => `${theme}, imported ${order} the stylesheet: ${difference}`))
        }
        await check("before", [css, styles])
        // Only colors depend on the theme.
        if (!isFirst && theme === "light") await check("after", [styles, css])
      }
      assert.deepStrictEqual(found, [])
    })
  }
})
