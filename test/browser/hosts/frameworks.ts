/** The styles of CSS frameworks, from their packages in this folder. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { packagePath } from "./findFrameworks.ts"

const readPackage = (path: string): Promise<string> => readFile(packagePath(path), "utf8")

/** Reads a template of this folder. */
export const readTemplate = (name: string): Promise<string> =>
  readFile(resolve(import.meta.dirname, "templates", name), "utf8")

/** The parts of Tailwind CSS 4 that compile a stylesheet. */
interface Tailwind4 {
  readonly compile: (css: string, options: {
    readonly base: string
    readonly loadStylesheet: (id: string, base: string) => Promise<{ path: string; base: string; content: string }>
  }) => Promise<{ readonly build: (classes: Array<string>) => string }>
}

/** Compiles a stylesheet with Tailwind CSS 4, and with the utilities of these classes. */
export const compileTailwind4 = async (css: string, classes: Array<string> = []): Promise<string> => {
  // Sound: it is the public API of the pinned version.
  const { compile } = await import(pathToFileURL(packagePath("tailwindcss/dist/lib.mjs")).href) as Tailwind4
  const compiled = await compile(css, {
    base: import.meta.dirname,
    loadStylesheet: async (id, base) => {
      const path = id.startsWith(".") ? resolve(base, id) : packagePath(id === "tailwindcss" ? `${id}/index.css` : id)
      return { path, base: dirname(path), content: await readFile(path, "utf8") }
    }
  })
  return compiled.build(classes)
}

/** The parts of PostCSS that run a plugin. */
interface Postcss {
  (plugins: ReadonlyArray<unknown>): {
    readonly process: (css: string, options: { readonly from: undefined }) => PromiseLike<{ readonly css: string }>
  }
}

/** Returns the styles of Tailwind CSS 3, with all of its base rules. */
export const compileTailwind3 = async (): Promise<string> => {
  const require = createRequire(packagePath("tailwindcss-3/package.json"))
  // Sound: these are the public APIs of the pinned versions.
  const postcss = require("postcss") as Postcss
  const tailwind = require("tailwindcss-3") as (config: object) => unknown
  const plugin = tailwind({ content: [{ raw: "<p class=\"rounded-full\">" }] })
  const result = await postcss([plugin]).process("@tailwind base; @tailwind components; @tailwind utilities;", {
    from: undefined
  })
  return result.css
}

/** Returns the styles of MUI's CssBaseline, which emotion writes beside the markup. */
export const renderMuiBaseline = (): string => {
  const require = createRequire(packagePath("package.json"))
  // Sound: these are the public APIs of the pinned versions.
  const { createElement } = require("react") as typeof import("react")
  const { renderToStaticMarkup } = require("react-dom/server") as typeof import("react-dom/server")
  const { default: CssBaseline } = require("@mui/material/CssBaseline") as {
    readonly default: React.ComponentType<{ readonly enableColorScheme: boolean }>
  }
  const { ThemeProvider, createTheme } = require("@mui/material/styles") as {
    readonly createTheme: (options: object) => object
    readonly ThemeProvider: React.ComponentType<{ readonly theme: object; readonly children?: React.ReactNode }>
  }
  const render = (mode: string): string =>
    renderToStaticMarkup(
      createElement(
        ThemeProvider,
        { theme: createTheme({ palette: { mode } }) },
        createElement(CssBaseline, { enableColorScheme: true })
      )
    ).replaceAll(/<\/?style[^>]*>/g, "")
  return `${render("light")}\n@media (prefers-color-scheme: dark) {\n${render("dark")}\n}`
}

export const readBootstrap = (): Promise<string> => readPackage("bootstrap/dist/css/bootstrap.css")

export const readPico = (): Promise<string> => readPackage("@picocss/pico/css/pico.css")

export const readMantine = (): Promise<string> => readPackage("@mantine/core/styles.css")
