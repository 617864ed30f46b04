import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Mfa } from "latchkey"

/** Makes the host prompt by this function, on a page unless specified otherwise. */
const asking = (prompt: unknown, page = true) =>
  Effect.acquireRelease(
    Effect.sync(() => Object.assign(globalThis, { prompt }, page ? { document: {} } : {})),
    (host) => Effect.sync(() => [Reflect.deleteProperty(host, "document"), Reflect.deleteProperty(host, "prompt")])
  )

const ask = Effect.flatMap(Mfa.Prompt, (prompt) => prompt("Which?"))

describe("Prompt", () => {
  it.effect("Prompt: each call shows the browser's dialog", () =>
    Effect.gen(function*() {
      const asked: Array<string> = []
      yield* asking((message: string) => String(asked.push(message)))
      assert.strictEqual(Redacted.value((yield* ask)!), "1")
      assert.strictEqual(Redacted.value((yield* ask)!), "2")
      assert.deepStrictEqual(asked, ["Which?", "Which?"])
    }))

  it.effect("distinguishes an empty answer from a cancelled one", () =>
    Effect.gen(function*() {
      yield* asking(() => "")
      assert.strictEqual(Redacted.value((yield* ask)!), "")
      for (const none of [null, undefined, 3, {}]) {
        yield* asking(() => none)
        assert.isNull(yield* ask)
      }
    }))

  it.effect("Prompt: is absent on a server", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Effect.flip(ask))._tag, "HostUnavailable")
    }))

  it.effect("Prompt: is not used on a server that has a global prompt", () =>
    Effect.gen(function*() {
      let asked = 0
      yield* asking(() => String(++asked), false)
      assert.strictEqual((yield* Effect.flip(ask))._tag, "HostUnavailable")
      assert.strictEqual(asked, 0)
    }))

  const refusing: Readonly<Record<string, unknown>> = {
    "has no dialogue": undefined,
    "throws": () => {
      throw new Error("prompt() is and will not be supported")
    }
  }
  for (const [what, prompt] of Object.entries(refusing)) {
    it.effect(`is absent in a browser that ${what}`, () =>
      Effect.gen(function*() {
        yield* asking(prompt)
        assert.strictEqual((yield* Effect.flip(ask))._tag, "HostUnavailable")
      }))
  }
})
