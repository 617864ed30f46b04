/**
 * Exchanges that were recorded between a client and the running service, as far as they are at hand: they lie outside the
 * repository, and tests that need them say so when they are skipped.
 */
import * as Schema from "effect/Schema"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe } from "vitest"
import type { Any } from "../../src/wire/Endpoint.ts"
import { endpoints as descriptions } from "../../src/wire/endpoints.ts"
import * as oauth from "../../src/wire/oauth.ts"
import * as projects from "../../src/wire/projects.ts"
import * as tokens from "../../src/wire/tokens.ts"

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
    /** What travelled: 200 for a refusal whose status the client asked to be overridden. */
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    /** Parsed when it is JSON, else a text, else `null`. */
    readonly body: unknown
  }
}

/** Reads a JSON file beside the repository; `undefined` where it is absent. */
export const readShared = (file: string): unknown => {
  const path = fileURLToPath(new URL(`../../../shared/wire/${file}`, import.meta.url))
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined
}

/** `describe` where a file beside the repository is at hand; elsewhere it skips, and says why. */
export const describeWith = (file: string, content: unknown, name: string, suite: () => void): void => {
  const absent = content === undefined
  const reason = `skipped: ../shared/wire/${file} is not here`
  if (absent) console.warn(`${name}: ${reason}`)
  describe.skipIf(absent)(absent ? `${name} (${reason})` : name, suite)
}

const file = "recordings.json"
// Sound: the file is an array of recordings by its making, and the tests compare every field of it.
const read = readShared(file) as ReadonlyArray<Recording> | undefined

/** Every recorded exchange, in the order of recording; none where they are absent. */
export const recordings: ReadonlyArray<Recording> = read ?? []

/** The recording of a name, which is there for whoever asks: the tests that ask are skipped without recordings. */
export const byName = (name: string): Recording => recordings.find((recording) => recording.name === name)!

/** A suite that needs the recordings. */
export const describeRecordings = (name: string, suite: () => void): void => describeWith(file, read, name, suite)

/** A request that no description is about, such as one to an unknown path, is read with a description made for it. */
const undescribed = (id: string): Any => ({ ...projects.health, id, success: Schema.Json })

const others = {
  unknownPath: undescribed("(unknown path)"),
  otherMethod: undescribed("(unknown method of users/me)")
}

/** The API root of a path, whichever of the service's prefixes it has, and what is below. */
const below = (path: string): string | undefined => /^\/api\/(?:v1|latest|v2beta4)(\/.*)?$/.exec(path)?.[1]

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/:\w+/g, "[^/]+")}$`).test(path)

/** Paths that are no endpoint's, and answered nevertheless. */
const otherPaths =
  /^(?:\/api\/v1(?:\/|\/health|\/nope\/.*)?|\/api\/v\d+\/projects\/.*|\/api\/[^/]+\/projects\/[^/]+\/\.well-known\/jwks\.json)$/

/** Whether an exchange is about an endpoint that has a description, or about a path that needs none. */
export const isInScope = ({ request: { path } }: Recording): boolean => {
  const route = path === "/health" ? "//health" : below(path)
  return otherPaths.test(path) || descriptions.some((endpoint) => matches(endpoint.path, route ?? ""))
}

const rank = (level: string): number => ["client", "server", "admin"].indexOf(level)

/** Finds the description of an exchange: by its method, its path and what its access type may call. */
export const descriptionOf = ({ request }: Recording): Any => {
  const { headers, method, path } = request
  const payload = payloadOf(request)
  if (path === "/api/v1/auth/oauth/token") {
    return isObject(payload) && payload["grant_type"] === "authorization_code" ? oauth.exchange : tokens.refresh
  }
  if (path === "/health") return projects.health
  if (path === "/api/v1") return projects.apiRoot
  const route = below(path)
  if (route === undefined) return others.unknownPath
  const onPath = descriptions.filter((endpoint) => endpoint.path === route)
  const candidates = onPath.length > 0 ? onPath : descriptions.filter((endpoint) => matches(endpoint.path, route))
  if (candidates.length === 0) return others.unknownPath
  const overloads = candidates.filter((endpoint) => endpoint.method === method)
    .sort((a, b) => rank(b.level) - rank(a.level))
  const level = rank(headers["X-Stack-Access-Type"] ?? "client")
  return overloads.find((endpoint) => rank(endpoint.level) <= level) ?? overloads.at(-1) ?? others.otherMethod
}

/** The status that is meant, overridden or not. */
export const statusOf = ({ headers, status }: Recording["response"]): number =>
  Number(headers["x-stack-actual-status"] ?? status)

/** The code of a known error, if the response is one. */
export const codeOf = ({ headers }: Recording["response"]): string | undefined => headers["x-stack-known-error"]

/** The same response with its status overridden, or as it travels when the client did not ask for that. */
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
  readonly refreshTokenId: string
  readonly aud: string
  readonly iat: number
  readonly exp: number
}

/** Reads the claims of a recorded access token; `undefined` for a text that is none. */
export const claimsOf = (token: unknown): RecordedClaims | undefined => {
  const payload = typeof token === "string" ? /^eyJ[\w-]+\.(eyJ[\w-]+)\.[\w-]+$/.exec(token)?.[1] : undefined
  return payload === undefined ? undefined : JSON.parse(Buffer.from(payload, "base64url").toString())
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A recorded value whose fields are read by name: a name that it does not have shows up as a failed comparison. */
// Sound in tests only: nothing but assertions depends on it.
export const fieldsOf = (value: unknown): any => value ?? {}

/** Rows of a table as text, columns aligned. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string | number>>): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)))
  const cell = (value: string | number, column: number) =>
    typeof value === "number" ? String(value).padStart(widths[column]!) : value.padEnd(widths[column]!)
  return rows.map((row) => row.map(cell).join("  ").trimEnd()).join("\n")
}
