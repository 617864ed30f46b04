import { assert, describe, it } from "@effect/vitest"
import { findBanned } from "../../scripts/checks/findBanned.ts"
import { checkProse } from "../../scripts/checks/prose.ts"
import { readModule } from "../../scripts/checks/readModule.ts"
import { formatProblem } from "../../scripts/checks/Repository.ts"
import { makeFiles } from "./support.ts"

describe("findBanned", () => {
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

describe("readModule", () => {
  it("returns comments, test names and texts with their lines", () => {
    const { comments, tests, texts } = readModule(
      `/** Creates a user. */\nexport const a = "Check your email"\n\nit(\`has \${1} name\`, () => {})\n// oxlint-disable-next-line\n`,
      "a.ts"
    )
    assert.deepStrictEqual(comments.filter(({ text }) => text !== ""), [{ number: 1, text: "Creates a user." }])
    assert.deepStrictEqual(tests, [{ number: 4, text: "has x name" }])
    assert.deepStrictEqual(texts, [{ number: 2, text: "Check your email" }, { number: 4, text: "has x name" }])
  })
})

describe("checkProse", () => {
  it("reports the phrases of an area over its budget, and no area within it", () => {
    const plain = "Returns the session's user again. ".repeat(200)
    const files = Object.fromEntries(
      ["react/a.ts", "examples/a.ts", "scripts/a.ts", "test/a.ts", "src/a.ts"].map((path) => [
        path,
        `/** ${plain}*/\nexport const text = "${plain}"\nit("${plain}", () => {})\n`
      ])
    )
    const pages = { "README.md": plain, "ARCHITECTURE.md": plain }
    assert.deepStrictEqual(checkProse(makeFiles({ ...files, ...pages })), [])
    const planted = makeFiles({ ...files, ...pages, "src/b.ts": "\n// Nobody is signed in. Somebody else is.\n" })
    const [area, ...places] = checkProse(planted).map(formatProblem)
    assert.match(area!, /^src: comments of src: \d\.\d\d banned phrases per 1,000 words, at most 1\./)
    assert.include(places[0], `src/b.ts:2: "Nobody" is a banned phrase, in: Nobody is signed in.`)
    const stacked = makeFiles({
      ...files,
      ...pages,
      "src/b.ts": `/** ${"The cookies of a session of a client. ".repeat(100)}*/\n`
    })
    const [stacking, ...more] = checkProse(stacked).map(({ message }) => message)
    assert.match(stacking!, /^comments of src: "of" stands \d+\.\d times in 1,000 words, at most \d+\. Stack nouns/)
    assert.deepStrictEqual(more, [])
  })
})
