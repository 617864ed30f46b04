import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Cli } from "latchkey"
import { type Answer, connectionReset, response } from "../../support/Wire.ts"
import { layerPolls, login, polls, succeeded, textOf, timed, waiting } from "./support.ts"

describe("the timeout of a login", () => {
  const expired = ["CliAuthExpiredError", "This sign-in has expired. Try again."]

  /** Runs a login, and returns its error, the time of failure and the times of its polls. */
  const ended = Effect.fnUntraced(function*(options: Partial<Cli.LoginOptions>) {
    const error = yield* timed(
      Effect.flatMap(
        Effect.flip(login(options)),
        (error) => Effect.map(Clock.currentTimeMillis, (at) => ({ error, at }))
      ),
      100_000_000
    )
    return [textOf(error.error), error.at, yield* polls]
  })

  const late: ReadonlyArray<
    readonly [string, Partial<Cli.LoginOptions>, ReadonlyArray<Answer>, number, Array<number>]
  > = [
    ["falls between two polls", { expiresIn: 5000 }, [waiting], 5000, [0, 2000, 4000]],
    ["falls on a poll", { expiresIn: 4000 }, [waiting], 4000, [0, 2000]],
    ["comes before the second poll", { expiresIn: 1500, waitTime: "1 hour" }, [waiting], 1500, [0]],
    ["is the service's default of two hours", { waitTime: "1 hour" }, [waiting], 7_200_000, [0, 3_600_000]],
    ["comes during the wait after the last poll", { expiresIn: 5000, maxAttempts: 3 }, [waiting], 5000, [
      0,
      2000,
      4000
    ]],
    ["has passed at the start", { expiresIn: 0 }, [succeeded], 0, []],
    ["comes while the network is down", { expiresIn: 5000 }, [connectionReset], 5000, [0, 2000, 4000]],
    ["comes while the service answers 429", { expiresIn: 5000 }, [response(429, "")], 5000, [0, 2000, 4000]],
    [
      "comes after a wait that the service asked for",
      { expiresIn: 5000 },
      [response(429, "", { "retry-after": "4" })],
      5000,
      [0]
    ],
    [
      "passes while a poll waits for its answer",
      { expiresIn: 5000 },
      [waiting, Effect.delay(Effect.succeed(waiting), 10_000)],
      12_000,
      [0, 2000]
    ],
    [
      "passes while a poll fails",
      { expiresIn: 5000 },
      [waiting, Effect.delay(Effect.fail(connectionReset), 10_000)],
      12_000,
      [0, 2000]
    ],
    [
      "passes before the service asks for a pause",
      { expiresIn: 5000 },
      [waiting, Effect.delay(Effect.succeed(response(429, "", { "retry-after": "60" })), 10_000)],
      12_000,
      [0, 2000]
    ]
  ]

  for (const [when, options, answers, at, expected] of late) {
    it.effect(`ends the login with CliAuthExpiredError and without a later poll when it ${when}`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* ended(options), [expired, at, expected])
      }).pipe(Effect.provide(layerPolls(answers))))
  }

  it.effect("interrupts opening the URL, and no poll is sent", () =>
    Effect.gen(function*() {
      const [error, at, sent] = yield* ended({ expiresIn: 5000, open: () => Effect.never })
      assert.deepStrictEqual([error, at, sent], [expired, 5000, []])
    }).pipe(Effect.provide(layerPolls([succeeded]))))

  it.effect("does not discard the token of a poll that was already sent", () =>
    Effect.gen(function*() {
      assert.strictEqual(Redacted.value(yield* timed(login({ expiresIn: 5000 }))), "r")
      assert.deepStrictEqual(yield* polls, [0, 2000, 4000])
    }).pipe(Effect.provide(layerPolls([waiting, waiting, Effect.delay(Effect.succeed(succeeded), 10_000)]))))
})
