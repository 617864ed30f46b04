import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { Client, Password, Session, Teams, TokenStore, Transport, TransportFailure } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { inspect } from "node:util"
import { Refusal, routes } from "../../examples/server-app.ts"

const origin = "https://app.example.com"
const password = Redacted.make("correct horse")
const users = ["Ada", "Bob"].map((name) => ({
  displayName: name,
  primaryEmail: `${name.toLowerCase()}@example.com`,
  password
}))

const offline: Transport = () => Effect.fail(new TransportFailure({ message: "The network is down" }))

const layerTest = Emulator.layer({ project: { users } })

/** Calls the server in the calling fiber, so that the test clock controls it. */
const server = Effect.map(
  HttpRouter.toHttpEffect(routes({ ...Emulator.serverOptions, origin })),
  (app) =>
    Effect.fnUntraced(function*(path: string, init: RequestInit = {}) {
      const request = HttpServerRequest.fromWeb(new Request(new URL(path, origin), init))
      const response = yield* app.pipe(
        Effect.map((response) => HttpServerResponse.toWeb(response)),
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.scoped
      )
      const text = yield* Effect.promise(() => response.text())
      const { headers, status } = response
      const own = headers.get("cache-control") === "private, no-store" &&
        headers.get("vary") === "Authorization, Cookie, x-stack-auth"
      assert.isTrue(own, `${path} may be cached`)
      return { status, text, cookies: headers.getSetCookie(), refusal: () => decode(text) }
    })
)

const decode = (text: string): typeof Refusal.Type => Schema.decodeUnknownSync(Schema.fromJsonString(Refusal))(text)

/** A device with a signed-in user. */
const device = (name: string) =>
  Effect.tap(
    Layer.build(Layer.fresh(Client.layer(Emulator.clientOptions).pipe(Layer.provide(TokenStore.layerMemory)))),
    (context) => Effect.provide(Password.signIn({ email: `${name.toLowerCase()}@example.com`, password }), context)
  )

const headersOf = Effect.map(Session.authHeaders, (headers) => ({
  "x-stack-auth": Redacted.value(headers["x-stack-auth"])
}))

/** The cookies a browser sends after a response that sets some. */
const jar = (lines: ReadonlyArray<string>) => ({ cookie: lines.map((line) => line.split(";")[0]).join("; ") })

const form = (email: string, secret = "correct horse", from = origin): RequestInit => ({
  method: "POST",
  headers: { origin: from },
  body: JSON.stringify({ email, password: secret })
})

describe("the app server", () => {
  it.effect("refuses a request without a user, with a decodable value", () =>
    Effect.gen(function*() {
      const ask = yield* server
      for (
        const headers of [{}, { "x-stack-auth": "{\"refreshToken\":null,\"accessToken\":null}" }, { cookie: "a=1" }]
      ) {
        const answer = yield* ask("/greeting", { headers })
        assert.strictEqual(answer.status, 401)
        assert.deepStrictEqual(answer.refusal(), { _tag: "SignInRequired" })
        assert.deepStrictEqual(answer.cookies, [])
      }
    }).pipe(Effect.provide(layerTest)))

  it.effect("identifies the user by the header, and keeps that session out of cookies", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const ada = yield* device("Ada")
      const headers = yield* Effect.provide(headersOf, ada)
      assert.strictEqual((yield* ask("/greeting", { headers })).text, "Hello, Ada!")
      yield* TestClock.adjust("11 minutes")
      const later = yield* ask("/greeting", { headers })
      assert.deepStrictEqual([later.text, later.cookies], ["Hello, Ada!", []])
    }).pipe(Effect.provide(layerTest)))

  it.effect("identifies the user by a bearer token until it expires", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const token = yield* Effect.provide(Session.getAccessToken(), yield* device("Ada"))
      const headers = { authorization: `Bearer ${Redacted.value(token!)}` }
      assert.strictEqual((yield* ask("/greeting", { headers })).text, "Hello, Ada!")
      yield* TestClock.adjust("11 minutes")
      assert.deepStrictEqual((yield* ask("/greeting", { headers })).refusal(), { _tag: "SignInRequired" })
    }).pipe(Effect.provide(layerTest)))

  it.effect("the app server signs a browser in with cookies, and returns refreshed tokens", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const { cookies, status } = yield* ask("/sign-in", form("bob@example.com"))
      assert.strictEqual(status, 204)
      assert.lengthOf(cookies, 2)
      for (const line of cookies) assert.include(line, "Secure")
      const soon = yield* ask("/greeting", { headers: jar(cookies) })
      assert.deepStrictEqual([soon.text, soon.cookies], ["Hello, Bob!", []])

      yield* TestClock.adjust("11 minutes")
      const late = yield* ask("/greeting", { headers: jar(cookies) })
      assert.strictEqual(late.text, "Hello, Bob!")
      assert.isTrue(late.cookies.some((line) => line.startsWith("stack-access=") && !cookies.includes(line)))
    }).pipe(Effect.provide(layerTest)))

  it.effect("removes the cookies of an ended session", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const { cookies } = yield* ask("/sign-in", form("bob@example.com"))
      yield* TestClock.adjust("366 days")
      const answer = yield* ask("/greeting", { headers: jar(cookies) })
      assert.strictEqual(answer.status, 401)
      assert.isTrue(answer.cookies.length > 0 && answer.cookies.every((line) => line.includes("Max-Age=0")))
    }).pipe(Effect.provide(layerTest)))

  it.effect("another site's form, a wrong password and an invalid form are refused", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const answers = [
        yield* ask("/sign-in", form("bob@example.com", "correct horse", "https://evil.example")),
        yield* ask("/sign-in", { method: "POST", body: form("bob@example.com").body! }),
        yield* ask("/sign-in", form("bob@example.com", "incorrect horse")),
        yield* ask("/sign-in", form("Bob")),
        yield* ask("/sign-in", { ...form("Bob"), body: "{}" })
      ]
      assert.deepStrictEqual(answers.map(({ status }) => status), [403, 403, 400, 400, 400])
      assert.deepStrictEqual(answers.flatMap(({ cookies }) => cookies), [])
      assert.deepStrictEqual(answers[2]!.refusal(), { _tag: "SignInRefused", reason: "EmailPasswordMismatch" })
    }).pipe(Effect.provide(layerTest)))

  it.effect("returns a team's members only to users who may read them", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const ada = yield* device("Ada")
      const team = yield* Effect.provide(Teams.create({ displayName: "Engines" }), ada)
      const hers = yield* Effect.provide(headersOf, ada)
      const his = yield* Effect.provide(headersOf, yield* device("Bob"))
      const path = `/teams/${team.id}/members`
      assert.deepStrictEqual(JSON.parse((yield* ask(path, { headers: hers })).text), ["ada@example.com"])
      for (
        const [at, headers] of [[path, his], ["/teams/none/members", hers], [
          `/teams/${Emulator.clientOptions.projectId}/members`,
          hers
        ]] as const
      ) {
        const answer = yield* ask(at, { headers })
        assert.strictEqual(answer.status, 403, at)
        assert.deepStrictEqual(answer.refusal(), { _tag: "PermissionRequired", permissionId: "$read_members" })
      }
      assert.strictEqual((yield* ask(path)).status, 401)
    }).pipe(Effect.provide(layerTest)))

  it.effect("many concurrent requests each get the response for their own user", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const both = yield* Effect.forEach(["Ada", "Bob"], (name) =>
        Effect.flatMap(device(name), (device) =>
          Effect.map(Effect.provide(headersOf, device), (headers) => ({ name, headers }))))
      const answers = yield* Effect.forEach(
        Array.from({ length: 100 }, (_, n) =>
          both[n % 2]!),
        ({ headers, name }) =>
          Effect.map(ask("/greeting", { headers }), ({ text }) => text === `Hello, ${name}!`),
        { concurrency: "unbounded" }
      )
      assert.notInclude(answers, false)
    }).pipe(Effect.provide(layerTest)))

  it.effect("reports an unreachable service, which ends no session and logs no token", () =>
    Effect.gen(function*() {
      const ask = yield* server
      const { cookies } = yield* ask("/sign-in", form("bob@example.com"))
      const logged: Array<unknown> = []
      yield* TestClock.adjust("11 minutes")
      const asking = yield* ask("/greeting", { headers: jar(cookies) }).pipe(
        Effect.provideService(Transport, offline),
        Effect.provide(Logger.layer([Logger.make(({ message }) => logged.push(message))])),
        Effect.forkChild
      )
      yield* TestClock.adjust("1 hour")
      const answer = yield* Fiber.join(asking)
      assert.deepStrictEqual([answer.status, answer.cookies], [503, []])
      assert.deepStrictEqual(answer.refusal(), { _tag: "ServiceUnavailable" })
      const log = inspect(logged, { depth: null })
      assert.include(log, "NetworkFailure")
      assert.notMatch(log, new RegExp(`eyJ|${jar(cookies).cookie.split(/[=;]/)[1]}`))
      assert.strictEqual((yield* ask("/greeting", { headers: jar(cookies) })).text, "Hello, Bob!")
    }).pipe(Effect.provide(layerTest)))
})
