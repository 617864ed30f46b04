/** A cookie store in a browser that reports changes of cookies, and in one that does not. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Cookies, CookieTokenStore, Tokens } from "latchkey"
import { appUrl, makeJar } from "../support/host.ts"
import { projectId, settle } from "./support.ts"

const alice = Tokens.make({ refreshToken: "alice", accessToken: "of alice" })!
const bob = Tokens.make({ refreshToken: "bob", accessToken: "of bob" })!

/** Events that count their listeners. */
const makeEvents = () => {
  const target = new EventTarget()
  const events = {
    listeners: 0,
    change: () => target.dispatchEvent(new Event("change")),
    service: {
      addEventListener: (type: string, listener: EventListenerOrEventListenerObject | null) => {
        events.listeners++
        target.addEventListener(type, listener)
      },
      removeEventListener: (type: string, listener: EventListenerOrEventListenerObject | null) => {
        events.listeners--
        target.removeEventListener(type, listener)
      }
    } satisfies Cookies.CookieEvents
  }
  return events
}

/** A tab with events, another tab of the same browser, and the refresh tokens that the first one reports. */
const make = Effect.gen(function*() {
  const jar = yield* makeJar
  const events = makeEvents()
  const open = (events?: Cookies.CookieEvents) =>
    Effect.provideService(
      CookieTokenStore.make({ projectId }),
      Cookies.Cookies,
      Cookies.makeDocument(jar.document(appUrl), () => appUrl, events)
    )
  const seen: Array<string | undefined> = []
  const tab = yield* open(events.service)
  const other = yield* open()
  const scope = yield* Scope.make()
  const subscribe = Scope.provide(
    tab.subscribe((tokens) => seen.push(tokens?.refreshToken && Redacted.value(tokens.refreshToken))),
    scope
  )
  return { jar, events, tab, other, seen, scope, subscribe }
})

describe("a cookie store with an event for changed cookies", () => {
  it.effect("reads the cookies at each event, and never by a timer", () =>
    Effect.gen(function*() {
      const { events, jar, other, seen, subscribe } = yield* make
      yield* subscribe
      const reads = jar.reads
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(jar.reads, reads)
      yield* other.modify(() => alice)
      events.change()
      yield* settle
      yield* other.modify(() => bob)
      events.change()
      yield* settle
      yield* other.modify(() => undefined)
      events.change()
      yield* settle
      assert.deepStrictEqual(seen, ["alice", "bob", undefined])
    }))

  it.effect("reports no change for events of other cookies", () =>
    Effect.gen(function*() {
      const { events, jar, seen, subscribe, tab } = yield* make
      yield* tab.modify(() => alice)
      yield* subscribe
      jar.receive(appUrl, "theme=dark; Path=/")
      events.change()
      events.change()
      yield* settle
      assert.deepStrictEqual(seen, [])
    }))

  it.effect("notices a change between its creation and its first subscriber", () =>
    Effect.gen(function*() {
      const { events, other, seen, subscribe, tab } = yield* make
      yield* tab.get
      yield* other.modify(() => alice)
      yield* subscribe
      assert.deepStrictEqual(yield* tab.get, alice)
      events.change()
      yield* settle
      assert.deepStrictEqual(seen, [])
    }))

  it.effect("has one listener while it has subscribers, and none without them", () =>
    Effect.gen(function*() {
      const { events, other, scope, seen, subscribe, tab } = yield* make
      assert.strictEqual(events.listeners, 0)
      yield* subscribe
      const second = yield* Scope.make()
      yield* Scope.provide(tab.subscribe(() => {}), second)
      assert.strictEqual(events.listeners, 1)
      yield* Scope.close(second, Exit.void)
      assert.strictEqual(events.listeners, 1)
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(events.listeners, 0)
      yield* other.modify(() => alice)
      events.change()
      yield* settle
      assert.deepStrictEqual(seen, [])
      yield* Effect.scoped(
        Effect.andThen(tab.subscribe(() => {}), Effect.sync(() => assert.strictEqual(events.listeners, 1)))
      )
      assert.strictEqual(events.listeners, 0)
    }))
})

describe("a cookie store without an event for changed cookies", () => {
  it.effect("reads the cookies every 100 ms while it has a subscriber", () =>
    Effect.gen(function*() {
      const { jar, other, tab } = yield* make
      const seen: Array<unknown> = []
      const scope = yield* Scope.make()
      yield* Scope.provide(other.subscribe((tokens) => seen.push(tokens)), scope)
      yield* tab.modify(() => alice)
      yield* TestClock.adjust(99)
      assert.deepStrictEqual(seen, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(seen, [alice])
      yield* Scope.close(scope, Exit.void)
      const reads = jar.reads
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(jar.reads, reads)
    }))
})

describe("Cookies.layerBrowser", () => {
  it.effect("reports changes by `cookieStore` if the browser has it", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const events = makeEvents()
      const found: Array<boolean> = []
      for (const cookieStore of [events.service, undefined]) {
        const globals = { document: jar.document(appUrl), location: { href: appUrl }, cookieStore }
        for (const [name, value] of Object.entries(globals)) {
          Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
        }
        const cookies = yield* Effect.provide(Cookies.Cookies, Layer.fresh(Cookies.layerBrowser)).pipe(
          Effect.ensuring(Effect.sync(() => {
            for (const name of Object.keys(globals)) Reflect.deleteProperty(globalThis, name)
          }))
        )
        found.push(cookies.onChange !== undefined)
      }
      assert.deepStrictEqual(found, [true, false])
    }))
})
