/** Lays code out: on one line where it fits, else broken where a reader would break it. */

/** Code that does not know yet where its lines end. */
export type Doc =
  | string
  | ReadonlyArray<Doc>
  | { readonly _tag: "Line"; readonly flat: string }
  | { readonly _tag: "HardLine" }
  | { readonly _tag: "IfBroken"; readonly text: string }
  | { readonly _tag: "Indent"; readonly doc: Doc }
  | { readonly _tag: "Group"; readonly doc: Doc; readonly broken: boolean }

/** A space, or the end of a line where the group is broken. */
export const line: Doc = { _tag: "Line", flat: " " }

/** Nothing, or the end of a line where the group is broken. */
export const softLine: Doc = { _tag: "Line", flat: "" }

/** The end of a line, which breaks every group around it. */
export const hardLine: Doc = { _tag: "HardLine" }

/** Text that is there only where the group is broken. */
export const ifBroken = (text: string): Doc => ({ _tag: "IfBroken", text })

/** What stands two columns further right where it is broken. */
export const indent = (doc: Doc): Doc => ({ _tag: "Indent", doc })

/** What is on one line together, or broken at each of its lines. */
export const group = (doc: Doc): Doc => ({ _tag: "Group", doc, broken: isHard(doc) })

/** Puts the same thing between all. */
export const join = (separator: Doc, docs: ReadonlyArray<Doc>): Doc =>
  docs.flatMap((doc, index) => index === 0 ? [doc] : [separator, doc])

const isHard = (doc: Doc): boolean =>
  typeof doc === "string"
    ? false
    : isArray(doc)
    ? doc.some(isHard)
    : doc._tag === "HardLine" || (doc._tag === "Group" ? doc.broken : doc._tag === "Indent" && isHard(doc.doc))

// `Array.isArray` does not tell a readonly array from the rest of a union.
const isArray = (doc: Doc): doc is ReadonlyArray<Doc> => Array.isArray(doc)

type Command = readonly [column: number, isBroken: boolean, doc: Doc]

/** Does it fit in so many columns? What follows counts up to where its line can end. */
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

/** Writes code in lines of at most so many columns, where it can be broken. */
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
