import * as Effect from "effect/Effect"
import { Navigation } from "../../src/navigation/Navigation.ts"
import { DeviceStorage } from "../../src/platform/TabStorage.ts"
import { type Box, keyOf, type Outline, print } from "./outline.ts"

/** Stores the outline of a page's card, if it is a page with a URL, for the next time that it opens on this device. */
export const saveOutline = (tag: string, card: HTMLElement): Effect.Effect<void, never, Navigation> =>
  Effect.gen(function*() {
    const page = `${tag.charAt(0).toLowerCase()}${tag.slice(1)}`
    const outline = measure(card)
    if (outline.boxes.length === 0 || !Object.hasOwn((yield* Navigation).urls, page)) return
    yield* (yield* DeviceStorage).set(keyOf(page), print(outline))
  })

const measure = (card: HTMLElement): Outline => {
  const { borderLeftWidth, borderTopWidth, direction, paddingLeft, paddingRight, paddingTop } = getComputedStyle(card)
  const outer = card.getBoundingClientRect()
  const top = outer.top + parseFloat(borderTopWidth) + parseFloat(paddingTop)
  const left = outer.left + parseFloat(borderLeftWidth) + parseFloat(paddingLeft)
  const right = outer.right - parseFloat(borderLeftWidth) - parseFloat(paddingRight)
  const width = right - left
  const last = card.lastElementChild ?? card
  // Not the card's own end, which may still move. The footer's margin is negative.
  const bottom = last.getBoundingClientRect().bottom + parseFloat(getComputedStyle(last).marginBottom)
  const drawn: Array<DOMRect> = []
  for (const element of card.querySelectorAll("img, input, button, a, p, label, [data-latchkey~=\"card-title\"]")) {
    for (const rect of rectsOf(element)) {
      // Neither what only screen readers see nor what lies within another box.
      if (rect.width > 8 && rect.height > 8 && !drawn.some((other) => contains(other, rect))) drawn.push(rect)
    }
  }
  const boxes = drawn.slice(0, 40).map((rect): Box => {
    const start = direction === "rtl" ? right - rect.right : rect.left - left
    // A line is higher than its letters.
    const margin = rect.height < 30 ? rect.height / 5 : 0
    return [
      Math.max(0, Math.round(rect.top + margin - top)),
      Math.round(rect.height - 2 * margin),
      Math.max(0, Math.round(100 * start / width)),
      Math.round(100 * rect.width / width)
    ]
  })
  return { height: Math.round(bottom - top), boxes }
}

/** Returns the lines of a text, and the frame of everything else. */
const rectsOf = (element: Element): Iterable<DOMRect> => {
  if (!element.matches("p, label, a, [data-latchkey~=\"card-title\"], [data-latchkey~=\"link\"]")) {
    return [element.getBoundingClientRect()]
  }
  const range = element.ownerDocument.createRange()
  range.selectNodeContents(element)
  return range.getClientRects()
}

const contains = (outer: DOMRect, inner: DOMRect): boolean =>
  inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 &&
  inner.bottom <= outer.bottom + 1
