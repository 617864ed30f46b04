import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Redacted from "effect/Redacted"
import { createWebhookHandler, type InvalidOptions } from "latchkey/fetch"
import { webhookRoute } from "latchkey/http-router"
import * as Next from "latchkey/next"
import { createNodeWebhookHandler } from "latchkey/node"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { makeMessage, makeRequest, otherSecret, secret } from "../server/webhookSupport.ts"

/** The messages of the tests have a fixed time. */
const tolerance = Infinity

/** The longest key of Standard Webhooks, 64 bytes. */
const longSecret = `whsec_${btoa("a".repeat(64))}`

const invalidSecrets: ReadonlyArray<unknown> = [
  undefined,
  null,
  7,
  "",
  "undefined",
  "null",
  "whsec_",
  "whsec_undefined",
  "whsec_null",
  "whsec_planted-and-not-Base64-at-all",
  // 23 bytes.
  `whsec_${btoa("planted planted planted")}`,
  `whsec_${btoa("a".repeat(23))}`,
  [],
  [secret, "whsec_undefined"],
  [secret, undefined],
  Redacted.make("undefined"),
  Redacted.make(undefined)
]

const serve = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer(listener).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close().closeAllConnections())
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  )

const post = (url: string, { body, headers }: ReturnType<typeof makeMessage>) =>
  Effect.promise(() => fetch(url, { method: "POST", headers, body }))

describe("createWebhookHandler", () => {
  it("createWebhookHandler: handles each message once, and refuses unverified ones", async () => {
    const types: Array<string> = []
    const handle = createWebhookHandler({ secret, tolerance, onEvent: ({ type }) => types.push(type) })
    const statuses = [
      await handle(makeRequest()),
      await handle(makeRequest()),
      await handle(makeRequest({ id: "msg_2", secrets: [otherSecret] }))
    ].map(({ status }) => status)
    assert.deepStrictEqual([statuses, types], [[204, 200, 401], ["user.created"]])
  })

  it("createWebhookHandler: responds with 500 if the function throws or rejects, and handles the next attempt", async () => {
    let calls = 0
    const handle = createWebhookHandler({
      secret,
      tolerance,
      onEvent: () => {
        calls++
        if (calls === 1) throw new Error("no database")
        return calls === 2 ? Promise.reject(new Error("no database")) : undefined
      }
    })
    const statuses = [await handle(makeRequest()), await handle(makeRequest()), await handle(makeRequest())]
    assert.deepStrictEqual(statuses.map(({ status }) => status), [500, 500, 204])
  })

  it("refuses a secret that cannot protect messages, at creation and without its text", () => {
    const found: Array<unknown> = []
    for (const create of [createWebhookHandler, createNodeWebhookHandler, Next.createWebhookHandler]) {
      for (const given of invalidSecrets) {
        try {
          // Sound: untyped code passes any value.
          create({ secret: given as string, onEvent: () => {} })
          found.push([create.name, given, "created"])
        } catch (error) {
          const { _tag, message, option } = error as InvalidOptions
          const isNamed = /^The option secret .*STACK_WEBHOOK_SECRET/.test(message)
          if (_tag !== "InvalidOptions" || option !== "secret" || !isNamed || /planted|MfKQ/.test(message)) {
            found.push([create.name, given, _tag, message])
          }
        }
      }
    }
    assert.deepStrictEqual(found, [])
    for (
      const valid of [
        secret,
        [secret, otherSecret],
        Redacted.value(secret),
        Redacted.value(secret).slice(6),
        longSecret
      ]
    ) {
      assert.doesNotThrow(() => createWebhookHandler({ secret: valid, onEvent: () => {} }))
    }
  })

  it("latchkey/next exports the same createWebhookHandler", () => {
    assert.strictEqual(Next.createWebhookHandler, createWebhookHandler)
  })
})

describe("createNodeWebhookHandler", () => {
  it.live("createNodeWebhookHandler: reads a request's body, or takes the bytes of express.raw", () =>
    Effect.gen(function*() {
      const types: Array<string> = []
      const handle = createNodeWebhookHandler({
        secret,
        tolerance,
        maxBodySize: 10_000,
        onEvent: ({ type }) => types.push(type)
      })
      const plain = yield* serve((request, response) => void handle(request, response))
      assert.strictEqual((yield* post(plain, makeMessage())).status, 204)
      const refused = yield* post(plain, makeMessage({ secrets: [otherSecret] }))
      assert.strictEqual(refused.status, 401)
      assert.include(yield* Effect.promise(() => refused.text()), "signature")
      const large = yield* post(plain, { ...makeMessage(), body: "a".repeat(100_000) })
      assert.deepStrictEqual([large.status, large.headers.get("connection")], [413, "close"])
      const withBody = (parse: (text: string) => unknown) =>
        serve((request, response) => {
          const chunks: Array<Buffer> = []
          request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
            void handle(Object.assign(request, { body: parse(Buffer.concat(chunks).toString()) }), response)
          })
        })
      const raw = yield* withBody((text) => Buffer.from(text))
      assert.strictEqual((yield* post(raw, makeMessage({ id: "msg_2" }))).status, 204)
      const parsed = yield* withBody((text) => JSON.parse(text))
      const consumed = yield* post(parsed, makeMessage({ id: "msg_3" }))
      assert.strictEqual(consumed.status, 500)
      assert.include(yield* Effect.promise(() => consumed.text()), "express.raw")
      assert.deepStrictEqual(types, ["user.created", "user.created"])
    }))
})

describe("webhookRoute", () => {
  it.live("webhookRoute: verifies a message, and passes its event to the handler", () =>
    Effect.gen(function*() {
      const ids: Array<string> = []
      const route = webhookRoute(secret, ({ id }) => Effect.sync(() => ids.push(id)), { tolerance })
      const { dispose, handler } = HttpRouter.toWebHandler(
        HttpRouter.add("POST", "/webhooks", route),
        { disableLogger: true }
      )
      const responses = [
        yield* Effect.promise(() => handler(makeRequest())),
        yield* Effect.promise(() => handler(makeRequest({}, { "svix-id": undefined })))
      ]
      assert.deepStrictEqual([responses.map(({ status }) => status), ids], [[204, 400], ["msg_1"]])
      yield* Effect.promise(dispose)
    }))
})
