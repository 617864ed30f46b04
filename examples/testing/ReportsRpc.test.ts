/**
 * Tests of a server with Effect's `Rpc`, in the calling fiber: a client in memory, the emulator, and a test clock.
 *
 * Run them with `npm exec -- vitest run examples/testing`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Password, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as RpcAuth from "latchkey/rpc"
import { AccessToken, Authentication, Authorization, SignInRequired } from "latchkey/server"

const Reports = RpcGroup.make(
  Rpc.make("list", { success: Schema.Array(Schema.String), error: RpcAuth.AuthErrors })
).middleware(RpcAuth.RequireAuth)

const handlers = Reports.toLayer({
  list: () => Effect.map(Authorization.requireUser, ({ claims }) => [`${claims.name}'s engines`])
})

const ada = { email: "ada@example.com", password: Redacted.make("correct horse") }

/** The server over an emulator with one user, Ada, and a client with the session of the test. */
const ServerTest = Layer.mergeAll(handlers, RpcAuth.layer(), RpcAuth.layerClient).pipe(
  Layer.provide(Authentication.layer(Emulator.serverOptions)),
  Layer.provideMerge(Emulator.layerClient({
    project: { users: [{ primaryEmail: ada.email, password: ada.password, displayName: "Ada" }] }
  }))
)

describe("the procedures of reports", () => {
  it.effect("list reports for the signed-in user only", () =>
    Effect.gen(function*() {
      const client = yield* RpcTest.makeClient(Reports)
      assert.instanceOf(yield* Effect.flip(client.list()), SignInRequired)
      yield* Password.signIn(ada)
      assert.deepStrictEqual(yield* client.list(), ["Ada's engines"])
    }).pipe(Effect.provide(ServerTest)))

  it.effect("refuse a message with a token that has expired", () =>
    Effect.gen(function*() {
      const client = yield* RpcTest.makeClient(Reports)
      yield* Password.signIn(ada)
      const authorization = Redacted.value((yield* Session.authorizationHeader)!)
      yield* TestClock.adjust("11 minutes")
      const late = client.list(undefined, { headers: { authorization } })
      assert.instanceOf(yield* Effect.flip(late), AccessToken.AccessTokenExpired)
      assert.deepStrictEqual(yield* client.list(), ["Ada's engines"])
    }).pipe(Effect.provide(ServerTest)))
})
