/** The outline of a page: where its texts and controls are. A card shows it while the page opens. */
import * as Effect from "effect/Effect"
import { Navigation } from "../../src/navigation/Navigation.ts"
import { pageAt } from "../../src/navigation/Urls.ts"
import type { Match } from "../../src/pages/match.ts"
import { DeviceStorage } from "../../src/platform/TabStorage.ts"

/** A text or control: its top and height in pixels, and its start and width in percent of the card's content. */
export type Box = readonly [top: number, height: number, start: number, width: number]

/** A page's outline. */
export interface Outline {
  /** The height of the card's content, in pixels. */
  readonly height: number
  readonly boxes: ReadonlyArray<Box>
}

/** The outline of a page that was not shown before on this device: a title, a sentence, and a form with a field. */
const form: Outline = {
  height: 245,
  boxes: [[4, 18, 20, 60], [38, 10, 12, 76], [83, 10, 0, 16], [104, 36, 0, 100], [160, 36, 0, 100], [242, 10, 30, 40]]
}

/** The same for a page with two providers, an email and a password. */
const signIn: Outline = {
  height: 447,
  boxes: [
    [4, 18, 20, 60],
    [51, 36, 0, 100],
    [95, 36, 0, 100],
    [203, 10, 0, 14],
    [224, 36, 0, 100],
    [285, 10, 0, 22],
    [306, 36, 0, 100],
    [362, 36, 0, 100],
    [442, 10, 20, 60]
  ]
}

const outlines: { readonly [page in Match["page"]]?: Outline } = { signIn, signUp: signIn }

/** The name of a page's outline in the storage. */
export const keyOf = (page: string): string => `latchkey-outline-${page}`

/** Returns the outline of the page that opens: the last one on this device, or a usual one. */
export const outlineOf = (own: Match["page"] | undefined): Effect.Effect<Outline, never, Navigation> =>
  Effect.gen(function*() {
    const { page: { url }, urls } = yield* Navigation
    const page = own ?? pageAt(urls, yield* url)
    if (page === undefined) return form
    const storage = yield* DeviceStorage
    return parse(yield* storage.get(keyOf(page))) ?? usualOutline(page)
  })

/** Returns a page's outline without a look at the device, such as on a server. */
export const usualOutline = (page: Match["page"] | undefined): Outline => page !== undefined && outlines[page] || form

/** Returns the text that `parse` reads. */
export const print = ({ boxes, height }: Outline): string => [height, ...boxes].join(" ")

/** Reads a stored outline. Never fails; returns `undefined` for an invalid text. */
const parse = (text: string | undefined): Outline | undefined => {
  if (text === undefined || !/^\d{1,4}(?: \d{1,4},\d{1,4},\d{1,3},\d{1,3}){1,40}$/.test(text)) return undefined
  const [height, ...boxes] = text.split(" ")
  // Sound: the pattern has four numbers in each box.
  return { height: Number(height), boxes: boxes.map((box) => box.split(",").map(Number) as unknown as Box) }
}
