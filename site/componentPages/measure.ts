/**
 * Measures the height of each story in the built site, and writes `heights.json`: a page reserves the height before its frame
 * loads. Run it after `npm run docs` when stories were added or changed their size, and build the site again.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Page } from "playwright-core"
import { readStories } from "../../examples/playground/published/readStories.ts"
import { root } from "../../scripts/repository.ts"
import { findChromium, noChromium } from "../../test/browser/support/findChromium.ts"
import { serveFolder } from "../../test/support/serveFolder.ts"

/** The widths of a frame: a phone, and the column of a page. */
const widths = [390, 878]

/** Returns the height of the story when it has not changed for a while: before, it may show an outline. */
const readHeight = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const content = document.getElementById("root")!
    for (let height = -1, same = 0; same < 4;) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      same = content.scrollHeight === height ? same + 1 : 0
      height = content.scrollHeight
    }
    return content.scrollHeight
  })

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(noChromium)
const ids = (await readStories()).flatMap(({ entries }) => entries.map(({ id }) => id))
const site = await serveFolder(join(root, "site/dist"))
const browser = await chromium.launch({ executablePath })
const page = await browser.newPage()
const heights: Record<string, ReadonlyArray<number>> = {}
for (const id of ids) {
  const measured: Array<number> = []
  for (const width of widths) {
    // Low, so that the height is that of the content.
    await page.setViewportSize({ width, height: 100 })
    if (measured.length === 0) {
      await page.goto(`${site.url}/gallery/index.html?story=${id}`)
      await page.locator("html[data-story=ready]").waitFor({ state: "attached" })
    }
    measured.push(await readHeight(page))
  }
  heights[id] = measured
}
await browser.close()
await site.close()
const rows = Object.entries(heights).map(([id, values]) => `  ${JSON.stringify(id)}: ${JSON.stringify(values)}`)
writeFileSync(join(import.meta.dirname, "heights.json"), `{\n${rows.join(",\n")}\n}\n`)
