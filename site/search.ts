/** The options of the site's search, for the browser and for the test of its answers. */

/**
 * How much a page's place counts. Guides explain, and the other pages list. For the name of an error, such as
 * EmailPasswordMismatch, its page has the fix, and the reference only its type. VitePress sends the function to the browser.
 */
const boostDocument = (id: string, term: string): number => {
  if (/\/(?:changelog|contributing|architecture)/.test(id)) return 0.2
  if (/\/(?:reference|api|source)\//.test(id)) return 0.4
  if (/\/errors\//.test(id)) return term.length > 14 ? 2 : 0.5
  return 1
}

/** The options for a query, as MiniSearch takes them. */
export const searchOptions = {
  boost: { title: 6, titles: 2, text: 1 },
  fuzzy: 0.15,
  prefix: true,
  combineWith: "OR",
  boostDocument
} as const

/** The indexed fields, as VitePress indexes them. */
export const searchFields = { fields: ["title", "titles", "text"], storeFields: ["title", "titles"] }

/**
 * Adds the words of a comment to the heading before it, for the index only. Readers search for these words, and the section has
 * others: `<!-- search: logo, brand -->`.
 */
export const withSearchWords = (html: string): string =>
  html.replace(/( <a class="header-anchor"[^>]*>[^<]*<\/a><\/h\d>)\s*<!-- search: (.+?) -->/g, " ($2)$1")
