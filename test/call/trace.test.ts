import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { Project } from "latchkey"
import { trace } from "../../src/call/trace.ts"
import { layerClient, layerWire, projectJson, response } from "../support/Wire.ts"

/** Creates a tracer, and the list of the spans that it has made. */
const makeTracer = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer }
}

describe("traced", () => {
  it.effect("adds a client span with the attributes, if there is a tracer", () =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      const effect = trace("name", Effect.succeed(1), { method: "GET" })
      assert.strictEqual(yield* Effect.provideService(effect, Tracer.Tracer, tracer), 1)
      assert.deepStrictEqual(spans.map(({ attributes, kind, name }) => ({ attributes: [...attributes], kind, name })), [
        { attributes: [["method", "GET"]], kind: "client", name: "name" }
      ])
    }))

  it.effect("adds an internal span, if there are no attributes", () =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      yield* Effect.provideService(trace("name", Effect.void), Tracer.Tracer, tracer)
      assert.deepStrictEqual(spans.map(({ kind, name }) => ({ kind, name })), [{ kind: "internal", name: "name" }])
    }))

  it.effect("adds no span without a tracer", () =>
    Effect.gen(function*() {
      const span = yield* trace("name", Effect.option(Effect.currentSpan))
      assert.strictEqual(span._tag, "None")
    }))

  it.effect("gives each request a span with its method and the template of its path", () =>
    Effect.gen(function*() {
      const { spans, tracer } = makeTracer()
      yield* Effect.provideService(Project.get, Tracer.Tracer, tracer)
      const requests = spans.filter(({ name }) => name === "latchkey.request")
      assert.deepStrictEqual(requests.map(({ attributes, kind }) => [kind, Object.fromEntries(attributes)]), [
        ["client", { "http.request.method": "GET", "url.template": "/projects/current" }]
      ])
    }).pipe(Effect.provide(layerClient(layerWire(() => response(200, projectJson))))))
})
