/** The contract of every `SessionStore`. A store's test file calls `suite`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Tokens } from "latchkey"
import type { SessionStore } from "latchkey/server"
import { jwt } from "../session/support.ts"

type Store = SessionStore.SessionStore["Service"]

/** Opens two stores over one new storage, like two processes. */
export type OpenStores = (
  options?: SessionStore.SessionStoreOptions
) => Effect.Effect<readonly [Store, Store], never, Scope.Scope>

const tokensOf = (refreshToken: string, accessToken = "1"): Tokens.Tokens => Tokens.make({ refreshToken, accessToken })!

const ada = tokensOf("ada")

const publicKey: SessionStore.DeviceKey = { kty: "EC", crv: "P-256", x: "x".repeat(43), y: "y".repeat(43) }

const same = (actual: Tokens.Tokens | undefined, expected: Tokens.Tokens | undefined) =>
  assert.isTrue(Tokens.isSame(actual, expected))

const hour = { rotationInterval: "1 hour", rotationGrace: "10 seconds" } as const

/** A session with an id that is due, and its successor. */
const rotated = Effect.fnUntraced(function*(store: Store) {
  const { id } = yield* store.create(ada)
  yield* TestClock.adjust("1 hour")
  const found = yield* store.get(id)
  assert.isDefined(found?.successor)
  return { id, successor: found!.successor! }
})

export const suite = (
  name: string,
  open: OpenStores,
  describeStore: (name: string, tests: () => void) => void = describe
) => {
  describeStore(`SessionStore, ${name}`, () => {
    it.effect("returns the tokens of an id, in every process", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open()
        const { expiresAt, id } = yield* one.create(ada)
        same((yield* one.get(id))?.tokens, ada)
        const found = yield* two.get(id)
        same(found?.tokens, ada)
        assert.isUndefined(found?.successor)
        assert.deepStrictEqual(found?.expiresAt, expiresAt)
      }))

    it.effect("creates ids with 256 random bits", () =>
      Effect.gen(function*() {
        const [store] = yield* open()
        const ids = yield* Effect.forEach(Array.from({ length: 20 }), () => store.create(ada))
        assert.strictEqual(new Set(ids.map(({ id }) => Redacted.value(id).split(".")[0])).size, 20)
        assert.strictEqual(new Set(ids.map(({ id }) => Redacted.value(id).split(".")[1])).size, 20)
        for (const { id } of ids) assert.match(Redacted.value(id), /^[\w-]{43}\.[\w-]{43}$/)
      }))

    it.effect("get: returns undefined for unknown and malformed ids", () =>
      Effect.gen(function*() {
        const [store] = yield* open()
        const { id } = yield* store.create(ada)
        const other = Redacted.value((yield* store.create(ada)).id)
        const [part = "", secret = ""] = Redacted.value(id).split(".")
        const bad = ["", ".", "x", part, `${part}.`, `.${secret}`, `${part}.${other.split(".")[1]}`]
        for (const text of [...bad, `${part}.${secret}x`, ` ${part}.${secret}`, `${secret}.${part}`, "x".repeat(1e6)]) {
          const invalid = Redacted.make(text)
          assert.isUndefined(yield* store.get(invalid))
          assert.isUndefined(yield* store.update(invalid, (tokens) => tokens))
          yield* store.remove(invalid)
        }
        same((yield* store.get(id))?.tokens, ada)
      }))

    it.effect("update: replaces the tokens", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open()
        const { id } = yield* one.create(ada)
        const next = tokensOf("ada", "2")
        same(yield* one.update(id, () => next), next)
        same((yield* two.get(id))?.tokens, next)
      }))

    it.effect("applies all of 20 concurrent updates of two processes", () =>
      Effect.gen(function*() {
        const stores = yield* open()
        const { id } = yield* stores[0].create(tokensOf("ada", "0"))
        yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => stores[index % 2]!),
          (store) =>
            store.update(id, (tokens) => tokensOf("ada", String(Number(Redacted.value(tokens.accessToken!)) + 1))),
          { concurrency: "unbounded" }
        )
        same((yield* stores[0].get(id))?.tokens, tokensOf("ada", "20"))
      }))

    it.effect("removes a session in every process", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open()
        const { id } = yield* one.create(ada)
        const other = yield* one.create(ada)
        yield* one.remove(id)
        assert.isUndefined(yield* two.get(id))
        assert.isUndefined(yield* two.update(id, () => ada))
        assert.isUndefined(yield* two.get(id))
        yield* one.update(other.id, () => undefined)
        assert.isUndefined(yield* two.get(other.id))
      }))

    it.effect("keeps the id until the rotation interval ends", () =>
      Effect.gen(function*() {
        const [store] = yield* open(hour)
        const { id } = yield* store.create(ada)
        yield* TestClock.adjust("59 minutes")
        assert.isUndefined((yield* store.get(id))?.successor)
        yield* TestClock.adjust("1 minute")
        assert.isDefined((yield* store.get(id))?.successor)
      }))

    it.effect("the same successor is offered until the browser uses it, so that a lost response keeps the session", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open(hour)
        const { id, successor } = yield* rotated(one)
        yield* TestClock.adjust("20 days")
        const again = yield* two.get(id)
        same(again?.tokens, ada)
        assert.strictEqual(Redacted.value(again!.successor!), Redacted.value(successor))
        same((yield* two.get(successor))?.tokens, ada)
      }))

    it.effect("offers one successor to parallel requests", () =>
      Effect.gen(function*() {
        const stores = yield* open(hour)
        const { id } = yield* stores[0].create(ada)
        yield* TestClock.adjust("1 hour")
        const found = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => stores[index % 2]!),
          (store) => store.get(id),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(new Set(found.map((session) => Redacted.value(session!.successor!))).size, 1)
      }))

    it.effect("accepts the old id for the grace time after the first use of its successor", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open(hour)
        const { id, successor } = yield* rotated(one)
        yield* two.get(successor)
        yield* TestClock.adjust("9 seconds")
        const parallel = yield* one.get(id)
        same(parallel?.tokens, ada)
        assert.isUndefined(parallel?.successor)
        assert.isUndefined((yield* one.get(successor))?.successor)
      }))

    for (
      const [how, use] of Object.entries({
        get: (store: Store, id: Redacted.Redacted<string>) => Effect.asVoid(store.get(id)),
        update: (store: Store, id: Redacted.Redacted<string>) =>
          Effect.map(store.update(id, () => tokensOf("eve")), assert.isUndefined),
        remove: (store: Store, id: Redacted.Redacted<string>) => store.remove(id)
      })
    ) {
      it.effect(`${how}: the use of a replaced id after its grace time ends the session for both holders, and is reported`, () =>
        Effect.gen(function*() {
          const events: Array<SessionStore.ReplacedIdUsed> = []
          const [one, two] = yield* open({
            ...hour,
            onReplacedIdUsed: (event) => Effect.sync(() => events.push(event))
          })
          const { id, successor } = yield* rotated(one)
          yield* two.get(successor)
          yield* TestClock.adjust("9 seconds")
          // Within the grace time, the old id is valid, also for a sign-out.
          if (how !== "remove") yield* one.get(id)
          assert.deepStrictEqual(events, [])
          yield* TestClock.adjust("1 second")
          yield* use(two, id)
          assert.isUndefined(yield* one.get(id))
          assert.isUndefined(yield* one.get(successor))
          assert.deepStrictEqual(events, [
            {
              userId: undefined,
              sessionId: undefined,
              createdAt: new Date(0),
              lastUsedAt: new Date(3_600_000),
              rotatedAt: new Date(3_600_000)
            }
          ])
        }))
    }

    it.effect("findReplacedUse: returns the event for every id of the ended session, with the user and the session", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open(hour)
        const accessToken = jwt({ sub: "ada", refresh_token_id: "session of ada", exp: 9_999_999_999 })
        const { id } = yield* one.create(tokensOf("ada", accessToken))
        const other = yield* one.create(ada)
        yield* TestClock.adjust("1 hour")
        const successor = (yield* one.get(id))!.successor!
        yield* two.get(successor)
        for (const unused of [id, successor]) assert.isUndefined(yield* one.findReplacedUse(unused))
        yield* TestClock.adjust("10 seconds")
        yield* one.get(id)
        for (const ended of [id, successor]) {
          assert.deepInclude(yield* two.findReplacedUse(ended), { userId: "ada", sessionId: "session of ada" })
        }
        for (const invalid of [other.id, Redacted.make("x")]) assert.isUndefined(yield* two.findReplacedUse(invalid))
      }))

    it.effect("reports 20 concurrent uses of a replaced id once", () =>
      Effect.gen(function*() {
        let alarms = 0
        const stores = yield* open({ ...hour, onReplacedIdUsed: () => Effect.sync(() => alarms++) })
        const { id, successor } = yield* rotated(stores[0])
        yield* stores[1].get(successor)
        yield* TestClock.adjust("10 seconds")
        const found = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => [stores[index % 2]!, index % 4 === 3 ? successor : id] as const),
          ([store, one]) => store.get(one),
          { concurrency: "unbounded" }
        )
        assert.isUndefined(found[0])
        assert.strictEqual(alarms, 1)
        for (const store of stores) assert.isUndefined(yield* store.get(successor))
      }))

    it.effect("ends the session of a replaced id after any number of further rotations", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open(hour)
        const { id, successor } = yield* rotated(one)
        let stolen = successor
        for (let round = 0; round < 5; round++) {
          same((yield* two.get(stolen))?.tokens, ada)
          yield* TestClock.adjust("1 hour")
          stolen = (yield* two.get(stolen))!.successor!
        }
        same((yield* two.get(stolen))?.tokens, ada)
        assert.isUndefined(yield* one.get(id))
        assert.isUndefined(yield* two.get(stolen))
      }))

    it.effect("reports no use of an id whose session has ended otherwise", () =>
      Effect.gen(function*() {
        const events: Array<SessionStore.ReplacedIdUsed> = []
        const [store] = yield* open({
          idleLifetime: "10 minutes",
          onReplacedIdUsed: (event) => Effect.sync(() => events.push(event))
        })
        const [removed, idle] = [yield* store.create(ada), yield* store.create(ada)]
        yield* store.remove(removed.id)
        yield* TestClock.adjust("10 minutes")
        for (const { id } of [removed, idle]) assert.isUndefined(yield* store.get(id))
        assert.deepStrictEqual(events, [])
      }))

    it.effect("an id can be rotated repeatedly", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open(hour)
        let { id } = yield* one.create(ada)
        const ids = [Redacted.value(id)]
        for (let round = 0; round < 5; round++) {
          yield* TestClock.adjust("1 hour")
          id = (yield* one.get(id))!.successor!
          ids.push(Redacted.value(id))
          same((yield* two.get(id))?.tokens, ada)
        }
        assert.strictEqual(new Set(ids).size, 6)
        yield* TestClock.adjust("10 seconds")
        same((yield* two.get(id))?.tokens, ada)
        for (const old of ids.slice(0, -1)) assert.isUndefined(yield* two.get(Redacted.make(old)))
      }))

    it.effect("shares tokens between an id and its successor", () =>
      Effect.gen(function*() {
        const [one, two] = yield* open(hour)
        const { id, successor } = yield* rotated(one)
        yield* one.update(id, () => tokensOf("ada", "2"))
        same((yield* two.get(successor))?.tokens, tokensOf("ada", "2"))
        yield* two.update(successor, () => tokensOf("ada", "3"))
        same((yield* one.get(id))?.tokens, tokensOf("ada", "3"))
        yield* two.remove(successor)
        assert.isUndefined(yield* one.get(id))
      }))

    it.effect("accepts an id and its successor in parallel", () =>
      Effect.gen(function*() {
        const stores = yield* open(hour)
        const { id, successor } = yield* rotated(stores[0])
        const found = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => [stores[index % 2]!, index % 3 === 0 ? successor : id] as const),
          ([store, one]) => store.get(one),
          { concurrency: "unbounded" }
        )
        for (const session of found) same(session?.tokens, ada)
      }))

    describe("devices", () => {
      const bound = { ...hour, boundLifetime: "10 minutes" } as const

      /** A session with a registered device. */
      const register = Effect.fnUntraced(function*(store: Store) {
        const { challenge, id } = yield* store.create(ada, { isBindable: true })
        const registration = { challenge: Redacted.value(challenge!), publicKey }
        const session = yield* store.devices.bind(id, registration)
        return { old: id, registration, ...session! }
      })

      /** Gets a challenge, and uses it, as after a valid signature. */
      const renew = (store: Store, identifier: Redacted.Redacted<string>) =>
        Effect.flatMap(
          store.devices.challenge(identifier),
          (challenge) =>
            Effect.map(store.devices.renew(identifier, Redacted.value(challenge!)), (renewed) => {
              assert.isTrue(typeof renewed === "object")
              return renewed as SessionStore.RenewedSession
            })
        )

      it.effect("create: has a challenge only if the session is bindable", () =>
        Effect.gen(function*() {
          const [store] = yield* open(bound)
          assert.isUndefined((yield* store.create(ada)).challenge)
          assert.isDefined((yield* store.create(ada, { isBindable: true })).challenge)
        }))

      it.effect("bind: both ids are valid until the browser uses the new one, so that a lost response keeps the session", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { expiresAt, id, identifier, old, tokens } = yield* register(one)
          same(tokens, ada)
          assert.strictEqual(expiresAt.getTime(), 600_000)
          assert.deepStrictEqual(yield* two.devices.find(identifier), publicKey)
          yield* TestClock.adjust("5 minutes")
          same((yield* two.get(old))?.tokens, ada)
          same((yield* one.get(id))?.tokens, ada)
          yield* TestClock.adjust("9 seconds")
          same((yield* two.get(old))?.tokens, ada)
        }))

      it.effect("bind: a session whose browser never uses the new id stays an ordinary one, and is rotated", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { id, old } = yield* register(one)
          yield* TestClock.adjust("1 hour")
          assert.isUndefined(yield* two.get(id))
          const successor = (yield* one.get(old))!.successor!
          same((yield* two.get(successor))?.tokens, ada)
        }))

      it.effect("bind: the id from before is theft after the grace time", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { id, old } = yield* register(one)
          yield* two.get(id)
          yield* TestClock.adjust("10 seconds")
          assert.isUndefined(yield* one.get(old))
          assert.isDefined(yield* two.findReplacedUse(old))
          assert.isUndefined(yield* one.get(id))
        }))

      it.effect("bind: refuses a wrong, used or late challenge, another session's, and a second device", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { challenge: other } = yield* one.create(ada, { isBindable: true })
          const { challenge, id } = yield* one.create(ada, { isBindable: true })
          const ordinary = yield* one.create(ada)
          const registrationOf = (challenge: string) => ({ challenge, publicKey })
          for (const wrong of ["", "x", Redacted.value(other!)]) {
            assert.isUndefined(yield* two.devices.bind(id, registrationOf(wrong)))
          }
          assert.isUndefined(yield* two.devices.bind(ordinary.id, registrationOf(Redacted.value(challenge!))))
          const registration = registrationOf(Redacted.value(challenge!))
          assert.isDefined(yield* one.devices.bind(id, registration))
          assert.isUndefined(yield* two.devices.bind(id, registration))
          const late = yield* one.create(ada, { isBindable: true })
          yield* TestClock.adjust("5 minutes")
          assert.isUndefined(yield* two.devices.bind(late.id, registrationOf(Redacted.value(late.challenge!))))
          same((yield* two.get(late.id))?.tokens, ada)
        }))

      it.effect("bind: one of 10 concurrent registrations succeeds", () =>
        Effect.gen(function*() {
          const stores = yield* open(bound)
          const { challenge, id } = yield* stores[0].create(ada, { isBindable: true })
          const results = yield* Effect.forEach(
            Array.from({ length: 10 }, (_, index) => stores[index % 2]!),
            (store) => store.devices.bind(id, { challenge: Redacted.value(challenge!), publicKey }),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(results.filter((result) => result !== undefined), 1)
        }))

      it.effect("a bound session's id expires, and only renew returns the next one", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { id, identifier } = yield* register(one)
          same((yield* two.get(id))?.tokens, ada)
          yield* TestClock.adjust("10 minutes")
          // The grace time is for slow requests.
          const late = yield* one.get(id)
          same(late?.tokens, ada)
          assert.isUndefined(late?.successor)
          yield* TestClock.adjust("10 seconds")
          assert.isUndefined(yield* one.get(id))
          assert.isUndefined(yield* one.update(id, () => ada))
          yield* one.remove(id)
          const renewed = yield* renew(two, identifier)
          assert.strictEqual(renewed.expiresAt.getTime(), 1_210_000)
          same((yield* one.get(renewed.id))?.tokens, ada)
          // A late use of an expired id is no theft: it can be a device whose clock is wrong.
          assert.isUndefined(yield* one.get(id))
          assert.isUndefined(yield* one.findReplacedUse(id))
          same((yield* one.get(renewed.id))?.tokens, ada)
        }))

      it.effect("a bound session is never rotated by a request, however old its id is", () =>
        Effect.gen(function*() {
          const [one] = yield* open({ ...bound, rotationInterval: "1 minute", boundLifetime: "1 day" })
          const { id } = yield* register(one)
          yield* one.get(id)
          yield* TestClock.adjust("2 hours")
          assert.isUndefined((yield* one.get(id))?.successor)
        }))

      it.effect("an id is not rotated while a device may register, and not before its first bound id expires", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open({ ...bound, rotationInterval: "1 minute" })
          const { id } = yield* one.create(ada, { isBindable: true })
          const { old } = yield* register(two)
          yield* TestClock.adjust("299 seconds")
          for (const each of [id, old]) assert.isUndefined((yield* one.get(each))?.successor)
          yield* TestClock.adjust("1 second")
          assert.isDefined((yield* one.get(id))?.successor)
          yield* TestClock.adjust("309 seconds")
          assert.isUndefined((yield* two.get(old))?.successor)
          yield* TestClock.adjust("1 second")
          assert.isDefined((yield* two.get(old))?.successor)
        }))

      it.effect("renew: the old id stays valid until it expires, so that a lost response keeps the session", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { id, identifier, old } = yield* register(one)
          yield* one.get(id)
          yield* TestClock.adjust("9 minutes")
          const first = yield* renew(one, identifier)
          const second = yield* renew(two, identifier)
          for (const valid of [id, first.id, second.id]) same((yield* two.get(valid))?.tokens, ada)
          yield* TestClock.adjust("70 seconds")
          for (const valid of [first.id, second.id]) same((yield* two.get(valid))?.tokens, ada)
          assert.isUndefined(yield* two.get(id))
          assert.isDefined(old)
        }))

      it.effect("renew: also binds a session whose browser has not used the first id", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { id, identifier, old } = yield* register(one)
          const renewed = yield* renew(two, identifier)
          for (const valid of [old, id, renewed.id]) same((yield* one.get(valid))?.tokens, ada)
          yield* TestClock.adjust("10 seconds")
          same((yield* one.get(id))?.tokens, ada)
          assert.isUndefined(yield* one.get(old))
        }))

      it.effect("renew: accepts a challenge once, from its own session, for a minute", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { identifier } = yield* register(one)
          const foreign = yield* register(one)
          const challengeOf = (identifier: Redacted.Redacted<string>) =>
            Effect.map(one.devices.challenge(identifier), (challenge) => Redacted.value(challenge!))
          const challenge = yield* challengeOf(identifier)
          assert.strictEqual(yield* two.devices.renew(foreign.identifier, challenge), "challengeInvalid")
          assert.isTrue(typeof (yield* two.devices.renew(identifier, challenge)) === "object")
          assert.strictEqual(yield* one.devices.renew(identifier, challenge), "challengeInvalid")
          const late = yield* challengeOf(identifier)
          yield* TestClock.adjust("1 minute")
          assert.strictEqual(yield* one.devices.renew(identifier, late), "challengeInvalid")
          const parallel = [yield* challengeOf(identifier), yield* challengeOf(identifier)]
          for (const each of parallel) assert.isTrue(typeof (yield* two.devices.renew(identifier, each)) === "object")
          const [oldest = "", second = ""] = yield* Effect.forEach(Array.from({ length: 17 }), () =>
            challengeOf(identifier))
          assert.strictEqual(yield* one.devices.renew(identifier, oldest), "challengeInvalid")
          assert.isTrue(typeof (yield* one.devices.renew(identifier, second)) === "object")
        }))

      it.effect("renew: one of 10 concurrent calls uses a challenge", () =>
        Effect.gen(function*() {
          const stores = yield* open(bound)
          const { identifier } = yield* register(stores[0])
          const challenge = Redacted.value((yield* stores[0].devices.challenge(identifier))!)
          const results = yield* Effect.forEach(
            Array.from({ length: 10 }, (_, index) => stores[index % 2]!),
            (store) => store.devices.renew(identifier, challenge),
            { concurrency: "unbounded" }
          )
          assert.lengthOf(results.filter((result) => typeof result === "object"), 1)
        }))

      it.effect("an id is no identifier, and an identifier is no id", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open(bound)
          const { id, identifier, old } = yield* register(one)
          for (const wrong of [id, old, Redacted.make("x"), Redacted.make("")]) {
            assert.isUndefined(yield* two.devices.find(wrong))
            assert.isUndefined(yield* two.devices.challenge(wrong))
            assert.isUndefined(yield* two.devices.renew(wrong, "x"))
          }
          assert.isUndefined(yield* two.get(identifier))
          same((yield* two.get(id))?.tokens, ada)
        }))

      it.effect("a bound session ends with its sign-out, its idle lifetime, and its absolute lifetime", () =>
        Effect.gen(function*() {
          const [one, two] = yield* open({ ...bound, idleLifetime: "20 minutes", absoluteLifetime: "30 minutes" })
          const [removed, idle, used] = [yield* register(one), yield* register(one), yield* register(one)]
          yield* one.remove(removed.id)
          assert.isUndefined(yield* two.devices.find(removed.identifier))
          yield* TestClock.adjust("19 minutes")
          yield* renew(one, used.identifier)
          yield* TestClock.adjust("1 minute")
          assert.isUndefined(yield* two.devices.challenge(idle.identifier))
          yield* TestClock.adjust("5 minutes")
          assert.strictEqual((yield* renew(two, used.identifier)).expiresAt.getTime(), 1_800_000)
          yield* TestClock.adjust("5 minutes")
          assert.isUndefined(yield* two.devices.find(used.identifier))
        }))
    })

    it.effect("ends a session without requests after its idle lifetime", () =>
      Effect.gen(function*() {
        const [store] = yield* open({ idleLifetime: "10 minutes" })
        const { id } = yield* store.create(ada)
        for (let use = 0; use < 5; use++) {
          yield* TestClock.adjust("9 minutes")
          assert.isDefined(yield* store.get(id))
        }
        yield* TestClock.adjust("10 minutes")
        assert.isUndefined(yield* store.get(id))
        assert.isUndefined(yield* store.update(id, () => ada))
      }))

    it.effect("ends a used session after its absolute lifetime", () =>
      Effect.gen(function*() {
        const [store] = yield* open({ absoluteLifetime: "1 hour", rotationInterval: "20 minutes" })
        const { expiresAt, id: first } = yield* store.create(ada)
        assert.strictEqual(expiresAt.getTime(), 3_600_000)
        let id = first
        for (let use = 0; use < 5; use++) {
          yield* TestClock.adjust("11 minutes")
          const found = yield* store.get(id)
          assert.deepStrictEqual(found?.expiresAt, expiresAt)
          id = found?.successor ?? id
        }
        yield* TestClock.adjust("5 minutes")
        assert.isUndefined(yield* store.get(id))
      }))
  })
}
