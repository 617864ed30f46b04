import { assert, describe, it } from "@effect/vitest"
import { ApiError, type OAuth } from "latchkey"
import { defaultTexts } from "latchkey/react"
import { NetworkFailure } from "../../../src/call/ApiError.ts"
import * as wire from "../../../src/wire/oauth.ts"

const failure = (offline: boolean | undefined) =>
  new ApiError({
    endpoint: "password.signIn",
    reason: new NetworkFailure({
      message: "No answer",
      outcomeUnknown: false,
      diagnostics: { offline, health: "unreachable", apiRoot: "unreachable" }
    })
  })

const textFor = ({ reason }: ApiError): string => {
  const { NetworkFailure: text } = defaultTexts.reasons
  assert(reason._tag === "NetworkFailure" && typeof text === "function")
  return text(reason)
}

describe("the texts of the pages", () => {
  it("a network failure says that the device is offline only if it is", () => {
    assert.strictEqual(textFor(failure(true)), "You're offline. Check your connection.")
    assert.strictEqual(textFor(failure(false)), "We can't reach the server. Try again.")
    assert.strictEqual(textFor(failure(undefined)), "We can't reach the server. Try again.")
  })

  it("the error page has a distinct text for every code of the service", () => {
    const codes = [undefined, ...wire.callback.errors.map(({ code }) => code as OAuth.ErrorCode)]
    const texts = codes.map((code) => defaultTexts.errorPage.text({ code }))
    for (const text of texts) assert.match(text, /^[A-Z].+\.$/)
    assert.lengthOf(new Set(texts), codes.length)
  })
})
