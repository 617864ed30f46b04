/** Recordings come from other people. Any content is either replayed or refused. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as fc from "fast-check"
import type { Recording } from "latchkey/recorder"
import { Replay } from "latchkey/replay"
import { runsOf } from "../support/propertyRuns.ts"
import { addRareEvents, escapes, nest, pathsOf, readAt, recordSession, replaceAt, replacements } from "./support.ts"

const runs = runsOf(300)

/** Line breaks separate the lines of a timeline. All other controls are those of a terminal. */
const isPrintable = (text: string) => !/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(text)

/** Parses, prints and replays a value as `latchkey replay` does. Dies with an exception or a control character. */
const examine = Effect.fnUntraced(function*(json: unknown) {
  const parsed = yield* Effect.result(Replay.parse(json))
  if (parsed._tag === "Failure") {
    const { message, path } = parsed.failure
    assert.isTrue(isPrintable(message + path), JSON.stringify(message))
    assert.isBelow(message.length, 1000)
    return parsed.failure
  }
  const recording = parsed.success
  assert.isTrue(isPrintable(Replay.format(recording)))
  const result = yield* Effect.result(Replay.run(recording))
  if (result._tag === "Failure") return result.failure
  const { difference } = result.success
  if (difference === undefined) return undefined
  const text = Replay.formatDifference(recording, difference)
  assert.isTrue(isPrintable(text), JSON.stringify(text))
  return undefined
})

const recorded = Effect.runSync(Effect.cached(Effect.map(recordSession, addRareEvents)))

describe("parsing a recording", () => {
  it.effect("accepts a recording with every type of event, and keeps it", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      assert.deepStrictEqual(yield* Replay.parse(JSON.parse(JSON.stringify(recording))), recording)
      const { difference, skipped } = yield* Replay.run(recording)
      assert.deepStrictEqual([difference, skipped], [undefined, 0])
      assert.strictEqual(new Set(recording.events.map(({ type }) => type)).size, 17)
    }))

  it("fails with InvalidRecording for any JSON, and for any value of the program", () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 5 }), fc.anything({ withNullPrototype: true })), (json) => {
        assert.strictEqual(Effect.runSync(Effect.flip(Replay.parse(json)))._tag, "InvalidRecording")
      }),
      { numRuns: runsOf(200) }
    )
  })

  it.effect("fails with InvalidRecording if a getter of the program throws, or a body contains itself", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const body: Array<unknown> = []
      body.push(body, body)
      const getter = {
        get events() {
          throw new Error("getter")
        }
      }
      const path = [...yield* findFirst("RequestSent"), "sent", "body"]
      for (
        const json of [
          Object.assign(Object.create(getter), { format: recording.format }),
          replaceAt(recording, path, body)
        ]
      ) {
        assert.strictEqual((yield* Effect.flip(Replay.parse(json)))._tag, "InvalidRecording")
      }
    }))

  it.effect("fails with the path of each invalid field that a replay reads", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const call = yield* findFirst("CallStarted")
      const operation = yield* findFirst("OperationStarted")
      const write = yield* findFirst("StoreWritten")
      const request = yield* findFirst("RequestSent")
      const response = yield* findFirst("ResponseReceived")
      const state = yield* findFirst("StateChanged")
      const end = yield* findFirst("CallEnded")
      const deep = nest(100_000)
      const invalid: ReadonlyArray<readonly [path: ReadonlyArray<string | number>, value: unknown]> = [
        [["library"], undefined],
        [["client", "requestTimeoutMillis"], 1e300],
        [["start", "clockSkewMillis"], "1"],
        [["start", "dropped"], -1],
        [["claims", "jwt-1", "exp"], {}],
        [[...call, "seq"], 1.5],
        [[...call, "at"], 1e300],
        [[...call, "call"], -1],
        [[...call, "boundTo"], "refresh-token-1"],
        [[...call, "detachedBy"], "1"],
        [[...call, "input", "payload"], deep],
        [[...operation, "detachedBy"], null],
        [[...operation, "tokens", "accessToken"], 1],
        [[...write, "appliedAt"], undefined],
        [[...write, "appliedAt"], "1"],
        [[...write, "startedAt"], null],
        [[...request, "sent", "body"], deep],
        [[...response, "response", "status"], 1e300],
        [[...response, "response", "headers", "content-type"], 1],
        [[...response, "response", "body"], undefined],
        [[...response, "response", "body"], deep],
        [[...state, "clockSkewMillis"], 1e300],
        [[...end, "outcome"], { _tag: "Failure" }],
        [[...end, "outcome"], { _tag: "__proto__" }]
      ]
      for (const [path, value] of invalid) {
        const error = yield* Effect.flip(Replay.parse(replaceAt(recording, path, value)))
        const expected = path.reduce<string>(
          (text, key) => typeof key === "number" ? `${text}[${key}]` : text === "" ? key : `${text}.${key}`,
          ""
        )
        assert.include([expected, `${expected}.error`, `${expected}._tag`], error.path)
      }
    }))

  it.effect("parsing fails if two events, calls or requests have the same number", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const [, calls] = yield* findAll("CallStarted")
      const [, requests] = yield* findAll("RequestSent")
      const [first, second] = calls
      for (
        const [path, value] of [
          [["events", 1, "seq"], recording.events[0]!.seq],
          [[...second!, "call"], readAt(recording, [...first!, "call"])],
          [[...requests[1]!, "request"], readAt(recording, [...requests[0]!, "request"])]
        ] as const
      ) {
        const error = yield* Effect.flip(Replay.parse(replaceAt(recording, path, value)))
        assert.strictEqual(error.path, `events[${path[1]}].${path[2]}`)
        assert.include(error.message, "is the number of an earlier event")
      }
    }))

  it.effect("a message about an invalid recording escapes and shortens the recording's keys", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const error = yield* Effect.flip(Replay.parse({ ...recording, claims: { [escapes + "x".repeat(1e5)]: 1 } }))
      assert.isTrue(isPrintable(error.message))
      assert.isTrue(isPrintable(error.path))
      assert.isBelow(error.message.length, 300)
      assert.include(error.message, "\\u001b[2J")
    }))

  it.effect("parsing reads the key __proto__ like any other key", () =>
    Effect.gen(function*() {
      const text = JSON.stringify(yield* recorded)
      const json = JSON.parse(text.replace("\"claims\":{", "\"claims\":{\"__proto__\":{\"exp\":1},"))
      const tokens = { refreshToken: "__proto__", accessToken: "__proto__" }
      const state = yield* findFirst("StateChanged")
      yield* examine(replaceAt(json, [...state, "tokens"], tokens))
      assert.isUndefined(({} as { readonly exp?: number }).exp)
    }))
})

describe("a changed recording", () => {
  it.effect(
    "a recording with any part replaced is refused, or printed and replayed without an exception",
    () =>
      Effect.gen(function*() {
        const recording = yield* recorded
        const missing = [
          ["start", "tokens"],
          ["start", "isOnline"],
          ["start", "clockSkewMillis"],
          [...yield* findFirst("CallStarted"), "boundTo"],
          [...yield* findFirst("CallStarted"), "cacheKey"],
          [...yield* findFirst("CallStarted"), "detachedBy"],
          [...yield* findFirst("OperationStarted"), "detachedBy"],
          [...yield* findFirst("StateChanged"), "clockSkewMillis"]
        ]
        const part = fc.oneof(
          { arbitrary: fc.constantFrom(...pathsOf(recording).slice(1)), weight: 9 },
          { arbitrary: fc.constantFrom(...missing), weight: 1 }
        )
        const value = fc.constantFrom(...Object.keys(replacements))
        let refused = 0
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(part, value, async (path, name) => {
              const changed = replaceAt(recording, path, replacements[name])
              if (await Effect.runPromise(examine(changed)) !== undefined) refused++
            }),
            { numRuns: runs, seed: 5 }
          )
        )
        assert.isAbove(refused, runs / 3)
        assert.isBelow(refused, runs * 0.9)
      })
  )

  it.effect(
    "a recording with two random changes is refused, or printed and replayed without an exception",
    () =>
      Effect.gen(function*() {
        const recording = yield* recorded
        const position = fc.nat(recording.events.length - 1)
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(
              fc.array(fc.tuple(fc.constantFrom(...changes), position, position), { minLength: 1, maxLength: 2 }),
              async (steps) => {
                const events = steps.reduce(
                  (events, [change, one, other]) => change(events, one, other),
                  recording.events
                )
                await Effect.runPromise(examine({ ...recording, events }))
              }
            ),
            { numRuns: runsOf(200), seed: 7 }
          )
        )
      })
  )

  it.effect(
    "the timeline and the difference show no control character of a changed recording",
    () =>
      Effect.gen(function*() {
        const recording = yield* recorded
        let printed = 0
        for (const path of pathsOf(recording)) {
          if (typeof readAt(recording, path) !== "string") continue
          const changed = replaceAt(recording, path, `x${escapes}`)
          if (Exit.isSuccess(yield* Effect.exit(Replay.parse(changed)))) printed++
          yield* examine(changed)
        }
        assert.isAbove(printed, 100)
      })
  )
})

describe("control characters", () => {
  it.effect("are escaped in the timeline as JSON escapes them", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const lock = yield* findFirst("LockAcquired")
      const changed = yield* Replay.parse(replaceAt(recording, [...lock, "name"], escapes))
      assert.include(
        Replay.format(changed),
        "lock acquired: \\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u000d\\u000aforged\\u202e\\u0000\\u2028\\ud800\n"
      )
    }))
})

type Events = Recording["events"]

/** A call that ends before it starts, events of another order, lost events, wrong references, a clock that jumps. */
const changes: ReadonlyArray<(events: Events, one: number, other: number) => Events> = [
  (events, one, other) => exchange(events, one, other, "seq"),
  (events, one, other) => exchange(events, one, other, "at"),
  (events, one, other) => exchange(events, one, other, "call"),
  (events, one, other) => exchange(events, one, other, "cause"),
  (events, one, other) => exchange(events, one, other, "request"),
  (events, one, other) => exchange(events, one, other, "tokens"),
  (events, one) => events.toSpliced(one, 1),
  (events, one, other) => events.toSpliced(one, other),
  (events, one) => events.slice(one),
  (events, one) =>
    [...events, { ...events[one % events.length]!, seq: 10_000 }].filter(({ type }) => type !== undefined),
  (events) => events.map((event, index) => ({ ...event, seq: events.length - index }))
]

/** Exchanges a field of two events, if both have it. */
const exchange = (events: Events, one: number, other: number, field: string): Events => {
  const [left, right] = [events[one], events[other]]
  if (left === undefined || right === undefined || !(field in left) || !(field in right)) return events
  const merge = (event: object, from: object) => ({ ...event, [field]: readAt(from, [field]) })
  // Sound for the parser, which examines the result.
  return events.with(one, merge(left, right) as Events[number]).with(other, merge(right, left) as Events[number])
}

const findAll = (type: Events[number]["type"]) =>
  Effect.map(recorded, ({ events }) => {
    const paths = events.flatMap((event, index) => event.type === type ? [["events", index] as const] : [])
    return [paths[0]!, paths] as const
  })

const findFirst = (type: Events[number]["type"]) => Effect.map(findAll(type), ([first]) => first)
