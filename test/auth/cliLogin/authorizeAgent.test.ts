import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { ApiKeys as OwnKeys, Cli, CurrentUser, Session, TokenStore } from "latchkey"
import { ApiKeys } from "latchkey/server"
import * as AgentKey from "../../../src/wire/agentKey.ts"
import { configure, device, layerTest, on, signUp, tagsOf } from "../../emulator/support.ts"
import { runsOf } from "../../support/propertyRuns.ts"

const agent = {
  name: "Backup agent",
  resource: "https://app.example.com/mcp",
  scopes: ["notes:read"],
  keyLifetime: "7 days",
  appUrl: "https://app.test"
} as const

type Options = Partial<Omit<Cli.AuthorizeAgentOptions, "open">>

/** A program on another device than the browser, which has shown its URL. */
const begin = Effect.fnUntraced(function*(options: Options = {}) {
  const program = yield* device()
  let address = ""
  const authorize = Cli.authorizeAgent({
    ...agent,
    ...options,
    open: (url) => Effect.sync(() => void (address = Redacted.value(url)))
  })
  const fiber = yield* Effect.forkChild(on(program)(Effect.exit(authorize)))
  yield* TestClock.adjust(0)
  const end = Effect.andThen(TestClock.adjust("2 seconds"), Effect.flatten(Fiber.join(fiber)))
  return { program, address, loginCode: Cli.parseLoginCode(address)!, end }
})

const allowed = Effect.andThen(configure({ allowUserApiKeys: true }), signUp())

describe("authorizing a local agent", () => {
  for (const generation of ["2025", "2026"] as const) {
    it.effect(`${generation}: creates a key that names the agent, expires, and belongs to the user`, () =>
      Effect.gen(function*() {
        const { userId } = yield* allowed
        const { address, end, loginCode } = yield* begin()
        assert.deepStrictEqual(Cli.parseAgent(address), {
          name: "Backup agent",
          resource: "https://app.example.com/mcp",
          scopes: ["notes:read"],
          keyLifetimeMillis: 604_800_000
        })
        yield* Cli.confirm({ loginCode, userId })
        const created = yield* end
        assert.strictEqual(created.userId, userId)
        assert.deepStrictEqual(AgentKey.parse(created.description), {
          clientName: "Backup agent",
          date: "1970-01-01",
          resource: "https://app.example.com/mcp",
          scopes: ["notes:read"]
        })
        assert.strictEqual(created.expiresAt?.getTime(), 604_802_000)
        assert.isFalse(created.isPublic)
        assert.notInclude(JSON.stringify(created), Redacted.value(created.value))
        assert.strictEqual((yield* ApiKeys.check("user", created.value)).userId, userId)
      }).pipe(Effect.provide(layerTest({ generation }))))

    it.effect(`${generation}: the program keeps no session, and the browser stays signed in`, () =>
      Effect.gen(function*() {
        const { userId } = yield* allowed
        const { end, loginCode, program } = yield* begin()
        yield* Cli.confirm({ loginCode, userId })
        yield* end
        assert.strictEqual((yield* on(program)(Session.state))._tag, "SignedOut")
        assert.isUndefined(yield* on(program)(Effect.flatMap(TokenStore.TokenStore, (store) => store.get)))
        yield* Session.refresh
        assert.strictEqual((yield* CurrentUser.get())?.id, userId)
      }).pipe(Effect.provide(layerTest({ generation }))))

    it.effect(`${generation}: with endSession, the shared session ends, also if no key could be created`, () =>
      Effect.gen(function*() {
        for (const allowUserApiKeys of [true, false]) {
          yield* configure({ allowUserApiKeys })
          const { userId } = yield* signUp(`${allowUserApiKeys}@example.com`)
          const { end, loginCode } = yield* begin({ endSession: true })
          yield* Cli.confirm({ loginCode, userId })
          const exit = yield* Effect.exit(end)
          assert.strictEqual(exit._tag, allowUserApiKeys ? "Success" : "Failure")
          assert.isNull(yield* Session.refresh)
        }
      }).pipe(Effect.provide(layerTest({ generation }))))
  }

  it.effect("without API keys for users, the creation is refused, and the program keeps no session", () =>
    Effect.gen(function*() {
      yield* configure({ allowUserApiKeys: false })
      const { userId } = yield* signUp()
      const { end, loginCode, program } = yield* begin()
      yield* Cli.confirm({ loginCode, userId })
      assert.strictEqual(tagsOf(yield* Effect.flip(end)), "ApiError/RequestRefused")
      assert.strictEqual((yield* on(program)(Session.state))._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("creates no key before the user confirms, or after the login has expired", () =>
    Effect.gen(function*() {
      yield* allowed
      const { end } = yield* begin({ expiresIn: "1 minute" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Effect.flip(end))._tag, "CliAuthExpiredError")
      assert.deepStrictEqual(yield* OwnKeys.list(), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("the key lasts 30 days and has no scopes by default", () =>
    Effect.gen(function*() {
      const { userId } = yield* allowed
      const { end, loginCode } = yield* begin({ scopes: undefined, keyLifetime: undefined })
      yield* Cli.confirm({ loginCode, userId })
      const created = yield* end
      assert.strictEqual(created.expiresAt?.getTime(), 2000 + 30 * 86_400_000)
      assert.deepStrictEqual(AgentKey.parse(created.description)?.scopes, [])
    }).pipe(Effect.provide(layerTest())))

  const wrong: ReadonlyArray<Options & { readonly [name: string]: unknown }> = [
    { name: "" },
    { name: " Backup" },
    { name: "A\u202eB" },
    { name: "A\nB" },
    { name: "x".repeat(65) },
    { resource: "app.example.com" },
    { resource: "javascript:alert(1)" },
    { resource: "https://app.example.com/a b" },
    { scopes: ["notes read"] },
    { scopes: [""] },
    { keyLifetime: 0 },
    { keyLifetime: "Infinity" },
    { scope: ["notes:read"] },
    { anonRefreshToken: "r" }
  ]
  for (const options of wrong) {
    it.effect(`an invalid option is refused by name before a request: ${JSON.stringify(options)}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(Cli.authorizeAgent({ ...agent, ...options, open: () => Effect.die("opened") }))
        assert(error._tag === "InvalidOptions")
        assert.strictEqual(error.option, Object.keys(options)[0])
      }).pipe(Effect.provide(layerTest())))
  }
})

describe("parseAgent", () => {
  const page = "https://app.test/handler/cli-auth-confirm?login_code=l"
  const full = "&agent=A&agent_resource=https%3A%2F%2Fapp.test%2Fmcp&agent_lifetime_millis=1000"

  it("returns undefined for a sign-in, and a broken request is invalid and no sign-in", () => {
    assert.isUndefined(Cli.parseAgent(page))
    assert.isUndefined(Cli.parseAgent("not a url:"))
    assert.deepInclude(Cli.parseAgent(page + full), { name: "A", scopes: [] })
    for (
      const query of [
        "&agent=A",
        "&agent=",
        "&agent_scope=notes:read",
        full.replace("agent=A", "agent=%E2%80%AE"),
        full.replace("https", "javascript"),
        full.replace("1000", "-1"),
        full.replace("1000", "x"),
        `${full}&agent_scope=a%22b`
      ]
    ) assert.strictEqual(Cli.parseAgent(page + query), "invalid", query)
  })

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        Cli.parseAgent(`${page}&agent${name}=${value}`)
        Cli.parseAgent(value)
      }),
      { numRuns: runsOf(100) }
    )
  })
})
