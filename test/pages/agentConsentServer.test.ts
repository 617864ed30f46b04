/** The page for consent with the real authorization server: both halves agree about their requests. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ApiKeys, HandlerPages, type TransportRequest } from "latchkey"
import { Authentication } from "latchkey/server"
import * as agentKey from "../../src/wire/agentKey.ts"
import { projectId, signUp } from "../emulator/support.ts"
import { bodyOf, encode, makeServer, redirectUri, send } from "../server/agents/support.ts"
import { as, gone, layer, openAt, origin, pageOf } from "./support.ts"

const resource = `${origin}/mcp`

/** The pages over an emulator, and the authentication of the app's server. */
const services = (generation: "2025" | "2026") =>
  Authentication.layer({ projectId, secretServerKey: "ssk_emulator", origin }).pipe(
    Layer.provideMerge(layer({ generation }))
  )

/** Starts the server, and sends the page's requests to it. */
const startServer = Effect.gen(function*() {
  const server = yield* makeServer({ issuer: origin, resources: [resource] })
  const context = yield* Effect.context<Authentication.Authentication>()
  const transport = ({ body, headers, method, url }: TransportRequest) =>
    Effect.map(
      Effect.orDie(
        Effect.provideContext(send(server.routes, method, url.slice(origin.length), headers, body), context)
      ),
      ({ body = "", headers, status }) => ({ status, header: (name: string) => headers[name.toLowerCase()], body })
    )
  return { ...server, during: Effect.provideService(HandlerPages.AgentServer, { path: "/oauth", transport }) }
})

describe("the page for an agent's request, with the app's authorization server", () => {
  for (const generation of ["2025", "2026"] as const) {
    it.effect(`${generation}: gives the agent a key with the scopes that the user has left`, () =>
      Effect.gen(function*() {
        yield* signUp()
        const { during, requestId, token } = yield* startServer
        const id = yield* requestId({ resource })
        const page = yield* as("AgentConsent")(during(openAt(pageOf(`agent-consent?${encode({ request: id })}`))))
        assert.deepStrictEqual(page.client, { name: "Claude", host: "claude.example", isVerified: true })
        assert.strictEqual(page.redirectHost, "claude.example")
        assert.deepStrictEqual(page.scopes.map(({ name }) => name), ["notes:read", "notes:write"])
        assert.isTrue((yield* as("AgentConsentGiven")(page.approve({ scopes: ["notes:read"] }))).isApproved)
        const [left] = yield* gone
        assert.isTrue(left?.startsWith(`${redirectUri}?`))
        const { searchParams } = new URL(left!)
        assert.strictEqual(searchParams.get("iss"), origin)
        const granted = bodyOf(yield* token({ resource, code: searchParams.get("code")! }))
        assert.strictEqual(granted["scope"], "notes:read")
        const keys = yield* ApiKeys.list({ userId: "me" })
        assert.deepInclude(keys.map(({ description }) => agentKey.parse(description)), {
          clientName: "Claude",
          clientId: "https://claude.example/client.json",
          date: "1970-01-01",
          resource,
          scopes: ["notes:read"]
        })
      }).pipe(Effect.provide(services(generation))))

    it.effect(`${generation}: tells the agent of a refusal, and accepts no second decision`, () =>
      Effect.gen(function*() {
        yield* signUp()
        const { during, requestId } = yield* startServer
        const id = yield* requestId({ resource })
        const page = yield* as("AgentConsent")(during(openAt(pageOf(`agent-consent?${encode({ request: id })}`))))
        assert.isFalse((yield* as("AgentConsentGiven")(page.deny)).isApproved)
        const { searchParams } = new URL((yield* gone)[0]!)
        assert.strictEqual(searchParams.get("error"), "access_denied")
        const again = yield* as("AgentConsentRefused")(page.approve({ scopes: ["notes:read"] }))
        assert.strictEqual(again.reason, "expired")
      }).pipe(Effect.provide(services(generation))))
  }
})
