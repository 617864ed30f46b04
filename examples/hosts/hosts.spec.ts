/** The adapters on real frameworks, over HTTP. Run it with `npm test -- --project hosts`. */
import { assert, describe, it } from "@effect/vitest"
import { serve } from "@hono/node-server"
import * as Effect from "effect/Effect"
import expressApp from "express"
import { fastify as fastifyApp } from "fastify"
import { Hono } from "hono"
import { every } from "hono/combine"
import * as fetchAuth from "latchkey/fetch"
import * as honoAuth from "latchkey/hono"
import * as nodeAuth from "latchkey/node"
import type { AddressInfo, Server } from "node:net"
import { describeAdapter, type Host, ownHeaders, permission } from "../../test/adapters/scenarios.ts"
import * as express from "./express.ts"
import * as fastify from "./fastify.ts"
import * as hono from "./hono.ts"

/** Sends requests to a server on the loopback interface until the scope closes. */
const listen = <Auth extends { readonly dispose: () => Promise<void> }>(
  make: (layer: Parameters<Host>[0]) => Auth,
  start: (auth: Auth, listening: (address: AddressInfo) => void) => () => unknown
): Host =>
(layer) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        new Promise<{ readonly auth: Auth; readonly port: number; readonly close: () => unknown }>((resolve) => {
          const auth = make(layer)
          const close = start(auth, ({ port }) => resolve({ auth, port, close: () => close() }))
        })
      ),
      ({ auth, close }) =>
        Effect.promise(async () => {
          await close()
          await auth.dispose()
        })
    ),
    ({ port }) => ({ headers, method, url }) =>
      fetch(`http://127.0.0.1:${port}${new URL(url).pathname}`, { method, headers })
  )

const closeServer = (server: Pick<Server, "close"> & { closeAllConnections?: () => void }) => {
  server.close()
  server.closeAllConnections?.()
}

describeAdapter(
  "Hono",
  listen(honoAuth.createAuthFromLayer, (auth, listening) => {
    const server = serve({ fetch: hono.makeApp(auth).fetch, hostname: "127.0.0.1", port: 0 }, listening)
    return () => closeServer(server as Server)
  })
)

describeAdapter(
  "Hono with latchkey/fetch, and a middleware that assigns to context.res",
  listen(fetchAuth.createAuthFromLayer, (auth, listening) => {
    const app = new Hono<{ Variables: { auth: fetchAuth.RequestAuth } }>()
    app.use(async (context, next) => {
      const state = await auth.authenticateRequest(context.req.raw)
      context.set("auth", state)
      await next()
      context.res = state.applyTo(context.res)
    })
    app.onError((error, context) => auth.toResponse(error) ?? context.text("Internal Server Error", 500))
    app.get("/whoami", (context) => context.text(context.var.auth.principal._tag))
    app.get("/ping", (context) => {
      context.var.auth.requireUserId()
      return context.text("pong")
    })
    app.all("/me", (context) => {
      return context.text(context.var.auth.requireUserId(), 200, ownHeaders)
    })
    app.get("/teams/:teamId", async (context) => {
      await context.var.auth.require({ team: context.req.param("teamId"), permission })
      return context.text("members")
    })
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, listening)
    return () => closeServer(server as Server)
  })
)

describeAdapter(
  "Express",
  listen(nodeAuth.createAuthFromLayer, (auth, listening) => {
    const server = express.makeApp(auth).listen(0, "127.0.0.1", () => listening(server.address() as AddressInfo))
    return () => closeServer(server)
  })
)

describeAdapter(
  "Fastify",
  listen(nodeAuth.createAuthFromLayer, (auth, listening) => {
    const app = fastify.makeApp(auth)
    void app.listen({ host: "127.0.0.1", port: 0 }).then(() => listening(app.server.address() as AddressInfo))
    return () => app.close()
  })
)

const statusOf = async (response: Response | Promise<Response>) => (await response).status

/** No request to the service is needed. */
const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11", secretServerKey: "ssk_1" }

describe("middleware that is passed without a call", () => {
  const token = { headers: { authorization: "Bearer secret-of-a-scheduled-job" } }

  it("Hono: responds, also through hono/combine", async () => {
    const { dispose, errorHandler, getAuth, middleware, requireAuth } = honoAuth.createAuth(options)
    const app = new Hono<{ Variables: honoAuth.AuthVariables }>()
      .use(middleware)
      .onError(errorHandler)
      .get("/open", middleware, (context) => context.json(getAuth(context).isSignedIn))
      .get("/closed", requireAuth, (context) => context.json(context.var.auth.userId))
      .get("/both", every(middleware, requireAuth), (context) => context.text("ok"))
      .get("/checked", (context) => context.text(getAuth(context).requireUserId()))
    const statuses = ["/open", "/closed", "/both", "/checked"].map((path) => statusOf(app.request(path, token)))
    assert.deepStrictEqual(await Promise.all(statuses), [200, 401, 401, 401])
    await dispose()
  })

  it("Express: responds", async () => {
    const { dispose, errorHandler, getAuth, middleware, requireAuth } = nodeAuth.createAuth(options)
    const app = expressApp()
    app.use(middleware)
    app.get("/open", (request, response) => {
      response.json(getAuth(request).isSignedIn)
    })
    app.get("/checked", (request, response) => {
      response.send(getAuth(request).requireUserId())
    })
    app.get("/closed", requireAuth, (_request, response) => {
      response.send("ok")
    })
    app.use(errorHandler)
    const server = await new Promise<Server>((resolve) => {
      const server = app.listen(0, "127.0.0.1", () => resolve(server))
    })
    const { port } = server.address() as AddressInfo
    const statuses = ["/open", "/closed", "/checked"].map((path) =>
      statusOf(fetch(`http://127.0.0.1:${port}${path}`, token))
    )
    assert.deepStrictEqual(await Promise.all(statuses), [200, 401, 401])
    closeServer(server)
    await dispose()
  })

  it("Fastify: responds", async () => {
    const { dispose, fastifyErrorHandler, fastifyHook, getAuth } = nodeAuth.createAuth(options)
    const app = fastifyApp()
    app.addHook("onRequest", fastifyHook)
    app.setErrorHandler(fastifyErrorHandler)
    app.get("/open", async (request) => getAuth(request).isSignedIn)
    app.get("/checked", async (request) => getAuth(request).requireUserId())
    const inject = async (url: string) => (await app.inject({ url, ...token })).statusCode
    assert.deepStrictEqual(await Promise.all(["/open", "/checked"].map(inject)), [200, 401])
    await app.close()
    await dispose()
  })
})
