/** The options of the site's search, for the browser and for the test of its answers. */

/**
 * How much a page's place counts: guides explain, the page of an error has its fix, and the other pages list. VitePress sends the
 * function to the browser.
 */
const boostDocument = (id: string): number =>
  /\/errors\//.test(id)
    ? 2
    : /\/(?:changelog|contributing|architecture)/.test(id)
    ? 0.2
    : /\/(?:reference|api|source)\//.test(id)
    ? 0.5
    : 1

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
