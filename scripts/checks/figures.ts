/**
 * Checks the figures in the tables of the README, docs/why.md and the home page of the site: decimals and microseconds. Each
 * has to be a figure of docs/performance.md.
 */
import { lineAt, type Problem, type Repository } from "./Repository.ts"

const source = "docs/performance.md"
const pages = ["README.md", "docs/why.md", "site/content/index.md"]

/** Reports the figures in tables that the page about performance does not have. */
export const checkFigures = ({ read }: Repository): ReadonlyArray<Problem> => {
  const performance = read(source)
  return pages.flatMap((path): ReadonlyArray<Problem> => {
    const text = read(path)
    const rows = text.split("\n").map((line) => line.startsWith("|") ? line : "").join("\n")
    const figures = Array.from(rows.matchAll(/(\d+\.\d)(?!\.)|(\d+)(?= µs)/g))
    if (figures.length < 5) return [{ path, message: `has ${figures.length} figures in its tables; show at least 5` }]
    const isMeasured = (figure: string) => new RegExp(`(?<![\\d.])${figure.replace(".", "\\.")}\\b`).test(performance)
    return figures.filter(([figure]) => !isMeasured(figure)).map(({ 0: figure, index }) => ({
      path,
      line: lineAt(rows, index),
      message: `the figure ${figure} is not in ${source}; correct it there or here`
    }))
  })
}
