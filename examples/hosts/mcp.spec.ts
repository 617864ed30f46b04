/** MCP servers on Express, called by the client of the official SDK. Run it with `npm test -- --project hosts`. */
import { assert, describe, it } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import * as Effect from "effect/Effect"
import { createAuthFromLayer } from "latchkey/node"
import type { AddressInfo, Server } from "node:net"
import { bearer, hostServices, makeSession, origin, setup } from "../../test/server/authenticationSupport.ts"
import { makeApp } from "./mcp.ts"

const { layer } = setup({ origin })

/** Serves the app on the loopback interface until the scope closes, and returns its URL. */
const serve = Effect.gen(function*() {
  const auth = createAuthFromLayer(yield* hostServices)
  const server = yield* Effect.acquireRelease(
    Effect.promise(() =>
      new Promise<Server & { readonly closeAllConnections: () => void }>((resolve) => {
        const server = makeApp(auth).listen(0, "127.0.0.1", () => resolve(server))
      })
    ),
    (server) =>
      Effect.promise(async () => {
        server.close()
        server.closeAllConnections()
        await auth.dispose()
      })
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const callWhoAmI = async (url: string, headers: Record<string, string>) => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const { content } = await client.callTool({ name: "WhoAmI", arguments: {} })
  await client.close()
  return content
}

for (const [version, path] of [["2", "/mcp"], ["1", "/mcp-1"]] as const) {
  describe(`the transport of the SDK, version ${version}`, () => {
    it.effect("passes each client's own principal to the tool", () =>
      Effect.gen(function*() {
        const url = yield* serve
        const sessions = [yield* makeSession("Ada"), yield* makeSession("Bob")]
        const found = yield* Effect.promise(() =>
          Promise.all(sessions.map((session) => callWhoAmI(url + path, bearer(session))))
        )
        assert.deepStrictEqual(found, sessions.map(({ userId }) => [{ type: "text", text: userId }]))
      }).pipe(Effect.scoped, Effect.provide(layer)))

    it.effect("is not reached by a request without a token", () =>
      Effect.gen(function*() {
        const url = yield* serve
        const response = yield* Effect.promise(() => fetch(url + path, { method: "POST", body: "{}" }))
        assert.strictEqual(response.status, 401)
        assert.strictEqual(
          response.headers.get("www-authenticate"),
          "Bearer resource_metadata=\"https://app.example.com/.well-known/oauth-protected-resource/mcp\""
        )
      }).pipe(Effect.scoped, Effect.provide(layer)))
  })
}
