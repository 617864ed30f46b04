/** Builds the landing page and its demo into a folder of static files. */
import react from "@vitejs/plugin-react"
import { join } from "node:path"
import { libraryChunks } from "../../examples/live/libraryChunks.ts"
import { readText, root } from "../../scripts/repository.ts"
import { readVersion } from "../../scripts/version.ts"
import { logo } from "../../src/platform/brand.ts"
import { completionsIn } from "./facts/completions.ts"
import { readReadme } from "./facts/readme.ts"
import { runExample } from "./facts/runExample.ts"
import { makeHighlighter } from "./highlight.ts"
import { inlineAssets } from "./inlineAssets.ts"
import { build, createServer, type InlineConfig, type Plugin } from "./vite.ts"

const conditions = ["@latchkey/source", "module", "development|production"]

const shared: InlineConfig = { root, mode: "production", configFile: false, logLevel: "warn", plugins: [react()] }

/** The templates, with the paths of the built pages. */
const pages = { "site/landing/index.html": "index.html", "examples/live/demo.html": "live/demo.html" }

/** The live demo. An import in the page's script would load a helper of Vite with the page. */
const demoModule = "examples/live/demo/mount.tsx"

/** The HTML of the two pages. */
interface Rendered {
  readonly page: string
  readonly demo: string
  /** The rules for the colors of code. */
  readonly css: string
}

/** Renders the pages. `hasPage` returns `true` for a page of the site. */
const render = async (base: string, hasPage: (page: string) => boolean): Promise<Rendered> => {
  const readme = readReadme()
  const { css, highlight } = await makeHighlighter()
  const server = await createServer({
    ...shared,
    appType: "custom",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { resolve: { conditions: [...conditions, "node"] } }
  })
  try {
    // Sound: it is this module.
    const { renderDemo, renderPage } = await server.ssrLoadModule(
      "/site/landing/render.tsx"
    ) as typeof import("./render.tsx")
    const page = await renderPage({
      readme,
      codes: completionsIn(readme.examples[0].text, `error.code === "`).toSorted(),
      tests: await runExample(readme.test),
      highlight,
      logo,
      ...readVersion(readText),
      url: (page) => `${base}${page}`,
      components: hasPage("components/") ? "components/" : "components.html"
    })
    return { page, demo: await renderDemo(), css: css() }
  } finally {
    await server.close()
  }
}

/** Puts the rendered HTML into the templates. */
const fillTemplates = ({ css, demo, page }: Rendered): Plugin => ({
  name: "latchkey-landing-html",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html
        .replace("<!-- page -->", () => page)
        .replace("<!-- card -->", () => demo)
        .replace("</head>", () => html.includes("<!-- page -->") ? `<style>${css}</style></head>` : "</head>")
  }
})

/** Builds both pages: `index.html` and `live/demo.html`. The files of the demo's scripts load with its first use. */
export const buildLanding = async (
  outDir: string,
  base: string,
  hasPage: (page: string) => boolean
): Promise<void> => {
  const rendered = await render(base, hasPage)
  // Vitest sets it, and Vite then builds for development.
  process.env["NODE_ENV"] = "production"
  await build({
    ...shared,
    base,
    publicDir: false,
    plugins: [
      react(),
      fillTemplates(rendered),
      inlineAssets(pages, { "%MOUNT%": join(root, demoModule) })
    ],
    resolve: { conditions: [...conditions, "browser"] },
    build: {
      // Without lowering, which breaks light-dark() with a theme of its own.
      target: ["chrome123", "firefox120", "safari17.5"],
      outDir,
      assetsDir: "assets/landing",
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        input: [...Object.keys(pages), demoModule].map((path) => join(root, path)),
        preserveEntrySignatures: "exports-only",
        output: {
          codeSplitting: {
            groups: [
              ...libraryChunks,
              { name: "latchkey", test: /\/(?:src|react)\/(?!texts|entries|styles)/ }
            ]
          }
        }
      }
    }
  })
}
