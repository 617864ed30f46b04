import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Recording } from "latchkey/recorder"
import { join } from "node:path"
import { replay } from "../../src/command/replay.ts"
import { escapes, recordSession } from "../replay/support.ts"
import { makeFolder, run } from "./support.ts"

const recorded = Effect.runSync(Effect.cached(recordSession))

/** Runs `latchkey replay` with a file of this content, and further arguments. */
const replayText = Effect.fnUntraced(function*(text: string, ...args: ReadonlyArray<string>) {
  const folder = yield* makeFolder({ "recording.json": text })
  return yield* run(replay([join(folder, "recording.json"), ...args]))
})

/** Returns a recording whose first call has another outcome. */
const differ = (recording: Recording, error = "PasswordRequirementsNotMet"): Recording => {
  const index = recording.events.findIndex(({ type }) => type === "CallEnded")
  const { at, seq } = recording.events[index]!
  return {
    ...recording,
    events: recording.events.with(index, { seq, at, type: "CallEnded", call: 0, outcome: { _tag: "Failure", error } })
  }
}

describe("replay", () => {
  it.effect("prints the timeline, and the number of replayed events", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const { failure, output } = yield* replayText(JSON.stringify(recording))
      assert.isUndefined(failure)
      const lines = output.split("\n")
      assert.match(lines[0]!, /^Recording of latchkey \d+\.\d+\.\d+: \d+ events from 1970-01-01T00:00:00\.000Z on$/)
      assert.include(
        output,
        "   660.000         state Refreshing refresh-token-1/jwt-2 (refresh for #75: the access token expired 60 s ago)"
      )
      assert.strictEqual(lines.at(-1), `Replayed ${recording.events.length} events without a difference`)
    }))

  it.effect("--print prints the timeline without a replay, also of a recording that differs", () =>
    Effect.gen(function*() {
      const { failure, output } = yield* replayText(JSON.stringify(differ(yield* recorded)), "--print")
      assert.isUndefined(failure)
      assert.include(output, "ended: PasswordRequirementsNotMet")
      assert.notInclude(output, "Replayed")
    }))

  it.effect("--check prints the result without the timeline", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const { failure, output } = yield* replayText(JSON.stringify(recording), "--check")
      assert.isUndefined(failure)
      assert.strictEqual(output, `Replayed ${recording.events.length} events without a difference`)
    }))

  it.effect("--json prints the result as JSON, with and without a difference", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const same = yield* replayText(JSON.stringify(recording), "--json")
      assert.isUndefined(same.failure)
      assert.deepStrictEqual(JSON.parse(same.output), { replayed: recording.events.length, skipped: 0 })
      const other = yield* replayText(JSON.stringify(differ(recording)), "--json")
      assert.isDefined(other.failure)
      const { difference } = JSON.parse(other.output)
      assert.include(difference.expected, "PasswordRequirementsNotMet")
      assert.include(difference.actual, "success")
    }))

  it.effect("a difference fails with both behaviors within the timeline", () =>
    Effect.gen(function*() {
      const { failure = "", output } = yield* replayText(JSON.stringify(differ(yield* recorded)))
      assert.include(output, "call password.signUp")
      assert.notInclude(output, "Replayed")
      assert.include(failure, "The client does something else than what was recorded\nIn #0, call password.signUp\n\n")
      assert.match(failure, /^- +0\.000 {2}#0 +.*PasswordRequirementsNotMet$/m)
      assert.match(failure, /^\+ +0\.000 {2}#0 +.*success$/m)
    }))

  it.effect("counts the calls that are incomplete", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      const call = (number: number) => ({
        type: "CallStarted",
        seq: 1000 + number,
        at: 660_000,
        call: number + 500,
        endpoint: "unknown",
        input: {}
      })
      for (
        const [calls, clause] of [
          [[call(1)], "1 call is incomplete and was left out"],
          [[call(1), call(2)], "2 calls are incomplete and were left out"]
        ] as const
      ) {
        const text = JSON.stringify({ ...recording, events: [...recording.events, ...calls] })
        const { output } = yield* replayText(text, "--check")
        assert.strictEqual(
          output,
          `Replayed ${recording.events.length + calls.length} events without a difference, ${clause}`
        )
      }
    }))

  it.effect("no control character of a recording reaches the terminal", () =>
    Effect.gen(function*() {
      const text = JSON.stringify(differ(yield* recorded, `x${escapes}`)).replaceAll("jwt-1", "jwt\\u001b[31m\\u009b1")
      for (const args of [[], ["--json"], ["--check"], ["--print"]]) {
        const { failure = "", output } = yield* replayText(text, ...args)
        assert.notMatch(output + failure, /[^\P{Cc}\n]|\p{Cf}/u, args.join(" "))
        assert.include(output + failure, "\\u001b[2J", args.join(" "))
      }
      const invalid = yield* replayText(JSON.stringify({ ...yield* recorded, claims: { [escapes]: 1 } }))
      assert.notMatch(invalid.failure!, /[^\P{Cc}\n]|\p{Cf}/u)
    }))

  it.effect("accepts a byte order mark", () =>
    Effect.gen(function*() {
      const { failure } = yield* replayText(`\uFEFF${JSON.stringify(yield* recorded)}`, "--check")
      assert.isUndefined(failure)
    }))

  it.effect("fails with the file and the first problem of an invalid recording", () =>
    Effect.gen(function*() {
      const recording = yield* recorded
      for (
        const [json, problem] of [
          [{}, "format is not \"latchkey-recording\""],
          [[], "The recording has the wrong type"],
          [{ ...recording, events: {} }, "events has the wrong type"],
          [{ ...recording, version: 2 }, "Update latchkey"],
          [{ ...recording, client: { ...recording.client, projectId: "x" } }, "projectId"]
        ] as const
      ) {
        const { failure = "" } = yield* replayText(JSON.stringify(json))
        assert.match(failure, /recording\.json: /)
        assert.include(failure, problem)
      }
    }))

  it.effect("replay: fails if the file is not JSON, is missing, or is a folder", () =>
    Effect.gen(function*() {
      for (const text of ["", "{", "not json", "PK\u0003\u0004"]) {
        assert.match((yield* replayText(text)).failure!, /recording\.json is not JSON$/)
      }
      const folder = yield* makeFolder({})
      assert.match(
        (yield* run(replay([join(folder, "missing.json")]))).failure!,
        /^Cannot read .*missing\.json: ENOENT/
      )
      assert.match((yield* run(replay([folder]))).failure!, /^Cannot read .*: EISDIR/)
    }))

  it.effect("fails with the help without a file, with two files, and for an unknown option", () =>
    Effect.gen(function*() {
      for (const args of [[], ["a.json", "b.json"]]) {
        assert.match((yield* run(replay(args))).failure!, /^Usage: latchkey replay <file>/)
      }
      assert.include((yield* run(replay(["a.json", "--fast"]))).failure!, "--fast")
    }))

  it.effect("--help and -h print the options", () =>
    Effect.gen(function*() {
      for (const option of ["--help", "-h"]) {
        const { failure, output } = yield* run(replay([option]))
        assert.isUndefined(failure)
        for (const each of ["--print", "--check", "--json", "--help"]) assert.include(output, each)
      }
    }))
})
