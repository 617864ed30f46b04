import { defineConfig } from "vitest/config"

// As in vitest.config.ts: "latchkey" means the sources.
const conditions = ["@latchkey/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/browser/*.browser.ts"],
    globalSetup: ["test/browser/support/setup.ts"],
    // A busy machine may take its time; nothing here waits for it to pass.
    testTimeout: 120_000,
    // All share one browser, whose tabs take most of the work.
    maxWorkers: 2
  }
})
