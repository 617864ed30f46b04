import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { InvalidOptions } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ApiKeys, Authentication, Authorization, Principal, Redacted, Teams, Users } from "latchkey/server"
import * as agentKey from "../../../src/wire/agentKey.ts"
import { bearer, makeSession, origin, request, setup } from "../authenticationSupport.ts"
import { clientId, otherResource, resource } from "./support.ts"

const { layer } = setup({ origin })

const test = <E>(title: string, effect: Effect.Effect<void, E, Layer.Success<typeof layer> | Scope.Scope>) =>
  it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Layer.fresh(layer))))

/** Creates a user with an agent's key, and returns its header. */
const makeAgent = Effect.fnUntraced(function*(changed: Partial<agentKey.AgentKey> = {}) {
  const { configure } = yield* Emulator.Emulator
  yield* configure({ allowUserApiKeys: true, allowTeamApiKeys: true })
  const { id: userId } = yield* Users.create({ displayName: "Ada" })
  const agent = { clientName: "Claude", date: "2026-11-30", resource, scopes: ["notes:read"], clientId, ...changed }
  const { value } = yield* ApiKeys.create({ userId, description: agentKey.format(agent) })
  return { userId, agent, headers: { authorization: `Bearer ${Redacted.value(value)}` } }
})

const authenticate = (headers: Record<string, string>, options?: Authentication.AuthenticateOptions) =>
  Effect.map(Authentication.authenticate(request(headers), options), ({ principal }) => principal)

describe("the option allowAgentsFor", () => {
  test(
    "without it, an agent's key is refused, and personal and team keys are accepted",
    Effect.gen(function*() {
      const { headers, userId } = yield* makeAgent()
      for (const options of [undefined, {}, { allowAgentsFor: undefined }, { freshness: "session" } as const]) {
        const error = yield* Effect.flip(authenticate(headers, options))
        assert.strictEqual(error._tag, "ApiKeyInvalid")
        assert.strictEqual("reason" in error && error.reason, "agent")
      }
      const { principal } = yield* Authentication.authenticateOptional(request(headers))
      assert.strictEqual(principal._tag, "SignedOut")
      const personal = yield* ApiKeys.create({ userId, description: "CI · agent for something" })
      const found = yield* authenticate({ "x-api-key": Redacted.value(personal.value) }, { allowAgentsFor: resource })
      assert.strictEqual(found._tag, "UserApiKey")
      assert.notProperty(found, "agent")
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      // A team's key is no agent's, also with such a description.
      const description = agentKey.format({ clientName: "a", date: "2026-11-30", resource, scopes: [] })
      const team = yield* ApiKeys.create({ teamId, description })
      assert.strictEqual((yield* authenticate({ "x-api-key": Redacted.value(team.value) }))._tag, "TeamApiKey")
    })
  )

  test(
    "an agent's key is accepted for its resource only, in any form of the resource",
    Effect.gen(function*() {
      const { agent, headers, userId } = yield* makeAgent()
      const principal = yield* authenticate(headers, { allowAgentsFor: resource })
      assert.strictEqual(principal._tag, "UserApiKey")
      assert.deepStrictEqual("agent" in principal && [principal.userId, principal.agent], [userId, agent])
      const forms = ["HTTPS://App.Example.com:443/mcp", "https://app.example.com/./mcp"]
      for (const allowAgentsFor of forms) yield* authenticate(headers, { allowAgentsFor })
      for (const allowAgentsFor of [otherResource, origin, `${resource}/`, `${resource}/a`, "http://localhost/mcp"]) {
        const error = yield* Effect.flip(authenticate(headers, { allowAgentsFor }))
        assert.strictEqual("reason" in error && error.reason, "agent", allowAgentsFor)
      }
      const atRoot = yield* makeAgent({ resource: origin })
      yield* authenticate(atRoot.headers, { allowAgentsFor: `${origin}/` })
    })
  )

  test(
    "an invalid resource is a defect",
    Effect.gen(function*() {
      const { headers } = yield* makeAgent()
      for (const allowAgentsFor of ["", "mcp", "http://app.example.com", `${resource}#a`, true, null]) {
        // Untyped code can pass any value.
        const options = { allowAgentsFor } as Authentication.AuthenticateOptions
        const defect = yield* Effect.catchDefect(authenticate(headers, options), Effect.succeed)
        assert.instanceOf(defect, InvalidOptions)
        assert.strictEqual(defect.option, "allowAgentsFor")
      }
    })
  )
})

describe("Authorization.requireScope", () => {
  const ask = (principal: Principal["Service"], scope = "notes:write") =>
    Effect.match(Effect.provideService(Authorization.requireScope(scope), Principal, principal), {
      onFailure: (error) => error._tag,
      onSuccess: () => "passed"
    })

  test(
    "an agent's key needs the scope, and no other scope counts",
    Effect.gen(function*() {
      const { headers } = yield* makeAgent({ scopes: ["notes:read", "notes:writers", "notes"] })
      const principal = yield* authenticate(headers, { allowAgentsFor: resource })
      assert.strictEqual(yield* ask(principal, "notes:read"), "passed")
      for (const scope of ["notes:write", "notes:*", "NOTES:READ"]) {
        assert.strictEqual(yield* ask(principal, scope), "InsufficientScope", scope)
      }
      const none = yield* makeAgent({ scopes: [] })
      assert.strictEqual(
        yield* ask(yield* authenticate(none.headers, { allowAgentsFor: resource })),
        "InsufficientScope"
      )
      const error = yield* Effect.flip(
        Effect.provideService(Authorization.requireScope("notes:write"), Principal, principal)
      )
      assert.deepInclude(error, { code: "INSUFFICIENT_SCOPE", scope: "notes:write" })
    })
  )

  test(
    "a text that is no scope is a defect, also for users, who pass with any scope",
    Effect.gen(function*() {
      const { headers } = yield* makeAgent()
      const agent = yield* authenticate(headers, { allowAgentsFor: resource })
      const user = yield* authenticate(bearer(yield* makeSession()))
      for (const principal of [agent, user]) {
        // Sound: JavaScript passes anything.
        for (const scope of ["", "notes:read notes", "a\"b", null, ["notes:read"]] as ReadonlyArray<string>) {
          const exit = yield* Effect.exit(ask(principal, scope))
          assert(exit._tag === "Failure" && exit.cause.reasons[0]?._tag === "Die")
          assert.instanceOf(exit.cause.reasons[0].defect, InvalidOptions)
        }
      }
    })
  )

  test(
    "users, their own keys and the keys of teams pass, and a request without a principal fails",
    Effect.gen(function*() {
      const { userId } = yield* makeAgent()
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      const personal = yield* ApiKeys.create({ userId, description: "personal" })
      const team = yield* ApiKeys.create({ teamId, description: "team" })
      const rows = [
        [bearer(yield* makeSession()), "passed"],
        [{ "x-api-key": Redacted.value(personal.value) }, "passed"],
        [{ "x-api-key": Redacted.value(team.value) }, "passed"],
        [{}, "SignInRequired"]
      ] as const
      for (const [headers, expected] of rows) {
        assert.strictEqual(yield* ask(yield* authenticate({ ...headers })), expected)
      }
    })
  )
})
