/** Errors keep a limited part of a response. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { Client, Metadata, RetryPolicy, TransportFailure, type TransportResponse } from "latchkey"
import { Emails } from "latchkey/admin"
import { inspect, isDeepStrictEqual } from "node:util"
import { call } from "../../src/call/call.ts"
import { redactJson, truncateText } from "../../src/call/redact.ts"
import * as Codec from "../../src/wire/Codec.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import * as KnownErrors from "../../src/wire/KnownErrors.ts"
import { struct } from "../../src/wire/Struct.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { type Answer, layerAdmin, layerClient, layerWire, response } from "../support/Wire.ts"

const size = 5_900_000
const long = "x".repeat(size)
const secret = "secret-password-of-the-test"

const described = endpoint("described", "POST", "/described", {}, () => ({
  payload: struct({ password: Codec.secret }),
  success: struct({ names: Codec.record(Codec.number) }),
  errors: [
    KnownErrors.RequestSchemaError,
    KnownErrors.UserWithEmailAlreadyExists,
    KnownErrors.AllOverloadsFailed,
    KnownErrors.PasswordTooShort,
    KnownErrors.InsufficientAccessType
  ]
}))

/** Calls the endpoint, and returns the error of a response. */
const errorOf = (answer: Answer) =>
  Effect.flatMap(
    Client.Client,
    ({ caller }) => Effect.flip(call(caller, described, { payload: { password: Redacted.make(secret) } }))
  ).pipe(
    Effect.provideService(RetryPolicy, Schedule.recurs(0)),
    Effect.provide(layerClient(layerWire(() => answer)))
  )

const known = (code: string, details: unknown, error: unknown = "Text"): TransportResponse =>
  response(400, { code, error, details }, { "x-stack-known-error": code })

/** The length of everything an error shows. */
const sizeOf = (error: unknown): number =>
  Math.max(
    String(error).length,
    JSON.stringify(error).length,
    inspect(error, { depth: Infinity, maxArrayLength: null, maxStringLength: null }).length
  )

const items = (item: unknown) => Array.from({ length: 200_000 }, () => item)

const answers: Readonly<Record<string, readonly [tag: string, answer: Answer]>> = {
  "a text of a known error": ["RequestSchemaError", known("SCHEMA_ERROR", { message: "m" }, long)],
  "details that are described": ["RequestSchemaError", known("SCHEMA_ERROR", { message: long })],
  "a described list": ["AllOverloadsFailed", known("ALL_OVERLOADS_FAILED", { overload_errors: items({ a: "b" }) })],
  "one item of a described list": ["AllOverloadsFailed", known("ALL_OVERLOADS_FAILED", { overload_errors: [long] })],
  "a list of literals": [
    "InsufficientAccessType",
    known("INSUFFICIENT_ACCESS_TYPE", { actual_access_type: "client", allowed_access_types: items("server") })
  ],
  "a known error that is not declared": ["UndeclaredError", known("TEAM_NOT_FOUND", { team_id: long }, long)],
  "a refusal of the project": ["ProjectRefused", known("PROJECT_NOT_FOUND", { project_id: long }, long)],
  "a stand-in's details": ["UndeclaredError", known("USER_NOT_FOUND", { anything: long }, long)],
  "an unknown code": ["UnsupportedError", known(`NEW_${long}`, {}, long)],
  "unknown details": ["UnsupportedError", known("NEW", { long, list: items(1), nested: { list: items({ a: 1 }) } })],
  "keys of unknown details": ["UnsupportedError", known("NEW", { [long]: 1, [`${long}y`]: { [long]: 1 } })],
  "many keys of unknown details": [
    "UnsupportedError",
    known("NEW", Object.fromEntries(items(1).map((one, index) => [`key-${index}`, one])))
  ],
  "unknown details that are a text": ["UnsupportedError", known("NEW", long)],
  "unknown details 100,000 levels deep": [
    "UnsupportedError",
    response(
      400,
      `{"code":"NEW","error":"New","details":${"{\"a\":[".repeat(50_000)}1${"]}".repeat(50_000)}}`,
      { "x-stack-known-error": "NEW" }
    )
  ],
  "a key that does not decode": ["InvalidResponse", response(200, { names: { [long]: "one" } })],
  "a refusal in plain text": ["RequestRefused", response(400, long)],
  "a refusal as JSON": [
    "RequestRefused",
    response(400, { error_description: long, details: items(long.slice(0, 20)) })
  ],
  "a failure of a gateway": ["ServiceUnavailable", response(502, long)],
  "a failure of a gateway as JSON": ["ServiceUnavailable", response(503, { list: items("x") })],
  "an error of the transport": ["NetworkFailure", new TransportFailure({ message: long })]
}

describe("an error", () => {
  it.effect("an error of 5.9 MB shows at most 4,000 characters of text and 64,000 of details", () =>
    checkRowsEffect(
      Object.entries(answers),
      ([name, [tag]]) => `${tag} of 5.9 MB in ${name}`,
      ([, [tag, answer]]) =>
        Effect.gen(function*() {
          const error = yield* errorOf(answer)
          const own = error._tag === "ApiError" ? error.reason : error
          assert.strictEqual(own._tag, tag)
          assert.isAtMost(own.message.length, 4100)
          // The text is in the error, its stack and the reason; printing adds indentation.
          assert.isAtMost(sizeOf(error), 400_000)
          const details: unknown = "details" in own ? own.details : "error" in own ? own.error?.details : undefined
          assert.isAtMost(JSON.stringify(details ?? null).length, 70_000)
        })
    ))

  it.effect("an error keeps described details of usual size unchanged", () =>
    Effect.gen(function*() {
      const email = `${"a".repeat(3000)}@example.com`
      const error = yield* errorOf(known("USER_EMAIL_ALREADY_EXISTS", { email }, "t".repeat(4000)))
      assert(error._tag === "UserWithEmailAlreadyExists")
      assert.deepStrictEqual(error.details, { email })
      assert.strictEqual(error.message, "t".repeat(4000))
    }))

  it.effect("an error keeps unknown details of 60,000 characters unchanged", () =>
    Effect.gen(function*() {
      const details = { list: items(1).slice(0, 30_000) }
      const error = yield* errorOf(known("NEW", details))
      assert(error._tag === "ApiError" && error.reason._tag === "UnsupportedError")
      assert.deepStrictEqual(error.reason.details.originalDetails, details)
    }))

  it.effect("an error has described details with truncated text", () =>
    Effect.gen(function*() {
      const error = yield* errorOf(known("USER_EMAIL_ALREADY_EXISTS", { email: long }))
      assert(error._tag === "UserWithEmailAlreadyExists")
      assert.strictEqual(error.details.email, `${"x".repeat(4000)}… <truncated>`)
    }))

  it.effect("an error keeps a described detail that follows 5.9 MB of other details", () =>
    Effect.gen(function*() {
      const error = yield* errorOf(known("PASSWORD_TOO_SHORT", { more: items(long.slice(0, 20)), min_length: 8 }))
      assert(error._tag === "PasswordTooShort")
      assert.deepStrictEqual(error.details, { minLength: 8 })
    }))

  it.effect("an error shows no part of a secret at the point of truncation", () =>
    Effect.gen(function*() {
      for (let offset = 3960; offset <= 4010; offset++) {
        const text = `${"x".repeat(offset)}${secret} and more ${long.slice(0, 100)}`
        for (
          const answer of [
            known("SCHEMA_ERROR", { message: text }, text),
            known("NEW", { text, [text]: [text] }, text),
            response(200, { names: { [text]: "one" } }),
            response(400, text),
            response(400, text.slice(offset - 490)),
            new TransportFailure({ message: text })
          ]
        ) {
          const shown = inspect(yield* errorOf(answer), { depth: Infinity, maxStringLength: null })
          assert.notInclude(shown, secret.slice(0, 6))
        }
      }
    }))

  it.effect("a TestEmailFailed shows at most 4,000 characters of the mail server's response", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Emails.sendTest({
        recipientEmail: "ada@example.com",
        emailConfig: {
          host: "mail.example.com",
          port: 465,
          username: "ada",
          password: Redacted.make(secret),
          senderName: "Ada",
          senderEmail: "ada@example.com"
        }
      }))
      assert.strictEqual(error._tag, "TestEmailFailed")
      assert.isAtMost(error.message.length, 4100)
    }).pipe(
      Effect.provide(layerAdmin(layerWire(() => response(200, { success: false, error_message: long }))))
    ))

  it.effect("a metadata error shows at most 4,000 characters of a key", () =>
    Effect.gen(function*() {
      const decode = Metadata.decode(Schema.Record(Schema.String, Schema.Number))
      const error = yield* Effect.flip(decode({ [long]: "one" }))
      assert.isAtMost(sizeOf(error), 40_000)
    }))
})

describe("truncateText", () => {
  it("truncateText: keeps a text of 4,000 characters, and marks the truncation of a longer one", () => {
    assert.strictEqual(truncateText("x".repeat(4000)), "x".repeat(4000))
    assert.strictEqual(truncateText("x".repeat(4001)), `${"x".repeat(4000)}… <truncated>`)
  })

  it("truncateText: does not split a character", () => {
    assert.strictEqual(truncateText(`${"x".repeat(3999)}😀 and more`), `${"x".repeat(3999)}… <truncated>`)
    assert.strictEqual(truncateText(`😀${"x".repeat(4000)}`), `😀${"x".repeat(3998)}… <truncated>`)
  })
})

describe("redactJson", () => {
  it("redactJson: drops the remaining items of lists and objects once the budget is used up", () => {
    const value = [[1, 2, 3], { a: 1, b: 2 }, 4]
    assert.deepStrictEqual(redactJson(value, [], { left: 16 }), [[1, 2, 3], { a: 1 }])
    assert.deepStrictEqual(redactJson(value, [], { left: 7 }), [[1]])
    assert.deepStrictEqual(redactJson("x", [], { left: 0 }), "x")
  })

  it("redactJson: keeps all entries without a budget", () => {
    const value = items({ a: [1] })
    // The comparison of the assertion library takes seconds.
    assert.isTrue(isDeepStrictEqual(redactJson(value, []), value))
  })
})
