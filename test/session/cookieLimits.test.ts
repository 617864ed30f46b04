/** Sessions whose cookies are around the maximum size of 4096 bytes, which browsers share. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CookieTokenStore, Tokens, TokenStore } from "latchkey"
import { type Jar, makeJar } from "../support/host.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { projectId } from "./support.ts"

const limit = 4096
const plainName = `stack-refresh-${projectId}--default`
const hostName = `__Host-${plainName}`

const open = (jar: Jar) =>
  Effect.map(
    Layer.build(Layer.fresh(Layer.provide(CookieTokenStore.layer({ projectId }), jar.layer()))),
    Context.get(TokenStore.TokenStore)
  )

const refreshSize = (name: string, refreshToken: string) =>
  `${name}=${encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 0 }))}`.length

const accessSize = (refreshToken: string, accessToken: string) =>
  `stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`.length

/** Stores a session, and returns the names of its cookies. The store itself always returns the session. */
const namesOf = Effect.fnUntraced(function*(refreshToken: string, accessToken: string | undefined) {
  const jar = yield* makeJar
  const store = yield* open(jar)
  const tokens = Tokens.make({ refreshToken, accessToken })!
  yield* store.modify(() => tokens)
  const found = yield* store.get
  assert.strictEqual(found?.refreshToken && Redacted.value(found.refreshToken), refreshToken)
  assert.strictEqual(found?.accessToken && Redacted.value(found.accessToken), accessToken)
  return Object.keys(jar.values())
})

/** The difference of the sizes of the two names. */
const prefix = "__Host-".length

describe("CookieTokenStore", () => {
  it.effect("stores a refresh token under the first name that leaves room for it", () =>
    checkRowsEffect(
      [-1, 0, 1, prefix - 1, prefix, prefix + 1],
      (over) => `${over} bytes over the limit`,
      (over) =>
        Effect.gen(function*() {
          const token = "r".repeat(limit + over - refreshSize(hostName, ""))
          assert.strictEqual(refreshSize(hostName, token), limit + over)
          const expected = over <= 0 ? [hostName] : over <= prefix ? [plainName] : []
          assert.deepStrictEqual(yield* namesOf(token, undefined), expected)
        })
    ))

  it.effect("stores an access token if both cookies together leave room for it", () =>
    checkRowsEffect([-1, 0, 1], (over) => `${over} bytes over the limit`, (over) =>
      Effect.gen(function*() {
        const token = "a".repeat(limit + over - refreshSize(hostName, "r") - accessSize("r", ""))
        assert.strictEqual(refreshSize(hostName, "r") + accessSize("r", token), limit + over)
        const expected = over <= 0 ? [hostName, "stack-access"] : [hostName]
        assert.sameMembers(yield* namesOf("r", token), expected)
      })))
})
