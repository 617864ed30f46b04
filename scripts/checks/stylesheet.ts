/** Checks that the stylesheet fits the components, the page about themes, and its budget. */
import { gzipSync } from "node:zlib"
import { stylesheetKB } from "../../test/size/budgets.ts"
import { filesOf, inlineImports, publishedStylesheet } from "../stylesheet.ts"
import { splitSupports } from "./readTheme.ts"
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const path = "react/styles.css"
const page = "docs/theming.md"

/** Parts that need no rule, and why. */
const unstyled: Readonly<Record<string, string>> = {
  "crop-mask": "has its geometry inline",
  offline: "an empty live region around the banner",
  settings: "styled by its container",
  "user-avatar": "contains the avatar"
}

/** Finds the first file of the stylesheet with a text, and the line of the text. */
type Locate = (part: string) => Pick<Problem, "path" | "line">

const makeLocate = (read: Repository["read"]): Locate => {
  const files = filesOf(path, read)
  return (part) => {
    const file = files.find((file) => read(file).includes(part)) ?? path
    return { path: file, line: lineOf(read(file), part) }
  }
}

const matchesOf = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(pattern), ([match, group]) => group ?? match))

/** Returns the members of the first set that the second one lacks. */
const lacking = (all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlyArray<string> =>
  [...all].filter((name) => !some.has(name))

/** Reports parts without a rule, and rules without a part. */
const checkParts = ({ filesAt, read }: Repository, locate: Locate, css: string): ReadonlyArray<Problem> => {
  const sources = filesAt("react").filter((path) => path.endsWith(".tsx")).map((path) => ({ path, code: read(path) }))
  /** The literal tokens of each `data-latchkey`, without `${name}`. */
  const parts = sources.flatMap(({ code, path }) =>
    Array.from(code.matchAll(/data-latchkey=(?:"([^"]+)"|\{`([^`]+)`\})/g), ([found, text, template]) => ({
      path,
      line: lineOf(code, found),
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
  const styled = matchesOf(css, /\[data-latchkey~?="([\w-]+)"\]/g)
  const rendered = new Set([...parts.flatMap(({ tokens }) => tokens), ...names])
  return [
    ...parts.length > 40 && styled.size > 40
      ? []
      : [{ path, message: `found only ${parts.length} parts and ${styled.size} rules` }],
    ...parts.flatMap(({ line, path, tokens }) => {
      const own = tokens.filter((token) => token !== "root")
      return own.length === 0 || own.some((token) => styled.has(token) || token in unstyled)
        ? []
        : [{ path, line, message: `react/styles.css has no rule for the part "${tokens.join(" ")}"; add one` }]
    }),
    ...lacking(styled, rendered).map((token) => ({
      ...locate(`"${token}"`),
      message: `no component renders the part "${token}"; remove the rule`
    }))
  ]
}

/** Reports colors that bundlers would lose, or that have no second property for the dark mode. */
const checkColors = (locate: Locate, css: string): ReadonlyArray<Problem> => {
  const [outside, below] = splitSupports(css)
  const colors = Array.from(below.matchAll(/(--_[\w-]+): light-dark\(var\((--lk-[\w-]+), (#\w+)\)/g))
  const properties = matchesOf(outside, /--lk-color-(?!scheme)[\w-]+/g)
  const dark = /light-dark\(var\((--lk-[\w-]+), #\w+\), var\(\1-dark, var\(\1, #\w+\)\)\);/g
  const withDark = matchesOf(below, dark)
  const messages = [
    ...outside.includes("light-dark(") ? ["light-dark() is outside of @supports, where bundlers replace it"] : [],
    // A condition with the names of colors does not keep Lightning CSS from lowering.
    ...below.trim().startsWith("@supports (color: light-dark(#fff, #000)) {")
      ? []
      : ["the condition of light-dark() is not @supports (color: light-dark(#fff, #000))"],
    ...colors.length > 10 ? [] : [`found only ${colors.length} colors with light-dark()`],
    ...(below.match(dark)?.length ?? 0) === (below.match(/light-dark\(var/g)?.length ?? 0)
      ? []
      : ["a light-dark() has no second property for the dark mode that the first one replaces"]
  ]
  return [
    ...messages.map((message): Problem => ({ ...locate("light-dark("), message })),
    ...colors.filter(([, name, property, light]) => !outside.includes(`${name}: var(${property}, ${light});`)).map((
      [, name]
    ) => ({ ...locate(`${name}:`), message: `${name} has no color for browsers without light-dark()` })),
    ...[...lacking(properties, withDark), ...lacking(withDark, properties)].map((name) => ({
      ...locate(name),
      message: `${name} must be a color with a second property ${name}-dark`
    }))
  ]
}

/** Reports properties without a default, set outside of `data-theme`, or missing in the page about themes. */
const checkProperties = (locate: Locate, css: string, documentation: string): ReadonlyArray<Problem> => {
  const [outside] = splitSupports(css)
  const properties = matchesOf(outside, /--lk-[\w-]+/g)
  const documented = matchesOf(documentation, /^\| `(--lk-[\w-]+)`/gm)
  const sentence = "Every color has a second property for the dark mode, such as `--lk-color-primary-dark`."
  return [
    ...lacking(matchesOf(css, /--lk-[\w-]+/g), matchesOf(css, /var\((--lk-[\w-]+),/g)).map((name) => ({
      ...locate(name),
      message: `${name} is read without a default; write var(${name}, …)`
    })),
    ...[...matchesOf(css, /^\s*(--lk-[\w-]+):/gm)].filter((name) => name !== "--lk-color-scheme").map((name) => ({
      ...locate(`${name}:`),
      message: `sets ${name}, which belongs to the app; set a property that starts with --_`
    })),
    ...css.includes("--lk-color-scheme:") ? [] : [{ path, message: "does not set --lk-color-scheme for data-theme" }],
    ...lacking(properties, documented).map((name) => ({ path: page, message: `no row has ${name}; add one` })),
    ...lacking(documented, properties).map((name) => ({
      path: page,
      line: lineOf(documentation, `\`${name}\``),
      message: `react/styles.css does not read ${name}; remove the row`
    })),
    ...documentation.includes(sentence) ? [] : [{ path: page, message: `lacks the sentence "${sentence}"` }]
  ]
}

export const checkStylesheet = (repository: Repository): ReadonlyArray<Problem> => {
  const text = inlineImports(path, repository.read)
  const css = text.replace(/\/\*[\s\S]*?\*\//g, "")
  const locate = makeLocate(repository.read)
  const size = gzipSync(publishedStylesheet(path, repository.read), { level: 9 }).length / 1024
  return [
    ...checkParts(repository, locate, css),
    ...size <= stylesheetKB
      ? []
      : [{ path, message: `has ${size.toFixed(2)} kB, over ${stylesheetKB}; see test/size/budgets.ts` }],
    ...css.includes("@layer") ? [{ path, message: "has a layer, over which all other rules of a page win" }] : [],
    ...css.includes("!important")
      ? [{
        ...locate("!important"),
        message: "sets a property with !important, which apps cannot override"
      }]
      : [],
    ...checkColors(locate, css),
    ...checkProperties(locate, css, repository.read(page))
  ]
}
