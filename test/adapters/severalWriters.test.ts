/** Responses whose headers have several writers: a middleware before the authentication, the handler, and the authentication. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as FetchAuth from "latchkey/fetch"
import * as HonoAuth from "latchkey/hono"
import * as NodeAuth from "latchkey/node"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { addToWeb } from "../../src/adapters/responseHeaders.ts"
import {
  bearer,
  cookie,
  hostServices,
  makeSession,
  origin,
  type Services,
  setup
} from "../server/authenticationSupport.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import { compose } from "./fakeHono.ts"

const { layer } = setup({ origin })

/** Cookies of a middleware that runs before the authentication. */
const before: ReadonlyArray<string | ReadonlyArray<string> | undefined> = [
  undefined,
  "before=1",
  ["before=1"],
  ["before=1; Path=/", "other=2"],
  // A name of the session, at another path.
  ["stack-access=theirs; Path=/legacy"]
]

const toList = (value: unknown): ReadonlyArray<string> =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

/** The changes of the handler to the cookies. */
const handlers: Readonly<
  Record<string, { readonly run: (response: ServerResponse) => void; readonly keeps: boolean }>
> = {
  "sets no cookie": { run: () => undefined, keeps: true },
  "appends a cookie": { run: (response) => response.appendHeader("set-cookie", "handler=3"), keeps: true },
  "replaces all cookies": { run: (response) => response.setHeader("set-cookie", "handler=3"), keeps: false }
}

const rows = before.flatMap((cookies) =>
  Object.entries(handlers).map(([what, handler]) => ({ cookies, what, ...handler }))
)

/** A response of Node.js without a connection. */
const makeResponse = () => new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { method: "GET" }))

const isOwn = (line: string) => /^(?:stack-access|__Host-stack-refresh)/.test(line) && !line.includes("/legacy")

type Use = (
  auth: NodeAuth.NodeAuth,
  headers: Record<string, string>,
  response: ServerResponse,
  handle: () => void
) => Promise<unknown>

/** The forms of the authentication for Node.js. */
const uses: Readonly<Record<string, Use>> = {
  middleware: (auth, headers, response, handle) =>
    new Promise<void>((resolve, reject) =>
      auth.middleware({})({ method: "GET", url: "/", headers }, response, (error) => {
        handle()
        if (error === undefined) resolve()
        else reject(error)
      })
    ),
  requireAuth: (auth, headers, response, handle) =>
    new Promise<void>((resolve, reject) =>
      auth.requireAuth({})({ method: "GET", url: "/", headers }, response, (error) => {
        handle()
        if (error === undefined) resolve()
        else reject(error)
      })
    ),
  withAuth: (auth, headers, response, handle) =>
    auth.withAuth(() => handle())({ method: "GET", url: "/", headers }, response),
  protect: (auth, headers, response, handle) =>
    auth.protect(() => handle())({ method: "GET", url: "/", headers }, response)
}

describe("the cookies of a response of Node.js", () => {
  for (const [name, use] of Object.entries(uses)) {
    it.effect(`${name}: a refresh adds its cookies to those of other writers`, () =>
      Effect.gen(function*() {
        const auth = NodeAuth.createAuthFromLayer(yield* hostServices)
        yield* Effect.addFinalizer(() => Effect.promise(() => auth.dispose()))
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        yield* checkRowsEffect(
          rows,
          ({ cookies, what }) => `before: ${JSON.stringify(cookies)}; the handler ${what}`,
          ({ cookies, keeps, run }) =>
            Effect.promise(async () => {
              const response = makeResponse()
              if (cookies !== undefined) response.setHeader("set-cookie", cookies)
              await use(auth, cookie(session), response, () => run(response))
              response.writeHead(200)
              const lines = toList(response.getHeader("set-cookie"))
              const others = lines.filter((line) => !isOwn(line))
              const expected = [
                ...keeps ? toList(cookies) : [],
                ...(run === handlers["sets no cookie"]!.run ? [] : ["handler=3"])
              ]
              assert.deepStrictEqual(others, expected)
              assert.lengthOf(lines.filter((line) => line.startsWith("stack-access=") && isOwn(line)), 1)
              assert.strictEqual(response.getHeader("cache-control"), "private, no-store")
            })
        )
      }).pipe(Effect.scoped, Effect.provide(layer)))
  }

  it.effect("a valid token leaves the cookies of other writers unchanged", () =>
    Effect.gen(function*() {
      const auth = NodeAuth.createAuthFromLayer(yield* hostServices)
      yield* Effect.addFinalizer(() => Effect.promise(() => auth.dispose()))
      const session = yield* makeSession()
      yield* checkRowsEffect(before, (cookies) => JSON.stringify(cookies), (cookies) =>
        Effect.promise(async () => {
          const response = makeResponse()
          if (cookies !== undefined) response.setHeader("set-cookie", cookies)
          response.setHeader("cache-control", "max-age=60")
          await uses["withAuth"]!(auth, bearer(session), response, () => undefined)
          response.writeHead(200)
          assert.deepStrictEqual(toList(response.getHeader("set-cookie")), toList(cookies))
          assert.strictEqual(response.getHeader("cache-control"), "max-age=60")
        }))
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("the cookies of a reply of Fastify", () => {
  it.effect("Fastify: the cookies are added to those of an earlier hook", () =>
    Effect.gen(function*() {
      const auth = NodeAuth.createAuthFromLayer(yield* hostServices)
      yield* Effect.addFinalizer(() => Effect.promise(() => auth.dispose()))
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      yield* checkRowsEffect(before, (cookies) => JSON.stringify(cookies), (cookies) =>
        Effect.promise(async () => {
          const headers = new Map<string, string | ReadonlyArray<string>>()
          if (cookies !== undefined) headers.set("set-cookie", cookies)
          const reply: NodeAuth.FastifyReplyLike = {
            raw: makeResponse(),
            getHeader: (name) => headers.get(name),
            // As in Fastify: only this header is added to.
            header: (name, value) =>
              headers.set(name, name === "set-cookie" ? [...toList(headers.get(name)), value] : value),
            code: () => undefined,
            send: () => undefined
          }
          await auth.fastifyHook({})({ method: "GET", url: "/", headers: cookie(session) }, reply)
          const lines = toList(headers.get("set-cookie"))
          assert.deepStrictEqual(lines.filter((line) => !isOwn(line)), toList(cookies))
          assert.lengthOf(lines.filter((line) => line.startsWith("stack-access=") && isOwn(line)), 1)
        }))
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

/** A handler, over the form of the authentication for web responses. */
type WrapWeb = (
  layer: Layer.Layer<Services>,
  handle: () => Response
) => { readonly respond: (request: Request) => Promise<Response>; readonly dispose: () => Promise<void> }

const webForms: Readonly<Record<string, WrapWeb>> = {
  "withAuth of latchkey/fetch": (layer, handle) => {
    const { dispose, withAuth } = FetchAuth.createAuthFromLayer(layer)
    return { respond: withAuth(handle), dispose }
  },
  "applyTo of latchkey/fetch": (layer, handle) => {
    const { authenticateRequest, dispose } = FetchAuth.createAuthFromLayer(layer)
    return { respond: async (request) => (await authenticateRequest(request)).applyTo(handle()), dispose }
  },
  "middleware of latchkey/hono": (layer, handle) => {
    const { dispose, errorHandler, middleware } = HonoAuth.createAuthFromLayer(layer)
    return { respond: compose([middleware({}), async () => handle()], errorHandler), dispose }
  }
}

describe("the cookies of a web response", () => {
  for (const [name, wrap] of Object.entries(webForms)) {
    it.effect(`${name}: the cookies are added to those of the handler`, () =>
      Effect.gen(function*() {
        const layer = yield* hostServices
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        yield* checkRowsEffect(before, (cookies) => JSON.stringify(cookies), (cookies) =>
          Effect.promise(async () => {
            const headers = new Headers({ "cache-control": "max-age=60" })
            for (const line of toList(cookies)) headers.append("set-cookie", line)
            const { dispose, respond } = wrap(layer, () => new Response("", { headers }))
            const response = await respond(new Request(origin, { headers: cookie(session) }))
            await dispose()
            const lines = response.headers.getSetCookie()
            assert.deepStrictEqual(lines.filter((line) => !isOwn(line)), toList(cookies))
            assert.lengthOf(lines.filter((line) => line.startsWith("stack-access=") && isOwn(line)), 1)
            assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
          }))
      }).pipe(Effect.scoped, Effect.provide(layer)))
  }
})

describe("the headers of a response that cannot be changed", () => {
  it.effect("Hono: immutable headers keep their values and get the authentication's headers", () =>
    Effect.gen(function*() {
      const auth = HonoAuth.createAuthFromLayer(yield* hostServices)
      yield* Effect.addFinalizer(() => Effect.promise(() => auth.dispose()))
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const makeFetched = () => {
        const response = new Response("ok", { headers: { vary: "Accept", "set-cookie": "handler=3" } })
        const refuse = () => {
          throw new TypeError("immutable")
        }
        // As the response of `fetch`.
        Object.assign(response.headers, { set: refuse, append: refuse, delete: refuse })
        return response
      }
      const app = compose([auth.middleware(), async () => makeFetched()], (error) => {
        throw error
      })
      const send = (headers: Record<string, string>) => Effect.promise(() => app(new Request(origin, { headers })))
      for (const headers of [cookie(session), {}]) {
        const response = yield* send(headers)
        assert.match(response.headers.get("vary")!, /^Accept, .*Authorization, Cookie/)
        assert.include(response.headers.getSetCookie(), "handler=3")
        const own = response.headers.getSetCookie().filter(isOwn)
        assert.strictEqual(own.length > 0, "cookie" in headers)
        assert.strictEqual(response.headers.get("cache-control"), "cookie" in headers ? "private, no-store" : null)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("Vary", () => {
  const own = "Authorization, Cookie"
  const rows: ReadonlyArray<readonly [present: string | undefined, merged: string]> = [
    [undefined, own],
    ["", own],
    ["Accept", "Accept, Authorization, Cookie"],
    ["accept , Accept-Encoding", "accept, Accept-Encoding, Authorization, Cookie"],
    ["authorization", "authorization, Cookie"],
    ["COOKIE, Authorization", "COOKIE, Authorization"],
    ["*", "*"],
    ["Accept, *", "*"]
  ]

  it("Vary names each header once, whatever its case and writer", () => {
    checkRows(rows, ([present]) => JSON.stringify(present), ([present, merged]) => {
      const headers = new Headers(present === undefined ? {} : { vary: present })
      const response = addToWeb(new Response("", { headers }), new Headers({ vary: own }))
      assert.strictEqual(response.headers.get("vary"), merged)
    })
  })
})
