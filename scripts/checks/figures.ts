/**
 * Checks the figures of the pages against the files in `docs/figures`: each named figure is current, and the tables that compare
 * Latchkey with other clients contain no typed decimals or microseconds.
 */
import { figureOf, figurePages, figuresIn, pagesWithFigures } from "../figures.ts"
import { lineAt, type Problem, type Repository } from "./Repository.ts"

/** Reports figures that are not current, unknown names, and typed figures in tables. */
export const checkFigures = ({ namesIn, read }: Repository): ReadonlyArray<Problem> =>
  pagesWithFigures(namesIn("docs")).flatMap((path): ReadonlyArray<Problem> => {
    const text = read(path)
    const figures = figuresIn(text)
    const isComparison = figurePages.includes(path)
    if (isComparison && figures.length < 2) {
      return [{ path, message: `has ${figures.length} figures with a name; show at least 2` }]
    }
    const rows = text.split("\n").map((line) => line.startsWith("|") ? line : "").join("\n")
    const typed = !isComparison
      ? []
      : Array.from(rows.matchAll(/(?<![\d.])(?:\d+\.\d+|\d+(?= µs))(?![\d.]|<!--)/g))
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
        line: lineAt(rows, index),
        message: `the figure ${figure} is typed; put its name after it, such as ${figure}<!--sizes.sign-in.bundled-->`
      }))
    ]
  })
