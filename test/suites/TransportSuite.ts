/**
 * The contract of every HTTP transport, run against a real local server. A transport's test is one line: `suite("fetch",
 * Layer.succeed(Transport, fromFetch(fetch)))`.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import { Transport, TransportFailure, type TransportRequest } from "latchkey"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { ServerResponse } from "node:http"
import { inspect } from "node:util"
import { gzipSync } from "node:zlib"
import * as HttpServer from "../support/HttpServer.ts"
import { turn, waitUntil } from "../support/turns.ts"

const secret = "a-token-that-must-not-be-shown"
const limit = 1_000_000

const get = (url: string, headers: Readonly<Record<string, string>> = {}): TransportRequest => ({
  method: "GET",
  url,
  headers,
  body: undefined,
  responseLimit: limit
})

const send = (request: TransportRequest) => Effect.flatMap(Transport, (transport) => transport(request))

/** The channels on which `fetch` and the `http` module of Node announce the headers of a response. */
const headerChannels = ["undici:request:headers", "http.client.response.finish"]

/** Returns a function that returns `true` after this process has received the headers of a response. */
const watchHeaders = Effect.gen(function*() {
  let isReceived = false
  const receive = () => {
    isReceived = true
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      for (const channel of headerChannels) subscribe(channel, receive)
    }),
    () =>
      Effect.sync(() => {
        for (const channel of headerChannels) unsubscribe(channel, receive)
      })
  )
  return () => isReceived
})

/** Declares the suite for a transport. */
export const suite = <E>(name: string, transport: Layer.Layer<never, E>): void => {
  const test = <A, TestE>(fact: string, effect: Effect.Effect<A, TestE, HttpServer.HttpServer>) =>
    it.live(fact, () => effect.pipe(Effect.provide(transport), Effect.provide(HttpServer.layer)))

  describe(`${name}: a transport`, () => {
    test(
      "sends method, URL, headers and body unchanged",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const headers = { "content-type": "application/json", "x-stack-access-token": secret, "x-empty": "" }
        const bodies = { POST: "{\"name\":\"Zoë 🦉\"}", PATCH: "{}", DELETE: "{}", GET: undefined }
        for (const [method, body] of Object.entries(bodies)) {
          // Sound: the keys of the object above.
          const request = { method: method as TransportRequest["method"], body, headers }
          yield* send({ ...request, url: `${server.url}/api/v1/a%2Fb?q=%20+&x=1` })
          const received = server.requests.at(-1)!
          assert.strictEqual(received.method, method)
          assert.strictEqual(received.url, "/api/v1/a%2Fb?q=%20+&x=1")
          assert.strictEqual(received.body, body ?? "")
          assert.deepInclude(received.headers, { "x-stack-access-token": secret, "x-empty": "" })
          if (body !== undefined) assert.strictEqual(received.headers["content-type"], "application/json")
        }
        assert.lengthOf(server.requests, 4)
      })
    )

    test(
      "sends neither cookies nor tracing headers, and a POST without a body has no content type",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        server.handle = (response) => response.setHeader("set-cookie", "session=1; Path=/").end()
        const request: TransportRequest = { method: "POST", url: server.url, headers: {}, body: undefined }
        yield* Effect.withSpan(Effect.andThen(send(request), send(request)), "traced")
        for (const { headers } of server.requests) {
          assert.doesNotHaveAnyKeys(headers, ["cookie", "traceparent", "b3", "content-type", "authorization"])
        }
      })
    )

    test(
      "returns the status, headers by lower-case name, and the whole body",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const text = "Zoë 🦉 ".repeat(50_000)
        server.handle = (response) => {
          response.writeHead(201, {
            "Content-Type": "text/plain; charset=utf-8",
            "X-Stack-Known-Error": "A",
            "x-two": ["1", "2"]
          })
          const bytes = Buffer.from(text)
          // Split within characters.
          for (let at = 0; at < bytes.length; at += 9973) response.write(bytes.subarray(at, at + 9973))
          response.end()
        }
        const { body, header, status } = yield* send(get(server.url))
        assert.strictEqual(status, 201)
        assert.strictEqual(body, text)
        assert.strictEqual(header("content-type"), "text/plain; charset=utf-8")
        assert.strictEqual(header("x-stack-known-error"), "A")
        assert.strictEqual(header("x-two"), "1, 2")
        assert.isUndefined(header("x-absent"))
      })
    )

    test(
      "returns every status as a response, also without a body",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        for (const status of [200, 204, 304, 400, 401, 404, 408, 429, 500, 503, 508]) {
          server.handle = (response) => response.writeHead(status).end()
          const response = yield* send(get(server.url))
          assert.strictEqual(response.status, status)
          assert.strictEqual(response.body, "")
        }
        assert.lengthOf(server.requests, 11)
      })
    )

    test(
      "reads a compressed body, and one that is invalid UTF-8",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        server.handle = (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("{\"a\":1}"))
        assert.strictEqual((yield* send(get(server.url))).body, "{\"a\":1}")
        server.handle = (response) => response.end(Buffer.from([0x61, 0xff, 0xc0, 0x62]))
        assert.strictEqual((yield* send(get(server.url))).body, "a\ufffd\ufffdb")
      })
    )

    test(
      "a transport sends its request once per run of the effect",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const request = (yield* Transport)(get(server.url))
        yield* Effect.replicateEffect(turn, 20)
        yield* request
        assert.lengthOf(server.requests, 1)
        yield* request
        assert.lengthOf(server.requests, 2)
      })
    )

    test(
      "aborts the request if it is interrupted before the response",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        let closed = false
        server.handle = (response) => response.on("close", () => closed = true)
        const fiber = yield* Effect.forkChild(send(get(server.url)))
        yield* waitUntil(() => server.requests.length === 1)
        assert.isFalse(closed)
        yield* Fiber.interrupt(fiber)
        yield* waitUntil(() => closed)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
      })
    )

    test(
      "aborts the request if it is interrupted within the body",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        let closed = false
        server.handle = (response) => {
          response.on("close", () => closed = true)
          response.write("half of ")
        }
        const hasHeaders = yield* watchHeaders
        const fiber = yield* Effect.forkChild(send(get(server.url)))
        yield* waitUntil(hasHeaders)
        // The transport starts to read the body.
        yield* turn
        assert.isFalse(closed)
        yield* Fiber.interrupt(fiber)
        yield* waitUntil(() => closed)
      }).pipe(Effect.scoped)
    )

    const failures = {
      "that is reset": (response: ServerResponse) => response.socket!.resetAndDestroy(),
      "that is cut before the response": (response: ServerResponse) => response.destroy(),
      "that is cut within the body": (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "100" })
        response.write("half", () => response.destroy())
      },
      "that is cut within a body of unknown length": (response: ServerResponse) => {
        response.write("half", () => response.destroy())
      }
    }

    for (const [which, handle] of Object.entries(failures)) {
      test(
        `fails with TransportFailure without the request on a connection ${which}`,
        Effect.gen(function*() {
          const server = yield* HttpServer.HttpServer
          server.handle = handle
          const error = yield* Effect.flip(
            send({
              method: "POST",
              url: `${server.url}/secret/${secret}`,
              headers: { "x-token": secret },
              body: secret
            })
          )
          assert.instanceOf(error, TransportFailure)
          assert.isFalse(error.tooLarge)
          assert.isNotEmpty(error.message)
          holdsNothing(error)
        })
      )
    }

    test(
      "fails with TransportFailure for a closed port, an unresolvable name and an invalid URL",
      Effect.gen(function*() {
        const closed = (yield* Effect.scoped(HttpServer.make)).url
        for (const url of [closed, "http://name.invalid", "nonsense", "http://[", ""]) {
          const error = yield* Effect.flip(send({ method: "POST", url, headers: { "x-token": secret }, body: secret }))
          assert.instanceOf(error, TransportFailure)
          assert.isFalse(error.tooLarge)
          holdsNothing(error)
        }
      })
    )

    for (const status of [301, 302, 303, 307, 308]) {
      test(
        `case 25: does not follow a ${status}, to this origin or to another`,
        Effect.scoped(Effect.gen(function*() {
          const server = yield* HttpServer.HttpServer
          const other = yield* HttpServer.make
          for (const location of [`${other.url}/stolen`, `${server.url}/elsewhere`, "/relative"]) {
            const before = server.requests.length
            server.handle = (response) => response.writeHead(status, { location }).end()
            const exit = yield* Effect.exit(
              send({ method: "POST", url: server.url, headers: { "x-stack-refresh-token": secret }, body: secret })
            )
            // A browser hides a redirect's status; an error is fine, too.
            if (Exit.isSuccess(exit)) assert.include([status, 0], exit.value.status)
            assert.lengthOf(server.requests, before + 1)
          }
          assert.lengthOf(other.requests, 0)
        }))
      )
    }

    test(
      "reads a body of exactly the limit, with and without a known length",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const body = "x".repeat(limit)
        server.handle = (response) => response.end(body)
        assert.strictEqual((yield* send(get(server.url))).body.length, limit)
        server.handle = (response) => {
          response.write(body.slice(5), () => response.end("xxxxx"))
        }
        assert.strictEqual((yield* send(get(server.url))).body.length, limit)
        server.handle = (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body))
        assert.strictEqual((yield* send(get(server.url))).body.length, limit)
      })
    )

    const large = "x".repeat(limit + 1)
    const tooLarge = {
      "of a known length": (response: ServerResponse) => response.end(large),
      "of an unknown length": (response: ServerResponse) => {
        response.write("")
        response.write(large.slice(5), () => response.end("xxxxx"))
      },
      "that is compressed": (response: ServerResponse) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(large)),
      "that is compressed and says its compressed length": (response: ServerResponse) => {
        const bytes = gzipSync(large)
        response.writeHead(200, { "content-encoding": "gzip", "content-length": bytes.length }).end(bytes)
      }
    }

    for (const [which, handle] of Object.entries(tooLarge)) {
      test(
        `fails with tooLarge, and the limit in its message, on a body above the limit ${which}`,
        Effect.gen(function*() {
          const server = yield* HttpServer.HttpServer
          server.handle = handle
          const error = yield* send(get(server.url, { "x-token": secret })).pipe(
            Effect.map(({ body }) => assert.fail(`Read ${body.length} characters`)),
            Effect.flip
          )
          assert.instanceOf(error, TransportFailure)
          assert.isTrue(error.tooLarge)
          assert.strictEqual(error.message, "The response is larger than 1000000 bytes")
          holdsNothing(error)
        })
      )
    }

    test(
      "counts the limit in bytes, not in characters",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const text = "Zoë🦉"
        server.handle = (response) => {
          response.write(text.slice(0, 1))
          response.end(text.slice(1))
        }
        const bytes = Buffer.byteLength(text)
        assert.strictEqual((yield* send({ ...get(server.url), responseLimit: bytes })).body, text)
        const error = yield* Effect.flip(send({ ...get(server.url), responseLimit: bytes - 1 }))
        assert.isTrue(error.tooLarge)
      })
    )

    test(
      "reads a body of 12 MB if the request has no limit",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        server.handle = (response) => response.end("x".repeat(12_000_000))
        const { responseLimit: _, ...request } = get(server.url)
        assert.strictEqual((yield* send(request)).body.length, 12_000_000)
      })
    )

    test(
      "stops reading an endless body",
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const chunk = Buffer.alloc(100_000, "x")
        let closed = false
        let written = 0
        server.handle = (response) => {
          response.on("close", () => closed = true)
          const write = () => {
            if (closed) return
            written += chunk.length
            if (response.write(chunk)) write()
            else response.once("drain", write)
          }
          write()
        }
        const error = yield* Effect.flip(send(get(server.url)))
        assert.isTrue(error.tooLarge)
        yield* waitUntil(() => closed)
        // Data in the sockets' buffers is not the transport's.
        assert.isBelow(written, 20 * limit)
      })
    )
  })
}

const holdsNothing = (error: TransportFailure) => {
  const texts = [
    inspect(error, { depth: Infinity, showHidden: true }),
    JSON.stringify(error),
    String(error),
    error.stack ?? ""
  ]
  for (const text of texts) assert.notInclude(text, secret)
}
