import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Cookies } from "latchkey"
import { keep, take } from "../../../src/auth/oauth/pkce.ts"

/** A cookie jar that records its operations. */
const makeJar = (initial: Readonly<Record<string, string>> = {}) => {
  const values = new Map(Object.entries(initial))
  const actions: Array<string> = []
  const service = Cookies.Cookies.of({
    all: Effect.sync(() => Array.from(values, ([name, value]) => ({ name, value }))),
    set: (name, value, { maxAge }) =>
      Effect.sync(() => {
        actions.push(`set ${name} for ${maxAge}`)
        values.set(name, value)
      }),
    remove: (name) =>
      Effect.sync(() => {
        actions.push(`remove ${name}`)
        values.delete(name)
      })
  })
  return { actions, values, use: Effect.provideService(Cookies.Cookies, service) }
}

const valueOf = Effect.map((verifier: Redacted.Redacted<string> | undefined) => verifier && Redacted.value(verifier))

describe("keep", () => {
  it.effect("sets one cookie for an hour, and keeps five flows", () =>
    Effect.gen(function*() {
      const jar = makeJar({ other: "x" })
      for (const state of ["1", "2", "3", "4", "5", "6"]) yield* jar.use(keep(state, Redacted.make(`v${state}`)))
      assert.strictEqual(jar.actions[0], "set stack-oauth-outer-1 for 3600")
      assert.deepStrictEqual(jar.actions.filter((action) => action.startsWith("remove")), [
        "remove stack-oauth-outer-1"
      ])
      assert.deepStrictEqual([...jar.values.keys()], ["other", ...[2, 3, 4, 5, 6].map((n) => `stack-oauth-outer-${n}`)])
    }))
})

describe("take", () => {
  for (const prefix of ["stack-oauth-outer-", "hexclave-oauth-outer-"]) {
    it.effect(`returns the verifier of ${prefix} once, and removes only that cookie`, () =>
      Effect.gen(function*() {
        const jar = makeJar({ [`${prefix}1`]: "v1", [`${prefix}2`]: "v2" })
        assert.strictEqual(yield* jar.use(valueOf(take("1"))), "v1")
        assert.deepStrictEqual(jar.actions, [`remove ${prefix}1`])
        assert.isUndefined(yield* jar.use(valueOf(take("1"))))
        assert.strictEqual(jar.actions.length, 1)
      }))
  }

  it.effect("treats an empty cookie as absent", () =>
    Effect.gen(function*() {
      const jar = makeJar({ "stack-oauth-outer-1": "", "hexclave-oauth-outer-1": "v1" })
      assert.strictEqual(yield* jar.use(valueOf(take("1"))), "v1")
      const empty = makeJar({ "stack-oauth-outer-1": "" })
      assert.isUndefined(yield* empty.use(valueOf(take("1"))))
      assert.deepStrictEqual(empty.actions, ["remove stack-oauth-outer-1"])
    }))
})
