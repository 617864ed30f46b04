/** Splits the long pages of the reference: a page per category, and an index in the place of the long page. */
import { dirname, join, relative } from "node:path/posix"
import { anchorOf, anchorsIn } from "../markdown.ts"

/** The length of a page, in characters, from which it is split. */
const longest = 20_000

/** A category of a page, with its text from its heading to the next one. */
interface Part {
  readonly title: string
  readonly page: string
  readonly text: string
}

/** Returns `true` for a long page. The namespaces of a module are pages already. */
const isSplit = (text: string): boolean => text.length > longest && !/^## Namespaces$/m.test(text)

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

/** The new page of each anchor of a split page, such as `react/hooks.md` of `react.md#useuser`. */
type Moved = ReadonlyMap<string, string>

/** Rewrites the links of a text of the page `from` for the page `to`. Code stays unchanged. */
const relocate = (text: string, from: string, to: string, moved: Moved): string =>
  text.split(/(^```[\s\S]*?^```$)/m).map((part, index) =>
    index % 2 === 1 ? part : part.replace(/\]\((?!https?:)([^)#\s]*)(#[^)\s]*)?\)/g, (_, path: string, hash = "") => {
      const old = path === "" ? from : join(dirname(from), path)
      const target = moved.get(`${old}${hash}`) ?? old
      return `](${target === to ? "" : relative(dirname(to), target)}${hash})`
    })
  ).join("")

/** Returns the pages with the long ones split. Links follow the declarations to their new pages. */
export const splitPages = (pages: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const long = Array.from(pages).filter(([, text]) => isSplit(text)).map(([page, text]) =>
    [page, ...splitPage(page, text)] as const
  )
  const moved = new Map(
    long.flatMap(([page, , parts]) =>
      parts.flatMap((part) => Array.from(anchorsIn(part.text), (anchor) => [`${page}#${anchor}`, part.page] as const))
    )
  )
  const split = new Map(Array.from(pages, ([page, text]) => [page, relocate(text, page, page, moved)]))
  for (const [page, front, parts] of long) {
    split.set(page, relocate(front, page, page, moved))
    const name = /^# (.+)$/m.exec(front)![1]!
    for (const part of parts) {
      const members = part.text.slice(part.text.indexOf("\n") + 1).replace(/^###(?= )/gm, "##")
      const home = `[API reference](../README.md) / [${name}](../${page})`
      split.set(part.page, `${home}\n\n# ${part.title} of ${name}\n${relocate(members, page, part.page, moved)}`)
    }
  }
  return split
}
