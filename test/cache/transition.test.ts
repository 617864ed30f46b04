import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import fc from "fast-check"
import {
  type EntryEvent,
  type EntryState,
  initialState,
  isRetained,
  type OptimisticPatch,
  throttleDelay,
  transition
} from "../../src/cache/EntryState.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { inShort } from "./support.ts"

type State = EntryState<string, string>
type Event = EntryEvent<string, string>

const patch: OptimisticPatch<string> = { apply: (value) => `${value}+` }
const cause = Cause.fail("boom")

const run = (state: State, now: number, ...events: ReadonlyArray<Event>): State =>
  events.reduce((state, event) => transition(state, event, now), state)

type PlainTag = Exclude<
  Event["_tag"],
  | "FetchSucceeded"
  | "FetchFailed"
  | "PatchAdded"
  | "PatchCommitted"
  | "PatchRolledBack"
  | "SessionChanged"
  | "Hydrated"
>

const tag = (_tag: PlainTag): Event => ({ _tag })
const succeeded = (value: string): Event => ({ _tag: "FetchSucceeded", value })
const failed: Event = { _tag: "FetchFailed", cause }
const added: Event = { _tag: "PatchAdded", patch }
const committed: Event = { _tag: "PatchCommitted", patch }
const rolledBack: Event = { _tag: "PatchRolledBack", patch }
const sessionChanged = (value?: string, isAwaited = false): Event => ({
  _tag: "SessionChanged",
  hydrated: value === undefined ? undefined : { value, readAt: 0 },
  isAwaited
})

const hydrated = (value: string, readAt: number, isAwaited = false): Event => ({
  _tag: "Hydrated",
  hydrated: { value, readAt },
  isAwaited
})

/** `Throttled 1…, wanted, r2` is the phase, the snapshot as `inShort` writes it, the flags that are set, and the run. */
const show = (state: State): string =>
  [
    `${state.phase} ${inShort(state.snapshot).replaceAll("\"", "")}`,
    ...(["isWanted", "isOutdated"] as const).filter((flag) => state[flag]).map((flag) => flag.slice(2).toLowerCase()),
    ...isRetained(state) ? ["retained"] : [],
    `r${state.run}`
  ].join(", ")

const empty: State = initialState<string, string>(undefined)
const throttled = run(empty, 1000, tag("Subscribed"))
const loading = run(throttled, 1000, tag("FetchStarted"))
const ready = run(loading, 1100, succeeded("a"))
const unused = run(ready, 1100, tag("Unsubscribed"))
const refetching = run(ready, 1500, tag("Requested"), tag("FetchStarted"))
const pendingCall = run(ready, 1500, added)
const broken = run(loading, 1100, failed)
const unread = run(broken, 1100, tag("Unsubscribed"))

const states = { empty, throttled, loading, ready, unused, refetching, pendingCall, broken, unread }
const now = 2000

/** `=` is the same object. */
const table: ReadonlyArray<readonly [string, Event, Record<keyof typeof states, string>]> = [
  ["it is read", tag("Read"), {
    empty: "Throttled Pending, wanted, retained, r1",
    throttled: "=",
    loading: "=",
    ready: "=",
    unused: "=",
    refetching: "=",
    pendingCall: "=",
    broken: "=",
    unread: "Idle !boom, r1"
  }],
  ["a subscriber joins", tag("Subscribed"), {
    empty: "Throttled Pending, wanted, retained, r1",
    throttled: "Throttled Pending, wanted, retained, r1",
    loading: "Fetching Pending, retained, r1",
    ready: "Idle a, r1",
    unused: "Idle a, r1",
    refetching: "Fetching a…, r2",
    pendingCall: "Idle a+, r1",
    broken: "Throttled !boom, wanted, retained, r2",
    unread: "Throttled !boom, wanted, retained, r2"
  }],
  ["a subscriber leaves", tag("Unsubscribed"), {
    empty: "Idle Pending, r0",
    throttled: "Throttled Pending, wanted, retained, r1",
    loading: "Fetching Pending, retained, r1",
    ready: "Idle a, r1",
    unused: "Idle a, r1",
    refetching: "Fetching a…, r2",
    pendingCall: "Idle a+, r1",
    broken: "Idle !boom, r1",
    unread: "Idle !boom, r1"
  }],
  ["a fetch is requested", tag("Requested"), {
    empty: "Throttled Pending, wanted, retained, r1",
    throttled: "Throttled Pending, wanted, retained, r1",
    loading: "Fetching Pending, wanted, retained, r1",
    ready: "Throttled a, wanted, r2",
    unused: "Throttled a, wanted, r2",
    refetching: "Fetching a…, wanted, r2",
    pendingCall: "Throttled a+, wanted, r2",
    broken: "Throttled !boom, wanted, retained, r2",
    unread: "Throttled !boom, wanted, retained, r2"
  }],
  ["the fetch starts", tag("FetchStarted"), {
    empty: "=",
    throttled: "Fetching Pending, retained, r1",
    loading: "=",
    ready: "=",
    unused: "=",
    refetching: "=",
    pendingCall: "=",
    broken: "=",
    unread: "="
  }],
  ["the session is unknown", tag("FetchUnavailable"), {
    empty: "=",
    throttled: "Idle Pending, wanted, retained, r1",
    loading: "=",
    ready: "=",
    unused: "=",
    refetching: "=",
    pendingCall: "=",
    broken: "=",
    unread: "="
  }],
  ["the fetch succeeds", succeeded("b"), {
    empty: "=",
    throttled: "=",
    loading: "Idle b, r1",
    ready: "=",
    unused: "=",
    refetching: "Idle b, r2",
    pendingCall: "=",
    broken: "=",
    unread: "="
  }],
  ["the fetch fails", failed, {
    empty: "=",
    throttled: "=",
    loading: "Idle !boom, r1",
    ready: "=",
    unused: "=",
    refetching: "Idle a?, r2",
    pendingCall: "=",
    broken: "=",
    unread: "="
  }],
  ["it is invalidated", tag("Invalidated"), {
    empty: "Idle Pending, outdated, r0",
    throttled: "Throttled Pending, wanted, outdated, retained, r1",
    loading: "Fetching Pending, wanted, outdated, retained, r1",
    ready: "Throttled a, wanted, outdated, r2",
    unused: "Idle a, outdated, r1",
    refetching: "Fetching a…, wanted, outdated, r2",
    pendingCall: "Idle a+, outdated, r1",
    broken: "Throttled !boom, wanted, outdated, retained, r2",
    unread: "Idle !boom, outdated, r1"
  }],
  ["a patch is added", added, {
    empty: "Idle Pending, r0",
    throttled: "Throttled Pending, wanted, retained, r1",
    loading: "Fetching Pending, retained, r1",
    ready: "Idle a+, r1",
    unused: "Idle a+, r1",
    refetching: "Fetching a+…, r2",
    pendingCall: "Idle a++, r1",
    broken: "Idle !boom, r1",
    unread: "Idle !boom, r1"
  }],
  ["the patch is committed", committed, {
    empty: "Idle Pending, outdated, r0",
    throttled: "Throttled Pending, wanted, outdated, retained, r1",
    loading: "Fetching Pending, wanted, outdated, retained, r1",
    ready: "Throttled a, wanted, outdated, r2",
    unused: "Idle a, outdated, r1",
    refetching: "Fetching a…, wanted, outdated, r2",
    pendingCall: "Throttled a+, wanted, outdated, r2",
    broken: "Throttled !boom, wanted, outdated, retained, r2",
    unread: "Idle !boom, outdated, r1"
  }],
  ["the patch is rolled back", rolledBack, {
    empty: "Idle Pending, r0",
    throttled: "Throttled Pending, wanted, retained, r1",
    loading: "Fetching Pending, retained, r1",
    ready: "Idle a, r1",
    unused: "Idle a, r1",
    refetching: "Fetching a…, r2",
    pendingCall: "Idle a, r1",
    broken: "Idle !boom, r1",
    unread: "Idle !boom, r1"
  }],
  ["the session changes", sessionChanged(), {
    empty: "Idle Pending, r1",
    throttled: "Throttled Pending, wanted, retained, r3",
    loading: "Throttled Pending, wanted, retained, r3",
    ready: "Throttled Pending, wanted, retained, r3",
    unused: "Idle Pending, r2",
    refetching: "Throttled Pending, wanted, retained, r4",
    pendingCall: "Throttled Pending, wanted, retained, r3",
    broken: "Throttled Pending, wanted, retained, r3",
    unread: "Idle Pending, r2"
  }],
  ["the session changes to a hydrated value", sessionChanged("h"), {
    empty: "Idle h, r1",
    throttled: "Idle h, r2",
    loading: "Idle h, r2",
    ready: "Idle h, r2",
    unused: "Idle h, r2",
    refetching: "Idle h, r3",
    pendingCall: "Idle h, r2",
    broken: "Idle h, r2",
    unread: "Idle h, r2"
  }],
  ["the session changes to a hydrated value while a caller awaits a refresh", sessionChanged("h", true), {
    empty: "Throttled h, wanted, r2",
    throttled: "Throttled h, wanted, r3",
    loading: "Throttled h, wanted, r3",
    ready: "Throttled h, wanted, r3",
    unused: "Throttled h, wanted, r3",
    refetching: "Throttled h, wanted, r4",
    pendingCall: "Throttled h, wanted, r3",
    broken: "Throttled h, wanted, r3",
    unread: "Throttled h, wanted, r3"
  }],
  ["a server has read a newer value", hydrated("h", 1600), {
    empty: "Idle h, r1",
    throttled: "Idle h, r2",
    loading: "Idle h, r2",
    ready: "Idle h, r2",
    unused: "Idle h, r2",
    refetching: "Idle h, r3",
    pendingCall: "Idle h+, r2",
    broken: "Idle h, r2",
    unread: "Idle h, r2"
  }],
  ["a server has read a newer value while a caller awaits a refresh", hydrated("h", 1600, true), {
    empty: "Throttled h, wanted, r2",
    throttled: "Throttled h, wanted, r3",
    loading: "Throttled h, wanted, r3",
    ready: "Throttled h, wanted, r3",
    unused: "Throttled h, wanted, r3",
    refetching: "Throttled h, wanted, r4",
    pendingCall: "Throttled h+, wanted, r3",
    broken: "Throttled h, wanted, r3",
    unread: "Throttled h, wanted, r3"
  }],
  ["a server has read a value before the refetch started", hydrated("h", 1101), {
    empty: "Idle h, r1",
    throttled: "Idle h, r2",
    loading: "Idle h, r2",
    ready: "Idle h, r2",
    unused: "Idle h, r2",
    refetching: "Fetching h…, r2",
    pendingCall: "Idle h+, r2",
    broken: "Idle h, r2",
    unread: "Idle h, r2"
  }],
  ["a server has read another value before the last answer", hydrated("h", 1000), {
    empty: "Idle h, r1",
    throttled: "Idle h, r2",
    loading: "Fetching h…, r1",
    ready: "Throttled a, wanted, outdated, r2",
    unused: "Idle a, outdated, r1",
    refetching: "Fetching a…, wanted, outdated, r2",
    pendingCall: "Idle a+, outdated, r1",
    broken: "Idle h, r1",
    unread: "Idle h, r1"
  }],
  ["a server has read the same value before the last answer", hydrated("a", 1100), {
    empty: "Idle a, r1",
    throttled: "Idle a, r2",
    loading: "Idle a, r2",
    ready: "=",
    unused: "=",
    refetching: "=",
    pendingCall: "=",
    broken: "Idle a, r2",
    unread: "Idle a, r2"
  }],
  ["a server has read a value that a call has changed since", hydrated("h", -Infinity), {
    empty: "=",
    throttled: "=",
    loading: "=",
    ready: "Throttled a, wanted, outdated, r2",
    unused: "Idle a, outdated, r1",
    refetching: "Fetching a…, wanted, outdated, r2",
    pendingCall: "Idle a+, outdated, r1",
    broken: "=",
    unread: "="
  }],
  ["the entry is disposed", tag("Disposed"), {
    empty: "Idle Pending, r1",
    throttled: "Idle Pending, r2",
    loading: "Idle Pending, r2",
    ready: "Idle a, r2",
    unused: "Idle a, r2",
    refetching: "Idle a, r3",
    pendingCall: "Idle a+, r2",
    broken: "Idle !boom, r2",
    unread: "Idle !boom, r2"
  }]
]

describe("transition", () => {
  for (const [what, event, row] of table) {
    for (const [from, state] of Object.entries(states)) {
      // Sound: the rows are keyed by the names of the states.
      const expected = row[from as keyof typeof states]
      it(`transition from ${from}, ${what}: ${expected === "=" ? "nothing changes" : expected}`, () => {
        const next = transition(state, event, now)
        if (expected === "=") assert.strictEqual(next, state)
        else assert.strictEqual(show(next), expected)
      })
    }
  }

  it("clears a failure 300 ms after its first read without a subscriber, and fetches", () => {
    const read = run(unread, 2000, tag("Read"))
    assert.strictEqual(run(read, 2299, tag("Read")).snapshot._tag, "Failed")
    assert.strictEqual(show(run(read, 2300, tag("Read"))), "Throttled Pending, wanted, retained, r2")
    assert.strictEqual(show(run(read, 1700, tag("Read"))), "Throttled Pending, wanted, retained, r2")
  })

  it("retries a failure for a new subscriber after 300 ms, not before", () => {
    assert.strictEqual(run(unread, 1399, tag("Subscribed")).phase, "Idle")
    assert.strictEqual(run(unread, 1400, tag("Subscribed")).phase, "Throttled")
  })

  it("keeps a patch whose result is known if the value was invalidated during the call", () => {
    const after = run(unused, 1000, added, tag("Invalidated"), { _tag: "PatchCommitted", patch, isKnown: true })
    assert.lengthOf(after.patches, 1)
    assert.lengthOf(run(unused, 1000, added, { _tag: "PatchCommitted", patch, isKnown: true }).patches, 0)
  })

  it("keeps a patch that was committed during a fetch, and drops it after the next fetch", () => {
    const during = run(refetching, now, added, committed, succeeded("b"))
    assert.strictEqual(show(during), "Throttled b+, wanted, outdated, r2")
    assert.strictEqual(show(run(during, now, tag("FetchStarted"), succeeded("c"))), "Idle c, r2")
  })

  it("transition: applies patches in order, and rolls each back separately", () => {
    const other: OptimisticPatch<string> = { apply: (value) => `${value}*` }
    const both = run(ready, now, added, { _tag: "PatchAdded", patch: other })
    assert.strictEqual(inShort(both.snapshot), "\"a+*\"")
    assert.strictEqual(inShort(run(both, now, rolledBack).snapshot), "\"a*\"")
  })

  it("fetches again if the value is invalidated during a fetch without subscribers", () => {
    assert.isTrue(run(refetching, now, tag("Unsubscribed"), tag("Invalidated")).isWanted)
  })

  it("does not throttle the first fetch of another session", () => {
    assert.strictEqual(throttleDelay(run(loading, 1001, sessionChanged()), 1001), -Infinity)
  })

  it("drops a committed patch for a newer value of a server, and keeps a pending one", () => {
    const both = run(unused, 1500, added, { _tag: "PatchAdded", patch: { apply: (value) => `${value}*` } }, committed)
    assert.strictEqual(show(run(both, now, hydrated("h", 1600))), "Idle h*, r2")
  })

  it("fetches an invalidated value after the call of a patch, not during it", () => {
    const invalidated = run(pendingCall, now, tag("Invalidated"))
    assert.strictEqual(invalidated.phase, "Idle")
    assert.strictEqual(run(invalidated, now, rolledBack).phase, "Throttled")
  })
})

describe("throttleDelay", () => {
  it("throttleDelay: waits for the rest of 300 ms, and not longer if the clock was set back", () => {
    assert.isAtMost(throttleDelay(empty, 1000), 0)
    assert.strictEqual(throttleDelay(loading, 1000), 300)
    assert.strictEqual(throttleDelay(loading, 1299), 1)
    assert.isAtMost(throttleDelay(loading, 1300), 0)
    assert.strictEqual(throttleDelay(loading, 0), 300)
  })
})

const anyEvent: fc.Arbitrary<Event> = fc.constantFrom(
  ...table.map(([, event]) => event),
  succeeded("c"),
  sessionChanged(undefined, true)
)

describe("transition, for any sequence of events", () => {
  it("transition: any sequence of events keeps the invariants and does not change the input", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyEvent, fc.nat(5000))), (steps) => {
        let state = Object.freeze(empty)
        for (const [event, now] of steps) {
          const next = Object.freeze(transition(state, event, now))
          assert.isAtLeast(next.run, state.run)
          assert.isTrue(next.phase !== "Throttled" || next.isWanted, "a throttled fetch is wanted")
          assert.isTrue(next.phase !== "Fetching" || next.starts > 0, "a fetch in flight has started")
          assert.isTrue(!isRetained(next) || next.answer === undefined, "only an entry without a value is retained")
          assert.strictEqual(next.snapshot._tag === "Ready", next.answer !== undefined)
          assert.strictEqual(
            next.snapshot._tag === "Ready" ? next.snapshot.value : undefined,
            next.answer && next.patches.reduce((value, { patch }) => patch.apply(value), next.answer.value)
          )
          if (next.snapshot !== state.snapshot) assert.notDeepEqual(next.snapshot, state.snapshot)
          state = next
        }
      }),
      { numRuns: runsOf(300) }
    )
  })
})
