/** Colors code at build time. */
import { createHighlighter } from "shiki"
import type { Code } from "./facts/readme.ts"

/** The themes of the guides, for light and for dark pages. */
const themes = { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } as const

/** Returns the HTML of code. */
export type Highlight = (code: Code) => string

/** A function that colors code, and the rules of the classes that it has used so far. */
export interface Highlighter {
  readonly highlight: Highlight
  readonly css: () => string
}

const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** Creates a highlighter. Each pair of colors is a class, which keeps the page small. */
export const makeHighlighter = async (): Promise<Highlighter> => {
  const { codeToTokensWithThemes } = await createHighlighter({
    themes: Object.values(themes),
    langs: ["ts", "tsx", "sh"]
  })
  const classes = new Map<string, string>()
  return {
    highlight: ({ language, text }) =>
      // Sound: these are the languages of the README's code.
      codeToTokensWithThemes(text, { lang: language as "ts" | "tsx" | "sh", themes }).map((line) =>
        line.map(({ content, variants }) => {
          if (content.trim() === "") return content
          const colors = `light-dark(${variants["light"]?.color}, ${variants["dark"]?.color})`
          const name = classes.get(colors) ?? `k${classes.size}`
          classes.set(colors, name)
          return `<span class="${name}">${escapeHtml(content)}</span>`
        }).join("")
      ).join("\n"),
    css: () => Array.from(classes, ([colors, name]) => `.${name} { color: ${colors} }`).join("\n")
  }
}
