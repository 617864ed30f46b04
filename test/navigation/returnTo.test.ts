import { assert, describe, it } from "@effect/vitest"
import { leadsBack } from "../../src/navigation/returnTo.ts"
import * as Urls from "../../src/navigation/Urls.ts"

const origin = "https://app.test"

describe("leadsBack", () => {
  const cases: ReadonlyArray<readonly [target: string, here: string, expected: boolean]> = [
    ["/handler/sign-in", "/login", true],
    ["/handler/%73ign-in", "/login", true],
    ["/handler/account-settings", "/login", false],
    ["/login?after_auth_return_to=%2Fx", "/login", true],
    ["?after_auth_return_to=%2Fx", "/login", true],
    ["/login", "/login", false],
    ["/login?after=%2Fx", "/login", false],
    ["/other?after_auth_return_to=%2Fx", "/login", false],
    ["https://other.test/handler/sign-in", "/login", false]
  ]
  for (const [target, here, expected] of cases) {
    it(`leadsBack: is ${expected} for ${target} on ${here}`, () => {
      assert.strictEqual(leadsBack(Urls.make(), target, origin + here), expected)
    })
  }

  it("leadsBack: recognizes a page by its URL, and by a router's decoded URL", () => {
    const urls = Urls.make({ signIn: "/sign%2541", signUp: "/sign-up~" })
    assert.isTrue(leadsBack(urls, "/sign%2541", `${origin}/login`))
    assert.isTrue(leadsBack(urls, "/sign-up%7E", `${origin}/login`))
  })
})
