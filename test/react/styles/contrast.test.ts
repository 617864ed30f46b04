import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { contrastOf, makeResolver, propertiesOf, type Scheme } from "./readTheme.ts"

const root = resolve(import.meta.dirname, "../../..")
const stylesheet = propertiesOf(readFileSync(`${root}/react/styles.css`, "utf8"))

/** The themes of the documentation, by name. The first one is the default. */
const themes: ReadonlyArray<readonly [name: string, css: string]> = [
  ["default", ""],
  ...Array.from(
    readFileSync(`${root}/docs/theming.md`, "utf8").matchAll(/^### (\w+)\n[\s\S]*?```css\n([\s\S]*?)```/gm),
    ([, name, css]) => [name!, css!] as const
  )
]

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

describe("the contrast of the stylesheet", () => {
  it("is checked for the default theme, and for three themes of the documentation", () => {
    assert.deepStrictEqual(themes.map(([name]) => name), ["default", "Ink", "Meadow", "Midnight"])
  })

  for (const [name, css] of themes) {
    const properties = new Map([...stylesheet, ...propertiesOf(css)])
    const only = properties.get("--lk-color-scheme")
    const schemes: ReadonlyArray<Scheme> = only === "dark" && css.includes("--lk-color-scheme")
      ? ["dark"]
      : ["light", "dark"]
    for (const scheme of schemes) {
      const colorOf = makeResolver(properties, scheme)
      for (const [pairs, minimum, kind] of [[texts, 4.5, "text"], [graphics, 3, "borders and focus rings"]] as const) {
        it(`is at least ${minimum} for ${kind} in ${name}, ${scheme}`, () => {
          const tooLow = pairs.flatMap(({ background, color }) => {
            const contrast = contrastOf(colorOf(color), colorOf(background))
            return contrast < minimum ? [`${color} on ${background}: ${contrast.toFixed(2)}`] : []
          })
          assert.deepStrictEqual(tooLow, [])
        })
      }
    }
  }
})
