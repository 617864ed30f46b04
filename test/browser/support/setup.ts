/**
 * Shared by all browser tests: the browser, and the built app. Without a browser the tests are skipped; with `CI` set, they
 * fail.
 */
import type { TestProject } from "vitest/node"
import { build } from "./build.ts"
import { launch } from "./chromium.ts"
import { findChromium, noChromium } from "./findChromium.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The browser's endpoint; absent without a browser. */
    readonly browser: string | undefined
    /** The app's modules by name. */
    readonly modules: Readonly<Record<string, string>>
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = findChromium()
  if (path === undefined) {
    if (process.env["CI"]) throw new Error(noChromium)
    console.warn(`${noChromium} Until then the tests are skipped.`)
    project.provide("browser", undefined)
    project.provide("modules", {})
    return async () => undefined
  }
  const [modules, browser] = await Promise.all([build(), launch(path)])
  project.provide("browser", browser.wsEndpoint())
  project.provide("modules", modules)
  return () => browser.close()
}
