// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cli, Frame, HandlerPages, type TransportRequest } from "latchkey"
import { AgentConsent } from "latchkey/react"
import { signUp } from "../../emulator/support.ts"
import { email, gone, layer, pageOf, visit } from "../../pages/support.ts"
import { alert, button, faults, focused, heading, html, mount, press, settle, showAt, text, until } from "./support.tsx"

const link = pageOf("agent-consent?request=r1")

const request = {
  client: { name: "Claude", host: "claude.ai", isVerified: true },
  redirect_host: "claude.ai",
  is_on_device: false,
  resource: "https://app.example.com/mcp",
  scopes: [{ name: "notes:read", description: "Read your notes" }, { name: "notes:write" }],
  key_expires_at_millis: Date.UTC(2027, 1, 28, 12),
  confirm: "once"
}

/** A server with one request, which accepts every decision. */
const server = (changes: object = {}, path = "/oauth") => {
  const requests: Array<TransportRequest> = []
  return {
    requests,
    during: Effect.provideService(HandlerPages.AgentServer, {
      path,
      transport: (sent) =>
        Effect.sync(() => {
          requests.push(sent)
          const body = sent.method === "GET" ? { ...request, ...changes } : { redirect_to: "https://claude.ai/cb" }
          return { status: 200, header: () => undefined, body: JSON.stringify(body) }
        })
    })
  }
}

const title = /Claude.* wants to act for you/

const box = (name: RegExp): HTMLInputElement => screen.getByRole("checkbox", { name })

describe("the consent page", () => {
  it.effect("names the client, its host, the account, the server, the scopes and the end", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* server().during(showAt(link))
      const found = yield* heading(title)
      assert.strictEqual(focused(), found)
      for (const part of ["Verified: \u2068claude.ai\u2069", email, "app.example.com/mcp", "Feb 28, 2027"]) {
        yield* text(part)
      }
      assert.isTrue(box(/Read your notes/).checked)
      assert.isTrue(box(/notes:write/).checked)
      yield* text(/You'll return to .*claude\.ai.*account settings/)
      assert.notInclude(html(), "this device")
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("approves the ticked scopes, and redirects", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, requests } = server()
      yield* during(showAt(link))
      yield* heading(title)
      fireEvent.click(box(/notes:write/))
      yield* press("Allow")
      yield* heading("Access allowed")
      assert.deepInclude(JSON.parse(requests[1]!.body!), { decision: "approve", scopes: ["notes:read"] })
      assert.deepStrictEqual(yield* gone, ["https://claude.ai/cb"])
    }).pipe(Effect.provide(layer())))

  it.effect("asks for a choice if no scope is ticked, and sends nothing", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, requests } = server()
      yield* during(showAt(link))
      yield* heading(title)
      for (const name of [/Read/, /write/]) fireEvent.click(box(name))
      yield* press("Allow")
      assert.strictEqual(yield* alert, "Choose at least one option, or cancel.")
      assert.lengthOf(requests, 1)
      fireEvent.click(box(/Read/))
      yield* press("Allow")
      yield* heading("Access allowed")
    }).pipe(Effect.provide(layer())))

  it.effect("cancels with a refusal", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, requests } = server()
      yield* during(showAt(link))
      yield* heading(title)
      yield* press("Cancel")
      yield* heading("Access denied")
      assert.deepInclude(JSON.parse(requests[1]!.body!), { decision: "deny", scopes: [] })
    }).pipe(Effect.provide(layer())))

  it.effect("without scopes, says that the agent can do everything", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, requests } = server({ scopes: [] })
      yield* during(showAt(link))
      yield* text("It can do everything that you can do in this app.")
      yield* press("Allow")
      yield* heading("Access allowed")
      assert.deepInclude(JSON.parse(requests[1]!.body!), { scopes: [] })
    }).pipe(Effect.provide(layer())))

  it.effect("warns of a program on this device and of a client that nothing proves", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during } = server({
        redirect_host: "localhost",
        is_on_device: true,
        client: { name: "<b>Claude</b>", host: null, isVerified: false }
      })
      yield* during(showAt(link))
      yield* text("A program on this device gets the access. Continue only if you started it.")
      yield* text(/^Not verified/)
      assert.notInclude(html(), "<b>")
      assert.notInclude(html(), "You'll return")
    }).pipe(Effect.provide(layer())))

  it.effect("returns to the request after a sign-in with another account", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* server().during(showAt(link))
      yield* heading(title)
      yield* press("Use another account")
      yield* heading("Sign in to continue")
      assert.include((yield* gone)[0], encodeURIComponent("/handler/agent-consent?request=r1"))
    }).pipe(Effect.provide(layer())))

  it.effect("has no button in a frame", () =>
    Effect.gen(function*() {
      yield* signUp()
      const framed = Effect.provideService(Frame, { isFramed: Effect.succeed(true) })
      yield* framed(server().during(showAt(link)))
      yield* heading("Open this page in its own window")
      assert.isEmpty(screen.queryAllByRole("button"))
      assert.isEmpty(screen.queryAllByRole("checkbox"))
    }).pipe(Effect.provide(layer())))

  it.effect("AgentConsent asks the server at its path, and HandlerPage at agentServerPath", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const isHandler of [true, false]) {
        const { during, requests } = server()
        yield* Effect.scoped(Effect.gen(function*() {
          yield* isHandler
            ? during(showAt(link, { agentServerPath: "/mcp-auth" }))
            : Effect.andThen(visit(link), during(mount(<AgentConsent path="/mcp-auth" />)))
          yield* heading(title)
        }))
        assert.strictEqual(new URL(requests[0]!.url).pathname, "/mcp-auth/consent")
      }
    }).pipe(Effect.provide(layer())))
})

describe("the confirmation page for a local agent", () => {
  it.effect("says that nothing proves the agent, and offers no choice of scopes", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { loginCode, pollingCode } = yield* Cli.start()
      const query = new URLSearchParams({
        login_code: Redacted.value(loginCode),
        agent: "Backup agent",
        agent_resource: "https://app.example.com/mcp",
        agent_scope: "notes:read notes:write",
        agent_lifetime_millis: "604800000"
      })
      yield* showAt(pageOf(`cli-auth-confirm?${query}`))
      yield* heading(/Backup agent.* wants to act for you/)
      yield* text("Not verified: a program on this device uses this name.")
      yield* text(/You can't choose single permissions here/)
      for (const part of [Cli.displayCode(loginCode), email, "app.example.com/mcp", "notes:read", "notes:write"]) {
        yield* text(part)
      }
      assert.isEmpty(screen.queryAllByRole("checkbox"))
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Allow")
      yield* until(() => screen.queryByRole("heading", { name: "Command line authorized" }) !== null)
      assert.strictEqual((yield* Cli.poll({ pollingCode })).status, "success")
      assert.isString(userId)
      yield* TestClock.adjust(0)
      yield* settle
      assert.throws(() => button("Allow"))
    }).pipe(Effect.provide(layer())))
})
