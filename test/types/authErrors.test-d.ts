/** The schemas of `latchkey/http-api` cover all errors of authentication and authorization. */
import { describe, expectTypeOf, it } from "@effect/vitest"
import type { authErrors } from "latchkey/http-api"
import type { AuthProblem } from "latchkey/server"

describe("authErrors", () => {
  it("has a schema of each AuthError, and of no other error", () => {
    expectTypeOf<(typeof authErrors)[number]["Type"]["_tag"]>().toEqualTypeOf<AuthProblem.AuthError["_tag"]>()
  })
})
