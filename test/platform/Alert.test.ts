import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Alert, ReportError } from "latchkey"

const alerted = Effect.flatMap(Alert, (alert) => alert("Out of order"))

/** Runs an effect with these host globals. */
const withHost = <A, E, R>(host: Record<string, unknown>, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const before = Object.fromEntries(
        Object.keys(host).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)])
      )
      for (const [name, value] of Object.entries(host)) {
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
      }
      return before
    }),
    () => effect,
    (before) =>
      Effect.sync(() => {
        for (const [name, descriptor] of Object.entries(before)) {
          if (descriptor === undefined) Reflect.deleteProperty(globalThis, name)
          else Object.defineProperty(globalThis, name, descriptor)
        }
      })
  )

describe("Alert", () => {
  it.effect("Alert: shows the browser's dialog", () =>
    Effect.gen(function*() {
      const messages: Array<string> = []
      yield* withHost({ document: {}, alert: (message: string) => void messages.push(message) }, alerted)
      assert.deepStrictEqual(messages, ["Out of order"])
    }))

  it.effect("Alert: has no effect outside a browser, even on a server with a global alert", () =>
    Effect.gen(function*() {
      const messages: Array<string> = []
      yield* withHost({ alert: (message: string) => void messages.push(message) }, alerted)
      assert.deepStrictEqual(messages, [])
    }))

  it.effect("Alert: has no effect if dialogs are not allowed, such as in a sandboxed frame", () =>
    withHost({
      document: {},
      alert: () => {
        throw new DOMException("Not allowed", "SecurityError")
      }
    }, alerted))
})

describe("ReportError", () => {
  const reported = Effect.flatMap(ReportError, (report) => report("Out of order"))

  it.effect("ReportError: reports an uncaught error in a browser", () =>
    Effect.gen(function*() {
      const errors: Array<unknown> = []
      yield* withHost({ document: {}, reportError: (error: unknown) => void errors.push(error) }, reported)
      assert.deepStrictEqual(errors, ["Out of order"])
    }))

  it.effect("ReportError: has no effect outside a browser or without reportError", () =>
    Effect.andThen(reported, withHost({ document: {}, reportError: undefined }, reported)))
})
