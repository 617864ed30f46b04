import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, CurrentUser, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { connect } from "node:net"
import { turn } from "../support/turns.ts"
import { clientHeaders, failure, layerTest, serverHeaders, signUp, tagsOf } from "./support.ts"

const get = (url: string, init?: RequestInit) => Effect.promise(() => fetch(url, init))

const portOf = (url: string) => Number(new URL(url).port)

describe("serve", () => {
  const layer = Emulator.layerWithoutTransport()

  it.live("serve: listens on loopback, on a free port that it returns", () =>
    Effect.gen(function*() {
      const [one, another] = [yield* serve(), yield* serve()]
      assert.match(one.url, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.notStrictEqual(one.url, another.url)
      const response = yield* get(`${one.url}/health`)
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { status: "ok" })
    }).pipe(Effect.provide(layer)))

  it.live("answers a client over fetch, and issues tokens with its URL as issuer", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const client = Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(
        Layer.provide(TokenStore.layerMemory)
      )
      yield* Effect.gen(function*() {
        const { tokens, userId } = yield* signUp()
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
        const payload = JSON.parse(
          Buffer.from(Redacted.value(tokens.accessToken!).split(".")[1]!, "base64url").toString()
        )
        assert.strictEqual(payload.iss, `${url}/api/v1/projects/${Emulator.adminOptions.projectId}`)
        yield* Session.signOut
        assert.isNull(yield* CurrentUser.get())
      }).pipe(Effect.provide(client))
    }).pipe(Effect.provide(layer)))

  it.live("passes cookies in both directions, and redirects without following them", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const at = (address: string, headers: Record<string, string> = {}) =>
        get(address, { headers, redirect: "manual" })
      const query = new URLSearchParams({
        client_id: Emulator.adminOptions.projectId,
        client_secret: Emulator.adminOptions.publishableClientKey,
        redirect_uri: "http://localhost:3000/callback",
        scope: "legacy",
        state: "a-state",
        grant_type: "authorization_code",
        code_challenge: "a-challenge",
        code_challenge_method: "plain",
        response_type: "code"
      })
      const start = yield* at(`${url}/api/v1/auth/oauth/authorize/github?${query}`)
      assert.strictEqual(start.status, 307)
      const location = start.headers.get("location")!
      assert.isTrue(location.startsWith(`${url}/latchkey/oauth/github?`))
      const form = yield* at(location)
      assert.strictEqual(form.headers.get("content-type"), "text/html; charset=utf-8")
      const chosen = yield* at(`${location}&account_id=1`)
      const [cookie] = start.headers.getSetCookie()
      const end = yield* at(chosen.headers.get("location")!, { cookie: cookie!.split(";")[0]! })
      assert.strictEqual(end.status, 303)
      assert.match(end.headers.get("location")!, /^http:\/\/localhost:3000\/callback\?code=[0-9a-f]{64}&state=a-state$/)
    }).pipe(Effect.provide(Emulator.layerWithoutTransport({ project: { config: { oauthProviders: ["github"] } } }))))

  it.live("sends statuses, headers and bodies unchanged", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const refused = yield* get(`${url}/api/v1/users`, { headers: clientHeaders })
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.headers.get("x-stack-known-error"), "INSUFFICIENT_ACCESS_TYPE")
      const redirect = yield* get(`${url}/api/v1/users/`, { redirect: "manual" })
      assert.strictEqual(redirect.status, 308)
      assert.strictEqual(redirect.headers.get("location"), "/api/v1/users")
      const preflight = yield* get(`${url}/api/v1/users`, { method: "OPTIONS" })
      assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
      const head = yield* get(`${url}/health`, { method: "HEAD" })
      assert.strictEqual(head.status, 200)
    }).pipe(Effect.provide(layer)))

  it.effect("serve: sends the date of the service's clock, unless a fault has another one", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 1, 3, 4, 5, 6))
      const { url } = yield* serve()
      const { advanceClock, setFault } = yield* Emulator.Emulator
      const readDate = Effect.map(get(`${url}/health`), ({ headers }) => headers.get("date"))
      assert.strictEqual(yield* readDate, "Tue, 03 Feb 2026 04:05:06 GMT")
      yield* advanceClock("3 hours")
      assert.strictEqual(yield* readDate, "Tue, 03 Feb 2026 07:05:06 GMT")
      const date = "Thu, 01 Jan 1970 00:00:00 GMT"
      yield* setFault(Faults.status(503, { headers: { date } }))
      assert.strictEqual((yield* get(`${url}/api/v1/users`)).headers.get("date"), date)
    }).pipe(Effect.provide(layer)))

  it.live("ends with its scope, together with incomplete requests", () =>
    Effect.gen(function*() {
      const { closed, url } = yield* Effect.scoped(Effect.gen(function*() {
        const { url } = yield* serve()
        const socket = connect(portOf(url), "127.0.0.1")
        const closed = new Promise<void>((resolve) => socket.on("error", () => undefined).on("close", () => resolve()))
        yield* Effect.callback<void>((resume) => {
          socket.on("connect", () => socket.write("POST /api/v1/users HTTP/1.1\r\n", () => resume(Effect.void)))
        })
        // Answered on another connection: the server has received the first one by now.
        yield* Effect.promise(async () => (await fetch(`${url}/health`)).text())
        return { closed, url }
      }))
      yield* Effect.promise(() => closed)
      const error = yield* Effect.flip(Effect.tryPromise(() => fetch(`${url}/health`)))
      assert.match(String((error.cause as Error).cause), /ECONNREFUSED|other side closed|ECONNRESET/)
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed on a port in use", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const error = yield* failure(serve({ port: portOf(url) }))
      assert.strictEqual(error._tag, "ServerFailed")
      assert.include(error.message, "EADDRINUSE")
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed on an address of another machine", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(serve({ hostname: "192.0.2.1" })))._tag, "ServerFailed")
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed on an invalid port", () =>
    Effect.gen(function*() {
      for (const port of [-1, 65_536, 1.5, NaN]) {
        assert.strictEqual((yield* failure(serve({ port })))._tag, "ServerFailed", `${port}`)
      }
    }).pipe(Effect.provide(layer)))

  it.live("fails with ServerFailed for an empty host, which would be every address of the machine", () =>
    Effect.gen(function*() {
      const error = yield* failure(serve({ hostname: "" }))
      assert.strictEqual(error.message, "The host is empty. Pass a name or an address, such as 127.0.0.1")
    }).pipe(Effect.provide(layer)))

  it.live("a client that disconnects within its request does not affect the server", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const head = Object.entries({
        ...serverHeaders,
        host: "localhost",
        "content-length": "100",
        "content-type": "text/plain"
      })
        .map(([name, value]) => `${name}: ${value}\r\n`).join("")
      yield* Effect.callback<void>((resume) => {
        const socket = connect(portOf(url), "127.0.0.1", () => {
          socket.write(`POST /api/v1/users HTTP/1.1\r\n${head}\r\n{`, async () => {
            // Answered on another connection: the server has received the first one by now.
            await fetch(`${url}/health`).then((response) => response.text())
            socket.destroy()
          })
        })
        socket.on("close", () => resume(Effect.void))
      })
      yield* Effect.replicateEffect(turn, 20)
      const response = yield* get(`${url}/api/v1/users`, { headers: serverHeaders })
      const { items } = yield* Effect.promise(() =>
        response.json() as Promise<{ readonly items: ReadonlyArray<unknown> }>
      )
      assert.deepStrictEqual(items, [])
    }).pipe(Effect.provide(layer)))

  it.live("calls to a closed server fail with NetworkFailure", () =>
    Effect.gen(function*() {
      const { url } = yield* Effect.scoped(serve())
      const client = Client.layer({ ...Emulator.clientOptions, apiUrl: url }).pipe(
        Layer.provide(TokenStore.layerMemory)
      )
      assert.strictEqual(tagsOf(yield* failure(Effect.provide(signUp(), client))), "ApiError/NetworkFailure")
    }).pipe(Effect.provide(layer)))

  it.live("shares its state with calls in the same program", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { userId } = yield* signUp()
      const response = yield* get(`${url}/api/v1/users/${userId}`, { headers: serverHeaders })
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(layerTest())))
})
