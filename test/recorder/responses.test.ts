/** Recorded responses: their kind, their headers, and which bodies are successes. */
import { assert, describe, it } from "@effect/vitest"
import { makePseudonyms } from "../../src/recorder/Pseudonyms.ts"
import { recordResponse } from "../../src/recorder/recordRequest.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { checkRows } from "../support/mismatches.ts"

const endpoint = endpoints.find(({ id }) => id === "teams.get")!

const record = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  recordResponse(makePseudonyms(), endpoint, { status, body, header: (name) => headers[name] })

describe("a recorded response", () => {
  it("a recorded response has the media type without parameters, or none if the type is unknown", () => {
    checkRows(
      [
        ["application/json", "application/json"],
        ["application/json; charset=utf-8", "application/json"],
        ["Text/HTML;charset=secret", "text/html"],
        [" text/plain ; a=b", "text/plain"],
        ["application/secret", "application/octet-stream"],
        ["", "application/octet-stream"]
      ] as const,
      ([given]) => given,
      ([given, expected]) => {
        assert.deepStrictEqual(record(200, "", { "content-type": given }).headers, { "content-type": expected })
      }
    )
    assert.deepStrictEqual(record(200, "").headers, {})
  })

  it("a recorded response keeps valid Retry-After and Date, and hides other values", () => {
    const date = "Wed, 21 Oct 2026 07:28:00 GMT"
    assert.deepStrictEqual(record(429, "", { "retry-after": " 5 ", date }).headers, { "retry-after": "5", date })
    assert.deepStrictEqual(record(429, "", { "retry-after": date }).headers, { "retry-after": date })
    assert.deepStrictEqual(record(429, "", { "retry-after": "secret", date: "secret" }).headers, {
      "retry-after": "invalid"
    })
  })

  it("a recorded response has an error body if the status or a header says so, otherwise a success body", () => {
    const body = JSON.stringify({ code: "TEAM_NOT_FOUND", error: "secret", id: "secret" })
    const known = { "x-stack-known-error": "TEAM_NOT_FOUND" }
    checkRows(
      [
        { name: "200", response: record(200, body), isError: false },
        { name: "299", response: record(299, body), isError: false },
        { name: "300", response: record(300, body), isError: true },
        { name: "199", response: record(199, body), isError: true },
        { name: "404", response: record(404, body), isError: true },
        { name: "200, known error", response: record(200, body, known), isError: true },
        { name: "200, actual 404", response: record(200, body, { "x-stack-actual-status": "404" }), isError: true }
      ],
      ({ name }) => name,
      ({ isError, response }) => {
        assert.notInclude(JSON.stringify(response), "secret")
        const { code } = response.body as { readonly code?: string }
        assert.strictEqual(code === "TEAM_NOT_FOUND", isError)
      }
    )
  })

  it("a recorded response has the kind of a body that is not JSON", () => {
    checkRows(
      [["", "empty"], ["<h1>", "html"], [" \n<p>", "html"], ["{\"a\":", "cut"], ["Not found", "text"]] as const,
      ([body]) => body,
      ([body, kind]) => assert.deepStrictEqual(record(200, body), { status: 200, headers: {}, kind })
    )
  })
})
