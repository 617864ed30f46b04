import { compareSpecificity, type Specificity, specificityOf, splitSelectors } from "./specificity.ts"

/** A rule that changes the components by accident. */
export interface StyleOverride {
  /** The rule's selector. */
  readonly selector: string
  /** The properties that it changes. */
  readonly properties: ReadonlyArray<string>
  /** Its stylesheet: a path, or its element. */
  readonly sheet: string
}

export interface StyleOverrides {
  /** `true` for `styles.layer.css`, over which rules outside of layers win. */
  readonly isLayered: boolean
  readonly overrides: ReadonlyArray<StyleOverride>
}

const part = "data-latchkey"

/** Elements to measure, each with the values that the stylesheet gives it. */
const samples: ReadonlyArray<{
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly styles: Readonly<Record<string, string>>
}> = [
  {
    tag: "button",
    attributes: { type: "submit", [part]: "button submit", "data-variant": "primary" },
    styles: {
      "background-color": "var(--_primary)",
      "background-image": "none",
      color: "var(--_on-primary)",
      "border-top-left-radius": "var(--_radius)",
      "font-size": "0.875rem",
      "font-weight": "500",
      "margin-top": "0",
      "margin-bottom": "0",
      "padding-left": "calc(var(--_unit) * 3.5)"
    }
  },
  {
    tag: "input",
    attributes: { type: "text", [part]: "input" },
    styles: {
      "background-color": "var(--_background)",
      "border-top-color": "var(--_input)",
      "border-top-left-radius": "var(--_radius)",
      height: "var(--_control)",
      "margin-bottom": "0",
      "padding-left": "calc(var(--_unit) * 3)"
    }
  },
  {
    tag: "h1",
    attributes: { [part]: "heading card-title" },
    styles: { "font-size": "1.25rem", "font-weight": "600", "margin-top": "0", "margin-bottom": "0" }
  },
  { tag: "p", attributes: { [part]: "card-text" }, styles: { color: "var(--_muted)", "margin-bottom": "0" } },
  { tag: "ul", attributes: { [part]: "rows" }, styles: { "padding-left": "0", "list-style-type": "none" } }
]

/** A rule that matches an element, with what decides which one wins. */
interface Candidate {
  readonly rule: CSSStyleRule
  readonly sheet: CSSStyleSheet
  readonly isLayered: boolean
}

/** Calls a function with all style rules that apply, in their order. */
const forEachRule = (
  { styleSheets }: Document,
  handle: (rule: CSSStyleRule, sheet: CSSStyleSheet, isLayered: boolean) => void
): void => {
  const visit = (rules: CSSRuleList, sheet: CSSStyleSheet, isLayered: boolean): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) handle(rule, sheet, isLayered)
      if (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches) continue
      if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText)) continue
      if (rule instanceof CSSImportRule && rule.styleSheet !== null) {
        visitSheet(rule.styleSheet, isLayered || rule.layerName !== null)
      } else if (rule instanceof CSSGroupingRule) {
        visit(rule.cssRules, sheet, isLayered || rule instanceof CSSLayerBlockRule)
      }
    }
  }
  const visitSheet = (sheet: CSSStyleSheet, isLayered: boolean): void => {
    try {
      if (!sheet.disabled) visit(sheet.cssRules, sheet, isLayered)
    } catch {
      // Scripts cannot read stylesheets from other origins.
    }
  }
  for (const sheet of styleSheets) visitSheet(sheet, false)
}

/** Returns the specificity with which a rule matches an element, or `undefined` if it does not match. */
const specificityFor = (element: Element, { selectorText }: CSSStyleRule): Specificity | undefined => {
  let found: Specificity | undefined
  for (const selector of splitSelectors(selectorText)) {
    try {
      if (!element.matches(selector)) continue
    } catch {
      // Nested selectors with `&` in browsers that do not match them.
      continue
    }
    const specificity = specificityOf(selector)
    if (found === undefined || compareSpecificity(found, specificity) < 0) found = specificity
  }
  return found
}

/** Returns the rule that decides an element's property. */
const findWinner = (
  candidates: ReadonlyArray<Candidate>,
  element: Element,
  property: string
): Candidate | undefined => {
  let winner: { readonly candidate: Candidate; readonly rank: number; readonly weight: Specificity } | undefined
  for (const candidate of candidates) {
    const { isLayered, rule } = candidate
    if (rule.style.getPropertyValue(property) === "") continue
    const weight = specificityFor(element, rule)
    if (weight === undefined) continue
    const rank = rule.style.getPropertyPriority(property) === "important" ? 2 : isLayered ? 0 : 1
    const order = winner === undefined ? 1 : rank - winner.rank || compareSpecificity(weight, winner.weight)
    if (order >= 0) winner = { candidate, rank, weight }
  }
  return winner?.candidate
}

/** Names a stylesheet by its path, the file that Vite read it from, or its first rule. */
const describeSheet = (sheet: CSSStyleSheet): string => {
  const { href, ownerNode } = sheet
  if (href !== null) return href.replace(location.origin, "")
  const file = ownerNode instanceof Element ? ownerNode.getAttribute("data-vite-dev-id") : null
  if (file !== null) return file
  const first = Array.from(sheet.cssRules).find((rule) => rule instanceof CSSStyleRule)
  return first === undefined ? "a <style> element" : `the <style> element that starts with "${first.selectorText}"`
}

/** In the layer, apps override a few properties on purpose. A reset changes more. */
const fewProperties = 4

/**
 * Measures hidden components once, and returns the page's rules that change them. Rules that name a part change it on
 * purpose. Returns `undefined` if the page does not have the stylesheet.
 */
export const findStyleOverrides = (document: Document): StyleOverrides | undefined => {
  const { isLayered, candidates } = readSheets(document)
  if (isLayered === undefined) return undefined
  const root = document.createElement("div")
  root.setAttribute(part, "root")
  // A strict Content Security Policy refuses the attribute.
  root.style.cssText = "position: fixed; visibility: hidden; pointer-events: none; inset: 0 auto auto 0"
  root.setAttribute("aria-hidden", "true")
  root.inert = true
  const found = new Map<CSSStyleRule, { readonly sheet: CSSStyleSheet; readonly properties: Set<string> }>()
  const measured = samples.map(({ attributes, styles, tag }) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    const expected = document.createElement(tag)
    expected.style.cssText = Object.entries(styles).map(([name, value]) => `${name}: ${value} !important`).join("; ")
    root.append(element, expected)
    return { element, expected, properties: Object.keys(styles) }
  })
  document.body.append(root)
  for (const { element, expected, properties } of measured) {
    const [actual, wanted] = [getComputedStyle(element), getComputedStyle(expected)]
    for (const property of properties) {
      if (actual.getPropertyValue(property) === wanted.getPropertyValue(property)) continue
      const winner = findWinner(candidates, element, property)
      if (winner === undefined || winner.rule.selectorText.includes(part)) continue
      const entry = found.get(winner.rule) ?? { sheet: winner.sheet, properties: new Set() }
      found.set(winner.rule, entry)
      entry.properties.add(property)
    }
  }
  root.remove()
  const overrides = Array.from(found, ([{ selectorText }, { properties, sheet }]): StyleOverride => ({
    selector: selectorText,
    properties: [...properties],
    sheet: describeSheet(sheet)
  }))
  const count = overrides.reduce((sum, { properties }) => sum + properties.length, 0)
  return { isLayered, overrides: isLayered && count <= fewProperties ? [] : overrides }
}

/** Returns the rules for elements, and whether the stylesheet is in a layer; `undefined` without the stylesheet. */
const readSheets = (document: Document) => {
  const candidates: Array<Candidate> = []
  let isLayered: boolean | undefined
  forEachRule(document, (rule, sheet, isInLayer) => {
    candidates.push({ rule, sheet, isLayered: isInLayer })
    if (rule.style.getPropertyValue("--_control") !== "") isLayered = isInLayer
  })
  return { candidates, isLayered }
}

/** Returns the message for developers. */
export const describeStyleOverrides = ({ isLayered, overrides }: StyleOverrides): string => {
  const rules = overrides.slice(0, 5).map(({ properties, selector, sheet }) =>
    `  ${selector} { ${properties.join(", ")} }\n    in ${sheet}`
  )
  const more = overrides.length > 5 ? [`  and ${overrides.length - 5} more`] : []
  return [
    "Latchkey: rules of this page change the components of latchkey/react.",
    ...rules,
    ...more,
    isLayered
      ? "Import latchkey/react/styles.css instead of styles.layer.css, or put that stylesheet in an earlier layer:"
      : "Put that stylesheet in a layer. In CSS:",
    ...fixOf(isLayered)
  ].join("\n")
}

/** Returns the CSS that fixes it. */
export const fixOf = (isLayered: boolean): ReadonlyArray<string> =>
  isLayered
    ? ["  @layer base, latchkey;", "  @import \"./your-styles.css\" layer(base);"]
    : ["  @import \"./your-styles.css\" layer(base);", "  @import \"latchkey/react/styles.css\";"]
