import { defineConfig } from "vitest/config"

// As in vitest.config.ts: "latchkey" means the sources. The app itself uses the packed build.
const conditions = ["@latchkey/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/next-app/*.app.ts"],
    testTimeout: 60_000,
    // Installs and builds the app.
    hookTimeout: 300_000
  }
})
