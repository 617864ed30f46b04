/** A request that passes several middlewares: how often it is authenticated, and with which options. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as FetchAuth from "latchkey/fetch"
import * as HonoAuth from "latchkey/hono"
import { optionalAuth, requireAuth } from "latchkey/http-router"
import * as NodeAuth from "latchkey/node"
import { Authentication, Sessions } from "latchkey/server"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import {
  bearer,
  cookie,
  hostServices,
  makeSession,
  origin,
  type Services,
  setup
} from "../server/authenticationSupport.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { compose } from "./fakeHono.ts"

type Options = Authentication.AuthenticateOptions

/** The services of the test, and the options of each authentication. */
const countingServices = Effect.gen(function*() {
  const context = yield* Layer.build(yield* hostServices)
  const { authenticate } = Context.get(context, Authentication.Authentication)
  const seen: Array<Options | undefined> = []
  const authentication = Authentication.Authentication.of({
    authenticate: (request, options) => {
      seen.push(options)
      return authenticate(request, options)
    }
  })
  return { seen, layer: Layer.succeedContext(Context.add(context, Authentication.Authentication, authentication)) }
})

/** A response of Node.js without a connection. */
const makeResponse = () => new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { method: "GET" }))

interface NodeExchange {
  readonly request: {
    method: string
    url: string
    readonly headers: Record<string, string>
    readonly auth?: NodeAuth.RequestAuth
  }
  readonly response: ServerResponse
}

const makeExchange = (headers: Record<string, string>): NodeExchange => ({
  request: { method: "GET", url: "/", headers: { ...headers } },
  response: makeResponse()
})

/** Runs one middleware. Returns `true` if it calls `next`. */
const runMiddleware = (middleware: NodeAuth.NodeMiddleware, { request, response }: NodeExchange) =>
  Effect.promise(() =>
    new Promise<boolean>((resolve, reject) => {
      Object.assign(response, { end: () => resolve(false) })
      middleware(request, response, (error) => error === undefined ? resolve(true) : reject(error))
    })
  )

const isOwn = (line: string) => /^(?:stack-access|__Host-stack-refresh)/.test(line)

describe("several middlewares of Node.js", () => {
  const { layer } = setup({ origin })

  const makeAuth = (services: Layer.Layer<Services>) =>
    Effect.acquireRelease(
      Effect.sync(() => NodeAuth.createAuthFromLayer(services)),
      (auth) => Effect.promise(() => auth.dispose())
    )

  const rows: ReadonlyArray<{
    readonly what: string
    readonly first?: Options
    readonly second?: Options
    /** The changes of a handler between them. */
    readonly change?: (request: NodeExchange["request"]) => void
    readonly count: number
  }> = [
    { what: "no options", count: 1 },
    { what: "no options and the defaults", second: { freshness: "token", allowAnonymous: false }, count: 1 },
    { what: "equal options", first: { freshness: "session" }, second: { freshness: "session" }, count: 1 },
    { what: "a stricter freshness", second: { freshness: "session" }, count: 2 },
    { what: "a weaker freshness", first: { freshness: "session" }, count: 2 },
    { what: "anonymous users first", first: { allowAnonymous: true }, count: 2 },
    { what: "restricted users first", first: { allowRestricted: true }, count: 2 },
    { what: "other users", first: { allowAnonymous: true }, second: { allowRestricted: true }, count: 2 },
    { what: "another path", change: (request) => request.url = "/mounted", count: 1 },
    { what: "another method", change: (request) => request.method = "POST", count: 2 },
    { what: "removed credentials", change: ({ headers }) => delete headers["authorization"], count: 2 },
    { what: "an unrelated header", change: ({ headers }) => headers["x-request-id"] = "1", count: 1 }
  ]

  it.effect("equal options share one verification, and other options or credentials get their own", () =>
    Effect.gen(function*() {
      const { layer, seen } = yield* countingServices
      const auth = yield* makeAuth(layer)
      const session = yield* makeSession()
      yield* checkRowsEffect(rows, ({ what }) => what, ({ change, count, first, second }) =>
        Effect.gen(function*() {
          seen.length = 0
          const exchange = makeExchange(bearer(session))
          assert.isTrue(yield* runMiddleware(auth.middleware(first), exchange))
          change?.(exchange.request)
          const isSignedIn = "authorization" in exchange.request.headers
          assert.strictEqual(yield* runMiddleware(auth.requireAuth(second), exchange), isSignedIn)
          assert.lengthOf(seen, count)
          if (count === 2) assert.strictEqual(seen[1]?.freshness ?? "token", second?.freshness ?? "token")
        }))
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("concurrent middlewares with one response share one verification", () =>
    Effect.gen(function*() {
      const { layer, seen } = yield* countingServices
      const auth = yield* makeAuth(layer)
      const exchange = makeExchange(bearer(yield* makeSession()))
      const run = runMiddleware(auth.middleware(), exchange)
      assert.deepStrictEqual(yield* Effect.all([run, run], { concurrency: "unbounded" }), [true, true])
      assert.lengthOf(seen, 1)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("a check with session freshness refuses a session that ended after a weaker check", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(yield* hostServices)
      const session = yield* makeSession()
      const exchange = makeExchange(bearer(session))
      assert.isTrue(yield* runMiddleware(auth.middleware(), exchange))
      assert.isTrue(yield* runMiddleware(auth.requireAuth(), exchange))
      const [ended] = yield* Sessions.list(session.userId)
      yield* Sessions.revoke({ id: ended!.id, userId: session.userId })
      assert.isFalse(yield* runMiddleware(auth.requireAuth({ freshness: "session" }), exchange))
      assert.strictEqual(exchange.response.statusCode, 401)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("another response with the same request is authenticated again", () =>
    Effect.gen(function*() {
      const { layer, seen } = yield* countingServices
      const auth = yield* makeAuth(layer)
      const { request } = makeExchange(bearer(yield* makeSession()))
      for (const response of [makeResponse(), makeResponse()]) {
        yield* runMiddleware(auth.middleware(), { request, response })
      }
      assert.lengthOf(seen, 2)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("writeHead is replaced once, and sets each cookie once", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(yield* hostServices)
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const exchange = makeExchange(cookie(session))
      const { response } = exchange
      const heads: Array<NodeAuth.NodeResponse["writeHead"]> = []
      for (const options of [{}, {}, { allowAnonymous: true }, { freshness: "session" }] as const) {
        yield* runMiddleware(auth.middleware(options), exchange)
        heads.push(response.writeHead)
      }
      assert.lengthOf([...new Set(heads)], 1)
      response.setHeader("set-cookie", "handler=3")
      response.writeHead(200)
      const lines = response.getHeader("set-cookie")
      assert.isArray(lines)
      // Sound: the assertion above.
      const all = lines as ReadonlyArray<string>
      assert.deepStrictEqual(all.filter((line) => !isOwn(line)), ["handler=3"])
      assert.isAbove(all.filter(isOwn).length, 0)
      assert.strictEqual(new Set(all).size, all.length)
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("several middlewares of other hosts", () => {
  const { layer } = setup({ origin })

  it.effect("Hono: equal options share one verification", () =>
    Effect.gen(function*() {
      const { layer, seen } = yield* countingServices
      const { dispose, errorHandler, middleware, requireAuth } = HonoAuth.createAuthFromLayer(layer)
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const session = yield* makeSession()
      const send = (...handlers: Parameters<typeof compose>[0]) =>
        Effect.promise(() =>
          compose([...handlers, async () => new Response("ok")], errorHandler)(
            new Request(origin, { headers: bearer(session) })
          )
        )
      yield* send(middleware, requireAuth)
      assert.lengthOf(seen, 1)
      yield* send(middleware, requireAuth({ freshness: "session" }))
      assert.deepStrictEqual(seen.map((options) => options?.freshness), [undefined, undefined, "session"])
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("fetch: a request that is sent twice is authenticated twice", () =>
    Effect.gen(function*() {
      const { layer, seen } = yield* countingServices
      const { dispose, protect } = FetchAuth.createAuthFromLayer(layer)
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const handle = protect(() => new Response("ok"))
      const request = new Request(origin, { headers: bearer(yield* makeSession()) })
      yield* Effect.promise(() => handle(request))
      yield* Effect.promise(() => handle(request))
      assert.lengthOf(seen, 2)
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("HttpRouter: equal options share one verification", () =>
    Effect.gen(function*() {
      const { layer, seen } = yield* countingServices
      const session = yield* makeSession()
      const clock = Context.make(Clock.Clock, yield* Clock.Clock)
      const send = (options: Options) =>
        Effect.gen(function*() {
          seen.length = 0
          const route = HttpRouter.add("GET", "/", Effect.succeed(HttpServerResponse.text("ok"))).pipe(
            Layer.provide(requireAuth(options).layer),
            Layer.provide(optionalAuth().layer),
            Layer.provide(layer)
          )
          const { handler } = yield* Effect.acquireRelease(
            Effect.sync(() => HttpRouter.toWebHandler(route, { disableLogger: true })),
            ({ dispose }) => Effect.promise(dispose)
          )
          return yield* Effect.promise(() => handler(new Request(origin, { headers: bearer(session) }), clock))
        })
      assert.strictEqual((yield* send({})).status, 200)
      const equal = seen.length
      assert.strictEqual((yield* send({ freshness: "session" })).status, 200)
      assert.deepStrictEqual([equal, seen.length], [1, 2])
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
