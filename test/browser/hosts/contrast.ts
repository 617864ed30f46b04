/** Measures contrasts with the colors that the browser paints. It runs in the page. */

/** Returns the texts of the components below 4.5 : 1, and the borders of fields below 3 : 1. */
export const findLowContrast = (): ReadonlyArray<string> => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!
  /** Paints colors above each other, and returns the luminance of the result. */
  const luminanceOf = (colors: ReadonlyArray<string>): number => {
    context.clearRect(0, 0, 1, 1)
    for (const color of colors) {
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
    }
    const [red = 0, green = 0, blue = 0] = Array.from(context.getImageData(0, 0, 1, 1).data, (byte) => {
      const value = byte / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrastOf = (background: ReadonlyArray<string>, color: string): number => {
    const [dark, light] = [luminanceOf(background), luminanceOf([...background, color])].toSorted((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  }
  /** Returns the backgrounds from the page to the element. */
  const backgroundsOf = (element: Element | null): ReadonlyArray<string> =>
    element === null ? ["white"] : [
      ...element.tagName === "DIALOG" ? ["white"] : backgroundsOf(element.parentElement),
      getComputedStyle(element).backgroundColor
    ]
  const found: Array<string> = []
  const check = (what: string, element: Element, background: Element | null, color: string, minimum: number) => {
    const contrast = contrastOf(backgroundsOf(background), color)
    if (contrast < minimum) {
      found.push(`${what} of ${element.outerHTML.slice(0, 90)} has ${contrast.toFixed(2)} : 1`)
    }
  }
  for (const element of document.querySelectorAll<HTMLElement>("#frame [data-latchkey~=root] *")) {
    const style = getComputedStyle(element)
    if (!element.checkVisibility() || element.closest("[aria-disabled=true], svg, [data-latchkey~=visually-hidden]")) {
      continue
    }
    const hasText = Array.from(element.childNodes).some(({ nodeType, nodeValue }) =>
      nodeType === 3 && nodeValue?.trim()
    )
    if (hasText) check("the text", element, element, style.color, 4.5)
    // The boxes of a code are the borders of its field.
    if (element.matches("input:not([data-field=code] *), select, [data-latchkey=code-boxes] > *")) {
      check("the border", element, element.parentElement, style.borderTopColor, 3)
    }
  }
  return found
}
