import { assert, describe, it } from "@effect/vitest"
import { sidebarNameOf, splitPages } from "../../site/reference/splitPages.ts"

const filler = "A long text. ".repeat(2000)

const pages = new Map([
  [
    "react.md",
    "# latchkey/react\n\n- Hooks: [`useUser`](#useuser)\n- Models: [`Props`](#props)\n\n## Hooks\n\n### useUser\n\n```ts\nconst a = b[\"c\"](#useuser)\n```\n\nReturns [the user](latchkey/User.md#user)\nof the page. More.\n\n" +
    `Types: [\`User\`](latchkey/User.md#user), [\`Props\`](#props)\n\n${filler}\n\n## Models\n\n### Props\n\n[hook](#useuser)\n`
  ],
  ["latchkey/User.md", "# User\n\n[hook](../react.md#useuser) [module](../react.md)\n"],
  ["latchkey.md", `# latchkey\n\n## Namespaces\n\n${filler}\n`]
])

describe("splitPages", () => {
  const split = splitPages(pages)

  it("a long page becomes an index with a sentence for each declaration, and a page per category", () => {
    assert.sameMembers([...split.keys()], [
      "react.md",
      "react/hooks.md",
      "react/models.md",
      "latchkey/User.md",
      "latchkey.md"
    ])
    assert.strictEqual(
      split.get("react.md"),
      "# latchkey/react\n\n" +
        "## Hooks\n\n- [`useUser`](react/hooks.md#useuser): Returns [the user](latchkey/User.md#user) of the page.\n\n" +
        "## Models\n\n- [`Props`](react/models.md#props)\n"
    )
    assert.match(
      split.get("react/hooks.md")!,
      /^\[API reference\]\(\.\.\/README\.md\) .*\n\n# Hooks of latchkey\/react\n\n## useUser\n/
    )
  })

  it("links follow the declarations to their new pages, and code stays unchanged", () => {
    const hooks = split.get("react/hooks.md")!
    assert.include(hooks, "[`User`](../latchkey/User.md#user), [`Props`](models.md#props)")
    assert.include(hooks, "const a = b[\"c\"](#useuser)")
    assert.include(split.get("react/models.md"), "[hook](hooks.md#useuser)")
    assert.strictEqual(
      split.get("latchkey/User.md"),
      "# User\n\n[hook](../react/hooks.md#useuser) [module](../react.md)\n"
    )
  })

  it("a page with namespaces stays, since they have pages", () => {
    assert.strictEqual(split.get("latchkey.md"), pages.get("latchkey.md"))
  })
})

describe("splitPages, long categories", () => {
  const long = new Map([
    [
      "promise.md",
      "# latchkey/promise\n\n## Functions\n\n### open\n\n[all](#models)\n\n## Models\n\n" +
      `### User\n\n#### Details\n\n[first](#accounts), [details](#details-1)\n\n${filler}\n\n` +
      `### Emails\n\n#### Details\n\n[user](#user), [function](#open)\n\n${filler}\n\n### Accounts\n\n[user](#user)\n\n` +
      "### Members\n\n### Notifications\n\n### $of\n\n"
    ]
  ])
  const split = splitPages(long)

  it("a category above 40,000 characters has pages by first letters, with sorted names", () => {
    assert.sameMembers([...split.keys()], [
      "promise.md",
      "promise/functions.md",
      "promise/models-a-e.md",
      "promise/models-f-m.md",
      "promise/models-n-r.md",
      "promise/models-s-z.md"
    ])
    const text = split.get("promise/models-a-e.md")!
    assert.match(text, /\n\n# Models A to E of latchkey\/promise\n\n## \$of\n\n## Accounts\n/)
    assert.include(split.get("promise/models-f-m.md"), "## Members\n")
    assert.include(split.get("promise/models-n-r.md"), "## Notifications\n")
    assert.isBelow(text.indexOf("## Accounts"), text.indexOf("## Emails"))
  })

  it("the index lists the whole category under one heading", () => {
    assert.include(
      split.get("promise.md"),
      "## Models\n\n- [`User`](promise/models-s-z.md#user)\n- [`Emails`](promise/models-a-e.md#emails)\n" +
        "- [`Accounts`](promise/models-a-e.md#accounts)\n"
    )
  })

  it("links lead to the page with the letter, and those to the category to the index", () => {
    assert.include(
      split.get("promise/models-s-z.md"),
      "[first](models-a-e.md#accounts), [details](models-a-e.md#details)"
    )
    assert.include(split.get("promise/models-a-e.md"), "[user](models-s-z.md#user), [function](functions.md#open)")
    assert.include(split.get("promise/functions.md"), "[all](../promise.md#models)")
  })
})

describe("sidebarNameOf", () => {
  it("names namespaces, categories, and the letters of a long category", () => {
    assert.deepStrictEqual(["Users", "also-here", "models-a-e"].map(sidebarNameOf), [
      "Users",
      "Also here",
      "Models A to E"
    ])
  })
})
