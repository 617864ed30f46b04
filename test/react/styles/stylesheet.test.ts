import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { gzipSync } from "node:zlib"
import { stylesheetKB } from "../../size/budgets.ts"
import { splitSupports } from "./readTheme.ts"

const react = resolve(import.meta.dirname, "../../../react")

const sources = readdirSync(react, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tsx"))
  .map((path) => ({ path, code: readFileSync(resolve(react, path), "utf8") }))

/** The parts that components render: the literal tokens of each `data-latchkey`, without `${name}`. */
const parts = sources.flatMap(({ code, path }) =>
  Array.from(code.matchAll(/data-latchkey=(?:"([^"]+)"|\{`([^`]+)`\})/g), ([, text, template]) => ({
    path,
    tokens: (text ?? template!.replace(/\S*\$\{[^}]+\}\S*/g, "")).split(/\s+/).filter((token) => token !== "")
  }))
)

/** The names that components give to parts, as a property, its default, or a choice in a template. */
const names = sources.flatMap(({ code }) =>
  Array.from(
    code.matchAll(/\bname(?:=|: | = )"([\w-]+)"|[?:] "([\w-]+)"(?=[^`\n]*`)/g),
    ([, name, choice]) => (name ?? choice)!
  )
)

const css = readFileSync(resolve(react, "styles.css"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "")
const styled = new Set(Array.from(css.matchAll(/\[data-latchkey~?="([\w-]+)"\]/g), ([, token]) => token!))

/** Parts that need no rule, and why. */
const unstyled: Readonly<Record<string, string>> = {
  "crop-mask": "has its geometry inline",
  offline: "an empty live region around the banner",
  settings: "styled by its container",
  "user-avatar": "contains the avatar"
}

describe("the stylesheet", () => {
  it("has a rule for each part of a component", () => {
    assert.isAbove(parts.length, 40)
    const missing = parts.filter(({ tokens }) => {
      const own = tokens.filter((token) => token !== "root")
      return own.length > 0 && !own.some((token) => styled.has(token) || token in unstyled)
    })
    assert.deepStrictEqual(missing.map(({ path, tokens }) => `${path}: ${tokens.join(" ")}`), [])
  })

  it("has no selector for a part that no component renders", () => {
    assert.isAbove(styled.size, 40)
    const rendered = new Set([...parts.flatMap(({ tokens }) => tokens), ...names])
    assert.deepStrictEqual([...styled].filter((token) => !rendered.has(token)), [])
  })

  it("is at most as large as its budget", () => {
    const { length } = gzipSync(readFileSync(resolve(react, "styles.css")), { level: 9 })
    assert.isAtMost(length / 1024, stylesheetKB)
  })

  it("is in the layer latchkey, and sets no property with !important", () => {
    assert.match(css.trim(), /^@layer latchkey \{[\s\S]*\}$/)
    assert.notInclude(css, "!important")
  })

  it("reads each property --lk-* with a default, and sets none outside of data-theme", () => {
    const used = new Set(Array.from(css.matchAll(/var\((--lk-[\w-]+),/g), ([, name]) => name!))
    const all = new Set(Array.from(css.matchAll(/--lk-[\w-]+/g), ([name]) => name))
    assert.sameMembers([...used], [...all])
    const set = Array.from(css.matchAll(/^\s*(--lk-[\w-]+):/gm), ([, name]) => name!)
    assert.deepStrictEqual([...new Set(set)], ["--lk-color-scheme"])
  })

  it("uses light-dark() only below @supports, where bundlers keep it, and has a color for browsers without it", () => {
    const [outside, below] = splitSupports(css)
    assert.notInclude(outside, "light-dark(")
    // A condition with the names of colors does not keep Lightning CSS from lowering.
    assert.match(below.trim(), /^@supports \(color: light-dark\(#fff, #000\)\) \{/)
    const colors = Array.from(below.matchAll(/(--_[\w-]+): light-dark\(var\((--lk-[\w-]+), (#\w+)\)/g))
    assert.isAbove(colors.length, 10)
    for (const [, name, property, light] of colors) assert.include(outside, `${name}: var(${property}, ${light});`)
  })

  it("has a second property for the dark mode per color, which the first one replaces", () => {
    const [outside, below] = splitSupports(css)
    const colors = new Set(Array.from(outside.matchAll(/--lk-color-(?!scheme)[\w-]+/g), ([name]) => name))
    const pattern = /light-dark\(var\((--lk-[\w-]+), #\w+\), var\(\1-dark, var\(\1, #\w+\)\)\);/g
    assert.sameMembers([...new Set(Array.from(below.matchAll(pattern), ([, name]) => name!))], [...colors])
    assert.strictEqual(below.match(pattern)?.length, below.match(/light-dark\(var/g)?.length)
  })

  it("documents each property --lk-* in docs/theming.md", () => {
    const page = readFileSync(resolve(react, "../docs/theming.md"), "utf8")
    const documented = new Set(Array.from(page.matchAll(/^\| `(--lk-[\w-]+)`/gm), ([, name]) => name!))
    assert.include(page, "Every color has a second property for the dark mode, such as `--lk-color-primary-dark`.")
    const [outside] = splitSupports(css)
    assert.sameMembers([...documented], [...new Set(Array.from(outside.matchAll(/--lk-[\w-]+/g), ([name]) => name))])
  })
})
