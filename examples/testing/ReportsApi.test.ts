/**
 * Tests of a server with Effect's `HttpApi`, in the calling fiber: a client in memory, the emulator, and a test clock.
 *
 * Run them with `npm exec -- vitest run examples/testing`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApiTest from "effect/http-api/HttpApiTest"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Password, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import * as HttpApiAuth from "latchkey/http-api"
import { Authentication, SignInRequired, TeamMembershipRequired } from "latchkey/server"
import * as ReportsApi from "./ReportsApi.ts"

const ada = { email: "ada@example.com", password: Redacted.make("correct horse") }

/** The server over an emulator with one user, Ada, and a client with the session of the test. */
const ServerTest = ReportsApi.layer.pipe(
  Layer.provideMerge([HttpApiAuth.layer(), HttpApiAuth.layerClientTest, HttpServer.layerServices]),
  Layer.provide(Authentication.layer({ ...Emulator.serverOptions, origin: "https://app.example.com" })),
  Layer.provideMerge(Emulator.layerClient({
    project: { users: [{ primaryEmail: ada.email, password: ada.password, displayName: "Ada" }] }
  }))
)

const connect = HttpApiTest.groups(ReportsApi.Api, ["public", "reports"])

describe("the API of reports", () => {
  it.effect("shows reports and a greeting to the signed-in user", () =>
    Effect.gen(function*() {
      const client = yield* connect
      yield* Password.signIn(ada)
      assert.deepStrictEqual(yield* client.reports.list(), ["Ada's engines"])
      assert.strictEqual(yield* client.public.greeting(), "Hello, Ada!")
    }).pipe(Effect.provide(ServerTest)))

  it.effect("refuses a signed-out user with SignInRequired, except for the greeting", () =>
    Effect.gen(function*() {
      const client = yield* connect
      assert.instanceOf(yield* Effect.flip(client.reports.list()), SignInRequired)
      assert.strictEqual(yield* client.public.greeting(), "Hello!")
    }).pipe(Effect.provide(ServerTest)))

  it.effect("refuses a user who is not a member of the team, and names the team", () =>
    Effect.gen(function*() {
      const client = yield* connect
      yield* Password.signIn(ada)
      const team = "11111111-2222-4333-8444-555555555555"
      const error = yield* Effect.flip(client.reports.listOfTeam({ params: { team } }))
      assert.instanceOf(error, TeamMembershipRequired)
      assert.deepInclude(error, { teamId: team })
    }).pipe(Effect.provide(ServerTest)))

  it.effect("pays out for five minutes after the sign-in, and again after the next one", () =>
    Effect.gen(function*() {
      const client = yield* connect
      yield* Password.signIn(ada)
      assert.strictEqual(yield* client.reports.payOut(), "Paid")
      yield* TestClock.adjust("6 minutes")
      const error = yield* Effect.flip(client.reports.payOut())
      assert.deepInclude(error, { _tag: "RecentSignInRequired", maxAge: 300 })
      yield* Password.signIn(ada)
      assert.strictEqual(yield* client.reports.payOut(), "Paid")
    }).pipe(Effect.provide(ServerTest)))

  it.effect("lists reports after the access token has expired, with a new one", () =>
    Effect.gen(function*() {
      const client = yield* connect
      yield* Password.signIn(ada)
      const first = Redacted.value((yield* Session.getAccessToken())!)
      yield* TestClock.adjust("11 minutes")
      assert.deepStrictEqual(yield* client.reports.list(), ["Ada's engines"])
      assert.notStrictEqual(Redacted.value((yield* Session.getAccessToken())!), first)
    }).pipe(Effect.provide(ServerTest)))
})
