/**
 * Shared by all browser tests: the path of the browser, and the built app. Without a browser the tests are skipped; with `CI`
 * set, they fail.
 */
import type { TestProject } from "vitest/node"
import { findFirefox, findWebKit, type Found, noFirefox, noWebKit } from "../engines/findEngines.ts"
import { build } from "./build.ts"
import { findChromium, noChromium } from "./findChromium.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The path of the browser; absent without a browser. */
    readonly chromium: string | undefined
    /** Firefox, and WebKit; absent without them. */
    readonly firefox: Found | undefined
    readonly webkit: Found | undefined
    /** The app's modules by name. */
    readonly modules: Readonly<Record<string, string>>
  }
}

export default async function setup(project: TestProject): Promise<void> {
  const path = findChromium()
  if (path === undefined) {
    if (process.env["CI"]) throw new Error(noChromium)
    console.warn(`${noChromium} Until then the tests are skipped.`)
  }
  const firefox = findFirefox()
  const webkit = findWebKit()
  for (const [found, missing] of [[firefox, noFirefox], [webkit, noWebKit]] as const) {
    if (found !== undefined) continue
    if (process.env["CI"]) throw new Error(missing)
    console.warn(`${missing} Until then the tests of this engine are skipped.`)
  }
  project.provide("chromium", path)
  project.provide("firefox", firefox)
  project.provide("webkit", webkit)
  project.provide("modules", path === undefined ? {} : await build())
}
