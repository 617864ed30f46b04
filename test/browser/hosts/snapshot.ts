/** Reads the computed styles of components, and compares them. It runs in the page. */

/** The properties of an element, or of one of its pseudo elements. */
export type Snapshot = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns all properties of the frame's elements that match a selector, as JSON: a long text leaves the page faster than objects. */
export const takeSnapshot = (selector: string): string => {
  for (const animation of document.getAnimations()) {
    // Only an endless one cannot finish.
    try {
      animation.finish()
    } catch {
      animation.cancel()
    }
  }
  /** Returns `false` for a property that changes nothing, such as the color of a border without a width. */
  const hasEffect = (property: string, style: CSSStyleDeclaration): boolean => {
    if (style.display === "none") return property === "display"
    const line = /^(border-[a-z-]+|outline|(?:column|row)-rule)-(?:color|style|width)$/.exec(property)?.[1]
    if (line === "outline") return style.outlineStyle !== "none"
    if (line !== undefined) return style.getPropertyValue(`${line}-width`) !== "0px"
    if (property.startsWith("background-") && property !== "background-color") return style.backgroundImage !== "none"
    return property !== "vertical-align" || /inline|cell/.test(style.display)
  }
  /** Buttons with a background look the same with the appearances `auto` and `button`. */
  const readValue = (property: string, style: CSSStyleDeclaration): string => {
    const value = style.getPropertyValue(property)
    return property === "appearance" && value === "button" ? "auto" : value
  }
  const frame = document.querySelector("#frame")!
  const found: Record<string, Record<string, string>> = {}
  const read = (name: string, style: CSSStyleDeclaration) => {
    found[name] = Object.fromEntries(
      Array.from(style).filter((property) => !property.startsWith("--")).map((property) => [
        property,
        hasEffect(property, style) ? readValue(property, style) : ""
      ])
    )
  }
  for (const [index, element] of frame.querySelectorAll(selector).entries()) {
    if (element.closest("[data-latchkey~=root]") === null) continue
    const part = element.getAttribute("data-latchkey") ?? element.getAttribute("type") ?? ""
    const name = `${index} ${element.tagName.toLowerCase()} ${part}`
    read(name, getComputedStyle(element))
    const { height, width, x, y } = element.getBoundingClientRect()
    found[name]!["rectangle"] = [x, y, width, height].map((value) => value.toFixed(2)).join(" ")
    for (const pseudo of ["::before", "::after"]) {
      const style = getComputedStyle(element, pseudo)
      if (style.content !== "none") read(name + pseudo, style)
    }
    if (element.tagName === "INPUT") read(`${name}::placeholder`, getComputedStyle(element, "::placeholder"))
    if (element.tagName !== "DIALOG") continue
    const { backdropFilter, backgroundColor, opacity } = getComputedStyle(element, "::backdrop")
    found[`${name}::backdrop`] = { backdropFilter, backgroundColor, opacity }
  }
  return JSON.stringify(found)
}

/** The page decides these, and none changes the look of the components: there are no tabs in their texts. */
const freeProperties = new Set(["color-scheme", "tab-size"])

/** Returns the differences of two snapshots, those of one property together. */
export const compareSnapshots = (expected: Snapshot, actual: Snapshot): ReadonlyArray<string> => {
  const differences = Object.entries(expected).flatMap(([element, style]) =>
    Object.entries(style).flatMap(([property, value]) =>
      freeProperties.has(property) || actual[element]?.[property] === value
        ? []
        : [`${element}: ${property} is ${actual[element]?.[property]} instead of ${value}`]
    )
  )
  return [
    ...Object.keys(actual).filter((element) => !(element in expected)).map((element) => `${element} is additional`),
    ...differences
  ]
}
