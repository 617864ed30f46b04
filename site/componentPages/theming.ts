/** Reads the parts and the custom properties of the stylesheet. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../scripts/repository.ts"

const folder = join(root, "react/styles")

const read = (name: string): string => readFileSync(join(folder, name), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "")

/** Returns the rules outside of other rules. */
const rulesIn = (css: string): ReadonlyArray<string> => {
  const rules: Array<string> = []
  let depth = 0
  let start = 0
  for (let index = 0; index < css.length; index++) {
    if (css[index] === "{") depth++
    else if (css[index] === "}" && --depth === 0) {
      rules.push(css.slice(start, index + 1))
      start = index + 1
    }
  }
  return rules
}

const partsIn = (rule: string): ReadonlyArray<string> =>
  Array.from(rule.matchAll(/\[data-latchkey~="([^"]+)"\]/g), ([, part]) => part!)

/** The public properties behind each private one, such as `--lk-color-primary` behind `--_primary`. */
const publicOf = (): ReadonlyMap<string, string> =>
  new Map(
    Array.from(read("theme.css").matchAll(/(--_[\w-]+):[^;{]*?var\((--lk-[\w-]+)/g), ([, own, name]) => [
      own!,
      name!.replace(/-dark$/, "")
    ])
  )

export interface Theming {
  /** The parts that the stylesheet or the guide names. */
  readonly isPart: (word: string) => boolean
  /** Returns the custom properties that style some parts, in the order of the guide. */
  readonly propertiesOf: (parts: ReadonlySet<string>) => ReadonlyArray<string>
}

/** Reads the stylesheet. `guide` is the text of the guide about theming. */
export const readTheming = (guide: string): Theming => {
  const rules = readdirSync(folder).filter((name) => name !== "theme.css").flatMap((name) => rulesIn(read(name)))
  const behind = publicOf()
  const styled = rules.map((rule) => ({
    parts: partsIn(rule.slice(0, rule.indexOf("{"))),
    properties: new Set(
      Array.from(rule.matchAll(/var\((--(?:_|lk-)[\w-]+)/g), ([, name]) => behind.get(name!) ?? name!)
    )
  }))
  const table = guide.slice(guide.indexOf("| part |"), guide.indexOf("The tokens are stable"))
  const named = new Set([
    ...rules.flatMap(partsIn),
    ...Array.from(table.matchAll(/`([a-z-]+)`/g), ([, part]) => part!)
  ])
  const order = Array.from(guide.matchAll(/^\| `(--lk-[\w-]+)`/gm), ([, name]) => name!)
  return {
    isPart: (word) => named.has(word),
    propertiesOf: (parts) => {
      const used = new Set(
        styled.flatMap((rule) => rule.parts.some((part) => parts.has(part)) ? [...rule.properties] : [])
      )
      return order.filter((name) => used.has(name))
    }
  }
}
