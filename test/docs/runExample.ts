/** Runs the examples of the guides in a browser, as the buttons "Run" of the site do. */
import type { Browser } from "playwright-core"
import { type Example, mask } from "../../examples/live/examples.ts"
import { patience } from "../browser/support/patience.ts"

/** The result of an example. */
export interface Outcome {
  /** The printed lines, without what differs in each run. */
  readonly output: ReadonlyArray<string>
  /** Requests to other origins, which the site never sends. */
  readonly foreign: ReadonlyArray<string>
}

/** Runs one example in a new page. */
export const runExample = async (browser: Browser, url: string, { id }: Example): Promise<Outcome> => {
  const context = await browser.newContext({ viewport: { width: 1000, height: 900 } })
  try {
    const page = await context.newPage()
    const foreign: Array<string> = []
    page.on("request", (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== url) foreign.push(request.url())
    })
    const failed = new Promise<never>((_, reject) =>
      page.on("pageerror", (error) => reject(new Error(`${id}: ${error}`)))
    )
    await page.goto(`${url}/live/run.html#${id}`)
    await Promise.race([failed, page.waitForSelector("html[data-run=done]", { state: "attached", timeout: patience })])
    const lines = await page.locator("#output > li").allTextContents()
    return { output: lines.flatMap((line) => line.split("\n")).map(mask), foreign }
  } finally {
    await context.close()
  }
}
