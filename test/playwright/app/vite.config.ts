import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vite"

const outDir = process.env["PLAYWRIGHT_APP_DIR"] ?? join(tmpdir(), "latchkey-playwright-app")

export default defineConfig({
  root: import.meta.dirname,
  // As in vitest.config.ts: "latchkey" means the sources.
  resolve: { conditions: ["@latchkey/source", "module", "browser", "development|production"] },
  build: {
    outDir,
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { checks: { moduleLevelDirective: false } }
  },
  logLevel: "warn"
})
