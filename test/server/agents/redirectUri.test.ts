import { assert, describe, it } from "@effect/vitest"
import {
  addParameters,
  describe as describeUri,
  isRedirectUri,
  matches
} from "../../../src/server/agents/redirectUri.ts"

describe("isRedirectUri", () => {
  it("accepts https, this machine over http, and private schemes with a dot", () => {
    for (
      const uri of [
        "https://claude.ai/callback",
        "https://claude.ai:8443/callback?a=b",
        "https://claude.ai",
        "http://127.0.0.1/callback",
        "http://127.0.0.1:8102/callback",
        "http://[::1]:8102/callback",
        "http://localhost:8102",
        "com.example.app:/callback",
        "com.example.app://callback",
        "cursor://anysphere.cursor-mcp/oauth/callback",
        "vscode://publisher.extension/callback",
        "vscode-insiders://publisher.extension/callback",
        "windsurf://callback"
      ]
    ) assert.isTrue(isRedirectUri(uri), uri)
  })

  it("refuses other schemes and hosts, user names, fragments, and text that browsers read as another URI", () => {
    for (
      const uri of [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:text/html,<script>",
        "vbscript:x",
        "file:///etc/passwd",
        "about:blank",
        "blob:https://claude.ai/1",
        "cursors://callback",
        "Cursor://callback",
        "cursor:callback",
        "cursor:///callback",
        "cursor://user@callback",
        "com.example.app://user@callback",
        "intent://claude.ai",
        "http://claude.ai/callback",
        "http://127.0.0.2/callback",
        "http://localhost.evil.example/callback",
        "http://127.0.0.1.evil.example/callback",
        "http://localhost:80@evil.example/callback",
        "http://localhost:999999/callback",
        "https://claude.ai@evil.example/callback",
        "https://claude.ai:443@evil.example/callback",
        "https://@evil.example/callback",
        "https://claude.ai/callback#token",
        "https://claude.ai/callback#",
        "https://claude.ai\\@evil.example/",
        "https:\\\\claude.ai/callback",
        "https:/claude.ai/callback",
        "https:///claude.ai/callback",
        "//claude.ai/callback",
        "/callback",
        " https://claude.ai/callback",
        "https://claude.ai/call\tback",
        "https://claude.ai/call\nback",
        "https://claude.ai/call back",
        "https://cläude.example/callback",
        "https://claude.ai/\"><script>",
        "https://claude.ai/callback?code=own",
        "https://claude.ai/callback?iss=own",
        "https://claude.ai/callback?a=b&st%61te=own",
        "com.example.app:",
        "com.example.app:///callback",
        ".com:/callback",
        `https://claude.ai/${"a".repeat(2000)}`,
        "",
        undefined,
        null,
        1,
        ["https://claude.ai/callback"]
      ]
    ) assert.isFalse(isRedirectUri(uri), String(uri))
  })
})

describe("matches", () => {
  it("accepts the registered URI, and another port on this machine", () => {
    for (
      const [registered, requested] of [
        ["https://claude.ai/callback", "https://claude.ai/callback"],
        ["http://127.0.0.1/callback", "http://127.0.0.1:8102/callback"],
        ["http://127.0.0.1:1/callback", "http://127.0.0.1:65535/callback"],
        ["http://[::1]/callback?a=b", "http://[::1]:8102/callback?a=b"],
        ["http://localhost", "http://localhost:8102"],
        ["com.example.app:/callback", "com.example.app:/callback"]
      ] as const
    ) assert.isTrue(matches(registered, requested), requested)
  })

  it("refuses every other URI", () => {
    const registered = "https://claude.ai/callback"
    for (
      const requested of [
        "https://claude.ai/callback/",
        "https://claude.ai/callback/..",
        "https://claude.ai/callback/../callback",
        "https://claude.ai/Callback",
        "https://claude.ai/callback?a=b",
        "https://claude.ai/callback?",
        "https://claude.ai/callback#a",
        "https://claude.ai/%63allback",
        "https://claude.ai:443/callback",
        "https://claude.ai:8443/callback",
        "https://CLAUDE.ai/callback",
        "https://claude.ai./callback",
        "https://www.claude.ai/callback",
        "https://claude.ai.evil.example/callback",
        "https://evil.example/callback",
        "https://evil.example/?https://claude.ai/callback",
        "https://claude.ai@evil.example/callback",
        "http://claude.ai/callback",
        "https://claude.ai/callbac",
        "https://claude.ai/callback%0d%0a",
        "javascript:alert(1)"
      ]
    ) assert.isFalse(matches(registered, requested), requested)
    for (
      const requested of [
        "http://localhost:8102/callback",
        "http://[::1]:8102/callback",
        "https://127.0.0.1/callback",
        "http://127.0.0.1:8102/other",
        "http://127.0.0.1:8102/callback?a=b",
        "http://127.0.0.1:8102@evil.example/callback"
      ]
    ) assert.isFalse(matches("http://127.0.0.1/callback", requested), requested)
    assert.isFalse(matches("javascript:alert(1)", "javascript:alert(1)"))
  })
})

describe("addParameters", () => {
  it("keeps the registered query, and encodes values", () => {
    assert.strictEqual(
      addParameters("https://a.example/b", { code: "1", state: undefined }),
      "https://a.example/b?code=1"
    )
    assert.strictEqual(
      addParameters("https://a.example/b?c=d%20e", { state: "&iss=x #" }),
      "https://a.example/b?c=d%20e&state=%26iss%3Dx+%23"
    )
  })
})

describe("describe", () => {
  it("names the receiver of a redirect", () => {
    assert.deepStrictEqual(
      ["https://claude.ai:8443/a", "http://127.0.0.1:1/a", "http://[::1]/a", "com.example.app:/a"].map(describeUri),
      ["claude.ai:8443", "localhost", "localhost", "com.example.app"]
    )
  })
})
