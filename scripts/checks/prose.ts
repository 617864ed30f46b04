/**
 * Limits the banned phrases per 1,000 words in each area of the repository, and "of" in comments: English says "session
 * cookies", not "the cookies of a session". Budgets are only ever lowered.
 *
 * Run it to list the places: `npm exec -- node scripts/checks/prose.ts src/cache docs/react.md`, with `--tests` for test names
 * and `--texts` for the string literals that people read.
 */
import { root } from "../repository.ts"
import { countWords, findBanned } from "./findBanned.ts"
import { type Line, linesOf, type ModuleTexts } from "./readModule.ts"
import { formatProblem, makeRepository, type Problem, type Repository } from "./Repository.ts"

type Kind = Exclude<keyof ModuleTexts, "functions">

interface Area {
  readonly paths: ReadonlyArray<string>
  readonly kind: Kind
  /** Banned phrases per 1,000 words, at most. */
  readonly budget: number
  /** "of" per 1,000 words, at most. */
  readonly of?: number
}

const pages = ["ARCHITECTURE", "AGENTS", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map((name) => `${name}.md`)

const areasOf = ({ namesIn }: Repository): Readonly<Record<string, Area>> => ({
  "comments of src": { paths: ["src"], kind: "comments", budget: 1, of: 10 },
  "comments of react": { paths: ["react"], kind: "comments", budget: 1, of: 10 },
  "comments of examples and scripts": { paths: ["examples", "scripts"], kind: "comments", budget: 1 },
  "comments of tests": { paths: ["test"], kind: "comments", budget: 3.5 },
  "texts of src and react": { paths: ["src", "react"], kind: "texts", budget: 1 },
  docs: {
    paths: [...namesIn("docs").filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`), ...pages],
    kind: "comments",
    budget: 1
  },
  README: { paths: ["README.md"], kind: "comments", budget: 1 },
  "test names": { paths: ["test"], kind: "tests", budget: 3.5 }
})

/** The phrases are English. */
const isTranslation = (path: string): boolean => /react\/(?:entries\/texts|texts\/(?!en\/)[\w-]+)\//.test(path)

const proseOf = ({ module, read }: Repository, path: string, kind: Kind): ReadonlyArray<Line> =>
  path.endsWith(".md") ? linesOf(blankDirectives(read(path)), 1) : module(path)[kind]

/** Empties the comments with code that runs an example. */
const blankDirectives = (text: string): string =>
  text.replace(/^<!-- (?:run|needs)\b[\s\S]*?-->$/gm, (comment) => comment.replace(/[^\n]/g, ""))

const measure = (repository: Repository, paths: ReadonlyArray<string>, kind: Kind) => {
  let words = 0
  let of = 0
  const places: Array<Problem> = []
  for (const path of paths.flatMap(repository.filesAt)) {
    if (kind === "texts" && isTranslation(path)) continue
    const lines = proseOf(repository, path, kind)
    words += countWords(lines)
    for (const { text } of lines) of += text.match(/\bof\b/gi)?.length ?? 0
    for (const { number, phrase, text } of findBanned(lines)) {
      places.push({ path, line: number, message: `"${phrase}" is a banned phrase, in: ${text.slice(0, 160)}` })
    }
  }
  const rateOf = (count: number) => 1000 * count / Math.max(1, words)
  return { places, words, rate: rateOf(places.length), ofRate: rateOf(of) }
}

/** Reports the banned phrases of each area that has more than its budget. */
export const checkProse = (repository: Repository): ReadonlyArray<Problem> =>
  Object.entries(areasOf(repository)).flatMap(([name, { budget, kind, of = Infinity, paths }]) => {
    const { ofRate, places, rate, words } = measure(repository, paths, kind)
    if (words < 300) {
      return [{ path: paths[0]!, message: `${name}: only ${words} words; correct the paths of the area` }]
    }
    const tooMuchOf = ofRate <= of ? [] : [{
      path: paths.join(", "),
      message: `${name}: "of" stands ${
        ofRate.toFixed(1)
      } times in 1,000 words, at most ${of}. Stack nouns in some sentences.`
    }]
    if (rate <= budget) return tooMuchOf
    const more = places.length > 40 ? `; the first 40 are listed` : ""
    const message = `${name}: ${
      rate.toFixed(2)
    } banned phrases per 1,000 words, at most ${budget}. Rewrite some in plain English${more}.`
    return [...tooMuchOf, { path: paths.join(", "), message }, ...places.slice(0, 40)]
  })

if (import.meta.main) {
  const args = process.argv.slice(2)
  const kind: Kind = args.includes("--tests") ? "tests" : args.includes("--texts") ? "texts" : "comments"
  const { ofRate, places, rate, words } = measure(
    makeRepository(root),
    args.filter((each) => !each.startsWith("--")),
    kind
  )
  for (const place of places) console.log(formatProblem(place))
  console.log(`${places.length} in ${words} words: ${rate.toFixed(2)} per 1,000; "of": ${ofRate.toFixed(1)} per 1,000`)
}
