/** Chromium's accessibility tree as text, for screen readers. */
import type { CDPSession, Page } from "playwright-core"

type AxNode = Awaited<ReturnType<typeof getTree>>[number]

const getTree = async (devtools: CDPSession) => (await devtools.send("Accessibility.getFullAXTree")).nodes

/** Containers that a screen reader does not announce. */
const silentRoles = new Set([
  "RootWebArea",
  "Abbr",
  "code",
  "generic",
  "none",
  "LabelText",
  "Section",
  "ListMarker",
  "LineBreak",
  "InlineTextBox"
])

/** The properties that a screen reader announces, with the value that is silent. */
const announced: Readonly<Record<string, unknown>> = {
  busy: false,
  checked: "false",
  disabled: false,
  expanded: undefined,
  hasPopup: "false",
  invalid: "false",
  level: undefined,
  modal: false,
  multiline: false,
  pressed: undefined,
  readonly: false,
  required: false,
  selected: undefined,
  focused: false
}

/** Returns the tree of a story, one node a line: the role, the name, the states, and the description. */
export const readAccessibilityTree = async (page: Page): Promise<string> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("DOM.enable")
  const nodes = await getTree(devtools)
  const current = await findCurrent(devtools)
  await devtools.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const childrenOf = ({ childIds = [] }: AxNode) => childIds.flatMap((id) => byId.get(id) ?? [])
  const write = (node: AxNode, depth: number): ReadonlyArray<string> => {
    const role = textOf(node.role)
    const inner = (depth: number) => childrenOf(node).flatMap((child) => write(child, depth))
    if (node.ignored || silentRoles.has(role)) return inner(depth)
    const line = `${"  ".repeat(depth)}- ${describeNode(node, role, current.has(node.backendDOMNodeId))}`
    const text = textsBelow(node, childrenOf)
    // An empty live region is silent.
    if (role === "status" && text === "") return []
    // If the name or the value is the whole content, one line is enough.
    const isLeaf = role === "textbox" || text === textOf(node.name)
    if (text && textOf(node.name) === "") return [`${line}: ${text}`]
    return [line, ...isLeaf ? [] : inner(depth + 1)]
  }
  const main = nodes.find((node) => !node.ignored && textOf(node.role) === "main")
  // The story's title belongs to the gallery.
  const [, ...content] = main === undefined ? [] : childrenOf(main)
  return `${content.flatMap((node) => write(node, 0)).join("\n")}\n`
}

/** Returns the ids of the elements with `aria-current`, which the protocol's tree lacks. */
const findCurrent = async (devtools: CDPSession): Promise<ReadonlySet<number | undefined>> => {
  const { nodes } = await devtools.send("DOM.getFlattenedDocument", { depth: -1 })
  return new Set(
    nodes.flatMap(({ attributes = [], backendNodeId }) => {
      const index = attributes.indexOf("aria-current")
      return index < 0 || attributes[index + 1] === "false" ? [] : [backendNodeId]
    })
  )
}

const textOf = (value: AxNode["name"]): string => String(value?.value ?? "").replaceAll(/\s+/g, " ").trim()

const describeNode = (
  { description, name, properties = [], value }: AxNode,
  role: string,
  isCurrent: boolean
): string => {
  const states = properties.flatMap(({ name, value }) =>
    name in announced && value.value !== announced[name] && !(name === "level" && role === "listitem")
      ? [value.value === true || value.value === "true" ? name : `${name}=${String(value.value)}`]
      : []
  )
  if (isCurrent) states.push("current")
  return [
    role === "StaticText" ? "text" : role,
    textOf(name) && JSON.stringify(textOf(name)),
    ...states.length > 0 ? [`[${states.toSorted().join(", ")}]`] : [],
    textOf(value) && `value ${JSON.stringify(textOf(value))}`,
    textOf(description) && `described as ${JSON.stringify(textOf(description))}`
  ].filter(Boolean).join(" ")
}

/** Returns the text of the nodes below a node, or `undefined` if one of them is more than a text. */
const textsBelow = (node: AxNode, childrenOf: (node: AxNode) => ReadonlyArray<AxNode>): string | undefined => {
  const texts: Array<string> = []
  for (const child of childrenOf(node)) {
    const role = textOf(child.role)
    if (!child.ignored && role === "StaticText") texts.push(textOf(child.name))
    else if (!child.ignored && !silentRoles.has(role)) return undefined
    else {
      const text = textsBelow(child, childrenOf)
      if (text === undefined) return undefined
      texts.push(text)
    }
  }
  return texts.filter(Boolean).join(" ")
}
