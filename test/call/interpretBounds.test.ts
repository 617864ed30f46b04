/** The bounds of success statuses, plain text types and secret field names. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Redacted from "effect/Redacted"
import type { TransportResponse } from "latchkey"
import { interpret } from "../../src/call/interpret.ts"
import type { Outcome } from "../../src/call/Outcome.ts"
import { poll } from "../../src/wire/cli.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { checkFeatureSupport } from "../../src/wire/projects.ts"
import { response } from "../support/Wire.ts"

const interpreted = (endpoint: Any, answer: TransportResponse): Outcome =>
  interpret(endpoint, answer, { now: () => 0, retryAfterLimit: Duration.minutes(1), secrets: () => [] })

const reasonOf = (outcome: Outcome) => outcome._tag === "Failed" ? outcome.reason : undefined

const waiting = { status: "waiting" }

describe("the status of a success", () => {
  const expected = {
    199: "InvalidResponse",
    200: undefined,
    299: undefined,
    300: "InvalidResponse",
    399: "InvalidResponse",
    400: "RequestRefused",
    499: "RequestRefused",
    500: "ServiceUnavailable"
  }
  for (const [status, tag] of Object.entries(expected)) {
    it(`the status ${status} is ${tag ?? "a success"}`, () => {
      const outcome = interpreted(poll, response(Number(status), waiting))
      assert.strictEqual(reasonOf(outcome)?._tag, tag)
      assert.strictEqual(outcome._tag, tag === undefined ? "Success" : "Failed")
    })
  }
})

describe("a body that is not JSON", () => {
  const bodies = {
    "{\"a\":\"\\\"": "NetworkFailure",
    "{\"a\":\"\\\\\"": "NetworkFailure",
    "{\"a\":\"\\\"\"} x": "InvalidResponse",
    "{\"a\":\"\\\\\"} x": "InvalidResponse"
  }
  for (const [body, tag] of Object.entries(bodies)) {
    it(`the body ${body} is ${tag}`, () => {
      const outcome = interpreted(poll, { ...response(200, {}), body })
      assert.strictEqual(reasonOf(outcome)?._tag, tag)
    })
  }
})

describe("a status required by one value of the body", () => {
  const success = { status: "success", refresh_token: "r" }

  it("a value with a required status is an InvalidResponse for another status, which names the path", () => {
    assert.strictEqual(interpreted(poll, response(201, success))._tag, "Success")
    const reason = reasonOf(interpreted(poll, response(200, success)))
    assert(reason?._tag === "InvalidResponse")
    assert.deepStrictEqual(reason.path, ["status"])
    assert.strictEqual(reason.status, 200)
    assert.include(reason.message, "201")
  })

  it("other values accept any status", () => {
    assert.strictEqual(interpreted(poll, response(201, waiting))._tag, "Success")
  })
})

describe("a text endpoint", () => {
  const types = {
    "text/plain": true,
    "Text/Plain; charset=utf-8": true,
    "text/plainish": false,
    "application/text/plain": false,
    "text/html": false
  }
  for (const [type, isAccepted] of Object.entries(types)) {
    it(`a text endpoint ${isAccepted ? "accepts" : "refuses"} the type ${type}`, () => {
      const outcome = interpreted(checkFeatureSupport, response(200, "OK", { "content-type": type }))
      assert.strictEqual(outcome._tag, isAccepted ? "Success" : "Failed")
    })
  }
})

describe("the details of an unknown error", () => {
  it("details of an unknown error are redacted if their name ends like a secret's", () => {
    const details = { attempt_code: "1", refresh_token: "2", client_secret: "3", new_password: "4", token_type: "5" }
    const body = { code: "NEW_ERROR", error: "New", details }
    const reason = reasonOf(interpreted(poll, response(400, body, { "x-stack-known-error": "NEW_ERROR" })))
    assert(reason?._tag === "UnsupportedError")
    // Sound: the details were an object in the body.
    const shown = reason.details.originalDetails as Readonly<Record<string, unknown>>
    const redacted = Object.keys(details).filter((name) => Redacted.isRedacted(shown[name]))
    assert.deepStrictEqual(redacted, ["attempt_code", "refresh_token", "client_secret", "new_password"])
    assert.strictEqual(shown["token_type"], "5")
    assert.strictEqual(reason.details.originalErrorCode, "NEW_ERROR")
  })
})
