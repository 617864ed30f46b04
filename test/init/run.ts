/**
 * Runs `latchkey init` in new projects of create-vite and create-next-app, then `npm run dev`, and signs in with Chromium:
 * `npm run test:init`, after `npm run build`. CI runs `npm run test:init vite`, because Next.js takes several times as long.
 *
 * Needs the registry of npm.
 */
import { strict as assert } from "node:assert"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { npx, pack } from "../../scripts/npm.ts"
import { root } from "../../scripts/repository.ts"
import { launch } from "../browser/support/chromium.ts"
import { findChromium, noChromium } from "../browser/support/findChromium.ts"
import { startScript } from "./processes.ts"
import { signIn } from "./signIn.ts"

/** The generators, with fixed versions: a changed template must not fail a build that changed nothing. */
const generators = {
  vite: ["create-vite@9.3.0", "my-app", "--template", "react-ts", "--no-interactive"],
  next: ["create-next-app@16.4.3", "my-app", "--yes", "--skip-install", "--disable-git"]
} as const

type App = keyof typeof generators

const isApp = (name: string): name is App => Object.hasOwn(generators, name)

/** Creates an app, and follows the instructions of `init`. */
const testApp = async (app: App, tarball: string, browser: Browser): Promise<void> => {
  const parent = mkdtempSync(join(tmpdir(), `latchkey-init-${app}-`))
  const folder = join(parent, "my-app")
  try {
    const [generator, ...args] = generators[app]
    npx(parent, generator, ...args)
    const output = npx(folder, "--package", tarball, "latchkey", "init")
    const [, email, password] = /^ {2}Sign in as (\S+) with the password (\S+), or sign up\.$/m.exec(output) ?? []
    assert(email !== undefined && password !== undefined, `init printed:\n${output}`)
    // The tests of the repository may use the default ports at the same time.
    const { close, url } = await startScript(folder, "dev")
    try {
      await signIn(browser, { url, email, password })
    } finally {
      await close()
    }
    const again = npx(folder, "--no-install", "latchkey", "init")
    assert.doesNotMatch(again, /^ {2}(?:create|edit|run|by hand) /m)
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

const path = findChromium()
if (path === undefined) {
  if (process.env["CI"]) throw new Error(noChromium)
  console.warn(`${noChromium} Until then this test is skipped.`)
  process.exit()
}
if (!existsSync(join(root, "dist/node/bin.js"))) throw new Error("dist does not exist: run `npm run build` first.")

const names = process.argv.slice(2)
const apps = names.length === 0 ? Object.keys(generators) : names
const temporary = mkdtempSync(join(tmpdir(), "latchkey-init-"))
const browser = await launch(path)
try {
  const tarball = pack(temporary)
  for (const app of apps) {
    if (!isApp(app)) throw new Error(`Unknown app: ${app}. Known apps: ${Object.keys(generators).join(", ")}.`)
    const start = performance.now()
    await testApp(app, tarball, browser)
    console.log(
      `${app}: a signed-in page after init and dev, in ${((performance.now() - start) / 1000).toFixed(0)} s`
    )
  }
} finally {
  await browser.close()
  rmSync(temporary, { recursive: true, force: true })
}
