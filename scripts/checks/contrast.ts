/** Checks the contrast of the stylesheet's colors (WCAG 2.2), in the default theme and in the themes of docs/theming.md. */
import { inlineImports } from "../stylesheet.ts"
import { contrastOf, makeResolver, propertiesOf, type Scheme } from "./readTheme.ts"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const stylesheetPath = "react/styles.css"
const page = "docs/theming.md"

/** The themes of the page. */
const documented = ["Ink", "Meadow", "Midnight"]

const on = (color: string, background: string) => ({ color: `var(--_${color})`, background: `var(--_${background})` })
const tint = (tone: string, percent: number) => `color-mix(in oklab, var(--_${tone}) ${percent}%, var(--_background))`

/** WCAG 2.2, 1.4.3: text. */
const texts = [
  on("text", "background"),
  on("text", "surface"),
  on("text", "hover"),
  on("text", "pressed"),
  on("muted", "background"),
  on("muted", "surface"),
  on("muted", "hover"),
  on("on-primary", "primary"),
  { color: "var(--_on-primary)", background: tint("primary", 87) },
  on("danger", "background"),
  on("danger", "surface"),
  on("danger", "hover"),
  { color: "var(--_danger)", background: tint("danger", 7) },
  { color: "var(--_danger)", background: tint("danger", 8) },
  on("on-danger", "danger-fill"),
  on("success", "background"),
  on("success", "surface"),
  on("warning", "background"),
  { color: "var(--_warning)", background: tint("warning", 9) },
  { color: "var(--_text)", background: tint("success", 6) },
  { color: "var(--_text)", background: tint("primary", 12) },
  ...["text", "success", "warning", "danger"].map((tone) => ({
    color: `color-mix(in oklab, var(--_${tone}) 85%, var(--_text))`,
    background: tint(tone, 7)
  }))
]

/** WCAG 2.2, 1.4.11: the borders of inputs, and focus rings. */
const graphics = [
  on("input", "background"),
  on("input", "surface"),
  on("focus", "background"),
  on("focus", "surface"),
  on("danger", "background")
]

const requirements = [[texts, 4.5, "text"], [graphics, 3, "borders and focus rings"]] as const

/** Reports the pairs of colors whose contrast is too low. */
export const checkContrast = ({ read }: Repository): ReadonlyArray<Problem> => {
  const stylesheet = propertiesOf(inlineImports(stylesheetPath, read))
  const text = read(page)
  const themes = Array.from(
    text.matchAll(/^### (\w+)\n[\s\S]*?```css\n([\s\S]*?)```/gm),
    ([, name, css]) => ({ path: page, line: lineOf(text, `### ${name}\n`), name: name!, css: css! })
  )
  const names = themes.map(({ name }) => name)
  if (names.join() !== documented.join()) {
    return [{
      path: page,
      message: `has the themes ${names.join(", ")}, not ${documented.join(", ")}; see scripts/checks/contrast.ts`
    }]
  }
  return [{ path: stylesheetPath, line: undefined, name: "default", css: "" }, ...themes].flatMap((theme) => {
    const { css, line, name, path } = theme
    const properties = new Map([...stylesheet, ...propertiesOf(css)])
    const isDark = properties.get("--lk-color-scheme") === "dark" && css.includes("--lk-color-scheme")
    const schemes: ReadonlyArray<Scheme> = isDark ? ["dark"] : ["light", "dark"]
    return schemes.flatMap((scheme) => {
      const colorOf = makeResolver(properties, scheme)
      return requirements.flatMap(([pairs, minimum, kind]) =>
        pairs.flatMap(({ background, color }): ReadonlyArray<Problem> => {
          const contrast = contrastOf(colorOf(color), colorOf(background))
          if (contrast >= minimum) return []
          const message =
            `${color} on ${background} has a contrast of ${contrast.toFixed(2)} in the theme ${name}, ${scheme}; ` +
            `${kind} need ${minimum}`
          return [{ path, line, message }]
        })
      )
    })
  })
}
