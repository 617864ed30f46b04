/** Starts Chromium for the tests of every file: each test has a context of its own in it. */
import { type BrowserServer, chromium } from "playwright-core"

export const launch = (executablePath: string): Promise<BrowserServer> =>
  chromium.launchServer({
    executablePath,
    headless: true,
    // Chromium's sandbox does not work for root, as whom containers run.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync"
    ]
  })
