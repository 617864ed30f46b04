/** The search of the site: the options of its index, and the order of its results. The test of its answers uses the same. */
import type MiniSearch from "minisearch"
import type { SearchResult } from "minisearch"

/** Separates the title of a section from the words that only the search knows. */
const wordsMark = "\u241F"

/**
 * Adds the words of a comment to the heading before it, for the index only. Readers search for these words, and the section has
 * others: `<!-- search: logo, brand -->`.
 */
export const withSearchWords = (html: string): string =>
  html.replace(/( <a class="header-anchor"[^>]*>[^<]*<\/a><\/h\d>)\s*<!-- search: (.+?) -->/g, `${wordsMark}$2$1`)

/** Stands before and after code and tables, which do not summarize a section. */
const codeMark = "\u241E"

/**
 * Returns the part of a page that is searched, with its code and tables between marks. The pages of the reference, of the HTTP
 * API and of single errors are found by their headings, since their texts hide the guides. VitePress leaves out a heading that
 * nothing follows.
 */
export const searchablePart = (page: string, html: string): string =>
  /^(?:reference|api|errors)\//.test(page)
    ? (html.match(/<h([1-3])\b[\s\S]*?<\/h\1>/g) ?? []).join("\n<p></p>\n")
    : html.replaceAll("<wbr>", "").replace(/<span class="lang">[^<]*<\/span>/g, "")
      .replace(/<(?:pre|table)\b|<\/(?:pre|table)>/g, `${codeMark}$&`)

/** Words without a meaning of their own. */
const stopWords = new Set(
  "a an and are as at be by can do does for from how i if in is it me my of on or that the their this to what when which why with"
    .split(" ")
)

/** Splits a query into words. An error code is one word. */
const wordsOf = (text: string): Array<string> => text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "")

/** Splits a text into words. `TeamSwitcher` is also found by its parts. */
const tokenize = (text: string): Array<string> =>
  wordsOf(text).flatMap((word) => {
    const parts = word.includes("_") ? [] : word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? []
    return parts.length > 1 ? [word, ...parts] : [word]
  })

/** Returns the form of a word in the index: in lower case, and without the `s` of a plural. */
const processTerm = (word: string): string | null => {
  const lower = word.toLowerCase()
  return stopWords.has(lower) ? null : lower.replace(/^(.{2,}[^s_\d])s$/, "$1")
}

interface Indexed {
  readonly title: string
  readonly titles: ReadonlyArray<string>
  /** The start of the section's text. */
  readonly lead: string
}

const leadLength = 120

const markedCode = new RegExp(`${codeMark}[^${codeMark}]*(?:${codeMark}|$)`, "g")

const toLead = (text: string): string => {
  const plain = text.replaceAll(markedCode, " ").replaceAll(/&[a-z]+;|&#\d+;|\u200B/g, " ").replaceAll(/\s+/g, " ")
    .trim()
  return plain.length <= leadLength ? plain : `${plain.slice(0, leadLength).replace(/\s\S*$/, "")} …`
}

/** The options of the index, when it is built and when it is loaded. */
export const indexOptions = {
  fields: ["title", "titles", "text"],
  storeFields: ["title", "titles", "lead"],
  tokenize,
  processTerm,
  // VitePress adds sections with an id, titles and a text.
  extractField: (section: Readonly<Record<string, unknown>>, field: string): unknown =>
    field === "lead" ? toLead(String(section["text"])) : section[field]
}

/** How much a page counts. Guides explain, and the other pages list. */
const weightOf = (path: string): number => {
  if (/\/(?:changelog|contributing|architecture)\./.test(path)) return 0.15
  if (/\/errors\//.test(path)) return 0.15
  if (/\/api\//.test(path)) return 0.12
  if (/\/(?:reference|source)\//.test(path)) return 0.25
  if (/\/(?:known-errors|error-codes)\./.test(path)) return 0.3
  if (/\/(?:agents|migrating-names|emulator-[a-z]+|promise-functions)\./.test(path)) return 0.6
  if (/\/components\//.test(path)) return 0.6
  return 1
}

const termsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsOf(text).map(processTerm).filter((term) => term !== null))

/** A place that answers a search: a page, or a section of it. */
export interface Place {
  readonly url: string
  readonly title: string
  readonly lead: string
}

export interface FoundPage extends Place {
  /** The best sections, best first. */
  readonly sections: ReadonlyArray<Place>
  /** The page itself or its best section. */
  readonly best: Place
}

/** A section with its score. MiniSearch adds the stored fields to its results. */
type Scored = SearchResult & Indexed & { readonly weighted: number }

const titleOf = (title: string): string => title.split(wordsMark)[0]!.trim()

/** Returns the names of a section: its title, and the words that only the search knows. */
const namesOf = (title: string): ReadonlyArray<string> => {
  const [shown = "", words = ""] = title.split(wordsMark)
  return [shown, ...words.split(",")]
}

const placeOf = ({ id, lead, title }: Scored): Place => ({ url: String(id), title: titleOf(title), lead })

/**
 * Returns the pages for a query, best first. A page counts by its best section, and by the share of the query's words that it
 * contains. A section counts three times if its name has exactly the words of the query.
 */
export const findPages = (index: MiniSearch, query: string): ReadonlyArray<FoundPage> => {
  const wanted = termsOf(query)
  const exact = query.trim().toLowerCase()
  const results = index.search(query, {
    tokenize: wordsOf,
    boost: { title: 5, titles: 2, text: 1 },
    weights: { fuzzy: 0.3, prefix: 0.5 },
    // The last word may be unfinished.
    prefix: (term, position, terms) => position === terms.length - 1 && term.length > 1,
    fuzzy: (term) => term.length > 8 ? 2 : term.length > 4 ? 1 : false,
    combineWith: "OR"
  })
  const pages = new Map<string, { readonly sections: Array<Scored>; readonly covered: Set<string> }>()
  for (const result of results) {
    // Sound: the index stores these fields.
    const section = result as SearchResult & Indexed
    const path = String(section.id).split("#")[0]!
    const isCode = exact.includes("_") && titleOf(section.title).toLowerCase() === exact
    const isSame = namesOf(section.title).some((name) => {
      const terms = termsOf(name)
      return terms.size === wanted.size && [...wanted].every((term) => terms.has(term))
    })
    const weighted = section.score * (isCode ? 4 : weightOf(path) * (isSame ? 3 : 1)) *
      (section.titles.length === 0 ? 2 : 1)
    const page = pages.get(path) ?? { sections: [], covered: new Set() }
    pages.set(path, page)
    page.sections.push({ ...section, weighted })
    for (const term of section.queryTerms) page.covered.add(term)
  }
  return [...pages].map(([path, { covered, sections }]) => {
    const sorted = sections.toSorted((a, b) => b.weighted - a.weighted)
    const [best] = sorted
    const score = best!.weighted * (Math.min(covered.size, wanted.size) / wanted.size) ** 2
    const heading = sections.find(({ titles }) => titles.length === 0)
    const title = titleOf(heading?.title ?? best!.titles[0] ?? best!.title)
    // The sections of components have the same titles on each page.
    const shown = path.includes("/components/")
      ? []
      : sorted.filter((section) => section !== heading && section.weighted >= best!.weighted / 3).slice(0, 2)
    const page: Place = { url: path, title, lead: heading?.lead ?? "" }
    return { ...page, score, sections: shown.map(placeOf), best: shown[0] === best ? placeOf(best!) : page }
  }).toSorted((a, b) => b.score - a.score)
}
