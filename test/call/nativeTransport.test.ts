import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Alert, Transport } from "latchkey"
import { Expo } from "latchkey/react-native"
import { makeNativeTransport } from "../../src/call/nativeTransport.ts"
import { makeDevice } from "../native/device.ts"

const request = {
  method: "GET",
  url: "https://api.example.com/users/me",
  headers: { "x-id": "1" },
  body: undefined
} as const

/** Sends a request, and returns the parameters of `fetch`. */
const send = (response: Response, responseLimit?: number) =>
  Effect.gen(function*() {
    const calls: Array<readonly [url: string, init: RequestInit]> = []
    const transport = makeNativeTransport(async (url, init) => {
      calls.push([url, init])
      return response
    })
    const result = yield* transport({ ...request, ...(responseLimit === undefined ? {} : { responseLimit }) })
    return { result, calls }
  })

describe("the transport of an app", () => {
  it.effect("the app's transport sends a header instead of a cache mode, and no credentials", () =>
    Effect.gen(function*() {
      const { calls, result } = yield* send(new Response("{}", { status: 201, headers: { "x-known": "yes" } }))
      const [[url, { cache, credentials, headers, method, redirect }]] = calls as [typeof calls[number]]
      assert.deepStrictEqual([url, method, cache, credentials, redirect], [
        request.url,
        "GET",
        undefined,
        "omit",
        "manual"
      ])
      assert.deepStrictEqual(headers, { "x-id": "1", "cache-control": "no-store" })
      assert.deepStrictEqual([result.status, result.body, result.header("x-known")], [201, "{}", "yes"])
    }))

  it.effect("reads the body as one text, without its stream", () =>
    Effect.gen(function*() {
      const response = new Response("text")
      Object.defineProperty(response, "body", { get: () => assert.fail("React Native has no streams") })
      assert.strictEqual((yield* send(response)).result.body, "text")
    }))

  it.effect("fails for a body that exceeds the limit, before it is read", () =>
    Effect.gen(function*() {
      const response = new Response("12345", { headers: { "content-length": "5" } })
      assert.isTrue((yield* Effect.flip(send(response, 4))).tooLarge)
      assert.isFalse(response.bodyUsed)
      assert.isTrue((yield* Effect.flip(send(new Response("12345"), 4))).tooLarge)
      assert.strictEqual((yield* send(new Response("12345"), 5)).result.body, "12345")
    }))

  it.effect("gives precedence to the transport of the program", () =>
    Effect.gen(function*() {
      const own: Transport = () => Effect.never
      const transport = yield* Transport.pipe(
        Effect.provide(Expo.layerWith(makeDevice().modules, { projectId: "internal", scheme: "myapp" })),
        Effect.provideService(Transport, own)
      )
      assert.strictEqual(transport, own)
    }))
})

describe("the alert of an app", () => {
  it.effect("the app's alert is React Native's global function", () =>
    Effect.gen(function*() {
      const shown: Array<string> = []
      const alert = yield* Alert.pipe(
        Effect.provide(Expo.layerWith(makeDevice().modules, { projectId: "internal", scheme: "myapp" }))
      )
      yield* alert("without a global")
      yield* Effect.acquireUseRelease(
        Effect.sync(() => Object.assign(globalThis, { alert: (text: string) => shown.push(text) })),
        () => alert("Offline"),
        () => Effect.sync(() => Reflect.deleteProperty(globalThis, "alert"))
      )
      assert.deepStrictEqual(shown, ["Offline"])
    }))
})
