/**
 * Holds the language of the repository: banned phrases per 1,000 words, area by area. Budgets are only ever lowered.
 *
 * `npm exec -- node test/prose/prose.ts <path>` lists the places.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../scripts/repository.ts"
import { countWords, filesAt, findBanned, type Kind, proseOf } from "./prose.ts"

interface Area {
  readonly paths: ReadonlyArray<string>
  readonly kind: Kind
  /** Banned phrases per 1,000 words, at most. */
  readonly budget: number
}

const pages = ["ARCHITECTURE", "AGENTS", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map((name) => `${name}.md`)

const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)

const areas: Readonly<Record<string, Area>> = {
  "comments of src": { paths: ["src"], kind: "comments", budget: 1 },
  "comments of react": { paths: ["react"], kind: "comments", budget: 1 },
  "comments of examples and scripts": { paths: ["examples", "scripts"], kind: "comments", budget: 1 },
  "comments of tests": { paths: ["test"], kind: "comments", budget: 3.5 },
  "texts of src and react": { paths: ["src", "react"], kind: "texts", budget: 1 },
  docs: { paths: [...guides, ...pages], kind: "comments", budget: 1 },
  README: { paths: ["README.md"], kind: "comments", budget: 1 },
  "test names": { paths: ["test"], kind: "names", budget: 3.5 }
}

/** The phrases are English. */
const isTranslation = (path: string): boolean => /react\/texts\/(?:ar|de|es|fr|ja|pt)[./]/.test(path)

describe("prose", () => {
  for (const [name, { budget, kind, paths }] of Object.entries(areas)) {
    it(`${name}: at most ${budget} banned phrases per 1,000 words`, () => {
      const files = paths.map((path) => join(root, path)).filter((path) => existsSync(path)).flatMap((path) =>
        filesAt(path)
      ).filter((path) => kind !== "texts" || !isTranslation(path))
      const all = files.map((path) => ({ path, lines: proseOf(path, kind) }))
      const words = all.reduce((sum, { lines }) => sum + countWords(lines), 0)
      const findings = all.flatMap(({ lines, path }) =>
        findBanned(lines).map(({ number, phrase }) => `${path}:${number}: ${phrase}`)
      )
      assert.isAbove(words, 300)
      const rate = 1000 * findings.length / words
      assert.isAtMost(
        rate,
        budget,
        `${findings.length} in ${words} words, such as\n${findings.slice(0, 40).join("\n")}`
      )
    })
  }

  it("every sentence written in private English contains a banned phrase", () => {
    for (
      const text of [
        "Nobody is asked for a second factor when they sign in as you.",
        "What one of them dies of is reported, and is nothing to the others.",
        "Says whether the address is trusted.",
        "Collects what is asked until the program has had its turn, and then runs once for all.",
        "Ends everything, and succeeds when nothing of it runs any more.",
        "Look into your mails",
        "The state, for a reader who may not have subscribed yet. Begins the first fetch."
      ]
    ) assert.isNotEmpty(findBanned([{ number: 1, text }]), text)
  })

  it("plain sentences contain no banned phrase", () => {
    for (
      const text of [
        "Two-factor authentication is off.",
        "An exception in one listener is reported and does not affect the others or the fetch.",
        "Returns `true` if the address is trusted.",
        "Batches all calls made in one scheduler tick into one request.",
        "Times out after `timeout`; never, if it is infinite.",
        "Check your email",
        "If the session changed since the call started, only GETs may proceed with the new session."
      ]
    ) assert.deepStrictEqual(findBanned([{ number: 1, text }]), [], text)
  })

  it("a banned phrase is found across a line break, and not in code", () => {
    const lines = [{ number: 1, text: "Values that are as it" }, { number: 2, text: "is. `nobody` is code." }]
    assert.deepStrictEqual(findBanned(lines).map(({ phrase }) => phrase), ["as it is", "nobody"])
  })
})
