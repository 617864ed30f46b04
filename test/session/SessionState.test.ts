import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import fc from "fast-check"
import { ApiError, ApiErrors, Tokens } from "latchkey"
import { type SessionEvent, type SessionState, tokensOf, transition } from "../../src/session/SessionState.ts"
import { runsOf } from "../support/propertyRuns.ts"

const tokens = (refreshToken: string, accessToken?: string): Tokens.Tokens =>
  Tokens.make({ refreshToken, accessToken })!

const failure = (status: number) =>
  new ApiError({
    endpoint: "oauth.refresh",
    reason: new ApiErrors.ServiceUnavailable({ status, message: `The service responded with ${status}` })
  })

const [error, laterError] = [failure(503), failure(500)]

/** `a1` is session a with access token 1; `a` is the same session without an access token. */
const named = (name: string) => tokens(name[0]!, name[1])
const name = (tokens: Tokens.Tokens) =>
  Redacted.value(tokens.refreshToken!) + (tokens.accessToken ? Redacted.value(tokens.accessToken) : "")

const show = (state: SessionState): string => {
  const tokens = tokensOf(state)
  const suffix = state._tag === "Stale" && state.error !== error ? " again" : ""
  return tokens === undefined ? state._tag : `${state._tag} ${name(tokens)}${suffix}`
}

const states = {
  Loading: { _tag: "Loading" },
  SignedOut: { _tag: "SignedOut" },
  Active: { _tag: "Active", tokens: named("a1") },
  Refreshing: { _tag: "Refreshing", tokens: named("a1") },
  Stale: { _tag: "Stale", tokens: named("a1"), error }
} as const satisfies Record<SessionState["_tag"], SessionState>

const observed = (name: string | undefined): SessionEvent => ({
  _tag: "Observed",
  tokens: name === undefined ? name : named(name)
})
const started = (name: string): SessionEvent => ({ _tag: "RefreshStarted", tokens: named(name) })
const failed = (name: string, reason = error): SessionEvent => ({
  _tag: "RefreshFailed",
  tokens: named(name),
  error: reason
})
const ended = (name: string): SessionEvent => ({ _tag: "RefreshEnded", tokens: named(name) })

/** `=` means the same object. */
const table: ReadonlyArray<readonly [string, SessionEvent, Record<keyof typeof states, string>]> = [
  ["no tokens are found", observed(undefined), {
    Loading: "SignedOut",
    SignedOut: "=",
    Active: "SignedOut",
    Refreshing: "SignedOut",
    Stale: "SignedOut"
  }],
  ["the same tokens are found", observed("a1"), {
    Loading: "Active a1",
    SignedOut: "Active a1",
    Active: "=",
    Refreshing: "=",
    Stale: "="
  }],
  ["a new access token is found", observed("a2"), {
    Loading: "Active a2",
    SignedOut: "Active a2",
    Active: "Active a2",
    Refreshing: "Active a2",
    Stale: "Active a2"
  }],
  ["the access token is gone", observed("a"), {
    Loading: "Active a",
    SignedOut: "Active a",
    Active: "Active a",
    Refreshing: "Active a",
    Stale: "Active a"
  }],
  ["another session is found", observed("b1"), {
    Loading: "Active b1",
    SignedOut: "Active b1",
    Active: "Active b1",
    Refreshing: "Active b1",
    Stale: "Active b1"
  }],
  ["a refresh starts", started("a1"), {
    Loading: "=",
    SignedOut: "=",
    Active: "Refreshing a1",
    Refreshing: "=",
    Stale: "Refreshing a1"
  }],
  ["a refresh of another session starts", started("b1"), {
    Loading: "=",
    SignedOut: "=",
    Active: "=",
    Refreshing: "=",
    Stale: "="
  }],
  ["the refresh fails", failed("a1"), {
    Loading: "=",
    SignedOut: "=",
    Active: "Stale a1",
    Refreshing: "Stale a1",
    Stale: "="
  }],
  ["the refresh fails in another way", failed("a1", laterError), {
    Loading: "=",
    SignedOut: "=",
    Active: "Stale a1 again",
    Refreshing: "Stale a1 again",
    Stale: "Stale a1 again"
  }],
  ["a refresh of another session fails", failed("b1"), {
    Loading: "=",
    SignedOut: "=",
    Active: "=",
    Refreshing: "=",
    Stale: "="
  }],
  ["the refresh ends", ended("a1"), { Loading: "=", SignedOut: "=", Active: "=", Refreshing: "Active a1", Stale: "=" }],
  ["a refresh of another session ends", ended("b1"), {
    Loading: "=",
    SignedOut: "=",
    Active: "=",
    Refreshing: "=",
    Stale: "="
  }]
]

describe("transition", () => {
  for (const [what, event, row] of table) {
    for (const [from, state] of Object.entries(states)) {
      // Sound: the rows are keyed by state names.
      const expected = row[from as keyof typeof states]
      it(`${from}, ${what}: ${expected === "=" ? "unchanged" : expected}`, () => {
        const next = transition(state, event)
        if (expected === "=") assert.strictEqual(next, state)
        else assert.strictEqual(show(next), expected)
      })
    }
  }

  it("keeps the newer access token if a refresh of an older one fails", () => {
    const state: SessionState = { _tag: "Active", tokens: named("a2") }
    assert.strictEqual(transition(state, failed("a1")), state)
  })

  it("transition: is Stale if a refresh fails after its access token was marked as expired", () => {
    assert.strictEqual(show(transition({ _tag: "Active", tokens: named("a") }, failed("a1"))), "Stale a")
  })
})

const anyTokens = fc.constantFrom("a", "a1", "a2", "b", "b1").map(named)
const anyError = fc.constantFrom(error, laterError)
const anyState: fc.Arbitrary<SessionState> = fc.oneof(
  fc.constantFrom(states.Loading, states.SignedOut),
  anyTokens.map((tokens) => ({ _tag: "Active" as const, tokens })),
  anyTokens.map((tokens) => ({ _tag: "Refreshing" as const, tokens })),
  fc.tuple(anyTokens, anyError).map(([tokens, error]) => ({ _tag: "Stale" as const, tokens, error }))
)
const anyObserved = fc.option(anyTokens, { nil: undefined }).map((tokens) => ({ _tag: "Observed" as const, tokens }))
const anyRefreshEvent: fc.Arbitrary<Exclude<SessionEvent, { readonly _tag: "Observed" }>> = fc.oneof(
  anyTokens.map((tokens) => ({ _tag: "RefreshStarted" as const, tokens })),
  fc.tuple(anyTokens, anyError).map(([tokens, error]) => ({ _tag: "RefreshFailed" as const, tokens, error })),
  anyTokens.map((tokens) => ({ _tag: "RefreshEnded" as const, tokens }))
)
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(anyObserved, anyRefreshEvent)

describe("transition, any sequence of events", () => {
  const runs = { numRuns: runsOf(300) }

  it("returns a known state, and never Loading again", () => {
    fc.assert(
      fc.property(anyState, fc.array(anyEvent), (state, events) => {
        for (const event of events) {
          const next = transition(state, event)
          assert.include(["Loading", "SignedOut", "Active", "Refreshing", "Stale"], next._tag)
          assert.isTrue(next._tag !== "Loading" || state._tag === "Loading")
          state = next
        }
      }),
      runs
    )
  })

  it("holds the tokens last observed in the store", () => {
    fc.assert(
      fc.property(anyState, anyObserved, fc.array(anyRefreshEvent), (state, event, later) => {
        const last = later.reduce<SessionState>(transition, transition(state, event))
        assert.isTrue(Tokens.isSame(tokensOf(last), event.tokens))
      }),
      runs
    )
  })

  it("transition: a repeated observation changes no state", () => {
    fc.assert(
      fc.property(anyState, anyObserved, (state, event) => {
        const once = transition(state, event)
        assert.strictEqual(transition(once, event), once)
      }),
      runs
    )
  })

  it("is unchanged by a refresh of another session", () => {
    fc.assert(
      fc.property(anyState, anyRefreshEvent, (state, event) => {
        fc.pre(!Tokens.isSameSession(tokensOf(state), event.tokens))
        assert.strictEqual(transition(state, event), state)
      }),
      runs
    )
  })

  it("never signs a user in or out because of a refresh", () => {
    fc.assert(
      fc.property(anyState, anyRefreshEvent, (state, event) => {
        assert.isTrue(Tokens.isSame(tokensOf(transition(state, event)), tokensOf(state)))
      }),
      runs
    )
  })

  it("returns the same object if nothing changes", () => {
    fc.assert(
      fc.property(anyState, anyEvent, (state, event) => {
        const next = transition(state, event)
        const errorOf = (state: SessionState) => state._tag === "Stale" ? state.error : undefined
        const equal = next._tag === state._tag && Tokens.isSame(tokensOf(next), tokensOf(state)) &&
          errorOf(next) === errorOf(state)
        assert.strictEqual(next === state, equal)
      }),
      runs
    )
  })
})
