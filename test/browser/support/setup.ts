/**
 * Shared by all browser tests: the path of the browser, and the built app. Without a browser the tests are skipped; with `CI`
 * set, they fail.
 */
import type { TestProject } from "vitest/node"
import { findFirefox, findWebKit, type Found, noFirefox, noWebKit } from "../engines/findEngines.ts"
import { build } from "./build.ts"
import { findChromium, findFullChromium, noChromium, noFullChromium } from "./findChromium.ts"
import { type Certificate, makeCertificate, noOpenSsl } from "./makeCertificate.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The path of the browser; absent without a browser. */
    readonly chromium: string | undefined
    /** The path of a Chromium with device-bound sessions; absent without one. */
    readonly fullChromium: string | undefined
    /** The certificate of servers with HTTPS; absent without OpenSSL. */
    readonly certificate: Certificate | undefined
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
  const fullChromium = findFullChromium()
  const certificate = makeCertificate()
  const optional = [
    [firefox, noFirefox, "this engine"],
    [webkit, noWebKit, "this engine"],
    [fullChromium, noFullChromium, "device-bound sessions"],
    [certificate, noOpenSsl, "device-bound sessions"]
  ] as const
  for (const [found, missing, tests] of optional) {
    if (found !== undefined) continue
    if (process.env["CI"]) throw new Error(missing)
    console.warn(`${missing} Until then the tests of ${tests} are skipped.`)
  }
  project.provide("fullChromium", fullChromium)
  project.provide("certificate", certificate)
  project.provide("chromium", path)
  project.provide("firefox", firefox)
  project.provide("webkit", webkit)
  project.provide("modules", path === undefined ? {} : await build())
}
