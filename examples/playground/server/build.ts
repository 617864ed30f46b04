/** Builds the page. */
import { build } from "vite"
import { viteConfig } from "./vite.ts"

export const buildPage = async (folder: string): Promise<void> => {
  await build({ ...viteConfig, build: { ...viteConfig.build, outDir: folder } })
}
