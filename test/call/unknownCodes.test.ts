import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { Password } from "latchkey"
import { checkRowsEffect } from "../support/mismatches.ts"
import { knownError, layerClient, layerWire, response } from "../support/Wire.ts"

const password = "correct horse battery"

/** Calls with this response, and returns the log. */
const logOf = (answer: Parameters<typeof layerWire>[0]) =>
  Effect.suspend(() => {
    const logged: Array<unknown> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push([logLevel, ...[message].flat()].join(" ")))
    return Password.signIn({ email: "ada@example.com", password: Redacted.make(password) }).pipe(
      Effect.exit,
      Effect.as(logged),
      Effect.provide(Layer.mergeAll(layerClient(layerWire(answer)), Logger.layer([logger])))
    )
  })

describe("a call", () => {
  it.effect("logs an error code that this version does not know, without the values of the response", () =>
    Effect.gen(function*() {
      const [line, ...others] = yield* logOf(() => knownError("NEW_CODE", 400, { password }))
      assert.deepStrictEqual(others, [])
      assert.match(String(line), /^Warn/)
      for (const text of ["password.signIn", "NEW_CODE"]) assert.include(String(line), text)
      assert.notInclude(String(line), password)
    }))

  it.effect("logs nothing for other failures", () =>
    checkRowsEffect(
      [
        { name: "declared", answer: () => knownError("EMAIL_PASSWORD_MISMATCH", 400) },
        { name: "known, but not declared", answer: () => knownError("TEAM_NOT_FOUND", 404, { team_id: "a" }) },
        {
          name: "an error of the project",
          answer: () => knownError("CURRENT_PROJECT_NOT_FOUND", 400, { project_id: "a" })
        },
        { name: "a refusal without a code", answer: () => response(400, "No") },
        { name: "no JSON", answer: () => response(200, "<html>") }
      ],
      ({ name }) => name,
      ({ answer }) => Effect.map(logOf(answer), (logged) => assert.deepStrictEqual(logged, []))
    ))
})
