/** Requests of foreign pages to the control API over HTTP are refused. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, toWebHandler, toWebHandlerWith } from "latchkey/emulator"
import { serve, type ServeOptions } from "latchkey/emulator/node"
import { controlRoutes } from "../../../src/emulator/control/controlRoutes.ts"
import { askWith } from "../askWith.ts"
import { clientHeaders, email, password } from "../support.ts"

const layer = Emulator.layerWithoutTransport({ project: { users: [{ primaryEmail: email, password }] } })

const server = Effect.fnUntraced(function*(options: ServeOptions = {}) {
  const { url } = yield* serve(options)
  const port = Number(new URL(url).port)
  return { ask: askWith(port), port, own: `http://127.0.0.1:${port}` }
})

/** A path and a body for each request of the control API. */
const requests = controlRoutes.map(({ method, path }) => ({
  method,
  path: `/latchkey${path.map((part) => `/${part === ":id" ? "1" : part}`).join("")}`
}))

const json = { "content-type": "application/json" }

describe("the Host header", () => {
  it.live("a Host header with another name is refused, even if it contains a loopback name", () =>
    Effect.gen(function*() {
      const { ask, port } = yield* server()
      for (const { method, path } of requests) {
        const { headers, status, text } = yield* ask(method, path, { ...json, host: `evil.example:${port}` })
        assert.strictEqual(status, 403, `${method} ${path}`)
        assert.match(text, /^The Host header is "evil.example:\d+", which is not a name of this computer\./)
        assert.isUndefined(headers["access-control-allow-origin"])
      }
      for (
        const host of [
          "localhost.evil.example",
          `localhost:${port}@evil.example`,
          "evil.example#localhost",
          "evil.example/localhost",
          "evil.example\\localhost",
          "127.0.0.1.evil.example",
          "notlocalhost",
          "0.0.0.0",
          "192.168.1.5",
          "[::2]",
          "[::1",
          "x".repeat(5000)
        ]
      ) {
        const forwarded = { host, "x-forwarded-proto": "https", "x-forwarded-host": "localhost" }
        assert.strictEqual((yield* ask("GET", "/latchkey/inbox", forwarded)).status, 403, host)
        assert.strictEqual((yield* ask("GET", "/latchkey/inbox", { host })).status, 403, host)
      }
    }).pipe(Effect.provide(layer)))

  it.live("a Host header that names this computer is accepted in every spelling", () =>
    Effect.gen(function*() {
      const { ask, port } = yield* server()
      for (
        const host of [
          "localhost",
          `localhost:${port}`,
          "LOCALHOST",
          "localhost.",
          "app.localhost:1234",
          "127.0.0.1",
          `127.1.2.3:${port}`,
          "[::1]",
          `[::1]:${port}`,
          "127.1"
        ]
      ) {
        assert.strictEqual((yield* ask("GET", "/latchkey/inbox", { host })).status, 200, host)
      }
    }).pipe(Effect.provide(layer)))

  it.live("host check: accepts allowed hosts, and any address if the server listens on all addresses", () =>
    Effect.gen(function*() {
      const { ask } = yield* server({ allowedHosts: ["emulator", "auth.test:8102"], hostname: "0.0.0.0" })
      const statuses = []
      for (const host of ["emulator:80", "auth.test", "192.168.1.5", "[fd00::1]:8102", "emulator.evil.example"]) {
        statuses.push((yield* ask("GET", "/latchkey", { host })).status)
      }
      assert.deepStrictEqual(statuses, [200, 200, 200, 200, 403])
    }).pipe(Effect.provide(layer)))

  it.live("the service does not check the Host header", () =>
    Effect.gen(function*() {
      const { ask } = yield* server()
      const headers = { ...clientHeaders, host: "evil.example", origin: "https://evil.example" }
      for (const path of ["/health", "/api/v1", "/api/v1/projects/current"]) {
        const response = yield* ask("GET", path, headers)
        assert.strictEqual(response.status, 200, path)
        assert.strictEqual(response.headers["access-control-allow-origin"], "*")
      }
    }).pipe(Effect.provide(layer)))
})

describe("the Origin header", () => {
  it.live("an Origin of another site is refused in every request and preflight", () =>
    Effect.gen(function*() {
      const { ask } = yield* server()
      for (const { method, path } of requests) {
        for (const each of [method, "OPTIONS", "HEAD"]) {
          const { headers, status, text } = yield* ask(each, path, { ...json, origin: "https://evil.example" })
          assert.strictEqual(status, 403, `${each} ${path}`)
          if (each !== "HEAD") assert.match(text, /^The Origin header is "https:\/\/evil.example".*--allow-origin/)
          assert.isUndefined(headers["access-control-allow-origin"])
        }
      }
      for (
        const origin of [
          "null",
          "",
          "file://",
          "http://localhost.evil.example",
          "http://evil.example:8102",
          "https://evil.example#http://localhost",
          "chrome-extension://abcdefghijklmnop",
          "ftp://localhost"
        ]
      ) {
        assert.strictEqual((yield* ask("GET", "/latchkey/inbox", { origin })).status, 403, origin)
      }
    }).pipe(Effect.provide(layer)))

  it.live("an Origin on this computer or in the list is accepted, with CORS headers", () =>
    Effect.gen(function*() {
      const { ask, own } = yield* server({ allowedOrigins: ["https://preview.example.com", "https://other.example/"] })
      for (
        const origin of [
          own,
          "http://localhost:3000",
          "https://app.localhost",
          "http://127.0.0.1:5173",
          "http://[::1]:5173",
          "https://preview.example.com",
          "https://other.example"
        ]
      ) {
        const preflight = yield* ask("OPTIONS", "/latchkey/faults", {
          origin,
          "access-control-request-method": "PUT",
          "access-control-request-headers": "content-type"
        })
        assert.strictEqual(preflight.status, 200, origin)
        assert.strictEqual(preflight.headers["access-control-allow-origin"], origin)
        assert.strictEqual(preflight.headers["access-control-allow-headers"], "content-type")
        assert.include(String(preflight.headers["access-control-allow-methods"]), "PUT")
        const { headers, status } = yield* ask("GET", "/latchkey/inbox", { origin })
        assert.strictEqual(status, 200, origin)
        assert.strictEqual(headers["access-control-allow-origin"], origin)
        assert.strictEqual(headers["vary"], "origin")
        assert.isUndefined(headers["access-control-allow-credentials"])
      }
      assert.strictEqual((yield* ask("GET", "/latchkey", { origin: "https://example.com" })).status, 403)
    }).pipe(Effect.provide(layer)))
})

describe("a request without Origin", () => {
  it.live("a request without Origin from another site's page is refused", () =>
    Effect.gen(function*() {
      const { ask } = yield* server()
      for (const { method, path } of requests) {
        const { status, text } = yield* ask(method, path, { ...json, "sec-fetch-site": "cross-site" })
        assert.strictEqual(status, 403, `${method} ${path}`)
        assert.match(text, /^The Sec-Fetch-Site header is cross-site/)
      }
      const navigation = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document"
      }
      assert.strictEqual((yield* ask("GET", "/latchkey/inbox", navigation)).status, 403)
      for (const site of ["none", "same-origin", "same-site"]) {
        assert.strictEqual((yield* ask("GET", "/latchkey/inbox", { "sec-fetch-site": site })).status, 200, site)
      }
    }).pipe(Effect.provide(layer)))

  it.live("a form POST without Origin is refused", () =>
    Effect.gen(function*() {
      const { ask } = yield* server()
      const types = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "Text/Plain"]
      for (const type of types) {
        const { status, text } = yield* ask("POST", "/latchkey/reset", { "content-type": type }, "{}")
        assert.strictEqual(status, 403, type)
        assert.match(text, /^The Content-Type header is ".*Send application\/json\.$/)
      }
      assert.strictEqual((yield* ask("POST", "/latchkey/reset")).status, 200)
      assert.strictEqual((yield* ask("POST", "/latchkey/clock", json, `{"offset_millis":0}`)).status, 200)
      // A form cannot send PUT, and a page needs a preflight for it.
      const put = yield* ask("PUT", "/latchkey/faults", { "content-type": types[0]! }, `{"fault":"offline"}`)
      assert.strictEqual(put.status, 200)
    }).pipe(Effect.provide(layer)))
})

describe("responses", () => {
  it.live("are not cached, not sniffed and not embedded", () =>
    Effect.gen(function*() {
      const { ask } = yield* server()
      for (const headers of [{}, { origin: "https://evil.example" }]) {
        const response = yield* ask("GET", "/latchkey/inbox", headers as Record<string, string>)
        assert.strictEqual(response.headers["cache-control"], "no-store")
        assert.strictEqual(response.headers["x-content-type-options"], "nosniff")
        assert.strictEqual(response.headers["cross-origin-resource-policy"], "same-origin")
      }
    }).pipe(Effect.provide(layer)))
})

describe("toWebHandler", () => {
  it.effect("toWebHandler: responds to requests without a Host header, such as behind msw", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const get = (headers: Record<string, string>) =>
        Effect.promise(() => handler(new Request("https://api.stack-auth.com/latchkey/inbox", { headers })))
      assert.strictEqual((yield* get({})).status, 200)
      assert.strictEqual((yield* get({ host: "localhost:8102" })).status, 200)
      assert.strictEqual((yield* get({ host: "api.stack-auth.com" })).status, 200)
      // By http, a name that resolves to this computer is enough to get here.
      const rebound = new Request("http://evil.example:8102/latchkey/inbox", { headers: { host: "evil.example:8102" } })
      assert.strictEqual((yield* Effect.promise(() => handler(rebound))).status, 403)
      assert.strictEqual((yield* get({ origin: "https://evil.example" })).status, 403)
    }).pipe(Effect.provide(layer)))

  it.effect("toWebHandler: responds to the hosts and origins in its options", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandlerWith({
        allowedHosts: ["emulator.example.com"],
        allowedOrigins: ["https://app.example.com"]
      })
      const headers = { host: "emulator.example.com", origin: "https://app.example.com" }
      const request = new Request("http://emulator.example.com/latchkey/inbox", { headers })
      assert.strictEqual((yield* Effect.promise(() => handler(request))).status, 200)
    }).pipe(Effect.provide(layer)))
})
