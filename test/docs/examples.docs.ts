/**
 * The examples of the guides, run in Chromium: each prints the output on its page. `EXAMPLES=write` writes the output into the
 * guides, to be read in the difference. `EXAMPLES=password npm test -- --project docs examples` runs those of one page.
 */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll } from "vitest"
import { allExamples } from "../../examples/live/allExamples.ts"
import { type Example, withOutput } from "../../examples/live/examples.ts"
import { root } from "../../scripts/repository.ts"
import { launch } from "../browser/support/chromium.ts"
import { findChromium, noChromium } from "../browser/support/findChromium.ts"
import { groupBy } from "../support/groupBy.ts"
import { assertNoMismatches } from "../support/mismatches.ts"
import { serveFolder, type StaticHost } from "../support/serveFolder.ts"
import { runExample } from "./runExample.ts"

const { EXAMPLES: mode = "" } = process.env
const isWriting = mode.split(" ").includes("write")
const wanted = mode.split(" ").filter((word) => word !== "write" && word !== "")

const pageOf = ({ id }: Example): string => id.slice(0, id.indexOf("/"))

const examples = allExamples().filter((example) => wanted.length === 0 || wanted.includes(pageOf(example)))

const path = findChromium()
if (path === undefined) {
  if (process.env["CI"]) throw new Error(noChromium)
  console.warn(`${noChromium} Until then the examples of the guides are not run.`)
}

describe.skipIf(path === undefined)("the examples of the guides", () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-examples-"))
  let browser: Browser
  let host: StaticHost

  beforeAll(async () => {
    // In a separate process: in this one, Vite would build for Vitest's environment.
    execFileSync(process.execPath, [join(root, "examples/live/build.ts"), folder], {
      env: { ...process.env, NODE_ENV: "production" },
      stdio: "inherit"
    })
    host = await serveFolder(folder)
    browser = await launch(path!)
  })

  afterAll(async () => {
    await browser?.close()
    await host?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const [page, all] of groupBy(examples, pageOf)) {
    const runnable = all.filter(({ run }) => run !== undefined)
    if (runnable.length === 0) continue
    it(`docs/${page}.md: each of ${runnable.length} examples prints what the page says`, async () => {
      const mismatches: Array<string> = []
      const outputs = new Map<string, ReadonlyArray<string>>()
      for (const example of runnable) {
        const { foreign, output } = await runExample(browser, host.url, example)
        assert.deepStrictEqual(foreign, [], example.id)
        outputs.set(example.id, output)
        const expected = example.run!.output
        if (output.join("\n") !== expected.join("\n")) {
          mismatches.push(
            `docs/${page}.md:${example.line} (${example.id})\nthe page says: ${expected.join("\n")}\nit printed: ${
              output.join("\n")
            }`
          )
        }
      }
      if (isWriting) {
        const file = join(root, `docs/${page}.md`)
        writeFileSync(file, withOutput(page, readFileSync(file, "utf8"), outputs))
      } else assertNoMismatches(mismatches)
    })
  }
})
