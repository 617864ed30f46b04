import { defineConfig } from "vitest/config"

const conditions = ["@latchkey/source", "module", "node", "development|production"]

export default defineConfig({
  resolve: {
    conditions,
    alias: [{ find: /^(.*)\/failuresOnDemand\.ts$/, replacement: "$1/failuresIncluded.ts" }]
  },
  ssr: { resolve: { conditions } },
  test: { name: "hosts", include: ["examples/hosts/*.spec.ts"], testTimeout: 60_000, hookTimeout: 60_000 }
})
