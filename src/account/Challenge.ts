/** A server's challenge to sign in again (RFC 9470), and its parser. */
import { isObject, parseJson } from "../wire/Json.ts"
import { type Challenge, secondFactorAcr } from "../wire/stepUp.ts"

/** The longest header and body that are read, in characters. Usual ones have 300. */
const maxLength = 8192

const token = "[!#$%&'*+.^_`|~\\w-]+"
const parameter = new RegExp(`^(${token})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${token}))\\s*(?=,|$)`)
const scheme = new RegExp(`^(${token})(?:\\s+|(?=,)|$)`)
/** A credential in place of parameters (`token68`). */
const credential = /^[\w.~+/-]+=*\s*(?=,|$)/

type Parameters = Map<string, string>

/** Parses `WWW-Authenticate` (RFC 9110 § 11.6.1): the parameters of each `Bearer` challenge; none if it is malformed. */
const parseBearer = (header: string): ReadonlyArray<Parameters> => {
  const found: Array<Parameters> = []
  let current: Parameters | undefined
  let rest = header
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest)
    if (match !== null) rest = rest.slice(match[0].length)
    return match
  }
  for (;;) {
    take(/^[\s,]+/)
    if (rest === "") return found
    const [, name, quoted, plain] = take(parameter) ?? []
    if (name === undefined) {
      const next = take(scheme)?.[1]
      if (next === undefined) return []
      current = new Map()
      if (next.toLowerCase() === "bearer") found.push(current)
      take(credential)
    } else if (current === undefined) return []
    // A parameter must not be repeated. The first one counts.
    else if (!current.has(name.toLowerCase())) {
      current.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "")
    }
  }
}

const toSeconds = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined

/**
 * Parses the header `WWW-Authenticate` of a response with status 401. Returns `undefined` if it does not ask for another
 * sign-in, or for one that this service does not have. Never fails.
 */
export const parseHeader = (header: string | null | undefined): Challenge | undefined => {
  if (header === null || header === undefined || header.length > maxLength) return undefined
  for (const challenge of parseBearer(header)) {
    if (challenge.get("error") !== "insufficient_user_authentication") continue
    const levels = challenge.get("acr_values")?.split(/\s+/).filter((level) => level !== "") ?? []
    const hasSecond = levels.includes(secondFactorAcr)
    if (levels.length > 0 && !hasSecond) continue
    return { maxAge: toSeconds(challenge.get("max_age")), factor: hasSecond ? "second" : undefined }
  }
  return undefined
}

/**
 * Parses a problem's body (RFC 9457), as `Authorization.requireRecent` creates it. A page cannot read the header of another
 * origin's response unless its server allows that. Never fails.
 */
export const parseProblem = (text: string): Challenge | undefined => {
  const body = text.length > maxLength ? undefined : parseJson(text)
  if (!isObject(body) || body["code"] !== "RecentSignInRequired") return undefined
  const { factor, maxAge } = body
  return {
    maxAge: typeof maxAge === "number" ? toSeconds(String(maxAge)) : undefined,
    factor: factor === "second" ? "second" : undefined
  }
}

export type { Challenge } from "../wire/stepUp.ts"
