import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { Cookies } from "../platform/Cookies.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import type { SecureTexts } from "./SecureTexts.ts"

/** The item's name. It contains all cookies. */
const name = "cookies"

interface StoredCookie {
  readonly name: string
  readonly value: string
  /** The expiry time, in milliseconds. */
  readonly until: number
}

const isStoredCookie = (value: unknown): value is StoredCookie =>
  isObject(value) && typeof value["name"] === "string" && typeof value["value"] === "string" &&
  typeof value["until"] === "number"

/**
 * Creates cookies in one item in the keychain, the oldest first. They survive the app's process, so that an OAuth
 * flow completes if the system ends the app while the browser is open.
 */
export const makeFlowCookies = (texts: SecureTexts): Cookies["Service"] => {
  const semaphore = Semaphore.makeUnsafe(1)
  const read = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) =>
      Effect.map(texts.get(name), (text): ReadonlyArray<StoredCookie> => {
        const value = text === undefined ? undefined : parseJson(text)
        return Array.isArray(value) ? value.filter(isStoredCookie).filter(({ until }) => until > now) : []
      })
  )
  const update = (f: (cookies: ReadonlyArray<StoredCookie>, now: number) => ReadonlyArray<StoredCookie>) =>
    semaphore.withPermit(Effect.uninterruptible(Effect.gen(function*() {
      const next = f(yield* read, yield* Clock.currentTimeMillis)
      yield* next.length === 0 ? texts.remove(name) : texts.set(name, JSON.stringify(next))
    })))
  return Cookies.of({
    all: Effect.map(read, (cookies) => cookies.map(({ name, value }) => ({ name, value }))),
    set: (name, value, { maxAge }) =>
      update((cookies, now) => [
        ...cookies.filter((cookie) => cookie.name !== name),
        { name, value, until: now + maxAge * 1000 }
      ]),
    remove: (name) => update((cookies) => cookies.filter((cookie) => cookie.name !== name))
  })
}
