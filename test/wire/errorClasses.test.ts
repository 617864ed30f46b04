import { assert, describe, it } from "@effect/vitest"
import { getErrorClass } from "../../src/wire/errorCodes.ts"

const make = (code: string) => new (getErrorClass(code, 400))({ message: "Refused", details: {} })

describe("the class of a code that the library does not know", () => {
  it("an unknown code's class has that code, even if another code has the same tag", () => {
    const [one, other] = [make("O_AUTH_ERROR"), make("OAUTH_ERROR")]
    assert.deepStrictEqual([one._tag, other._tag], ["OAuthError", "OAuthError"])
    assert.deepStrictEqual([one.code, other.code], ["O_AUTH_ERROR", "OAUTH_ERROR"])
  })

  it("an unknown code's class has no instances with another code", () => {
    const error = make("O_AUTH_ERROR")
    assert.instanceOf(error, getErrorClass("O_AUTH_ERROR", 400))
    assert.notInstanceOf(error, getErrorClass("OAUTH_ERROR", 400))
  })
})
