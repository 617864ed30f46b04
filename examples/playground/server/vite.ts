/** The Vite configuration of the page. */
import react from "@vitejs/plugin-react"
import { resolve } from "node:path"
import type { InlineConfig } from "vite"

const root = resolve(import.meta.dirname, "..")

/** Creates the configuration. The React plugin keeps state, so a build and a server in one process must not share it. */
export const makeViteConfig = (): InlineConfig => ({
  root,
  configFile: false,
  logLevel: "warn",
  plugins: [react()],
  // Resolves "latchkey" to the sources, so that no build is needed.
  resolve: { conditions: ["@latchkey/source", "module", "browser", "development|production"] },
  optimizeDeps: { entries: ["index.html", "gallery.html"] },
  build: {
    target: "es2023",
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { input: ["index.html", "gallery.html"].map((name) => resolve(root, name)) }
  }
})
