/** Checks the counts of lines of the page that compares clients: its first table has to count the code blocks of each task. */
import { lineOf, type Problem, type Repository } from "./Repository.ts"

const path = "docs/coming-from.md"

const clients = ["Latchkey", "better-auth", "Supabase", "Clerk"]

/** Returns the number of lines without imports, declarations, comments and blank lines. */
const countLines = (code: string): number =>
  code.replace(/^import [\s\S]*? from ".*"$/gm, "").split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*\/\/|^declare /.test(line)).length

/** Returns the code block of a client in the section of a task. */
const codeOf = (section: string, client: string): string | undefined => {
  const info = client === "Latchkey" ? "ts" : `js tab="${client}"`
  return Array.from(section.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)).find(([, found]) => found === info)?.[2]
}

/** Reports the rows of the table that differ from the code. */
export const checkComingFromPage = ({ read }: Repository): ReadonlyArray<Problem> => {
  const text = read(path)
  const sections = text.split(/^## /m).filter((section) => /^\d+\. /.test(section))
  if (sections.length !== 10) return [{ path, message: `has ${sections.length} tasks; show 10` }]
  const counts = sections.map((section) => clients.map((client) => countLines(codeOf(section, client) ?? "")))
  const sums = clients.map((_, index) => counts.reduce((sum, row) => sum + row[index]!, 0))
  const rows = text.split("\n").filter((line) => line.startsWith("| [")).slice(0, 10)
  const total = text.split("\n").find((line) => line.startsWith("| all |")) ?? ""
  return [...rows, total].flatMap((row, index): ReadonlyArray<Problem> => {
    const expected = (counts[index] ?? sums).join(" | ")
    const found = row.replaceAll("*", "").split("|").slice(2, -1).map((cell) => cell.trim()).join(" | ")
    return found === expected
      ? []
      : [{
        path,
        line: lineOf(text, row),
        message: `the row counts ${found}, but the code has ${expected}; correct it`
      }]
  })
}
