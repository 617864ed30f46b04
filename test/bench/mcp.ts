/** The rules of an MCP server for a request, over the same route with the adapters for other servers. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Emulator } from "latchkey/emulator"
import { createAuthFromLayer } from "latchkey/fetch"
import { requireAuth } from "latchkey/http-router"
import { createMcpAuth, layer, type McpAuthOptions } from "latchkey/mcp"
import { Authentication, Authorization } from "latchkey/server"
import assert from "node:assert/strict"
import { makeMember } from "./authentication.ts"
import { measureInTurns, subtract } from "./measure.ts"
import { printCost, printHeader } from "./report.ts"
import { targets } from "./targets.ts"
import { repeatPromise } from "./variants.ts"

const options: McpAuthOptions = {
  resource: "https://app.example.com/mcp",
  authorizationServers: ["https://auth.example.com"]
}

/** Headers that MCP clients send. */
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "user-agent": "node"
}

/** Compares protected handlers that answer a web request. All verify its access token and check a permission. */
export const measureMcp = async (): Promise<void> => {
  const { projectId, secretServerKey } = Emulator.serverOptions
  const runtime = ManagedRuntime.make(
    Authentication.layer({ projectId, secretServerKey, permissionsTimeToLive: "1 hour" }).pipe(
      Layer.provideMerge(Emulator.layer())
    )
  )
  const { bearer, team } = await runtime.runPromise(makeMember)
  const services = Layer.succeedContext(await runtime.context())
  const makeRequest = () =>
    new Request(options.resource, { method: "POST", headers: { ...headers, ...bearer }, body: "{}" })

  const auth = createAuthFromLayer(services)
  const requirement = { team, permission: "$read_members" }
  const plain = auth.protect(async (_request, { require }) => {
    await require(requirement)
    return new Response("Hello")
  })
  const mcp = createMcpAuth(auth, options).protect(async (_request, { require }) => {
    await require(requirement)
    return new Response("Hello")
  })
  const route = HttpRouter.add(
    "POST",
    "/mcp",
    Effect.as(Authorization.require(requirement), HttpServerResponse.text("Hello"))
  )
  const makeHandler = (middleware: ReturnType<typeof layer>) => {
    const app = route.pipe(Layer.provide(middleware), Layer.provide(services))
    return HttpRouter.toWebHandler(app, { disableLogger: true })
  }
  const [plainRouter, mcpRouter] = [makeHandler(requireAuth().layer), makeHandler(layer(options))]

  const handlers = { plain, mcp, plainRouter: plainRouter.handler, mcpRouter: mcpRouter.handler }
  for (const handler of Object.values(handlers)) assert.strictEqual((await handler(makeRequest())).status, 200)
  const costs = await measureInTurns({
    plain: repeatPromise(() => plain(makeRequest())),
    mcp: repeatPromise(() => mcp(makeRequest())),
    plainRouter: repeatPromise(() => plainRouter.handler(makeRequest())),
    mcpRouter: repeatPromise(() => mcpRouter.handler(makeRequest()))
  }, { rounds: 60, calls: 500 })
  printHeader("a request to an MCP server, over another adapter", "processor", "wall")
  printCost("protect of createMcpAuth, over latchkey/fetch", subtract(costs.mcp, costs.plain), targets.mcp)
  printCost("layer for McpServer, over latchkey/http-router", subtract(costs.mcpRouter, costs.plainRouter), targets.mcp)
  for (const { dispose } of [plainRouter, mcpRouter, auth, runtime]) await dispose()
}
