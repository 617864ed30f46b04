/** Calls whose responses update cached values: what is shown, and which requests are sent. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  ApiKeys,
  Cache,
  Client,
  ContactChannels,
  CurrentUser,
  Optimistic,
  Password,
  Resource,
  Resources,
  TeamMembers,
  Teams,
  TokenStore,
  Transport
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { applyCall } from "../../src/account/applyCall.ts"
import { settle } from "../session/support.ts"

/** A client with a cache. `delayMillis` returns how long the response to a request takes. */
const makeWorld = (delayMillis: (request: string) => number = () => 0) => {
  const sent: Array<string> = []
  const transport = Layer.effect(
    Transport,
    Effect.map(Emulator.Emulator, ({ handle }): Transport => (request) =>
      Effect.suspend(() => {
        const name = `${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`
        sent.push(name)
        // The service processes the request first, and the response arrives later.
        return Effect.map(
          Effect.tap(handle(request), () => delayMillis(name) === 0 ? Effect.void : Effect.sleep(delayMillis(name))),
          ({ body = "", headers, status }) => ({ status, body, header: (name: string) => headers[name] })
        )
      }))
  )
  const layer = Cache.layer().pipe(
    Layer.provideMerge(Client.layer(Emulator.clientOptions)),
    Layer.provideMerge(TokenStore.layerMemory),
    Layer.provideMerge(transport),
    Layer.provideMerge(
      Emulator.layerWithoutTransport({ project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } } })
    )
  )
  return { sent, layer }
}

const credentials = (name: string) => ({
  email: `${name}@example.com`,
  password: Redacted.make("correct horse battery staple")
})

const signUp = Password.signUp({
  ...credentials("ada"),
  verificationCallbackUrl: "http://localhost:3000/verify"
})

/** The requests of a changed name: it is a claim of the access token. */
const updateOfName = ["PATCH /users/me", "POST /auth/oauth/token"]

/** Subscribes to a resource, and returns its current value. */
const follow = <A, E>(resource: Resource.Resource<A, E>) =>
  Effect.gen(function*() {
    const { getSnapshot, subscribe } = (yield* Cache.Cache).observe(resource)
    subscribe(() => {})
    yield* settle
    return () => {
      const state = getSnapshot()
      assert(state._tag === "Ready")
      return state.value
    }
  })

describe("a call that determines the value of a resource", () => {
  it.effect("a write updates the cached user from its response, and sends only the token refresh", () => {
    const { layer, sent } = makeWorld()
    return Effect.gen(function*() {
      yield* signUp
      const user = yield* follow(Resources.user)
      sent.length = 0
      yield* CurrentUser.update({ displayName: "Ada" })
      assert.strictEqual(user()?.displayName, "Ada")
      yield* Optimistic.updateUser({ displayName: "Countess" })
      assert.strictEqual(user()?.displayName, "Countess")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(user()?.displayName, "Countess")
      assert.deepStrictEqual(sent, [...updateOfName, ...updateOfName])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a team write updates the team and the list, and keeps other teams", () => {
    const { layer, sent } = makeWorld()
    return Effect.gen(function*() {
      yield* signUp
      const other = yield* Teams.create({ displayName: "Poets" })
      const teams = yield* follow(Resources.teams)
      const poets = yield* follow(Resources.team(other.id))
      const team = yield* Teams.create({ displayName: "Engines" })
      assert.deepStrictEqual(teams().map(({ displayName }) => displayName), ["Poets", "Engines"])
      const engines = yield* follow(Resources.team(team.id))
      sent.length = 0
      yield* Teams.update(team.id, { displayName: "Looms" })
      assert.strictEqual(engines().displayName, "Looms")
      assert.strictEqual(poets().displayName, "Poets")
      assert.deepStrictEqual(teams().map(({ displayName }) => displayName), ["Poets", "Looms"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(sent, [`PATCH /teams/${team.id}`])
      yield* Teams.remove(team.id)
      assert.deepStrictEqual(teams().map(({ displayName }) => displayName), ["Poets"])
      yield* TestClock.adjust("1 minute")
      assert.notInclude(sent, "GET /teams")
      const listed = yield* Teams.list
      assert.deepStrictEqual(teams(), listed)
    }).pipe(Effect.provide(layer))
  })

  it.effect("contact channel writes update the list, and a new primary address causes a refetch", () => {
    const { layer, sent } = makeWorld()
    return Effect.gen(function*() {
      yield* signUp
      const channels = yield* follow(Resources.contactChannels)
      const values = () => channels().map(({ value }) => value)
      sent.length = 0
      const { id } = yield* ContactChannels.create({ value: "work@example.com", usedForAuth: false })
      assert.deepStrictEqual(values(), ["ada@example.com", "work@example.com"])
      yield* ContactChannels.update(id, { value: "home@example.com" })
      assert.deepStrictEqual(values(), ["ada@example.com", "home@example.com"])
      assert.notInclude(sent, "GET /contact-channels")
      yield* ContactChannels.makePrimary(id)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(channels().map(({ isPrimary }) => isPrimary), [false, true])
      assert.lengthOf(sent.filter((request) => request === "GET /contact-channels"), 1)
      sent.length = 0
      yield* ContactChannels.remove(id)
      assert.deepStrictEqual(values(), ["ada@example.com"])
      yield* TestClock.adjust("1 minute")
      assert.notInclude(sent, "GET /contact-channels")
    }).pipe(Effect.provide(layer))
  })

  it.effect("API key writes add the new key without its secret, and show a revoked key", () => {
    const { layer, sent } = makeWorld()
    return Effect.gen(function*() {
      yield* signUp
      const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
      const { id: otherId } = yield* Teams.create({ displayName: "Poets" })
      const own = yield* follow(Resources.userApiKeys)
      const ofTeam = yield* follow(Resources.teamApiKeys(teamId))
      const ofOther = yield* follow(Resources.teamApiKeys(otherId))
      sent.length = 0
      const key = yield* ApiKeys.create({ description: "CI" })
      const teamKey = yield* ApiKeys.create({ teamId, description: "Build" })
      assert.deepStrictEqual(own().map(({ value }) => value), [{ lastFour: Redacted.value(key.value).slice(-4) }])
      assert.deepStrictEqual(ofTeam().map(({ id }) => id), [teamKey.id])
      assert.deepStrictEqual(ofOther(), [])
      yield* ApiKeys.revoke(key)
      yield* ApiKeys.update({ id: teamKey.id, teamId }, { description: "Deploy" })
      assert.isDefined(own()[0]!.manuallyRevokedAt)
      assert.strictEqual(ofTeam()[0]!.description, "Deploy")
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(sent.filter((request) => request.startsWith("GET")), [])
      assert.deepStrictEqual(own(), yield* ApiKeys.list())
      assert.deepStrictEqual(ofTeam(), yield* ApiKeys.list({ teamId }))
    }).pipe(Effect.provide(layer))
  })

  it.effect("a member profile write updates the member in that team's list", () => {
    const { layer, sent } = makeWorld()
    return Effect.gen(function*() {
      yield* signUp
      const { id } = yield* Teams.create({ displayName: "Engines" })
      const members = yield* follow(Resources.teamMembers(id))
      sent.length = 0
      yield* TeamMembers.updateOwn(id, { displayName: "Chair" })
      assert.deepStrictEqual(members().map(({ displayName }) => displayName), ["Chair"])
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(sent, 1)
    }).pipe(Effect.provide(layer))
  })
})

describe("a response", () => {
  it.effect("overlapping writes refetch the value instead of using a response", () => {
    const { layer, sent } = makeWorld((request) => request === "PATCH /users/me" ? delay : 0)
    let delay = 0
    return Effect.gen(function*() {
      yield* signUp
      const user = yield* follow(Resources.user)
      sent.length = 0
      delay = 200
      const first = yield* Effect.forkChild(CurrentUser.update({ displayName: "Ada" }), { startImmediately: true })
      yield* settle
      delay = 100
      yield* Effect.forkChild(CurrentUser.update({ profileImageUrl: null, clientMetadata: { born: 1815 } }), {
        startImmediately: true
      })
      yield* settle
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(first)
      assert.strictEqual(user()?.displayName, "Ada")
      // The response to the first call was read before the second one.
      assert.deepStrictEqual(user()?.clientMetadata, { born: 1815 })
      assert.deepStrictEqual(sent, ["PATCH /users/me", ...updateOfName, "GET /users/me"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a write's response discards a fetch that started before it, and fetches again", () => {
    let delay = 0
    const { layer, sent } = makeWorld((request) => request === "GET /users/me" ? delay : 0)
    return Effect.gen(function*() {
      yield* signUp
      const user = yield* follow(Resources.user)
      yield* TestClock.adjust("1 second")
      sent.length = 0
      delay = 100
      const refresh = yield* Effect.forkChild(Resource.refresh(Resources.user), { startImmediately: true })
      yield* settle
      yield* CurrentUser.update({ displayName: "Ada" })
      assert.strictEqual(user()?.displayName, "Ada")
      for (let step = 0; step < 10; step++) {
        yield* TestClock.adjust(100)
        assert.strictEqual(user()?.displayName, "Ada")
      }
      assert.strictEqual((yield* Fiber.join(refresh))?.displayName, "Ada")
      assert.deepStrictEqual(sent, ["GET /users/me", ...updateOfName, "GET /users/me"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("a write's response does not update values of another session", () => {
    const { layer } = makeWorld((request) => request === "POST /contact-channels" ? 100 : 0)
    return Effect.gen(function*() {
      yield* Password.signUp({ ...credentials("bob"), verificationCallbackUrl: "http://localhost:3000/verify" })
      yield* signUp
      const channels = yield* follow(Resources.contactChannels)
      yield* Effect.forkChild(ContactChannels.create({ value: "secret@example.com", usedForAuth: false }), {
        startImmediately: true
      })
      yield* settle
      yield* Password.signIn(credentials("bob"))
      yield* settle
      assert.deepStrictEqual(channels().map(({ value }) => value), ["bob@example.com"])
      yield* TestClock.adjust(100)
      assert.deepStrictEqual(channels().map(({ value }) => value), ["bob@example.com"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(channels().map(({ value }) => value), ["bob@example.com"])
    }).pipe(Effect.provide(layer))
  })
})

describe("applyCall", () => {
  const call = (result: unknown, params?: object) => ({ input: { params }, result })

  it("applyCall: replaces an item in its place, and appends a new one", () => {
    const items = [{ id: "a" }, { id: "b" }]
    assert.deepStrictEqual(applyCall("list", items, call({ id: "a", name: "A" })), [{ id: "a", name: "A" }, {
      id: "b"
    }])
    assert.deepStrictEqual(applyCall("list", items, call({ id: "c" })), [{ id: "a" }, { id: "b" }, { id: "c" }])
  })

  it("removes the item at a path; is undefined if the path is missing", () => {
    const items = [{ id: "a" }, { id: "b" }]
    assert.deepStrictEqual(applyCall("list", items, call({ success: true }, { id: "a" })), [{ id: "b" }])
    assert.isUndefined(applyCall("list", items, call({ success: true }, { id: "c" })))
    assert.isUndefined(applyCall("list", items, call(undefined)))
  })

  it("applyCall: is undefined for a value with another id, or without a value", () => {
    assert.isUndefined(applyCall("user", { id: "a" }, call({ id: "b" })))
    assert.isUndefined(applyCall("user", null, call({ id: "b" })))
  })

  it("applyCall: does not change values of other teams", () => {
    const items = [{ id: "a" }]
    assert.strictEqual(applyCall("teamApiKeys/1", items, call({ id: "a", teamId: "2" })), items)
    assert.strictEqual(applyCall("teamInvitations/1", items, call(undefined, { teamId: "2" })), items)
  })
})
