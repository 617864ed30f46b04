/** Prints the results of the benchmarks as tables. */
import { type Cost, summarize, type Summary } from "./measure.ts"

/** The printed figures by table, and by row and column, for `docs/figures/times.json`. */
export const printed: Record<string, Record<string, number>> = {}

let table: { readonly name: string; readonly columns: ReadonlyArray<string> } = { name: "", columns: [] }

const toName = (text: string): string => text.toLowerCase().replace(/[^a-z\d]+/g, "-").replace(/^-|-$/g, "")

/** Prints the title of a table and the names of its columns. */
export const printHeader = (title: string, ...columns: ReadonlyArray<string>): void => {
  table = { name: toName(title), columns }
  console.log(`\n${title.padEnd(nameWidth)}${columns.map((column) => column.padEnd(cellWidth)).join("")}`.trimEnd())
}

/** Prints the processor time and the wall time of a variant, with a target for the processor time. */
export const printCost = (name: string, costs: ReadonlyArray<Cost>, target?: number): void => {
  const processor = summarize(costs.map(({ processor }) => processor))
  const wall = summarize(costs.map(({ wall }) => wall))
  printRow(name, [formatSummary(processor), formatSummary(wall)], formatTarget(processor.median, target))
}

/** Prints a row. The note follows the last cell. */
export const printRow = (name: string, cells: ReadonlyArray<string>, note = ""): void => {
  for (const [index, cell] of cells.entries()) {
    const value = Number.parseFloat(cell)
    if (Number.isNaN(value)) continue
    const column = table.columns[index]
    const figure = toName(column === undefined ? name : `${name} ${column}`)
    const figures = printed[table.name] ??= {}
    // Larger figures differ between runs by more than their digits after the point.
    figures[figure] = Math.abs(value) < 10 ? value : Math.round(value)
  }
  console.log(`  ${name.padEnd(nameWidth - 2)}${cells.map((cell) => cell.padEnd(cellWidth)).join("")}${note}`.trimEnd())
}

/** Prints a count, and fails the run if it is not the expected one. */
export const printCount = (name: string, count: number, expected: number): void => {
  const isExpected = count === expected
  printRow(name, [String(count)], isExpected ? "" : `expected ${expected}`)
  if (!isExpected) process.exitCode = 1
}

/** Prints a count, and fails the run if it exceeds the limit. */
export const printLimitedCount = (name: string, count: number, limit: number): void => {
  printRow(name, [String(count)], formatTarget(count, limit))
  if (count > limit) process.exitCode = 1
}

/** Returns a median followed by its quartiles. */
export const formatSummary = ({ median, quartiles }: Summary, digits = 1): string =>
  `${median.toFixed(digits)} (${quartiles.map((value) => value.toFixed(digits)).join(" … ")})`

/** Returns a target, marked if the value exceeds it. */
export const formatTarget = (value: number, target: number | undefined): string =>
  target === undefined ? "" : `target ${target}${value <= target ? "" : "  ← over"}`

const nameWidth = 54
const cellWidth = 26
