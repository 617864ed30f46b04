/** The examples that end by themselves, in one process and against the build. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { example, runScripts, type ScriptResult } from "./runScripts.ts"

const names = [
  "tour.ts",
  "fetch.ts",
  "node.ts",
  "http-api.ts",
  "mcp.ts",
  "promise.ts",
  "server.ts",
  "webhooks.ts"
] as const
const results = new Map<string, ScriptResult>()

beforeAll(async () => {
  const scripts = [...names.map((name) => ({ file: example(name) })), { file: example("tour.ts"), refusesPatch: true }]
  const all = await Effect.runPromise(runScripts(scripts))
  for (const [index, name] of [...names, "refused tour"].entries()) results.set(name, all[index]!)
})

/** Returns the output of an example that succeeded. */
const outputOf = (name: typeof names[number]): string => {
  const { code, errors, output } = results.get(name)!
  assert.deepStrictEqual([code, errors], [0, ""])
  return output
}

const linesOf = (name: typeof names[number]) => outputOf(name).trimEnd().split("\n")

const denied = (permission: string) =>
  `Bearer error="insufficient_scope", error_description="A permission is required", scope="${permission}"`

describe("the tour", () => {
  it("runs every step over HTTP and exits with 0", () => {
    const output = outputOf("tour.ts")
    assert.match(output, /http:\/\/127\.0\.0\.1:\d+/)
    assert.match(output, /All \d+ steps passed\./)
  })

  it("prints no token and no password", () => {
    assert.notMatch(outputOf("tour.ts"), /eyJ|correct horse|newer password|ssk_|sk_[0-9a-z]{20}/)
  })

  it("names the step with a wrong result, and exits with 1", () => {
    const { code, errors } = results.get("refused tour")!
    assert.strictEqual(code, 1)
    assert.include(errors, "The step \"Read and change the current user\" failed")
  })
})

describe("the examples of adapters", () => {
  for (const script of ["fetch.ts", "node.ts"] as const) {
    it(`${script} greets a user, and rejects requests without a user or a permission`, () => {
      assert.deepStrictEqual(linesOf(script), [
        "GET /: 401 Bearer",
        "GET /: 200 Hello, Ada!",
        `GET /reports: 403 ${denied("read_reports")}`
      ])
    })
  }

  it("http-api.ts greets all, and lists the members of a team to its members", () => {
    assert.deepStrictEqual(linesOf("http-api.ts"), [
      "GET /greeting: 200",
      "  \"Hello!\"",
      "GET /greeting: 200",
      "  \"Hello, Ada!\"",
      "GET /profile: 401",
      "  Bearer",
      "GET /teams/:id/members: 200",
      "  [\"ada@example.com\"]",
      "GET /teams/:id/members: 403",
      `  ${denied("$read_members")}`,
      "Security schemes: bearer, apiKey, cookie"
    ])
  })
})

describe("the MCP server", () => {
  it("mcp.ts refuses a client without a token, and lists each user's own notes", () => {
    assert.deepStrictEqual(linesOf("mcp.ts"), [
      "ListNotes: 401 Bearer " +
      "resource_metadata=\"https://notes.example.com/.well-known/oauth-protected-resource/mcp\"",
      "{\"resource\":\"https://notes.example.com/mcp\",\"authorization_servers\":[\"https://auth.example.com\"]," +
      "\"bearer_methods_supported\":[\"header\"],\"resource_name\":\"Notes\"}",
      "AddNote: \"Added: Oil the engine\"",
      "ListNotes: {\"notes\":[\"Oil the engine\"]}",
      "ListNotes: {\"notes\":[]}"
    ])
  })
})

describe("the script without Effect", () => {
  it("prints its steps, exits with 0, and prints no secret", () => {
    assert.deepStrictEqual(linesOf("promise.ts"), [
      "Now signed-out",
      "Use at least 8 characters.",
      "Now signed-in",
      "Welcome, ada@example.com!",
      "You already have an account.",
      "May invite: true",
      "Teams: Analytical Engines",
      "Teams: Difference Engines",
      "Aborted: Error: Too slow",
      "Now signed-out",
      "Second factor: INVALID_TOTP_CODE",
      "Now signed-in",
      "Signed in: true",
      "New user: true",
      "Users: ada@example.com, grace@example.com, Charles, Mary"
    ])
  })
})

describe("the server program", () => {
  it("prints the server's responses, and exits with 0", () => {
    const output = outputOf("server.ts")
    const lines = output.split("\n").filter((line) => /^ {2}\d/.test(line)).map((line) => line.trim())
    assert.deepStrictEqual(lines, [
      "401 {\"_tag\":\"SignInRequired\"}",
      "200 Hello, Ada!",
      "200 [\"ada@example.com\"]",
      "204",
      "200 Hello, Bob!",
      "403 {\"_tag\":\"PermissionRequired\",\"permissionId\":\"$read_members\"}"
    ])
    assert.notInclude(output, "eyJ")
  })
})

describe("the webhooks program", () => {
  it("prints the events that it receives, and exits with 0", () => {
    assert.deepStrictEqual(linesOf("webhooks.ts"), [
      "Event: ada@example.com signed up",
      "Event: a user with 0 teams was deleted",
      "A message without a signature: 400",
      "user.created: delivered after 1 attempt",
      "user.deleted: delivered after 1 attempt"
    ])
  })
})
