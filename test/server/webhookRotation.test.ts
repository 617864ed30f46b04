/** Several secrets and several signatures in every order, bodies around the maximum size, and replays at every accepted time. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Webhooks } from "latchkey/server"
import { Readable } from "node:stream"
import { checkRowsEffect } from "../support/mismatches.ts"
import { makeMessage, now, otherSecret, secret, userData } from "./webhookSupport.ts"

const atNow = TestClock.setTime(now * 1000)

const outcomeOf = <A>(effect: Effect.Effect<A, Webhooks.WebhookInvalid>) =>
  Effect.match(effect, { onFailure: ({ reason }) => reason as string, onSuccess: () => "valid" })

type Secrets = ReadonlyArray<Redacted.Redacted<string>>

/** All lists of the two secrets with up to three entries, in every order. */
const lists: ReadonlyArray<Secrets> = [1, 2, 3].flatMap((length) =>
  Array.from(
    { length: 2 ** length },
    (_, bits) => Array.from({ length }, (_, index) => (bits >> index) % 2 === 0 ? secret : otherSecret)
  )
)

const nameOf = (secrets: Secrets) => secrets.map((one) => one === secret ? "old" : "new").join(" ")

describe("Webhooks.verify during the rotation of a secret", () => {
  it.effect("Webhooks.verify: accepts a message exactly if one of its signatures is by one of the secrets, in any order", () =>
    checkRowsEffect(
      lists.flatMap((secrets) => lists.map((signers) => ({ secrets, signers }))),
      ({ secrets, signers }) => `secrets ${nameOf(secrets)}; signed by ${nameOf(signers)}`,
      ({ secrets, signers }) =>
        Effect.gen(function*() {
          yield* atNow
          const message = makeMessage({ secrets: signers })
          const isValid = signers.some((signer) => secrets.includes(signer))
          assert.strictEqual(
            yield* outcomeOf(Webhooks.verifyBody(message, secrets)),
            isValid ? "valid" : "signature"
          )
        })
    ))

  it.effect("Webhooks.verify: refuses a list with an invalid secret at any position", () =>
    checkRowsEffect(
      [["whsec_!", secret], [secret, "whsec_!"], [secret, "whsec_!", secret]],
      (secrets) => secrets.map((one) => typeof one === "string" ? "invalid" : "valid").join(" "),
      (secrets) =>
        Effect.gen(function*() {
          yield* atNow
          assert.strictEqual(yield* outcomeOf(Webhooks.verifyBody(makeMessage(), secrets)), "secret")
        })
    ))
})

const limit = 2000

/** An event whose body has this size in bytes. `fill` is repeated. */
const makeBody = (size: number, fill: string): string => {
  const encode = (name: string) => JSON.stringify({ type: "user.created", data: { ...userData, display_name: name } })
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const missing = size - bytes(encode(""))
  const name = fill.repeat(Math.floor(missing / bytes(fill)))
  const body = encode(name + "a".repeat(missing - bytes(name)))
  assert.strictEqual(bytes(body), size)
  return body
}

/** The bytes of a text in chunks. The size of a chunk divides no limit, and cuts characters. */
const toChunks = (body: string): ReadonlyArray<Uint8Array> => {
  const bytes = new TextEncoder().encode(body)
  return Array.from(
    { length: Math.ceil(bytes.length / 333) },
    (_, index) => bytes.slice(index * 333, (index + 1) * 333)
  )
}

/** The forms of a body. */
const forms: Readonly<Record<string, (body: string) => unknown>> = {
  "text": (body) => ({ body }),
  "bytes": (body) => ({ body: new TextEncoder().encode(body) }),
  "rawBody of a framework": (body) => ({ body: {}, rawBody: Buffer.from(body) }),
  "a web stream": (body) => ({
    body: new ReadableStream({
      start: (controller) => {
        for (const chunk of toChunks(body)) controller.enqueue(chunk)
        controller.close()
      }
    })
  }),
  "a stream of Node.js": (body) => Readable.from(toChunks(body), { objectMode: false })
}

describe("Webhooks.verify with maxBodySize", () => {
  const sizes = [limit - 1, limit, limit + 1]
  const rows = Object.keys(forms).flatMap((form) =>
    sizes.flatMap((size) =>
      ["a", "ü", "\u{1f600}"].flatMap((fill) => [false, true].map((hasLength) => ({ form, size, fill, hasLength })))
    )
  )

  it.effect("accepts bodies up to the limit, and refuses the next byte, in every form", () =>
    checkRowsEffect(
      rows,
      ({ fill, form, hasLength, size }) =>
        `${form}, ${size - limit} bytes from the limit, of ${fill}, ${hasLength ? "with" : "without"} content-length`,
      ({ fill, form, hasLength, size }) =>
        Effect.gen(function*() {
          yield* atNow
          const body = makeBody(size, fill)
          const { headers } = makeMessage({ body })
          const given = Object.assign(forms[form]!(body) as object, {
            headers: hasLength ? { ...headers, "content-length": String(size) } : headers
          })
          // Sound: each form has the properties of a request.
          const result = Webhooks.verify(given as Webhooks.WebhookRequest, secret, { maxBodySize: limit })
          assert.strictEqual(yield* outcomeOf(result), size <= limit ? "valid" : "bodyTooLarge")
        })
    ))
})

describe("Webhooks.verify with a store of processed messages", () => {
  const tolerance = 300
  const ages = [-tolerance, -tolerance + 1, -1, 0, 1, tolerance - 1, tolerance]

  it.effect("refuses a replay for as long as the timestamp of the message is accepted", () =>
    checkRowsEffect(ages, (age) => `first received ${age} s after its timestamp`, (age) =>
      Effect.gen(function*() {
        const replays = Webhooks.makeMemory()
        const receive = (at: number) =>
          Effect.andThen(
            TestClock.setTime((now + at) * 1000),
            outcomeOf(Webhooks.verifyBody(makeMessage(), secret, { replays, tolerance: `${tolerance} seconds` }))
          )
        assert.strictEqual(yield* receive(age), "valid")
        for (const later of [age, (age + tolerance) / 2, tolerance - 1, tolerance, tolerance + 0.999]) {
          assert.strictEqual(yield* receive(later), "replayed", `at ${later} s`)
        }
        assert.strictEqual(yield* receive(tolerance + 1), "timestampTooOld")
      })))
})
