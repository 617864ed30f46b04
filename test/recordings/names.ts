/**
 * What the recorded service called things, and what the emulator calls them: ids, tokens, codes and keys are drawn by
 * whoever answers, so the two are matched where they first show up, one to one, and have to stay matched.
 */
import { claimsOf, isObject } from "./recordings.ts"

const jwts = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g

/** Texts that are drawn: UUIDs, codes and refresh tokens, nonces, authorization codes, API keys, tokens of webhooks. */
const drawn =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-z]{45}|[0-9a-z]{39}|[0-9a-f]{64}|[sp]k_\w{50,}|[ps]ck_\w{45,}|appsk_\w+|[\w-]{43})$/

/** Keys of projects are masked in the recordings. */
const masked = /^(?:pck|ssk|sak)_0{50}$/

const handleOf = (id: string): string => Buffer.from(id).toString("base64url")

export class Names {
  private readonly own = new Map<string, string>()
  private readonly recorded = new Map<string, string>()

  /** Says that what was recorded as one thing is called another here. */
  match(recorded: string, own: string): void {
    if (recorded === own || this.own.has(recorded) || this.recorded.has(own)) return
    this.own.set(recorded, own)
    this.recorded.set(own, recorded)
    // The handles of users are their ids in base64url.
    if (recorded.length === 36 && own.length === 36) this.match(handleOf(recorded), handleOf(own))
  }

  has(recorded: string): boolean {
    return this.own.has(recorded)
  }

  /** Whether something of the emulator's has a recorded counterpart. */
  isMatched(own: string): boolean {
    return this.recorded.has(own)
  }

  /** The emulator's name of something, or the recorded one if that is the same. */
  of(recorded: string): string {
    return this.own.get(recorded) ?? recorded
  }

  /** A text with every recorded name replaced by the emulator's. Access tokens are left to `token`. */
  toOwn(text: string, token: (recorded: string) => string): string {
    return replaceAll(text.replace(jwts, token), this.own)
  }

  /** A JSON value with every name of the emulator's replaced by the recorded one. */
  toRecorded(value: unknown): unknown {
    if (typeof value === "string") return replaceAll(value, this.recorded)
    if (Array.isArray(value)) return value.map((item) => this.toRecorded(item))
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.toRecorded(item)]))
      : value
  }

  /** Matches what two answers call the same things, wherever both have a drawn text in the same place. */
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

  /** The same for two URLs: the parameters of their queries are matched by name. */
  learnUrl(recorded: string | undefined, own: string | undefined): void {
    if (recorded === undefined || own === undefined || !URL.canParse(recorded) || !URL.canParse(own)) return
    const query = (url: string) => Object.fromEntries(new URL(url).searchParams)
    this.learn(query(recorded), query(own), () => {})
  }
}

/** Replaces the longest names first, since a code ends with its nonce. */
const replaceAll = (text: string, names: ReadonlyMap<string, string>): string =>
  Array.from(names).filter(([from]) => text.includes(from)).sort(([a], [b]) => b.length - a.length)
    .reduce((replaced, [from, to]) => replaced.replaceAll(from, to), text)
