/** How Vite builds the page, and serves it while somebody works on it. */
import react from "@vitejs/plugin-react"
import { resolve } from "node:path"
import type { InlineConfig } from "vite"

const root = resolve(import.meta.dirname, "..")

export const viteConfig: InlineConfig = {
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [react()],
  // "latchkey" means the sources, so that nothing has to be built first.
  resolve: { conditions: ["@latchkey/source", "module", "browser", "development|production"] },
  optimizeDeps: { entries: ["index.html"] },
  build: { target: "es2023", emptyOutDir: true, chunkSizeWarningLimit: 1000 }
}
