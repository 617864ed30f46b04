import { assert, describe, it } from "@effect/vitest"
import { copyOf, fullOf, indexOf } from "../../site/copies.ts"

const text =
  "# Passwords\n\n<!-- search: login -->\n\n`Password` signs [users](accounts.md) in. More.\n\n<!-- run\nprint(1)\n=> 1\n-->\n```ts\nconst a = 1\n```\n\n" +
  "[Tour](../examples/tour.ts), [changes](../CHANGELOG.md#next), [errors](errors.md#retries)\n"

const guides = [
  { page: "password", text: copyOf(text) },
  { page: "agents", text: "# Guide for coding agents\n\nRules for models: read them.\n" }
]

describe("the guides for language models", () => {
  it("a copy has the code without its comment, and links to pages of the site", () => {
    assert.strictEqual(
      copyOf(text),
      "# Passwords\n\n`Password` signs [users](accounts.md) in. More.\n\n```ts\nconst a = 1\n```\n\n" +
        "[Tour](source/examples/tour.ts.html), [changes](changelog.html#next), [errors](errors.md#retries)\n"
    )
  })

  it("the index starts with the guide for agents, and lists each guide with its first sentence", () => {
    assert.strictEqual(
      indexOf(
        [{ title: "Introduction", pages: ["agents"] }, { title: "Sign-in", pages: ["password", "changelog"] }],
        guides
      ),
      "# Latchkey\n\nRules for models: read them.\n\n## Introduction\n\n" +
        "- [Guide for coding agents](agents.md): Rules for models.\n\n## Sign-in\n\n" +
        "- [Passwords](password.md): `Password` signs users in.\n"
    )
  })

  it("the full text has each guide once, that for agents first", () => {
    const full = fullOf([{ title: "Sign-in", pages: ["password"] }], guides)
    assert.deepStrictEqual(full.match(/^# .+$/gm), ["# Guide for coding agents", "# Passwords"])
  })
})
