/** Writes the pages of the components into the pages of the site. A component without a page fails the build. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import type ts from "typescript"
import { languages } from "../../examples/playground/app/gallery/languages.ts"
import type { Entry } from "../../examples/playground/app/gallery/Story.ts"
import type { StoryFile } from "../../examples/playground/published/readStories.ts"
import { root } from "../../scripts/repository.ts"
import { componentGroups, pageNameOf } from "./groups.ts"
import { type ComponentModel, componentsIn } from "./model.ts"
import { componentPage, makeFence, sectionsOf, type State } from "./pages.ts"
import { withProps } from "./referenceProps.ts"
import { readTheming } from "./theming.ts"

/** The folder of the written parts. */
export const writtenFolder = join(root, "site/components")

/** The story that a page shows first, if it is not the first one of its component. */
const borrowedStories: Readonly<Record<string, string>> = { SignUpButton: "SignInButton" }

interface Sources {
  /** The folder of the site's pages. */
  readonly folder: string
  readonly program: ts.Program
  readonly stories: ReadonlyArray<StoryFile>
  /** Rewrites the links of a Markdown file of the repository for the site. */
  readonly rewrite: (file: string, text: string) => string
}

/** Lists what the groups and the written parts lack, or have in excess. Each problem names the component. */
export const findGaps = (
  exported: ReadonlyArray<string>,
  withStories: ReadonlyArray<string>,
  listed: ReadonlyArray<string>,
  written: ReadonlyMap<string, string>
): ReadonlyArray<string> => [
  ...[...new Set([...exported, ...withStories])].filter((name) => !listed.includes(name))
    .map((name) => `${name} has no place in site/componentPages/groups.ts`),
  ...listed.filter((name) => !exported.includes(name))
    .map((name) => `site/componentPages/groups.ts lists ${name}, which no entry point exports`),
  ...listed.flatMap((name) => {
    const path = `site/components/${pageNameOf(name)}.md`
    const text = written.get(pageNameOf(name))
    if (text === undefined) return [`${name} has no page: write ${path}`]
    const sections = sectionsOf(text)
    return ["Accessibility", "Guides"].filter((title) => !sections.has(title))
      .map((title) => `${path} lacks the section "${title}"`)
  }),
  ...[...written.keys()].filter((page) => !listed.some((name) => pageNameOf(name) === page))
    .map((page) => `site/components/${page}.md is the page of no component`)
]

/** Reads the written parts by page. */
export const readWritten = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(writtenFolder).filter((name) => name.endsWith(".md"))
      .map((name) => [basename(name, ".md"), readFileSync(join(writtenFolder, name), "utf8")])
  )

/** Lists the pages of the reference that have components, in its folder. */
const referencePages = (folder: string): ReadonlyArray<string> =>
  ["react", "react-devtools"].flatMap((page) => {
    const below = join(folder, "reference", page)
    return [`${page}.md`, ...existsSync(below) ? readdirSync(below).map((name) => `${page}/${name}`) : []]
  })

/** Returns the links to the reference by name. */
const readReference = (folder: string): ReadonlyMap<string, string> => {
  const links = new Map<string, string>()
  for (const file of referencePages(folder)) {
    const text = readFileSync(join(folder, "reference", file), "utf8")
    for (const [, name] of text.matchAll(/^#{2,3} (\w+)(?:\(\))?$/gm)) {
      links.set(name!, `../reference/${file}#${name!.toLowerCase()}`)
    }
  }
  return links
}

type Heights = Readonly<Record<string, readonly [phone: number, desktop: number]>>

/** Returns the entries of a component in the gallery. */
const entriesOf = (component: string, stories: ReadonlyArray<StoryFile>): ReadonlyArray<Entry> =>
  stories.flatMap(({ entries }) => entries)
    .filter(({ group }) => group.component === (borrowedStories[component] ?? component))

/** Returns the states of a component that the gallery shows. */
const statesOf = (component: string, stories: ReadonlyArray<StoryFile>, heights: Heights): ReadonlyArray<State> =>
  entriesOf(component, stories).map(({ id, name }) => ({ id, name, heights: heights[id] }))

const summaryOf = ({ text }: ComponentModel): string =>
  (/^[\s\S]*?\.(?=\s|$)/.exec(text)?.[0] ?? text).replaceAll(/\s+/g, " ")

/** Adds the tables of props to the reference. */
const writeReferenceProps = (folder: string, models: ReadonlyArray<ComponentModel>): void => {
  const byName = new Map(models.map((model) => [model.name, model]))
  for (const file of referencePages(folder)) {
    const path = join(folder, "reference", file)
    const text = readFileSync(path, "utf8")
    const out = withProps(
      text,
      byName,
      (name) => `${file.replaceAll(/[^/]+/g, "..")}/components/${pageNameOf(name)}.md`
    )
    if (out !== text) writeFileSync(path, out)
  }
}

/** Writes all pages, and the props into the reference. Throws an error that lists the components without a page. */
export const writeComponents = ({ folder, program, rewrite, stories }: Sources): void => {
  const models = componentsIn(program)
  const written = readWritten()
  const listed = componentGroups.flatMap(({ components }) => components)
  const withStories = stories.flatMap(({ entries }) => entries.map(({ group }) => group.component))
  const gaps = findGaps(models.map(({ name }) => name), withStories, listed, written)
  if (gaps.length > 0) {
    throw new Error(`The pages of the components have gaps:\n${gaps.map((gap) => `  ${gap}`).join("\n")}`)
  }
  const theming = readTheming(readFileSync(join(root, "docs/theming.md"), "utf8"))
  const reference = readReference(folder)
  const heights: Heights = JSON.parse(readFileSync(join(root, "site/componentPages/heights.json"), "utf8"))
  const out = join(folder, "components")
  mkdirSync(out, { recursive: true })
  for (const model of models) {
    const page = pageNameOf(model.name)
    const text = componentPage({
      model,
      states: statesOf(model.name, stories, heights),
      written: rewrite(`site/components/${page}.md`, written.get(page)!),
      theming,
      languages: Object.fromEntries(Object.entries(languages).map(([tag, { name }]) => [tag, name])),
      referenceOf: (name) => reference.get(name)
    })
    writeFileSync(join(out, `${page}.md`), text)
  }
  writeReferenceProps(folder, models)
  const sections = componentGroups.map(({ components, title }) => {
    const cards = components.map((name) => {
      const entries = entriesOf(name, stories)
      // A menu shows more than its button.
      const preview = entries.find(({ name }) => name === "Open") ?? entries[0]
      return {
        name,
        page: pageNameOf(name),
        text: summaryOf(models.find((model) => model.name === name)!),
        story: preview?.id,
        layout: preview?.group.layout
      }
    })
    return `## ${title}\n\n${makeFence("component-cards", cards)}`
  })
  const overview = readFileSync(join(root, "site/componentPages/overview.md"), "utf8")
  writeFileSync(
    join(out, "index.md"),
    `---\naside: false\npageClass: component-page\n---\n\n${rewrite("site/componentPages/overview.md", overview)}\n${
      sections.join("\n\n")
    }\n`
  )
}
