import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import { TestClock } from "effect/testing"
import { Webhooks } from "latchkey/server"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import { inspect } from "node:util"
import { getNode } from "../../src/wire/Codec.ts"
import { ServerUser } from "../../src/wire/User.ts"
import { makeMessage, makeRequest, now, otherSecret, secret, sign, userCreated, userData } from "./webhookSupport.ts"

const atNow = TestClock.setTime(now * 1000)

const codeOf = <A>(effect: Effect.Effect<A, Webhooks.WebhookInvalid>) =>
  Effect.match(effect, { onFailure: ({ reason }) => reason, onSuccess: () => "valid" as const })

const encode = (value: unknown) => JSON.stringify(value)

describe("Webhooks.verify", () => {
  it.effect("decodes the event of a signed request", () =>
    Effect.gen(function*() {
      yield* atNow
      const event = yield* Webhooks.verify(makeRequest(), secret)
      assert.strictEqual(event.type, "user.created")
      assert.strictEqual(event.id, "msg_1")
      assert.deepStrictEqual(event.timestamp, new Date(now * 1000))
      if (event.type !== "user.created") return
      assert.strictEqual(event.data.primaryEmail, "ada@example.com")
      assert.deepStrictEqual(event.data.signedUpAt, new Date(userData.signed_up_at_millis))
      assert.deepStrictEqual(event.data.clientReadOnlyMetadata, { some_key: 1 })
      assert.deepStrictEqual(event.data.riskScores, { signUp: { bot: 0, freeTrialAbuse: 1 } })
    }))

  it.effect("accepts the example of Svix's documentation", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_614_265_330_000)
      const headers = {
        "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "svix-timestamp": "1614265330",
        "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
      }
      const body = "{\"test\": 2432232314}"
      // The signature is valid, but the body is no event of the service.
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody({ headers, body }, secret)), "malformedBody")
      const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OF="
      const altered = { ...headers, "svix-signature": signature }
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody({ headers: altered, body }, secret)), "signature")
    }))

  it.effect("accepts the headers of Standard Webhooks, and names in any case", () =>
    Effect.gen(function*() {
      yield* atNow
      assert.strictEqual(yield* codeOf(Webhooks.verify(makeRequest({ family: "webhook" }), secret)), "valid")
      const { body, headers } = makeMessage()
      const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody({ headers: upper, body }, secret)), "valid")
    }))

  it.effect("accepts one valid signature of several, and one secret of several", () =>
    Effect.gen(function*() {
      yield* atNow
      const both = makeMessage({ secrets: [otherSecret, secret] })
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody(both, secret)), "valid")
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody(makeMessage(), [otherSecret, secret])), "valid")
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody(makeMessage(), [otherSecret])), "signature")
      const newer = `v1a,abc ${sign()} v2,abc`
      assert.strictEqual(
        yield* codeOf(Webhooks.verifyBody(makeMessage({}, { "svix-signature": newer }), secret)),
        "valid"
      )
    }))

  it.effect("accepts text and bytes, and signs a byte order mark", () =>
    Effect.gen(function*() {
      yield* atNow
      const body = encode({ type: "a.b", data: "ü\u{1f600}" })
      const { headers } = makeMessage({ body })
      for (const given of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
        assert.strictEqual(yield* codeOf(Webhooks.verifyBody({ headers, body: given }, secret)), "valid")
      }
      const marked = `\ufeff${body}`
      assert.strictEqual(yield* codeOf(Webhooks.verifyBody({ headers, body: marked }, secret)), "signature")
      assert.strictEqual(
        yield* codeOf(Webhooks.verifyBody({ headers, body: Buffer.from(marked) }, secret)),
        "signature"
      )
    }))

  it.effect("accepts timestamps up to the tolerance, in both directions", () =>
    Effect.gen(function*() {
      const at = (offset: number, options?: Webhooks.WebhookOptions) =>
        Effect.andThen(
          TestClock.setTime((now + offset) * 1000),
          codeOf(Webhooks.verify(makeRequest(), secret, options))
        )
      assert.deepStrictEqual(
        [yield* at(300), yield* at(301), yield* at(-300), yield* at(-301)],
        ["valid", "timestampTooOld", "valid", "timestampTooNew"]
      )
      assert.deepStrictEqual(
        [yield* at(60, { tolerance: "1 minute" }), yield* at(61, { tolerance: "1 minute" })],
        ["valid", "timestampTooOld"]
      )
      assert.strictEqual(yield* at(0, { tolerance: NaN }), "timestampTooOld")
    }))

  it.effect("fails with `secret` for an invalid secret, without its text", () =>
    Effect.gen(function*() {
      yield* atNow
      const short = `whsec_${btoa("a".repeat(23))}`
      for (const invalid of ["whsec_", "whsec_!!!", "", "undefined", "null", short, [], [secret, "whsec_%"]]) {
        const error = yield* Effect.flip(Webhooks.verify(makeRequest(), invalid))
        assert.strictEqual(error.reason, "secret")
        assert.notMatch(error.message, /[!%]/)
        assert.strictEqual(Webhooks.toStatus(error), 500)
        const refusal = yield* Effect.flip(Webhooks.checkSecret(invalid))
        assert.deepStrictEqual([refusal._tag, refusal.option], ["InvalidOptions", "secret"])
      }
    }))

  it.effect("fails with `bodyConsumed` if a middleware has parsed the body", () =>
    Effect.gen(function*() {
      yield* atNow
      const { body, headers } = makeMessage()
      const read = makeRequest()
      yield* Effect.promise(() => read.text())
      const locked = makeRequest()
      locked.body!.getReader()
      const ended = Object.assign(Readable.from([]), { headers })
      yield* Effect.promise(() => ended.toArray())
      // As a request of Node.js whose connection is kept.
      const kept = {
        headers,
        readableEnded: true,
        destroyed: false,
        [Symbol.asyncIterator]: () => [][Symbol.iterator]()
      }
      for (const request of [{ headers, body: JSON.parse(body) }, { headers }, read, locked, ended, kept]) {
        assert.strictEqual(yield* codeOf(Webhooks.verify(request, secret)), "bodyConsumed")
      }
    }))
})

describe("the events of webhooks", () => {
  const eventOf = (body: unknown) => Webhooks.verify(makeRequest({ body: encode(body) }), secret)
  const ids = { team_id: "t", user_id: "u" }

  const node = getNode(ServerUser)
  const fields = node.kind === "struct" ? node.fields : []
  const optionalFields = new Set(
    fields.filter(({ codec }) => codec.kind === "optional").map(({ wireName }) => wireName)
  )

  it("the example of a user has every field", () => {
    assert.sameMembers(Object.keys(userData), fields.map(({ wireName }) => wireName))
  })

  it.effect("have camelCase data for each type", () =>
    Effect.gen(function*() {
      yield* atNow
      const team = {
        id: "t",
        display_name: "Engines",
        profile_image_url: null,
        created_at_millis: 5,
        client_metadata: null,
        client_read_only_metadata: null,
        server_metadata: { a: 1 }
      }
      const { created_at_millis: _, ...rest } = team
      const decodedTeam = {
        id: rest.id,
        displayName: rest.display_name,
        profileImageUrl: null,
        createdAt: new Date(5),
        clientMetadata: null,
        clientReadOnlyMetadata: null,
        serverMetadata: { a: 1 }
      }
      const cases: ReadonlyArray<readonly [string, unknown, unknown]> = [
        ["user.deleted", { id: "u", teams: [{ id: "t" }] }, { id: "u", teams: [{ id: "t" }] }],
        ["user.deleted", { id: "u" }, { id: "u", teams: [] }],
        ["team.created", team, decodedTeam],
        ["team.updated", team, decodedTeam],
        ["team.deleted", { id: "t" }, { id: "t" }],
        ["team_membership.created", ids, { teamId: "t", userId: "u" }],
        ["team_membership.deleted", ids, { teamId: "t", userId: "u" }],
        ["team_permission.created", { id: "p", ...ids }, { id: "p", teamId: "t", userId: "u" }],
        ["team_permission.deleted", { id: "p", ...ids }, { id: "p", teamId: "t", userId: "u" }],
        ["project_permission.created", { id: "p", user_id: "u" }, { id: "p", userId: "u" }],
        ["project_permission.deleted", { id: "p", user_id: "u" }, { id: "p", userId: "u" }]
      ]
      for (const [type, data, expected] of cases) {
        const event = yield* eventOf({ type, data })
        assert.strictEqual(event.type, type as Webhooks.WebhookType)
        assert.deepStrictEqual<unknown>(event.data, expected)
      }
    }))

  it.effect("events with an unknown type are kept as received", () =>
    Effect.gen(function*() {
      yield* atNow
      for (const name of ["issue.created", "__proto__", "toString", "unknown", ""]) {
        const { data, ...event } = yield* eventOf({ type: name, data: { some_key: [1] } })
        assert.deepStrictEqual<unknown>(event, { type: "unknown", name, id: "msg_1", timestamp: new Date(now * 1000) })
        assert.deepStrictEqual(data, { some_key: [1] })
      }
      assert.isNull((yield* eventOf({ type: "a" })).data)
    }))

  it.effect("events with a known type and other data are kept, with the problem", () =>
    Effect.gen(function*() {
      yield* atNow
      const event = yield* eventOf({ type: "user.created", data: { ...userData, signed_up_at_millis: "2026" } })
      assert.strictEqual(event.type, "undecodable")
      if (event.type !== "undecodable") return
      assert.strictEqual(event.name, "user.created")
      assert.strictEqual(event.problem, "signed_up_at_millis has the wrong type")
      assert.deepStrictEqual<unknown>(event.data, { ...userData, signed_up_at_millis: "2026" })
    }))

  it.effect("events from a 2025 service decode without the fields of 2026", () =>
    Effect.gen(function*() {
      yield* atNow
      const data = Object.fromEntries(
        Object.entries(userData).filter(([key]) => !optionalFields.has(key))
      )
      assert.strictEqual((yield* eventOf({ type: "user.updated", data })).type, "user.updated")
    }))
})

describe("Webhooks.handler", () => {
  const { handler } = Webhooks
  const silent = Logger.layer([])

  it.effect("responds with 204 after the handler, and with the status of an invalid message", () =>
    Effect.gen(function*() {
      yield* atNow
      const events: Array<string> = []
      const respond = handler(secret, (event) => Effect.sync(() => events.push(event.type)))
      assert.strictEqual((yield* respond(makeRequest())).status, 204)
      const invalid = yield* respond(makeRequest({ secrets: [otherSecret] }))
      assert.strictEqual(invalid.status, 401)
      assert.include(yield* Effect.promise(() => invalid.text()), "signature")
      assert.strictEqual((yield* respond(makeRequest({}, { "svix-id": undefined }))).status, 400)
      assert.deepStrictEqual(events, ["user.created"])
    }))

  it.effect("responds with 500 to a failing or dying handler, and logs the failure without the secret", () =>
    Effect.gen(function*() {
      yield* atNow
      const logged: Array<unknown> = []
      const failures = [
        () => Effect.fail("no database"),
        () => Effect.die(new Error("no database")),
        () => {
          throw new Error("no database")
        }
      ]
      for (const onEvent of failures) {
        const response = yield* handler(secret, onEvent)(makeRequest()).pipe(
          Effect.provide(Logger.layer([Logger.make((entry) => logged.push(entry.message, entry.cause))]))
        )
        assert.deepStrictEqual([response.status, yield* Effect.promise(() => response.text())], [500, ""])
      }
      const text = inspect(logged, { depth: null })
      assert.lengthOf(text.match(/The handler of a webhook failed/g) ?? [], 3)
      assert.include(text, "no database")
      assert.notInclude(text, "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    }))

  it.effect("processes a message once with a store, and gives 200 to later attempts", () =>
    Effect.gen(function*() {
      yield* atNow
      let calls = 0
      const respond = handler(secret, () => Effect.sync(() => calls++))
      const statuses = [
        (yield* respond(makeRequest())).status,
        (yield* respond(makeRequest())).status,
        // The service signs each attempt with its own time.
        (yield* respond(makeRequest({ seconds: now + 5 }))).status,
        (yield* respond(makeRequest({ id: "msg_2" }))).status
      ]
      assert.deepStrictEqual([statuses, calls], [[204, 200, 200, 204], 2])
    }).pipe(Effect.provide(Webhooks.layerMemory())))

  it.effect("processes a message again after its handler has failed", () =>
    Effect.gen(function*() {
      yield* atNow
      let calls = 0
      const replays = Webhooks.makeMemory()
      const respond = handler(secret, () => Effect.suspend(() => calls++ === 0 ? Effect.fail("no") : Effect.void), {
        replays
      })
      const statuses = [(yield* respond(makeRequest())).status, (yield* respond(makeRequest())).status]
      assert.deepStrictEqual([statuses, calls], [[500, 204], 2])
    }).pipe(Effect.provide(silent)))

  it.effect("responds with 409 while another request processes the message", () =>
    Effect.gen(function*() {
      yield* atNow
      const done = yield* Deferred.make<void>()
      const respond = handler(secret, () => Deferred.await(done), { replays: Webhooks.makeMemory() })
      const first = yield* Effect.forkChild(respond(makeRequest()), { startImmediately: true })
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.strictEqual((yield* respond(makeRequest())).status, 409)
      yield* Deferred.succeed(done, undefined)
      assert.strictEqual((yield* Fiber.join(first)).status, 204)
      assert.strictEqual((yield* respond(makeRequest())).status, 200)
    }))

  it.effect("releases a message whose handler is interrupted, and logs nothing", () => {
    const logged: Array<unknown> = []
    return Effect.gen(function*() {
      yield* atNow
      let calls = 0
      const respond = handler(secret, () => Effect.suspend(() => calls++ === 0 ? Effect.never : Effect.void), {
        replays: Webhooks.makeMemory()
      })
      const first = yield* Effect.forkChild(respond(makeRequest()), { startImmediately: true })
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.strictEqual(calls, 1)
      yield* Fiber.interrupt(first)
      assert.strictEqual((yield* respond(makeRequest())).status, 204)
      assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(handler(secret, () => Effect.interrupt)(makeRequest()))))
      assert.isEmpty(logged)
    }).pipe(Effect.provide(Logger.layer([Logger.make(({ message }) => logged.push(message))])))
  })
})

describe("a ProcessedWebhooks in memory", () => {
  it.effect("forgets ids after their time, and the oldest when it is full", () =>
    Effect.gen(function*() {
      const { claim, complete, release } = Webhooks.makeMemory({ capacity: 3 })
      const timeToLive = Duration.seconds(10)
      const claimAll = (ids: ReadonlyArray<string>) => Effect.forEach(ids, (id) => claim(id, timeToLive))
      assert.deepStrictEqual(yield* claimAll(["a", "a"]), ["claimed", "processing"])
      yield* complete("a", timeToLive)
      assert.deepStrictEqual(yield* claimAll(["a"]), ["processed"])
      yield* TestClock.adjust("9999 millis")
      assert.deepStrictEqual(yield* claimAll(["a"]), ["processed"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* claimAll(["a"]), ["claimed"])
      yield* release("a")
      assert.deepStrictEqual(yield* claimAll(["a", "b", "c", "d"]), Array.from({ length: 4 }, () => "claimed"))
      assert.deepStrictEqual(yield* claimAll(["d", "c", "b"]), ["processing", "processing", "processing"])
      assert.deepStrictEqual(yield* claimAll(["a"]), ["claimed"])
    }))
})

describe("Webhooks.verify of Node.js requests", () => {
  const serve = (onRequest: (request: IncomingMessage) => Promise<number>) =>
    Effect.acquireRelease(
      Effect.callback<{ url: string; close: () => void }>((resume) => {
        const server = createServer((request, response) => {
          onRequest(request).then((status) => response.writeHead(status).end(), () => response.destroy())
        }).listen(0, "127.0.0.1", () => {
          const { port } = server.address() as AddressInfo
          resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close: () => server.close() }))
        })
      }),
      ({ close }) => Effect.sync(close)
    )

  it.live("reads the stream, and refuses a large one with a response", () =>
    Effect.gen(function*() {
      const respond = Webhooks.handler(secret, () => Effect.void, { tolerance: Infinity, maxBodySize: 10_000 })
      const { url } = yield* serve((request) => Effect.runPromise(respond(request)).then(({ status }) => status))
      const post = (body: string | ReadableStream, headers: Record<string, string>) =>
        Effect.promise(() =>
          fetch(url, { method: "POST", body, headers, ...(typeof body === "string" ? {} : { duplex: "half" }) })
            .then(({ status }) => status)
        )
      const { body, headers } = makeMessage()
      assert.strictEqual(yield* post(body, headers), 204)
      assert.strictEqual(yield* post(`${body} `, headers), 401)
      assert.strictEqual(yield* post("a".repeat(10_001), headers), 413)
      const stream = new Blob(["a".repeat(20_000)]).stream()
      assert.strictEqual(yield* post(stream, headers), 413)
      assert.strictEqual(yield* post(userCreated, headers), 204)
    }))
})
