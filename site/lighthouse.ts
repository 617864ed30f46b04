/**
 * Measures pages of the built site with Lighthouse, as on a phone: performance, accessibility, best practices and SEO. Fails if a
 * score is below 95, or if the landing page loads more than 60 kB before an interaction. The performance is the median of
 * three runs. Other programs on the machine slow a page down, so a low median is measured a second time.
 */
import { launch } from "chrome-launcher"
import lighthouse from "lighthouse"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "../scripts/repository.ts"
import { findChromium, noChromium } from "../test/browser/support/findChromium.ts"
import { serveFolder } from "../test/support/serveFolder.ts"

/** The lowest score of each category. */
const least = 95

/** The most bytes of the landing page, compressed, with headers. */
const mostBytes = 60_000

const categories = ["performance", "accessibility", "best-practices", "seo"] as const

type Category = typeof categories[number]

const runs = 3

/** The landing page, and a component's page if there is one. */
const pages = ["index.html", "components/sign-in.html"].filter((page) => existsSync(join(root, "site/dist", page)))

/** Describes why the site cannot be measured. */
class NotMeasured extends Error {}

interface Run {
  readonly scores: ReadonlyMap<string, number>
  readonly bytes: number
  /** The audits that cost points. */
  readonly lost: ReadonlyArray<string>
}

const measure = async (url: string, port: number, onlyCategories: ReadonlyArray<Category>): Promise<Run> => {
  const result = await lighthouse(url, { port, onlyCategories: [...onlyCategories], output: "json", logLevel: "error" })
  const { audits, categories, runtimeError } = result?.lhr ?? {}
  if (audits === undefined || categories === undefined || runtimeError !== undefined) {
    throw new NotMeasured(`Lighthouse could not measure ${url}: ${runtimeError?.message ?? "no result"}`)
  }
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))] as const)
  const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return {
    scores: new Map(scores),
    bytes: audits["total-byte-weight"]?.numericValue ?? Infinity,
    lost: counted.flatMap(({ id }) => {
      const { score = null, title = id } = audits[id] ?? {}
      return score === null || score >= 0.9 ? [] : [title]
    })
  }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Measures a page, prints its scores, and returns its shortcomings. */
const check = async (host: string, page: string, port: number): Promise<ReadonlyArray<string>> => {
  const url = `${host}/${page}`
  const first = await measure(url, port, categories)
  const measureMedian = async (scores: Array<number>): Promise<number> => {
    while (scores.length < runs) {
      scores.push((await measure(url, port, ["performance"])).scores.get("performance")!)
    }
    return median(scores)
  }
  let performance = await measureMedian([first.scores.get("performance")!])
  if (performance < least) performance = Math.max(performance, await measureMedian([]))
  const scores = categories.map((name) =>
    [name, name === "performance" ? performance : first.scores.get(name) ?? 0] as const
  )
  console.log(
    `${page}: ${scores.map(([name, score]) => `${name} ${score}`).join(", ")}; ${Math.round(first.bytes / 100) / 10} kB`
  )
  const low = scores.flatMap(([name, score]) =>
    score >= least ? [] : [`${page}: ${name} is ${score}, below ${least}. ${first.lost.join("; ")}`]
  )
  return page === "index.html" && first.bytes > mostBytes
    ? [...low, `${page} loads ${Math.round(first.bytes)} bytes, more than ${mostBytes}`]
    : low
}

const run = async (): Promise<void> => {
  const chromePath = findChromium()
  if (chromePath === undefined) throw new NotMeasured(noChromium)
  if (pages[0] !== "index.html") throw new NotMeasured("site/dist has no index.html. npm run docs builds it.")
  const host = await serveFolder(join(root, "site/dist"))
  // Chromium's sandbox does not work for root, the user in containers.
  const chrome = await launch({
    chromePath,
    chromeFlags: ["--headless=new", "--disable-gpu", ...process.getuid?.() === 0 ? ["--no-sandbox"] : []]
  })
  try {
    const problems: Array<string> = []
    for (const page of pages) problems.push(...await check(host.url, page, chrome.port))
    if (problems.length > 0) throw new NotMeasured(problems.join("\n"))
  } finally {
    chrome.kill()
    await host.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof NotMeasured ? error.message : error)
  process.exitCode = 1
}
