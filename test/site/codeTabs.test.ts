import { assert, describe, it } from "@effect/vitest"
import { groupTabs, type Token } from "../../site/codeTabs.ts"

const fence = (info: string): Token => ({ type: "fence", level: 0, info, content: `${info}\n` })
const text: Token = { type: "paragraph_open", level: 0, info: "", content: "" }
const makeHtml = (content: string): Token => ({ type: "html_block", level: 0, info: "", content })

const group = (...tokens: ReadonlyArray<Token>) =>
  groupTabs(tokens, makeHtml).map(({ content, info, type }) => type === "html_block" ? content.trim() : info || type)

describe("groupTabs", () => {
  it("wraps consecutive blocks with titles, and removes the titles", () => {
    assert.deepStrictEqual(group(text, fence(`ts tab="Promise"`), fence(`tsx tab="React"`), text), [
      "paragraph_open",
      `<CodeTabs titles="Promise|React">`,
      "<template #tab0>",
      "ts",
      "</template>",
      "<template #tab1>",
      "tsx",
      "</template>",
      "</CodeTabs>",
      "paragraph_open"
    ])
  })

  it("blocks with one title share a tab, and need another title", () => {
    assert.deepStrictEqual(group(fence(`ts tab="A"`), fence(`tsx tab="A"`), fence(`sh tab="B"`)), [
      `<CodeTabs titles="A|B">`,
      "<template #tab0>",
      "ts",
      "tsx",
      "</template>",
      "<template #tab1>",
      "sh",
      "</template>",
      "</CodeTabs>"
    ])
    assert.deepStrictEqual(group(fence(`ts tab="A"`), fence(`tsx tab="A"`)), ["ts", "tsx"])
  })

  it("keeps single blocks, and blocks without a title", () => {
    assert.deepStrictEqual(group(fence(`ts tab="Promise"`), text, fence("ts"), fence("ts no-check")), [
      "ts",
      "paragraph_open",
      "ts",
      "ts no-check"
    ])
  })

  it("a text between two groups separates them", () => {
    const groups = group(...[0, 1].flatMap(() => [fence(`ts tab="A"`), fence(`ts tab="B"`), text]))
    assert.lengthOf(groups.filter((part) => part === `<CodeTabs titles="A|B">`), 2)
  })

  it("a block without a title ends a group", () => {
    assert.deepStrictEqual(group(fence(`ts tab="A"`), fence(`ts tab="B"`), fence("sh")).slice(-2), [
      "</CodeTabs>",
      "sh"
    ])
  })

  it("escapes titles", () => {
    assert.include(group(fence(`ts tab="a<b"`), fence(`ts tab="c"`)), `<CodeTabs titles="a&lt;b|c">`)
  })
})
