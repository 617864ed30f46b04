/** Builds the page with bundlers, each with its defaults for a browser app. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { build as buildWithVite } from "vite"
import type { App } from "./support.ts"
import { findOther } from "./support.ts"

/** The scripts of a built page by their path. The page loads `main.js`. */
export type Scripts = Readonly<Record<string, string>>

export interface Bundler {
  readonly name: string
  /** `true` if it is not installed. */
  readonly isMissing: boolean
  /** `true` if the parts of a client are separate scripts. */
  readonly splits: boolean
  readonly build: (app: App) => Promise<Scripts>
}

const readScripts = (folder: string): Scripts =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".js"))
      .map((path) => [path, readFileSync(join(folder, path), "utf8")])
  )

const esbuild = findOther("esbuild")

const buildWithEsbuild = async (app: App, folder: string, options: object): Promise<Scripts> => {
  const { build } = await import(esbuild!)
  const outdir = join(app.folder, folder)
  await build({
    entryPoints: [join(app.folder, "main.js")],
    bundle: true,
    minify: true,
    outdir,
    logLevel: "warning",
    ...options
  })
  return readScripts(outdir)
}

const webpackPath = findOther("webpack")

const buildWithWebpack = async (app: App): Promise<Scripts> => {
  const { default: webpack } = await import(webpackPath!)
  const path = join(app.folder, "webpack")
  await new Promise<void>((resolve, reject) => {
    webpack(
      { mode: "production", context: app.folder, entry: "./main.js", output: { path, publicPath: "/" } },
      (
        error: Error | null,
        stats: { hasErrors: () => boolean; hasWarnings: () => boolean; toString: () => string }
      ) => {
        if (error === null && !stats.hasErrors()) resolve()
        else reject(error ?? new Error(stats.toString()))
      }
    )
  })
  return readScripts(path)
}

export const bundlers: ReadonlyArray<Bundler> = [
  {
    name: "Vite",
    isMissing: false,
    splits: true,
    build: async ({ folder }) => {
      const outDir = join(folder, "vite")
      await buildWithVite({
        root: folder,
        configFile: false,
        logLevel: "warn",
        build: {
          outDir,
          rolldownOptions: { input: join(folder, "main.js"), output: { entryFileNames: "main.js" } }
        }
      })
      return readScripts(outDir)
    }
  },
  {
    name: "Rolldown",
    isMissing: false,
    splits: true,
    build: async ({ folder }) => {
      const bundle = await rolldown({ input: join(folder, "main.js"), platform: "browser" })
      await bundle.write({ dir: join(folder, "rolldown"), format: "esm", minify: true })
      await bundle.close()
      return readScripts(join(folder, "rolldown"))
    }
  },
  {
    name: "esbuild",
    isMissing: esbuild === undefined,
    splits: false,
    build: (app) => buildWithEsbuild(app, "esbuild", { format: "iife" })
  },
  {
    name: "esbuild with splitting",
    isMissing: esbuild === undefined,
    splits: true,
    build: (app) => buildWithEsbuild(app, "esbuild-splitting", { format: "esm", splitting: true })
  },
  { name: "webpack", isMissing: webpackPath === undefined, splits: true, build: buildWithWebpack },
  {
    name: "no bundler, with the standalone files",
    isMissing: false,
    splits: true,
    build: async ({ folder }) => ({
      "main.js": readFileSync(join(folder, "main.js"), "utf8").replace("latchkey/promise", "./promise.js"),
      ...readScripts(join(folder, "node_modules/latchkey/dist/standalone"))
    })
  }
]
