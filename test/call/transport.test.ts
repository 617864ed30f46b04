import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  Client,
  CurrentUser,
  fromFetch,
  Password,
  Project,
  Session,
  TokenStore,
  Transport,
  TransportFailure
} from "latchkey"
import { gzipSync } from "node:zlib"
import { suite } from "../suites/TransportSuite.ts"
import * as HttpServer from "../support/HttpServer.ts"
import { issued, jwt, keys, options, projectJson, refreshToken } from "../support/Wire.ts"

suite("fetch", Layer.succeed(Transport, fromFetch((url, init) => globalThis.fetch(url, init))))

const request = { method: "GET", url: "https://api.test/", headers: {}, body: undefined } as const

const limited = { ...request, responseLimit: 1000 }

/** The transport's error for a function used as fetch, with a limit of 1,000 bytes. */
const errorOf = (fetch: Parameters<typeof fromFetch>[0]) => Effect.flip(fromFetch(fetch)(limited))

describe("fromFetch", () => {
  it.effect("requests no redirects, no credentials and no cache", () =>
    Effect.gen(function*() {
      let init: RequestInit | undefined
      yield* fromFetch((_, given) => {
        init = given
        return Promise.resolve(new Response(""))
      })({ ...request, method: "POST", headers: { a: "b" }, body: "text" })
      const { signal, ...others } = init!
      assert.instanceOf(signal, AbortSignal)
      assert.deepStrictEqual(others, {
        method: "POST",
        headers: { a: "b" },
        body: "text",
        redirect: "manual",
        credentials: "omit",
        cache: "no-store"
      })
    }))

  it.effect("omits credentials and cache in workers that throw on them", () =>
    Effect.gen(function*() {
      let init: RequestInit | undefined
      yield* Effect.acquireRelease(
        Effect.sync(() => Object.assign(globalThis, { WebSocketPair: class {} })),
        (host) => Effect.sync(() => Reflect.deleteProperty(host, "WebSocketPair"))
      )
      yield* fromFetch((_, given) => {
        init = given
        return Promise.resolve(new Response(""))
      })(request)
      assert.doesNotHaveAnyKeys(init!, ["credentials", "cache", "body"])
      assert.strictEqual(init!.redirect, "manual")
    }))

  it.effect("fails with TransportFailure for anything fetch throws or rejects with", () =>
    Effect.gen(function*() {
      const loop = new Error("outer")
      loop.cause = loop
      for (
        const [thrown, text] of [
          [new TypeError("Failed to fetch"), "Failed to fetch"],
          [
            new TypeError("fetch failed", { cause: Object.assign(new Error("connect"), { code: "ECONNREFUSED" }) }),
            "fetch failed: connect (ECONNREFUSED)"
          ],
          [Object.assign(new Error("connect ECONNREFUSED ::1"), { code: "ECONNREFUSED" }), "connect ECONNREFUSED ::1"],
          [new Error("x", { cause: { request } }), "x"],
          ["text", "The request failed"],
          [undefined, "The request failed"],
          [{ message: "no error" }, "The request failed"],
          // Six messages: of the error and of five causes.
          [loop, Array.from({ length: 6 }, () => "outer").join(": ")]
        ] as const
      ) {
        for (
          const fetch of [() => Promise.reject(thrown), () => {
            throw thrown
          }]
        ) {
          const error = yield* errorOf(fetch)
          assert.instanceOf(error, TransportFailure)
          assert.isFalse(error.tooLarge)
          assert.strictEqual(error.message, text)
        }
      }
    }))

  it.effect("fromFetch: reads responses of hosts without body streams, up to the same limit", () =>
    Effect.gen(function*() {
      const host = (text: string) => () =>
        // Sound: the transport reads status, headers, body and text, which are all present.
        Promise.resolve(
          { status: 200, headers: new Headers(), body: null, text: () => Promise.resolve(text) } as unknown as Response
        )
      assert.strictEqual((yield* fromFetch(host("abc"))(request)).body, "abc")
      assert.isTrue((yield* errorOf(host("x".repeat(1001)))).tooLarge)
      assert.strictEqual((yield* fromFetch(host("x".repeat(1000)))(limited)).body.length, 1000)
    }))

  it.effect("rejects a body whose length exceeds the limit without reading it", () =>
    Effect.gen(function*() {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error("The body was read")) }, {
        highWaterMark: 0
      })
      const headers = { "content-length": "1001" }
      const error = yield* errorOf(() => Promise.resolve(new Response(body, { headers })))
      assert.isTrue(error.tooLarge)
    }))

  for (
    const [name, hideLength] of [
      ["compressed", ({ headers }: Response) => headers.set("content-encoding", "br")],
      [
        "of another origin, where a browser hides the encoding",
        (response: Response) => Object.defineProperty(response, "type", { value: "cors" })
      ]
    ] as const
  ) {
    /** Creates a response with an unrelated Content-Length, and counts the chunks that are read. */
    const make = (chunks: number, length: number) => {
      const state = { pulled: 0 }
      const body = new ReadableStream({
        pull: (controller) => {
          controller.enqueue(new Uint8Array(100).fill(65))
          if (++state.pulled === chunks) controller.close()
        }
      })
      const response = new Response(body, { headers: { "content-length": String(length) } })
      hideLength(response)
      return { state, fetch: () => Promise.resolve(response) }
    }

    it.effect(`fromFetch: stops at the limit in a body that is ${name}, whatever its length on the wire`, () =>
      Effect.gen(function*() {
        const { fetch, state } = make(100, 100)
        assert.isTrue((yield* errorOf(fetch)).tooLarge)
        assert.isBelow(state.pulled, 20)
      }))

    it.effect(`fromFetch: reads a body up to the limit that is ${name}, with the same length on the wire`, () =>
      Effect.gen(function*() {
        const response = yield* fromFetch(make(10, 1000).fetch)(limited)
        assert.strictEqual(response.body, "A".repeat(1000))
      }))
  }

  it.effect("enforces the limit if the host hides that a body is compressed", () =>
    Effect.gen(function*() {
      const text = "x".repeat(1001)
      const length = String(gzipSync(text).length)
      const error = yield* errorOf(() => Promise.resolve(new Response(text, { headers: { "content-length": length } })))
      assert.isTrue(error.tooLarge)
    }))

  it.effect("aborts the signal when it is interrupted, and not after it ended", () =>
    Effect.gen(function*() {
      const signals: Array<AbortSignal> = []
      const pending = fromFetch((_, { signal }) => {
        signals.push(signal!)
        return new Promise(() => {})
      })
      const fiber = yield* Effect.forkChild(pending(request), { startImmediately: true })
      assert.isFalse(signals[0]!.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signals[0]!.aborted)
      yield* fromFetch((_, { signal }) => {
        signals.push(signal!)
        return Promise.resolve(new Response("whole"))
      })(request)
      assert.isFalse(signals[1]!.aborted)
    }))
})

/** A client over real HTTP for a local server. */
const clientOf = (apiUrl: string, store: Layer.Layer<TokenStore.TokenStore> = TokenStore.layerMemory) =>
  Client.layer({ ...options, apiUrl }).pipe(Layer.provide(store))

const live = <A, E>(fact: string, effect: Effect.Effect<A, E, HttpServer.HttpServer>) =>
  it.live(fact, () => Effect.provide(effect, HttpServer.layer))

describe("case 25: tokens are sent only to the configured origin", () => {
  const secrets = [refreshToken, keys.publishable, "correct horse battery"]

  for (const status of [301, 302, 303, 307, 308]) {
    live(
      `a ${status} to another origin is not followed, and fails as an InvalidResponse`,
      Effect.scoped(Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const other = yield* HttpServer.make
        other.handle = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify(issued))
        server.handle = (response, { url }) => response.writeHead(status, { location: other.url + url }).end()
        const expired = TokenStore.layerTokens({ refreshToken, accessToken: jwt({ iat: 0, exp: 0 }) })
        const errors = yield* Effect.all([
          Effect.flip(Password.signIn({ email: "a@example.com", password: Redacted.make("correct horse battery") })),
          Effect.flip(Session.getAccessToken()),
          Effect.flip(CurrentUser.get()),
          Effect.flip(Project.get)
        ]).pipe(Effect.provide(clientOf(server.url, expired)))
        for (const error of errors) {
          assert.isTrue(
            error._tag === "ApiError" && error.reason._tag === "InvalidResponse" && error.reason.status === status
          )
        }
        assert.lengthOf(server.requests, 4)
        const sent = server.requests.map(({ body, headers }) => body + JSON.stringify(headers)).join()
        for (const secret of secrets) assert.include(sent, secret)
        assert.deepStrictEqual(other.requests, [])
      }))
    )
  }

  live(
    "an apiUrl with a path keeps the path, with and without a slash at its end",
    Effect.gen(function*() {
      const server = yield* HttpServer.HttpServer
      server.handle = (response, { url }) =>
        response.end(JSON.stringify(url.endsWith("/health") ? { status: "ok" } : projectJson))
      for (const path of ["/proxy/auth", "/proxy/auth/", "/proxy/auth//"]) {
        yield* Effect.andThen(Project.get, Project.checkHealth).pipe(Effect.provide(clientOf(server.url + path)))
      }
      assert.deepStrictEqual(
        server.requests.map(({ url }) => url),
        Array.from({ length: 3 }, () => ["/proxy/auth/api/v1/projects/current", "/proxy/auth/health"]).flat()
      )
    })
  )

  for (const userinfo of ["user:password@", "user@", ":password@"]) {
    live(
      `an apiUrl with ${userinfo} is refused when the layer is built`,
      Effect.gen(function*() {
        const server = yield* HttpServer.HttpServer
        const apiUrl = server.url.replace("//", `//${userinfo}`)
        const exit = yield* Effect.exit(Effect.provide(Project.get, clientOf(apiUrl)))
        assert.isTrue(Exit.isFailure(exit))
        const error = yield* Effect.flip(Effect.provide(Effect.void, clientOf(apiUrl)))
        assert.deepInclude(error, { _tag: "InvalidOptions", option: "apiUrl" })
        assert.notInclude(String(error), "password@")
        assert.lengthOf(server.requests, 0)
      })
    )
  }
})

live(
  "a whole call works over real HTTP",
  Effect.gen(function*() {
    const server = yield* HttpServer.HttpServer
    server.handle = (response, { url }) =>
      url === "/api/v1/auth/password/sign-in"
        ? response.writeHead(200, { "x-stack-actual-status": "400", "x-stack-known-error": "EMAIL_PASSWORD_MISMATCH" })
          .end(
            JSON.stringify({ code: "EMAIL_PASSWORD_MISMATCH", error: "Wrong" })
          )
        : response.end(JSON.stringify(projectJson))
    const signIn = Password.signIn({ email: "a@example.com", password: Redacted.make("wrong horse") })
    const [project, error] = yield* Effect.all([Project.get, Effect.flip(signIn)]).pipe(
      Effect.provide(clientOf(server.url))
    )
    assert.strictEqual(project.displayName, "Test")
    assert.deepInclude(error, { _tag: "EmailPasswordMismatch", message: "Wrong" })
  })
)
