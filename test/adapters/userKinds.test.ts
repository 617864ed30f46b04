/** Every kind of user with every `allow…` option and every check, in every adapter. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as FetchAuth from "latchkey/fetch"
import * as HonoAuth from "latchkey/hono"
import * as HttpApiAuth from "latchkey/http-api"
import * as HttpRouterAuth from "latchkey/http-router"
import * as NodeAuth from "latchkey/node"
import { type Authentication, Authorization, type AuthProblem, Principal } from "latchkey/server"
import { origin, setup } from "../server/authenticationSupport.ts"
import {
  type Allowed,
  allowedUsers,
  checks,
  makeUsers,
  memberPermission,
  nameOfAllowed,
  principalOf,
  userKinds
} from "../server/userKinds.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { compose, type FakeContext } from "./fakeHono.ts"

type HostServices = Authentication.Authentication | Authorization.Authorization

/** A request to the app: its headers, and the path of the route. */
type Ask = (
  path: string,
  headers: Record<string, string>
) => Promise<{ readonly status: number; readonly text: string }>

/**
 * Starts an app with the options. Its routes are `/whoami` for all, which returns the principal, `/in` for principals, and
 * one for all for each check, which returns `ok`.
 */
type Host = (
  layer: Layer.Layer<HostServices>,
  allowed: Allowed,
  teamId: string
) => Effect.Effect<Ask, never, Scope.Scope>

const checkNames = Object.keys(checks)

/** Runs a check of `RequestAuth`, of the fetch and Node.js adapters. */
const runCheck = async (auth: FetchAuth.RequestAuth, name: string, team: string): Promise<void> => {
  if (name === "requireUser") return void auth.requireUser()
  if (name === "requireUserId") return void auth.requireUserId()
  if (name === "requireVerifiedEmail") return auth.requireVerifiedEmail()
  if (name === "requireMfa") return auth.requireMfa()
  if (name === "requireScope") return auth.requireScope("notes:write")
  if (name === "requireRecent") return auth.requireRecent({ within: "5 minutes" })
  if (name === "require") return auth.require({ team, permission: memberPermission })
  if (name === "requireTeamMember") return auth.requireTeamMember({ team })
  throw new Error(`unknown check: ${name}`)
}

const fromWeb = (handle: (request: Request) => Promise<Response>): Ask => async (path, headers) => {
  const response = await handle(new Request(origin + path, { headers }))
  return { status: response.status, text: await response.text() }
}

const fetchHost: Host = (layer, allowed, team) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => FetchAuth.createAuthFromLayer(layer)),
      (auth) => Effect.promise(() => auth.dispose())
    ),
    ({ protect, withAuth }) => {
      const whoami = withAuth((_request, { principal }) => new Response(principal._tag), allowed)
      const inside = protect(() => new Response("in"), allowed)
      const check = withAuth(async ({ url }, auth) => {
        await runCheck(auth, new URL(url).pathname.slice(1), team)
        return new Response("ok")
      }, allowed)
      return fromWeb((request) => {
        const { pathname } = new URL(request.url)
        return (pathname === "/whoami" ? whoami : pathname === "/in" ? inside : check)(request)
      })
    }
  )

/** A response of Node.js in memory. */
const makeResponse = () => {
  let end = (_text: string): void => undefined
  const text = new Promise<string>((resolve) => end = resolve)
  const headers = new Map<string, string | ReadonlyArray<string>>()
  const response: NodeAuth.NodeResponse = {
    statusCode: 200,
    headersSent: false,
    getHeader: (name) => headers.get(name),
    setHeader: (name, value) => headers.set(name, value),
    writeHead: () => undefined,
    end: (body = "") => end(body)
  }
  return { response, result: () => text.then((text) => ({ status: response.statusCode, text })) }
}

const makeNodeAuth = (layer: Layer.Layer<HostServices>) =>
  Effect.acquireRelease(
    Effect.sync(() => NodeAuth.createAuthFromLayer(layer)),
    (auth) => Effect.promise(() => auth.dispose())
  )

const toNodeRequest = (path: string, headers: Record<string, string>) => ({ method: "GET", url: path, headers })

const listenerHost: Host = (layer, allowed, team) =>
  Effect.map(makeNodeAuth(layer), ({ protect, withAuth }): Ask => {
    const whoami = withAuth((_request, response, { principal }) => response.end(principal._tag), allowed)
    const inside = protect((_request, response) => response.end("in"), allowed)
    return (path, headers) => {
      const { response, result } = makeResponse()
      const check = withAuth(async (_request, response, auth) => {
        await runCheck(auth, path.slice(1), team)
        response.end("ok")
      }, allowed)
      const listener = path === "/whoami" ? whoami : path === "/in" ? inside : check
      return listener(toNodeRequest(path, headers), response).then(result)
    }
  })

const middlewareHost: Host = (layer, allowed, team) =>
  Effect.map(makeNodeAuth(layer), (auth): Ask => {
    const [optional, required, onError] = [auth.middleware(allowed), auth.requireAuth(allowed), auth.errorHandler()]
    return (path, headers) => {
      const { response, result } = makeResponse()
      const request = toNodeRequest(path, headers)
      const fail = (error: unknown) =>
        onError(error, request, response, () => response.end(`unhandled: ${String(error)}`))
      const route = async () => {
        const state = auth.getAuth(request)
        if (path === "/whoami") return response.end(state.principal._tag)
        if (path === "/in") return response.end("in")
        await runCheck(state, path.slice(1), team)
        return response.end("ok")
      }
      const use = path === "/in" ? required : optional
      use(request, response, (error) => void (error === undefined ? route().catch(fail) : fail(error)))
      return result()
    }
  })

/** A hook of Fastify has no form that requires a principal, so that the route checks. */
const fastifyHost: Host = (layer, allowed, team) =>
  Effect.map(makeNodeAuth(layer), (auth): Ask => {
    const [hook, onError] = [auth.fastifyHook(allowed), auth.fastifyErrorHandler()]
    return async (path, headers) => {
      const request = toNodeRequest(path, headers)
      let result = { status: 200, text: "" }
      const reply: NodeAuth.FastifyReplyLike = {
        raw: makeResponse().response,
        getHeader: () => undefined,
        header: () => undefined,
        code: (status) => result = { ...result, status },
        send: (body) => result = { ...result, text: new TextDecoder().decode(body) }
      }
      await hook(request, reply)
      const state = auth.getAuth(request)
      if (path === "/whoami") return { status: 200, text: state.principal._tag }
      try {
        if (path !== "/in") await runCheck(state, path.slice(1), team)
        else if (state.principal._tag === "SignedOut") state.requireUser()
        return { status: 200, text: path === "/in" ? "in" : "ok" }
      } catch (error) {
        onError(error, request, reply)
        return result
      }
    }
  })

const honoHost: Host = (layer, allowed, team) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => HonoAuth.createAuthFromLayer(layer)),
      (auth) => Effect.promise(() => auth.dispose())
    ),
    ({ errorHandler, getAuth, middleware, requireAuth }) => {
      const [optional, required] = [middleware(allowed), requireAuth(allowed)]
      const respond = async (context: FakeContext) => {
        const state = getAuth(context)
        const name = new URL(context.req.raw.url).pathname.slice(1)
        if (name === "whoami") return new Response(state.principal._tag)
        if (name === "in") return new Response("in")
        await runCheck(state, name, team)
        return new Response("ok")
      }
      const [open, inside] = [optional, required].map((middleware) => compose([middleware, respond], errorHandler))
      return fromWeb((request) => (new URL(request.url).pathname === "/in" ? inside! : open!)(request))
    }
  )

/** The checks of handlers with Effect. */
const effectChecks = (
  team: string
): Readonly<
  Record<string, Effect.Effect<unknown, AuthProblem.AuthError, Principal | Authorization.Authorization>>
> => ({
  requireUser: Authorization.requireUser,
  requireUserId: Authorization.requireUserId,
  requireVerifiedEmail: Authorization.requireVerifiedEmail,
  requireMfa: Authorization.requireMfa,
  requireScope: Authorization.requireScope("notes:write"),
  requireRecent: Authorization.requireRecent({ within: "5 minutes" }),
  require: Authorization.require({ team, permission: memberPermission }),
  requireTeamMember: Authorization.requireTeamMember({ team })
})

const text = (value: string) => HttpServerResponse.text(value)

const serve = (routes: Layer.Layer<never, never, HttpRouter.HttpRouter>) =>
  Effect.gen(function*() {
    const context = Context.make(Clock.Clock, yield* Clock.Clock)
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(routes, { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    )
    return fromWeb((request) => handler(request, context))
  })

const routerHost: Host = (layer, allowed, team) => {
  const [optional, required] = [HttpRouterAuth.optionalAuth(allowed).layer, HttpRouterAuth.requireAuth(allowed).layer]
  const open = HttpRouter.addAll([
    HttpRouter.route("GET", "/whoami", Effect.map(Principal, ({ _tag }) => text(_tag))),
    ...Object.entries(effectChecks(team)).map(([name, check]) =>
      HttpRouter.route("GET", `/${name}`, Effect.as(check, text("ok")))
    )
  ]).pipe(Layer.provide(optional))
  const inside = HttpRouter.add("GET", "/in", Effect.succeed(text("in"))).pipe(Layer.provide(required))
  return serve(Layer.provide(Layer.merge(open, inside), layer))
}

const plain = Schema.String.pipe(HttpApiSchema.asText())

const Open = HttpApiGroup.make("open").add(
  HttpApiEndpoint.get("whoami", "/whoami", { success: plain }),
  HttpApiEndpoint.get("check", "/:name", { params: { name: Schema.String }, success: plain })
).middleware(HttpApiAuth.OptionalAuth)

const Inside = HttpApiGroup.make("inside")
  .add(HttpApiEndpoint.get("in", "/in", { success: plain }))
  .middleware(HttpApiAuth.RequireAuth)

const Api = HttpApi.make("api").add(Inside).add(Open)

const apiHost: Host = (layer, allowed, team) => {
  const groups = Layer.merge(
    HttpApiBuilder.group(Api, "inside", (handlers) => handlers.handle("in", () => Effect.succeed("in"))),
    HttpApiBuilder.group(Api, "open", (handlers) =>
      handlers
        .handle("whoami", () => Effect.map(Principal, ({ _tag }) => _tag))
        .handle("check", ({ params: { name } }) => Effect.as(effectChecks(team)[name]!, "ok")))
  )
  return serve(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(groups),
      Layer.provide(HttpApiAuth.layer(allowed)),
      Layer.provide(layer),
      Layer.provide(HttpServer.layerServices)
    )
  )
}

const hosts: Readonly<Record<string, Host>> = {
  "latchkey/fetch": fetchHost,
  "latchkey/hono": honoHost,
  "latchkey/node, listeners": listenerHost,
  "latchkey/node, middleware": middlewareHost,
  "latchkey/node, Fastify": fastifyHost,
  "latchkey/http-router": routerHost,
  "latchkey/http-api": apiHost
}

/** `ok`, `in` or the tag of the principal; the tag of an error, if its status is that of its problem details. */
const outcomeOf = ({ status, text }: { readonly status: number; readonly text: string }): string => {
  if (status === 200) return text
  const body = JSON.parse(text) as AuthProblem.Body
  assert.strictEqual(status, body.status)
  assert.strictEqual(status, body.code === "SignInRequired" ? 401 : 403)
  return body.code
}

for (const [name, host] of Object.entries(hosts)) {
  describe(name, () => {
    const { layer } = setup({ origin })

    it.effect("admits each kind of user by the options, and by each check", () =>
      Effect.gen(function*() {
        const services = Layer.succeedContext(
          Context.add(yield* Effect.context<HostServices>(), Clock.Clock, yield* Clock.Clock)
        )
        const { headersOf, teamId } = yield* makeUsers
        yield* checkRowsEffect(allowedUsers, nameOfAllowed, (allowed) =>
          Effect.gen(function*() {
            const ask = yield* host(services, allowed, teamId)
            yield* checkRowsEffect(userKinds, (kind) => kind.name, (kind) =>
              Effect.gen(function*() {
                const outcome = (path: string) => Effect.promise(() => ask(path, headersOf(kind)).then(outcomeOf))
                const principal = principalOf(kind, allowed)
                const expected: Record<string, string> = {
                  whoami: principal,
                  in: principal === "SignedOut" ? "SignInRequired" : "in"
                }
                const actual: Record<string, string> = { whoami: yield* outcome("/whoami"), in: yield* outcome("/in") }
                for (const check of checkNames) {
                  expected[check] = checks[check]!(kind, principal)
                  actual[check] = yield* outcome(`/${check}`)
                }
                assert.deepStrictEqual(actual, expected)
              }))
          }))
      }).pipe(Effect.scoped, Effect.provide(layer)))
  })
}
