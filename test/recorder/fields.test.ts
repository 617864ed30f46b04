/** No text of any field that an endpoint sends or receives is in a recording. */
import { assert, describe, it } from "@effect/vitest"
import { makePseudonyms } from "../../src/recorder/Pseudonyms.ts"
import { recordInput } from "../../src/recorder/recordEvent.ts"
import { recordRequest, recordResponse } from "../../src/recorder/recordRequest.ts"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { classes } from "../support/classes.ts"
import { mark } from "../support/echo.ts"
import { inputsOf, places, samplesOf, statusOf } from "../support/samples.ts"

const apiUrl = "https://api.example.com"

const textAt = (path: string) => `${path} "ü" <${mark}> & 'x' \\ + / % ?=`

/** The mark, and the samples of fields that accept only texts of a format. */
const planted = [mark, "11111111-1111-4111-8111-111111111111", "dXNlcg", "app.example.com", "a@example.com"]

const find = (value: unknown): string | undefined => {
  const text = JSON.stringify(value)
  return planted.find((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)))
}

/** A request with a text in each parameter of the path and of the query, and in each field of the body. */
const requestsOf = ({ path, payload, query }: Any) => {
  const bodies = payload === undefined ? [undefined] : samplesOf(payload, textAt).map((body) => JSON.stringify(body))
  const searches = query === undefined ? [{}] : samplesOf(query, textAt)
  const url = apiUrl + (path.startsWith("//") ? path.slice(1) : `/api/v1${path}`).replace(
    /:\w+/g,
    () => encodeURIComponent(textAt("param"))
  )
  return bodies.flatMap((body) =>
    searches.map((search) => ({
      method: "POST" as const,
      url: `${url}?${new URLSearchParams(JSON.parse(JSON.stringify(search)))}`,
      headers: { "x-stack-access-token": textAt("access"), "x-stack-refresh-token": mark, [mark]: mark },
      responseLimit: 1,
      body
    }))
  )
}

const respond = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  header: (name: string) => headers[name],
  body: JSON.stringify(body)
})

describe("a recording", () => {
  it.each(endpoints)("contains no text of an input of $id", (endpoint) => {
    for (const input of inputsOf(endpoint, (_, path) => textAt(path))) {
      assert.isUndefined(find(recordInput(makePseudonyms(), endpoint, input)))
    }
  })

  it.each(endpoints)("contains no text of a request of $id", (endpoint) => {
    for (const request of requestsOf(endpoint)) {
      assert.isUndefined(find(recordRequest(makePseudonyms(), apiUrl, endpoint, request)))
      assert.isUndefined(find(recordRequest(makePseudonyms(), apiUrl, undefined, request)))
    }
  })

  it.each(endpoints)("contains no text of a response of $id", (endpoint) => {
    for (const body of samplesOf(endpoint.success, textAt)) {
      const response = respond(statusOf(endpoint, body), body)
      assert.isUndefined(find(recordResponse(makePseudonyms(), endpoint, response)))
      assert.isUndefined(find(recordResponse(makePseudonyms(), undefined, response)))
    }
  })

  it.each(classes)("contains no text of the error $code", ({ code, details }) => {
    const bodies = details === undefined ? [undefined] : samplesOf(details, textAt)
    for (const body of bodies) {
      const response = respond(400, { code, error: textAt("error"), details: body }, { "x-stack-known-error": code })
      assert.isUndefined(find(recordResponse(makePseudonyms(), endpoints[0], response)))
    }
  })

  it("has fields of all secrets", () => {
    assert.isAbove(places.filter(({ isRedacted }) => isRedacted).length, 78)
    assert.isAbove(endpoints.length, 100)
    assert.isAbove(classes.length, 80)
  })
})
