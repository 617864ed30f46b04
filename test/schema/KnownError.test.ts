import { assert, describe, it } from "@effect/vitest"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type KnownError, KnownErrors } from "latchkey"
import { KnownError as anyKnownError, knownError, knownErrors } from "latchkey/schema"
import { toSchema } from "../../src/schema/toSchema.ts"
import type { KnownErrorClass } from "../../src/wire/KnownError.ts"
import { classes } from "../support/classes.ts"
import { samplesOf } from "../support/samples.ts"

/** Instances of a class with every kind of details. */
const instancesOf = (errorClass: KnownErrorClass): ReadonlyArray<KnownError> => {
  const { details } = errorClass
  const all = details === undefined
    ? [{}]
    : samplesOf(details, (path) => `text at ${path}`).map((sample) =>
      Schema.decodeUnknownSync(toSchema(details))(sample)
    )
  return all.map((details) => new errorClass({ message: `Text of ${errorClass.code}`, details }))
}

const attemptCode = Redacted.make("attempt-code-of-the-test")
const secondFactor = new KnownErrors.MultiFactorAuthenticationRequired({
  message: "Second factor",
  details: { attemptCode }
})

describe("the codec of a known error", () => {
  for (const errorClass of classes) {
    it(`${errorClass.tag} survives a round trip`, () => {
      const codec = knownError(errorClass, { secrets: "send" })
      for (const error of instancesOf(errorClass)) {
        const json = JSON.stringify(Schema.encodeUnknownSync(codec)(error))
        const decoded = Schema.decodeUnknownSync(codec)(JSON.parse(json))
        assert.instanceOf(decoded, errorClass)
        const { _tag, code, details, message, status } = error
        assert.deepInclude(decoded, { _tag, code, message, status })
        assert.deepStrictEqual(decoded.details, details)
      }
    })
  }

  it("uses the service's format", () => {
    const error = new KnownErrors.TeamNotFound({ message: "No team", details: { teamId: "1" } })
    assert.deepStrictEqual(Schema.encodeSync(knownError(KnownErrors.TeamNotFound))(error), {
      code: "TEAM_NOT_FOUND",
      error: "No team",
      details: { team_id: "1" }
    })
  })

  it("rejects a secret detail, unless `secrets` is `send`", () => {
    for (const codec of [knownError(KnownErrors.MultiFactorAuthenticationRequired), anyKnownError]) {
      const exit = Schema.encodeUnknownExit(codec)(secondFactor)
      assert.isTrue(Exit.isFailure(exit))
      assert.notInclude(String(exit), "attempt-code-of-the-test")
    }
    const codec = knownError(KnownErrors.MultiFactorAuthenticationRequired, { secrets: "send" })
    assert.deepStrictEqual(Schema.encodeSync(codec)(secondFactor), {
      code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
      error: "Second factor",
      details: { attempt_code: "attempt-code-of-the-test" }
    })
  })

  it("knownErrors and KnownError decode each error to its class", () => {
    const codec = knownErrors([KnownErrors.UserNotFound, KnownErrors.TeamNotFound])
    const error = new KnownErrors.UserNotFound({ message: "No user", details: {} })
    assert.instanceOf(Schema.decodeUnknownSync(codec)(Schema.encodeSync(codec)(error)), KnownErrors.UserNotFound)
    assert.instanceOf(
      Schema.decodeUnknownSync(anyKnownError)({ code: "EMAIL_PASSWORD_MISMATCH", error: "No" }),
      KnownErrors.EmailPasswordMismatch
    )
    assert.isTrue(Exit.isFailure(Schema.decodeUnknownExit(codec)({ code: "EMAIL_PASSWORD_MISMATCH", error: "No" })))
  })
})
