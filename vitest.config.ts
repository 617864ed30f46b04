import { defineConfig } from "vitest/config"

// The first condition makes "latchkey", "latchkey/server", … mean src/*.ts, so that tests need no build; the others are
// what Vite uses on servers anyway.
const conditions = ["@latchkey/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["test/**/*.test.ts"],
    // Nothing waits for real time; a busy machine may take long over a property of a thousand runs.
    testTimeout: 30_000,
    // No module of the library or of a test holds what another file could change, so that files may share what they load.
    isolate: false,
    maxWorkers: "100%",
    typecheck: {
      enabled: true,
      include: ["test/types/**/*.test-d.ts"],
      tsconfig: "./tsconfig.json",
      // Errors outside the type tests are reported by `npm run check`.
      ignoreSourceErrors: true
    }
  }
})
