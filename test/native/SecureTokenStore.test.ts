import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Tokens, TokenStore } from "latchkey"
import { Expo } from "latchkey/react-native"
import { keyOf } from "../../src/native/SecureTexts.ts"
import { suite } from "../suites/TokenStoreSuite.ts"
import { type Device, type KeychainMood, makeDevice } from "./device.ts"

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
const key = keyOf(projectId, "session")

const layerOf = (device: Device): Layer.Layer<TokenStore.TokenStore> =>
  Layer.orDie(Expo.layerWith(device.modules, { projectId, scheme: "myapp" }))

const over = (text?: string, moods: ReadonlyArray<KeychainMood> = []) =>
  Layer.suspend(() => {
    const device = makeDevice()
    if (text !== undefined) device.items.set(key, text)
    for (const mood of moods) device.moods.add(mood)
    return layerOf(device)
  })

const unreadable = {
  "a text that is no JSON": over("{"),
  "an empty text": over(""),
  "a number": over("7"),
  "a refresh token that is no text": over(JSON.stringify({ refreshToken: 7 })),
  "an item that cannot be decrypted": over(JSON.stringify({ refreshToken: "r" }), ["unreadable"])
}

suite("in the keychain", over(), { unreadable })
for (const mood of ["slow", "unreadable", "unwritable", "undeletable", "locked", "small"] as const) {
  suite(`in a keychain that is ${mood}`, over(undefined, [mood]))
}

/** Opens a store over a device, as after a start of the app. */
const start = (device: Device) =>
  Effect.map(Layer.build(Layer.fresh(layerOf(device))), Context.get(TokenStore.TokenStore))

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens && [tokens.refreshToken, tokens.accessToken].map((token) => token && Redacted.value(token))

const small = Tokens.make({ refreshToken: "refresh", accessToken: "access" })!
const large = Tokens.make({ refreshToken: "refresh", accessToken: "a".repeat(3000) })!

describe("the tokens in the keychain", () => {
  it.effect("survive the end of the app", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* (yield* start(device)).modify(() => small)
      assert.deepStrictEqual(plain(yield* (yield* start(device)).get), plain(small))
    }))

  it.effect("the keychain is read once", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const store = yield* start(device)
      yield* store.get
      yield* store.get
      yield* store.modify(() => small)
      yield* store.get
      assert.deepStrictEqual(device.calls, [`get ${key}`, `set ${key}`])
    }))

  it.effect("are read again if the keychain was unreadable, such as before the first unlock", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* (yield* start(device)).modify(() => small)
      device.moods.add("locked")
      const store = yield* start(device)
      assert.isUndefined(yield* store.get)
      device.moods.delete("locked")
      assert.deepStrictEqual(plain(yield* store.get), plain(small))
    }))

  it.effect("stay readable while the device is locked", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const store = yield* start(device)
      yield* store.modify(() => small)
      device.moods.add("locked")
      assert.deepStrictEqual(plain(yield* store.get), plain(small))
    }))

  it.effect("have keys that the keychain allows, also for other project ids", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const layer = Layer.orDie(Expo.layerWith(device.modules, { projectId: "a/b c:ü", scheme: "myapp" }))
      const store = Context.get(yield* Layer.build(layer), TokenStore.TokenStore)
      yield* store.modify(() => small)
      assert.deepStrictEqual([...device.items.keys()], ["latchkey.a.002fb.0020c.003a.00fc.session"])
    }))

  it.effect("two projects have separate tokens in the keychain", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const [one, another] = yield* Effect.forEach(["one", "another"], (projectId) =>
        Effect.map(
          Layer.build(Layer.orDie(Expo.layerWith(device.modules, { projectId, scheme: "myapp" }))),
          Context.get(TokenStore.TokenStore)
        ))
      yield* one!.modify(() => small)
      assert.isUndefined(yield* another!.get)
    }))

  it.effect("the keychain omits the access token if the tokens exceed 2048 bytes", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const store = yield* start(device)
      yield* store.modify(() => large)
      assert.deepStrictEqual(plain(yield* store.get), plain(large))
      for (const text of device.items.values()) assert.isAtMost(text.length, 2048)
      assert.deepStrictEqual(plain(yield* (yield* start(device)).get), ["refresh", undefined])
    }))

  it.effect("keychain tokens are readable after the first unlock, and are not moved to another device", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* (yield* start(device)).get
      assert.deepStrictEqual(device.itemOptions, { keychainAccessible: 1 })
    }))

  it.effect("a sign-out removes the tokens, even if the keychain item cannot be deleted", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      device.moods.add("undeletable")
      const store = yield* start(device)
      yield* store.modify(() => small)
      yield* store.modify(() => undefined)
      assert.isUndefined(yield* store.get)
      assert.isUndefined(yield* (yield* start(device)).get)
    }))

  it.effect("the previous session's tokens are removed even if the next session's cannot be written", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const store = yield* start(device)
      yield* store.modify(() => small)
      device.moods.add("unwritable")
      yield* store.modify(() => Tokens.make({ refreshToken: "other" }))
      assert.deepStrictEqual(plain(yield* store.get), ["other", undefined])
      device.moods.delete("unwritable")
      assert.isUndefined(yield* (yield* start(device)).get)
    }))
})
