/** Inputs that the caller has frozen, for every endpoint and for the functions that redact fields. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CurrentUser } from "latchkey"
import { Users } from "latchkey/server"
import { prepare } from "../../src/call/prepare.ts"
import { endpoints } from "../../src/wire/endpoints.ts"
import { layerTest, signUp } from "../emulator/support.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import { inputsOf } from "../support/samples.ts"

/** Freezes plain objects and lists. Dates and secrets are values. */
const freeze = <A>(value: A): A => {
  if (typeof value !== "object" || value === null || value instanceof Date || Redacted.isRedacted(value)) return value
  Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

const rows = endpoints.flatMap((endpoint) =>
  inputsOf(endpoint, () => "dXNlcg").map((input, index) => ({ endpoint, input, index }))
)

describe("prepare", () => {
  it("prepare: encodes frozen input like any other, for every endpoint", () => {
    checkRows(rows, ({ endpoint, index }) => `${endpoint.id}, input ${index + 1}`, ({ endpoint, input }) => {
      const expected = prepare("https://api.test", endpoint, input)
      assert.isObject(expected)
      assert.deepStrictEqual(prepare("https://api.test", endpoint, freeze(input)), expected)
    })
  })
})

const secret = "correct horse battery"

describe("a function that redacts fields", () => {
  /** Calls with inputs that have a secret. */
  const calls = [
    {
      name: "Users.create",
      input: { primaryEmail: "bob@example.com", primaryEmailAuthEnabled: true, password: secret },
      run: (input: object) => Users.create(input)
    },
    {
      name: "Users.update",
      input: { password: secret },
      run: (input: object) => Effect.flatMap(CurrentUser.get({ or: "throw" }), ({ id }) => Users.update(id, input))
    },
    {
      name: "CurrentUser.update",
      input: { displayName: "Ada", totpSecretBase64: btoa("a secret of 20 bytes") },
      run: (input: object) => CurrentUser.update(input)
    }
  ]
  const forms = { plain: <A>(input: A) => input, frozen: freeze }

  it.effect("a redacting function does not change the caller's object, and accepts a frozen one", () =>
    checkRowsEffect(
      calls.flatMap((row) => Object.entries(forms).map(([form, make]) => ({ ...row, form, make }))),
      ({ form, name }) => `${name}, ${form}`,
      ({ input, make, run }) =>
        Effect.gen(function*() {
          yield* signUp()
          const given = make({ ...input })
          yield* run(given)
          assert.deepStrictEqual<object>(given, input)
        }).pipe(Effect.provide(Layer.fresh(layerTest())))
    ))
})
