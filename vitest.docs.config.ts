import { defineConfig } from "vitest/config"

/** Tests that need the packages of `site`, which `npm run docs` installs. */
export default defineConfig({
  test: {
    include: ["site/test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000
  }
})
