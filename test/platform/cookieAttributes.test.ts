/** The attributes of cookies with sessions on the server. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Cookies } from "latchkey"
import * as NextCookies from "../../src/platform/NextCookies.ts"
import { make, PendingResponse } from "../../src/platform/PendingResponse.ts"

const name = "__Host-id"

const linesOf = (url: string, options: Cookies.SetOptions) => {
  const host = make({ url, headers: {} })
  return Effect.andThen(
    Context.get(host, Cookies.Cookies).set(name, "1", options),
    Context.get(host, PendingResponse).setCookies
  )
}

describe("Cookies.set", () => {
  it.effect("Cookies.set in a request sets HttpOnly and Secure", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* linesOf("https://app.example.com/", { maxAge: 60, httpOnly: true }), [
        "__Host-id=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax"
      ])
      assert.deepStrictEqual(yield* linesOf("https://app.example.com/", { maxAge: 60 }), [
        "__Host-id=1; Max-Age=60; Path=/; Secure; SameSite=Lax"
      ])
    }))

  it.effect("Cookies.set with `secure` sets Secure, even if a proxy does not report https", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* linesOf("http://app.example.com/", { maxAge: 60 }), [])
      assert.deepStrictEqual(yield* linesOf("http://app.example.com/", { maxAge: 60, secure: true }), [
        "__Host-id=1; Max-Age=60; Path=/; Secure; SameSite=Lax"
      ])
    }))

  it.effect("Cookies.set in Next.js passes HttpOnly and Secure", () =>
    Effect.gen(function*() {
      const calls: Array<unknown> = []
      const jar: NextCookies.NextCookies = { getAll: () => [], set: (...call) => calls.push(call) }
      const cookies = yield* NextCookies.make({ cookies: jar })
      yield* cookies.set(name, "1", { maxAge: 60, httpOnly: true })
      assert.deepStrictEqual(calls, [])
      yield* cookies.set(name, "1", { maxAge: 60, httpOnly: true, secure: true })
      assert.deepStrictEqual(calls, [
        [name, "1", { maxAge: 60, path: "/", sameSite: "lax", secure: true, httpOnly: true }]
      ])
    }))

  it.effect("Cookies.set in a document ignores HttpOnly cookies, which scripts cannot set", () =>
    Effect.gen(function*() {
      const document = { cookie: "" }
      const cookies = Cookies.makeDocument(document, () => "https://app.example.com/")
      yield* cookies.set(name, "1", { maxAge: 60, httpOnly: true })
      assert.strictEqual(document.cookie, "")
    }))
})
