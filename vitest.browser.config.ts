import { defineConfig } from "vitest/config"

// As in vitest.config.ts: "latchkey" means the sources.
const conditions = ["@latchkey/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/browser/*.browser.ts"],
    globalSetup: ["test/browser/support/setup.ts"],
    testTimeout: 20_000,
    // All share one browser, whose tabs take most of the work.
    maxWorkers: 2
  }
})
