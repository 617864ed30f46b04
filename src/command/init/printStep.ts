/** Steps as text for the terminal. */
import type { Step } from "./Step.ts"

/** Returns a step as text. With `isFull`, it includes the content of new files. */
export const printStep = (step: Step, { isFull }: { readonly isFull: boolean }): string => {
  switch (step._tag) {
    case "Create":
      return entry("create", step.path, step.purpose, isFull ? step.content.trimEnd() : "")
    case "Edit":
      return entry("edit", step.path, step.purpose, diff(step.before, step.after))
    case "Run":
      return entry("run", step.command.join(" "), step.purpose)
    case "ByHand":
      return entry("by hand", step.path, `${step.purpose} Add:`, step.lines.trimEnd())
    case "Done":
      return `  ${"done".padEnd(9)}${step.path}`
  }
}

const entry = (verb: string, subject: string, purpose: string, lines = "") => {
  const body = lines === "" ? purpose : `${purpose}\n\n${indent(lines, 2)}\n`
  return `  ${verb.padEnd(9)}${subject}\n${indent(body, 11)}`
}

const indent = (text: string, spaces: number) => text.replaceAll(/^(?=.)/gm, " ".repeat(spaces))

/** Returns the lines that two texts do not share at their start and end. */
const diff = (before: string, after: string): string => {
  const old = before.split("\n")
  const now = after.split("\n")
  const removed = old.filter((line) => !now.includes(line))
  const added = now.filter((line) => !old.includes(line))
  return [...removed.map((line) => `- ${line.trimEnd()}`), ...added.map((line) => `+ ${line.trimEnd()}`)].join("\n")
}
