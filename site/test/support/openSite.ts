/** The built site in Chromium, for tests of its pages. */
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { chromium, type Page } from "playwright-core"
import { root } from "../../../scripts/repository.ts"
import { findChromium, noChromium } from "../../../test/browser/support/findChromium.ts"
import { serveFolder } from "../../../test/support/serveFolder.ts"

export const distFolder = join(root, "site/dist")

const executablePath = findChromium()

const missing = [
  ...existsSync(join(distFolder, "components/index.html")) ? [] : ["The site is not built. Run npm run docs."],
  ...executablePath === undefined ? [noChromium] : []
]

/** Returns `true` if the site or Chromium is missing, and says so. Throws an error in CI. */
export const isSiteMissing = (tested: string): boolean => {
  if (missing.length === 0) return false
  if (process.env["CI"]) throw new Error(missing.join(" "))
  console.warn(`${missing.join(" ")} Until then ${tested} are not tested.`)
  return true
}

export interface Opened {
  readonly page: Page
  /** Errors in the console, and requests that fail or leave the site. */
  readonly problems: Array<string>
}

export interface OpenOptions {
  readonly width: number
  readonly theme?: "light" | "dark"
}

export interface Site {
  readonly open: (path: string, options: OpenOptions) => Promise<Opened>
  readonly close: () => Promise<void>
}

/** Serves the site, and starts a browser. */
export const openSite = async (): Promise<Site> => {
  const site = await serveFolder(distFolder)
  const browser = await chromium.launch({ executablePath: executablePath! })
  return {
    open: async (path, { theme = "light", width }) => {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme })
      const problems: Array<string> = []
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning") problems.push(message.text())
      })
      page.on("pageerror", (error) => problems.push(error.message))
      page.on("request", (request) => {
        const { protocol } = new URL(request.url())
        if (!request.url().startsWith(site.url) && !["data:", "blob:"].includes(protocol)) problems.push(request.url())
      })
      page.on("response", (response) => {
        if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
      })
      await page.goto(`${site.url}/${path}`)
      return { page, problems }
    },
    close: async () => {
      await browser.close()
      await site.close()
    }
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Runs axe on the page without its frames, whose stories are tested in the gallery. */
export const findViolations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    // Sound: it was loaded above.
    const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") }
    const { violations } = await axe.run({ resultTypes: ["violations"], iframes: false })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  })
}

/** Returns how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Runs tasks, a few at a time. */
export const inParallel = async <A>(
  items: ReadonlyArray<A>,
  lanes: number,
  run: (item: A) => Promise<void>
): Promise<void> => {
  const rest = [...items]
  const work = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: lanes }, work))
}
