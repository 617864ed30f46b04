/** The parts of a replay alone: limits of the checks, printed events, and the start of a trimmed recording. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type { RecordedEvent, Recording } from "../../src/recorder/Recording.ts"
import { describeEvent } from "../../src/replay/describeEvent.ts"
import { describeRefreshes } from "../../src/replay/formatRecording.ts"
import { parse } from "../../src/replay/parseRecording.ts"
import { makeTokenText } from "../../src/replay/TokenText.ts"
import { trimRecording } from "../../src/replay/trimRecording.ts"
import { findListenerSteps } from "../../src/replay/WalkState.ts"
import { nest } from "./support.ts"

const tokens = { refreshToken: "refresh-token-1", accessToken: "jwt-1" }

const makeRecording = (events: ReadonlyArray<RecordedEvent>, start: Partial<Recording["start"]> = {}): Recording => ({
  format: "latchkey-recording",
  version: 1,
  library: "0.1.0",
  client: { projectId: "internal", apiUrl: "https://api.example.invalid", headerFamily: "stack" },
  start: { dropped: 0, ...start },
  claims: { "jwt-1": { exp: 1000 } },
  events
})

describe("the checks of a recording", () => {
  it.effect("the checks of a recording accept values up to their limits", () =>
    Effect.gen(function*() {
      const sent = { method: "GET", path: "/", accessType: undefined, refreshToken: undefined, accessToken: undefined }
      const isValid = (event: Partial<RecordedEvent>) =>
        // Sound for the parser, which examines the event.
        Effect.map(Effect.exit(parse(makeRecording([{ seq: 1, at: 0, ...event } as RecordedEvent]))), Exit.isSuccess)
      const areValid = <A>(values: ReadonlyArray<A>, toEvent: (value: A) => Partial<RecordedEvent>) =>
        Effect.forEach(values, (value) => isValid(toEvent(value)))
      assert.deepStrictEqual(
        yield* areValid([0, 999, -1, 1000], (status) => ({
          type: "ResponseReceived",
          request: 1,
          response: { status, kind: "empty", headers: {} }
        })),
        [true, true, false, false]
      )
      assert.deepStrictEqual(
        yield* areValid([257, 258], (depth) => ({
          type: "RequestSent",
          request: 1,
          sent: { ...sent, body: nest(depth) }
        })),
        [true, false]
      )
      assert.deepStrictEqual(
        yield* areValid([8.64e15, -8.64e15, 8.64e15 + 2, NaN], (at) => ({ type: "Subscribed", subscription: 1, at })),
        [true, true, false, false]
      )
    }))

  it.effect("refuse two calls, or a call and an operation, with one number", () =>
    Effect.gen(function*() {
      const call = { type: "CallStarted", at: 0, call: 1, endpoint: "teams.get", input: null } as const
      const operation = { type: "OperationStarted", at: 0, call: 1, name: "state" } as const
      for (
        const [first, second] of [[call, call], [call, operation], [operation, call], [operation, operation]] as const
      ) {
        const recording = makeRecording([{ ...first, seq: 1 }, { ...second, seq: 2 }])
        assert.strictEqual((yield* Effect.flip(parse(recording))).path, "events[1].call")
        yield* parse(makeRecording([{ ...first, seq: 1 }, { ...second, seq: 2, call: 2 }]))
      }
    }))
})

describe("a printed event", () => {
  it("has the actual status of a response", () => {
    const response = { status: 200, kind: "empty", headers: { "x-stack-actual-status": "404" } } as const
    assert.strictEqual(describeEvent({ type: "ResponseReceived", request: 1, response }), "<- 404")
    assert.strictEqual(
      describeEvent({ type: "ResponseReceived", request: 1, response: { ...response, headers: {} } }),
      "<- 200"
    )
  })

  it("has the time until the access token expires, by the clock of the service", () => {
    const refreshing = { type: "StateChanged", seq: 1, state: "Refreshing", tokens } as const
    const textOf = (at: number, clockSkewMillis?: number, ofStart?: number) => {
      const event = { ...refreshing, at, ...clockSkewMillis === undefined ? {} : { clockSkewMillis } }
      return describeRefreshes(makeRecording([event], { clockSkewMillis: ofStart }))(event)
    }
    assert.strictEqual(textOf(990_000), " (refresh: the access token expires in 10 s)")
    assert.strictEqual(textOf(1_000_000), " (refresh: the access token expired 0 s ago)")
    // The clock of the service is a minute ahead.
    assert.strictEqual(textOf(990_000, 60_000), " (refresh: the access token expired 50 s ago)")
    assert.strictEqual(textOf(990_000, undefined, 60_000), " (refresh: the access token expired 50 s ago)")
    assert.strictEqual(textOf(990_000, 0, 60_000), " (refresh: the access token expires in 10 s)")
  })
})

describe("the steps of a listener", () => {
  it("a listener's steps are those at the time of the change", () => {
    const change = { type: "StateChanged", seq: 1, at: 5, state: "SignedOut", tokens: null } as const
    const step = (seq: number, at: number): RecordedEvent => ({
      type: "CallStarted",
      seq,
      at,
      call: seq,
      endpoint: "teams.get",
      input: null
    })
    const steps = findListenerSteps([change, step(2, 5), step(3, 5), step(4, 6), step(5, 5)], change)
    assert.deepStrictEqual(steps.map(({ seq }) => seq), [2, 3])
  })
})

describe("the tokens of a recording", () => {
  it("recorded tokens may lack the refresh token or the access token", () => {
    const { fromTokens, toTokens } = makeTokenText(makeRecording([]))
    for (const given of [tokens, { ...tokens, refreshToken: null }, { ...tokens, accessToken: null }, null]) {
      assert.deepStrictEqual(fromTokens(toTokens(given)), given)
    }
    const { accessToken } = toTokens({ refreshToken: null, accessToken: "jwt-1" })!
    assert.lengthOf(Redacted.value(accessToken!).split("."), 3)
  })
})

describe("a trimmed recording", () => {
  it.effect("starts at the first call of an idle client, with the state of the events before it", () =>
    Effect.gen(function*() {
      const before: ReadonlyArray<RecordedEvent> = [
        { type: "ConnectivityChanged", seq: 1, at: 0, isOnline: false },
        { type: "StateChanged", seq: 2, at: 0, state: "Active", tokens, clockSkewMillis: 5 },
        { type: "RequestSent", seq: 3, at: 0, request: 1, sent: { method: "GET", path: "/", body: null } as never },
        {
          type: "ResponseReceived",
          seq: 4,
          at: 0,
          request: 1,
          response: { status: 200, kind: "empty", headers: {} }
        },
        { type: "StoreRead", seq: 6, at: 0, startedAt: 5, tokens }
      ]
      const call = { type: "CallStarted", seq: 7, at: 1, call: 7, endpoint: "teams.get", input: null } as const
      const trimmed = yield* trimRecording(makeRecording([...before, call], { dropped: 10, isOnline: true }))
      assert.deepStrictEqual(trimmed.events, [call])
      assert.deepStrictEqual(trimmed.start, {
        clockSkewMillis: 5,
        isOnline: false,
        state: { state: "Active", tokens },
        tokens,
        dropped: 15
      })
    }))
})
