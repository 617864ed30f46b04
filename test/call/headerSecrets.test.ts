/** Values of custom headers, which a gateway may echo. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { Project, RequestHeaders, RetryPolicy, TransportFailure } from "latchkey"
import { everything, layer as layerExposure } from "../support/exposure.ts"
import { type Answer, type Arrival, layerClient, layerWire, response } from "../support/Wire.ts"

/** The echo of a gateway: each header as it was sent, or without its scheme. */
const gateways: Readonly<Record<string, (values: ReadonlyArray<string>) => Answer>> = {
  "a refusal in plain text": (values) => response(403, `Refused: ${values.join(", ")}`),
  "a refusal as JSON": (values) => response(401, { error: values.join(), [values.join()]: 1 }),
  "a failure as JSON": (values) => response(502, { request: { headers: values } }),
  "an unknown error": (values) =>
    response(400, { code: "WAF", error: values.join(), details: { values, [values.join()]: 1 } }, {
      "x-stack-known-error": "WAF"
    }),
  "a known error": (values) =>
    response(404, { code: "PROJECT_NOT_FOUND", error: values.join(), details: { project_id: values.join() } }, {
      "x-stack-known-error": "PROJECT_NOT_FOUND"
    }),
  "an error of the transport": (values) => new TransportFailure({ message: `cannot send ${values.join()}` })
}

const layer = (names: ReadonlyArray<string>, answer: (values: ReadonlyArray<string>) => Answer, options = {}) =>
  layerClient(
    layerWire(({ headers }: Arrival) => answer(names.map((name) => headers[name]!))),
    options
  ).pipe(Layer.provideMerge(layerExposure))

/** Asserts that the gateway echoed the values, and that no output shows them or their parts. */
const assertHidden = <E, R>(effect: Effect.Effect<unknown, E, R>, parts: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const texts = yield* everything(Effect.provideService(effect, RetryPolicy, Schedule.recurs(0)))
    assert.isTrue(texts.some((text) => text.includes("<redacted>")))
    for (const text of texts) {
      for (const part of parts) assert.notInclude(text, part)
    }
  })

describe("the value of a custom header", () => {
  for (const [name, answer] of Object.entries(gateways)) {
    it.effect(`set by extraRequestHeaders is not shown in ${name}`, () =>
      assertHidden(Project.get, ["bypass-of-the-option", "basic-of-the-option"]).pipe(
        Effect.provide(layer(["x-bypass", "authorization"], answer, {
          extraRequestHeaders: { "X-Bypass": "bypass-of-the-option", Authorization: "Basic basic-of-the-option" }
        }))
      ))

    it.effect(`set by the reference RequestHeaders is not shown in ${name}`, () =>
      assertHidden(
        Effect.provideService(Project.get, RequestHeaders, {
          "X-Bypass": "bypass-of-the-call",
          Authorization: "Basic basic-of-the-call"
        }),
        ["bypass-of-the-call", "basic-of-the-call"]
      ).pipe(Effect.provide(layer(["x-bypass", "authorization"], answer))))

    it.effect(`a header set by both options is not shown in ${name}, nor is the overridden value`, () =>
      assertHidden(
        Effect.provideService(Project.get, RequestHeaders, { "x-bypass": "bypass-of-the-call" }),
        ["bypass-of-the-call", "bypass-of-the-option"]
      ).pipe(Effect.provide(layer(
        ["x-bypass"],
        (values) => answer([...values, "bypass-of-the-option"]),
        { extraRequestHeaders: { "x-bypass": "bypass-of-the-option" } }
      ))))

    it.effect(`a custom header with a scheme is not shown in ${name} without the scheme`, () =>
      assertHidden(Project.get, ["dXNlcjpwYXNzd29yZA", "token-of-a-gateway"]).pipe(
        Effect.provide(layer(
          ["authorization", "x-token"],
          (values) => answer(values.map((value) => value.split(" ")[1]!)),
          {
            extraRequestHeaders: { authorization: "Basic dXNlcjpwYXNzd29yZA==", "x-token": "Token token-of-a-gateway" }
          }
        ))
      ))
  }

  it.effect("a custom header that consists of short words is not shown", () =>
    assertHidden(Project.get, ["one two three"]).pipe(
      Effect.provide(layer(["x-words"], (values) => response(403, values.join()), {
        extraRequestHeaders: { "x-words": "one two three" }
      }))
    ))
})
