/** Requests with credentials in several places: of one session, or of two. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Authentication } from "latchkey/server"
import { jwt } from "../session/support.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import {
  cookie,
  encoded,
  makeSession,
  makeSessionOf,
  request,
  setup,
  type TestSession
} from "./authenticationSupport.ts"

/** The places, in the order in which they are read. */
const places: Readonly<Record<string, (session: TestSession) => Record<string, string>>> = {
  "authorization": (session) => encoded(session),
  "x-stack-auth": (session) => ({ "x-stack-auth": JSON.stringify(session) }),
  "x-hexclave-auth": (session) => ({ "x-hexclave-auth": JSON.stringify(session) }),
  "x-stack-access-token": ({ accessToken, refreshToken }) => ({
    "x-stack-access-token": accessToken,
    "x-stack-refresh-token": refreshToken
  }),
  "cookie": (session) => cookie(session)
}

const names = Object.keys(places)

/** Every assignment of the first session, the second, or none to the places. */
const rows = Array.from(
  { length: 3 ** names.length },
  (_, number) => names.map((_, index) => Math.floor(number / 3 ** index) % 3)
)

const nameOf = (row: ReadonlyArray<number>) =>
  row.flatMap((session, index) => session === 0 ? [] : [`${names[index]}: ${session}`]).join(", ") || "none"

const check = (first: TestSession, second: TestSession) =>
  checkRowsEffect(rows, nameOf, (row) =>
    Effect.gen(function*() {
      const headers = Object.assign(
        {},
        ...row.map((session, index) => session === 0 ? {} : places[names[index]!]!(session === 1 ? first : second))
      ) as Record<string, string>
      const outcome = yield* Effect.match(Authentication.authenticate(request(headers)), {
        onFailure: ({ _tag }) => _tag,
        onSuccess: ({ principal }) => principal._tag
      })
      const sessions = new Set(row.filter((session) => session !== 0))
      assert.strictEqual(
        outcome,
        sessions.size === 0 ? "SignedOut" : sessions.size === 1 ? "User" : "CredentialsConflict"
      )
    }))

describe("authenticate", () => {
  it.effect("authenticate: accepts one session in several places, and refuses two users' sessions", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      yield* check(yield* makeSession("Ada"), yield* makeSession("Bob"))
    }).pipe(Effect.provide(layer))
  })

  it.effect("authenticate: accepts one session in several places, and refuses two sessions of one user", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      const first = yield* makeSession("Ada")
      yield* check(first, yield* makeSessionOf(first.userId))
    }).pipe(Effect.provide(layer))
  })

  it.effect("accepts two access tokens of one user if only one has a session id", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const { payload } = { payload: JSON.parse(atob(session.accessToken.split(".")[1]!)) }
      const without = jwt({ ...payload, refresh_token_id: undefined })
      const outcome = (first: string, second: string) =>
        Effect.match(
          Authentication.authenticate(
            request({ authorization: `Bearer ${first}`, "x-stack-access-token": second })
          ),
          { onFailure: ({ _tag }) => _tag, onSuccess: ({ principal }) => principal._tag }
        )
      assert.strictEqual(yield* outcome(session.accessToken, without), "User")
      assert.strictEqual(
        yield* outcome(session.accessToken, jwt({ ...payload, sub: "another" })),
        "CredentialsConflict"
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("reads JSON of 32 kB in a header, and refuses a longer one", () => {
    const { layer } = setup()
    const json = (length: number) => `{${" ".repeat(length - 2)}}`
    return Effect.gen(function*() {
      const { principal } = yield* Authentication.authenticate(request({ "x-stack-auth": json(32_768) }))
      assert.strictEqual(principal._tag, "SignedOut")
      const error = yield* Effect.flip(Authentication.authenticate(request({ "x-stack-auth": json(32_769) })))
      assert.strictEqual(error._tag, "CredentialsMalformed")
    }).pipe(Effect.provide(layer))
  })

  it.effect("refuses a header with an access token and a malformed refresh token", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      const { accessToken } = yield* makeSession()
      for (const family of ["stack", "hexclave"] as const) {
        for (const refreshToken of ["two words", "a,b", "ü"]) {
          const headers = new Map([[`x-${family}-access-token`, accessToken], [
            `x-${family}-refresh-token`,
            refreshToken
          ]])
          const asked = { method: "GET", url: "/", headers: Object.fromEntries(headers) }
          const error = yield* Effect.flip(Authentication.authenticate(asked))
          assert.deepInclude(
            error,
            { _tag: "CredentialsMalformed", source: `x-${family}-access-token` as const },
            refreshToken
          )
        }
      }
    }).pipe(Effect.provide(layer))
  })
})
