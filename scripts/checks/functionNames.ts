/** Checks that functions are named by verbs: no name is a bare participle or preposition. */
import type { Problem, Repository } from "./Repository.ts"

const prepositions =
  /^(?:about|after|against|among|at|before|beside|besides|between|by|during|for|from|in|of|on|once|over|per|since|than|through|to|under|until|upon|via|with|within|without)$/

/** Verbs that end like participles. */
const others = new Set([
  "feed",
  "need",
  "embed",
  "ping",
  "ring",
  "string",
  "bring",
  "seed",
  "speed",
  "exceed",
  "proceed"
])

const irregular =
  /^(?:begun|built|done|found|given|gone|held|kept|known|left|lost|made|met|sent|shown|seen|taken|told|written)$/

/** Public names that are fixed: they name the result. */
const fixed = new Set(["pending"])

/** Returns `true` for a name that is a bare participle or preposition. */
export const isBare = (name: string): boolean =>
  prepositions.test(name) || irregular.test(name) || (/^[a-z]+(?:ed|ing)$/.test(name) && !others.has(name))

/** Reports the functions of `src` and `react` whose name is no verb. */
export const checkFunctionNames = ({ filesAt, module }: Repository): ReadonlyArray<Problem> => {
  const names = ["src", "react"].flatMap(filesAt)
    // The keys of the tables of texts name the topic of a text, such as `sent`.
    .filter((path) => !path.endsWith(".md") && !path.includes("react/texts/"))
    .flatMap((path) => module(path).functions.map(({ number, text }) => ({ path, line: number, name: text })))
  if (names.length <= 2000) {
    return [{ path: "scripts/checks/readModule.ts", message: `found only ${names.length} names of functions` }]
  }
  return names.filter(({ name }) => isBare(name) && !fixed.has(name)).map(({ line, name, path }) => ({
    path,
    line,
    message: `the function ${name} is named by a bare participle or preposition; start its name with a verb`
  }))
}
