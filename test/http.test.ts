import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Password, TokenStore, Transport } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { layerHttpClient } from "latchkey/http"
import { inspect } from "node:util"
import { suite } from "./suites/TransportSuite.ts"
import * as HttpServer from "./support/HttpServer.ts"
import { makeTracer } from "./support/makeTracer.ts"
import * as nodeClient from "./support/nodeClient.ts"
import { accessToken, options } from "./support/Wire.ts"

const overFetch = Layer.provide(layerHttpClient, FetchHttpClient.layer)

suite("HttpClient over fetch", overFetch)

suite("HttpClient over Node's http", Layer.provide(layerHttpClient, nodeClient.layer))

/** Makes a layer's `HttpClient` follow redirects, as a program may configure it. */
const following = (client: Layer.Layer<HttpClient.HttpClient>) =>
  Layer.provide(
    layerHttpClient,
    Layer.provide(
      Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, HttpClient.followRedirects(5))),
      client
    )
  )

const followingClients = {
  "over fetch, with followRedirects": following(FetchHttpClient.layer),
  "over fetch that is told to follow": layerHttpClient.pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "follow" }))
  ),
  "over fetch whose layer alone is told to follow": layerHttpClient.pipe(
    Layer.provide(FetchHttpClient.layer.pipe(
      Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "follow" }))
    ))
  ),
  "over Node's http, with followRedirects": following(nodeClient.layer),
  "over fetch, with followRedirects and retries": following(
    Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, HttpClient.retryTransient({ times: 2 })))
      .pipe(
        Layer.provide(FetchHttpClient.layer)
      )
  )
}

suite("HttpClient over fetch, with followRedirects", followingClients["over fetch, with followRedirects"])

for (const [which, transport] of Object.entries(followingClients)) {
  describe(`a client over HttpClient ${which}`, () => {
    for (const status of [301, 302, 303, 307, 308]) {
      it.live(`a ${status} to another origin: the call fails, and the other origin gets no token, key or password`, () =>
        Effect.gen(function*() {
          const server = yield* HttpServer.HttpServer
          const other = yield* HttpServer.make
          other.handle = (response) => response.end("{}")
          server.handle = (response, { url }) => response.writeHead(status, { location: other.url + url }).end()
          const tokens = { refreshToken: secret, accessToken }
          const errors = yield* Effect.all([
            Effect.flip(CurrentUser.get()),
            Effect.flip(Password.signIn({ email: "a@example.com", password: Redacted.make(secret) }))
          ]).pipe(
            Effect.provide(
              Client.layer({ ...options, apiUrl: server.url }).pipe(
                Layer.provide(TokenStore.layerTokens(tokens)),
                Layer.provide(transport)
              )
            )
          )
          for (const error of errors) {
            assert(error._tag === "ApiError")
            assert.strictEqual(error.reason._tag, "InvalidResponse")
          }
          assert.include(JSON.stringify(server.requests), secret)
          assert.lengthOf(server.requests, 2)
          assert.deepStrictEqual(other.requests, [])
        }).pipe(Effect.scoped, Effect.provide(HttpServer.layer)))
    }
  })
}

it.live("an HttpClient that replaces this transport's RequestInit so that fetch follows redirects: nothing is sent", () =>
  Effect.gen(function*() {
    const server = yield* HttpServer.HttpServer
    const replacing = Layer.effect(
      HttpClient.HttpClient,
      Effect.map(
        HttpClient.HttpClient,
        HttpClient.transformResponse(Effect.provideService(FetchHttpClient.RequestInit, { redirect: "follow" }))
      )
    )
    const transport = layerHttpClient.pipe(Layer.provide(replacing), Layer.provide(FetchHttpClient.layer))
    const error = yield* Effect.flip(Effect.provide(send(server.url), transport))
    assert.include(error.message, "FetchHttpClient.RequestInit: set its redirect to manual")
    assert.lengthOf(server.requests, 0)
  }).pipe(Effect.provide(HttpServer.layer)))

const secret = "a-token-that-must-not-be-shown"

const send = (url: string) =>
  Effect.flatMap(
    Transport,
    (transport) => transport({ method: "POST", url, headers: { "x-stack-refresh-token": secret }, body: secret })
  )

/** An `HttpClient` that responds with a function instead of sending a request. */
const layerAnswering = (answer: (request: Request) => Response | Promise<Response>) =>
  Layer.provide(
    layerHttpClient,
    Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make((request, url) =>
        Effect.tryPromise({
          try: async () => {
            const { body, headers, method } = request
            const text = body._tag === "Uint8Array" ? { body: new TextDecoder().decode(body.body) } : {}
            return HttpClientResponse.fromWeb(request, await answer(new Request(url, { method, headers, ...text })))
          },
          catch: (cause) =>
            new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
        })
      )
    )
  )

describe("a transport over HttpClient", () => {
  it.live("creates no span that contains a token, for any status", () =>
    Effect.gen(function*() {
      const server = yield* HttpServer.HttpServer
      const { spans, tracer } = makeTracer()
      for (const status of [200, 401, 503]) {
        server.handle = (response) => response.writeHead(status).end(secret)
        yield* send(`${server.url}/${secret}`).pipe(Effect.asVoid, Effect.withSpan("outer"), Effect.withTracer(tracer))
      }
      assert.isAtLeast(spans.length, 3)
      const contents = spans.map(({ annotations, attributes, name, status }) =>
        inspect({ annotations, attributes, name, status }, { depth: Infinity, showHidden: true })
      )
      assert.notInclude(contents.join(), secret)
    }).pipe(Effect.provide(overFetch), Effect.provide(HttpServer.layer)))

  it.live("sends with the program's fetch and options, but never follows redirects", () =>
    Effect.gen(function*() {
      const inits: Array<RequestInit | undefined> = []
      const fetch: typeof globalThis.fetch = (_, init) => {
        inits.push(init)
        return Promise.resolve(new Response("ok"))
      }
      const configured = layerHttpClient.pipe(
        Layer.provide(FetchHttpClient.layer),
        Layer.provide(Layer.succeedContext(
          Context.make(FetchHttpClient.Fetch, fetch).pipe(
            Context.add(FetchHttpClient.RequestInit, { keepalive: true, cache: "no-cache", redirect: "follow" })
          )
        ))
      )
      yield* Effect.provide(send("https://api.test/"), configured)
      const { cache, credentials, keepalive, redirect } = inits[0]!
      assert.deepStrictEqual(
        { cache, credentials, keepalive, redirect },
        { cache: "no-cache", credentials: "omit", keepalive: true, redirect: "manual" }
      )
    }))

  it.effect("reports only the kind of a failure, not its request", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(send(`https://api.test/${secret}`))
      assert.strictEqual(error._tag, "TransportFailure")
      assert.strictEqual(error.message, "The request failed: TransportError")
      assert.notInclude(inspect(error, { depth: Infinity, showHidden: true }), secret)
    }).pipe(Effect.provide(layerAnswering(() => Promise.reject(new Error(secret))))))

  it.effect("sends a client's calls to the service and returns the responses", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const client = Client.layer({ ...Emulator.clientOptions, apiUrl: "https://api.test" }).pipe(
        Layer.provide(TokenStore.layerMemory),
        Layer.provide(layerAnswering(handler))
      )
      const credentials = { email: "ada@example.com", password: Redacted.make("correct horse") }
      yield* Effect.provide(
        Effect.gen(function*() {
          const { userId } = yield* Password.signUp({
            ...credentials,
            verificationCallbackUrl: "http://localhost/verify"
          })
          assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
          const wrong = Password.signIn({ ...credentials, password: Redacted.make("incorrect horse") })
          assert.strictEqual((yield* Effect.flip(wrong))._tag, "EmailPasswordMismatch")
        }),
        client
      )
    }).pipe(Effect.provide(Emulator.layerWithoutTransport())))
})
