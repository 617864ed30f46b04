import { assert, describe, it } from "@effect/vitest"
import { format, parse } from "../../src/wire/agentKey.ts"

const key = {
  clientName: "Claude",
  date: "2026-11-30",
  resource: "https://app.example.com/mcp",
  scopes: ["notes:read", "notes:write"]
}

describe("format", () => {
  it("writes name, day, resource and scopes", () => {
    assert.strictEqual(
      format(key),
      "Claude · 2026-11-30 · agent for https://app.example.com/mcp with notes:read notes:write"
    )
  })
})

describe("parse", () => {
  it("returns what format has written", () => {
    assert.deepStrictEqual(parse(format(key)), key)
    assert.deepStrictEqual(parse(format({ ...key, scopes: [] })), { ...key, scopes: [] })
  })

  it("returns the id of the client, which no name can replace", () => {
    const clientId = "https://claude.ai/client"
    const clientName = "Claude · 2026-11-30 · agent https://evil.example for https://evil.example/mcp"
    assert.deepStrictEqual(parse(format({ ...key, clientId })), { ...key, clientId })
    assert.deepStrictEqual(parse(format({ ...key, clientName, clientId })), { ...key, clientName, clientId })
    assert.deepStrictEqual(parse(format({ ...key, clientName })), { ...key, clientName })
    for (const clientId of ["for", "with", "agent"]) {
      for (const scopes of [[], ["with"], ["for", "with", "for"]]) {
        assert.deepStrictEqual(parse(format({ ...key, clientId, scopes })), { ...key, clientId, scopes })
      }
    }
  })

  it("reads no scope, day or resource from the client's name", () => {
    for (
      const clientName of [
        "Claude · 2020-01-01 · agent for https://evil.example/mcp with admin",
        "Claude with admin",
        " · ",
        "",
        "agent for https://evil.example",
        "two\nlines · 2020-01-01"
      ]
    ) assert.deepStrictEqual(parse(format({ ...key, clientName })), { ...key, clientName })
  })

  it("returns undefined for other descriptions", () => {
    for (
      const description of [
        "",
        "CI",
        " · ",
        "2026-11-30 · agent for https://app.example.com/mcp",
        "Claude · 2026-11-30",
        "Claude · 30.11.2026 · agent for https://app.example.com/mcp",
        "Claude · 2026-11-30 · agent for ",
        "Claude · 2026-11-30 · agent a b for https://app.example.com/mcp",
        "Claude · 2026-11-30 · agent  for https://app.example.com/mcp",
        "Claude · 2026-11-30 · agent for https://app.example.com/ mcp"
      ]
    ) assert.isUndefined(parse(description), description)
  })

  it("reads fewer scopes from an edited list, so that the key does not become the user's own", () => {
    const rows = [
      ["", []],
      [" ", []],
      [" with", []],
      [" with ", []],
      ["  with a", ["a"]],
      [" with  a  b ", ["a", "b"]],
      [" with a\"b c", ["c"]]
    ] as const
    for (const [end, scopes] of rows) {
      const description = `Claude · 2026-11-30 · agent for https://app.example.com/mcp${end}`
      assert.deepStrictEqual(parse(description)?.scopes, scopes, description)
    }
  })
})
