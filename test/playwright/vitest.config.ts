import { playwright } from "@vitest/browser-playwright"
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
import { findChromium } from "../browser/support/findChromium.ts"

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: resolve(import.meta.dirname, "../../node_modules/.cache/vitest-browser-mode"),
  // As in the root's vitest.config.ts: "latchkey" means the sources.
  resolve: { conditions: ["@latchkey/source", "module", "browser", "development|production"] },
  server: { fs: { allow: [resolve(import.meta.dirname, "../..")] } },
  optimizeDeps: { entries: ["vitest/*.tsx"] },
  test: {
    include: ["vitest/*.browser.tsx"],
    // Only ends a test that hangs.
    testTimeout: 600_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        // Chromium's sandbox does not work for root, the user in containers.
        launchOptions: { executablePath: findChromium() ?? "", args: ["--no-sandbox", "--disable-gpu"] }
      }),
      instances: [{ browser: "chromium" }]
    }
  }
})
