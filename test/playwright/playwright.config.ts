import { defineConfig } from "@playwright/test"
import type { EmulatorWorkerFixtures } from "latchkey/emulator/playwright"
import { resolve } from "node:path"
import { findChromium } from "../browser/support/findChromium.ts"
import { options } from "./app/options.ts"

const port = 4817
const vite = `"${process.execPath}" "${resolve(import.meta.dirname, "../../node_modules/vite/bin/vite.js")}"`
const config = resolve(import.meta.dirname, "app/vite.config.ts")
const app = resolve(import.meta.dirname, "app")

export default defineConfig<{}, EmulatorWorkerFixtures>({
  testDir: import.meta.dirname,
  outputDir: resolve(import.meta.dirname, "../../node_modules/.cache/playwright-results"),
  fullyParallel: true,
  // Only end a test that hangs.
  timeout: 600_000,
  expect: { timeout: 300_000 },
  workers: 2,
  reporter: "list",
  use: {
    baseURL: `http://localhost:${port}`,
    // Chromium's sandbox does not work for root, the user in containers.
    launchOptions: { executablePath: findChromium() ?? "", args: ["--no-sandbox", "--disable-gpu"] },
    emulatorOptions: {
      emulator: {
        project: {
          id: options.projectId,
          publishableClientKey: options.publishableClientKey,
          config: { magicLinkEnabled: true, oauthProviders: ["github"], domains: ["https://app.example.com"] }
        }
      }
    }
  },
  webServer: {
    command:
      `${vite} build "${app}" --config "${config}" && ${vite} preview "${app}" --config "${config}" --port ${port} --strictPort`,
    url: `http://localhost:${port}`,
    timeout: 600_000
  }
})
