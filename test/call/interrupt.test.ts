import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Anonymous,
  CurrentUser,
  fromFetch,
  Password,
  Project,
  Session,
  Sessions,
  type Tokens,
  TokenStore,
  Transport
} from "latchkey"
import { Server, Sessions as ServerSessions, Users } from "latchkey/server"
import { accessToken, apiUrl, issued, jwt, keys, projectId, refreshToken, userJson } from "../support/Wire.ts"

const id = "11111111-1111-4111-8111-111111111111"
const email = "ada@example.com"
const password = Redacted.make("correct horse")

/** Every call of every level. */
const calls = {
  "Anonymous.signUp": Anonymous.signUp,
  "CurrentUser.get": CurrentUser.get(),
  "CurrentUser.get, or anonymous": CurrentUser.get({ or: "anonymous" }),
  "CurrentUser.update": CurrentUser.update({ displayName: "Ada" }),
  "CurrentUser.remove": CurrentUser.remove,
  "Password.signIn": Password.signIn({ email, password }),
  "Password.signUp": Password.signUp({ email, password, verificationCallbackUrl: "https://app.test/" }),
  "Password.update": Password.update({ oldPassword: password, newPassword: password }),
  "Password.set": Password.set({ password }),
  "Project.get": Project.get,
  "Project.checkHealth": Project.checkHealth,
  "Session.signOut": Session.signOut,
  "Sessions.list": Sessions.list,
  "Sessions.revoke": Sessions.revoke(id),
  "server Sessions.create": ServerSessions.create({ userId: id }),
  "server Sessions.list": ServerSessions.list(id),
  "server Sessions.revoke": ServerSessions.revoke({ userId: id, id }),
  "Users.create": Users.create(),
  "Users.get": Users.get(id),
  "Users.list": Users.list(),
  "Users.update": Users.update(id, { displayName: "Ada" }),
  "Users.remove": Users.remove(id)
} as const

const fresh = { refreshToken: Redacted.make(refreshToken), accessToken: Redacted.make(accessToken) }
const expired = { ...fresh, accessToken: Redacted.make(jwt({ iat: 0, exp: 0 })) }

/** A fetch that a test answers explicitly, and a store that counts its writes. */
const makeHost = Effect.fnUntraced(function*(tokens: Tokens.Tokens | undefined) {
  const signals: Array<AbortSignal> = []
  const answers: Array<(body: unknown) => void> = []
  const host = { signals, answers, writes: 0, rejections: 0 }
  const onRejection = () => host.rejections++
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("unhandledRejection", onRejection)),
    () => Effect.sync(() => process.off("unhandledRejection", onRejection))
  )
  const fetch = (obeys: boolean) => (_: string, { signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      signals.push(signal!)
      answers.push((body) => resolve(new Response(JSON.stringify(body))))
      // Like fetch: an abort after the response has no effect.
      if (obeys) signal!.addEventListener("abort", () => reject(signal!.reason))
    })
  const memory = yield* TokenStore.makeMemory(tokens)
  const store = TokenStore.TokenStore.of({
    ...memory,
    modify: (f) => {
      host.writes++
      return memory.modify(f)
    }
  })
  const layer = (obeys: boolean) =>
    Server.layer({
      projectId,
      apiUrl,
      publishableClientKey: keys.publishable,
      secretServerKey: Redacted.make(keys.server)
    }).pipe(
      Layer.provide(Layer.succeed(TokenStore.TokenStore, store)),
      Layer.provide(Layer.succeed(Transport, fromFetch(fetch(obeys))))
    )
  return { host, layer, stored: memory.get }
})

/** Waits until every promise has settled and every rejection has been reported. */
const settle = Effect.promise(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))))

const begin = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

describe("case 13: interruption", () => {
  for (const [name, effect] of Object.entries(calls)) {
    // Calls that work without a user send their first request directly; all others need a session.
    const tokens = /^(?:Anonymous|CurrentUser\.get, or)/.test(name) ? undefined : fresh

    it.effect(`interrupting ${name} aborts its request, leaves no unhandled rejection and writes nothing later`, () =>
      Effect.gen(function*() {
        const { host, layer, stored } = yield* makeHost(tokens)
        const fiber = yield* begin(
          Effect.provide(effect as Effect.Effect<unknown, unknown, Effect.Services<typeof effect>>, layer(true))
        )
        yield* settle
        assert.lengthOf(host.signals, 1)
        assert.isFalse(host.signals[0]!.aborted)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(host.signals[0]!.aborted)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))

        const { writes } = host
        const before = yield* stored
        host.answers[0]!(issued)
        yield* settle
        yield* TestClock.adjust("1 day")
        yield* settle
        assert.lengthOf(host.signals, 1)
        assert.strictEqual(host.writes, writes)
        assert.deepStrictEqual(yield* stored, before)
        assert.strictEqual(host.rejections, 0)
      }))
  }

  it.effect("a sign-in whose response arrives afterwards signs no user in", () =>
    Effect.gen(function*() {
      const { host, layer, stored } = yield* makeHost(undefined)
      const fiber = yield* begin(Effect.provide(calls["Password.signIn"], layer(false)))
      yield* settle
      yield* Fiber.interrupt(fiber)
      host.answers[0]!(issued)
      yield* settle
      yield* TestClock.adjust("1 day")
      assert.isUndefined(yield* stored)
      assert.strictEqual(host.writes, 0)
      assert.strictEqual(host.rejections, 0)
    }))

  it.effect("the same sign-in without the interruption signs the user in", () =>
    Effect.gen(function*() {
      const { host, layer, stored } = yield* makeHost(undefined)
      const fiber = yield* begin(Effect.provide(calls["Password.signIn"], layer(false)))
      yield* settle
      host.answers[0]!(issued)
      assert.strictEqual((yield* Fiber.join(fiber)).userId, "user")
      assert.strictEqual(Redacted.value((yield* stored)!.refreshToken!), refreshToken)
    }))

  it.effect("interrupting a call during its refresh aborts the refresh and keeps the session", () =>
    Effect.gen(function*() {
      const { host, layer, stored } = yield* makeHost(expired)
      const fiber = yield* begin(Effect.provide(calls["CurrentUser.get"], layer(false)))
      yield* settle
      assert.lengthOf(host.signals, 1)
      yield* Fiber.interrupt(fiber)
      yield* settle
      assert.isTrue(host.signals[0]!.aborted)
      host.answers[0]!({ access_token: accessToken })
      yield* settle
      assert.deepStrictEqual(yield* stored, expired)
      assert.strictEqual(host.writes, 0)
      assert.strictEqual(host.rejections, 0)
    }))

  it.effect("an interrupted sign-out still removes the tokens from the store", () =>
    Effect.gen(function*() {
      const { host, layer, stored } = yield* makeHost(fresh)
      const fiber = yield* begin(Effect.provide(calls["Session.signOut"], layer(true)))
      yield* settle
      yield* Fiber.interrupt(fiber)
      assert.isTrue(host.signals[0]!.aborted)
      assert.isUndefined(yield* stored)
    }))

  it.effect("interrupting one call does not affect a concurrent call", () =>
    Effect.gen(function*() {
      const { host, layer } = yield* makeHost(fresh)
      const user = yield* Effect.gen(function*() {
        const first = yield* begin(CurrentUser.get())
        const second = yield* begin(CurrentUser.get())
        yield* settle
        assert.lengthOf(host.signals, 2)
        yield* Fiber.interrupt(first)
        assert.deepStrictEqual(host.signals.map(({ aborted }) => aborted), [true, false])
        host.answers[1]!(userJson)
        return yield* Fiber.join(second)
      }).pipe(Effect.provide(layer(true)))
      assert.strictEqual(user?.displayName, "Ada")
    }))
})
