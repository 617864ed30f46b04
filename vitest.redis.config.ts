import { defineConfig } from "vitest/config"

// As in vitest.config.ts: "latchkey" means the sources.
const conditions = ["@latchkey/source", "module", "node", "development|production"]

/** Tests with several processes and a real Redis server. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/redis/*.redis.ts"],
    // Each test starts eight processes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false
  }
})
