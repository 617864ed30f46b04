/**
 * Exchanges recorded between a client and the running service, if available: they are outside the repository, and tests that
 * require them report that when they are skipped.
 */
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe } from "vitest"
import { decodeInput } from "../../src/emulator/requests/input.ts"
import { jsonValue } from "../../src/wire/Codec.ts"
import type { Any, Generation } from "../../src/wire/Endpoint.ts"
import { endpoints as descriptions } from "../../src/wire/endpoints.ts"
import { RequestSchemaError } from "../../src/wire/KnownErrors.ts"
import * as oauth from "../../src/wire/oauth.ts"
import * as projects from "../../src/wire/projects.ts"
import * as tokens from "../../src/wire/tokens.ts"
import { groupBy } from "../support/groupBy.ts"

export interface Recording {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query?: Readonly<Record<string, string>>
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly response: {
    /** The status on the wire: 200 for a refusal with status override. */
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    /** Parsed JSON, otherwise a text, otherwise `null`. */
    readonly body: unknown
  }
}

/** Reads a JSON file beside the repository; `undefined` if it is absent. */
export const readShared = (file: string): unknown => {
  const path = fileURLToPath(new URL(`../../../shared/wire/${file}`, import.meta.url))
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined
}

/** `describe` if a file beside the repository exists; otherwise it skips, with the reason. */
export const describeWith = (file: string, content: unknown, name: string, suite: () => void): void => {
  const absent = content === undefined
  const reason = `skipped: ../shared/wire/${file} is not here`
  if (absent) console.warn(`${name}: ${reason}`)
  describe.skipIf(absent)(absent ? `${name} (${reason})` : name, suite)
}

/** The recorded exchanges of one generation of the service. */
export class Recorded {
  readonly generation: Generation
  /** Every recorded exchange in order; empty if the file is absent. */
  readonly all: ReadonlyArray<Recording>
  /** Declares a suite that requires the recordings. */
  readonly describe: (name: string, suite: () => void) => void
  private readonly named: ReadonlyMap<string, Recording>

  constructor(generation: Generation, file: string) {
    // Sound: the file is an array of recordings, and the tests compare every field of it.
    const read = readShared(file) as ReadonlyArray<Recording> | undefined
    this.generation = generation
    this.all = read ?? []
    this.named = new Map(this.all.map((recording) => [recording.name, recording]))
    this.describe = (name, suite) => describeWith(file, read, name, suite)
  }

  /** The recordings in scope, by the description of their endpoint. Both are in recording order. */
  get byEndpoint(): ReadonlyMap<Any, ReadonlyArray<Recording>> {
    return this.grouped ??= groupBy(
      this.all.filter(isInScope),
      (recording) => descriptionOf(recording, this.generation)
    )
  }

  private grouped: ReadonlyMap<Any, ReadonlyArray<Recording>> | undefined

  /** Returns the recording with a name. Tests that use it are skipped without recordings. */
  byName(name: string): Recording {
    return this.named.get(name)!
  }

  /** Returns the body of a recorded response. */
  bodyOf(name: string) {
    return fieldsOf(this.byName(name).response.body)
  }

  /** Returns the payload of a recorded request. */
  payloadOf(name: string) {
    return fieldsOf(payloadOf(this.byName(name).request))
  }

  /** Returns the refresh token of a recorded request. */
  tokenOf(name: string): string {
    return this.byName(name).request.headers["X-Stack-Refresh-Token"]!
  }

  /** Returns the claims of a recorded request's access token. */
  owner(name: string): RecordedClaims {
    return this.claimsIn(this.byName(name), "X-Stack-Access-Token")!
  }

  /**
   * Returns the claims of an access token in a request's header. Tokens of normal users contain only `sub` and `exp` in the
   * recordings of 2026; the responses that issued them show the other claims.
   */
  claimsIn(recording: Recording, header: TokenHeader): RecordedClaims | undefined {
    const claims = claimsOf(recording.request.headers[header])
    if (claims === undefined || claims.iat !== undefined) return claims
    const before = this.all.indexOf(recording)
    const issued = this.issued().filter(({ claims: { sub } }) => sub === claims.sub)
    const found = issued.find((issued) => issued.claims.exp === claims.exp) ??
      issued.findLast(({ index }) => index < before) ?? issued[0]
    const project = found?.claims.project ?? fieldsOf(fieldsOf(recording.response.body).details).actual_project_id ??
      (header === "X-Stack-Access-Token" ? recording.request.headers["X-Stack-Project-Id"] : "internal")
    const { body } = recording.response
    const current = fieldsOf(body).items?.find?.((item: unknown) => fieldsOf(item).is_current_session === true)
    const sessionId = current?.id ?? fieldsOf(fieldsOf(body).details).refresh_token_id ??
      this.sessionOf(recording.request.headers["X-Stack-Refresh-Token"]) ?? found?.claims.sessionId ??
      `session of ${claims.sub}`
    return { ...claims, sessionId, aud: project, project, iat: claims.exp - 60 }
  }

  /** Returns the session of a refresh token, if a response issued or refreshed an access token of that session. */
  private sessionOf(refreshToken: string | undefined): string | undefined {
    if (this.sessions === undefined) {
      this.sessions = new Map()
      for (const { request, response } of this.all) {
        const claims = claimsOf(fieldsOf(response.body).access_token)
        const token = fieldsOf(response.body).refresh_token ?? fieldsOf(payloadOf(request)).refresh_token ??
          request.headers["X-Stack-Refresh-Token"]
        if (claims !== undefined && token !== undefined) this.sessions.set(token, claims.sessionId)
      }
    }
    return refreshToken === undefined ? undefined : this.sessions.get(refreshToken)
  }

  private sessions: Map<string, string> | undefined

  private issuedClaims: Array<{ readonly index: number; readonly claims: RecordedClaims }> | undefined

  private issued() {
    return this.issuedClaims ??= this.all.flatMap(({ response }, index) => {
      const claims = claimsOf(fieldsOf(response.body).access_token)
      return claims === undefined ? [] : [{ index, claims }]
    })
  }
}

export type TokenHeader = "X-Stack-Access-Token" | "X-Stack-Admin-Access-Token"

export const recorded2025 = new Recorded("2025", "recordings.json")
export const recorded2026 = new Recorded("2026", "recordings-2026.json")

/** A request without a description, such as one to an unknown path, is read with a description created for it. */
const makeUndescribed = (id: string): Any => ({ ...projects.health, id, success: jsonValue })

const others = {
  unknownPath: makeUndescribed("(unknown path)"),
  otherMethod: makeUndescribed("(unknown method of users/me)")
}

/** Returns `true` for the description of requests without one, which no client sends. */
export const isUndescribed = (endpoint: Any): boolean =>
  endpoint === others.unknownPath || endpoint === others.otherMethod

/** The API root of a path, with any of the service's prefixes, and the rest. */
const below = (path: string): string | undefined => /^\/api\/(?:v1|latest|v2beta4)(\/.*)?$/.exec(path)?.[1]

/** The paths of all descriptions, and the patterns that they match. */
const patterns: ReadonlyMap<string, RegExp> = new Map(
  descriptions.map(({ path }) => [path, new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`)])
)

/** Paths that are not endpoints, and still get a response. */
const otherPaths =
  /^(?:\/api\/v1(?:\/|\/health|\/nope\/.*)?|\/api\/v\d+\/projects\/.*|\/api\/[^/]+\/projects(?:-\w+-users)?\/[^/]+\/\.well-known\/jwks\.json)$/

/** Returns `true` if an exchange is about an endpoint with a description, or about a path that requires none. */
export const isInScope = ({ request: { path } }: Recording): boolean => {
  const route = path === "/health" ? "//health" : below(path)
  return otherPaths.test(path) || [...patterns.values()].some((pattern) => pattern.test(route ?? ""))
}

const rank = (level: string): number => ["client", "server", "admin"].indexOf(level)

/** Returns `true` for a request for the provider's URL as JSON, which has a separate description. */
const isJsonMode = ({ query }: Recording["request"]): boolean => query?.["stack_response_mode"] === "json"

/** Finds the description of an exchange by its method, path and access type. */
export const descriptionOf = ({ request }: Recording, generation: Generation): Any => {
  const { headers, method, path } = request
  const payload = payloadOf(request)
  if (path === "/api/v1/auth/oauth/token") {
    return isObject(payload) && payload["grant_type"] === "authorization_code" ? oauth.exchange : tokens.refresh
  }
  if (path.includes("/auth/oauth/authorize/") && request.query?.["stack_response_mode"] === "json") {
    return oauth.authorizeAsJson
  }
  if (path === "/health") return projects.health
  if (path === "/api/v1") return projects.apiRoot
  const route = below(path)
  if (route === undefined) return others.unknownPath
  const known = descriptions.filter((endpoint) => (endpoint.generation ?? generation) === generation)
  const onPath = known.filter((endpoint) => endpoint.path === route)
  const candidates = onPath.length > 0 ? onPath : known.filter(({ path }) => patterns.get(path)!.test(route))
  if (candidates.length === 0) return others.unknownPath
  const overloads = candidates.filter((endpoint) => endpoint.method === method)
    .sort((a, b) => rank(b.level) - rank(a.level))
  const level = rank(headers["X-Stack-Access-Type"] ?? "client")
  const first = overloads.find((endpoint) => rank(endpoint.level) <= level)
  if (first === undefined) return overloads.at(-1) ?? others.otherMethod
  // Endpoints of one level on one path differ in their inputs.
  const alike = overloads.filter((endpoint) =>
    endpoint.level === first.level && (endpoint.id === "oauth.authorize.json") === isJsonMode(request)
  )
  if (alike.length < 2) return first
  const given = { payload: payload ?? {}, query: request.query ?? {} }
  return alike.find((endpoint) =>
    !(decodeInput(endpoint, given, [], { generation, isNewest: false }) instanceof RequestSchemaError)
  ) ??
    first
}

/** The intended status, overridden or not. */
export const statusOf = ({ headers, status }: Recording["response"]): number =>
  Number(headers["x-stack-actual-status"] ?? status)

/** The code of a known error, if the response is one. */
export const codeOf = ({ headers }: Recording["response"]): string | undefined => headers["x-stack-known-error"]

/** The same response with its status overridden, or as sent without an override. */
export const withOverride = (response: Recording["response"], override: boolean): Recording["response"] => {
  const { "x-stack-actual-status": _, ...headers } = response.headers
  const status = statusOf(response)
  return override && status >= 400
    ? { ...response, status: 200, headers: { ...headers, "x-stack-actual-status": String(status) } }
    : { ...response, status, headers }
}

/** The body of a request as the service reads it: the fields of a form, a JSON value, or a text. */
export const payloadOf = ({ body, headers }: Recording["request"]): unknown =>
  headers["Content-Type"]?.startsWith("application/x-www-form-urlencoded") && typeof body === "string"
    ? Object.fromEntries(new URLSearchParams(body))
    : body

export interface RecordedClaims {
  readonly sub: string
  readonly sessionId: string
  /** The project, with a suffix for restricted and for anonymous users. */
  readonly aud: string
  readonly project: string
  readonly iat: number
  readonly exp: number
  /** The names and values of all claims. */
  readonly all: Readonly<Record<string, unknown>>
}

/** Parses the claims of a recorded access token of either generation; `undefined` for another text. */
export const claimsOf = (token: unknown): RecordedClaims | undefined => {
  const payload = typeof token === "string" && token.startsWith("eyJ")
    ? /^eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]*$/.exec(token)?.[1]
    : undefined
  if (payload === undefined) return undefined
  let claims = parsedClaims.get(payload)
  if (claims === undefined) {
    const all = JSON.parse(Buffer.from(payload, "base64url").toString())
    const sessionId = all.refreshTokenId ?? all.refresh_token_id
    const { aud, exp, iat, sub } = all
    parsedClaims.set(payload, claims = { sub, sessionId, aud, project: aud?.split(":")[0], iat, exp, all })
  }
  return claims
}

/** The claims by the encoded payload of their token, because a session's token is in many recordings. */
const parsedClaims = new Map<string, RecordedClaims>()

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A recorded value whose fields are read by name: a missing name fails a comparison. */
// Sound in tests only: only assertions depend on it.
export const fieldsOf = (value: unknown): any => value ?? {}
