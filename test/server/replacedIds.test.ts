/** Replaced ids of sessions on the server: the session of a stolen id ends, and no honest browser loses its session. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Client, Password, Tokens } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Authentication, Sessions, SessionStore, StoredSessionHost } from "latchkey/server"
import { runsOf } from "../support/propertyRuns.ts"
import { origin, projectId, request, setup } from "./authenticationSupport.ts"

const { authenticate } = Authentication

const minute = 60_000

/** The pair of the cookie that a response sets, or the given one. */
const cookieAfter = (headers: Headers, before = "") => headers.getSetCookie()[0]?.split(";")[0] ?? before

const signUp = (email: string) =>
  Effect.andThen(
    Password.signUp({ email, password: Redacted.make("correct horse battery") }),
    StoredSessionHost.respond("done")
  ).pipe(
    Effect.provide(
      Client.layer({ projectId, publishableClientKey: Emulator.adminOptions.publishableClientKey! }).pipe(
        Layer.provideMerge(StoredSessionHost.layer(request({}, { method: "POST" }), { origin }))
      )
    ),
    Effect.map(({ headers }) => cookieAfter(headers))
  )

/** Signs up, lets the id be replaced, and returns the old and the new cookie after the grace time. */
const replaceId = Effect.gen(function*() {
  const old = yield* signUp("ada@example.com")
  const { principal } = yield* authenticate(request({ cookie: old }))
  assert.strictEqual(principal._tag, "User")
  const { sessionId = "", userId = "" } = principal._tag === "User" ? principal : {}
  yield* TestClock.adjust("2 minutes")
  const current = cookieAfter((yield* authenticate(request({ cookie: old }))).headers)
  assert.notStrictEqual(current, old)
  yield* authenticate(request({ cookie: current }))
  yield* TestClock.adjust("1 minute")
  return { old, current, sessionId, userId }
})

for (const generation of ["2025", "2026"] as const) {
  describe(`the use of a replaced id, with a service of ${generation}`, () => {
    const makeApp = () => {
      const events: Array<SessionStore.ReplacedIdUsed> = []
      const app = setup({ origin }, { generation, project: { config: { domains: [origin] } } })
      const layerStore = SessionStore.layerMemory({
        rotationInterval: "2 minutes",
        onReplacedIdUsed: (event) => Effect.sync(() => events.push(event))
      })
      return { ...app, events, layer: Layer.provideMerge(app.layer, layerStore) }
    }

    it.effect("signs out the thief and the victim with the reason replacedIdUsed, and reports the user and the session", () => {
      const { events, layer } = makeApp()
      return Effect.gen(function*() {
        const { current, old, sessionId, userId } = yield* replaceId
        for (const cookie of [old, current, current, old]) {
          const { headers, principal } = yield* authenticate(request({ cookie }))
          assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "replacedIdUsed" })
          assert.isFalse(headers.has("set-cookie"))
        }
        assert.lengthOf(events, 1)
        assert.deepInclude(events[0], { userId, sessionId })
      }).pipe(Effect.provide(layer))
    })

    it.effect("revokes the service's session with one request, and leaves the user's other sessions", () => {
      const { layer, paths } = makeApp()
      return Effect.gen(function*() {
        const { current, old, sessionId, userId } = yield* replaceId
        const other = yield* Sessions.create({ userId })
        for (const cookie of [old, current, old, current]) yield* authenticate(request({ cookie }))
        assert.lengthOf(paths().filter((path) => path.startsWith("DELETE ")), 1)
        const sessions = yield* Sessions.list(userId)
        assert.notInclude(sessions.map(({ id }) => id), sessionId)
        assert.lengthOf(sessions, 1)
        assert.isDefined(other.accessToken)
      }).pipe(Effect.provide(layer))
    })

    it.effect("signs out without the service, and a later request revokes the service's session", () => {
      const { layer } = makeApp()
      return Effect.gen(function*() {
        const { current, old, sessionId, userId } = yield* replaceId
        const emulator = yield* Emulator.Emulator
        yield* emulator.setFault(Faults.offline)
        const { principal } = yield* authenticate(request({ cookie: old }))
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "replacedIdUsed" })
        yield* emulator.setFault(undefined)
        assert.include((yield* Sessions.list(userId)).map(({ id }) => id), sessionId)
        yield* authenticate(request({ cookie: current }))
        assert.notInclude((yield* Sessions.list(userId)).map(({ id }) => id), sessionId)
      }).pipe(Effect.provide(layer))
    })

    it.effect("a new sign-in after the theft works in the same browser", () => {
      const { layer } = makeApp()
      return Effect.gen(function*() {
        const { old } = yield* replaceId
        yield* authenticate(request({ cookie: old }))
        const next = yield* signUp("eve@example.com")
        assert.strictEqual((yield* authenticate(request({ cookie: next }))).principal._tag, "User")
      }).pipe(Effect.provide(layer))
    })
  })
}

// --- random histories ---

/** A small generator of random numbers, so that a seed repeats a history (mulberry32). */
const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  return {
    chance: (share: number) => next() < share,
    upTo: (limit: number) => Math.floor(next() * limit),
    between: (from: number, to: number) => from + Math.floor(next() * (to - from))
  }
}

type Random = ReturnType<typeof makeRandom>

const ada = Tokens.make({ refreshToken: "ada", accessToken: "1" })!

/** A browser with one cookie, which all its tabs share. */
interface Browser {
  id: Redacted.Redacted<string>
  /** `true` after a response without a session. */
  isSignedOut: boolean
}

/** A pending request: when it reaches the server, when its response arrives, and if the response is lost. */
interface Sending {
  readonly browser: Browser
  readonly sentAt: number
  readonly arrivesAt: number
  readonly receivedAt: number
  readonly isLost: boolean
}

/** Most requests are fast. One in eight is as slow as the grace time allows. */
const delay = (random: Random, grace: number) => random.chance(0.125) ? random.upTo(grace - 1) : random.between(5, 800)

/** Bursts of parallel requests from several tabs, with pauses from seconds to days. */
const makeVisits = (random: Random, browser: Browser, from: number, count: number, grace: number): Array<Sending> => {
  const sendings: Array<Sending> = []
  let time = from
  while (sendings.length < count) {
    time += random.chance(0.1) ? random.upTo(3 * 24 * 60 * minute) : random.upTo(8 * minute)
    for (let tab = random.between(1, 6); tab > 0; tab--) {
      const sentAt = time + random.upTo(300)
      const arrivesAt = sentAt + delay(random, grace)
      sendings.push({
        browser,
        sentAt,
        arrivesAt,
        receivedAt: arrivesAt + delay(random, grace),
        isLost: random.chance(0.25)
      })
    }
  }
  return sendings
}

/** Runs requests in the order of their events, in virtual time. Stops after an alarm. */
const run = Effect.fnUntraced(function*(
  stores: ReadonlyArray<SessionStore.SessionStore["Service"]>,
  random: Random,
  sendings: ReadonlyArray<Sending>,
  isStopped: () => boolean
) {
  const events: Array<{ readonly time: number; readonly run: Effect.Effect<void, unknown> }> = []
  for (const { arrivesAt, browser, isLost, receivedAt, sentAt } of sendings) {
    let id: Redacted.Redacted<string>
    let found: SessionStore.StoredSession | undefined
    events.push({
      time: sentAt,
      run: Effect.sync(() => {
        id = browser.id
      })
    }, {
      time: arrivesAt,
      run: Effect.map(Effect.suspend(() => stores[random.upTo(stores.length)]!.get(id)), (session) => {
        found = session
      })
    }, {
      time: receivedAt,
      run: Effect.sync(() => {
        if (isLost) return
        if (found === undefined) browser.isSignedOut = true
        else if (found.successor !== undefined) browser.id = found.successor
      })
    })
  }
  events.sort((one, other) => one.time - other.time)
  for (const event of events) {
    if (isStopped()) return
    yield* TestClock.setTime(event.time)
    yield* event.run
  }
})

/** Two processes over one storage, and the alarms that they report. */
const openStores = Effect.fnUntraced(function*(options: SessionStore.SessionStoreOptions) {
  const alarms: Array<SessionStore.ReplacedIdUsed> = []
  const records = yield* SessionStore.makeMemoryRecords
  const onReplacedIdUsed = (event: SessionStore.ReplacedIdUsed) => Effect.sync(() => alarms.push(event))
  return { alarms, stores: [0, 1].map(() => SessionStore.make(records, { ...options, onReplacedIdUsed })) }
})

describe("random histories of a session", () => {
  it.effect("no honest browser is signed out or reported, with lost responses, slow requests and parallel tabs", () =>
    Effect.gen(function*() {
      let rotations = 0
      for (let seed = 1; seed <= runsOf(16); seed++) {
        const random = makeRandom(seed)
        const grace = minute
        const { alarms, stores } = yield* openStores({
          rotationInterval: random.between(4, 90) * minute,
          rotationGrace: grace
        })
        yield* TestClock.setTime(0)
        const { id } = yield* stores[0]!.create(ada)
        const browser: Browser = { id, isSignedOut: false }
        yield* run(stores, random, makeVisits(random, browser, 0, 80, grace), () => browser.isSignedOut)
        assert.deepStrictEqual([alarms.length, browser.isSignedOut], [0, false], `seed ${seed}`)
        if (Redacted.value(browser.id) !== Redacted.value(id)) rotations++
      }
      // The histories are of use only if ids are replaced in them.
      assert.isAbove(rotations, runsOf(16) / 2)
    }))

  it.effect("a copied id is detected as soon as its holder or the browser uses one that the other has replaced", () =>
    Effect.gen(function*() {
      const runs = runsOf(16)
      let detected = 0
      /** The times from the theft to its detection. `MEASURE=1` prints them. */
      const hours: Array<number> = []
      for (let seed = 1; seed <= runs; seed++) {
        const random = makeRandom(seed)
        const { alarms, stores } = yield* openStores({ rotationInterval: "1 hour", rotationGrace: "1 minute" })
        yield* TestClock.setTime(0)
        const { id } = yield* stores[0]!.create(ada)
        const victim: Browser = { id, isSignedOut: false }
        const thief: Browser = { id, isSignedOut: false }
        const stolenAt = random.upTo(60) * minute
        const ofVictim = makeVisits(random, victim, 0, 150, minute)
        const ofThief = makeVisits(random, thief, stolenAt, 60, minute)
        yield* run(stores, random, [...ofVictim, ...ofThief], () => alarms.length > 0)
        if (alarms.length === 0) continue
        detected++
        hours.push(((yield* Effect.clockWith(({ currentTimeMillis }) => currentTimeMillis)) - stolenAt) / (60 * minute))
        // The session has ended for both.
        for (const { id } of [victim, thief]) assert.isUndefined(yield* stores[1]!.get(id))
      }
      hours.sort((one, other) => one - other)
      if (process.env["MEASURE"] !== undefined) {
        console.log({ detected, runs, median: hours[hours.length >> 1], p90: hours[Math.floor(hours.length * 0.9)] })
      }
      assert.isAtLeast(detected, Math.floor(runs * 0.9))
    }))
})
