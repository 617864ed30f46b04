import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { CurrentUser, MagicLink, Password, Session, Sessions, Teams } from "latchkey"
import { Project } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Snapshot } from "../../../src/emulator/state/Snapshot.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { contents, everything } from "../fullWorld.ts"
import { named, requests } from "../fuzzSupport.ts"
import {
  callbackUrl,
  clientHeaders,
  codeTo,
  device,
  email,
  failure,
  layerAdmin,
  layerTest,
  on,
  otherProject,
  password,
  projectId,
  send,
  signIn,
  signUp,
  tagsOf
} from "../support.ts"

const snapshot = Effect.flatMap(Emulator.Emulator, (emulator) => emulator.snapshot)
const restore = (snapshot: Emulator.Snapshot) =>
  Effect.flatMap(Emulator.Emulator, (emulator) => emulator.restore(snapshot))

describe.each(["2025", "2026"] as const)("a snapshot of the generation %s", (generation) => {
  const test = () => layerAdmin({ generation })

  it.effect("contains every table", () =>
    Effect.gen(function*() {
      yield* everything
      const project = Snapshot.stateOf(yield* snapshot).get(projectId)!
      const sizes = Object.entries(project).flatMap(([name, value]) =>
        value instanceof Map || value instanceof Set
          ? [[name, value.size]]
          : Array.isArray(value)
          ? [[name, value.length]]
          : []
      )
      assert.isAtLeast(sizes.length, 13)
      // Services since 2026 keep their templates separately, and store images.
      const empty = [[generation === "2025" ? "images" : "emailTemplates", 0]]
      assert.deepStrictEqual(sizes.filter(([, size]) => size === 0), empty)
    }).pipe(Effect.provide(test())))

  it.effect(
    "restores all tables after any requests, and is not changed by them",
    () =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.array(requests, { minLength: 10, maxLength: 40 }), (requests) =>
            Effect.runPromise(
              Effect.gen(function*() {
                const names: Record<string, string> = yield* everything
                const emulator = yield* Emulator.Emulator
                const taken = yield* emulator.snapshot
                const before = contents(taken)
                for (const _ of [1, 2]) {
                  for (const request of requests) {
                    const code = (yield* emulator.inbox()).at(-1)?.code
                    yield* emulator.handle(
                      named(request, { ...names, ...(code !== undefined && { code: Redacted.value(code) }) })
                    )
                  }
                  yield* emulator.restore(taken)
                  assert.strictEqual(contents(yield* emulator.snapshot), before)
                }
                assert.strictEqual(contents(taken), before)
              }).pipe(Effect.provide(test()), Effect.orDie)
            )),
          { numRuns: runsOf(25), seed: 1 }
        )
      )
  )
})

describe("a snapshot", () => {
  it.effect("restores the service to its earlier answers", () =>
    Effect.gen(function*() {
      yield* signUp()
      const taken = yield* snapshot
      const story = Effect.gen(function*() {
        yield* signUp("grace@example.com")
        yield* Teams.create({ displayName: "Engines" })
        yield* signIn()
        return (yield* send("GET", "/users/me", clientHeaders)).body
      }).pipe(Random.withSeed("a seed"))
      yield* story
      const first = contents(yield* snapshot)
      yield* restore(taken)
      yield* story
      assert.strictEqual(contents(yield* snapshot), first)
    }).pipe(Effect.provide(layerTest())))
})

describe("restore", () => {
  it.effect("restores a seeded world between tests", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const seeded = yield* emulator.snapshot
      for (const _ of [1, 2, 3]) {
        yield* signIn()
        yield* CurrentUser.update({ displayName: "Countess" })
        yield* Teams.create({ displayName: "Engines" })
        yield* Password.update({ oldPassword: password, newPassword: Redacted.make("another horse") })
        yield* emulator.configure({ signUpEnabled: false })
        yield* emulator.restore(seeded)
        yield* signIn()
        assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).displayName, "Ada")
        assert.deepStrictEqual(yield* Teams.list, [])
        yield* signUp("grace@example.com")
        yield* emulator.restore(seeded)
      }
    }).pipe(
      Effect.provide(layerTest({ project: { users: [{ primaryEmail: email, password, displayName: "Ada" }] } }))
    ))

  it.effect("restore: earlier tokens are valid again, including those of an ended session", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const taken = yield* snapshot
      yield* CurrentUser.remove
      const other = yield* device(tokens)
      assert.isNull(yield* on(other)(CurrentUser.get()))
      yield* restore(taken)
      const again = yield* device(tokens)
      assert.strictEqual((yield* on(again)(CurrentUser.get({ or: "throw" }))).id, userId)
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual((yield* on(again)(CurrentUser.get({ or: "throw" }))).id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("restore: later refresh tokens are unknown, and existing users' access tokens work until they expire", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const taken = yield* snapshot
      const old = yield* device((yield* signIn()).tokens)
      const newer = yield* device((yield* signUp("grace@example.com")).tokens)
      yield* restore(taken)
      assert.strictEqual((yield* on(old)(CurrentUser.get({ or: "throw" }))).id, userId)
      assert.isNull(yield* on(newer)(CurrentUser.get()))
      yield* TestClock.adjust("11 minutes")
      assert.isNull(yield* on(old)(CurrentUser.get()))
      assert.strictEqual((yield* on(old)(Session.state))._tag, "SignedOut")
    }).pipe(Effect.provide(layerTest())))

  it.effect("removes later emails from the inbox, and makes used codes valid again", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      yield* MagicLink.send({ email, callbackUrl })
      const code = yield* codeTo(email)
      const taken = yield* emulator.snapshot
      yield* MagicLink.signIn({ code })
      assert.strictEqual(tagsOf(yield* failure(MagicLink.signIn({ code }))), "VerificationCodeAlreadyUsed")
      yield* signUp("grace@example.com")
      yield* emulator.restore(taken)
      assert.strictEqual((yield* emulator.inbox()).length, 1)
      assert.isTrue((yield* MagicLink.signIn({ code })).isNewUser)
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps the project's signing key and its earlier settings", () =>
    Effect.gen(function*() {
      const keys = Effect.map(send("GET", `/projects/${projectId}/.well-known/jwks.json`), ({ body }) => body)
      const before = yield* keys
      const taken = yield* snapshot
      yield* Project.update({ displayName: "Another name", config: { signUpEnabled: false } })
      yield* restore(taken)
      assert.strictEqual(yield* keys, before)
      const { config, displayName } = yield* Project.get
      assert.deepStrictEqual([displayName, config.signUpEnabled], ["Emulated project", true])
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("a snapshot can be restored in another emulator, and both are then independent", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const taken = yield* snapshot
      yield* Effect.gen(function*() {
        yield* restore(taken)
        // The other emulator's additional project is removed, too.
        assert.strictEqual(contents(yield* snapshot), contents(taken))
        assert.strictEqual((yield* signIn()).userId, userId)
        yield* CurrentUser.update({ displayName: "Countess" })
      }).pipe(Effect.provide(layerTest({ projects: [otherProject] }), { local: true }))
      assert.isNull((yield* CurrentUser.get({ or: "throw" })).displayName)
      assert.strictEqual((yield* Sessions.list).length, 1)
    }).pipe(Effect.provide(layerTest())))
})
