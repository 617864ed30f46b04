import { assert, describe, it } from "@effect/vitest"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { InvalidOptions } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import * as McpAuth from "latchkey/mcp"
import { Authorization, Permissions, Principal, TeamMembers, Teams } from "latchkey/server"
import { bearer, cookie, hostServices, makeSession, origin, setup } from "../server/authenticationSupport.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import {
  callTool,
  challenge,
  checkCorsRow,
  client,
  corsOf,
  corsRows,
  makeAnonymous,
  makeKeys,
  mcpOptions,
  metadata,
  metadataPath,
  preflight,
  readable,
  refusals
} from "./mcpSupport.ts"
import { permission } from "./scenarios.ts"

const WhoAmI = Tool.make("WhoAmI", { success: Schema.String, dependencies: [Principal] })
const Members = Tool.make("Members", {
  parameters: Schema.Struct({ team: Schema.String }),
  success: Schema.String,
  failure: Schema.Union(McpAuth.authErrors),
  dependencies: [Principal, Authorization.Authorization]
})
const Tools = Toolkit.make(WhoAmI, Members)

const registrations = McpServer.toolkit(Tools).pipe(
  Layer.provide(Tools.toLayer({
    WhoAmI: () =>
      Effect.andThen(
        // Calls of other clients run in between.
        Effect.yieldNow,
        Effect.map(Principal, (principal) => {
          const owner = "teamId" in principal ? principal.teamId : "userId" in principal ? principal.userId : "none"
          return `${principal._tag} ${owner}`
        })
      ),
    Members: ({ team }) => Effect.as(Authorization.require({ team, permission }), "members")
  }))
)

const makeServer = (options: Partial<McpAuth.McpAuthOptions> = {}) =>
  McpServer.layerHttp({
    name: "reports",
    version: "1.0.0",
    path: "/mcp",
    protocols: [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25],
    allowedOrigins: [origin, client, "https://evil.example", "null"],
    registrations
  }).pipe(Layer.provide(McpAuth.layer({ ...mcpOptions, trustedOrigins: [client], ...options })))

const { layer, paths, requests } = setup({ origin })

type App = Layer.Layer<never, unknown, Layer.Success<typeof layer> | HttpRouter.HttpRouter>

/** Starts an app, and returns a function that sends requests to it. */
const start = (app: App) =>
  Effect.gen(function*() {
    const services = yield* hostServices
    const context = Context.make(Clock.Clock, yield* Clock.Clock)
    const { handler } = yield* Effect.acquireRelease(
      Effect.sync(() => HttpRouter.toWebHandler(Layer.provide(app, services), { disableLogger: true })),
      ({ dispose }) => Effect.promise(dispose)
    )
    return (request: Request) =>
      Effect.promise(async () => {
        const response = await handler(request, context)
        return { status: response.status, headers: response.headers, text: await response.text() }
      })
  })

const test = <E>(
  title: string,
  effect: Effect.Effect<void, E, Layer.Success<typeof layer> | Scope.Scope>
) => it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Layer.fresh(layer))))

/** The result of a call. */
const resultOf = ({ status, text }: { readonly status: number; readonly text: string }) => {
  assert.strictEqual(status, 200, text)
  const { content, isError } = JSON.parse(text).result
  return { text: String(content[0].text).replaceAll("\"", ""), isError }
}

describe("layer of latchkey/mcp", () => {
  test(
    "concurrent calls of two clients get their own principals",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const sessions = [yield* makeSession("Ada"), yield* makeSession("Bob")]
      const calls = Array.from({ length: 20 }, (_, index) => sessions[index % 2]!)
      const results = yield* Effect.forEach(calls, (session) => send(callTool("WhoAmI", bearer(session))), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        results.map((result) => resultOf(result).text),
        calls.map(({ userId }) => `User ${userId}`)
      )
    })
  )

  test(
    "two users in one session of the protocol get their own principals",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const users = [yield* makeSession("Ada"), yield* makeSession("Bob")]
      const ask = (headers: Record<string, string>, method: string, params: object) => {
        const own = {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25"
        }
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
        return send(new Request(mcpOptions.resource, { method: "POST", headers: { ...own, ...headers }, body }))
      }
      const { headers } = yield* ask(bearer(users[0]!), "initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "test", version: "1.0.0" }
      })
      const session = { "mcp-session-id": headers.get("mcp-session-id")! }
      const results = yield* Effect.forEach(
        users,
        (user) => ask({ ...bearer(user), ...session }, "tools/call", { name: "WhoAmI", arguments: {} }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        results.map((result) => resultOf(result).text),
        users.map(({ userId }) => `User ${userId}`)
      )
      assert.strictEqual((yield* ask(session, "tools/list", {})).status, 401)
    })
  )

  test(
    "a server for each request gets the principal, and is protected too",
    Effect.gen(function*() {
      const server = McpServer.layerHttpRequestScoped({
        name: "reports",
        version: "1.0.0",
        path: "/mcp",
        protocols: [McpProtocol.v2026_07_28],
        registrations
      })
      const send = yield* start(Layer.provide(server, McpAuth.layer(mcpOptions)))
      const user = yield* makeSession()
      assert.strictEqual(resultOf(yield* send(callTool("WhoAmI", bearer(user)))).text, `User ${user.userId}`)
      assert.strictEqual((yield* send(callTool("WhoAmI"))).status, 401)
    })
  )

  test(
    "API keys of users and teams are accepted, in Authorization and in x-api-key",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const { team, user } = yield* makeKeys
      const rows = [
        { headers: { authorization: `Bearer ${user.value}` }, text: `UserApiKey ${user.owner}` },
        { headers: { "x-api-key": user.value }, text: `UserApiKey ${user.owner}` },
        { headers: { authorization: `Bearer ${team.value}` }, text: `TeamApiKey ${team.owner}` }
      ]
      yield* checkRowsEffect(
        rows,
        ({ text }) => text,
        ({ headers, text }) =>
          Effect.map(send(callTool("WhoAmI", headers)), (result) => assert.strictEqual(resultOf(result).text, text))
      )
    })
  )

  test(
    "refused requests get their status and a challenge that names the metadata, before the tool runs",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const rows = yield* refusals
      yield* checkRowsEffect(
        rows,
        ({ name }) => name,
        ({ challenge, code, request, status }) =>
          Effect.map(send(request()), ({ headers, status: actual, text }) => {
            assert.strictEqual(actual, status, text)
            assert.strictEqual(headers.get("www-authenticate"), challenge)
            assert.strictEqual(headers.get("content-type"), "application/problem+json")
            assert.deepStrictEqual(headers.getSetCookie(), [])
            assert.strictEqual(JSON.parse(text).code, code)
          })
      )
    })
  )

  test(
    "cookies are ignored: they are not refreshed, and those of another user do not contradict a token",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const [ada, bob] = [yield* makeSession("Ada"), yield* makeSession("Bob")]
      const both = yield* send(callTool("WhoAmI", { ...bearer(ada), ...cookie(bob) }))
      assert.strictEqual(resultOf(both).text, `User ${ada.userId}`)
      yield* TestClock.adjust("11 minutes")
      requests.length = 0
      const own = { ...cookie(bob), origin, "sec-fetch-site": "same-origin" }
      assert.strictEqual((yield* send(callTool("WhoAmI", own))).status, 401)
      assert.deepStrictEqual(paths(), [])
    })
  )

  test(
    "requests from the origin of the resource and from trusted origins are accepted",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const session = yield* makeSession()
      for (const page of [origin, client]) {
        const result = yield* send(callTool("WhoAmI", { ...bearer(session), origin: page }))
        assert.strictEqual(resultOf(result).text, `User ${session.userId}`)
      }
    })
  )

  test(
    "pages of trusted origins get answers to preflights and can read all responses, and other pages get neither",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      yield* checkRowsEffect(
        yield* corsRows,
        ({ name }) => name,
        (row) => Effect.map(send(row.request()), (response) => checkCorsRow(row, response))
      )
    })
  )

  test(
    "a route for all methods answers preflights, and its errors and defects can be read",
    Effect.gen(function*() {
      const routes = Layer.mergeAll(
        HttpRouter.add(
          "*",
          "/mcp",
          Effect.as(Authorization.require({ permission: "publish" }), HttpServerResponse.text("published"))
        ),
        HttpRouter.add("POST", "/broken", Effect.die("broken"))
      )
      const send = yield* start(
        Layer.provide(routes, McpAuth.layer({ ...mcpOptions, trustedOrigins: [client] }))
      )
      assert.strictEqual((yield* send(preflight(client, "authorization"))).status, 204)
      const headers = { ...bearer(yield* makeSession()), origin: client }
      const denied = yield* send(callTool("WhoAmI", headers))
      assert.deepStrictEqual([denied.status, corsOf(denied.headers)], [403, readable])
      const broken = yield* send(callTool("WhoAmI", headers, { url: `${origin}/broken` }))
      assert.deepStrictEqual([broken.status, corsOf(broken.headers)], [500, readable])
    })
  )

  test(
    "with HttpRouter.cors of the app, each header has one value, and lists have the names of both",
    Effect.gen(function*() {
      const cors = HttpRouter.cors({ allowedOrigins: [origin, client], exposedHeaders: ["X-Own", "Mcp-Session-Id"] })
      const send = yield* start(Layer.merge(makeServer(), cors))
      const { headers } = yield* send(callTool("WhoAmI", { origin: client }))
      assert.deepStrictEqual(corsOf(headers), {
        "access-control-allow-origin": client,
        "access-control-expose-headers": "X-Own, Mcp-Session-Id, WWW-Authenticate, Retry-After"
      })
      assert.deepStrictEqual(headers.get("vary")?.match(/\bOrigin\b/g), ["Origin"])
    })
  )

  test(
    "a tool's failed check is the error of its result, and a passed one is not",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      const session = yield* makeSession()
      const call = () =>
        Effect.map(send(callTool("Members", bearer(session), { parameters: { team: teamId } })), resultOf)
      assert.deepStrictEqual(yield* call(), { text: "The principal lacks the required permission", isError: true })
      yield* TeamMembers.add({ teamId, userId: session.userId })
      yield* Permissions.grantInTeam({ teamId, userId: session.userId, permissionId: "team_admin" })
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* call(), { text: "members", isError: false })
    })
  )

  test(
    "the options for authentications apply to every request",
    Effect.gen(function*() {
      const { headers, id } = yield* makeAnonymous
      const strict = yield* start(makeServer())
      assert.strictEqual((yield* strict(callTool("WhoAmI", headers))).status, 401)
      const send = yield* start(makeServer({ allowAnonymous: true }))
      assert.strictEqual(resultOf(yield* send(callTool("WhoAmI", headers))).text, `AnonymousUser ${id}`)
    })
  )

  test(
    "the layer fails with InvalidOptions, also for the options for authentications",
    Effect.gen(function*() {
      for (const wrong of [{ resource: "/mcp" }, { freshness: "sessions" as "session" }]) {
        const error = yield* Effect.flip(
          Effect.provide(Layer.build(McpAuth.layer({ ...mcpOptions, ...wrong })), HttpRouter.layer)
        )
        assert.instanceOf(error, InvalidOptions)
        assert.strictEqual(error.option, Object.keys(wrong)[0])
      }
    })
  )

  test(
    "the challenge of a 401 has the scopes of the options",
    Effect.gen(function*() {
      const send = yield* start(makeServer({ scopes: ["notes:read", "notes:write"] }))
      const { headers } = yield* send(callTool("WhoAmI"))
      assert.strictEqual(headers.get("www-authenticate"), `${challenge}, scope="notes:read notes:write"`)
      const invalid = yield* send(callTool("WhoAmI", {}, { url: `${mcpOptions.resource}?access_token=1` }))
      assert.notInclude(invalid.headers.get("www-authenticate"), "scope")
    })
  )

  test(
    "while the service is down, tokens are accepted, and API keys get 503 without a challenge",
    Effect.gen(function*() {
      const send = yield* start(makeServer())
      const session = yield* makeSession()
      const { user } = yield* makeKeys
      const { setFault } = yield* Emulator.Emulator
      yield* setFault(Faults.offline)
      assert.strictEqual((yield* send(callTool("WhoAmI", bearer(session)))).status, 200)
      const { headers, status } = yield* send(callTool("WhoAmI", { "x-api-key": user.value }))
      assert.deepStrictEqual([status, headers.get("www-authenticate")], [503, null])
    })
  )
})

describe("the metadata's routes", () => {
  test(
    "both paths have the metadata, which every page may read without credentials",
    Effect.gen(function*() {
      const send = yield* start(makeServer({ scopes: ["notes:read"], resourceName: "Notes" }))
      for (const path of [metadataPath, "/.well-known/oauth-protected-resource"]) {
        const { headers, status, text } = yield* send(new Request(origin + path, { headers: { origin: client } }))
        assert.strictEqual(status, 200)
        assert.strictEqual(headers.get("content-type"), "application/json")
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.deepStrictEqual(JSON.parse(text), {
          ...metadata,
          scopes_supported: ["notes:read"],
          resource_name: "Notes"
        })
      }
    })
  )

  test(
    "a preflight allows the header MCP-Protocol-Version, and other methods are refused",
    Effect.gen(function*() {
      const send = yield* start(McpAuth.layerMetadata(mcpOptions))
      const ask = (method: string) => send(new Request(origin + metadataPath, { method }))
      const preflight = yield* ask("OPTIONS")
      assert.strictEqual(preflight.status, 204)
      assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
      assert.strictEqual(preflight.headers.get("access-control-allow-headers"), "*")
      assert.include(preflight.headers.get("access-control-allow-methods"), "GET")
      const head = yield* ask("HEAD")
      assert.deepStrictEqual([head.status, head.text], [200, ""])
      const post = yield* ask("POST")
      assert.deepStrictEqual([post.status, post.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
    })
  )

  test(
    "two MCP servers on one host have their own metadata, and the first one has the root",
    Effect.gen(function*() {
      const other = McpAuth.layerMetadata({ ...mcpOptions, resource: `${origin}/b:c` })
      const send = yield* start(Layer.provideMerge(other, makeServer()))
      const resourceAt = (path: string) =>
        Effect.map(
          send(new Request(`${origin}/.well-known/oauth-protected-resource${path}`)),
          ({ status, text }) => status === 200 ? JSON.parse(text).resource : status
        )
      assert.deepStrictEqual(yield* Effect.all(["/mcp", "/b:c", "", "/bad", "/other"].map(resourceAt)), [
        mcpOptions.resource,
        `${origin}/b:c`,
        mcpOptions.resource,
        404,
        404
      ])
    })
  )
})
