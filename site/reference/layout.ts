/** A pretty printer: code stays on one line if it fits, and breaks at group boundaries otherwise. */

/** Code whose line breaks are not decided yet. */
export type Doc =
  | string
  | ReadonlyArray<Doc>
  | { readonly _tag: "Line"; readonly flat: string }
  | { readonly _tag: "HardLine" }
  | { readonly _tag: "IfBroken"; readonly text: string }
  | { readonly _tag: "Indent"; readonly doc: Doc }
  | { readonly _tag: "Group"; readonly doc: Doc; readonly broken: boolean }

/** A space, or a line break if the group is broken. */
export const line: Doc = { _tag: "Line", flat: " " }

/** Nothing, or a line break if the group is broken. */
export const softLine: Doc = { _tag: "Line", flat: "" }

/** A line break. It breaks every enclosing group. */
export const hardLine: Doc = { _tag: "HardLine" }

/** Text that is printed only if the group is broken. */
export const ifBroken = (text: string): Doc => ({ _tag: "IfBroken", text })

/** Indents lines by two columns. */
export const indent = (doc: Doc): Doc => ({ _tag: "Indent", doc })

/** Creates a group: it stays on one line, or all of its lines break. */
export const group = (doc: Doc): Doc => ({ _tag: "Group", doc, broken: isHard(doc) })

/** Joins documents with a separator. */
export const join = (separator: Doc, docs: ReadonlyArray<Doc>): Doc =>
  docs.flatMap((doc, index) => index === 0 ? [doc] : [separator, doc])

const isHard = (doc: Doc): boolean =>
  typeof doc === "string"
    ? false
    : isArray(doc)
    ? doc.some(isHard)
    : doc._tag === "HardLine" || (doc._tag === "Group" ? doc.broken : doc._tag === "Indent" && isHard(doc.doc))

// `Array.isArray` does not narrow a union to its readonly array.
const isArray = (doc: Doc): doc is ReadonlyArray<Doc> => Array.isArray(doc)

type Command = readonly [column: number, isBroken: boolean, doc: Doc]

/** Returns `true` if a document fits. The text after it counts up to its first possible line break. */
const fits = (first: Command, rest: ReadonlyArray<Command>, columns: number): boolean => {
  const commands = [first]
  let left = columns
  let next = rest.length
  while (left >= 0) {
    const command = commands.pop() ?? rest[--next]
    if (command === undefined) return true
    const [column, isBroken, doc] = command
    if (typeof doc === "string") left -= doc.length
    else if (isArray(doc)) commands.push(...doc.toReversed().map((doc): Command => [column, isBroken, doc]))
    else if (doc._tag === "Indent") commands.push([column, isBroken, doc.doc])
    else if (doc._tag === "Group") commands.push([column, isBroken || doc.broken, doc.doc])
    else if (doc._tag === "IfBroken") left -= isBroken ? doc.text.length : 0
    else if (doc._tag === "HardLine" || isBroken) return true
    else left -= doc.flat.length
  }
  return false
}

/** Prints a document with lines of at most `columns` where breaks are possible. */
export const layOut = (doc: Doc, columns: number): string => {
  const commands: Array<Command> = [[0, true, doc]]
  let text = ""
  let at = 0
  const put = (piece: string) => {
    text += piece
    at += piece.length
  }
  for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
    const [column, isBroken, doc] = command
    if (typeof doc === "string") put(doc)
    else if (isArray(doc)) commands.push(...doc.toReversed().map((doc): Command => [column, isBroken, doc]))
    else if (doc._tag === "Indent") commands.push([column + 2, isBroken, doc.doc])
    else if (doc._tag === "IfBroken") put(isBroken ? doc.text : "")
    else if (doc._tag === "Group") {
      const flat: Command = [column, false, doc.doc]
      commands.push(!doc.broken && fits(flat, commands, columns - at) ? flat : [column, true, doc.doc])
    } else if (doc._tag === "Line" && !isBroken) put(doc.flat)
    else {
      text = `${text.trimEnd()}\n${" ".repeat(column)}`
      at = column
    }
  }
  return text
}
