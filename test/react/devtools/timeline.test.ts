import { assert, describe, it } from "@effect/vitest"
import type { RecordedEventData, RecordedRequest, RecordedResponse, Recording } from "latchkey/recorder"
import { summarizeRecording } from "../../../react/devtools/model/SessionSummary.ts"
import { filterRows, makeTimeline } from "../../../react/devtools/model/Timeline.ts"

const tokens = { refreshToken: "refresh-token-1", accessToken: "jwt-1" }

/** A recording with one event per 10 ms. */
const makeRecording = (
  events: ReadonlyArray<RecordedEventData>,
  start: Recording["start"] = { dropped: 0 }
): Recording => ({
  format: "latchkey-recording",
  version: 1,
  library: "0.1.0",
  client: { projectId: "project-1", apiUrl: "https://api.example.invalid", headerFamily: "stack" },
  start,
  claims: { "jwt-1": { iat: 1000, exp: 1600 }, "jwt-2": { iat: 1600, exp: 2200 } },
  events: events.map((event, seq) => ({ ...event, seq, at: seq * 10 }))
})

const sent = (path: string, body: unknown = null): RecordedRequest => ({
  method: "POST",
  path,
  accessType: "client",
  refreshToken: undefined,
  accessToken: undefined,
  body
})

const answer = (status: number, fields: Partial<RecordedResponse> = {}): RecordedResponse => ({
  status,
  headers: {},
  kind: "json",
  body: {},
  ...fields
})

const refreshBody = { grant_type: "refresh_token" }

describe("the row of a refresh", () => {
  it("is a failure if a response of status 200 has a known error", () => {
    const results = [undefined, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"].map((code) => {
      const headers = code === undefined ? {} : { "x-stack-known-error": code }
      const [row] = makeTimeline(makeRecording([
        { type: "RequestSent", cause: undefined, request: 0, sent: sent("/api/v1/auth/oauth/token", refreshBody) },
        { type: "ResponseReceived", cause: undefined, request: 0, response: answer(200, { headers }) }
      ]))
      return [row?.result, row?.label]
    })
    assert.deepStrictEqual(results, [["success", "200"], ["failure", "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"]])
  })
})

describe("makeTimeline", () => {
  it("collects the attempts of a call, and shows its refresh as a row with the cause", () => {
    const rows = makeTimeline(makeRecording([
      { type: "CallStarted", call: 0, endpoint: "users.me.get", input: {}, cacheKey: "user" },
      { type: "RequestSent", cause: 0, request: 0, sent: sent("/api/v1/auth/oauth/token", refreshBody) },
      { type: "ResponseReceived", cause: 0, request: 0, response: answer(200) },
      { type: "RequestSent", cause: 0, request: 1, sent: sent("/api/v1/users/me") },
      { type: "ResponseReceived", cause: 0, request: 1, response: answer(503, { kind: "text" }) },
      { type: "RequestSent", cause: 0, request: 2, sent: sent("/api/v1/users/me") },
      { type: "ResponseReceived", cause: 0, request: 2, response: answer(200) },
      { type: "CallEnded", call: 0, outcome: { _tag: "Success" } }
    ]))
    assert.deepStrictEqual(
      rows.map(({ at, attempts, cause, endedAt, kind, label, result, title }) => ({
        at,
        attempts: attempts.length,
        cause,
        endedAt,
        kind,
        label,
        result,
        title
      })),
      [
        {
          at: 10,
          attempts: 1,
          cause: "users.me.get",
          endedAt: 20,
          kind: "Refresh",
          label: "200",
          result: "success",
          title: "Token refresh"
        },
        {
          at: 0,
          attempts: 2,
          cause: "cache entry user",
          endedAt: 70,
          kind: "Call",
          label: "200",
          result: "success",
          title: "users.me.get"
        }
      ]
    )
  })

  it("shows an answer of a captive portal as a failed refresh", () => {
    const [row] = makeTimeline(makeRecording([
      { type: "RequestSent", request: 0, sent: sent("/api/v1/auth/sessions/current/refresh") },
      { type: "ResponseReceived", request: 0, response: answer(200, { kind: "html" }) }
    ]))
    assert.strictEqual(row!.kind, "Refresh")
    assert.strictEqual(row!.result, "failure")
    assert.strictEqual(row!.label, "200 HTML")
    assert.strictEqual(row!.cause, "background work")
  })

  it("does not take the exchange of an authorization code for a refresh", () => {
    const rows = makeTimeline(makeRecording([
      { type: "CallStarted", call: 0, endpoint: "oauth.token", input: {} },
      {
        type: "RequestSent",
        cause: 0,
        request: 0,
        sent: sent("/api/v1/auth/oauth/token", { grant_type: "authorization_code" })
      }
    ]))
    assert.deepStrictEqual(rows.map(({ kind, result }) => [kind, result]), [["Call", "pending"]])
  })

  it("labels failures with the error, and interruptions", () => {
    const rows = makeTimeline(makeRecording([
      { type: "CallStarted", call: 0, endpoint: "a", input: null },
      { type: "CallEnded", call: 0, outcome: { _tag: "Failure", error: "ApiError", reason: "NetworkFailure" } },
      { type: "CallStarted", call: 1, endpoint: "b", input: null },
      { type: "CallEnded", call: 1, outcome: { _tag: "Interrupted" } }
    ]))
    assert.deepStrictEqual(rows.map(({ label, result }) => [label, result]), [
      ["Interrupted", "canceled"],
      ["NetworkFailure", "failure"]
    ])
  })

  it("shows a read of the user without a session as a call without a failure", () => {
    const error = "CannotGetOwnUserWithoutUser"
    const rows = makeTimeline(makeRecording([
      { type: "CallStarted", call: 0, endpoint: "users.me.get", input: null },
      { type: "CallEnded", call: 0, outcome: { _tag: "Failure", error } },
      { type: "CallStarted", call: 1, endpoint: "users.me.update", input: null },
      { type: "CallEnded", call: 1, outcome: { _tag: "Failure", error } },
      { type: "CallStarted", call: 2, endpoint: "users.me.get", input: null },
      { type: "RequestSent", cause: 2, request: 0, sent: sent("/api/v1/users/me") },
      { type: "CallEnded", call: 2, outcome: { _tag: "Failure", error } }
    ]))
    assert.deepStrictEqual(rows.map(({ label, result }) => [label, result]), [
      [error, "failure"],
      [error, "failure"],
      ["No user", "none"]
    ])
  })

  it("hides session operations that only read", () => {
    const rows = makeTimeline(makeRecording([
      { type: "OperationStarted", call: 2, name: "storedTokens" },
      { type: "OperationEnded", call: 2, name: "storedTokens", outcome: { _tag: "Success" } },
      { type: "OperationStarted", call: 0, name: "state" },
      { type: "OperationEnded", call: 0, name: "state", outcome: { _tag: "Success" } },
      { type: "OperationStarted", call: 1, name: "signIn", tokens },
      { type: "OperationEnded", call: 1, name: "signIn", outcome: { _tag: "Success" } }
    ]))
    assert.deepStrictEqual(rows.map(({ title }) => title), ["Session.signIn"])
  })

  it("keeps a request whose call is older than the recording", () => {
    const [row] = makeTimeline(makeRecording([
      { type: "RequestSent", cause: 7, request: 0, sent: sent("/api/v1/teams") },
      { type: "ResponseReceived", cause: 7, request: 0, response: null, failure: "lost" }
    ]))
    assert.strictEqual(row!.title, "POST /api/v1/teams")
    assert.strictEqual(row!.cause, "a call before the recording")
    assert.strictEqual(row!.label, "No response")
  })
})

describe("filterRows", () => {
  const rows = makeTimeline(makeRecording([
    { type: "CallStarted", call: 0, endpoint: "teams.list", input: null },
    { type: "RequestSent", cause: 0, request: 0, sent: sent("/api/v1/teams") },
    { type: "CallEnded", call: 0, outcome: { _tag: "Failure", error: "TeamNotFound" } },
    { type: "Redirected", name: "redirectTo", target: "/a", page: "/b", rule: "relative URL" }
  ]))
  const find = (filter: Partial<Parameters<typeof filterRows>[1]>) =>
    filterRows(rows, { kind: undefined, text: "", onlyFailures: false, ...filter }).map(({ title }) => title)

  it("finds rows by kind, failure, and text in title, label or path", () => {
    assert.deepStrictEqual(find({}), ["redirectTo → /a", "teams.list"])
    assert.deepStrictEqual(find({ kind: "Redirect" }), ["redirectTo → /a"])
    assert.deepStrictEqual(find({ onlyFailures: true }), ["teams.list"])
    for (const text of ["TEAMS.LIST", "teamnotfound", "/api/v1/teams", " list "]) {
      assert.deepStrictEqual(find({ text }), ["teams.list"], text)
    }
    assert.deepStrictEqual(find({ text: "other" }), [])
  })
})

describe("summarizeRecording", () => {
  it("summarizeRecording: returns the last state, its token's times, and the transitions", () => {
    const summary = summarizeRecording(makeRecording([
      { type: "StateChanged", state: "Refreshing", tokens, clockSkewMillis: 500 },
      { type: "StateChanged", state: "Stale", tokens, reason: "InvalidResponse" },
      { type: "StateChanged", state: "Active", tokens: { ...tokens, accessToken: "jwt-2" } }
    ], { dropped: 0, tokens }))
    assert.strictEqual(summary.state, "Active")
    assert.strictEqual(summary.issuedAtMillis, 1_600_000)
    assert.strictEqual(summary.expiresAtMillis, 2_200_000)
    assert.strictEqual(summary.clockSkewMillis, 500)
    assert.isTrue(summary.hasRefreshToken)
    assert.deepStrictEqual(summary.changes.map(({ from, reason, to }) => [from, to, reason]), [
      ["Stale", "Active", undefined],
      ["Refreshing", "Stale", "InvalidResponse"],
      ["Active", "Refreshing", undefined]
    ])
  })

  it("takes the state before the first event from the tokens of the store", () => {
    assert.strictEqual(summarizeRecording(makeRecording([])).state, "Loading")
    assert.strictEqual(summarizeRecording(makeRecording([], { dropped: 9, tokens: null })).state, "SignedOut")
    const { expiresAtMillis, state } = summarizeRecording(makeRecording([], { dropped: 9, tokens }))
    assert.deepStrictEqual([state, expiresAtMillis], ["Active", 1_600_000])
  })
})
