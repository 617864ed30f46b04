/** One browser with the cookie store and the newest official client, 2.8.108: each finds the session that the other wrote. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Cookies } from "latchkey"
import { makeCookieBackend } from "../../src/session/cookieBackend.ts"
import * as Tokens from "../../src/session/Tokens.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { jwt, projectId } from "./support.ts"

interface Pair {
  readonly refreshToken: string
  readonly accessToken: string | undefined
}

const structured = /^(?:__Host-)?(?:stack|hexclave)-refresh-.+--(?:default|custom-[A-Z\d]+)$/

/** The newest official client, as its source reads and writes the cookies. */
const newestClient = (cookies: Cookies.Cookies["Service"]) => {
  const isOwn = (name: string) => structured.test(name) && name.includes(`-refresh-${projectId}--`)
  const read = Effect.map(cookies.all, (all): Pair | undefined => {
    const value = (name: string) => all.find((cookie) => cookie.name === name)?.value
    const newest = (isOfFamily: (name: string) => boolean) =>
      all.filter(({ name }) => isOwn(name) && isOfFamily(name))
        .map(({ value }) => JSON.parse(value) as { refresh_token: string; updated_at_millis: number })
        .toSorted((a, b) => b.updated_at_millis - a.updated_at_millis)[0]?.refresh_token
    const refreshToken = newest((name) => name.includes("hexclave-")) ?? value(`stack-refresh-${projectId}`) ??
      value("stack-refresh") ?? newest(() => true)
    if (refreshToken === undefined) return undefined
    const [pair] = ["hexclave-access", "stack-access"].flatMap((name) => value(name) ?? [])
    const [owner, accessToken] = pair === undefined ? [] : JSON.parse(pair) as ReadonlyArray<string>
    return { refreshToken, accessToken: owner === refreshToken ? accessToken : undefined }
  })
  const write = Effect.fnUntraced(function*(tokens: Pair | undefined, atMillis: number) {
    const name = `__Host-hexclave-refresh-${projectId}--default`
    for (const cookie of yield* cookies.all) {
      const isRefresh = isOwn(cookie.name) || /^stack-refresh(-|$)/.test(cookie.name)
      if (isRefresh && cookie.name !== name) yield* cookies.remove(cookie.name)
    }
    if (tokens === undefined) {
      yield* cookies.remove(name)
      return yield* cookies.remove("hexclave-access")
    }
    const json = { refresh_token: tokens.refreshToken, updated_at_millis: atMillis }
    yield* cookies.set(name, JSON.stringify(json), { maxAge: 31_536_000 })
    yield* cookies.set("hexclave-access", JSON.stringify([tokens.refreshToken, tokens.accessToken]), { maxAge: 86_400 })
  })
  return { read, write }
}

const plain = (tokens: Tokens.Tokens | undefined): Pair | undefined =>
  tokens?.refreshToken && {
    refreshToken: Redacted.value(tokens.refreshToken),
    accessToken: tokens.accessToken && Redacted.value(tokens.accessToken)
  }

const open = Effect.gen(function*() {
  const cookies = yield* Cookies.makeMemory
  const storage = yield* makeCookieBackend(cookies, { projectId })
  return { cookies, storage, official: newestClient(cookies) }
})

const put = (cookies: Cookies.Cookies["Service"], values: Readonly<Record<string, string>>) =>
  Effect.forEach(Object.entries(values), ([name, value]) => cookies.set(name, value, { maxAge: 1000 }))

const json = (refreshToken: string, at: number) =>
  JSON.stringify({ refresh_token: refreshToken, updated_at_millis: at })

describe("the cookie store and the newest official client in one browser", () => {
  const hexclave = `hexclave-refresh-${projectId}--`
  const stack = `stack-refresh-${projectId}`
  const jars: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
    "the newest of its own names, with or without __Host-": [
      { [`__Host-${hexclave}default`]: json("1", 1), [`${hexclave}default`]: json("3", 3), [stack]: "0" },
      "3"
    ],
    "the name of a domain, if it is the newest": [
      { [`__Host-${hexclave}default`]: json("1", 1), [`${hexclave}custom-CNW62VBGDHJJWRVFDM`]: json("2", 2) },
      "2"
    ],
    "its own name before a newer one of the older family": [
      { [`${hexclave}default`]: json("1", 1), [`__Host-${stack}--default`]: json("2", 2) },
      "1"
    ],
    "the project's plain name before structured ones of the older family": [
      { "stack-refresh": "3", [stack]: "1", [`${stack}--default`]: json("2", 2) },
      "1"
    ],
    "the oldest name before structured ones of the older family": [
      { "stack-refresh": "3", [`${stack}--default`]: json("2", 2) },
      "3"
    ],
    "the newest structured name of the older family": [
      { [`${stack}--default`]: json("1", 1), [`__Host-${stack}--default`]: json("2", 2) },
      "2"
    ],
    "the time in the cookie, not that of an access token": [
      {
        [`__Host-${hexclave}default`]: json("1", 1),
        [`${hexclave}default`]: json("2", 2),
        "hexclave-access": JSON.stringify(["1", jwt({ iat: 1_900_000_000 })])
      },
      "2"
    ]
  }
  for (const [name, [values, expected]] of Object.entries(jars)) {
    it.effect(`both read ${name}`, () =>
      Effect.gen(function*() {
        const { cookies, official, storage } = yield* open
        yield* put(cookies, values)
        assert.strictEqual((yield* official.read)?.refreshToken, expected)
        assert.strictEqual(plain(yield* storage.read)?.refreshToken, expected)
      }))
  }

  it.effect("read the same session after any sequence of writes by both", () => {
    const writes = fc.array(
      fc.record({
        isOfficial: fc.boolean(),
        refreshToken: fc.constantFrom("ada", "eve", undefined),
        millis: fc.constantFrom(1, 1000, 60_000)
      }),
      { minLength: 1, maxLength: 8 }
    )
    return Effect.forEach(fc.sample(writes, { seed: 30, numRuns: runsOf(100) }), (sequence) =>
      Effect.gen(function*() {
        const { official, storage } = yield* open
        let at = 0
        for (const { isOfficial, millis, refreshToken } of sequence) {
          yield* TestClock.adjust(millis)
          at += millis
          const accessToken = jwt({ iat: at, exp: at + 600, sub: refreshToken })
          const pair = refreshToken === undefined ? undefined : { refreshToken, accessToken }
          yield* isOfficial ? official.write(pair, at) : storage.write(pair && Tokens.make(pair))
          assert.deepStrictEqual([plain(yield* storage.read), yield* official.read], [pair, pair])
        }
      }), { discard: true })
  })
})
