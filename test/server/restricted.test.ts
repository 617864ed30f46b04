/** A restricted user of a request to an app's server. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { RequestHost, Teams, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { CurrentUser, Server, Users } from "latchkey/server"
import { configure, projectId, recorded, signUp } from "../emulator/support.ts"

const { secretServerKey } = Emulator.serverOptions

/** A server level for one request, whose headers contain a session's tokens. */
const serving = (tokens: { readonly refreshToken: string; readonly accessToken: string }) => {
  const headers = { "x-stack-auth": JSON.stringify(tokens) }
  const host = RequestHost.layer(new Request("https://app.example.com/orders", { headers }), { projectId })
  return Server.layer({ projectId, secretServerKey }).pipe(Layer.provide(host))
}

/** An emulator that requires verified email addresses, and the routes of its received requests. */
const strict = () => {
  const { layer, requests } = recorded({ project: { config: { requireEmailVerification: true } } })
  const routes = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)
  return { layer, requests, routes }
}

/** Signs a user up in a browser, and returns the tokens that the browser sends. */
const signedUp = Effect.map(
  signUp().pipe(Effect.provide(Server.layer({ projectId, secretServerKey }).pipe(Layer.provide(TokenStore.layerNone)))),
  ({ tokens, userId }) => ({
    userId,
    tokens: { refreshToken: Redacted.value(tokens.refreshToken), accessToken: Redacted.value(tokens.accessToken!) }
  })
)

describe("CurrentUser.get on a server, for a restricted user", () => {
  it.effect("returns null, and the user with includeRestricted", () => {
    const { layer } = strict()
    return Effect.gen(function*() {
      const { tokens, userId } = yield* signedUp
      yield* Effect.gen(function*() {
        for (const or of [undefined, "return-null", "anonymous-if-exists"] as const) {
          assert.isNull(yield* CurrentUser.get({ or }))
          assert.strictEqual((yield* CurrentUser.get({ or, includeRestricted: true }))?.id, userId)
        }
        const error = yield* Effect.flip(CurrentUser.get({ or: "throw" }))
        assert.deepStrictEqual(error._tag === "UserNotSignedIn" && error.restrictedReason, {
          type: "email_not_verified"
        })
        assert.strictEqual((yield* CurrentUser.get({ or: "throw", includeRestricted: true })).id, userId)
      }).pipe(Effect.provide(serving(tokens)))
    }).pipe(Effect.provide(layer))
  })

  it.effect("CurrentUser.get: returns null for a user restricted after the token was issued", () => {
    const { layer } = strict()
    return Effect.gen(function*() {
      yield* configure({ requireEmailVerification: false })
      const { tokens, userId } = yield* signedUp
      assert.strictEqual((yield* CurrentUser.get().pipe(Effect.provide(serving(tokens))))?.id, userId)
      yield* Effect.andThen(Users.update(userId, { restrictedByAdmin: true }), CurrentUser.get()).pipe(
        Effect.tap((user) => Effect.sync(() => assert.isNull(user))),
        Effect.provide(serving(tokens))
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("refreshes once, with the read that shows a verification on another device", () => {
    const { layer, requests, routes } = strict()
    return Effect.gen(function*() {
      const { tokens, userId } = yield* signedUp
      yield* configure({ requireEmailVerification: false })
      requests.length = 0
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
        assert.deepStrictEqual(routes(), ["GET /users/me", "POST /auth/sessions/current/refresh"])
        yield* Teams.list
        yield* CurrentUser.get()
      }).pipe(Effect.provide(serving(tokens)))
      assert.deepStrictEqual(routes(), [
        "GET /users/me",
        "POST /auth/sessions/current/refresh",
        "GET /teams",
        "GET /users/me"
      ])
    }).pipe(Effect.provide(layer))
  })
})
