/** Calls with the access tokens of two sessions: a user's, and that of the project's owner. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Server } from "latchkey/server"
import { call, type Credentials } from "../../src/call/call.ts"
import { endpoint } from "../../src/wire/Endpoint.ts"
import { struct } from "../../src/wire/Struct.ts"
import { success } from "../../src/wire/success.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { jwt, knownError, layerServer, layerWire, response, Wire } from "../support/Wire.ts"

const tokenOf = (session: string, number: number) => jwt({ sub: session, iat: 0, exp: 4_000_000_000, number })

/** The credentials of a session. Its first access token has the number 1, and each refresh issues the next one. */
const makeCredentials = (session: string): Credentials => {
  let number = 1
  const tokens = Effect.sync(() => ({
    refreshToken: Redacted.make(`refresh-of-${session}`),
    accessToken: Redacted.make(tokenOf(session, number))
  }))
  return {
    tokens,
    storedTokens: tokens,
    currentTokens: tokens,
    expire: (token) =>
      Effect.sync(() => {
        if (Redacted.value(token) === tokenOf(session, number)) number++
      })
  }
}

const described = endpoint("test", "POST", "/admin", { level: "server", session: "optional" }, () => ({
  payload: struct({}),
  success
}))

type Tokens = readonly [user: number | undefined, owner: number | undefined]

/** The numbers of the tokens in the requests. */
const sent = Effect.map(Wire, ({ calls }) =>
  calls.map(({ headers }): Tokens => {
    const numberOf = (session: string, header: string) =>
      [1, 2, 3].find((number) => headers[header] === tokenOf(session, number))
    return [numberOf("user", "x-stack-access-token"), numberOf("owner", "x-stack-admin-access-token")]
  }))

const refusals = {
  user: knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 }),
  owner: knownError("ADMIN_ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 0 })
}

describe("a call for a user and an owner", () => {
  // Each refusal renews one token. The other token stays in the request.
  const rows: ReadonlyArray<
    { readonly refused: ReadonlyArray<"user" | "owner">; readonly tokens: ReadonlyArray<Tokens> }
  > = [
    { refused: [], tokens: [[1, 1]] },
    { refused: ["user"], tokens: [[1, 1], [2, 1]] },
    { refused: ["owner"], tokens: [[1, 1], [1, 2]] },
    { refused: ["user", "owner"], tokens: [[1, 1], [2, 1], [2, 2]] }
  ]

  it.effect("a call for a user and an owner renews only the refused token, and keeps the other one", () =>
    checkRowsEffect(
      rows,
      ({ refused }) => refused.join(", ") || "nothing is refused",
      ({ refused, tokens }) =>
        Effect.gen(function*() {
          const { caller } = yield* Server.Server
          const both = { ...caller, credentials: makeCredentials("user"), owner: makeCredentials("owner") }
          yield* call(both, described, { payload: {} })
          assert.deepStrictEqual(yield* sent, tokens)
        }).pipe(Effect.provide(
          layerServer(layerWire((_request, index) => {
            const session = refused[index]
            return session === undefined ? response(200, { success: true }) : refusals[session]
          }))
        ))
    ))
})

describe("a call whose session is optional", () => {
  const expired = refusals.user

  it.effect("a call with an optional session reports a wrong clock only for a new access token", () =>
    checkRowsEffect(
      [{ endpoint: described, reason: "UndeclaredError", sessions: 3 }, {
        endpoint: { ...described, session: true as const },
        reason: "ClockSkewError",
        sessions: 2
      }],
      ({ endpoint }) => `session: ${endpoint.session}`,
      ({ endpoint, reason, sessions }) =>
        Effect.gen(function*() {
          const { caller } = yield* Server.Server
          const error = yield* Effect.flip(call({ ...caller, credentials: makeCredentials("user") }, endpoint, {
            payload: {}
          }))
          assert.strictEqual<unknown>("reason" in error && error.reason._tag, reason)
          assert.deepStrictEqual(
            (yield* sent).map(([user]) => user),
            [1, 2, undefined].slice(0, sessions)
          )
        }).pipe(Effect.provide(layerServer(layerWire(() => expired))))
    ))
})
