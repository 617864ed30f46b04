import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import {
  createAuthFromLayer,
  type FastifyReplyLike,
  type NodeAuth,
  type RequestAuth,
  SignInRequired
} from "latchkey/node"
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { cookie, makeSession, origin, setup } from "../server/authenticationSupport.ts"
import { describeAdapter, type Host, ownHeaders, permission } from "./scenarios.ts"

/** Serves a listener, and returns a function that sends requests to it. */
const serve = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer(listener)
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
      ),
      (server) =>
        Effect.promise(() =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          })
        )
    ),
    (server) => {
      const { port } = server.address() as AddressInfo
      return ({ headers, method, url }: Request) => {
        const { pathname } = new URL(url)
        return fetch(`http://127.0.0.1:${port}${pathname}`, { method, headers, redirect: "manual" })
      }
    }
  )

const makeAuth = (layer: Parameters<Host>[0]) =>
  Effect.acquireRelease(
    Effect.sync(() => createAuthFromLayer(layer)),
    (auth) => Effect.promise(() => auth.dispose())
  )

const sendMe = (response: ServerResponse, { userId }: RequestAuth) => {
  const { "cache-control": cacheControl, "set-cookie": setCookie, vary } = ownHeaders
  response.appendHeader("vary", vary)
  // Replaces the cookies and the header of a refresh.
  response.setHeader("set-cookie", setCookie)
  response.writeHead(200, { "cache-control": cacheControl })
  response.end(userId)
}

const checkTeam = async ({ url = "" }: IncomingMessage, response: ServerResponse, { require }: RequestAuth) => {
  await require({ team: url.slice("/teams/".length), permission })
  response.end("members")
}

const listeners = (auth: NodeAuth): RequestListener => {
  const whoami = auth.withAuth((_request, response: ServerResponse, { principal }) => response.end(principal._tag))
  const me = auth.protect((_request, response: ServerResponse, state) => sendMe(response, state))
  const ping = auth.protect((_request, response: ServerResponse) => response.end("pong"))
  const team = auth.protect(checkTeam)
  const routes = new Map([["/whoami", whoami], ["/ping", ping], ["/me", me]])
  return (request, response) => {
    void (routes.get(request.url!) ?? team)(request, response)
  }
}

/** The middleware of Express, without Express. */
const middlewares = (auth: NodeAuth): RequestListener => {
  const [optional, required, onError] = [auth.middleware(), auth.requireAuth(), auth.errorHandler()]
  return (request, response) => {
    const route = async () => {
      const state = auth.getAuth(request)
      if (request.url === "/whoami") return response.end(state.principal._tag)
      if (request.url === "/ping") return response.end("pong")
      return request.url === "/me" ? sendMe(response, state) : checkTeam(request, response, state)
    }
    const fail = (error: unknown) => onError(error, request, response, () => response.writeHead(500).end())
    const use = request.url === "/whoami" ? optional : required
    use(request, response, (error) => error === undefined ? route().catch(fail) : fail(error))
  }
}

/** The middleware of Express, passed without a call. */
const uncalledMiddlewares = (auth: NodeAuth): RequestListener =>
  middlewares({
    ...auth,
    // Express calls each argument of `app.use`.
    ...Object.fromEntries(
      (["middleware", "requireAuth", "errorHandler"] as const).map((name) => [name, () => auth[name]])
    )
  })

describeAdapter(
  "latchkey/node, listeners",
  (layer) => Effect.flatMap(makeAuth(layer), (auth) => serve(listeners(auth)))
)

describeAdapter(
  "latchkey/node, middleware",
  (layer) => Effect.flatMap(makeAuth(layer), (auth) => serve(middlewares(auth)))
)

describeAdapter(
  "latchkey/node, middleware without a call",
  (layer) => Effect.flatMap(makeAuth(layer), (auth) => serve(uncalledMiddlewares(auth)))
)

describe("createAuth of latchkey/node", () => {
  const { layer } = setup({ origin })
  const services = Effect.context<Layer.Success<typeof layer>>()

  it.effect("keeps the cookies of a refresh for all forms of writeHead", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(Layer.succeedContext(Context.add(yield* services, Clock.Clock, yield* Clock.Clock)))
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const own = "theme=dark"
      const forms: ReadonlyArray<(response: ServerResponse) => unknown> = [
        (response) => response.writeHead(200),
        (response) => response.writeHead(200, "Fine"),
        (response) => response.writeHead(200, { "Set-Cookie": own }),
        (response) => response.writeHead(200, "Fine", ["Set-Cookie", own, "Set-Cookie", "a=b"]),
        // Sound: Node.js accepts pairs too.
        (response) => response.writeHead(200, [["Set-Cookie", own], ["X-A", "b"]] as never),
        (response) => response.setHeader("set-cookie", own)
      ]
      for (const form of forms) {
        const send = yield* serve((request, response) => {
          void auth.withAuth((_request, response: ServerResponse) => {
            form(response)
            response.end()
          })(request, response)
        })
        const { headers } = yield* Effect.promise(() => send(new Request(origin, { headers: cookie(session) })))
        const lines = headers.getSetCookie()
        assert.lengthOf(lines.filter((line) => line.startsWith("stack-access=")), 1)
        assert.strictEqual(lines.includes(own), String(form).includes("own"))
        assert.strictEqual(headers.get("cache-control"), "private, no-store")
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("middleware has three parameters and error handlers four, as Express requires", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(Layer.succeedContext(yield* services))
      const { errorHandler, middleware, requireAuth } = auth
      const lengths = [middleware, middleware(), requireAuth, requireAuth({}), errorHandler, errorHandler()]
      assert.deepStrictEqual(lengths.map(({ length }) => length), [3, 3, 3, 3, 4, 4])
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("fastifyHook and fastifyErrorHandler work with and without a call", () =>
    Effect.gen(function*() {
      const { fastifyErrorHandler, fastifyHook } = yield* makeAuth(Layer.succeedContext(yield* services))
      const makeReply = () => {
        const sent = { status: 0, text: "" }
        const reply: FastifyReplyLike = {
          raw: {} as ServerResponse,
          getHeader: () => undefined,
          header: () => undefined,
          code: (status) => sent.status = status,
          send: (body) => sent.text = new TextDecoder().decode(body)
        }
        return { reply, sent }
      }
      const request = { method: "GET", headers: { authorization: "Bearer a, Bearer b", "x-api-key": "sk_1" } }
      for (const hook of [fastifyHook, fastifyHook(), fastifyHook({ freshness: "token" })]) {
        const { reply } = makeReply()
        const seen = { ...request }
        yield* Effect.promise(() => hook(seen, reply))
        assert.property(seen, "auth")
      }
      for (const handle of [fastifyErrorHandler, fastifyErrorHandler()]) {
        const { reply, sent } = makeReply()
        assert.strictEqual<unknown>(handle(new SignInRequired({ message: "" }), request, reply), reply)
        assert.strictEqual(sent.status, 401)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("responds with 500 to an error of a listener, without its message", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(Layer.succeedContext(yield* services))
      const send = yield* serve((request, response) => {
        void auth.withAuth(() => {
          throw new Error("planted")
        })(request, response)
      })
      const response = yield* Effect.promise(() => send(new Request(origin)))
      assert.strictEqual(response.status, 500)
      assert.strictEqual(yield* Effect.promise(() => response.text()), "")
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("an error after the headers were sent ends the response of a listener, and goes to next in a middleware", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(Layer.succeedContext(yield* services))
      for (const error of [new SignInRequired({ message: "" }), new Error("planted")]) {
        let listening: Promise<void> | undefined
        const send = yield* serve((request, response) => {
          listening = auth.withAuth((_request, response: ServerResponse) => {
            response.writeHead(202)
            response.write("part")
            throw error
          })(request, response)
        })
        const response = yield* Effect.promise(() => send(new Request(origin)))
        assert.strictEqual(response.status, 202)
        assert.strictEqual(yield* Effect.promise(() => response.text()), "part")
        yield* Effect.promise(() => listening!)
        const passed: Array<unknown> = []
        const sent = { headersSent: true } as ServerResponse
        auth.errorHandler()(error, {}, sent, (error) => passed.push(error))
        assert.deepStrictEqual(passed, [error])
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))

  it.effect("error handlers pass other errors to next, and getAuth throws without the middleware", () =>
    Effect.gen(function*() {
      const auth = yield* makeAuth(Layer.succeedContext(yield* services))
      assert.throws(() => auth.getAuth({}), /auth\.middleware\(\)/)
      assert.throws(() => auth.getAuth({ auth: "Basic" }), /auth\.middleware\(\)/)
      const errors: Array<unknown> = []
      const broken = new Error("The handler is broken")
      auth.errorHandler()(broken, {}, {} as ServerResponse, (error) => errors.push(error))
      assert.deepStrictEqual(errors, [broken])
      assert.throws(() => auth.fastifyErrorHandler()(broken, {}, {} as FastifyReplyLike), broken.message)
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
