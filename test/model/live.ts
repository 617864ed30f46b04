/** Runs a sequence of operations, and returns the broken laws. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, Password, Resource, Resources, Reverification, Session } from "latchkey"
import { checkAnswer } from "./laws.ts"
import type { Name, Operation, What } from "./operations.ts"
import type { Place } from "./places.ts"
import type { Plant } from "./plants.ts"
import type { Call, Tab } from "./records.ts"
import { view } from "./views.ts"
import { makeWorld, type Recorders } from "./World.ts"

const right = Redacted.make("correct horse")
const wrong = Redacted.make("wrong battery")
/** The longest step of time while a server works, in milliseconds. */
const stepMillis = 50

const emailOf = (name: Name) => `${name}@example.com`

/** Returns the broken laws and the operation before them; empty if all laws hold. */
export const live = Effect.fnUntraced(function*(
  operations: ReadonlyArray<Operation>,
  place: Place,
  plant?: Plant,
  recorders?: Recorders
) {
  const world = yield* makeWorld(place, plant, recorders)
  const { network, settle, times } = world
  const tabs: Array<Tab | undefined> = []
  let calls: Array<Call> = []
  let count = 0

  const isUnderWay = ({ fiber }: Call) => fiber.pollUnsafe() === undefined
  for (const name of ["ada", "bob"] as const) {
    yield* world.atService(world.emulator.createUser({ primaryEmail: emailOf(name), password: right }))
  }
  for (const index of [0, 1, 2]) tabs[index] = yield* world.open(index)

  const open = () => tabs.filter((tab) => tab !== undefined)

  const begin = (tab: Tab, what: What, effect: Parameters<typeof world.begin>[2]) =>
    Effect.map(
      world.begin(tab, what, effect, (call, exit) => checkAnswer(world, call, exit)),
      (call) => calls.push(call)
    )

  /** Advances the time, in steps while a server works outside of Effect. */
  const pass = Effect.fnUntraced(function*(millis: number) {
    let rest = millis
    for (; rest > 0 && world.isServing(); rest -= stepMillis) {
      yield* TestClock.adjust(Math.min(rest, stepMillis))
      yield* settle
    }
    yield* TestClock.adjust(Math.max(rest, 0))
    yield* settle
  })

  const perform = Effect.fnUntraced(function*(operation: Operation) {
    switch (operation.do) {
      case "call": {
        const tab = tabs[operation.tab]
        if (tab === undefined) return
        for (let i = 0; i < operation.times; i++) yield* begin(tab, operation.what, programs[operation.what]())
        return
      }
      case "enter": {
        const tab = tabs[operation.tab]
        if (tab === undefined) return
        const credentials = { email: emailOf(operation.name), password: operation.isRight ? right : wrong }
        const entries = {
          signIn: () => Password.signIn(credentials),
          signUp: () => Password.signUp({ ...credentials, verificationCallbackUrl: "http://localhost:3000/verify" }),
          reverify: () => Reverification.signIn(Password.signIn(credentials))
        }
        yield* begin(tab, operation.what, entries[operation.what]())
        return
      }
      case "interrupt": {
        calls = calls.filter(isUnderWay)
        const call = calls[operation.which % calls.length]
        if (call === undefined) return
        for (let i = 0; i < operation.turns; i++) yield* Effect.yieldNow
        call.isInterrupted = true
        call.fiber.interruptUnsafe()
        return
      }
      case "open":
      case "close":
      case "reload": {
        const tab = tabs[operation.tab]
        if (tab !== undefined && operation.do !== "open") yield* world.close(tab)
        if (operation.do === "close") tabs[operation.tab] = undefined
        else if (tab === undefined || operation.do === "reload") tabs[operation.tab] = yield* world.open(operation.tab)
        return
      }
      case "look":
      case "refresh": {
        const tab = tabs[operation.tab]
        if (tab === undefined) return
        if (operation.do === "look") tab.views.push(view(world, tab, operation.shows))
        else for (const { refresh, shows } of tab.views) if (shows === operation.shows) refresh()
        return
      }
      case "lookAway": {
        const views = tabs[operation.tab]?.views
        if (views !== undefined && views.length > 0) views.splice(operation.which % views.length, 1)[0]!.end()
        return
      }
      case "wait":
        return yield* pass(operation.millis)
      case "sleep":
        times.slept += operation.millis
        return
      case "clock":
        times.offset += operation.millis
        times.clockChanges++
        return
      case "latency":
        network.latency = operation.millis
        return
      case "fault":
        network.fault = operation.fault
        return operation.fault === undefined ? yield* world.resetHanging : undefined
      case "visit":
        return yield* world.visit(operation.process)
      case "leave":
        return yield* world.leave(operation.process)
      case "revisit":
        return yield* world.revisit(operation.process, operation.which)
      case "revoke":
      case "erase":
        return yield* world.endUser(emailOf(operation.name), operation.do)
    }
  })

  const programs = {
    get: () => CurrentUser.get(),
    signOut: () => Session.signOut,
    token: () => Session.getAccessToken({ validity: "50 seconds" }),
    headers: () => Session.authHeaders,
    recent: () => Session.getAccessToken(),
    young: () => Session.getAccessToken({ maxAge: "15 seconds" }),
    old: () => Session.getAccessToken({ maxAge: Infinity }),
    bearer: () => Session.authorizationHeader,
    renew: () => Session.refresh,
    update: () => CurrentUser.update({ displayName: `Name ${count++}` }),
    optimistic: () => {
      const displayName = `Name ${count++}`
      return Resource.optimistic(
        Resources.user,
        (user) => user && { ...user, displayName },
        CurrentUser.update({ displayName })
      )
    },
    remove: () => CurrentUser.remove,
    read: () => Resource.get(Resources.user),
    reread: () => Resource.refresh(Resources.user)
  }

  /** Invariants whenever nothing can proceed without time. */
  const check = () => {
    if (world.counts.writing === 0 && world.inPlace() !== world.expected()) {
      world.violate("the place holds another session than it was given last")
    }
    for (const tab of open()) for (const { check } of tab.views) check()
  }
  const broken = (when: string) => world.broken.length === 0 ? undefined : `${when}: ${world.broken.join("; ")}`

  for (const [index, operation] of operations.entries()) {
    yield* perform(operation)
    yield* settle
    check()
    if (world.broken.length > 0) return broken(`operation ${index}`)
  }

  // The network recovers, and every tab notices the others within two polls.
  network.fault = undefined
  network.latency = [0]
  yield* world.resetHanging
  yield* settle
  // A slow store runs one operation after another.
  yield* pass(world.isSlow ? 120_000 : 40_000)
  check()
  for (const call of calls) if (isUnderWay(call)) world.violate(`${call.what} does not end`)
  if (world.counts.pages > 0) world.violate("a page does not end")
  if (open().length > 0 && world.isRestored()) world.violate("a late response has restored a session")
  for (const tab of open()) {
    if (tab.told !== world.expected()) world.violate("a tab knows another session than the place")
  }
  if (world.broken.length > 0) return broken("when all is quiet")

  // Once no access token is valid, every tab finds out if the session still is.
  times.slept += 11 * 60_000
  for (const tab of open()) {
    yield* begin(tab, "get", CurrentUser.get())
    for (const { refresh } of tab.views) refresh()
  }
  yield* settle
  yield* pass(world.isSlow ? 10_000 : 1000)
  const last = world.expected()
  if (last !== undefined && world.isDead(last) && open().length > 0) world.violate("a session that is over goes on")
  for (const tab of open()) if (tab.told !== last) world.violate("tabs do not agree")
  for (const tab of open()) {
    for (const { isFresh, shows } of tab.views) if (!isFresh()) world.violate(`a view does not get the newest ${shows}`)
  }
  check()
  if (world.broken.length > 0) return broken("when everybody has asked")

  for (const tab of open()) yield* world.close(tab)
  yield* settle
  if (world.isSlow) yield* pass(10_000)
  const { fibers, sleeping, underWay } = world.counts
  if (fibers !== 0) world.violate(`${fibers} fibers are left`)
  if (sleeping !== 0) world.violate(`${sleeping} timers are left`)
  if (underWay !== 0) world.violate(`${underWay} requests are left`)
  if (world.listeners() !== 0) world.violate("listeners are left")
  return broken("when every tab is closed")
})
