/** Comparison with recordings: of a value decoded by the client, and of a response of the emulator. */
import * as Redacted from "effect/Redacted"
import type { EmulatorResponse } from "../../src/emulator/requests/http.ts"
import { assertEqual, assertIdentical, assertTrue } from "./assertions.ts"
import type { Names } from "./names.ts"
import { claimsOf, isObject, type RecordedClaims, type Recording } from "./recordings.ts"

const isTime = (name: string) => /_millis$|^created_at$|^last_used_at$|^expires_at$/.test(name)
const isSecret = (name: string) =>
  /^(?:refresh_token|attempt_code|client_secret|password|polling_code|login_code|token)$/.test(name)
const isPermissionList = (name: string) => name.endsWith("_default_permissions")
const isFreeJson = (name: string) => name.endsWith("_metadata")

/** The names that programs have for fields of the wire. The first one does not follow from the wire's. */
const publicNames = new Map([["provider_account_id", "accountId"]])

/** Returns the name that programs have for a field of the wire. */
const publicName = (name: string): string => {
  let found = publicNames.get(name)
  if (found === undefined) {
    const isTimeName = /^(?:signed_up|last_active|created|expires|manually_revoked|sent)_at_millis$/.test(name)
    found = (isTimeName ? name.slice(0, -7) : name).replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    publicNames.set(name, found)
  }
  return found
}

/** Compares a decoded value with its JSON field by field: nothing may be lost, added or left as text. */
export const assertSame = (decoded: unknown, wire: unknown, path: string, name = ""): void => {
  if (decoded instanceof Date) {
    assertIdentical(typeof wire === "string" ? decoded.toISOString() : decoded.getTime(), wire, path)
  } else if (Redacted.isRedacted(decoded)) assertIdentical(Redacted.value(decoded), wire, path)
  else if (isFreeJson(name)) assertEqual(decoded, wire, path)
  else if (isPermissionList(name) && Array.isArray(wire)) {
    // Objects with only an id on the wire are ids in a program.
    assertTrue(Array.isArray(decoded), path)
    assertEqual(decoded.map((id: unknown) => ({ id })), wire, path)
  } else if (Array.isArray(wire)) {
    assertTrue(Array.isArray(decoded), path)
    assertIdentical(decoded.length, wire.length, path)
    wire.forEach((item, index) => assertSame(decoded[index], item, `${path}[${index}]`))
  } else if (isObject(wire)) {
    assertTrue(isObject(decoded), path)
    const names = Object.keys(wire)
    for (const name of names) {
      assertTrue(Object.hasOwn(decoded, publicName(name)), `${path}.${name} is lost`)
      assertSame(decoded[publicName(name)], wire[name], `${path}.${name}`, name)
    }
    const known = new Set(names.map(publicName))
    const added = Object.keys(decoded).filter((name) => !known.has(name))
    assertEqual(added, [], `${path} has fields that were not recorded`)
  } else {
    assertTrue(!isTime(name) || wire === null || path.includes(".details."), `${path} is a time and no Date`)
    assertTrue(!isSecret(name), `${path} is a secret and readable`)
    if (name === "config_string") assertEqual(decoded, parsed(String(wire)), path)
    else assertIdentical(decoded, wire, path)
  }
}

/** A body as JSON, or as text if it is not JSON. */
export const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? "null")
  } catch {
    return text
  }
}

/** Values that are random, times or texts of the responder: only their type is compared. */
const isFree = (name: string): boolean =>
  /^(?:error|error_description|message|kid|x|y|expires_in|last_four|challenge)$|(?<!expired)_at(?:_millis)?$/.test(name)

/**
 * The fields that services send since the recordings were made, by their names on the wire. The emulator's responses have them, the
 * recorded ones do not.
 */
const newerFields: ReadonlySet<string> = new Set<string>()

/** Fails unless two objects have the same fields, apart from the newer ones. */
const assertSameFields = (actual: object, recorded: object, path: string): void => {
  for (const name of Object.keys(recorded)) {
    assertTrue(!newerFields.has(name), `${path}.${name} is recorded, so not newer`)
  }
  const missing = Object.keys(recorded).filter((name) => !Object.hasOwn(actual, name))
  const added = Object.keys(actual).filter((name) => !Object.hasOwn(recorded, name) && !newerFields.has(name))
  assertTrue(
    missing.length + added.length === 0,
    `${path} has other fields: missing [${missing.join(", ")}], added [${added.join(", ")}]`
  )
}

/** Claims of 2026 whose values the state determines. */
const comparedClaims = [
  "project_id",
  "branch_id",
  "role",
  "name",
  "email",
  "email_verified",
  "is_anonymous",
  "is_restricted",
  "restricted_reason",
  "requires_totp_mfa"
]

/** Compares the claims of two access tokens, with their project and times. */
const compareClaims = (
  actual: RecordedClaims | undefined,
  recorded: RecordedClaims | undefined,
  path: string
): void => {
  assertTrue(actual !== undefined && recorded !== undefined, `${path} is not an access token`)
  assertSameFields(actual.all, recorded.all, path)
  assertIdentical(actual.aud, recorded.aud, `${path}: aud`)
  // Tokens of the service recorded in 2026 were valid for 60 seconds by its configuration.
  const life = recorded.all["project_id"] === undefined ? recorded.exp - recorded.iat : 600
  assertIdentical(actual.exp - actual.iat, life, `${path} lives for another time`)
  for (const name of comparedClaims) assertEqual(actual.all[name], recorded.all[name], `${path}: ${name}`)
}

/** The URL of an image stored by the service recorded in 2026. */
const storedImage = /\/stack-storage\//

const kind = (value: unknown): string => value === null ? "null" : Array.isArray(value) ? "array" : typeof value

/** Trusted domains have random ids. */
const withoutDomainIds = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key.endsWith("trustedDomains") && isObject(inner) ? Object.values(inner) : withoutDomainIds(inner)
      ])
    )
    : value

const compare = (actual: unknown, recorded: unknown, path: string, name: string): void => {
  assertIdentical(kind(actual), kind(recorded), `${path} has another type`)
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    assertIdentical(actual.length, recorded.length, `${path} has another length`)
    recorded.forEach((item, index) => compare(actual[index], item, `${path}[${index}]`, name))
  } else if (isObject(recorded) && isObject(actual)) {
    // A document of the service, which was masked.
    if (Object.keys(recorded).join() === "<template document>") return
    assertSameFields(actual, recorded, path)
    for (const name of Object.keys(recorded)) compare(actual[name], recorded[name], `${path}.${name}`, name)
  } else if ((name === "location" || name === "redirect_url") && typeof recorded === "string") {
    compareLocation(actual, recorded)
  } else if (typeof recorded === "string" && storedImage.test(recorded)) {
    assertTrue(/^https?:/.test(String(actual)), `${path} is not the URL of a stored image: ${String(actual)}`)
  } else if (name === "access_token" && claimsOf(recorded) !== undefined) {
    compareClaims(claimsOf(actual), claimsOf(recorded), path)
  } else if (name === "config_string" && typeof actual === "string" && typeof recorded === "string") {
    compare(withoutDomainIds(JSON.parse(actual)), withoutDomainIds(JSON.parse(recorded)), path, "")
  } else if (typeof recorded === "string" && /^(?:<.*>|(?:pck|ssk|sak)_0{50})$/.test(recorded)) {
    // A text of the service, or a masked key.
  } else if (typeof recorded === "string" && recorded.includes("/stack-storage/")) {
    // An image stored by the service.
    assertTrue(URL.canParse(String(actual)), `${path} is not a URL`)
  } else if (!isFree(name)) {
    assertIdentical(actual, recorded, `${path} has another value`)
  }
}

/** The emulator has one provider beside its API; the recorded service had others at other hosts. */
const isProvider = ({ searchParams }: URL): boolean => searchParams.has("code_challenge")

/** The page a browser is redirected to; a provider's is identified by its redirect URI. */
const pageOf = (url: URL): string =>
  isProvider(url) ? new URL(url.searchParams.get("redirect_uri")!).pathname : url.origin + url.pathname

/** Compares a redirect: the page, and each query parameter. */
const compareLocation = (actual: unknown, recorded: string | undefined): void => {
  if (recorded === undefined || !URL.canParse(recorded)) return assertIdentical(actual, recorded, "location")
  const url = new URL(recorded)
  const own = new URL(String(actual))
  assertIdentical(pageOf(own), pageOf(url), "page of the location")
  const parameters = ({ searchParams }: URL) =>
    Array.from(searchParams, ([name, value]) => [
      name,
      /^(?:message|error_description|redirect_uri)$/.test(name)
        ? "<text>"
        : name === "details"
        ? value.replace(/"message":"[^"]*"/, "")
        // The provider of the service recorded in 2026 requests this additional scope.
        : name === "scope"
        ? value.replace(" offline_access", "")
        : value
    ])
  assertEqual(parameters(own), parameters(url), "query of the location")
}

/** The headers that pages may send, without those of the family unknown to the recorded service. */
const ownFamily = (headers: EmulatorResponse["headers"]): ReadonlyArray<string> =>
  (headers["access-control-allow-headers"] ?? "").split(", ").filter((name) => !name.startsWith("x-hexclave-"))

/** Compares the emulator's response with the recorded one. */
export const compareResponse = (
  { response }: Recording,
  { body, headers, status }: EmulatorResponse,
  names: Names
): void => {
  for (const name of ["x-stack-known-error", "x-stack-actual-status"]) {
    assertIdentical(headers[name], response.headers[name], name)
  }
  compareLocation(names.toRecorded(headers["location"]), response.headers["location"])
  assertIdentical("set-cookie" in headers, "set-cookie" in response.headers, "set-cookie")
  const allowed = response.headers["access-control-allow-headers"]
  if (allowed !== undefined) assertEqual(ownFamily(headers), allowed.split(", "), "allowed headers")
  assertIdentical(status, response.status, "status")
  const hasId = "x-stack-request-id" in response.headers
  assertIdentical("x-stack-request-id" in headers, hasId, "x-stack-request-id")
  const recordedType = response.headers["content-type"]
  const type = recordedType === "<text>" ? "application/json; charset=utf-8" : recordedType
  assertIdentical(headers["content-type"], type, "content-type")
  if (response.body === null) assertIdentical(body ?? "", "", "body")
  else if (!isObject(response.body)) {
    assertTrue(body !== undefined && body !== "" && typeof parsed(body) === "string", "a text is expected")
  } else compare(names.toRecorded(parsed(body)), response.body, "body", "")
}
