import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as fc from "fast-check"
import {
  ApiErrors,
  type Client,
  CurrentUser,
  KnownErrors,
  Password,
  Project,
  RetryPolicy,
  TransportFailure,
  type TransportResponse
} from "latchkey"
import { interpret, isTokenRefusal } from "../../src/call/interpret.ts"
import type { Outcome } from "../../src/call/Outcome.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { getErrorClass } from "../../src/wire/errorCodes.ts"
import type { KnownErrorClass } from "../../src/wire/KnownError.ts"
import * as password from "../../src/wire/password.ts"
import * as projects from "../../src/wire/projects.ts"
import * as sessions from "../../src/wire/sessions.ts"
import * as tokens from "../../src/wire/tokens.ts"
import * as users from "../../src/wire/users.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import { runsOf } from "../support/propertyRuns.ts"
import {
  type Answer,
  type Arrival,
  connectionReset,
  issued,
  jwt,
  knownError,
  layerClient,
  layerWire,
  projectJson,
  response,
  signedIn,
  userJson,
  Wire
} from "../support/Wire.ts"

const webPage = "apiUrl answers with a web page. Set it to the address of the API"

const interpreted = (endpoint: Any, answer: TransportResponse): Outcome =>
  interpret(endpoint, answer, { now: () => 0, retryAfterLimit: Duration.minutes(1), secrets: () => [] })

/** Interprets a response to a sign-in, which lists four errors. */
const signIn = (answer: TransportResponse) => interpreted(password.signIn, answer)

const success = (outcome: Outcome): any => {
  assert.strictEqual(outcome._tag, "Success")
  return (outcome as Extract<Outcome, { _tag: "Success" }>).value
}

const declared = (outcome: Outcome) => {
  assert.strictEqual(outcome._tag, "Declared")
  return (outcome as Extract<Outcome, { _tag: "Declared" }>).error
}

/** The reason of a failure with this tag. */
const failed = <Tag extends ApiErrors.ApiErrorReason["_tag"]>(outcome: Outcome, tag: Tag) => {
  assert.strictEqual(outcome._tag, "Failed")
  const { reason } = outcome as Extract<Outcome, { _tag: "Failed" }>
  assert.strictEqual(reason._tag, tag)
  return reason as Extract<ApiErrors.ApiErrorReason, { _tag: Tag }>
}

const mismatch = { code: "EMAIL_PASSWORD_MISMATCH", error: "Wrong email or password" }

describe("a known error", () => {
  it("is an instance of its class, with the service's message", () => {
    const error = declared(signIn(knownError("EMAIL_PASSWORD_MISMATCH", 400)))
    assert.instanceOf(error, KnownErrors.EmailPasswordMismatch)
    assert.deepInclude(error, {
      _tag: "EmailPasswordMismatch",
      code: "EMAIL_PASSWORD_MISMATCH",
      status: 400,
      message: "Text of EMAIL_PASSWORD_MISMATCH",
      details: {}
    })
  })

  it("a known error with status 200 and its status in a header equals one with its real status", () => {
    for (
      const [status, headers] of [[400, {}], [200, { "x-stack-actual-status": "400" }], [400, {
        "x-stack-actual-status": "400"
      }]] as const
    ) {
      const outcome = signIn(response(status, mismatch, { ...headers, "x-stack-known-error": mismatch.code }))
      assert.instanceOf(declared(outcome), KnownErrors.EmailPasswordMismatch)
    }
  })

  it("a known error has typed details in camelCase", () => {
    const error = declared(interpreted(password.signUp, knownError("PASSWORD_TOO_SHORT", 400, { min_length: 8 })))
    assert.deepStrictEqual(error.details, { minLength: 8 })
    const long = declared(interpreted(password.signUp, knownError("PASSWORD_TOO_LONG", 400, { maxLength: 70 })))
    assert.deepStrictEqual(long.details, { maxLength: 70 })
  })

  it("keeps the code that continues a sign-in redacted", () => {
    const error = declared(
      signIn(knownError("MULTI_FACTOR_AUTHENTICATION_REQUIRED", 400, { attempt_code: "code-of-the-attempt" }))
    )
    assert.instanceOf(error, KnownErrors.MultiFactorAuthenticationRequired)
    const { attemptCode } = (error as KnownErrors.MultiFactorAuthenticationRequired).details
    assert.strictEqual(Redacted.value(attemptCode), "code-of-the-attempt")
    assert.notInclude(JSON.stringify(error), "code-of-the-attempt")
  })

  it("ignores undescribed details", () => {
    const error = declared(
      interpreted(password.signUp, knownError("PASSWORD_TOO_SHORT", 400, { min_length: 8, more: 1 }))
    )
    assert.deepStrictEqual(error.details, { minLength: 8 })
  })

  it("a known error without a text has its code as the message", () => {
    for (const error of [undefined, 7, null, { text: "no" }]) {
      const outcome = signIn(response(400, { code: mismatch.code, error }, { "x-stack-known-error": mismatch.code }))
      assert.strictEqual(declared(outcome).message, "EMAIL_PASSWORD_MISMATCH")
    }
  })

  it("a known error with undecodable details is an InvalidResponse that names the details and shows no value", () => {
    for (const details of [undefined, null, 7, [], {}, { min_length: "eight" }, { min_length: null }]) {
      const reason = failed(
        interpreted(password.signUp, knownError("PASSWORD_TOO_SHORT", 400, details)),
        "InvalidResponse"
      )
      assert.strictEqual(reason.status, 400)
      assert.strictEqual(reason.path[0], "details")
      assert.include(reason.message, "PASSWORD_TOO_SHORT")
      assert.notInclude(reason.message, "eight")
    }
    const reason = failed(interpreted(password.signUp, knownError("PASSWORD_TOO_SHORT", 400, {})), "InvalidResponse")
    assert.deepStrictEqual(reason.path, ["details", "min_length"])
    assert.strictEqual(reason.message, "In the details of PASSWORD_TOO_SHORT, min_length is missing")
  })
})

describe("the header of a known error", () => {
  it("a missing known-error header for a body with a code is a RequestRefused with its code and text", () => {
    const reason = failed(signIn(response(400, mismatch)), "RequestRefused")
    assert.deepInclude(reason, { status: 400, serviceCode: mismatch.code, message: mismatch.error })
  })

  it("a known-error header that differs from the code of the body is an InvalidResponse", () => {
    for (const body of [mismatch, {}, [], null, 7, "text", "{]}", { code: null }, { code: ["PASSWORD_TOO_SHORT"] }]) {
      const answer = response(400, typeof body === "string" ? body : JSON.stringify(body), {
        "x-stack-known-error": "PASSWORD_TOO_SHORT"
      })
      const reason = failed(signIn(answer), "InvalidResponse")
      assert.strictEqual(reason.status, 400)
      assert.strictEqual(reason.message, "The known-error header does not match the body")
    }
  })

  it("an unknown code is an UnsupportedError with code, message and details", () => {
    const details = { retry_in: 3, nested: [{ a_b: null }] }
    const reason = failed(signIn(knownError("PAYMENT_REQUIRED", 403, details)), "UnsupportedError")
    assert.instanceOf(reason, KnownErrors.UnsupportedError)
    assert.strictEqual(reason.message, "Text of PAYMENT_REQUIRED")
    assert.strictEqual(reason.status, 500)
    assert.deepStrictEqual(reason.details, { originalErrorCode: "PAYMENT_REQUIRED", originalDetails: details })
  })

  it("an unknown code without details is an UnsupportedError with code and message", () => {
    const reason = failed(signIn(knownError("PAYMENT_REQUIRED", 503)), "UnsupportedError")
    assert.deepStrictEqual(reason.details, { originalErrorCode: "PAYMENT_REQUIRED", originalDetails: undefined })
  })

  it("the hexclave headers of the known error and the actual status are read", () => {
    const outcome = signIn(response(200, mismatch, {
      "x-hexclave-known-error": mismatch.code,
      "x-hexclave-actual-status": "400"
    }))
    assert.instanceOf(declared(outcome), KnownErrors.EmailPasswordMismatch)
    const refused = signIn(response(200, "No", { "x-hexclave-actual-status": "403" }))
    assert.strictEqual(failed(refused, "RequestRefused").status, 403)
  })

  it("headers of both families are read, as services send them after 2.8.86", () => {
    const outcome = signIn(response(200, mismatch, {
      "x-hexclave-known-error": mismatch.code,
      "x-hexclave-actual-status": "400",
      "x-stack-known-error": mismatch.code,
      "x-stack-actual-status": "400"
    }))
    assert.instanceOf(declared(outcome), KnownErrors.EmailPasswordMismatch)
  })

  it("a known-error header turns a success status into an error", () => {
    for (const body of [mismatch, { ...issued, ...mismatch }]) {
      assert.instanceOf(
        declared(signIn(response(200, body, { "x-stack-known-error": mismatch.code }))),
        KnownErrors.EmailPasswordMismatch
      )
    }
  })
})

describe("the actual-status header", () => {
  const invalid = [
    "200abc",
    "200, 400",
    "999",
    "",
    " ",
    "0",
    "-1",
    "20",
    "2000",
    "600",
    "099",
    "4e2",
    "0x190",
    "NaN",
    "４００"
  ]

  it("an actual-status header that is not an HTTP status is an InvalidResponse", () => {
    checkRows(invalid, (value) => JSON.stringify(value), (value) => {
      const reason = failed(signIn(response(200, issued, { "x-stack-actual-status": value })), "InvalidResponse")
      assert.deepInclude(reason, { status: 200, message: "The actual-status header is not an HTTP status" })
    })
  })

  it("an actual-status header of 200 is a success, and a refusal's overrides the real status", () => {
    assert.strictEqual(success(signIn(response(200, issued, { "x-stack-actual-status": "200" }))).userId, "user")
    assert.strictEqual(
      failed(signIn(response(200, "No", { "x-stack-actual-status": "403" })), "RequestRefused").status,
      403
    )
    assert.strictEqual(
      failed(signIn(response(200, "", { "x-stack-actual-status": "503" })), "ServiceUnavailable").status,
      503
    )
  })
})

describe("a hostile body", () => {
  const whole = JSON.stringify(userJson)
  const user = (body: string) => interpreted(users.getCurrent, response(200, body))

  it("a GET whose body is cut at any character has a lost response and may be retried", () => {
    for (let length = 1; length < whole.length; length++) {
      const outcome = user(whole.slice(0, length))
      const reason = failed(outcome, "NetworkFailure")
      assert.deepInclude(reason, { outcomeUnknown: false, message: "The response was cut off" })
      assert.isTrue(outcome._tag === "Failed" && outcome.retry)
    }
    success(user(whole))
  })

  it("a write whose body is cut at any character has an unknown outcome and is not retried", () => {
    const issuedJson = JSON.stringify(issued)
    for (let length = 1; length < issuedJson.length; length++) {
      const outcome = signIn(response(200, issuedJson.slice(0, length)))
      assert.isTrue(failed(outcome, "NetworkFailure").outcomeUnknown)
      assert.isFalse(outcome._tag === "Failed" && outcome.retry)
    }
  })

  it("a write whose known error is cut at any character has a known outcome: refused", () => {
    const { body, header } = knownError("EMAIL_PASSWORD_MISMATCH", 400)
    for (let length = 1; length < body.length; length++) {
      const outcome = signIn({ status: 200, header, body: body.slice(0, length) })
      assert.isFalse(failed(outcome, "NetworkFailure").outcomeUnknown)
    }
  })

  it("a long list cut within a string is a lost response", () => {
    const text = "x\\\"".repeat(1_000_000)
    failed(user(`{"items": ["${text}`), "NetworkFailure")
    failed(user(`{"items": ["${text}"`), "NetworkFailure")
    failed(user(`{"items": ["${text}" x]}`), "InvalidResponse")
  })

  it("an empty body is an InvalidResponse that says so", () => {
    assert.strictEqual(failed(user(""), "InvalidResponse").message, "The body is empty")
  })

  const notJson = {
    "a byte order mark": `\uFEFF${whole}`,
    "two documents": whole + whole,
    "NaN": whole.replace("1700000000000", "NaN")
  }

  it("a body that is not JSON is an InvalidResponse", () => {
    checkRows(Object.entries(notJson), ([name]) => name, ([, body]) => {
      assert.strictEqual(
        failed(user(body), "InvalidResponse").message,
        "The body is not JSON. Does apiUrl point at the API?"
      )
    })
  })

  const pages = {
    "a doctype": response(200, "<!doctype html><title>Sign in to the airport Wi-Fi</title>"),
    "an html element": response(200, "\n <HTML lang=en><title>App</title>"),
    "a comment first": response(200, "<!-- App --><!doctype html>"),
    "a fragment": response(200, "<div id=app></div>")
  }
  it("a web page with status 200 is an error that says to check apiUrl", () => {
    checkRows(Object.entries(pages), ([name]) => name, ([, page]) => {
      assert.strictEqual(failed(interpreted(users.getCurrent, page), "InvalidResponse").message, webPage)
    })
  })

  it("a body of another JSON type is an InvalidResponse", () => {
    for (const body of ["null", "7", "\"text\"", "[]", "true", "{}"]) failed(user(body), "InvalidResponse")
  })

  it("a body of 50 MB is an InvalidResponse, or a success if it is valid", () => {
    failed(user(`"${"x".repeat(50_000_000)}"`), "InvalidResponse")
    const padded = whole.slice(0, -1) + " ".repeat(50_000_000) + "}"
    assert.strictEqual(success(user(padded)).displayName, "Ada")
  })

  it("a refusal of 50 MB is an error of a few hundred characters", () => {
    const reason = failed(interpreted(users.getCurrent, response(500, "x".repeat(50_000_000))), "ServiceUnavailable")
    assert.isBelow(reason.message.length, 600)
    const refused = failed(interpreted(users.getCurrent, response(400, "x".repeat(50_000_000))), "RequestRefused")
    assert.strictEqual(refused.message.length, 500)
  })

  it("invalid UTF-8 decodes as free text, and is an InvalidResponse otherwise", () => {
    const bytes = (text: string) => new TextDecoder().decode(Buffer.from(text, "latin1"))
    assert.strictEqual(success(user(bytes(whole.replace("Ada", "A\xff\xc0\xafa")))).displayName, "A\ufffd\ufffd\ufffda")
    failed(user(bytes(whole.replace("true", "tr\xffue"))), "InvalidResponse")
  })

  it("JSON nested 100,000 levels deep is decoded as free JSON, and is a typed error otherwise", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000)
    const decoded = success(user(whole.replace("\"client_metadata\":null", `"client_metadata":${deep}`)))
    assert.isArray(decoded.clientMetadata)
    assert.deepStrictEqual(
      failed(user(whole.replace("\"display_name\":\"Ada\"", `"display_name":${deep}`)), "InvalidResponse").path,
      ["display_name"]
    )
    failed(user(deep), "InvalidResponse")
    failed(signIn(response(400, `{"error":${deep}}`)), "RequestRefused")
    failed(signIn(response(400, deep)), "RequestRefused")
  })

  it("error details nested 100,000 levels deep are truncated", () => {
    const deep = "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)
    const answer = response(400, `{"code":"NEW_CODE","error":"New","details":${deep}}`, {
      "x-stack-known-error": "NEW_CODE"
    })
    const reason = failed(signIn(answer), "UnsupportedError")
    assert.isBelow(JSON.stringify(reason.details).length, 1000)
    assert.include(JSON.stringify(reason.details), "nested too deep")
  })

  it("a body with __proto__ keys changes no prototype of its value or of any other object", () => {
    const evil = "{\"__proto__\":{\"polluted\":true},\"constructor\":{\"prototype\":{\"polluted\":true}}}"
    const decoded = success(user(`{"__proto__":{"polluted":true,"isAdmin":true},${whole.slice(1, -1)},"x":${evil}}`))
    assert.strictEqual(Object.getPrototypeOf(decoded), Object.prototype)
    assert.isUndefined(decoded.isAdmin)

    const code = { "x-stack-known-error": "NEW_CODE" }
    const { details } = failed(
      signIn(response(400, `{"code":"NEW_CODE","error":"New","details":${evil}}`, code)),
      "UnsupportedError"
    )
    const original = details.originalDetails as { readonly polluted?: unknown }
    assert.strictEqual(Object.getPrototypeOf(original), Object.prototype)
    assert.isUndefined(original.polluted)

    const known = { "x-stack-known-error": "EMAIL_PASSWORD_MISMATCH" }
    const error = declared(
      signIn(response(400, `{"code":"EMAIL_PASSWORD_MISMATCH","error":"E","details":${evil}}`, known))
    )
    assert.strictEqual(Object.getPrototypeOf(error.details), Object.prototype)
    assert.isUndefined((error.details as { readonly polluted?: unknown }).polluted)

    // A missing required field is not read from a prototype in the body.
    failed(user(`{"__proto__":${whole}}`), "InvalidResponse")
    assert.notProperty({}, "polluted")
  })
})

describe("older and newer services", () => {
  const sessionJson = {
    id: "s",
    user_id: "u",
    created_at: 0,
    is_impersonation: false,
    last_used_at: 1,
    is_current_session: true,
    last_used_at_end_user_ip_info: { ip: "1.2.3.4", countryCode: "DE" }
  }

  const answers = [
    [users.getCurrent, userJson],
    [users.get, { ...userJson, primary_email_auth_enabled: true, server_metadata: null, last_active_at_millis: 5 }],
    [projects.current, projectJson],
    [tokens.refresh, { access_token: "a" }],
    [password.signIn, issued],
    [sessions.list, { items: [sessionJson], is_paginated: false }],
    [sessions.signOut, { success: true }],
    [sessions.refreshCurrent, { access_token: "a" }],
    [projects.health, { status: "ok" }]
  ] as const

  /** Adds an undescribed field to every object of a body. */
  const newer = (value: any): any =>
    Array.isArray(value)
      ? value.map(newer)
      : typeof value !== "object" || value === null
      ? value
      : {
        ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, newer(item)])),
        brand_new_field: { a: [1] }
      }

  it("undescribed fields are ignored at every depth", () => {
    checkRows(answers, ([{ id }]) => id, ([endpoint, body]) => {
      const known = success(interpreted(endpoint, response(200, body)))
      assert.deepStrictEqual(success(interpreted(endpoint, response(200, newer(body)))), known)
    })
  })

  it("a missing optional field is accepted", () => {
    const { id, user_id, created_at, is_impersonation } = sessionJson
    const older = { id, user_id, created_at, is_impersonation }
    const { items } = success(interpreted(sessions.list, response(200, { items: [older] })))
    assert.deepStrictEqual(items, [{
      id: "s",
      userId: "u",
      createdAt: new Date(0),
      isImpersonation: false,
      isCurrentSession: false
    }])
    const { expires_in, scope, token_type } = { token_type: "Bearer", expires_in: 1, scope: "legacy" }
    const full = success(
      interpreted(tokens.refresh, response(200, { access_token: "a", token_type, expires_in, scope }))
    )
    assert.deepInclude(full, { tokenType: "Bearer", expiresIn: 1, scope: "legacy" })
  })

  it("any 2xx status is a success", () => {
    for (const status of [200, 201, 202, 299]) success(signIn(response(status, issued)))
  })

  const { signed_up_at_millis: _, ...sameOnTheWire } = userJson

  it("a user without a required field is an InvalidResponse that names it", () => {
    checkRows(Object.keys(sameOnTheWire), (field) => field, (field) => {
      const { [field]: _, ...user } = userJson as Record<string, unknown>
      const reason = failed(interpreted(users.getCurrent, response(200, user)), "InvalidResponse")
      assert.deepStrictEqual(reason.path, [field])
      assert.strictEqual(reason.message, `In the body, ${field} is missing`)
    })
  })

  it("a user without signed_up_at_millis is an InvalidResponse that names it by its wire name", () => {
    const reason = failed(interpreted(users.getCurrent, response(200, sameOnTheWire)), "InvalidResponse")
    assert.deepStrictEqual(reason.path, ["signed_up_at_millis"])
  })

  it("a field of the wrong type is named by its full path, without its value", () => {
    const oauth_providers = [{ id: "github", account_id: "1", email: null }, { id: "x", account_id: 4711, email: null }]
    const reason = failed(
      interpreted(users.getCurrent, response(200, { ...userJson, oauth_providers })),
      "InvalidResponse"
    )
    assert.deepStrictEqual(reason.path, ["oauth_providers", 1, "account_id"])
    assert.strictEqual(reason.message, "In the body, oauth_providers.1.account_id has the wrong type")
    const nullable = failed(
      interpreted(users.getCurrent, response(200, { ...userJson, display_name: 4711 })),
      "InvalidResponse"
    )
    assert.deepStrictEqual(nullable.path, ["display_name"])
    const config = { ...projectJson.config, passkey_enabled: "4711" }
    const deep = failed(interpreted(projects.current, response(200, { ...projectJson, config })), "InvalidResponse")
    assert.deepStrictEqual(deep.path, ["config", "passkey_enabled"])
    for (const { message } of [reason, nullable, deep]) assert.notInclude(message, "4711")
  })
})

describe("an endpoint that returns text", () => {
  const text = { "content-type": "text/plain; charset=utf-8" }
  const check = (answer: TransportResponse) => interpreted(projects.checkFeatureSupport, answer)

  it("succeeds with the unchanged text, even if it is JSON or empty", () => {
    for (const body of ["Not yet.\n", "", "{}", "\"quoted\""]) {
      assert.strictEqual(success(check(response(200, body, text))), body)
    }
  })

  it("a text endpoint fails with InvalidResponse if the body has another type", () => {
    for (const type of [{}, { "content-type": "text/html" }, { "content-type": "application/json" }]) {
      const reason = failed(check(response(200, "Welcome to the airport", type)), "InvalidResponse")
      assert.deepInclude(reason, { status: 200, message: "The body is not plain text" })
      const page = failed(check(response(200, "<h1>Welcome to the airport</h1>", type)), "InvalidResponse")
      assert.deepInclude(page, { status: 200, message: webPage })
    }
  })

  it("a text endpoint fails like any other endpoint", () => {
    assert.strictEqual(failed(check(response(400, "No", text)), "RequestRefused").message, "No")
    failed(check(knownError("BODY_PARSING_ERROR", 400)), "UndeclaredError")
  })
})

describe("a refusal without a known error", () => {
  it("an HTML refusal is a RequestRefused that says to check apiUrl", () => {
    const page = "<!DOCTYPE html><html><title>404: This page could not be found</title></html>"
    const reason = failed(signIn(response(404, page)), "RequestRefused")
    assert.deepInclude(reason, {
      status: 404,
      serviceCode: undefined,
      message: `Status 404. ${webPage}`
    })
    const text = failed(signIn(response(404, "<id> is unknown")), "RequestRefused")
    assert.strictEqual(text.message, "<id> is unknown")
  })

  it("a plain text refusal is a RequestRefused with status and text", () => {
    for (const status of [400, 401, 403, 404, 405, 409, 418, 499]) {
      const reason = failed(signIn(response(status, "  You may not.\n")), "RequestRefused")
      assert.deepInclude(reason, { status, message: "You may not.", serviceCode: undefined })
    }
    assert.strictEqual(failed(signIn(response(404, "")), "RequestRefused").message, "Status 404")
  })

  it("an OAuth error as a refusal has its code and description", () => {
    const body = { error: "invalid_grant", error_description: "The grant is over." }
    const reason = failed(interpreted(tokens.refresh, response(400, body)), "RequestRefused")
    assert.deepInclude(reason, { status: 400, serviceCode: "invalid_grant", message: "The grant is over." })
    const short = failed(interpreted(tokens.refresh, response(401, { error: "invalid_client" })), "RequestRefused")
    assert.deepInclude(short, { serviceCode: "invalid_client", message: "invalid_client" })
  })

  it("a JSON refusal takes its text from error or message, and a sentence is no code", () => {
    const reason = failed(signIn(response(400, { message: "Not like this" })), "RequestRefused")
    assert.deepInclude(reason, { serviceCode: undefined, message: "Not like this" })
    const sentence = failed(signIn(response(400, { error: "Not like this" })), "RequestRefused")
    assert.deepInclude(sentence, { serviceCode: undefined, message: "Not like this" })
    for (const body of [[], null, 7, { error: 7 }, { code: 7, error: { a: 1 } }]) {
      assert.isUndefined(failed(signIn(response(400, JSON.stringify(body))), "RequestRefused").serviceCode)
    }
  })

  it("a refusal with status 408 or 5xx is a ServiceUnavailable", () => {
    for (const status of [408, 500, 501, 502, 503, 504, 508, 599]) {
      const reason = failed(signIn(response(status, "<h1>Down</h1>")), "ServiceUnavailable")
      assert.deepInclude(reason, { status, message: `The service responded with ${status}: <h1>Down</h1>` })
    }
  })

  it("a redirect, real, actual or opaque, is an InvalidResponse that is not retried", () => {
    for (const status of [0, 100, 199, 300, 301, 302, 303, 304, 307, 308, 399]) {
      const outcome = signIn(response(status, "", { location: "https://elsewhere.test/" }))
      assert.strictEqual(failed(outcome, "InvalidResponse").status, status)
      assert.deepInclude(outcome, { retry: false })
    }
    failed(signIn(response(200, issued, { "x-stack-actual-status": "302" })), "InvalidResponse")
  })
})

describe("a catalogue error that the endpoint does not declare", () => {
  it("is an UndeclaredError with the typed error", () => {
    const reason = failed(signIn(knownError("TEAM_NOT_FOUND", 404, { team_id: "t" })), "UndeclaredError")
    assert.strictEqual(reason.message, "Text of TEAM_NOT_FOUND")
    assert.deepInclude(reason.error, {
      _tag: "TeamNotFound",
      code: "TEAM_NOT_FOUND",
      status: 404,
      message: "Text of TEAM_NOT_FOUND",
      details: { teamId: "t" }
    })
  })

  it("is an instance of its catalogue class", () => {
    const reason = failed(signIn(knownError("TEAM_NOT_FOUND", 404, { team_id: "t" })), "UndeclaredError")
    assert.instanceOf(reason.error, KnownErrors.TeamNotFound)
  })

  it("an undeclared error about the project's credentials is a ProjectRefused", () => {
    for (const code of ["INVALID_PUBLISHABLE_CLIENT_KEY", "INVALID_SECRET_SERVER_KEY", "PROJECT_NOT_FOUND"]) {
      const reason = failed(signIn(knownError(code, 401, { project_id: "p" })), "ProjectRefused")
      assert.deepInclude(reason.error, { code, details: { projectId: "p" } })
    }
    failed(signIn(knownError("ACCESS_TYPE_REQUIRED", 400)), "ProjectRefused")
  })

  it("an undeclared refusal of a restricted or anonymous user is a UserRestricted", () => {
    const details = { restricted_reason: { type: "email_not_verified" } }
    const restricted = failed(signIn(knownError("RESTRICTED_USER_NOT_ALLOWED", 403, details)), "UserRestricted")
    assert.instanceOf(restricted.error, KnownErrors.RestrictedUserNotAllowed)
    assert.deepStrictEqual(restricted.error.details, { restrictedReason: { type: "email_not_verified" } })
    const anonymous = failed(signIn(knownError("ANONYMOUS_AUTHENTICATION_NOT_ALLOWED", 401)), "UserRestricted")
    assert.instanceOf(anonymous.error, KnownErrors.AnonymousAuthenticationNotAllowed)
  })

  it("is a ProjectRefused if the project requires a publishable client key, or does not exist", () => {
    const id = { project_id: "p" }
    const key = failed(signIn(knownError("PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT", 401, id)), "ProjectRefused")
    assert.instanceOf(key.error, KnownErrors.PublishableClientKeyRequiredForProject)
    const project = failed(signIn(knownError("CURRENT_PROJECT_NOT_FOUND", 400, id)), "ProjectRefused")
    assert.instanceOf(project.error, KnownErrors.CurrentProjectNotFound)
  })

  it("a catalogue error that the endpoint lists is a declared error", () => {
    const error = declared(interpreted(projects.current, knownError("PROJECT_NOT_FOUND", 404, { project_id: "p" })))
    assert.instanceOf(error, KnownErrors.ProjectNotFound)
  })

  it("an undeclared error without a bundled class has its tag, code, status and plain details", () => {
    const standIn = getErrorClass("TEST_ONLY_OAUTH_CODE", 418)
    const error = new standIn({ message: "m", details: { a: 1 } })
    assert.deepInclude(error, { _tag: "TestOnlyOAuthCode", code: "TEST_ONLY_OAUTH_CODE", status: 418, message: "m" })
    assert.instanceOf(error, Error)
  })

  it("an undeclared error keeps details that its class does not describe, in camelCase", () => {
    const answer = knownError("USER_NOT_FOUND", 404, { user_id: "u", at_millis: 1, attempt_code: "secret code" })
    const { error } = failed(signIn(answer), "UndeclaredError")
    const { attemptCode, ...details } = error.details as Record<string, unknown>
    assert.deepStrictEqual(details, { userId: "u", atMillis: 1 })
    assert.isTrue(Redacted.isRedacted(attemptCode))
  })
})

describe("isTokenRefusal", () => {
  it("returns true for the three access token errors, declared or undeclared, and false for all others", () => {
    const detailsOf = {
      ACCESS_TOKEN_EXPIRED: { expired_at_millis: null },
      INVALID_PROJECT_FOR_ACCESS_TOKEN: { expected_project_id: "a", actual_project_id: "b" }
    } as Record<string, object>
    for (const code of ["ACCESS_TOKEN_EXPIRED", "INVALID_PROJECT_FOR_ACCESS_TOKEN", "UNPARSABLE_ACCESS_TOKEN"]) {
      assert.isTrue(isTokenRefusal(signIn(knownError(code, 401, detailsOf[code]))), code)
    }
    assert.isTrue(
      isTokenRefusal(interpreted(sessions.signOut, knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 })))
    )
    for (
      const code of ["REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", "ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN", "NEW_CODE", mismatch.code]
    ) {
      assert.isFalse(isTokenRefusal(signIn(knownError(code, 401))), code)
    }
    assert.isFalse(isTokenRefusal(signIn(response(401, "Unauthorized"))))
    assert.isFalse(isTokenRefusal(signIn(response(200, issued))))
  })
})

describe("interpretation is total", () => {
  const endpoints = [
    password.signIn,
    password.signUp,
    users.getCurrent,
    users.list,
    projects.current,
    projects.health,
    tokens.refresh,
    sessions.list,
    sessions.signOut
  ] as const

  const classes = Object.values(KnownErrors).filter((value): value is KnownErrorClass & typeof value =>
    typeof value === "function"
  )

  const codes = fc.oneof(fc.constantFrom(...classes.map(({ code }) => code)), fc.string())
  const headerNames = [
    "x-stack-known-error",
    "x-hexclave-known-error",
    "x-stack-actual-status",
    "x-hexclave-actual-status",
    "retry-after",
    "date",
    "content-type"
  ] as const
  const status = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(200, 201, 302, 400, 401, 404, 408, 429, 500, 508) },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double()) }
  )
  const headerValue = fc.oneof(
    codes,
    status.map(String),
    fc.string(),
    fc.constantFrom("-1", "Thu, 01 Jan 1970 00:00:07 GMT")
  )
  const headers = fc.dictionary(fc.constantFrom(...headerNames), headerValue)

  /** A valid body except for one field, which is missing or replaced. */
  const mutated = fc.tuple(
    fc.constantFrom<object>(userJson, projectJson, issued, { items: [userJson] }, { access_token: "a" }, {
      status: "ok"
    }),
    fc.nat(30),
    fc.option(fc.jsonValue(), { nil: undefined })
  ).map(([body, index, value]) => {
    const keys = Object.keys(body)
    return JSON.stringify({ ...body, [keys[index % keys.length]!]: value })
  })
  const errorBody = fc.record({
    code: codes,
    error: fc.oneof(fc.string(), fc.jsonValue()),
    details: fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom("min_length", "team_id", "user_id", "__proto__"), fc.jsonValue())
    )
  }, { requiredKeys: [] })
  const body = fc.oneof(fc.string(), fc.json(), mutated, errorBody.map((value) => JSON.stringify(value)))

  /** An error body with a matching header, which random generation would hardly produce. */
  const consistent = errorBody.map((body): TransportResponse =>
    response(200, JSON.stringify(body), {
      "x-stack-actual-status": "400",
      ...(body.code !== undefined && { "x-stack-known-error": body.code })
    })
  )
  const answers = fc.oneof(
    consistent,
    fc.tuple(status, body, headers).map(([status, body, headers]) => response(status, body, headers))
  )

  const reasons: ReadonlyArray<ApiErrors.ApiErrorReason["_tag"]> = [
    "RateLimited",
    "RequestRefused",
    "ServiceUnavailable",
    "InvalidResponse",
    "UnsupportedError",
    "ProjectRefused",
    "UserRestricted",
    "UndeclaredError",
    "NetworkFailure"
  ]

  it("interpret: returns an outcome for every status, header and body", () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), answers, (endpoint, answer) => {
        const outcome = interpreted(endpoint, answer)
        assert.isBoolean(isTokenRefusal(outcome))
        if (outcome._tag === "Declared") {
          assert.isTrue(endpoint.errors.some((known) => outcome.error instanceof known))
          assert.isString(outcome.error.message)
        } else if (outcome._tag === "Failed") {
          assert.include(reasons, outcome.reason._tag)
          assert.instanceOf(outcome.reason, Error)
          assert.isString(outcome.reason.message)
          // Only retryable failures are retried.
          if (outcome.retry) {
            assert.include(["RateLimited", "ServiceUnavailable", "NetworkFailure"], outcome.reason._tag)
          }
          if (outcome.reason._tag === "NetworkFailure") {
            assert.strictEqual(outcome.retry, endpoint.method === "GET" || endpoint.isIdempotent)
          }
        } else {
          assert.strictEqual(outcome._tag, "Success")
        }
      }),
      { numRuns: runsOf(1000) }
    )
  })

  it("a call ends with a value or a typed error for every response, and never with a defect", () =>
    fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const exits: ReadonlyArray<Exit.Exit<unknown, unknown>> = await Effect.runPromise(
          Effect.all([
            Effect.exit(Project.get),
            Effect.exit(CurrentUser.update({ displayName: "Ada" })),
            Effect.exit(Password.signIn({ email: "a@example.com", password: Redacted.make("correct horse") })),
            Effect.exit(CurrentUser.get())
          ]).pipe(
            Effect.provideService(RetryPolicy, Schedule.recurs(0)),
            Effect.provide(layerClient(layerWire(() => answer), {}, signedIn))
          )
        )
        for (const exit of exits) {
          if (exit._tag === "Success") continue
          assert.isTrue(exit.cause.reasons.every(Cause.isFailReason), Cause.pretty(exit.cause))
        }
      }),
      { numRuns: runsOf(100) }
    ))
})

describe("a call", () => {
  it.effect("a call fails with an ApiError that names its endpoint and its reason", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Project.get)
      assert.instanceOf(error, ApiErrors.ApiError)
      assert.deepInclude(error, {
        endpoint: "projects.current",
        message: "projects.current: Not here",
        isTransient: false
      })
      const caught = yield* Effect.catchReason(Project.get, "ApiError", "RequestRefused", ({ status }) =>
        Effect.succeed(status))
      assert.strictEqual(caught, 403)
      assert.lengthOf((yield* Wire).calls, 2)
    }).pipe(Effect.provide(layerClient(layerWire(() =>
      response(403, "Not here")
    )))))

  it.effect("a call fails directly with an error that its endpoint declares", () =>
    Effect.gen(function*() {
      const text = yield* Password.signIn({ email: "a@example.com", password: Redacted.make("correct horse") }).pipe(
        Effect.as("in"),
        Effect.catchTag("EmailPasswordMismatch", (error) => Effect.succeed(error.message))
      )
      assert.strictEqual(text, "Text of EMAIL_PASSWORD_MISMATCH")
    }).pipe(Effect.provide(layerClient(layerWire(() => knownError("EMAIL_PASSWORD_MISMATCH", 400))))))

  interface Failure {
    readonly isTransient: boolean
    readonly answer: (request: Arrival) => Answer
    /** The call that fails. The default is `Project.get`. */
    readonly call?: Effect.Effect<unknown, { readonly _tag: string }, Client.Client>
  }

  const failures: Readonly<Record<ApiErrors.ApiErrorReason["_tag"], Failure>> = {
    NetworkFailure: { isTransient: true, answer: () => connectionReset },
    RateLimited: { isTransient: true, answer: () => response(429, "", { "retry-after": "9999" }) },
    ServiceUnavailable: { isTransient: true, answer: () => response(503, "") },
    RequestRefused: { isTransient: false, answer: () => response(403, "") },
    InvalidResponse: { isTransient: false, answer: () => response(200, "") },
    ResponseTooLarge: {
      isTransient: false,
      answer: () => new TransportFailure({ message: "Too large", tooLarge: true })
    },
    UnsupportedError: { isTransient: false, answer: () => knownError("NEW_CODE", 400) },
    ProjectRefused: { isTransient: false, answer: () => knownError("ACCESS_TYPE_REQUIRED", 400) },
    UserRestricted: { isTransient: false, answer: () => knownError("ANONYMOUS_AUTHENTICATION_NOT_ALLOWED", 401) },
    UnsupportedGeneration: {
      isTransient: false,
      answer: () => response(200, projectJson),
      call: CurrentUser.update({ primaryEmail: "new@example.com" })
    },
    UndeclaredError: { isTransient: false, answer: () => knownError("TEAM_ALREADY_EXISTS", 409, { team_id: "t" }) },
    ClockSkewError: {
      isTransient: false,
      answer: ({ url }) =>
        url.endsWith("/token")
          ? response(200, { access_token: jwt({ sub: "user", iat: 1, exp: 4_000_000_000 }) })
          : knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }),
      call: CurrentUser.get()
    }
  }

  it.effect("an ApiError is transient only after a network failure, a rate limit or an outage", () =>
    checkRowsEffect(
      Object.entries(failures),
      ([reason]) => reason,
      ([reason, { answer, call = Project.get, isTransient }]) =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(call)
          assert.instanceOf(error, ApiErrors.ApiError)
          assert.strictEqual(error.reason._tag, reason)
          assert.strictEqual(error.isTransient, isTransient)
        }).pipe(
          Effect.provideService(RetryPolicy, Schedule.recurs(0)),
          Effect.provide(layerClient(layerWire(answer), {}, signedIn))
        )
    ))
})
