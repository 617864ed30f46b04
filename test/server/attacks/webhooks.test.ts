/** Attacks on webhooks, each with the refusal that it gets. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Webhooks } from "latchkey/server"
import { inspect } from "node:util"
import { codePoint } from "../../support/codePoint.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { makeMessage, makeRequest, now, otherSecret, secret, sign, userCreated } from "../webhookSupport.ts"

type Args = Readonly<Parameters<typeof makeMessage>>

/** Sends a message as a web request and as a raw body; both must get the same refusal. */
const refusalOf = (args: Args, options?: Webhooks.WebhookOptions) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(now * 1000)
    const error = yield* Effect.flip(Webhooks.verify(makeRequest(...args), secret, options))
    const other = yield* Effect.flip(Webhooks.verifyBody(makeMessage(...args), secret, options))
    assert.strictEqual(other.reason, error.reason)
    assert.notInclude(inspect(error, { depth: null }), "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    return [error.reason, Webhooks.toResponse(error).status]
  })

const signature = sign()

const attacks: ReadonlyArray<readonly [name: string, args: Args, reason: string, status: number]> = [
  ["an altered body", [{ body: userCreated.replace("Ada", "Eve") }, { "svix-signature": signature }], "signature", 401],
  ["a body with one more space", [{ body: `${userCreated} ` }, { "svix-signature": signature }], "signature", 401],
  ["an old timestamp", [{ seconds: now - 301 }], "timestampTooOld", 401],
  ["a future timestamp", [{ seconds: now + 301 }], "timestampTooNew", 401],
  ["an old message with a new timestamp", [{}, { "svix-timestamp": String(now + 1) }], "signature", 401],
  ["a missing id", [{}, { "svix-id": undefined }], "missingHeader", 400],
  ["an empty id", [{}, { "svix-id": "" }], "missingHeader", 400],
  ["another id", [{}, { "svix-id": "msg_2" }], "signature", 401],
  ["an id with the separator of the signed text", [{ id: "msg.1" }], "malformedHeader", 400],
  ["a duplicated id", [{}, { "svix-id": "msg_1, msg_2" }], "malformedHeader", 400],
  ["an id of 1 MB", [{}, { "svix-id": "a".repeat(1_000_000) }], "malformedHeader", 400],
  ["a missing timestamp", [{}, { "svix-timestamp": undefined }], "missingHeader", 400],
  ...["NaN", "-1", "1e9", "0x10", "1.5", "01700000000", "9".repeat(400), "1700000000, 1"].map((text) =>
    [`the timestamp ${text.slice(0, 20)}`, [{}, { "svix-timestamp": text }], "malformedHeader", 400] as const
  ),
  ["a missing signature", [{}, { "svix-signature": undefined }], "missingHeader", 400],
  ["an empty signature list", [{}, { "svix-signature": "" }], "missingHeader", 400],
  ["a signature list of separators", [{}, { "svix-signature": ", ,v1 , v1" }], "signature", 401],
  ["an empty v1 signature", [{}, { "svix-signature": "v1," }], "signature", 401],
  ["a signature without a version", [{}, { "svix-signature": signature.slice(3) }], "signature", 401],
  ["a signature of version v1a only", [{}, { "svix-signature": signature.replace("v1,", "v1a,") }], "signature", 401],
  ["a signature of an unknown version", [{}, { "svix-signature": signature.replace("v1,", "v9,") }], "signature", 401],
  ["a shortened signature", [{}, { "svix-signature": signature.slice(0, -1) }], "signature", 401],
  ["a signature of another secret", [{ secrets: [otherSecret] }], "signature", 401],
  [
    "100,000 signatures",
    [{}, { "svix-signature": Array.from({ length: 100_000 }, () => "v1,a").join(" ") }],
    "malformedHeader",
    400
  ],
  [
    "the headers of two families that are each incomplete",
    [{}, { "svix-id": undefined, "webhook-id": "msg_1" }],
    "missingHeader",
    400
  ],
  ["a huge body", [{ body: `"${"a".repeat(1_000_000)}"` }], "bodyTooLarge", 413],
  ["a signed body that is not JSON", [{ body: "{" }], "malformedBody", 400],
  ["a signed empty body", [{ body: "" }], "malformedBody", 400],
  ["signed JSON without a type", [{ body: "{\"data\":{}}" }], "malformedBody", 400],
  [
    "signed JSON nested 400,000 levels deep",
    [{ body: "[".repeat(400_000) + "]".repeat(400_000) }],
    "malformedBody",
    400
  ]
]

describe("a webhook is refused with", () => {
  for (const [name, args, reason, status] of attacks) {
    it.effect(name, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* refusalOf(args), [reason, status])
      }))
  }

  it.effect("a replayed id, within the time that the timestamp is accepted", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime((now - 299) * 1000)
      yield* Webhooks.verify(makeRequest(), secret)
      for (const offset of [-299, 0, 299, 300]) {
        yield* TestClock.setTime((now + offset) * 1000)
        const { reason } = yield* Effect.flip(Webhooks.verify(makeRequest(), secret))
        assert.strictEqual(reason, "replayed", String(offset))
      }
      yield* TestClock.setTime((now + 301) * 1000)
      assert.strictEqual((yield* Effect.flip(Webhooks.verify(makeRequest(), secret))).reason, "timestampTooOld")
    }).pipe(Effect.provide(Webhooks.layerMemory())))

  it.effect("a forged message does not claim its id", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now * 1000)
      const forged = makeRequest({ secrets: [otherSecret] })
      assert.strictEqual((yield* Effect.flip(Webhooks.verify(forged, secret))).reason, "signature")
      assert.strictEqual((yield* Webhooks.verify(makeRequest(), secret)).id, "msg_1")
    }).pipe(Effect.provide(Webhooks.layerMemory())))

  it.effect("a body that exceeds the limit is not read to its end", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now * 1000)
      let pulled = 0
      let isCancelled = false
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          pulled++
          controller.enqueue(new Uint8Array(100_000))
        },
        cancel: () => {
          isCancelled = true
        }
      })
      const { headers } = makeMessage()
      const error = yield* Effect.flip(Webhooks.verify({ headers, body }, secret))
      assert.strictEqual(error.reason, "bodyTooLarge")
      assert.isAtMost(pulled, 13)
      assert.isTrue(isCancelled)
    }))
})

describe("the parser of webhooks", () => {
  const text = fc.oneof(fc.string({ unit: codePoint }), fc.string(), fc.constantFrom("", "v1,", "msg_1", String(now)))
  const headers = fc.dictionary(
    fc.constantFrom("svix-id", "svix-timestamp", "svix-signature", "webhook-id", "webhook-timestamp", "Svix-Id"),
    fc.oneof(text, fc.array(text), fc.constant(undefined))
  )
  const signedHeaders = fc.constant(undefined)
  const body = fc.oneof(
    text,
    fc.json(),
    fc.uint8Array(),
    fc.record({ type: fc.constantFrom("user.created", "team.deleted", "a"), data: fc.jsonValue() }).map((value) =>
      JSON.stringify(value)
    )
  )

  it.effect("returns a typed error or an event for any input", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now * 1000)
      const seen = new Set<string>()
      const inputs = fc.sample(fc.tuple(fc.oneof(headers, signedHeaders), body), { numRuns: runsOf(1000), seed: 1 })
      for (const [headers, body] of inputs) {
        const signed = headers ?? makeMessage({ body: typeof body === "string" ? body : "" }).headers
        const outcome = yield* Effect.match(Webhooks.verifyBody({ headers: signed, body }, secret), {
          onFailure: (error) => {
            assert.instanceOf(error, Webhooks.WebhookInvalid)
            assert.notInclude(`${error.message} ${inspect(error)}`, Redacted.value(secret).slice(6))
            return error.reason
          },
          onSuccess: ({ type }) => type
        })
        seen.add(outcome)
      }
      for (
        const reason of ["missingHeader", "malformedHeader", "signature", "malformedBody", "unknown", "undecodable"]
      ) {
        assert.include([...seen], reason)
      }
    }))
})
