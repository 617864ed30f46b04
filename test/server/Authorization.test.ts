import { assert, describe, it } from "@effect/vitest"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as Tracer from "effect/Tracer"
import { InvalidOptions, TokenStore } from "latchkey"
import { Admin, ProjectPermissionDefinitions } from "latchkey/admin"
import { Emulator, Faults } from "latchkey/emulator"
import { Authorization, Permissions, Principal, Server, TeamMembers, Teams, Users } from "latchkey/server"
import { SharedCache } from "../../src/server/SharedState.ts"
import { email, nobody, projectId, recorded } from "../emulator/support.ts"
import { makeTracer } from "../support/makeTracer.ts"
import { checkRows } from "../support/mismatches.ts"
import { anonymousUser, signedOut, teamKey, user, userKey } from "./principals.ts"

/** An emulator, the authorization over it, and the routes of the received requests. */
const setUp = (options?: Authorization.Options, emulator?: Emulator.Options) => {
  const { layer, requests } = recorded(emulator)
  const level = Server.layer(Emulator.serverOptions).pipe(
    Layer.provide(TokenStore.layerNone),
    Layer.provideMerge(layer)
  )
  /** Runs an effect, and returns the number of requests it sent. */
  const count = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const before = requests.length
      return Effect.map(effect, () => requests.length - before)
    })
  return { requests, count, layer: Layer.provideMerge(Authorization.layer(options), level) }
}

const as = (principal: Principal["Service"]) => Effect.provideService(Principal, principal)

/** The tag of an error, or `ok`. */
const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error): string => error._tag, onSuccess: () => "ok" })

/** A team with an admin and a member. */
const team = Effect.gen(function*() {
  const ada = yield* Users.create({ primaryEmail: email, primaryEmailVerified: true })
  const bob = yield* Users.create({ primaryEmail: "bob@example.com" })
  const { id } = yield* Teams.create({ displayName: "Engines" })
  for (const { id: userId } of [ada, bob]) yield* TeamMembers.add({ teamId: id, userId })
  yield* Permissions.grantInTeam({ teamId: id, userId: ada.id, permissionId: "team_admin" })
  return { ada: ada.id, bob: bob.id, id }
})

const invite = "$invite_members"
const remove = "$remove_members"

describe("the functions of Authorization", () => {
  it.effect("each function of Authorization creates a span with its name", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const { spans, tracer } = makeTracer()
      const checks: ReadonlyArray<
        Effect.Effect<void, { readonly _tag: string }, Authorization.Authorization | Principal>
      > = [
        Authorization.require({ team: id, permission: remove }),
        Authorization.requireTeamMember({ team: id }),
        Authorization.requireVerifiedEmail,
        Authorization.requireMfa,
        Authorization.requireRecent({ within: "5 minutes" }),
        Authorization.requireScope("notes:write")
      ]
      for (const check of checks) {
        yield* Effect.provideService(outcome(check), Tracer.Tracer, tracer).pipe(as(user(ada)))
      }
      assert.deepStrictEqual(spans.map(({ name }) => name).filter((name) => name.startsWith("Authorization.")), [
        "Authorization.require",
        "Authorization.requireTeamMember",
        "Authorization.requireVerifiedEmail",
        "Authorization.requireMfa",
        "Authorization.requireRecent",
        "Authorization.requireScope"
      ])
    }).pipe(Effect.provide(layer))
  })
})

describe("Authorization.require", () => {
  it.effect("accepts granted and contained permissions, and denies others", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, bob, id } = yield* team
      const ask = (userId: string, permission: string) =>
        outcome(Authorization.require({ team: id, permission })).pipe(as(user(userId)))
      assert.strictEqual(yield* ask(ada, "team_admin"), "ok")
      assert.strictEqual(yield* ask(ada, remove), "ok")
      assert.strictEqual(yield* ask(bob, invite), "ok")
      const error = yield* Effect.flip(Authorization.require({ team: id, permission: remove })).pipe(as(user(bob)))
      assert.deepInclude(error, { _tag: "PermissionRequired", permission: remove, teamId: id })
      assert.strictEqual(yield* ask(bob, "unknown"), "PermissionRequired")
      assert.strictEqual(yield* ask(nobody, invite), "PermissionRequired")
    }).pipe(Effect.provide(layer))
  })

  it.effect("Authorization.require: checks the project, separately from teams, if no team is given", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, bob, id } = yield* team
      const admin = Admin.layer(Emulator.adminOptions).pipe(Layer.provide(TokenStore.layerNone))
      yield* Effect.provide(ProjectPermissionDefinitions.create({ id: "refund" }), admin)
      yield* Permissions.grantInProject({ userId: ada, permissionId: "refund" })
      const ask = (userId: string, requirement: Authorization.Requirement) =>
        outcome(Authorization.require(requirement)).pipe(as(user(userId)))
      assert.strictEqual(yield* ask(ada, { permission: "refund" }), "ok")
      assert.strictEqual(yield* ask(ada, { team: id, permission: "refund" }), "PermissionRequired")
      assert.strictEqual(yield* ask(ada, { team: id, permission: "team_admin" }), "ok")
      assert.strictEqual(yield* ask(ada, { permission: "team_admin" }), "PermissionRequired")
      for (const team of [undefined, ""]) {
        // Sound: untyped code passes `undefined`.
        const requirement = { team, permission: "refund" } as Authorization.Requirement
        assert.strictEqual(yield* ask(ada, requirement), "PermissionRequired")
      }
      const error = yield* Effect.flip(Authorization.require({ permission: "refund" })).pipe(as(user(bob)))
      assert.deepInclude(error, { _tag: "PermissionRequired", permission: "refund", teamId: undefined })
    }).pipe(Effect.provide(layer))
  })

  it.effect("denies malformed ids without a request, and a team of undefined or null", () => {
    const { count, layer } = setUp()
    return Effect.gen(function*() {
      const { ada } = yield* team
      // A check of the project is cached under the user's id.
      yield* outcome(Authorization.require({ permission: "any" })).pipe(as(user(ada)))
      for (const team of ["", "me", "../projects", "x".repeat(100_000), undefined, null]) {
        // Sound: untyped code passes `undefined` and `null`.
        const requirement = { team, permission: "any" } as Authorization.Requirement
        const check = outcome(Authorization.require(requirement)).pipe(as(user(ada)))
        assert.strictEqual(yield* check, "PermissionRequired")
        assert.strictEqual(yield* count(check), 0)
        const membership = outcome(Authorization.requireTeamMember({ team: team! })).pipe(as(user(ada)))
        assert.strictEqual(yield* membership, "TeamMembershipRequired")
        assert.strictEqual(yield* count(membership), 0)
      }
      assert.strictEqual(yield* count(outcome(Authorization.require({ permission: "any" })).pipe(as(user("me")))), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("Authorization.require: authorizes a user's API key as the user, and denies a team's", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, bob, id } = yield* team
      const ask = outcome(Authorization.require({ team: id, permission: remove }))
      assert.strictEqual(yield* as(userKey(ada))(ask), "ok")
      assert.strictEqual(yield* as(userKey(bob))(ask), "PermissionRequired")
      assert.strictEqual(yield* as(teamKey(id))(ask), "PermissionRequired")
      assert.strictEqual(yield* as(signedOut)(ask), "SignInRequired")
      assert.strictEqual(yield* as(anonymousUser(nobody))(ask), "PermissionRequired")
    }).pipe(Effect.provide(layer))
  })
})

/** Values that untyped code passes instead of an object. */
const noObjects: ReadonlyArray<unknown> = [undefined, null, "", "5 minutes", 5, true, [], () => {}]

describe("the arguments of Authorization's checks", () => {
  const admin = Admin.layer(Emulator.adminOptions).pipe(Layer.provide(TokenStore.layerNone))

  /** The option and the message of the defect; the outcome without one. */
  const refusalOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.match(Effect.catchDefect(effect, (defect) => Effect.fail(defect as { readonly _tag: string })), {
      onFailure: (error) => error instanceof InvalidOptions ? [error.option, error.message] : [error._tag, `${error}`],
      onSuccess: () => ["ok", "ok"]
    })

  it.effect("a value of the wrong type is InvalidOptions with the expected one, for all principals and without a request", () => {
    const { count, layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      // A check that ignores its argument would pass.
      yield* Effect.provide(ProjectPermissionDefinitions.create({ id: "refund" }), admin)
      yield* Permissions.grantInProject({ userId: ada, permissionId: "refund" })
      const { invalidate, require, requireRecent, requireScope, requireTeamMember } = Authorization
      const noTexts = [undefined, null, "", 5, [], ["refund"], {}]
      const noTeams = [5, true, [], [id], {}]
      const idOfTeam = "must be the id of a team"
      const rows: ReadonlyArray<
        readonly [
          check: Effect.Effect<void, { readonly _tag: string }, Authorization.Authorization | Principal>,
          option: string,
          text: string
        ]
      > = [
        // Sound: untyped code passes such values.
        ...noObjects.map((value) =>
          [require(value as never), "requirement", "{ permission: \"read_reports\" }"] as const
        ),
        ...noTexts.map((value) =>
          [require({ permission: value } as never), "permission", "the id of a permission"] as const
        ),
        ...noTeams.map((value) => [require({ permission: "refund", team: value } as never), "team", idOfTeam] as const),
        [require({ permission: "refund", teamId: id } as never), "teamId", "did you mean team?"],
        ...noObjects.map((value) => [requireTeamMember(value as never), "requirement", "{ team: teamId }"] as const),
        ...noTeams.map((value) => [requireTeamMember({ team: value } as never), "team", idOfTeam] as const),
        [requireTeamMember({ teamId: id } as never), "teamId", "did you mean team?"],
        [requireTeamMember({} as never), "team", "is missing. Pass the id of a team"],
        ...noObjects.map((value) =>
          [requireRecent(value as never), "requirement", "{ within: \"5 minutes\" }"] as const
        ),
        ...[...noTexts, 300].map((value) =>
          [requireRecent({ within: value } as never), "within", "5 minutes"] as const
        ),
        ...[...noTexts, "two scopes"].map((value) =>
          [requireScope(value as never), "scope", "the name of one scope"] as const
        ),
        ...noObjects.map((value) => [invalidate(value as never), "requirement", "{ userId, team: teamId }"] as const),
        [invalidate({ user: ada } as never), "user", "unknown"],
        [invalidate({ userId: ada, teamId: id } as never), "teamId", "did you mean team?"],
        [invalidate({ userId: undefined } as never), "userId", "must be the id of a user"]
      ]
      for (const principal of [user(ada), userKey(ada), teamKey(id), signedOut]) {
        const found = yield* Effect.forEach(rows, ([check]) => as(principal)(refusalOf(check)))
        checkRows(
          rows.map(([, option, text], index) => ({ index, option, text, found: found[index]! })),
          ({ index, option }) => `${principal._tag}, row ${index}, ${option}`,
          ({ found, option, text }) => {
            assert.strictEqual(found[0], option, found[1])
            assert.include(found[1], text)
          }
        )
        assert.strictEqual(yield* count(Effect.forEach(rows, ([check]) => as(principal)(refusalOf(check)))), 0)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("a principal of the wrong type is InvalidOptions, also the result that contains the principal", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const service = yield* Authorization.Authorization
      const checks: ReadonlyArray<(principal: never) => Effect.Effect<void, { readonly _tag: string }>> = [
        (principal) => service.require(principal, { permission: "refund" }),
        (principal) => service.requireTeamMember(principal, { team: id }),
        (principal) => service.requireVerifiedEmail(principal),
        (principal) => service.requireMfa(principal),
        (principal) => service.requireScope(principal, "notes:write"),
        (principal) => service.requireRecent(principal, { within: "5 minutes" })
      ]
      for (const principal of [...noObjects, {}, { _tag: "Users", userId: ada }, { principal: user(ada) }]) {
        for (const check of checks) {
          const [option, message] = yield* refusalOf(check(principal as never))
          assert.strictEqual(option, "principal", message)
        }
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("the team of a class, a getter or an inherited property, is checked", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      yield* Effect.provide(ProjectPermissionDefinitions.create({ id: "refund" }), admin)
      yield* Permissions.grantInProject({ userId: ada, permissionId: "refund" })
      class InTeam {
        permission = "refund"
        get team() {
          return id
        }
      }
      const inherited: Authorization.Requirement = Object.create({ team: id, permission: "refund" })
      for (const requirement of [new InTeam(), inherited]) {
        const error = yield* Effect.flip(Authorization.require(requirement)).pipe(as(user(ada)))
        assert.deepInclude(error, { _tag: "PermissionRequired", teamId: id })
      }
    }).pipe(Effect.provide(layer))
  })
})

describe("the cache of permissions", () => {
  it.effect("sends one request for 1,000 concurrent checks, and none for 30 seconds", () => {
    const { count, layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const check = Authorization.require({ team: id, permission: remove }).pipe(as(user(ada)))
      yield* Effect.flatMap(Emulator.Emulator, ({ setFault }) => setFault(Faults.slow("1 second")))
      const all = yield* Effect.forkChild(count(Effect.replicateEffect(check, 1000, { concurrency: "unbounded" })))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(all), 1)
      yield* Effect.flatMap(Emulator.Emulator, ({ setFault }) => setFault(undefined))
      yield* TestClock.adjust("28999 millis")
      assert.strictEqual(yield* count(check), 0)
      const upper = Authorization.require({ team: id.toUpperCase(), permission: invite }).pipe(as(user(ada)))
      assert.strictEqual(yield* count(upper), 0)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* count(check), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("notices a revoked permission after its lifetime, and immediately after invalidate", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const ask = outcome(Authorization.require({ team: id, permission: remove })).pipe(as(user(ada)))
      const member = outcome(Authorization.requireTeamMember({ team: id })).pipe(as(user(ada)))
      const permission = { teamId: id, userId: ada, permissionId: "team_admin" }
      assert.strictEqual(yield* ask, "ok")
      yield* Permissions.revokeInTeam(permission)
      assert.strictEqual(yield* ask, "ok")
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* ask, "PermissionRequired")
      yield* Permissions.grantInTeam(permission)
      yield* Authorization.invalidate({ userId: ada, team: id })
      assert.strictEqual(yield* ask, "ok")
      assert.strictEqual(yield* member, "ok")
      yield* TeamMembers.remove({ teamId: id, userId: ada })
      yield* Authorization.invalidate({ userId: ada, team: id })
      assert.strictEqual(yield* ask, "PermissionRequired")
      assert.strictEqual(yield* member, "TeamMembershipRequired")
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not store a lookup that started before invalidate", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const ask = outcome(Authorization.require({ team: id, permission: remove })).pipe(as(user(ada)))
      const { setFault } = yield* Emulator.Emulator
      yield* setFault(Faults.responseLate("1 second"))
      const early = yield* Effect.forkChild(ask)
      yield* TestClock.adjust("100 millis")
      yield* setFault(undefined)
      yield* Permissions.revokeInTeam({ teamId: id, userId: ada, permissionId: "team_admin" })
      yield* Authorization.invalidate({ userId: ada, team: id })
      assert.strictEqual(yield* ask, "PermissionRequired")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(early), "ok")
      assert.strictEqual(yield* ask, "PermissionRequired")
    }).pipe(Effect.provide(layer))
  })

  it.effect("rejects invalid options", () =>
    Effect.gen(function*() {
      const invalid: ReadonlyArray<Authorization.Options> = [
        { permissionsTimeToLive: NaN },
        { permissionsTimeToLive: "soon" as never },
        { permissionsTimeToLive: -1 },
        { permissionsCapacity: 0 },
        { permissionsCapacity: 1.5 }
      ]
      for (const options of invalid) {
        const error = yield* Effect.flip(Layer.build(Layer.fresh(setUp(options).layer)))
        assert.strictEqual(error._tag, "InvalidOptions")
        assert.include(error.message, Object.keys(options)[0]!)
      }
    }).pipe(Effect.scoped))

  it.effect("the cache of permissions is off with a lifetime of zero", () => {
    const { count, layer } = setUp({ permissionsTimeToLive: 0 })
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const check = Authorization.require({ team: id, permission: remove }).pipe(as(user(ada)))
      assert.strictEqual(yield* count(Effect.andThen(check, check)), 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("drops the least recently used value above its capacity", () => {
    const { count, layer } = setUp({ permissionsCapacity: 2 })
    return Effect.gen(function*() {
      const { ada, bob, id } = yield* team
      const check = (userId: string) =>
        outcome(Authorization.require({ team: id, permission: remove })).pipe(as(user(userId)))
      assert.strictEqual(yield* count(Effect.all([check(ada), check(bob), check(ada), check(nobody)])), 3)
      assert.strictEqual(yield* count(check(ada)), 0)
      assert.strictEqual(yield* count(check(bob)), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("never authorizes while the service is down, and does not cache the failure", () => {
    const { layer } = setUp()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const { setFault } = yield* Emulator.Emulator
      const checks = [
        outcome(Authorization.require({ team: id, permission: remove })),
        outcome(Authorization.require({ permission: remove })),
        outcome(Authorization.requireTeamMember({ team: id })),
        outcome(Authorization.requireVerifiedEmail),
        outcome(Authorization.requireMfa)
      ]
      yield* setFault(Faults.offline)
      for (const check of checks) {
        const run = yield* Effect.forkChild(as(user(ada))(check))
        yield* TestClock.adjust("5 minutes")
        assert.strictEqual(yield* Fiber.join(run), "ApiError")
      }
      yield* setFault(undefined)
      assert.strictEqual(yield* as(user(ada))(checks[0]!), "ok")
      yield* setFault(Faults.offline)
      assert.strictEqual(yield* as(user(ada))(checks[0]!), "ok")
    }).pipe(Effect.provide(layer))
  })
})

describe("Authorization.requireTeamMember", () => {
  it.effect("accepts members and the key of the team, and denies all others", () => {
    const { count, layer } = setUp()
    return Effect.gen(function*() {
      const { bob, id } = yield* team
      const other = yield* Teams.create({ displayName: "Looms" })
      const ask = (team: string) => outcome(Authorization.requireTeamMember({ team }))
      assert.strictEqual(yield* as(user(bob))(ask(id)), "ok")
      assert.strictEqual(yield* as(userKey(bob))(ask(id)), "ok")
      assert.strictEqual(yield* count(as(user(bob))(ask(id))), 0)
      const error = yield* Effect.flip(Authorization.requireTeamMember({ team: other.id })).pipe(as(user(bob)))
      assert.deepInclude(error, { _tag: "TeamMembershipRequired", teamId: other.id })
      assert.strictEqual(yield* as(user(bob))(ask(nobody)), "TeamMembershipRequired")
      assert.strictEqual(yield* as(user(nobody))(ask(id)), "TeamMembershipRequired")
      assert.strictEqual(yield* as(teamKey(id))(ask(id.toUpperCase())), "ok")
      assert.strictEqual(yield* as(teamKey(id))(ask(other.id)), "TeamMembershipRequired")
      assert.strictEqual(yield* as(signedOut)(ask(id)), "SignInRequired")
    }).pipe(Effect.provide(layer))
  })
})

describe("Authorization.requireVerifiedEmail and requireMfa", () => {
  it.effect("read the claims of tokens since 2026 without a request", () => {
    const { count, layer } = setUp()
    return Effect.gen(function*() {
      const ask = (emailVerified: boolean, requiresTotpMfa: boolean) =>
        Effect.all([outcome(Authorization.requireVerifiedEmail), outcome(Authorization.requireMfa)]).pipe(
          as(user(nobody, { emailVerified, requiresTotpMfa }))
        )
      // Before any other check, whose facts would be in the cache.
      assert.strictEqual(yield* count(ask(false, false)), 0)
      assert.deepStrictEqual(yield* ask(true, true), ["ok", "ok"])
      assert.deepStrictEqual(yield* ask(false, false), ["VerifiedEmailRequired", "MfaRequired"])
      assert.strictEqual(yield* count(ask(true, false)), 0)
      assert.strictEqual(yield* count(ask(false, true)), 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("send one request for tokens of 2025 and for API keys", () => {
    const { count, layer } = setUp()
    return Effect.gen(function*() {
      const totpSecretBase64 = Redacted.make("c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0")
      const ada = yield* Users.create({ primaryEmail: email, primaryEmailVerified: true, totpSecretBase64 })
      const bob = yield* Users.create({ primaryEmail: "bob@example.com" })
      const ask = Effect.all([outcome(Authorization.requireVerifiedEmail), outcome(Authorization.requireMfa)])
      assert.deepStrictEqual(yield* as(user(ada.id))(ask), ["ok", "ok"])
      assert.strictEqual(yield* count(as(userKey(ada.id))(ask)), 0)
      assert.deepStrictEqual(yield* as(userKey(bob.id))(ask), ["VerifiedEmailRequired", "MfaRequired"])
      assert.deepStrictEqual(yield* as(user(nobody))(ask), ["VerifiedEmailRequired", "MfaRequired"])
      assert.deepStrictEqual(yield* as(teamKey(nobody))(ask), ["VerifiedEmailRequired", "MfaRequired"])
      assert.deepStrictEqual(yield* as(signedOut)(ask), ["SignInRequired", "SignInRequired"])
    }).pipe(Effect.provide(layer))
  })
})

describe("Authorization.requireUser and requireUserId", () => {
  it.effect("requireUser returns a session's user, and requireUserId also an API key's owner", () =>
    Effect.gen(function*() {
      const ask = Effect.all([
        Effect.map(Authorization.requireUser, ({ userId }) => userId),
        Authorization.requireUserId
      ].map((effect) => Effect.match(effect, { onFailure: (error) => error._tag, onSuccess: (id) => id })))
      const refused = "SignInRequired"
      assert.deepStrictEqual(yield* as(user("1"))(ask), ["1", "1"])
      assert.deepStrictEqual(yield* as(userKey("1"))(ask), [refused, "1"])
      for (const principal of [anonymousUser("1"), teamKey("1"), signedOut]) {
        assert.deepStrictEqual(yield* as(principal)(ask), [refused, refused])
      }
    }))
})

describe("the second level of the cache", () => {
  const makeShared = () => {
    const values = new Map<string, string>()
    const lifetimes: Array<Duration.Duration> = []
    const shared: SharedCache = {
      get: (key) => Effect.sync(() => values.get(key)),
      set: (key, value, timeToLive) =>
        Effect.sync(() => {
          values.set(key, value)
          lifetimes.push(timeToLive)
        })
    }
    return { values, layer: Layer.succeed(SharedCache, shared) }
  }

  it.effect("a second process gets cached permissions with their original lifetime", () => {
    const { count, layer } = setUp()
    const shared = makeShared()
    return Effect.gen(function*() {
      const { ada, id } = yield* team
      const process = Layer.build(Layer.fresh(Layer.provide(Authorization.layer(), shared.layer)))
      const [one, two] = [yield* process, yield* process]
      const check = Authorization.require({ team: id, permission: remove }).pipe(as(user(ada)))
      assert.strictEqual(yield* count(Effect.provide(check, one)), 1)
      assert.deepStrictEqual([...shared.values.keys()], [`permissions:${projectId}:${ada}:${id}`])
      yield* TestClock.adjust("20 seconds")
      assert.strictEqual(yield* count(Effect.provide(check, two)), 0)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* count(Effect.provide(check, two)), 1)
      yield* Effect.provide(Authorization.invalidate({ userId: ada, team: id }), one)
      const third = yield* process
      assert.strictEqual(yield* count(Effect.provide(check, third)), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ignores invalid values, and limits the lifetime of values from the future", () => {
    const { count, layer } = setUp()
    const shared = makeShared()
    return Effect.gen(function*() {
      const { bob, id } = yield* team
      const key = `permissions:${projectId}:${bob}:${id}`
      const check = outcome(Authorization.require({ team: id, permission: remove })).pipe(as(user(bob)))
      const process = Layer.build(Layer.fresh(Layer.provide(Authorization.layer(), shared.layer)))
      const run = Effect.flatMap(process, (context) => Effect.provide(check, context))
      const invalid = [
        "",
        "{",
        "null",
        "[]",
        "{\"value\":[\"a\"]}",
        "{\"value\":[1],\"fetchedAt\":0}",
        "{\"value\":\"$remove_members\",\"fetchedAt\":0}"
      ]
      for (const value of invalid) {
        shared.values.set(key, value)
        assert.strictEqual(yield* count(run), 1, value)
      }
      shared.values.set(key, JSON.stringify({ value: [remove], fetchedAt: 9e15 }))
      const context = yield* process
      assert.strictEqual(yield* Effect.provide(check, context), "ok")
      shared.values.delete(key)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* Effect.provide(check, context), "PermissionRequired")
    }).pipe(Effect.provide(layer))
  })
})
