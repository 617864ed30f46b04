/** Any operations on three tabs in any order, and the laws that always hold. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { isRaised, runsOf } from "../support/propertyRuns.ts"
import { live } from "./live.ts"
import { histories, type Operation } from "./operations.ts"
import { type Place, places } from "./places.ts"

/** The default runs use a fixed seed. `MODEL_SEED` repeats a failure. */
const seed = process.env["MODEL_SEED"] ?? (isRaised ? undefined : "4")
const parameters = { numRuns: runsOf(4), ...seed !== undefined && { seed: Number(seed) } }

const hold = (place: Place) => async (operations: ReadonlyArray<Operation>) => {
  const broken = await Effect.runPromise(
    live(operations, place).pipe(Random.withSeed("model"), Effect.scoped, Effect.provide(TestClock.layer()))
  )
  assert.isUndefined(broken)
}

/** Earlier failures, in their shortest form. */
const kept: Readonly<Record<string, ReadonlyArray<Operation>>> = {
  "a reverification that began without a session replaced the session of another tab's later sign-in": [
    { do: "enter", tab: 0, what: "reverify", name: "bob", isRight: true },
    { do: "wait", millis: 50 },
    { do: "enter", tab: 1, what: "signIn", name: "bob", isRight: true }
  ],
  "a late response replaced a sign-in that other tabs had not noticed yet, and they restored the session before it": [
    { do: "fault", fault: { kind: "busy", every: 1 } },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "fault", fault: undefined },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "sleep", millis: 660_000 },
    { do: "latency", millis: [500] },
    { do: "visit", process: 0 },
    { do: "call", tab: 0, what: "signOut", times: 1 },
    { do: "latency", millis: [0] },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true }
  ],
  "another tab had removed a new token before it was written completely, and the call was sent without a token": [
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "enter", tab: 0, what: "signIn", name: "cyd", isRight: true },
    { do: "call", tab: 0, what: "headers", times: 1 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "update", times: 5 },
    { do: "clock", millis: -60_000 },
    { do: "wait", millis: 99 },
    { do: "sleep", millis: 600_000 },
    { do: "call", tab: 1, what: "get", times: 1 },
    { do: "call", tab: 0, what: "get", times: 1 }
  ],
  "a token of the same second, requested by another tab before an own change, replaced the one with the change": [
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "call", tab: 0, what: "headers", times: 1 },
    { do: "enter", tab: 0, what: "signUp", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "optimistic", times: 2 },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "optimistic", times: 2 },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "headers", times: 1 },
    { do: "enter", tab: 0, what: "signUp", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "look", tab: 2, shows: "user" },
    { do: "wait", millis: 50 },
    { do: "call", tab: 0, what: "renew", times: 5 },
    { do: "wait", millis: 100 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 1, what: "update", times: 1 },
    { do: "wait", millis: 500 },
    { do: "call", tab: 1, what: "recent", times: 1 }
  ],
  "a fetch read a newer session before the cache had heard of it, and showed its interruption": [
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "call", tab: 0, what: "headers", times: 2 },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "sleep", millis: 660_000 },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "fault", fault: { kind: "lost", every: 2 } },
    { do: "call", tab: 0, what: "reread", times: 2 },
    { do: "call", tab: 1, what: "recent", times: 1 },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "wait", millis: 600 },
    { do: "call", tab: 1, what: "signOut", times: 1 },
    { do: "wait", millis: 1000 },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 1, what: "read", times: 1 },
    { do: "call", tab: 1, what: "recent", times: 1 },
    { do: "reload", tab: 0 },
    { do: "call", tab: 2, what: "recent", times: 5 },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "clock", millis: -660_000 },
    { do: "enter", tab: 0, what: "signIn", name: "bob", isRight: true },
    { do: "wait", millis: 100 },
    { do: "latency", millis: [30, 1, 1, 1500] },
    { do: "call", tab: 0, what: "signOut", times: 1 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "clock", millis: 60_000 },
    { do: "call", tab: 0, what: "signOut", times: 1 },
    { do: "wait", millis: 100 },
    { do: "sleep", millis: 300_000 },
    { do: "wait", millis: 99 },
    { do: "call", tab: 2, what: "young", times: 1 },
    { do: "wait", millis: 1 },
    { do: "fault", fault: { kind: "broken", every: 2 } },
    { do: "interrupt", which: 2, turns: 1 },
    { do: "call", tab: 1, what: "renew", times: 1 },
    { do: "call", tab: 2, what: "get", times: 1 },
    { do: "sleep", millis: 80_000 }
  ],
  "a listener that read the store during a notification got the newer session before the older one": [
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "fault", fault: { kind: "busy", every: 1 } },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "look", tab: 0, shows: "teams" },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 49 },
    { do: "call", tab: 0, what: "read", times: 1 },
    { do: "fault", fault: undefined },
    { do: "enter", tab: 2, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "interrupt", which: 0, turns: 0 },
    { do: "enter", tab: 0, what: "signIn", name: "cyd", isRight: true },
    { do: "look", tab: 1, shows: "user" },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "call", tab: 1, what: "reread", times: 1 },
    { do: "look", tab: 2, shows: "user" },
    { do: "wait", millis: 500 },
    { do: "call", tab: 0, what: "token", times: 1 },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "sleep", millis: 86_400_000 },
    { do: "lookAway", tab: 1, which: 0 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 600 },
    { do: "call", tab: 1, what: "signOut", times: 1 },
    { do: "wait", millis: 100 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true }
  ],
  "a refresh of another tab that had started earlier replaced a token with an own change": [
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "sleep", millis: 80_000 },
    { do: "latency", millis: [900] },
    { do: "call", tab: 1, what: "recent", times: 1 },
    { do: "wait", millis: 500 },
    { do: "latency", millis: [0] },
    { do: "wait", millis: 600 },
    { do: "call", tab: 0, what: "update", times: 1 },
    { do: "wait", millis: 5000 },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "wait", millis: 1000 }
  ],
  "Session.refresh returned the token of a user who had signed in during the call, which was not new": [
    { do: "enter", tab: 2, what: "signIn", name: "bob", isRight: true },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 2, what: "renew", times: 5 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true }
  ],
  "a token was handed out whose refresh had started before a sleep of the device": [
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "recent", times: 1 },
    { do: "call", tab: 0, what: "token", times: 1 },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "wait", millis: 1000 },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "call", tab: 1, what: "update", times: 2 },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "sleep", millis: 76_000 },
    { do: "call", tab: 1, what: "recent", times: 1 }
  ],
  "a fetch that found the session over ran on, and asked why the network had failed when its tab was closed": [
    { do: "clock", millis: 86_400_000 },
    { do: "look", tab: 1, shows: "user" },
    { do: "sleep", millis: 86_400_000 },
    { do: "fault", fault: { kind: "hangs", every: 1 } },
    { do: "enter", tab: 0, what: "signIn", name: "cyd", isRight: false },
    { do: "enter", tab: 1, what: "signUp", name: "ada", isRight: true },
    { do: "enter", tab: 2, what: "signIn", name: "bob", isRight: true },
    { do: "enter", tab: 0, what: "signIn", name: "cyd", isRight: true },
    { do: "fault", fault: { kind: "hangs", every: 3 } },
    { do: "enter", tab: 1, what: "signIn", name: "cyd", isRight: true },
    { do: "wait", millis: 50 },
    { do: "enter", tab: 2, what: "signIn", name: "cyd", isRight: true },
    { do: "latency", millis: [30] },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 50 },
    { do: "wait", millis: 50 },
    { do: "enter", tab: 2, what: "signIn", name: "bob", isRight: true },
    { do: "wait", millis: 100 },
    { do: "fault", fault: { kind: "hangs", every: 1 } },
    { do: "refresh", tab: 1, shows: "user" },
    { do: "reload", tab: 1 }
  ],
  "a tab that was closed sent a request, for nobody had waited until its fetches were given up": [
    { do: "enter", tab: 2, what: "signUp", name: "cyd", isRight: true },
    { do: "fault", fault: { kind: "lost", every: 3 } },
    { do: "enter", tab: 1, what: "signUp", name: "cyd", isRight: true },
    { do: "enter", tab: 1, what: "signIn", name: "cyd", isRight: true },
    { do: "latency", millis: [200, 30] },
    { do: "look", tab: 0, shows: "user" },
    { do: "enter", tab: 1, what: "signIn", name: "bob", isRight: false },
    { do: "sleep", millis: 86_400_000 },
    { do: "call", tab: 2, what: "headers", times: 1 },
    { do: "enter", tab: 1, what: "signIn", name: "ada", isRight: true },
    { do: "latency", millis: [30] },
    { do: "wait", millis: 5000 },
    { do: "sleep", millis: 660_000 },
    { do: "look", tab: 2, shows: "user" },
    { do: "latency", millis: [1500, 1, 1500, 0] },
    { do: "call", tab: 0, what: "update", times: 1 },
    { do: "wait", millis: 99 },
    { do: "enter", tab: 2, what: "signUp", name: "ada", isRight: false },
    { do: "sleep", millis: 86_400_000 },
    { do: "enter", tab: 2, what: "signIn", name: "ada", isRight: true },
    { do: "reload", tab: 0 }
  ],
  "a value whose first fetch was over at once was never fetched again": [
    { do: "call", tab: 0, what: "read", times: 1 },
    { do: "call", tab: 0, what: "reread", times: 1 }
  ],
  "a call was tried again with the tokens of a session that had ended": [
    { do: "fault", fault: { kind: "offline", every: 2 } },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "call", tab: 0, what: "signOut", times: 1 }
  ],
  "a fetch that found the session over was not given up, and showed its interruption": [
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "revoke", name: "ada" },
    { do: "sleep", millis: 660_000 },
    { do: "wait", millis: 100 },
    { do: "call", tab: 0, what: "reread", times: 1 }
  ],
  "a write that was started while no user was signed in was sent as the user who signed in next": [
    { do: "enter", tab: 0, what: "signUp", name: "ada", isRight: true },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 5000 },
    { do: "call", tab: 0, what: "signOut", times: 1 },
    { do: "wait", millis: 5000 },
    { do: "call", tab: 0, what: "remove", times: 5 },
    { do: "enter", tab: 0, what: "signIn", name: "bob", isRight: true }
  ],
  "who had signed in while a token was refreshed was deleted instead": [
    { do: "latency", millis: [0, 1500] },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "sleep", millis: 86_400_000 },
    { do: "call", tab: 0, what: "remove", times: 1 }
  ]
}

/** The shortest sequences that can mix up sessions. */
const overlaps: Readonly<Record<string, ReadonlyArray<Operation>>> = {
  "a sign-out during a refresh": [
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 5000 },
    { do: "sleep", millis: 660_000 },
    { do: "latency", millis: [1500] },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "wait", millis: 1000 },
    { do: "call", tab: 0, what: "signOut", times: 1 },
    { do: "wait", millis: 5000 }
  ],
  "a sign-in of another user during a refresh that is refused": [
    { do: "enter", tab: 0, what: "signIn", name: "ada", isRight: true },
    { do: "wait", millis: 5000 },
    { do: "sleep", millis: 660_000 },
    { do: "revoke", name: "ada" },
    { do: "latency", millis: [1500] },
    { do: "call", tab: 0, what: "get", times: 1 },
    { do: "wait", millis: 1000 },
    { do: "latency", millis: [0] },
    { do: "enter", tab: 1, what: "signIn", name: "bob", isRight: true },
    { do: "wait", millis: 5000 }
  ]
}

describe("three tabs, any operations in any order", () => {
  for (const place of places) {
    for (const [what, operations] of Object.entries(kept)) {
      it(`three tabs over ${place} keep the invariants in an earlier failing sequence: ${what}`, () =>
        hold(place)(operations))
    }
    for (const [what, operations] of Object.entries(overlaps)) {
      it(`three tabs over ${place} keep the invariants in ${what}`, () => hold(place)(operations))
    }
    it(
      `three tabs over ${place} keep the invariants in random sequences of operations`,
      () => fc.assert(fc.asyncProperty(histories, hold(place)), parameters)
    )
  }
})
