/** Builds the page. */
import { build } from "vite"
import { makeViteConfig } from "./vite.ts"

export const buildPage = async (folder: string): Promise<void> => {
  const config = makeViteConfig()
  await build({ ...config, build: { ...config.build, outDir: folder } })
}
