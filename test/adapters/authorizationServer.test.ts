import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { Emulator } from "latchkey/emulator"
import { createAuthFromLayer } from "latchkey/fetch"
import {
  type AuthInfo,
  type AuthorizationServerOptions,
  createAuthorizationServer,
  createMcpAuth,
  getAuth,
  InvalidOptions,
  layerAuthorizationServer
} from "latchkey/mcp"
import { createAuthFromLayer as createNodeAuthFromLayer } from "latchkey/node"
import { Authentication, Authorization } from "latchkey/server"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import {
  authorizeParams,
  clientId,
  encode,
  options,
  otherResource,
  resource,
  tokenParams
} from "../server/agents/support.ts"
import { bearer, cookie, hostServices, makeSession, origin, setup } from "../server/authenticationSupport.ts"
import { callTool } from "./mcpSupport.ts"

const { layer } = setup({ origin })

type Services = Layer.Success<typeof layer>

const test = <E>(title: string, effect: Effect.Effect<void, E, Services | Scope.Scope>) =>
  it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Layer.fresh(layer))))

type Send = (request: Request) => Promise<Response>

const makeAuth = Effect.acquireRelease(
  Effect.map(hostServices, (services) => createAuthFromLayer(services)),
  (auth) => Effect.promise(() => auth.dispose())
)

const serveFetch = Effect.map(makeAuth, (auth): Send => {
  const { serve } = createAuthorizationServer(auth, options)
  return async (request) => await serve(request) ?? new Response("next", { status: 404 })
})

/** Serves with Node.js. With `isParsed`, a middleware has read the body before, as those of Express do. */
const serveNode = (isParsed: boolean) =>
  Effect.gen(function*() {
    const auth = createNodeAuthFromLayer(yield* hostServices)
    const { middleware } = createAuthorizationServer(auth, options)
    const server = createServer((request: IncomingMessage & { body?: unknown }, response) => {
      const answer = async () => {
        if (isParsed && request.method === "POST") {
          const text = Buffer.concat(await request.toArray()).toString()
          const isJson = request.headers["content-type"] === "application/json"
          request.body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
        }
        middleware(request, response, () => response.writeHead(404).end("next"))
      }
      void answer()
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))),
      () =>
        Effect.promise(async () => {
          server.close()
          server.closeAllConnections()
          await auth.dispose()
        })
    )
    const { port } = server.address() as AddressInfo
    const send: Send = async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.method === "POST" ? await request.text() : null
      const init = { method: request.method, headers: Object.fromEntries(request.headers), body }
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, redirect: "manual" })
    }
    return send
  })

const serveEffect = Effect.gen(function*() {
  const services = yield* hostServices
  const context = Context.make(Clock.Clock, yield* Clock.Clock)
  const app = Layer.merge(
    layerAuthorizationServer(options),
    HttpRouter.add("*", "/*", HttpServerResponse.text("next", { status: 404 }))
  )
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => HttpRouter.toWebHandler(Layer.provide(app, services), { disableLogger: true })),
    ({ dispose }) => Effect.promise(dispose)
  )
  const send: Send = (request) => handler(request, context)
  return send
})

const hosts = {
  "serve of createAuthorizationServer": serveFetch,
  "middleware of createAuthorizationServer": serveNode(false),
  "middleware of createAuthorizationServer after a parser of bodies": serveNode(true),
  layerAuthorizationServer: serveEffect
}

const form = { "content-type": "application/x-www-form-urlencoded" }

/** Gets an agent's key for a user, by HTTP only. */
const getKey = async (send: Send, headers: Record<string, string>, params: Readonly<Record<string, string>> = {}) => {
  const authorized = await send(new Request(`${origin}/oauth/authorize?${encode({ ...authorizeParams, ...params })}`))
  const request = new URL(authorized.headers.get("location")!).searchParams.get("request")!
  const consent = await send(new Request(`${origin}/oauth/consent?${encode({ request })}`, { headers }))
  const { confirm } = await consent.json() as { readonly confirm: string }
  const body = JSON.stringify({ request, confirm, decision: "approve", scopes: ["notes:read"] })
  const decided = await send(
    new Request(`${origin}/oauth/consent`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", origin },
      body
    })
  )
  const { redirect_to } = await decided.json() as { readonly redirect_to: string }
  const code = new URL(redirect_to).searchParams.get("code")!
  const text = encode({ ...tokenParams, ...params, code })
  const token = await send(new Request(`${origin}/oauth/token`, { method: "POST", headers: form, body: text }))
  return await token.json() as { readonly access_token: string; readonly scope: string }
}

const allowKeys = Effect.flatMap(Emulator.Emulator, ({ configure }) => configure({ allowUserApiKeys: true }))

for (const [name, serve] of Object.entries(hosts)) {
  describe(name, () => {
    test(
      "an agent gets a key with the user's consent, and can revoke it",
      Effect.gen(function*() {
        yield* allowKeys
        const send = yield* serve
        const session = yield* makeSession()
        const { access_token: token, scope } = yield* Effect.promise(() => getKey(send, bearer(session)))
        assert.strictEqual(scope, "notes:read")
        const { userId } = yield* Authentication.authenticate(
          new Request(resource, { headers: { authorization: `Bearer ${token}` } }),
          { allowAgentsFor: resource }
        ).pipe(Effect.map(({ principal }) => principal as { readonly userId: string }))
        assert.strictEqual(userId, session.userId)
        const body = encode({ token, client_id: clientId })
        const revoke = new Request(`${origin}/oauth/revoke`, { method: "POST", headers: form, body })
        assert.strictEqual((yield* Effect.promise(() => send(revoke))).status, 200)
      })
    )

    test(
      "responses have their headers, repeated parameters are refused, cookies never count, and other paths pass",
      Effect.gen(function*() {
        const send = yield* serve
        const ask = (path: string, init?: RequestInit) => Effect.promise(() => send(new Request(origin + path, init)))
        const metadata = yield* ask("/.well-known/oauth-authorization-server?a=b")
        assert.deepInclude(yield* Effect.promise(() => metadata.json()), { issuer: origin })
        assert.strictEqual(metadata.headers.get("access-control-allow-origin"), "*")
        const body = `${encode({ ...tokenParams, code: "a" })}&code=b`
        const token = yield* ask("/oauth/token", { method: "POST", headers: form, body })
        assert.strictEqual(token.status, 400)
        assert.strictEqual(token.headers.get("cache-control"), "no-store")
        assert.match(token.headers.get("content-type")!, /^application\/json/)
        const session = yield* makeSession()
        const consent = yield* ask("/oauth/consent?request=a", { headers: { ...cookie(session), origin } })
        assert.strictEqual(consent.status, 401)
        assert.strictEqual(consent.headers.get("content-type"), "application/problem+json")
        assert.isNull(consent.headers.get("access-control-allow-origin"))
        const found = yield* ask("/oauth/consent?request=a", { headers: bearer(session) })
        assert.deepInclude(yield* Effect.promise(() => found.json()), { status: 404, code: "AGENT_REQUEST_EXPIRED" })
        const large = { method: "POST", headers: form, body: `code=${"a".repeat(20_000)}` }
        assert.strictEqual((yield* ask("/oauth/token", large)).status, 400)
        for (const path of ["/oauth", "/oauth/register", "/oauth/tokens", "/mcp"]) {
          const response = yield* ask(path)
          assert.strictEqual(yield* Effect.promise(() => response.text()), "next", path)
        }
      })
    )
  })
}

describe("createMcpAuth with an agent's key", () => {
  test(
    "the tool gets client and scopes of the agent, and a missing scope is a challenge",
    Effect.gen(function*() {
      yield* allowKeys
      const auth = yield* makeAuth
      const send = yield* serveFetch
      const session = yield* makeSession()
      const { access_token: token } = yield* Effect.promise(() => getKey(send, bearer(session)))
      const infos: Array<AuthInfo> = []
      const mcp = createMcpAuth(auth, { resource, authorizationServers: [origin] })
      const handle = mcp.protect(async (_request, { authInfo, requireScope }) => {
        infos.push(authInfo)
        await getAuth(authInfo).requireScope("notes:read")
        await requireScope("notes:write")
        return new Response("written")
      })
      const agent = yield* Effect.promise(() => handle(callTool("write", { authorization: `Bearer ${token}` })))
      assert.strictEqual(agent.status, 403)
      assert.strictEqual(
        agent.headers.get("www-authenticate"),
        `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", ` +
          "error_description=\"A scope is required\", scope=\"notes:write\""
      )
      assert.deepInclude(yield* Effect.promise(() => agent.json()), { code: "InsufficientScope", scope: "notes:write" })
      const { clientId: id, expiresAt, scopes } = infos[0]!
      assert.deepStrictEqual([id, scopes, expiresAt], [clientId, ["notes:read"], 90 * 86_400])
      const user = yield* Effect.promise(() => handle(callTool("write", bearer(session))))
      assert.strictEqual(yield* Effect.promise(() => user.text()), "written")
    })
  )

  test(
    "a key for another resource is an invalid token, and other adapters refuse the keys of agents",
    Effect.gen(function*() {
      yield* allowKeys
      const auth = yield* makeAuth
      const send = yield* serveFetch
      const session = yield* makeSession()
      const { access_token: token } = yield* Effect.promise(() => getKey(send, bearer(session)))
      const headers = { authorization: `Bearer ${token}` }
      const ask = (handle: Send) => Effect.promise(() => handle(new Request(resource, { headers })))
      const ok = () => new Response("ok")
      const other = createMcpAuth(auth, { resource: otherResource, authorizationServers: [origin] })
      for (const refused of [yield* ask(other.protect(ok)), yield* ask(auth.protect(ok))]) {
        assert.strictEqual(refused.status, 401)
        assert.include(refused.headers.get("www-authenticate"), "error=\"invalid_token\"")
        assert.deepInclude(yield* Effect.promise(() => refused.json()), { code: "ApiKeyInvalid", reason: "agent" })
      }
      assert.strictEqual((yield* ask(auth.protect(ok, { allowAgentsFor: otherResource }))).status, 401)
      assert.strictEqual((yield* ask(auth.protect(ok, { allowAgentsFor: resource }))).status, 200)
      assert.throws(() => auth.protect(ok, { allowAgentsFor: "mcp" }), InvalidOptions)
    })
  )
})

describe("the app of an authorization server", () => {
  it("invalid options throw InvalidOptions immediately", () => {
    const unused = { runEffect: () => Promise.reject(new Error("unused")) }
    // Untyped code can pass any name.
    const misspelled = { ...options, scope: {} } as AuthorizationServerOptions
    assert.throws(() => createAuthorizationServer(unused, misspelled), InvalidOptions)
  })

  test(
    "without the secret server key, the first request rejects with InvalidOptions",
    Effect.gen(function*() {
      const services = yield* Effect.context<Authentication.Authentication | Authorization.Authorization>()
      const auth = createAuthFromLayer(Layer.succeedContext(
        Context.pick(Authentication.Authentication, Authorization.Authorization)(services)
      ))
      const { serve } = createAuthorizationServer(auth, options)
      const error = yield* Effect.promise(() =>
        serve(new Request(`${origin}/oauth/authorize`)).then(() => undefined, (error: unknown) => error)
      )
      assert.instanceOf(error, InvalidOptions)
      assert.strictEqual(error.option, "secretServerKey")
      assert.isUndefined(yield* Effect.promise(() => serve(new Request(`${origin}/other`))))
    })
  )
})
