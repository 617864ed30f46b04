/**
 * Splits the long pages of the reference: a page per category, and an index in the place of the long page. A long category has
 * several pages, by the first letters of its names.
 */
import { dirname, join, relative } from "node:path/posix"
import { anchorOf, anchorsIn, firstSentenceOf } from "../markdown.ts"

/** The length of a page, in characters, from which it is split. */
const longest = 20_000

/** The length of a category, in characters, from which it is split. A phone shows 40,000 characters on 29,000 px. */
const longestCategory = 40_000

/** The first letters of the names on the pages of a long category. They are fixed, so that a new export moves no other. */
const letters = [["a", "e"], ["f", "m"], ["n", "r"], ["s", "z"]] as const

/** Returns the letters of the page that has a declaration. A name such as `$of` is on the first page. */
const lettersOf = (declaration: string) => {
  const letter = nameIn(declaration).charAt(0).toLowerCase()
  return letters.find(([, last]) => letter <= last) ?? letters[3]
}

/** The categories that readers of an index look for first. The others follow in their order. */
const firstTitles = ["Components", "Hooks", "Constructors", "Functions"]

const rankOf = (title: string): number => {
  const index = firstTitles.indexOf(title)
  return index < 0 ? firstTitles.length : index
}

/** A category of a page, with its text from its heading to the next one. */
interface Part {
  readonly title: string
  readonly page: string
  readonly text: string
}

/** Returns `true` for the long page of an entry point without namespaces, which are pages already. */
const isSplit = (page: string, text: string): boolean =>
  !page.includes("/") && text.length > longest && !/^## Namespaces$/m.test(text)

/** Splits a page at the headings of its categories. The first text is the one before them. */
const splitPage = (page: string, text: string): readonly [front: string, parts: ReadonlyArray<Part>] => {
  const [front = "", ...rest] = text.split(/^(?=## )/m)
  return [
    front,
    rest.map((text) => {
      const title = /^## (.+)$/m.exec(text)![1]!
      return { title, page: `${page.replace(/\.md$/, "")}/${anchorOf(title)}.md`, text }
    })
  ]
}

/** Returns the declarations of a category, with their headings. */
const declarationsIn = (text: string): ReadonlyArray<string> => text.split(/^(?=### )/m).slice(1)

/** Returns the name of a declaration. */
const nameIn = (declaration: string): string => /^### (.+)$/m.exec(declaration)![1]!

/** Returns the category, or its parts by first letters if it is long. */
const splitCategory = (part: Part): ReadonlyArray<Part> => {
  if (part.text.length <= longestCategory) return [part]
  return letters.flatMap((range) => {
    const [first, last] = range
    const declarations = declarationsIn(part.text).filter((declaration) => lettersOf(declaration) === range)
    const title = `${part.title} ${first.toUpperCase()} to ${last.toUpperCase()}`
    return declarations.length === 0
      ? []
      : [{
        title,
        page: part.page.replace(/\.md$/, `-${first}-${last}.md`),
        text: `## ${title}\n\n${declarations.toSorted(byName).join("")}`
      }]
  })
}

const byName = (a: string, b: string): number => nameIn(a).localeCompare(nameIn(b), "en")

/** Returns the name of a page in the sidebar: a namespace, or a category such as `also-here` or `models-a-e`. */
export const sidebarNameOf = (page: string): string => {
  const [, words = page, first, last] = /^(.*)-([a-z])-([a-z])$/.exec(page) ?? []
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replaceAll("-", " ")
  return first === undefined || last === undefined ? name : `${name} ${first.toUpperCase()} to ${last.toUpperCase()}`
}

/** Returns the first sentence below the signature of a declaration. */
const summaryOf = (declaration: string): string => {
  const [paragraph = ""] = declaration.split(/^```$/m).slice(1).join("```").trimStart().split(/\n\n|\n(?=```)/)
  const plain = paragraph.replaceAll("\n", " ")
  return /^(?:\*\*|Types: |```|- |\|)/.test(plain) ? "" : firstSentenceOf(plain) ?? ""
}

/** Returns the list of a category's declarations, with a sentence each. */
const listOf = ({ text, title }: Part): string => {
  const rows = declarationsIn(text).map((declaration) => {
    const name = nameIn(declaration)
    const summary = summaryOf(declaration)
    return `- [\`${name}\`](#${anchorOf(name)})${summary === "" ? "" : `: ${summary}`}`
  })
  return `## ${title}\n\n${rows.join("\n")}\n`
}

/** A place of a declaration: its page, and its anchor there, such as `#useuser`. */
interface Place {
  readonly page: string
  readonly hash: string
}

/** The new place of each anchor of a split page, such as that of `react.md#useuser`. */
type Moved = ReadonlyMap<string, Place>

/** Rewrites the links of a text of the page `from` for the page `to`. Code stays unchanged. */
const relocate = (text: string, from: string, to: string, moved: Moved): string =>
  text.split(/(^```[\s\S]*?^```$)/m).map((part, index) =>
    index % 2 === 1 ? part : part.replace(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, hash = "") => {
      const page = path === "" ? from : join(dirname(from), path)
      const target = moved.get(`${page}${hash}`) ?? { page, hash }
      return `](${target.page === to ? "" : relative(dirname(to), target.page)}${target.hash})`
    })
  ).join("")

/** Returns the page of a category: its heading becomes that of the page, and its declarations move one level up. */
const pageOf = (name: string, home: string, { text, title }: Part): string =>
  `[API reference](../README.md) / [${name}](../${home})\n\n# ${title} of ${name}\n${
    text.slice(text.indexOf("\n") + 1).replace(/^###(?= )/gm, "##")
  }`

/** Returns the anchors of a category's page below its heading. A repeated heading has another number than on the long page. */
const anchorsBelow = (part: Part): ReadonlyArray<string> => [...anchorsIn(pageOf("", "", part))].slice(1)

/** Returns the new places of a category's anchors, in the order of the long page. */
const placesIn = (home: string, category: Part): ReadonlyArray<Place> => {
  const pages = splitCategory(category)
  const placesOn = (part: Part) => anchorsBelow(part).map((anchor): Place => ({ page: part.page, hash: `#${anchor}` }))
  if (pages.length === 1) return [{ page: pages[0]!.page, hash: "" }, ...placesOn(pages[0]!)]
  const places = new Map(pages.flatMap((part) => {
    const left = [...placesOn(part)]
    return declarationsIn(part.text).map((declaration) =>
      [declaration, left.splice(0, anchorsIn(declaration).size)] as const
    )
  }))
  // The index has the whole category.
  const index = { page: home, hash: `#${anchorOf(category.title)}` }
  return [index, ...declarationsIn(category.text).flatMap((declaration) => places.get(declaration)!)]
}

/** Returns the new places of a page's anchors. */
const placesOf = (page: string, text: string, front: string, categories: ReadonlyArray<Part>): Moved => {
  const old = [...anchorsIn(text)].slice(anchorsIn(front).size)
  const places = categories.flatMap((category) => placesIn(page, category))
  return new Map(old.map((anchor, index) => [`${page}#${anchor}`, places[index]!]))
}

/** Returns the pages with the long ones split. Links follow the declarations to their new pages. */
export const splitPages = (pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const long = Array.from(pages).filter(([page, text]) => isSplit(page, text)).map(([page, text]) =>
    [page, ...splitPage(page, text)] as const
  )
  const moved = new Map(long.flatMap(([page, front, parts]) => [...placesOf(page, pages.get(page)!, front, parts)]))
  const split = new Map(Array.from(pages, ([page, text]) => [page, relocate(text, page, page, moved)]))
  for (const [page, front, parts] of long) {
    // The front lists each category in one line. A category that is a page has too many declarations for that.
    const start = front.replace(/^- [A-Z][^\n]*: \[`.*\n/gm, "").trimEnd()
    const lists = parts.toSorted((a, b) => rankOf(a.title) - rankOf(b.title)).map(listOf)
    split.set(page, relocate(`${start}\n\n${lists.join("\n")}`, page, page, moved))
    const name = /^# (.+)$/m.exec(front)![1]!
    for (const part of parts.flatMap(splitCategory)) {
      const [home = "", ...rest] = pageOf(name, page, part).split(/^(?=# )/m)
      split.set(part.page, home + relocate(rest.join(""), page, part.page, moved))
    }
  }
  return split
}
