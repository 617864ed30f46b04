/**
 * The names of the recorded service and of the emulator: ids, tokens, codes and keys are random, so they are matched one to one
 * at their first occurrence, and must stay matched.
 */
import { assert } from "@effect/vitest"
import { claimsOf, isObject } from "./recordings.ts"

const jwts = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g

/** Random strings: UUIDs, codes and refresh tokens, nonces, authorization codes, API keys, webhook tokens. */
const drawn =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-z]{45}|[0-9a-z]{39}|[0-9a-f]{64}|[sp]k_\w{50,}|[ps]ck_\w{45,}|appsk_\w+|[\w-]{43})$/

/** Project keys are masked in the recordings. */
const masked = /^(?:pck|ssk|sak)_0{50}$/

const handleOf = (id: string): string => Buffer.from(id).toString("base64url")

/** Replaces names that occur in texts. */
class Replacements {
  private readonly to = new Map<string, string>()
  /** The names by their first characters, which find those that occur in a text. */
  private readonly byStart = new Map<string, Array<string>>()

  get(from: string): string | undefined {
    return this.to.get(from)
  }

  has(from: string): boolean {
    return this.to.has(from)
  }

  set(from: string, to: string): void {
    assert.isAtLeast(from.length, startLength, `${from} is too short for a random name`)
    if (!this.to.has(from)) {
      const start = from.slice(0, startLength)
      this.byStart.set(start, [...this.byStart.get(start) ?? [], from])
    }
    this.to.set(from, to)
  }

  /** Replaces the longest names first, because a code ends with its nonce. */
  replaceAll(text: string): string {
    const found = new Set<string>()
    for (let index = 0; index <= text.length - startLength; index++) {
      for (const from of this.byStart.get(text.slice(index, index + startLength)) ?? []) {
        if (text.startsWith(from, index)) found.add(from)
      }
    }
    return [...found].sort((a, b) => b.length - a.length)
      .reduce((replaced, from) => replaced.replaceAll(from, this.to.get(from)!), text)
  }
}

const startLength = 12

export class Names {
  private readonly own = new Replacements()
  private readonly recorded = new Replacements()

  /** Matches a recorded name with an emulator's name. */
  match(recorded: string, own: string): void {
    if (recorded === own || this.own.has(recorded) || this.recorded.has(own)) return
    this.own.set(recorded, own)
    this.recorded.set(own, recorded)
    // User handles are ids in base64url.
    if (recorded.length === 36 && own.length === 36) this.match(handleOf(recorded), handleOf(own))
  }

  /** Replaces another spelling of a recorded name. Both can have the same name of the emulator, such as one without letters. */
  matchSpelling(recorded: string, own: string): void {
    this.own.set(recorded, own)
    if (!this.recorded.has(own)) this.recorded.set(own, recorded)
  }

  has(recorded: string): boolean {
    return this.own.has(recorded)
  }

  /** Returns `true` if an emulator's name has a recorded counterpart. */
  isMatched(own: string): boolean {
    return this.recorded.has(own)
  }

  /** The emulator's name of a value, or the recorded one if they are equal. */
  of(recorded: string): string {
    return this.own.get(recorded) ?? recorded
  }

  /** A text with every recorded name replaced by the emulator's. `token` handles access tokens. */
  toOwn(text: string, token: (recorded: string) => string): string {
    return this.own.replaceAll(text.replace(jwts, token))
  }

  /** A JSON value with every name of the emulator replaced by the recorded one. */
  toRecorded(value: unknown): unknown {
    if (typeof value === "string") return this.recorded.replaceAll(value)
    if (Array.isArray(value)) return value.map((item) => this.toRecorded(item))
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.toRecorded(item)]))
      : value
  }

  /** Matches the names in two responses wherever both have a random string in the same position. */
  learn(recorded: unknown, own: unknown, token: (recorded: string, own: string) => void): void {
    if (Array.isArray(recorded) && Array.isArray(own)) {
      if (recorded.length === own.length) recorded.forEach((item, index) => this.learn(item, own[index], token))
    } else if (isObject(recorded) && isObject(own)) {
      for (const name of Object.keys(recorded)) this.learn(recorded[name], own[name], token)
    } else if (typeof recorded === "string" && typeof own === "string") {
      const from = claimsOf(recorded)
      const to = claimsOf(own)
      if (from !== undefined && to !== undefined) {
        this.match(from.sub, to.sub)
        this.match(from.sessionId, to.sessionId)
        token(recorded, own)
      } else if (drawn.test(recorded) && drawn.test(own) && !masked.test(recorded)) {
        this.match(recorded, own)
      }
    }
  }

  /** The same for two URLs: query parameters are matched by name. */
  learnUrl(recorded: string | undefined, own: string | undefined): void {
    if (recorded === undefined || own === undefined || !URL.canParse(recorded) || !URL.canParse(own)) return
    const query = (url: string) => Object.fromEntries(new URL(url).searchParams)
    this.learn(query(recorded), query(own), () => {})
  }
}
