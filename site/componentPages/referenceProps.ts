/** Adds the props of the components to the reference, as a table in the place of a long signature. */
import type { ComponentModel } from "./model.ts"
import { propsTable } from "./pages.ts"

/** The heading of a declaration, its signature, and the rest of its section. */
const declaration = /^(#{2,3} (\w+)(?:\(\))?\n\n)(```ts\n[\s\S]*?^```\n)([\s\S]*)$/m

/**
 * Returns a page of the reference with the table of each component: after its description, folded, with a link to its page. The
 * signature follows at the end of the section, folded too. `linkOf` returns the link to a component's page.
 */
export const withProps = (
  text: string,
  models: ReadonlyMap<string, ComponentModel>,
  linkOf: (component: string) => string
): string =>
  text.split(/^(?=#{1,3} )/m).map((section) => {
    const [, heading, name = "", signature, rest = ""] = declaration.exec(section) ?? []
    const model = models.get(name)
    if (model === undefined) return section
    const [description = ""] = rest.split(/^(?=\*\*(?:Example|Gotchas|Details)\*\*|Types: )/m)
    const page = `[The page of \`${name}\`](${linkOf(name)}) shows it in each state, with its texts and tokens.`
    return [
      `${heading}${description.trim()}`,
      page,
      model.props.length === 0 ? propsTable(model) : `::: details Props\n\n${propsTable(model)}\n\n:::`,
      rest.slice(description.length).trim(),
      `::: details Signature\n${signature}:::\n\n`
    ].filter((part) => part !== "").join("\n\n")
  }).join("")
