/** The colors of the stylesheet and of themes, computed as a browser does. */

export type Scheme = "light" | "dark"

/** A color in sRGB, with channels from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number]

/**
 * Returns the custom properties that a text of CSS declares. The first value counts, because later ones are in media queries,
 * unless a value is below `@supports`.
 */
export const propertiesOf = (css: string): ReadonlyMap<string, string> => {
  const [base, supported] = splitSupports(css)
  return new Map([...declarationsOf(base), ...declarationsOf(supported)])
}

/** Splits a text of CSS into the rules outside of `@supports`, and the rules below. */
export const splitSupports = (css: string): readonly [outside: string, below: string] => {
  const rule = /^( *)@supports [\s\S]*?\n\1\}\n/gm
  return [css.replace(rule, ""), (css.match(rule) ?? []).join("")]
}

const declarationsOf = (css: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      css.matchAll(/(--[\w-]+):\s*([^;{}]+);/g),
      ([, name, value]) => [name!, value!.replace(/\s+/g, " ").trim()] as const
    ).toReversed()
  )

/** Returns a function that computes colors with the properties of a theme. */
export const makeResolver = (properties: ReadonlyMap<string, string>, scheme: Scheme) => (value: string): Color => {
  const resolve = (text: string): Color => {
    const call = /^([\w-]+)\((.*)\)$/s.exec(text)
    if (call === null) return parseHex(text)
    const [, name, inner] = call
    const parts = split(inner!)
    switch (name) {
      case "var":
        return resolve(properties.get(parts[0]!) ?? parts.slice(1).join(", "))
      case "light-dark":
        return resolve(parts[scheme === "light" ? 0 : 1]!)
      case "color-mix": {
        const [, color, percent] = /^(.*) ([\d.]+)%$/s.exec(parts[1]!)!
        return mix(resolve(color!), resolve(parts[2]!), Number(percent) / 100)
      }
      default:
        throw new Error(`${text} is not a supported color`)
    }
  }
  return resolve(value)
}

/** Returns the contrast of two colors (WCAG 2.2, relative luminance). */
export const contrastOf = (a: Color, b: Color): number => {
  const [high, low] = [luminanceOf(a), luminanceOf(b)].toSorted((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

/** Splits the arguments of a function at its own commas. */
const split = (text: string): ReadonlyArray<string> => {
  const parts = [""]
  let depth = 0
  for (const char of text) {
    depth += char === "(" ? 1 : char === ")" ? -1 : 0
    if (char === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += char
  }
  return parts.map((part) => part.trim())
}

const parseHex = (text: string): Color => {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (digits === undefined) throw new Error(`${text} is not a supported color`)
  const size = digits.length / 3
  const channel = (index: number) => {
    const part = digits.slice(index * size, (index + 1) * size)
    return Number.parseInt(size === 1 ? part + part : part, 16) / 255
  }
  return [channel(0), channel(1), channel(2)]
}

const toLinear = (channel: number): number => channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const fromLinear = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

const luminanceOf = ([red, green, blue]: Color): number =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

type Matrix = readonly [Color, Color, Color]

const multiply = (matrix: Matrix, [a, b, c]: Color): Color => {
  const [x, y, z] = matrix.map(([d, e, f]) => d * a + e * b + f * c)
  return [x!, y!, z!]
}

// The matrices of OKLab (CSS Color Module Level 4, sample code).
const linearToLms: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005]
]
const lmsToLinear: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701]
]

/** Mixes two colors in OKLab. The cube roots of LMS are linear in OKLab, so that they can be mixed instead. */
const mix = (a: Color, b: Color, share: number): Color => {
  const rootsOf = ([red, green, blue]: Color) =>
    multiply(linearToLms, [toLinear(red), toLinear(green), toLinear(blue)]).map(Math.cbrt)
  const [first, second] = [rootsOf(a), rootsOf(b)]
  const [l, m, s] = first.map((root, index) => (root * share + second[index]! * (1 - share)) ** 3)
  const [red, green, blue] = multiply(lmsToLinear, [l!, m!, s!]).map((channel) =>
    Math.min(1, Math.max(0, fromLinear(channel)))
  )
  return [red!, green!, blue!]
}
