/** Reads headings and links of Markdown, in the way that GitHub and the site render them. */

export interface Link {
  readonly text: string
  /** The path before `#`; empty for a link within the page. */
  readonly path: string
  readonly anchor: string | undefined
}

const fence = /^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2[ \t]*$/gm

/** Applies a function to the prose of a page; fenced code stays unchanged. */
export const mapProse = (text: string, map: (prose: string) => string): string => {
  let result = ""
  let end = 0
  for (const match of text.matchAll(fence)) {
    result += map(text.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  return result + map(text.slice(end))
}

const proseOf = (text: string): string => text.replace(fence, "")

/** Returns the anchor of a heading as GitHub builds it; the site uses the same rule. */
export const anchorOf = (heading: string): string =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, "").replaceAll(" ", "-")

/** Returns the anchors of a page's headings. A repeated heading gets a number. */
export const anchorsIn = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading] of proseOf(text).matchAll(/^#{1,6} +(.*?)(?: +#+)?$/gm)) {
    const plain = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "")
    const anchor = anchorOf(plain)
    let unique = anchor
    for (let index = 1; anchors.has(unique); index++) unique = `${anchor}-${index}`
    anchors.add(unique)
  }
  return anchors
}

const linkPattern = /(\]\()([^()\s]+)(\))|((?:src|href|srcset)=")([^"]+)(")/g

/** Returns `true` for a link that leaves the documentation. */
const isExternal = (target: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)

const parse = (target: string, text: string): Link => {
  const hash = target.indexOf("#")
  return hash < 0
    ? { text, path: target, anchor: undefined }
    : { text, path: target.slice(0, hash), anchor: decodeURIComponent(target.slice(hash + 1)) }
}

/** Lists the links and images of a page that stay within the documentation. */
export const linksIn = (text: string): ReadonlyArray<Link> =>
  Array.from(
    withoutInlineCode(proseOf(text)).matchAll(linkPattern),
    ([match, , target, , , attribute]) => [match, target ?? attribute!] as const
  ).flatMap(([match, target]) => isExternal(target) ? [] : [parse(target, match.replace(/^\]/, ""))])

/** Code spans hold no links. */
const withoutInlineCode = (prose: string): string =>
  prose.replace(
    /(?<!`)(`+)(?!`)[^\n]*?[^`]\1(?!`)/g,
    (span, ticks: string) => ticks + "x".repeat(Math.max(0, span.length - 2 * ticks.length)) + ticks
  )

/** Replaces the paths of the links to other files of the documentation. Their anchors and links within the page stay. */
export const mapLinks = (text: string, map: (path: string) => string): string =>
  mapProse(
    text,
    (prose) =>
      prose.replace(linkPattern, (match, open, target, close, openAttribute, attribute, closeAttribute) => {
        const value: string = target ?? attribute
        const [path = ""] = value.split("#", 1)
        if (path === "" || isExternal(value)) return match
        return `${open ?? openAttribute}${map(path)}${value.slice(path.length)}${close ?? closeAttribute}`
      })
  )

/** Returns the first sentence of a paragraph, with a period in place of a colon, and `undefined` for a text without an end. */
export const firstSentenceOf = (paragraph: string): string | undefined =>
  /^.*?[.:](?= |$)/.exec(paragraph)?.[0].replace(/:$/, ".")
