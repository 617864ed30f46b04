import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Client, Password, Reverification, Session, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { callbackUrl, email, layerTest, password, recorded, signUp } from "../emulator/support.ts"

const challenge: Reverification.Challenge = { maxAge: 300, factor: undefined }
const within = "5 minutes"
const again = Reverification.signIn(Password.signIn({ email, password }))

/** The tag of an error, or `ok`. */
const outcome = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error): string => error._tag, onSuccess: () => "ok" })

/** A client, and the paths of its requests. */
const setUp = (options?: Emulator.Options) => {
  const { layer, requests } = recorded(options)
  return {
    paths: () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`),
    requests,
    layer: Client.layer(Emulator.clientOptions).pipe(
      Layer.provideMerge(TokenStore.layerMemory),
      Layer.provideMerge(layer)
    )
  }
}

for (const generation of ["2025", "2026"] as const) {
  describe(`Reverification.requireRecent with a service of ${generation}`, () => {
    it.effect("asks once the sign-in is older, and sends one request per session", () => {
      const { layer, paths, requests } = setUp({ generation })
      return Effect.gen(function*() {
        yield* signUp()
        const asked: Array<Reverification.Challenge> = []
        yield* Reverification.onChallenge((challenge) => {
          asked.push(challenge)
          return Effect.as(Effect.orDie(again), true)
        })
        yield* TestClock.adjust("1 hours")
        yield* again
        yield* TestClock.adjust("4 minutes")
        requests.length = 0
        yield* Reverification.requireRecent({ within })
        yield* Reverification.requireRecent({ within })
        assert.deepStrictEqual(paths().filter((path) => path !== "POST /auth/oauth/token"), ["GET /auth/sessions"])
        yield* TestClock.adjust("1 minutes")
        yield* Reverification.requireRecent({ within })
        assert.deepStrictEqual(asked, [])
        yield* TestClock.adjust("1 seconds")
        yield* Reverification.requireRecent({ within, factor: "second" })
        assert.deepStrictEqual(asked, [{ maxAge: 300, factor: "second" }])
        yield* Reverification.requireRecent({ within })
        assert.lengthOf(asked, 1)
      }).pipe(Effect.scoped, Effect.provide(layer))
    })

    it.effect("fails if the user cancels, if nothing asks, and if no user is signed in", () =>
      Effect.gen(function*() {
        const check = outcome(Reverification.requireRecent({ within }))
        assert.strictEqual(yield* check, "RecentSignInRequired")
        yield* signUp()
        assert.strictEqual(yield* check, "ok")
        yield* TestClock.adjust("6 minutes")
        assert.strictEqual(yield* check, "RecentSignInRequired")
        yield* Reverification.onChallenge(() => Effect.succeed(false))
        assert.strictEqual(yield* check, "RecentSignInRequired")
      }).pipe(Effect.scoped, Effect.provide(setUp({ generation }).layer)))
  })
}

describe("Reverification", () => {
  it.effect("requireRecent compares times by the service's clock, which is an hour ahead", () =>
    Effect.gen(function*() {
      yield* (yield* Emulator.Emulator).advanceClock("1 hours")
      yield* signUp()
      assert.strictEqual(yield* outcome(Reverification.requireRecent({ within })), "ok")
    }).pipe(Effect.provide(setUp().layer)))

  it.effect("concurrent challenges share one question, which ends with the last caller", () =>
    Effect.gen(function*() {
      let asked = 0
      let ended = 0
      yield* Reverification.onChallenge(() =>
        Effect.onInterrupt(
          Effect.andThen(Effect.sync(() => asked++), Effect.never),
          () => Effect.sync(() => ended++)
        )
      )
      const [first, second] = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(Reverification.ask(challenge), { startImmediately: true }))
      yield* Fiber.interrupt(first!)
      assert.deepStrictEqual([asked, ended], [1, 0])
      yield* Fiber.interrupt(second!)
      assert.deepStrictEqual([asked, ended], [1, 1])
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("the last handler answers, until its scope closes", () =>
    Effect.gen(function*() {
      assert.isFalse(yield* Reverification.ask(challenge))
      yield* Reverification.onChallenge(() => Effect.succeed(true))
      yield* Effect.scoped(Effect.gen(function*() {
        yield* Reverification.onChallenge(() => Effect.succeed(false))
        assert.isFalse(yield* Reverification.ask(challenge))
      }))
      assert.isTrue(yield* Reverification.ask(challenge))
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("a question ends like a cancellation when its handler's scope closes, and the next one asks again", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      yield* Scope.provide(Reverification.onChallenge(() => Effect.never), scope)
      const asked = yield* Effect.forkChild(Reverification.ask(challenge), { startImmediately: true })
      yield* Scope.close(scope, Exit.void)
      assert.isFalse(yield* Fiber.join(asked))
      yield* Reverification.onChallenge(() => Effect.succeed(true))
      assert.isTrue(yield* Reverification.ask(challenge))
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("requireRecent refuses another user who signed in as the answer", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("6 minutes")
      const other = { email: "eve@example.com", password, verificationCallbackUrl: callbackUrl }
      yield* Reverification.onChallenge(() => Effect.as(Effect.orDie(Password.signUp(other)), true))
      assert.strictEqual(yield* outcome(Reverification.requireRecent({ within })), "RecentSignInRequired")
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("answer has the token of a sign-in elsewhere, also if the question here was canceled", () =>
    Effect.gen(function*() {
      yield* signUp()
      const used = (yield* Session.getAccessToken())!
      yield* TestClock.adjust("1 seconds")
      yield* Reverification.onChallenge(() => Effect.as(Effect.orDie(again), false))
      const next = yield* Reverification.answer(challenge, used)
      assert.strictEqual(Redacted.value(next!), Redacted.value((yield* Session.getAccessToken())!))
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("answer does not ask again after another sign-in, and has no token for another user", () =>
    Effect.gen(function*() {
      yield* signUp()
      const used = (yield* Session.getAccessToken())!
      yield* TestClock.adjust("1 seconds")
      assert.isNull(yield* Reverification.answer(challenge, used))
      yield* again
      const next = yield* Reverification.answer(challenge, used)
      assert.strictEqual(Redacted.value(next!), Redacted.value((yield* Session.getAccessToken())!))
      assert.isNull(yield* Reverification.answer(challenge, next!))
      yield* Password.signUp({ email: "eve@example.com", password, verificationCallbackUrl: callbackUrl })
      assert.isNull(yield* Reverification.answer(challenge, used))
      yield* Session.signOut
      assert.isNull(yield* Reverification.answer(challenge, used))
    }).pipe(Effect.provide(layerTest())))

  it.effect("signIn marks the replaced session as ended in the store, so that no late response brings it back", () => {
    const marked: Array<string | undefined> = []
    const store = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.makeMemory(undefined), (memory) => ({
        ...memory,
        markEnded: ({ refreshToken }) => Effect.sync(() => marked.push(refreshToken && Redacted.value(refreshToken)))
      }))
    )
    return Effect.gen(function*() {
      const { tokens } = yield* signUp()
      yield* again
      assert.deepStrictEqual(marked, [Redacted.value(tokens.refreshToken)])
    }).pipe(
      Effect.provide(
        Client.layer(Emulator.clientOptions).pipe(Layer.provide(store), Layer.provideMerge(Emulator.layer()))
      )
    )
  })

  it.effect("orAsk runs an effect once more after another sign-in, and keeps its error otherwise", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const required = new Reverification.RecentSignInRequired({ message: "x", maxAge: 60, factor: "second" })
      let runs = 0
      const effect = Effect.suspend(() => runs++ === 0 ? Effect.fail(required) : Effect.succeed("done"))
      assert.strictEqual(yield* Effect.flip(Reverification.orAsk(effect)), required)
      const asked: Array<Reverification.Challenge> = []
      yield* Reverification.onChallenge((challenge) => {
        asked.push(challenge)
        return Effect.as(Effect.orDie(again), true)
      })
      runs = 0
      assert.strictEqual(yield* Reverification.orAsk(effect), "done")
      assert.deepStrictEqual([runs, asked], [2, [{ maxAge: 60, factor: "second" }]])
      const always = Effect.andThen(Effect.sync(() => runs++), Effect.fail(required))
      assert.strictEqual(yield* Effect.flip(Reverification.orAsk(always)), required)
      assert.deepStrictEqual([runs, asked.length], [4, 2])
      const other = new Error("other")
      assert.strictEqual(yield* Effect.flip(Reverification.orAsk(Effect.fail(other))), other)
      assert.strictEqual(asked.length, 2)
      yield* Reverification.onChallenge(() =>
        Effect.as(
          Effect.orDie(Password.signUp({ email: "eve@example.com", password, verificationCallbackUrl: callbackUrl })),
          true
        )
      )
      runs = 0
      assert.strictEqual(yield* Effect.flip(Reverification.orAsk(effect)), required)
      assert.strictEqual(runs, 1)
      assert.notStrictEqual((yield* Session.claims)!.userId, userId)
    }).pipe(Effect.scoped, Effect.provide(layerTest())))

  it.effect("dies of an option that is missing, misspelled or too short", () =>
    Effect.gen(function*() {
      for (const options of [{}, { within: 300 }, { within: "5 minutes", maxAge: 1 }, { within, factor: "totp" }]) {
        // Sound: untyped code passes such options.
        const exit = yield* Effect.exit(Reverification.requireRecent(options as Reverification.RecentRequirement))
        assert.isTrue(Exit.isFailure(exit) && Exit.hasDies(exit), JSON.stringify(options))
      }
    }).pipe(Effect.provide(layerTest())))
})
