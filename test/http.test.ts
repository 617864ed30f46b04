import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { Client, CurrentUser, Password, TokenStore, Transport } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { layerHttpClient } from "latchkey/http"
import { inspect } from "node:util"
import { suite } from "./suites/TransportSuite.ts"
import * as HttpServer from "./support/HttpServer.ts"

const overFetch = Layer.provide(layerHttpClient, FetchHttpClient.layer)

suite("HttpClient over fetch", overFetch)

const secret = "a-token-that-nobody-may-see"

const send = (url: string) =>
  Effect.flatMap(
    Transport,
    (transport) => transport({ method: "POST", url, headers: { "x-stack-refresh-token": secret }, body: secret })
  )

/** An `HttpClient` that answers with a function, instead of sending anything. */
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
  it.live("makes no span that holds a token, whatever the status", () =>
    Effect.gen(function*() {
      const server = yield* HttpServer.HttpServer
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
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

  it.live("sends with the fetch and the options that a program has configured, but never follows redirects", () =>
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

  it.effect("says only what kind of failure it was, not of which request", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(send(`https://api.test/${secret}`))
      assert.strictEqual(error._tag, "TransportError")
      assert.strictEqual(error.message, "The request failed: TransportError")
      assert.notInclude(inspect(error, { depth: Infinity, showHidden: true }), secret)
    }).pipe(Effect.provide(layerAnswering(() => Promise.reject(new Error(secret))))))

  it.effect("carries a client's calls to the service and back", () =>
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
