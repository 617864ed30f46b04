/**
 * Runs the tests of the Playwright fixtures, and those in Vitest's browser mode, in Chromium: `npm run test:playwright`.
 *
 * Without Chromium, it prints how to install one and succeeds, except in CI.
 */
import { spawn } from "node:child_process"
import { resolve } from "node:path"
import { root } from "../../scripts/repository.ts"
import { findChromium, noChromium } from "../browser/support/findChromium.ts"

const run = (cli: string, ...args: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve_) => {
    const child = spawn(process.execPath, [resolve(root, "node_modules", cli), ...args], {
      cwd: root,
      stdio: "inherit",
      // "latchkey" means the sources, so that the tests need no build.
      env: { ...process.env, NODE_OPTIONS: "--conditions=@latchkey/source" }
    })
    child.on("exit", (code) => resolve_(code ?? 1))
  })

const config = (name: string) => resolve(root, "test/playwright", name)

if (findChromium() === undefined) {
  console.error(`test:playwright did not run. ${noChromium}`)
  process.exitCode = process.env["CI"] === undefined ? 0 : 1
} else {
  const args = process.argv.slice(2)
  process.exitCode = await run("@playwright/test/cli.js", "test", "--config", config("playwright.config.ts"), ...args)
  if (process.exitCode === 0 && args.length === 0) {
    process.exitCode = await run("vitest/vitest.mjs", "run", "--config", config("vitest.config.ts"))
  }
}
