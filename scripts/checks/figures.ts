/**
 * Checks the figures of the pages against the files in `docs/figures`: each named figure is current, and the tables that prove
 * something contain no typed decimals or microseconds, except targets.
 */
import { figureOf, figurePages, figuresIn, pagesWithFigures } from "../figures.ts"
import { lineAt, type Problem, type Repository } from "./Repository.ts"

/** Returns the rows of all tables without the columns of targets, each in its line. */
const measuredCells = (text: string): string => {
  let targets: ReadonlyArray<boolean> = []
  return text.split("\n").map((line, index, lines) => {
    if (!line.startsWith("|")) return ""
    const cells = line.split("|")
    if (!lines[index - 1]?.startsWith("|")) targets = cells.map((name) => /^ (?:target|required)\b/.test(name))
    return cells.filter((_, column) => !targets[column]).join("|")
  }).join("\n")
}

/** Reports figures that are not current, unknown names, and typed figures in tables. */
export const checkFigures = ({ namesIn, read }: Repository): ReadonlyArray<Problem> =>
  pagesWithFigures(namesIn("docs")).flatMap((path): ReadonlyArray<Problem> => {
    const text = read(path)
    const figures = figuresIn(text)
    const isProof = figurePages.includes(path)
    if (isProof && figures.length < 2) {
      return [{ path, message: `has ${figures.length} figures with a name; show at least 2` }]
    }
    const cells = measuredCells(text)
    const typed = isProof ? Array.from(cells.matchAll(/(?<![\d.])(?:\d+\.\d+|\d+(?= µs))(?![\d.]|<!--)/g)) : []
    return [
      ...figures.flatMap(({ index, name, shown }): ReadonlyArray<Problem> => {
        const figure = figureOf(name, read)
        const line = lineAt(text, index)
        if (figure === undefined) return [{ path, line, message: `no file of docs/figures has ${name}` }]
        return figure === shown
          ? []
          : [{ path, line, message: `${shown} is not current: ${name} is ${figure}; run npm run generate` }]
      }),
      ...typed.map(({ 0: figure, index }) => ({
        path,
        line: lineAt(cells, index),
        message: `the figure ${figure} is typed; put its name after it, such as ${figure}<!--sizes.sign-in.bundled-->`
      }))
    ]
  })
