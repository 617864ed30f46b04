import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cookies, CookieTokenStore, CurrentUser, NextTokenStore, Session, Tokens, TokenStore } from "latchkey"
import * as NextCookies from "../../src/platform/NextCookies.ts"
import { suite } from "../suites/TokenStoreSuite.ts"
import { makeJar } from "../support/host.ts"
import { makeNext } from "../support/next.ts"
import { layerClient, projectId, Service, storedExpired } from "./support.ts"

const refreshName = `stack-refresh-${projectId}`
const url = "https://app.example.com/"

const over = (where: Parameters<typeof makeNext>[1], header = "") =>
  Layer.suspend(() => NextTokenStore.layer({ projectId, cookies: makeNext(header, where).cookies }))

const unreadable = (where: Parameters<typeof makeNext>[1]) => ({
  "an empty cookie": over(where, `${refreshName}=`),
  "an access token alone": over(where, "stack-access=%5B%22r%22%2C%22a%22%5D"),
  "percent signs that encode nothing": over(where, `${refreshName}--default=%E0%A4%A`)
})

suite("over Next.js in a server action", over("server action"), { unreadable: unreadable("server action") })

suite("over Next.js in a server component", over("server component"), { unreadable: unreadable("server component") })

suite(
  "in cookies, over Next.js",
  Layer.suspend(() =>
    Layer.provide(
      CookieTokenStore.layer({ projectId }),
      NextCookies.layer({ cookies: makeNext("", "server action").cookies })
    )
  )
)

const alice = Tokens.make({ refreshToken: "alice", accessToken: "of \"alice\"" })!

const plain = (tokens: Tokens.Tokens | undefined) =>
  tokens &&
  [tokens.refreshToken && Redacted.value(tokens.refreshToken), tokens.accessToken && Redacted.value(tokens.accessToken)]

const write = (tokens: Tokens.Tokens | undefined) =>
  Effect.flatMap(TokenStore.TokenStore, (store) => store.modify(() => tokens))

describe("NextTokenStore", () => {
  it.effect("a session written by a server action is read back from the browser", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const action = makeNext("", "server action")
      yield* Effect.provide(write(alice), NextTokenStore.layer({ projectId, cookies: action.cookies }))
      for (const line of action.lines()) jar.receive(url, line)
      assert.deepStrictEqual(jar.values(), {
        [`${refreshName}--default`]: JSON.stringify({ refresh_token: "alice", updated_at_millis: 0 }),
        "stack-access": "[\"alice\",\"of \\\"alice\\\"\"]"
      })
      assert.deepStrictEqual(jar.cookies.map(({ maxAge, path, sameSite }) => ({ maxAge, path, sameSite })), [
        { maxAge: 31_536_000, path: "/", sameSite: "lax" },
        { maxAge: 86_400, path: "/", sameSite: "lax" }
      ])

      const component = makeNext(jar.header(url), "server component")
      const store = Effect.flatMap(TokenStore.TokenStore, (store) => store.get)
      const found = yield* Effect.provide(store, NextTokenStore.layer({ projectId, cookies: component.cookies }))
      assert.deepStrictEqual(plain(found), plain(alice))

      const signOut = makeNext(jar.header(url), "server action")
      yield* Effect.provide(write(undefined), NextTokenStore.layer({ projectId, cookies: signOut.cookies }))
      for (const line of signOut.lines()) jar.receive(url, line)
      assert.deepStrictEqual(jar.cookies, [])
    }))

  it.effect("NextTokenStore: removes newer cookies, with Secure if their names require it", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const json = encodeURIComponent(JSON.stringify({ refresh_token: "r", updated_at_millis: 1 }))
      jar.receive(url, `__Host-${refreshName}--default=${json}; Path=/; Secure`)
      jar.receive(url, `stack-refresh=old; Path=/`)
      const action = makeNext(jar.header(url), "server action")
      yield* Effect.provide(write(alice), NextTokenStore.layer({ projectId, cookies: action.cookies }))
      for (const line of action.lines()) jar.receive(url, line)
      assert.hasAllKeys(jar.values(), [`__Host-${refreshName}--default`, "stack-access"])
    }))

  it.effect("removes a domain cookie by the domain that its name encodes in base 32", () =>
    Effect.gen(function*() {
      const json = encodeURIComponent(JSON.stringify({ refresh_token: "r", updated_at_millis: 1 }))
      const domains = { "example.com": "CNW62VBGDHJJWRVFDM", "app.example.com": "c5r70bk5f1gptw3ccmq66vvd" }
      for (const [domain, letters] of Object.entries(domains)) {
        for (const base of ["stack", "hexclave"]) {
          const jar = yield* makeJar
          const name = `${base}-refresh-${projectId}--custom-${letters}`
          jar.receive(url, `${name}=${json}; Path=/; Domain=${domain}; Secure`)
          const action = makeNext(jar.header(url), "server action")
          yield* Effect.provide(write(undefined), NextTokenStore.layer({ projectId, cookies: action.cookies }))
          for (const line of action.lines()) jar.receive(url, line)
          assert.deepStrictEqual(jar.cookies, [], `${name}: ${action.lines().join()}`)
        }
      }
      for (const letters of ["z", "c5q6", "iiii", "zzzzzzzz"]) {
        const name = `${refreshName}--custom-${letters}`
        const action = makeNext(`${name}=${json}`, "server action")
        yield* Effect.provide(write(undefined), NextTokenStore.layer({ projectId, cookies: action.cookies }))
        assert.deepStrictEqual(action.lines(), [`${name}=; Max-Age=0; Path=/; SameSite=Lax`])
      }
    }))

  const headers = new Headers({ "x-forwarded-proto": "https" })
  const hosts: ReadonlyArray<[string, string, NextTokenStore.OfNext<NextStoreHeaders> | undefined, boolean]> = [
    ["no headers are given", "", undefined, false],
    ["the headers say nothing", "", {}, false],
    ["the headers say so", "", headers, true],
    ["the promise of headers says so", "", Promise.resolve(headers), true],
    ["the function of headers says so", "", () => Promise.resolve(headers), true],
    ["a cookie says so", "stack-is-https=true", undefined, true],
    ["a cookie of newer clients says so", "hexclave-is-https=true", undefined, true],
    ["a cookie cannot be here otherwise", "__Host-a=1", undefined, true]
  ]
  for (const [when, header, headers, isSecure] of hosts) {
    it.effect(`${isSecure ? "sets" : "omits"} Secure when ${when}`, () =>
      Effect.gen(function*() {
        const { cookies, lines } = makeNext(header, "server action")
        yield* Effect.provide(write(alice), NextTokenStore.layer({ projectId, cookies, headers }))
        assert.strictEqual(lines().length, 2)
        for (const line of lines()) assert.strictEqual(line.includes("; Secure"), isSecure, line)
      }))
  }

  it.effect("accepts the function, its promise and its value", () =>
    Effect.gen(function*() {
      const { cookies, jar } = makeNext(`${refreshName}=r`, "server action")
      for (const given of [cookies, cookies(), jar, () => jar]) {
        const found = Effect.flatMap(TokenStore.TokenStore, (store) => store.get)
        const tokens = yield* Effect.provide(found, NextTokenStore.layer({ projectId, cookies: given }))
        assert.deepStrictEqual(plain(tokens), ["r", undefined])
      }
    }))

  it.effect("rethrows the exception by which Next.js detects dynamic pages", () =>
    Effect.gen(function*() {
      const { cookies } = makeNext("", "prerendering")
      const program = Effect.provide(
        CurrentUser.get(),
        Layer.provide(layerClient(), NextTokenStore.layer({ projectId, cookies }))
      )
      const thrown = yield* Effect.promise(() => Effect.runPromise(program).catch((error) => error))
      assert.strictEqual(thrown.digest, "DYNAMIC_SERVER_USAGE")
    }))

  it.effect("a server component gets a user whose token needs a refresh, without writing cookies", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* Effect.provide(storedExpired("r1"), TokenStore.layerMemory)
      const { cookies, lines } = makeNext(`${refreshName}=r1`, "server component")
      yield* Effect.gen(function*() {
        assert.strictEqual((yield* CurrentUser.get())?.id, "user of r1")
        assert.strictEqual((yield* CurrentUser.get())?.id, "user of r1")
        yield* Session.signOut
        assert.isNull(yield* CurrentUser.get())
      }).pipe(Effect.provide(layerClient().pipe(Layer.provide(NextTokenStore.layer({ projectId, cookies })))))
      assert.lengthOf(service.to("POST /auth/oauth/token"), 1)
      assert.deepStrictEqual(lines(), [])
    }).pipe(Effect.provide(Service.layer)))

  it.effect("provides cookies to flows that use them", () =>
    Effect.gen(function*() {
      const { cookies, lines } = makeNext("a=1", "server action")
      yield* Effect.gen(function*() {
        const jar = yield* Cookies.Cookies
        assert.deepStrictEqual(yield* jar.all, [{ name: "a", value: "1" }])
        yield* jar.set("b", "2", { maxAge: 60 })
      }).pipe(Effect.provide(NextTokenStore.layer({ projectId, cookies })))
      assert.deepStrictEqual(lines(), ["b=2; Max-Age=60; Path=/; SameSite=Lax"])
    }))
})

type NextStoreHeaders = Parameters<typeof NextTokenStore.layer>[0]["headers"] extends
  NextTokenStore.OfNext<infer A> | undefined ? A :
  never
