/** Recordings whose first events were dropped, requests of all kinds, lock names and outcomes. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Exit from "effect/Exit"
import { Tokens } from "latchkey"
import { makeEventLog } from "../../src/recorder/EventLog.ts"
import { makeRecording } from "../../src/recorder/makeRecording.ts"
import { makePseudonyms } from "../../src/recorder/Pseudonyms.ts"
import type { RecorderEventData } from "../../src/recorder/RecorderEvent.ts"
import { outcomeOf } from "../../src/recorder/recordEvent.ts"
import { recordRequest } from "../../src/recorder/recordRequest.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { checkRows } from "../support/mismatches.ts"

const tokens = Tokens.make({ refreshToken: "refresh", accessToken: "access" })!

const read = (tokens: Tokens.Tokens | undefined): RecorderEventData => ({
  type: "StoreRead",
  cause: undefined,
  startedAt: 0,
  tokens
})

const written = (after: Tokens.Tokens | undefined): RecorderEventData => ({
  type: "StoreWritten",
  cause: undefined,
  startedAt: 0,
  appliedAt: 0,
  before: undefined,
  after,
  exit: Exit.void
})

const changed = (tokens: Tokens.Tokens | undefined): RecorderEventData => ({
  type: "StoreChanged",
  subscription: 0,
  tokens
})

/** Events of the token store. The last one of them shows its tokens. */
const makers = { read, written, changed }
const names = Object.keys(makers) as ReadonlyArray<keyof typeof makers>

const rows = names.flatMap((first) =>
  names.flatMap((last) => [false, true].map((isSignedIn) => ({ first, last, isSignedIn })))
)

describe("a recording whose first events were dropped", () => {
  it("a recording starts with the tokens of the last dropped store event of any type", () => {
    checkRows(rows, ({ first, isSignedIn, last }) => `${first}, ${last}, ${isSignedIn ? "in" : "out"}`, (row) => {
      const { first, isSignedIn, last } = row
      const log = makeEventLog(1, 1000, Clock.Clock.defaultValue(), () => {})
      log.push(makers[first](isSignedIn ? undefined : tokens))
      log.push(makers[last](isSignedIn ? tokens : undefined))
      log.push({ type: "ConnectivityChanged", isOnline: true })
      const { start } = makeRecording(log, undefined)
      assert.strictEqual(start.dropped, 2)
      assert.strictEqual(start.tokens === null, !isSignedIn)
      assert.strictEqual(start.tokens?.refreshToken, isSignedIn ? "refresh-token-1" : undefined)
    })
  })
})

describe("a recorded request", () => {
  const apiUrl = "https://api.example.com/base"

  it("a recorded request has the path below the API, and the whole path of another address", () => {
    checkRows(
      [
        { url: `${apiUrl}/api/v1/users/me`, address: "/api/v1/users/me" },
        {
          url: "https://elsewhere.example.org/api/v1/users/me",
          address: "https://elsewhere.example.org/api/v1/users/me"
        },
        { url: "https://e.example/", address: "https://e.example/" }
      ],
      ({ url }) => url,
      ({ address, url }) => {
        const request = { method: "GET", url, headers: {}, body: undefined }
        // Sound: a recorded request has the fields that are read.
        const { path } = recordRequest(makePseudonyms(), apiUrl, undefined, request as never)
        const shapeOf = (text: string) => text.split("/").map((part) => part === "")
        assert.deepStrictEqual(shapeOf(path), shapeOf(address))
        assert.notInclude(path, "example")
      }
    )
  })

  it("a recorded request has either header family's tokens, with precedence for x-hexclave-*", () => {
    checkRows(
      [
        { families: ["x-stack"], expected: "x-stack" },
        { families: ["x-hexclave"], expected: "x-hexclave" },
        { families: ["x-stack", "x-hexclave"], expected: "x-hexclave" }
      ],
      ({ families }) => families.join(),
      ({ expected, families }) => {
        const headers = Object.fromEntries(
          families.flatMap((family) => [
            [`${family}-access-type`, family === "x-stack" ? "client" : "server"],
            [`${family}-refresh-token`, `token of ${family}`]
          ])
        )
        const request = { method: "GET", url: apiUrl, headers, body: undefined }
        const pseudonyms = { ...makePseudonyms(), text: (value: string) => value }
        // Sound: a recorded request has the fields that are read.
        const { accessType, refreshToken } = recordRequest(pseudonyms, apiUrl, undefined, request as never)
        assert.strictEqual(refreshToken, `token of ${expected}`)
        assert.strictEqual(accessType, expected === "x-stack" ? "client" : "server")
      }
    )
  })
})

describe("a recorded lock", () => {
  it("a recorded lock has the refresh lock's name, or a pseudonym", () => {
    const nameOf = (name: string) => {
      const log = makeEventLog(1, 1000, Clock.Clock.defaultValue(), () => {})
      log.push({ type: "LockAcquired", cause: undefined, startedAt: 0, name })
      const [event] = makeRecording(log, undefined).events
      return event?.type === "LockAcquired" ? event.name : undefined
    }
    assert.strictEqual(nameOf("latchkey-refresh-3f6e8a52"), "refresh")
    assert.strictEqual(nameOf("latchkey-anonymous-3f6e8a52"), "lock-1")
    assert.strictEqual(nameOf("latchkey-refreshes"), "lock-1")
  })
})

describe("a recorded request", () => {
  it("a recorded request keeps `me` without an endpoint, and among several parameters", () => {
    const apiUrl = "https://api.example.com"
    const pathOf = (path: string, id?: string) => {
      const request = { method: "GET", url: `${apiUrl}/api/v1${path}`, headers: {}, body: undefined }
      const endpoint = endpoints.find((each) => each.id === id)
      assert.strictEqual(endpoint?.id, id)
      // Sound: a recorded request has the fields that are read.
      return recordRequest(makePseudonyms(), apiUrl, endpoint, request as never).path
    }
    assert.strictEqual(pathOf("/users/me"), "/path-1/path-2/path-3/me")
    assert.strictEqual(
      pathOf("/team-member-profiles/a/me", "teamMemberProfiles.get"),
      "/api/v1/team-member-profiles/team-1/me"
    )
  })

  it("the recorded generation probe keeps its path, and its response keeps its fields", () => {
    const log = makeEventLog(2, 1000, Clock.Clock.defaultValue(), () => {})
    const sent = {
      method: "GET",
      url: "/api/v1/projects/current",
      headers: {},
      responseLimit: 1000,
      body: undefined
    } as const
    const body = JSON.stringify({ config: { domains: ["secret"] } })
    const exit = Exit.succeed({ status: 200, body, header: () => undefined })
    log.push({ type: "RequestSent", cause: 1, request: 1, sent })
    log.push({ type: "ResponseReceived", cause: 1, request: 1, exit })
    const [request, response] = makeRecording(log, undefined).events
    assert.strictEqual(request?.type === "RequestSent" && request.sent.path, "/api/v1/projects/current")
    assert.deepStrictEqual(response?.type === "ResponseReceived" && response.response?.body, {
      config: { domains: ["domains-1"] }
    })
  })
})

describe("a recorded outcome", () => {
  it("a recorded outcome without an error is a defect, and an interruption only without another reason", () => {
    const defect = Cause.die("secret")
    assert.deepStrictEqual(outcomeOf(Exit.failCause(defect)), { _tag: "Defect" })
    assert.deepStrictEqual(outcomeOf(Exit.failCause(Cause.combine(Cause.interrupt(1), defect))), { _tag: "Defect" })
    assert.deepStrictEqual(outcomeOf(Exit.failCause(Cause.interrupt(1))), { _tag: "Interrupted" })
  })
})
