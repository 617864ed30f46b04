import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Tokens, TokenStore } from "latchkey"
import { type KeyValues, layerStorage } from "../../examples/custom-store.ts"
import { suite } from "../suites/TokenStoreSuite.ts"

/** What `localStorage` is, for one test. */
const storageOf = (entries: Readonly<Record<string, string>> = {}): KeyValues => {
  const values = new Map(Object.entries(entries))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key)
  }
}

const layerOf = (latchkey?: string) =>
  Layer.suspend(() => layerStorage(storageOf(latchkey === undefined ? {} : { latchkey })))

suite("the example over localStorage", layerOf(), {
  unreadable: {
    "a text that is no JSON": layerOf("{"),
    "a number": layerOf("7"),
    "a list": layerOf("[\"refresh\"]"),
    "an access token alone": layerOf(JSON.stringify({ accessToken: "7" })),
    "a refresh token that is no text": layerOf(JSON.stringify({ refreshToken: 7 })),
    "the text undefined": layerOf(JSON.stringify({ refreshToken: "undefined" }))
  }
})

describe("the example over localStorage, in two tabs", () => {
  it.effect("tells each tab of the other's sign-in, and of a storage that is cleared", () => {
    const storage = storageOf()
    const heard: Array<(event: { readonly key: string | null }) => void> = []
    const events = {
      addEventListener: (_: "storage", listener: (typeof heard)[number]) => void heard.push(listener),
      removeEventListener: (_: "storage", listener: (typeof heard)[number]) =>
        void heard.splice(heard.indexOf(listener), 1)
    }
    return Effect.gen(function*() {
      const store = yield* TokenStore.TokenStore
      const told: Array<Tokens.Tokens | undefined> = []
      yield* Effect.scoped(Effect.gen(function*() {
        yield* store.subscribe((tokens) => told.push(tokens))
        storage.setItem("latchkey", JSON.stringify({ refreshToken: "of the other tab" }))
        for (const hear of heard) hear({ key: "another key" })
        assert.lengthOf(told, 0)
        for (const hear of heard) hear({ key: "latchkey" })
        storage.removeItem("latchkey")
        for (const hear of heard) hear({ key: null })
      }))
      assert.isTrue(Tokens.isSameSession(told[0], Tokens.make({ refreshToken: "of the other tab" })))
      assert.deepStrictEqual(told.slice(1), [undefined])
      assert.lengthOf(heard, 0)
    }).pipe(Effect.provide(layerStorage(storage, { events })))
  })
})
