/** Compares the spans of `trace` with those of `Effect.withSpan`. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { LogLevel } from "effect/LogLevel"
import * as Option from "effect/Option"
import * as References from "effect/References"
import type * as Scheduler from "effect/Scheduler"
import { TestClock } from "effect/testing"
import * as Tracer from "effect/Tracer"
import { trace } from "../../src/call/trace.ts"

type Wrap = <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

/** Each pair adds the same span. */
const kinds = [
  {
    kind: "internal",
    expected: (effect) => Effect.withSpan(effect, "name"),
    actual: (effect) => trace("name", effect)
  },
  {
    kind: "client",
    expected: (effect) => Effect.withSpan(effect, "name", { kind: "client", attributes: { first: "1", second: "2" } }),
    actual: (effect) => trace("name", effect, { first: "1", second: "2" })
  }
] as const satisfies ReadonlyArray<{ readonly kind: string; readonly expected: Wrap; readonly actual: Wrap }>

const describeSpan = (span: Tracer.AnySpan) => span._tag === "Span" ? span.name : span.spanId

/** The fibers of two runs differ, so an interruption is described without its fiber. */
const describeExit = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit)
    ? ["Success", exit.value]
    : exit.cause.reasons.map((
      reason
    ) => [reason._tag, Cause.isInterruptReason(reason) ? undefined : Cause.squash(exit.cause)])

/** Creates a tracer, and the list of all calls that it and its spans receive. */
const makeRecorder = () => {
  const records: Array<unknown> = []
  const tracer = Tracer.make({
    span: (options) => {
      const { annotations, links, parent } = options
      records.push({
        ...options,
        annotations: [...annotations.mapUnsafe.keys()],
        links: links.map(({ attributes, span }) => ({ attributes, span: describeSpan(span) })),
        parent: Option.map(parent, describeSpan)
      })
      const span = new Tracer.NativeSpan(options)
      const { attribute, end } = span
      span.attribute = (key, value) => {
        records.push([options.name, key, value])
        attribute.call(span, key, value)
      }
      span.end = (time, exit) => {
        records.push([options.name, "end", time, describeExit(exit)])
        end.call(span, time, exit)
      }
      return span
    }
  })
  return { records, tracer }
}

/** Runs a program for 10 seconds. Returns its records, and `hasEnded`. */
const record = Effect.fnUntraced(function*(wrap: Wrap, program: (wrap: Wrap) => Effect.Effect<unknown, unknown>) {
  const { records, tracer } = makeRecorder()
  yield* TestClock.setTime(0)
  const fiber = yield* Effect.forkChild(Effect.exit(Effect.provideService(program(wrap), Tracer.Tracer, tracer)))
  yield* TestClock.adjust("10 seconds")
  return { records, hasEnded: fiber.pollUnsafe() !== undefined }
})

/** Asserts that a program has the same records with both, and that these include the span "name" if `hasSpan`. */
const assertSame = (program: (wrap: Wrap) => Effect.Effect<unknown, unknown>, hasSpan = true) =>
  Effect.gen(function*() {
    for (const { actual, expected, kind } of kinds) {
      const expectedRecords = yield* record(expected, program)
      const actualRecords = yield* record(actual, program)
      assert.deepStrictEqual(actualRecords, expectedRecords, kind)
      assert.isTrue(actualRecords.hasEnded)
      const created = actualRecords.records.some((found) =>
        !Array.isArray(found) && (found as Tracer.Span).name === "name"
      )
      assert.strictEqual(created, hasSpan)
    }
  })

const disabled = Context.make(Tracer.DisablePropagation, true)

const external = (options: Partial<Parameters<typeof Tracer.externalSpan>[0]> = {}) =>
  Tracer.externalSpan({ spanId: "external", traceId: "trace", ...options })

const levels: ReadonlyArray<LogLevel> = ["All", "Fatal", "Error", "Warn", "Info", "Debug", "Trace", "None"]

describe("trace creates the same span as Effect.withSpan", () => {
  const scenarios: Readonly<Record<string, (wrap: Wrap) => Effect.Effect<unknown, unknown>>> = {
    "without a parent": (wrap) => wrap(Effect.void),
    "inside a span": (wrap) => Effect.withSpan(wrap(Effect.void), "outer"),
    "inside itself": (wrap) => wrap(wrap(Effect.void)),
    "around a span": (wrap) => wrap(Effect.withSpan(Effect.void, "inner")),
    "inside an external span": (wrap) => Effect.withParentSpan(wrap(Effect.void), external()),
    "inside an external span that is not sampled": (wrap) =>
      Effect.withParentSpan(wrap(Effect.void), external({ sampled: false })),
    "inside a span that is not sampled": (wrap) => Effect.withSpan(wrap(Effect.void), "outer", { sampled: false }),
    "inside a span that does not propagate": (wrap) =>
      Effect.void.pipe(wrap, Effect.withSpan("off", { annotations: disabled }), Effect.withSpan("outer")),
    "inside two spans that do not propagate": (wrap) =>
      Effect.void.pipe(
        wrap,
        Effect.withSpan("off", { annotations: disabled }),
        Effect.withSpan("also off", { annotations: disabled }),
        Effect.withSpan("outer")
      ),
    "inside a span that does not propagate, without a parent": (wrap) =>
      Effect.withSpan(wrap(Effect.void), "off", { annotations: disabled }),
    "inside a span that does not propagate, with a parent that does not": (wrap) =>
      Effect.withSpan(wrap(Effect.void), "off", { annotations: disabled, parent: external({ annotations: disabled }) }),
    "inside an external span that does not propagate": (wrap) =>
      Effect.withParentSpan(wrap(Effect.void), external({ annotations: disabled, sampled: false })),
    "with links": (wrap) =>
      wrap(Effect.void).pipe(
        Effect.linkSpans(external(), { reason: "first" }),
        Effect.linkSpans(external({ spanId: "second" }))
      ),
    "with annotations of the program": (wrap) =>
      Effect.annotateSpans(wrap(Effect.void), { tenant: "acme", first: "0" }),
    "after a time": (wrap) => Effect.andThen(Effect.sleep(1234), wrap(Effect.sleep(567))),
    "without timing": (wrap) => Effect.withTracerTiming(Effect.andThen(Effect.sleep(1), wrap(Effect.sleep(2))), false),
    "for an effect that fails": (wrap) => wrap(Effect.fail("no")),
    "for an effect that dies": (wrap) => wrap(Effect.die("broken")),
    "for an effect that is interrupted": (wrap) => wrap(Effect.interrupt),
    "for an effect that is interrupted while it waits": (wrap) =>
      Effect.flatMap(
        Effect.forkChild(wrap(Effect.never)),
        (fiber) => Effect.andThen(Effect.sleep(5), Fiber.interrupt(fiber))
      ),
    "for an effect that ends its span itself": (wrap) =>
      wrap(Effect.map(Effect.currentSpan, (span) => span.end(7n, Exit.succeed("early")))),
    "for an effect that annotates the current span": (wrap) => wrap(Effect.annotateCurrentSpan("found", 3)),
    "for an effect that runs twice": (wrap) => {
      const effect = wrap(Effect.void)
      return Effect.andThen(effect, effect)
    },
    "for effects that run concurrently": (wrap) => {
      const effect = wrap(Effect.sleep(1))
      return Effect.all([effect, Effect.andThen(Effect.sleep(1), effect)], { concurrency: 2 })
    },
    "with the tracer inside": (wrap) => wrap(Effect.map(Effect.tracer, (tracer) => assert.isDefined(tracer)))
  }
  for (const [name, program] of Object.entries(scenarios)) {
    it.effect(name, () => assertSame(program))
  }

  it.effect("trace creates the same span as Effect.withSpan for all levels and minimum levels", () =>
    Effect.forEach(levels, (level) =>
      Effect.forEach(levels, (minimum) =>
        assertSame((wrap) =>
          wrap(Effect.void).pipe(
            Effect.provideService(Tracer.CurrentTraceLevel, level),
            Effect.provideService(Tracer.MinimumTraceLevel, minimum)
          )
        ))))

  it.effect("trace creates the same span as Effect.withSpan if the program disables tracing", () =>
    assertSame((wrap) => Effect.withTracerEnabled(wrap(Effect.void), false), false))

  it.effect("trace creates the same span as Effect.withSpan around an effect that enables tracing", () =>
    assertSame(
      (wrap) =>
        Effect.withSpan(
          Effect.withTracerEnabled(wrap(Effect.withTracerEnabled(Effect.withSpan(Effect.void, "inner"), true)), false),
          "outer"
        ),
      false
    ))
})

describe("trace", () => {
  it.effect("trace: its span is current only within its effect", () =>
    Effect.gen(function*() {
      const { tracer } = makeRecorder()
      const current = Effect.map(Effect.option(Effect.currentSpan), Option.map(({ name }) => name))
      const names = yield* Effect.all([current, trace("name", current), current]).pipe(
        Effect.withSpan("outer"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      assert.deepStrictEqual(names, [Option.some("outer"), Option.some("name"), Option.some("outer")])
    }))

  it.effect("adds its stack frame inside those of the program, like Effect.withSpan", () =>
    Effect.gen(function*() {
      const { tracer } = makeRecorder()
      const frames = Effect.map(References.CurrentStackFrame, (frame) => {
        const names: Array<unknown> = []
        for (let each = frame; each !== undefined; each = each.parent) names.push([each.name, typeof each.stack()])
        return names
      })
      for (const { actual, expected } of kinds) {
        const run = (wrap: Wrap) =>
          wrap(frames).pipe(Effect.withSpan("outer"), Effect.provideService(Tracer.Tracer, tracer))
        assert.deepStrictEqual(yield* run(actual), [["name", "string"], ["outer", "string"]])
        assert.deepStrictEqual(yield* run(actual), yield* run(expected))
      }
    }))

  it.effect("trace: a failure's stack names the span and the module of trace", () =>
    Effect.gen(function*() {
      const { tracer } = makeRecorder()
      const exit = yield* trace("name", Effect.fail(new Error("no"))).pipe(
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.exit
      )
      assert(Exit.isFailure(exit))
      assert.match(Cause.pretty(exit.cause), /\n {4}at name \(.*\/src\/call\/trace\.ts:\d+:\d+\)$/)
    }))

  it.effect("trace: the span has no location if errors have no stack", () =>
    Effect.gen(function*() {
      const { tracer } = makeRecorder()
      const limit = Error.stackTraceLimit
      Error.stackTraceLimit = 0
      const frame = yield* trace("name", References.CurrentStackFrame).pipe(
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.ensuring(Effect.sync(() => Error.stackTraceLimit = limit))
      )
      assert.isUndefined(frame?.stack())
    }))

  it.effect("ends every span that it creates, if its fiber is interrupted at any step", () =>
    Effect.gen(function*() {
      const counts: Array<number> = []
      for (let interval = 3; interval <= 5; interval++) {
        for (let steps = 0; steps < 20; steps++) {
          const { records, tracer } = makeRecorder()
          const tasks: Array<() => void> = []
          const scheduler: Scheduler.Scheduler = {
            executionMode: "sync",
            shouldYield: ({ currentOpCount }) => currentOpCount >= interval,
            makeDispatcher: () => ({ scheduleTask: (task) => tasks.push(task), flush: () => {} })
          }
          const fiber = Effect.runFork(
            Effect.provideService(trace("name", Effect.asVoid(Effect.yieldNow)), Tracer.Tracer, tracer),
            { scheduler }
          )
          for (let step = 0; step < steps; step++) tasks.shift()?.()
          fiber.interruptUnsafe()
          for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task()
          assert.isDefined(fiber.pollUnsafe())
          assert.oneOf(records.length, [0, 2])
          counts.push(records.length)
        }
      }
      assert.include(counts, 0)
      assert.include(counts, 2)
    }))
})
