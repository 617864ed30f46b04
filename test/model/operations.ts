/** Operations on three tabs of a browser, in any order. Started calls continue during later operations. */
import * as fc from "fast-check"
import type { Shown } from "./views.ts"

export const names = ["ada", "bob", "cyd"] as const
export type Name = typeof names[number]

/** A program's calls. */
export type What =
  | "signUp"
  | "signIn"
  | "reverify"
  | "signOut"
  | "get"
  | "token"
  | "headers"
  | "recent"
  | "young"
  | "old"
  | "bearer"
  | "renew"
  | "update"
  | "optimistic"
  | "remove"
  | "read"
  | "reread"

/** A network fault for every n-th request. */
export interface Fault {
  readonly kind: "offline" | "lost" | "hangs" | "busy" | "broken" | "unavailable" | "truncated"
  readonly every: number
}

export type Operation =
  | {
    readonly do: "call"
    readonly tab: number
    readonly what: Exclude<What, "signUp" | "signIn" | "reverify">
    /** The number of concurrent calls. */
    readonly times: number
  }
  | {
    readonly do: "enter"
    readonly tab: number
    readonly what: "signUp" | "signIn" | "reverify"
    readonly name: Name
    readonly isRight: boolean
  }
  /** Interrupts a running call after some scheduler ticks. */
  | { readonly do: "interrupt"; readonly which: number; readonly turns: number }
  | { readonly do: "open" | "close" | "reload"; readonly tab: number }
  /** Views of cached values are opened, refreshed and closed. */
  | { readonly do: "look" | "refresh"; readonly tab: number; readonly shows: Shown }
  | { readonly do: "lookAway"; readonly tab: number; readonly which: number }
  | { readonly do: "wait"; readonly millis: number }
  /** The machine sleeps, with its timers. */
  | { readonly do: "sleep"; readonly millis: number }
  /** Sets the machine's clock. */
  | { readonly do: "clock"; readonly millis: number }
  | { readonly do: "latency"; readonly millis: ReadonlyArray<number> }
  | { readonly do: "fault"; readonly fault: Fault | undefined }
  /** Another device ends every session of a user, or deletes the user. */
  | { readonly do: "revoke" | "erase"; readonly name: Name }
  /** The browser opens a page of the app's server, or signs out there. Has no effect without cookies. */
  | { readonly do: "visit" | "leave"; readonly process: number }
  /** Cookies that the browser had earlier are used again, for example by a backup of its profile. */
  | { readonly do: "revisit"; readonly process: number; readonly which: number }

const minute = 60_000
const day = 1440 * minute

const tab = fc.nat({ max: 2 })
const name = fc.constantFrom(...names)
const is = <const A>(value: A) => fc.constant(value)

/** Operations of the tabs, their browser and the service. */
const kinds: ReadonlyArray<fc.WeightedArbitrary<Operation>> = [
  {
    weight: 10,
    arbitrary: fc.record({
      do: is("call"),
      tab,
      what: fc.constantFrom(
        "get",
        "get",
        "get",
        "signOut",
        "token",
        "headers",
        "update",
        "optimistic",
        "remove",
        "read",
        "reread"
      ),
      times: fc.constantFrom(1, 1, 1, 2, 5)
    })
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: is("enter"),
      tab,
      what: fc.constantFrom("signIn", "signIn", "signUp"),
      name,
      isRight: fc.constantFrom(true, true, true, true, false)
    })
  },
  { weight: 3, arbitrary: fc.record({ do: is("interrupt"), which: fc.nat({ max: 5 }), turns: fc.nat({ max: 40 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("look", "look", "refresh"),
      tab,
      shows: fc.constantFrom("user", "teams")
    })
  },
  { weight: 2, arbitrary: fc.record({ do: is("lookAway"), tab, which: fc.nat({ max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("reload", "open", "close"), tab })
  },
  {
    weight: 9,
    arbitrary: fc.record({ do: is("wait"), millis: fc.constantFrom(0, 1, 49, 50, 99, 100, 100, 500, 1000, 5000) })
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: is("sleep"), millis: fc.constantFrom(minute, 10 * minute, 11 * minute, day) })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is("clock"),
      millis: fc.constantFrom(minute, -minute, 11 * minute, -11 * minute, day, -day)
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is("latency"),
      millis: fc.array(fc.constantFrom(0, 1, 30, 200, 1500), { minLength: 1, maxLength: 4 })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: is("fault"),
      fault: fc.option(
        fc.record({
          kind: fc.constantFrom("offline", "lost", "hangs", "busy", "broken", "unavailable", "truncated"),
          every: fc.integer({ min: 1, max: 3 })
        }),
        { nil: undefined }
      )
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("revoke", "revoke", "erase"), name }) }
]

const process = fc.nat({ max: 1 })

/** Operations on other servers: tokens are handed to them, and they read and set cookies. */
const serverKinds: ReadonlyArray<fc.WeightedArbitrary<Operation>> = [
  // A recording does not contain which calls belong to the separate session of another sign-in. A replay sends its sign-out with
  // the tokens of the client, as `docs/recordings.md` says.
  { weight: 3, arbitrary: fc.record({ do: is("enter"), tab, what: is("reverify"), name, isRight: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: is("call"),
      tab,
      what: fc.constantFrom("recent", "recent", "bearer", "bearer", "headers", "young", "old", "renew"),
      times: fc.constantFrom(1, 1, 1, 2, 5)
    })
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("visit", "visit", "visit", "leave"), process }) },
  { weight: 2, arbitrary: fc.record({ do: is("revisit"), process, which: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: is("sleep"), millis: fc.constantFrom(20_000, 80_000, 5 * minute) }) }
]

/** The most likely cause of mixed sessions: a session change during a slow request. */
const overlap: fc.Arbitrary<ReadonlyArray<Operation>> = fc.record({
  tab,
  other: tab,
  call: fc.constantFrom("get", "update", "remove", "read"),
  isRevoked: fc.boolean(),
  isExpired: fc.constantFrom(true, true, false),
  wait: fc.constantFrom(0, 50, 500),
  event: fc.constantFrom("signOut", "signIn")
}).map(({ call, event, isExpired, isRevoked, other, tab, wait }): ReadonlyArray<Operation> => [
  { do: "fault", fault: undefined },
  { do: "latency", millis: [0] },
  { do: "enter", tab, what: "signIn", name: "ada", isRight: true },
  { do: "wait", millis: 1000 },
  ...isExpired ? [{ do: "sleep", millis: 11 * minute } as const] : [],
  ...isRevoked ? [{ do: "revoke", name: "ada" } as const] : [],
  { do: "latency", millis: [1500] },
  { do: "call", tab, what: call, times: 1 },
  { do: "wait", millis: wait },
  { do: "latency", millis: [0] },
  event === "signOut"
    ? { do: "call", tab: other, what: "signOut", times: 1 }
    : { do: "enter", tab: other, what: "signIn", name: "bob", isRight: true },
  { do: "wait", millis: 5000 }
])

/** Writes started while no user is signed in, just before a sign-in. */
const early: fc.Arbitrary<ReadonlyArray<Operation>> = fc.record({
  tab,
  call: fc.constantFrom("update", "remove", "optimistic"),
  wait: fc.constantFrom(0, 1, 50)
}).map(({ call, tab, wait }) => [
  { do: "fault", fault: undefined },
  { do: "latency", millis: [0] },
  { do: "call", tab, what: "signOut", times: 1 },
  { do: "wait", millis: 1000 },
  { do: "call", tab, what: call, times: 2 },
  { do: "wait", millis: wait },
  { do: "enter", tab, what: "signIn", name: "bob", isRight: true },
  { do: "call", tab, what: call, times: 2 },
  { do: "wait", millis: 1000 }
])

/** Responses of the app's server that arrive after a sign-out, in the browser or on the server. */
const late: fc.Arbitrary<ReadonlyArray<Operation>> = fc.record({
  tab,
  process,
  other: process,
  isExpired: fc.constantFrom(true, true, false),
  isLeft: fc.boolean(),
  // The request arrives after 500 ms, and the response after 1000 ms.
  wait: fc.constantFrom(0, 50, 600, 600, 900),
  next: fc.constantFrom("bob", undefined)
}).map(({ isExpired, isLeft, next, other, process, tab, wait }): ReadonlyArray<Operation> => [
  { do: "fault", fault: undefined },
  { do: "latency", millis: [0] },
  { do: "enter", tab, what: "signIn", name: "ada", isRight: true },
  { do: "wait", millis: 1000 },
  ...isExpired ? [{ do: "sleep", millis: 11 * minute } as const] : [],
  { do: "latency", millis: [500] },
  { do: "visit", process },
  { do: "latency", millis: [0] },
  { do: "wait", millis: wait },
  isLeft ? { do: "leave", process: other } : { do: "call", tab, what: "signOut", times: 1 },
  { do: "wait", millis: 100 },
  ...next === undefined ? [] : [{ do: "enter", tab, what: "signIn", name: next, isRight: true } as const],
  { do: "wait", millis: 1000 },
  { do: "wait", millis: 1000 },
  { do: "visit", process },
  { do: "revisit", process, which: 1 },
  { do: "revisit", process: other, which: 2 },
  { do: "wait", millis: 100 }
])

/** A token is handed out or refreshed after a change by the same tab, or when it is old. */
const handOut: fc.Arbitrary<ReadonlyArray<Operation>> = fc.record({
  tab,
  what: fc.constantFrom("recent", "bearer", "headers", "young", "renew", "renew"),
  isChanged: fc.boolean(),
  sleep: fc.constantFrom(20_000, 76_000, 5 * minute)
}).map(({ isChanged, sleep, tab, what }): ReadonlyArray<Operation> => [
  { do: "fault", fault: undefined },
  { do: "latency", millis: [0] },
  { do: "enter", tab, what: "signIn", name: "ada", isRight: true },
  { do: "wait", millis: 1000 },
  isChanged ? { do: "call", tab, what: "update", times: 1 } : { do: "sleep", millis: sleep },
  { do: "wait", millis: 500 },
  { do: "call", tab, what, times: 1 },
  { do: "wait", millis: 500 }
])

const length = 200

/** Creates sequences of 200 operations, which shrink to any shorter one. */
const makeSequences = (
  one: fc.Arbitrary<Operation>,
  typical: ReadonlyArray<fc.WeightedArbitrary<ReadonlyArray<Operation>>>
): fc.Arbitrary<Array<Operation>> => {
  const piece: fc.Arbitrary<ReadonlyArray<Operation>> = fc.oneof(
    { weight: 60, arbitrary: one.map((operation) => [operation]) },
    ...typical
  )
  const shrunk = fc.array(one, { maxLength: length })
  class Sequences extends fc.Arbitrary<Array<Operation>> {
    generate(random: fc.Random, bias: number | undefined) {
      const operations: Array<Operation> = []
      while (operations.length < length) operations.push(...piece.generate(random, bias).value)
      return new fc.Value(operations.slice(0, length), undefined)
    }
    canShrinkWithoutContext(value: unknown): value is Array<Operation> {
      return shrunk.canShrinkWithoutContext(value)
    }
    shrink(value: Array<Operation>, context: unknown) {
      return shrunk.shrink(value, context)
    }
  }
  return new Sequences()
}

const overlaps = [{ weight: 3, arbitrary: overlap }, { weight: 1, arbitrary: early }]

/** Sequences in which the tabs only talk to the service. A recording contains every event of its tab. */
export const sequences = makeSequences(fc.oneof(...kinds), overlaps)

/** Sequences with the servers of the app. */
export const histories = makeSequences(fc.oneof(...kinds, ...serverKinds), [
  ...overlaps,
  { weight: 2, arbitrary: late },
  { weight: 4, arbitrary: handOut }
])
