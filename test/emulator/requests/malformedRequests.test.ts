/** Malformed requests over sockets: each gets a response or a closed connection, and the emulator goes on with its state. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { connect } from "node:net"
import { runsOf } from "../../support/propertyRuns.ts"
import { serverHeaders } from "../support.ts"

const layer = Emulator.layerWithoutTransport({ project: { users: [{ primaryEmail: "ada@example.com" }] } })

/** Sends bytes, and returns everything that the server sends until it closes the connection. */
const exchange = (url: string, request: string) =>
  Effect.callback<string>((resume) => {
    let received = ""
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.end(request, "latin1"))
    socket.setEncoding("latin1")
      .on("data", (chunk) => received += chunk)
      // The server may reset a connection whose request it does not read to the end.
      .on("error", () => undefined)
      .on("close", () => resume(Effect.succeed(received)))
    return Effect.sync(() => socket.destroy())
  })

const makeRequest = (
  { body = "", headers = [], host = "localhost", method = "GET", target }: {
    readonly method?: string
    readonly target: string
    readonly host?: string | undefined
    readonly headers?: ReadonlyArray<string>
    readonly body?: string
  }
) =>
  [
    `${method} ${target} HTTP/1.1`,
    `host: ${host}`,
    "connection: close",
    ...body === "" ? [] : [`content-length: ${body.length}`],
    ...headers
  ].join("\r\n") + `\r\n\r\n${body}`

const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1])

/** Fails unless the emulator answers and still has its user. */
const assertAlive = (url: string) =>
  Effect.promise(async () => {
    assert.strictEqual((await fetch(`${url}/health`)).status, 200)
    const users = await (await fetch(`${url}/api/v1/users`, { headers: serverHeaders })).json()
    assert.deepStrictEqual(users.items.map((user: any) => user.primary_email), ["ada@example.com"])
  })

/** Hosts that are no part of a URL, and targets that make a server parse the URL. */
const hosts = ["xn--localhost", "999.999.999.999", "localhost:99999", "1.2.3.4.5", "[::1::]", "0x", "a..b", "[]"]
const targets = ["/a/../b", "/%2e%2e/", "/a\\b", "/<", "/?'", "/api/v1/users?a=\"", "/latchkey/../x", "//a/../b"]

const absoluteTargets = [
  "*",
  "http://",
  "http://xn--a/",
  "http://[/",
  "a",
  "javascript:a",
  "http://x\\y/../",
  "/%",
  "/%ff/%00"
]
const methods = ["TRACE", "PROPFIND", "M-SEARCH", "PURGE", "QUERY"]
const oddHeaders = [
  "origin: http://xn--a",
  "origin: null",
  "cookie: \xff=\xfe",
  "x-stack-project-id: \xe9",
  "content-type: \xff"
]

/** Texts that a parser of URLs or a route treats specially. */
const specialTexts =
  "/ // .. %2e % ? # \\ * @ : http:// [ xn-- latchkey api/v1 /users /auth/oauth/authorize/ /auth/oauth/callback/ /oauth/ /images/ state= & /.well-known"
    .split(" ")

describe("serve", () => {
  it.live("answers a URL that cannot be parsed with 400, and keeps its state", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      yield* Effect.forEach(
        hosts.flatMap((host) => targets.map((target) => ({ host, target }))),
        (request) =>
          Effect.map(exchange(url, makeRequest(request)), (response) => {
            const name = `${JSON.stringify(request)}: ${response.slice(0, 200)}`
            assert.include([400, 403, 404], statusOf(response), name)
          }),
        { concurrency: 8 }
      )
      const response = yield* exchange(url, makeRequest({ host: "999.999.999.999", target: "/a/../b" }))
      assert.strictEqual(statusOf(response), 400)
      assert.include(response, "The URL of the request is invalid")
      yield* assertAlive(url)
    }).pipe(Effect.provide(layer)))

  it.live("answers absolute targets, other methods and other headers", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const requests = [
        ...absoluteTargets.flatMap((
          target
        ) => [{ target }, { target, method: "OPTIONS" }, { target, method: "TRACE" }]),
        ...methods.map((method) => ({ method, target: "/api/v1/users" })),
        ...oddHeaders.map((header) => ({ target: "/latchkey/users", headers: [header] })),
        { method: "POST", target: "/api/v1/users", body: "\xff\xfe{", headers: ["content-type: application/json"] },
        { method: "POST", target: "/api/v1/users", body: "x", headers: ["content-encoding: gzip", "expect: x"] }
      ]
      yield* Effect.forEach(requests, (request) =>
        Effect.map(exchange(url, makeRequest(request)), (response) => {
          assert.isAtLeast(statusOf(response), 200, `${JSON.stringify(request)}: ${response.slice(0, 200)}`)
          assert.notStrictEqual(statusOf(response), 500, JSON.stringify(request))
        }), { concurrency: 8 })
      yield* assertAlive(url)
    }).pipe(Effect.provide(layer)))

  const token = fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "LINK", "get", "")
  // Node itself refuses most control characters.
  const character = fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code))
  const text = fc.oneof(
    { weight: 9, arbitrary: fc.string({ maxLength: 12, unit: character }) },
    fc.string({ maxLength: 12, unit: "binary-ascii" })
  )
  const piece = fc.oneof(
    text,
    fc.constantFrom(...specialTexts)
  )
  const target = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join("")}`)
  const request = fc.record({
    method: token,
    target: fc.oneof(target, target.map((path) => path.slice(1)), target.map((path) => `http://localhost${path}`)),
    host: fc.oneof(
      fc.constantFrom("localhost", ...hosts),
      fc.array(piece, { maxLength: 3 }).map((parts) => parts.join(""))
    ),
    headers: fc.array(
      fc.tuple(
        fc.constantFrom(
          "origin",
          "cookie",
          "content-type",
          "accept",
          "authorization",
          "x-stack-access-type",
          "te",
          "range"
        ),
        text
      ).map(([name, value]) => `${name}: ${value}`),
      { maxLength: 3 }
    ),
    body: text
  })

  it.live("serve: answers any request, or closes the connection, and goes on with its state", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(request, async (sent) => {
            const response = await Effect.runPromise(exchange(url, makeRequest(sent)))
            if (response === "") return
            assert.isAtLeast(statusOf(response), 200, response.slice(0, 200))
            assert.notStrictEqual(statusOf(response), 500, response.slice(0, 400))
          }),
          { numRuns: runsOf(100) }
        )
      )
      yield* assertAlive(url)
    }).pipe(Effect.provide(layer)))
})

describe("toWebHandler", () => {
  it.effect("answers a URL that a runtime passes on unparsed with 400", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const request = new Proxy(new Request("http://localhost/health"), {
        get: (target, key) => {
          if (key === "url") throw new TypeError("Invalid URL")
          const value = Reflect.get(target, key, target)
          return typeof value === "function" ? value.bind(target) : value
        }
      })
      assert.strictEqual((yield* Effect.promise(() => handler(request))).status, 400)
    }).pipe(Effect.provide(layer)))
})
