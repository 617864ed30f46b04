/** Starts Chromium for tests: each test has its own context in it. */
import { type Browser, chromium } from "playwright-core"

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    headless: true,
    // Chromium's sandbox does not work for root, the user in containers.
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
