/** The checks of pages report planted mistakes with their line. */
import { assert, describe, it } from "@effect/vitest"
import { checkCodeWidth } from "../../scripts/checks/codeWidth.ts"
import { checkDiagrams } from "../../scripts/checks/diagrams.ts"
import { checkFigures } from "../../scripts/checks/figures.ts"
import { checkLayers } from "../../scripts/checks/layers.ts"
import { checkReadingTime, minutesOf } from "../../scripts/checks/readingTime.ts"
import { contrastOf, makeResolver, propertiesOf } from "../../scripts/checks/readTheme.ts"
import { firstDifference, formatProblem } from "../../scripts/checks/Repository.ts"
import { addRun, figurePages } from "../../scripts/figures.ts"
import { makeFiles } from "./support.ts"

describe("checkDiagrams", () => {
  it("accepts a sequence diagram, and reports a line with a semicolon", () => {
    const page = (line: string) => `# Page\n\n\`\`\`mermaid\nsequenceDiagram\n  App->>Service: ${line}\n\`\`\`\n`
    assert.deepStrictEqual(checkDiagrams(makeFiles({ "docs/a.md": page("sign in") })), [])
    assert.deepStrictEqual(checkDiagrams(makeFiles({ "docs/a.md": page("sign; in") })).map(formatProblem), [
      `docs/a.md:5: Mermaid cannot parse the line "App->>Service: sign; in"; rewrite it`
    ])
  })
})

describe("checkFigures", () => {
  const run = (date: string, figures: object) => ({ date, command: "", machine: "", versions: {}, figures })
  const named = "| a | 29.2<!--sizes.a.b--> | 24<!--percent of sizes.a.b, sizes.c.b--> % |\n"
  const files = {
    ...Object.fromEntries(figurePages.map((path) => [path, named])),
    "SECURITY.md": "",
    "docs/figures/sizes.json": JSON.stringify({
      digits: 1,
      runs: [run("2026-11-22", { a: { b: 7 }, c: { b: 123 } }), run("2026-11-29", { a: { b: 29.2 } })]
    })
  }

  it("accepts figures of the last run that measured them, and shares of them", () => {
    assert.deepStrictEqual(checkFigures(makeFiles(files)), [])
  })

  it("reports a figure that is not current, an unknown name, and a typed figure in a table", () => {
    const page = `# Why\n${named.replace("29.2", "29.1")}| 1.5 | 177 µs |\n2.5 in a text, 1.1<!--sizes.x.y-->\n`
    assert.deepStrictEqual(checkFigures(makeFiles({ ...files, "docs/why.md": page })).map(formatProblem), [
      "docs/why.md:2: 29.1 is not current: sizes.a.b is 29.2; run npm run generate",
      "docs/why.md:4: no file of docs/figures has sizes.x.y",
      "docs/why.md:3: the figure 1.5 is typed; put its name after it, such as 1.5<!--sizes.sign-in.bundled-->",
      "docs/why.md:3: the figure 177 is typed; put its name after it, such as 177<!--sizes.sign-in.bundled-->"
    ])
  })

  it("accepts typed targets beside measured figures", () => {
    const table = "| a | target, µs | required | b |\n|---|---|---|---|\n| 1.5 | 2.5 | 48 µs | 177 µs |\n"
    assert.deepStrictEqual(
      checkFigures(makeFiles({ ...files, "docs/performance.md": `${named}\n${table}` }))
        .map(({ line, message }) => `${line}: ${message.split(";")[0]}`),
      ["5: the figure 1.5 is typed", "5: the figure 177 is typed"]
    )
  })
})

describe("addRun", () => {
  it("adds a run, and removes the groups that it measured from earlier runs", () => {
    const runOf = (date: string, ...groups: ReadonlyArray<string>) => ({
      date,
      command: "",
      machine: "",
      versions: {},
      figures: Object.fromEntries(groups.map((name) => [name, { kB: 1 }]))
    })
    assert.deepStrictEqual(
      addRun({ runs: [runOf("1", "a"), runOf("2", "b", "c")] }, runOf("3", "a", "b")).runs,
      [runOf("2", "c"), runOf("3", "a", "b")]
    )
  })
})

describe("checkReadingTime", () => {
  const long = `# Page\n\n${"word ".repeat(2301)}\n`
  const exempt = { "docs/known-errors.md": long }

  it("reports a guide of more than ten minutes, and no list that is exempt", () => {
    assert.deepStrictEqual(checkReadingTime(makeFiles({ ...exempt, "docs/a.md": long })).map(formatProblem), [
      "docs/a.md: takes 10.0 minutes to read; split it by task into pages of 10 minutes at most"
    ])
  })

  it("reports an exemption of a page that is short or missing", () => {
    assert.deepStrictEqual(checkReadingTime(makeFiles({ "docs/known-errors.md": "# Short\n" })).map(formatProblem), [
      "scripts/checks/readingTime.ts: docs/known-errors.md is missing or short; remove its exemption"
    ])
  })

  it("counts no code blocks and no borders of tables", () => {
    const page = `one two\n\n\`\`\`ts\n${"word ".repeat(500)}\n\`\`\`\n\n| three | - |\n|---|---|\n`
    assert.strictEqual(minutesOf(page), 3 / 230)
  })
})

describe("checkLayers", () => {
  const reports = (files: Readonly<Record<string, string>>) =>
    checkLayers(makeFiles({
      "package.json": JSON.stringify({ dependencies: {}, devDependencies: {}, peerDependencies: {} }),
      ...files
    })).map(formatProblem).filter((text) => !text.startsWith("package.json"))

  it("accepts imports of lower layers, and examples in comments", () => {
    const code =
      `/**\n * import "./server.ts"\n */\nimport { a } from "../wire/a.ts"\nimport * as Effect from "effect/Effect"\n`
    assert.deepStrictEqual(reports({ "src/call/call.ts": code }), [])
  })

  it("reports imports of higher layers, entry points and packages, and files without a layer", () => {
    const code = `import { a } from "../session/a.ts"\nimport { b } from "../index.ts"\nimport { c } from "react"\n`
    assert.deepStrictEqual(reports({ "src/call/call.ts": code, "src/other/a.ts": "" }), [
      "src/call/call.ts:1: call must not use session (../session/a.ts)",
      "src/call/call.ts:2: call must not use an entry point (../index.ts)",
      "src/call/call.ts:3: call must not use react (react)",
      "src/other/a.ts: no layer; name it in scripts/checks/layers.ts"
    ])
  })

  it("reports an import that loads the package for passkeys with the module", () => {
    const reportsOf = (code: string) => reports({ "src/platform/webAuthnBrowser.ts": code })
    assert.deepStrictEqual(reportsOf(`const load = () => import("@simplewebauthn/browser")\n`), [])
    for (
      const code of [
        `import * as library from "@simplewebauthn/browser"\n`,
        `const library = import("@simplewebauthn/browser")\n`
      ]
    ) assert.match(reportsOf(code).join(), /:1: @simplewebauthn\/browser is loaded with/)
  })
})

describe("readTheme", () => {
  it("computes the contrast of colors, mixed or from properties", () => {
    const colorOf = makeResolver(propertiesOf(":root {\n  --_a: light-dark(#fff, #000);\n}\n"), "light")
    assert.strictEqual(contrastOf(colorOf("var(--_a)"), colorOf("#000")), 21)
    assert.strictEqual(contrastOf(colorOf("var(--_a)"), colorOf("#fff")), 1)
    assert.isAbove(contrastOf(colorOf("color-mix(in oklab, #000 50%, #fff)"), colorOf("#fff")), 5)
  })
})

describe("firstDifference", () => {
  it("returns the line of the first difference, and undefined for equal texts", () => {
    assert.strictEqual(firstDifference("a\nb\n", "a\nc\n"), 2)
    assert.strictEqual(firstDifference("a\n", "a\nb\n"), 2)
    assert.isUndefined(firstDifference("a\n", "a\n"))
  })
})

describe("checkCodeWidth", () => {
  const pageOf = (code: string) => `# Page\n\n\`\`\`ts\n${code}\n\`\`\`\n`
  const long = `const name = "${"a".repeat(65)}"`

  it("reports a line of code with more than 80 columns", () => {
    assert.strictEqual(long.length, 80)
    assert.deepStrictEqual(
      checkCodeWidth(
        makeFiles({ "docs/a.md": pageOf(`// ${long}\n${long}`), "docs/coming-from.md": pageOf(`// ${long}`) })
      )
        .map(formatProblem),
      ["docs/a.md:4: has 83 columns; break the line after at most 80"]
    )
  })
})
