import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "../support/processes.ts"

const output = (script: string) =>
  Effect.gen(function*() {
    const example = yield* run(["--conditions=@latchkey/source", `examples/${script}`])
    const code = yield* Effect.promise(() => example.ended)
    assert.deepStrictEqual([code, example.errors()], [0, ""])
    return example.output().trimEnd().split("\n")
  }).pipe(Effect.scoped)

const denied = (permission: string) =>
  `Bearer error="insufficient_scope", error_description="A permission is required", scope="${permission}"`

describe("the examples of adapters", () => {
  for (const script of ["fetch.ts", "node.ts"]) {
    it.live(
      `${script} greets a user, and rejects requests without a user or a permission`,
      () =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* output(script), [
            "GET /: 401 Bearer",
            "GET /: 200 Hello, Ada!",
            `GET /reports: 403 ${denied("read_reports")}`
          ])
        }),
      60_000
    )
  }

  it.live("http-api.ts greets all, and lists the members of a team to its members", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* output("http-api.ts"), [
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
    }), 60_000)
})
