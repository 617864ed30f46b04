/** The guides for language models: a Markdown file beside each page, an index, and one file with all of them. */
import { posix } from "node:path"
import { withoutDirectives } from "../examples/live/examples.ts"
import { firstSentenceOf, mapLinks } from "./markdown.ts"
import type { Group } from "./sidebar.ts"

/** A guide as Markdown. */
export interface Guide {
  /** The name of its page, without `.md`. */
  readonly page: string
  readonly text: string
}

/** The guide that both indexes start with. */
const agents = "agents"

/**
 * Returns the Markdown of a guide without the comments for the site and its search. Links to other guides stay. A link to another file of the
 * repository leads to its page.
 */
export const copyOf = (text: string): string =>
  mapLinks(withoutDirectives(text).replace(/^<!-- search: .+ -->\n\n?/gm, ""), (path) => {
    const target = posix.join("docs", path).replace(/\/$/, "")
    if (path.startsWith("/") || target.startsWith("docs/")) return path
    if (target === "site/components") return "components/"
    if (target.startsWith("site/components/")) return target.slice("site/".length).replace(/\.md$/, ".html")
    return target.endsWith(".md") ? target.toLowerCase().replace(/\.md$/, ".html") : `source/${target}.html`
  })

const titleOf = ({ page, text }: Guide): string => /^# (.+)$/m.exec(text)?.[1] ?? page

/** Returns the first sentence below the heading. */
const summaryOf = ({ text }: Guide): string => {
  const paragraph = /^# .+\n+((?!```)[^\n#|<].*(?:\n(?!\n).+)*)/m.exec(text)?.[1] ?? ""
  const plain = paragraph.replaceAll("\n", " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
  return firstSentenceOf(plain) ?? plain
}

/** Returns the index in the format of llms.txt: the guide for agents, and a list of the guides with a summary each. */
export const indexOf = (groups: ReadonlyArray<Group>, guides: ReadonlyArray<Guide>): string => {
  const byPage = new Map(guides.map((guide) => [guide.page, guide]))
  const lists = groups.flatMap(({ pages, title }) => {
    const listed = pages.flatMap((page) => byPage.get(page) ?? [])
    const rows = listed.map((guide) => `- [${titleOf(guide)}](${guide.page}.md): ${summaryOf(guide)}`)
    return rows.length === 0 ? [] : [`## ${title}\n\n${rows.join("\n")}\n`]
  })
  return [byPage.get(agents)!.text.replace(/^# .+$/m, "# Latchkey"), ...lists].join("\n")
}

/** Returns all guides in one file, in the order of the sidebar. The guide for agents is the first. */
export const fullOf = (groups: ReadonlyArray<Group>, guides: ReadonlyArray<Guide>): string => {
  const order = [agents, ...groups.flatMap(({ pages }) => pages)]
  const sorted = guides.toSorted((a, b) => order.indexOf(a.page) - order.indexOf(b.page))
  return `${sorted.map(({ text }) => text.trimEnd()).join("\n\n---\n\n")}\n`
}
