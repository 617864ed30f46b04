/** Writes the page of a component from its model, its stories and its written part. */
import { defaultTexts } from "../../react/texts/texts.ts"
import type { ComponentModel, Prop } from "./model.ts"
import type { Theming } from "./theming.ts"

/** A state that the gallery shows. */
export interface State {
  /** The story's id, such as `sign-in-idle`. */
  readonly id: string
  readonly name: string
  /** The story's height in pixels: on a phone, and in a window. `undefined` for a story that was not measured. */
  readonly heights: readonly [phone: number, desktop: number] | undefined
}

export interface PageSource {
  readonly model: ComponentModel
  readonly states: ReadonlyArray<State>
  /** The written part: sections below a first heading. */
  readonly written: string
  readonly theming: Theming
  /** The names of the languages by tag. */
  readonly languages: Readonly<Record<string, string>>
  /** Returns the link to the reference of a name, or `undefined`. */
  readonly referenceOf: (name: string) => string | undefined
}

/** A fence whose content the site passes to a component of the theme. */
export const makeFence = (info: string, data: unknown): string => `\`\`\`${info}\n${JSON.stringify(data)}\n\`\`\``

/** Escapes a text for a cell of a table. */
const toCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const code = (text: string): string => text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``

const propRow = ({ defaultValue, isRequired, name, text, type }: Prop): string =>
  `| ${code(name)}${isRequired ? " (required)" : ""} | ${toCell(code(type))} | ${
    defaultValue === undefined || defaultValue === "null" ? "–" : toCell(code(defaultValue))
  } | ${toCell(text)} |`

/** Returns the table of a component's props. */
export const propsTable = ({ name, props }: ComponentModel): string =>
  props.length === 0
    ? `\`${name}\` has no props.`
    : `| prop | type | default | what it does |\n|---|---|---|---|\n${props.map(propRow).join("\n")}`

const propsSection = (model: ComponentModel, referenceOf: PageSource["referenceOf"]): string => {
  const { entry, name, props } = model
  const own = referenceOf(name)
  const types = [...new Set(props.flatMap(({ type }) => type.match(/\b[A-Z]\w+/g) ?? []))].flatMap((type) => {
    const link = referenceOf(type)
    return link === undefined ? [] : [`[\`${type}\`](${link})`]
  })
  const reference = own === undefined ? "" : ` [API reference](${own}) of \`${name}\`, from \`${entry}\`.`
  const linked = types.length === 0 ? "" : `Types: ${types.join(", ")}.`
  return `## Props\n\n${propsTable(model)}\n\n${`${linked}${reference}`.trim()}\n`
}

/** Returns a text with the names of its parameters in place of values, such as `Sign in to {project}`. */
const sampleOf = (text: unknown): string | undefined => {
  if (typeof text === "string") return text
  if (typeof text !== "function") return undefined
  const parameters = /^\(?([^()=]*)\)?\s*=>/.exec(String(text))?.[1]?.split(",") ?? []
  try {
    const result: unknown = text(...parameters.map((name) => `{${name.trim()}}`))
    return typeof result === "string" ? result : undefined
  } catch {
    return undefined
  }
}

/** The texts of errors and formats have a guide of their own. */
const isListed = (section: string): boolean => !["locale", "failures", "errors", "reasons"].includes(section)

const textsSection = ({ texts }: ComponentModel): string => {
  // Sound: an index of own properties, whose values `sampleOf` checks.
  const tables = defaultTexts as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const rows = texts.toSorted().flatMap((key) => {
    const [section = "", name = ""] = key.split(".")
    const sample = isListed(section) ? sampleOf(tables[section]?.[name]) : undefined
    return sample === undefined ? [] : [`| \`${key}\` | ${toCell(sample)} |`]
  })
  if (rows.length === 0) return ""
  return `## Texts

The component and the pages that it opens read these ${rows.length} texts. Replace one with the option \`texts\` of \`AuthProvider\`, or
[choose a language](../languages.md). [Error messages](../languages.md#replace-some-texts) are in the section \`errors\`.

::: details Keys and English texts
| key | English |
|---|---|
${rows.join("\n")}
:::
`
}

const themingSection = ({ words }: ComponentModel, theming: Theming): string => {
  const parts = new Set([...words].filter(theming.isPart))
  if (parts.size === 0) return ""
  const list = (names: Iterable<string>) => [...names].map((name) => `\`${name}\``).join(", ")
  return `## Theming

Style a part with its token, as in \`[data-latchkey~="${
    [...parts].find((part) => part !== "root") ?? "root"
  }"]\`. [Theming](../theming.md#your-own-rules)
explains tokens and custom properties.

::: details ${parts.size} tokens
${list([...parts].toSorted())}
:::

::: details Custom properties that it uses
${list(theming.propertiesOf(parts))}
:::
`
}

/** Splits a doc comment into the first paragraph, and the others. */
const splitText = (text: string): readonly [lead: string, rest: string] => {
  const [lead = "", ...rest] = text.split(/\n\n+/)
  return [lead.replaceAll("\n", " "), rest.join("\n\n")]
}

/** Returns the sections of a written part by title. `""` is the text before the first one. */
export const sectionsOf = (written: string): ReadonlyMap<string, string> =>
  new Map(
    written.replace(/^# .+\n/, "").split(/^(?=## )/m).map((section) => {
      const title = /^## (.+)$/m.exec(section)?.[1] ?? ""
      return [title, section.trim()]
    })
  )

const common =
  "Focus, announcements and keys that are the same in all components are in [Accessibility](../components.md#accessibility)."

/** Returns the Markdown of a component's page. */
export const componentPage = ({ languages, model, referenceOf, states, theming, written }: PageSource): string => {
  const [lead, rest] = splitText(model.text)
  const sections = sectionsOf(written)
  const examples = model.examples.map(({ code, title }) => `${title}:\n\n\`\`\`tsx\n${code}\n\`\`\``)
  const usage = [sections.get("Usage")?.replace(/^## Usage\n+/, ""), ...examples, rest].filter(Boolean).join("\n\n")
  return [
    "---\naside: false\noutline: 2\npageClass: component-page\n---",
    `# ${model.name}`,
    sections.get("") ?? "",
    lead,
    states.length === 0 ? "" : makeFence("story-frame", { component: model.name, states, languages }),
    `## Usage\n\n${usage}`,
    propsSection(model, referenceOf),
    sections.get("Accessibility") ?? "",
    common,
    textsSection(model),
    themingSection(model, theming),
    sections.get("Guides") ?? ""
  ].filter((section) => section !== "").join("\n\n")
}
