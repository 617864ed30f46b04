/** Arbitrary requests, and a world to send them to. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { ContactChannels, Password } from "latchkey"
import { InternalApiKeys } from "latchkey/admin"
import type { EmulatorRequest } from "latchkey/emulator"
import { ApiKeys, Sessions, TeamInvitations, TeamMembers, Teams, Users } from "latchkey/server"
import type { StructCodec } from "../../src/wire/Codec.ts"
import type { AccessLevel, Any } from "../../src/wire/Endpoint.ts"
import { modules } from "../../src/wire/endpoints.ts"
import { getWireNames } from "../../src/wire/names.ts"
import { toSnakeCase } from "../../src/wire/Struct.ts"
import { codePoint } from "../support/codePoint.ts"
import { adminHeaders, callbackUrl, clientHeaders, nobody, send, serverHeaders, signUp } from "./support.ts"

/** Placeholders in angle brackets that are replaced when a request is sent: ids, codes and tokens of its world. */
export type Names = Readonly<Record<string, string>>

const endpoints = Object.values(modules).flatMap((module) => Object.values(module))
  .filter((value: unknown): value is Any => typeof value === "object" && value !== null && "path" in value)

const junk = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 20 }),
  fc.constantFrom(
    "",
    " ",
    "__proto__",
    "constructor",
    "toString",
    "me",
    "..",
    "%",
    "%00",
    "\u0000",
    "\ud800",
    "null",
    "true",
    "-1",
    "1e309",
    "NaN",
    "$read_members",
    "<script>alert(1)</script>",
    "a".repeat(45),
    "javascript:alert(1)",
    "https://[::1"
  )
)

const ids = fc.constantFrom("<ada>", "<team>", "<session>", "<key>", "<invitation>", "<invitation>", nobody)
const addresses = fc.constantFrom("ada@example.com", "eve@example.com", "new@example.com", "ADA@EXAMPLE.COM")
const urls = fc.constantFrom(callbackUrl, "https://evil.example.com/", "http://localhost", "data:image/png;base64,AAAA")
const numbers = fc.oneof(
  fc.constant(null),
  fc.constant(2_000_000_000_000),
  fc.constantFrom(0, -1, 1, 0.5, 1e300, -1e300, 8.64e15, 8.64e15 + 1, -8.64e15 - 1, 86_400_000, 2_000_000_000_000),
  fc.double({ noNaN: true })
)
const json = fc.oneof(
  fc.jsonValue({ depthSize: "small", stringUnit: "binary" }),
  fc.constantFrom<unknown>(
    JSON.parse("{\"__proto__\":{\"a\":1},\"constructor\":null}"),
    Array.from({ length: 3_000 }).reduce<unknown>((inner) => [inner], []),
    { managedProjectIds: [{}, "internal", null] }
  )
)

const block = (children: ReadonlyArray<string>) => ({ type: "EmailLayout", data: { childrenIds: children } })
const documents = fc.constantFrom<unknown>(
  { root: block([]) },
  { root: block(["root", "__proto__"]) },
  JSON.parse(
    "{\"root\":{\"type\":\"EmailLayout\",\"data\":{\"childrenIds\":[\"__proto__\"]}},\"__proto__\":{\"type\":\"Text\",\"data\":{}}}"
  ),
  Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [i === 0 ? "root" : `${i}`, block(i === 19_999 ? [] : [`${i + 1}`])])
  )
)

const permissions = fc.constantFrom(
  "$read_members",
  "$manage_api_keys",
  "team_admin",
  "team_member",
  "fly",
  "swim",
  "$no"
)

const configs = fc.record({
  allow_localhost: fc.boolean(),
  sign_up_enabled: fc.boolean(),
  create_team_on_sign_up: fc.boolean(),
  oauth_account_merge_strategy: fc.constantFrom("link_method", "raise_error", "allow_duplicates"),
  email_config: fc.constantFrom<unknown>({ type: "shared" }, {
    type: "standard",
    host: "mail.example.com",
    port: 25,
    username: "u",
    password: "p",
    sender_name: "n",
    sender_email: "s@example.com"
  }),
  domains: fc.array(fc.record({ domain: fc.oneof(urls, junk), handler_path: fc.constantFrom("/handler", "") })),
  oauth_providers: fc.array(
    fc.record({ id: fc.constantFrom("github", "x", "__proto__"), type: fc.constant("shared") })
  ),
  team_creator_default_permissions: fc.array(fc.record({ id: permissions })),
  user_default_permissions: fc.array(fc.record({ id: permissions }))
}, { requiredKeys: [] })

const oneOf = (...values: ReadonlyArray<unknown>) => fc.constantFrom(...values)

/** Valid values for fields with certain names. */
const usual: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  user_id: oneOf("me", "<ada>", "<ada>", "<eve>", nobody),
  creator_user_id: oneOf("me", "<ada>", "<eve>", nobody),
  team_id: oneOf("<team>", "<team>", "<team>", nobody),
  selected_team_id: oneOf("<team>", null, nobody),
  contact_channel_id: oneOf("<channel>", "<channel>", nobody),
  api_key_id: oneOf("<key>", "<teamKey>", "<keySet>", nobody),
  permission_id: permissions,
  id: fc.oneof(permissions, ids),
  provider_id: oneOf("github", "google", "x"),
  provider_scope: oneOf("repo"),
  scope: oneOf("legacy", "repo"),
  client_id: oneOf(clientHeaders["x-stack-project-id"], "internal#main"),
  client_secret: oneOf(clientHeaders["x-stack-publishable-client-key"]),
  grant_type: oneOf("refresh_token", "authorization_code"),
  response_type: oneOf("code"),
  code_challenge_method: oneOf("S256", "plain", "x"),
  code_verifier: oneOf("verifier"),
  code_challenge: oneOf("verifier"),
  order_by: oneOf("signed_up_at"),
  cursor: oneOf("<ada>", "<eve>", nobody),
  limit: oneOf("1", "2", "1000000", "0", "1.5", "1e9", "-1"),
  desc: oneOf("true", "false"),
  recursive: oneOf("true", "false"),
  add_current_user: oneOf("true", "false"),
  revoked: oneOf(true),
  password_hash: oneOf("$2a$04$abcdefghijklmnopqrstuuEgeUvBe0kXNyXQYcnTDyfYOGvGKCgfW", "$2b$31$"),
  oauth_providers: fc.array(fc.record({ id: oneOf("github", "x"), account_id: junk, email: addresses })),
  config: configs,
  content: documents,
  contained_permission_ids: fc.array(permissions, { maxLength: 3 }),
  totp_secret_base64: oneOf(null, "", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="),
  totp: oneOf("000000", "1"),
  api_key: oneOf("<keyText>", "<teamKeyText>", "<keyText>x"),
  type: oneOf("email", "email", "email", "totp", "magic_link", "email_verification", "link", "authenticate"),
  state: oneOf("<state>", "\ud800"),
  email_config: fc.record({
    host: oneOf("mail.example.com", "a.invalid"),
    port: numbers,
    username: junk,
    password: junk,
    sender_name: junk,
    sender_email: addresses
  })
}

/** A plausible value for a field with this name. */
const likely = (name: string): fc.Arbitrary<unknown> => {
  const exact = Object.hasOwn(usual, name) ? usual[name]! : undefined
  if (exact !== undefined) return exact
  if (name.endsWith("metadata")) return json
  if (/_id$|^id$/.test(name)) return ids
  if (/email$|^value$|^query$/.test(name)) return addresses
  if (/ur[li]$/.test(name)) return urls
  if (/password/.test(name)) return fc.constantFrom("correct horse", "short", "a".repeat(71))
  if (/^(?:is|has|used|revoked|desc|recursive|add)|_(?:enabled|verified)$/.test(name)) return fc.boolean()
  if (/millis$|^limit$|^port$/.test(name)) return numbers
  if (/code$|token$/.test(name)) return fc.constantFrom("<code>", "<refreshToken>", "<accessToken>")
  return junk
}

const field = (name: string) =>
  fc.oneof({ arbitrary: likely(name), weight: 50 }, { arbitrary: json, weight: 1 }, { arbitrary: junk, weight: 1 })

const fields = (names: ReadonlyArray<string>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, field(name)])), { requiredKeys: [] })

/** Most objects have all optional fields, some have additional ones. */
const objects = (names: ReadonlyArray<string>): fc.Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    { arbitrary: fc.record(Object.fromEntries(names.map((name) => [name, field(name)]))), weight: 4 },
    { arbitrary: fields(names), weight: 4 },
    { arbitrary: fields([...names, "__proto__", "more"]), weight: 1 }
  )

const namesOf = (codec: StructCodec<unknown> | undefined): ReadonlyArray<string> =>
  codec === undefined ? [] : getWireNames(codec)

const path = ({ params, path }: Any): fc.Arbitrary<string> => {
  const parameters = path.split("/").filter((part) => part.startsWith(":")).map((part) => part.slice(1))
  assert.sameMembers(parameters.map(toSnakeCase), [...namesOf(params)])
  const part = (name: string) =>
    fc.oneof(
      { arbitrary: likely(name), weight: 9 },
      { arbitrary: junk.map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, "%"))), weight: 1 }
    ).map(String)
  return fc.tuple(...parameters.map((name) => part(toSnakeCase(name))))
    .map((values) => values.reduce((text, value) => text.replace(/:[^/]+/, () => value), path))
}

const query = (names: ReadonlyArray<string>): fc.Arbitrary<string> =>
  objects(names).map((values) => {
    const text = Object.entries(values).map(([name, value]) =>
      `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`
    )
    return text.length === 0 ? "" : `?${encodeURI(text.join("&").replace(/[\ud800-\udfff]/g, "%"))}`
  })

const body = (names: ReadonlyArray<string>): fc.Arbitrary<{ type: string | undefined; text: string | undefined }> =>
  fc.oneof(
    {
      arbitrary: objects(names).map((value) => ({ type: "application/json", text: JSON.stringify(value) })),
      weight: 20
    },
    { arbitrary: json.map((value) => ({ type: "application/json", text: JSON.stringify(value) })), weight: 1 },
    {
      arbitrary: fc.record({
        type: fc.constantFrom(
          undefined,
          "application/json",
          "text/plain",
          "application/x-www-form-urlencoded",
          "x/y",
          ""
        ),
        text: fc.option(junk, { nil: undefined })
      }),
      weight: 1
    }
  )

const headersOf = { client: clientHeaders, server: serverHeaders, admin: adminHeaders }

/** Usually the level that the endpoint requires. */
const levels = (level: AccessLevel) =>
  fc.oneof(
    { arbitrary: fc.constant(headersOf[level]), weight: 6 },
    { arbitrary: fc.constantFrom<Record<string, string>>(clientHeaders, serverHeaders, adminHeaders, {}), weight: 2 }
  )

const extraHeaders = fc.record({
  "x-stack-access-token": fc.constantFrom("<accessToken>", "<accessToken>", "<goneToken>", "a.b.c", "", "e30.e30.e30"),
  "x-stack-refresh-token": fc.constantFrom("<refreshToken>", ""),
  "x-stack-admin-access-token": fc.constantFrom("<accessToken>", "x"),
  "x-stack-override-error-status": fc.constantFrom("true", ""),
  "x-stack-branch-id": fc.constantFrom("main", "__proto__"),
  "x-stack-project-id": fc.constantFrom("internal", "__proto__", nobody),
  "accept": fc.constantFrom("text/html", "*/*"),
  "cookie": junk,
  "x-forwarded-for": fc.oneof(fc.constant("1.2.3.4"), junk),
  "x-vercel-ip-country": fc.constantFrom("DE", "__proto__", ""),
  "x-vercel-ip-latitude": fc.constantFrom("1", "x", "Infinity"),
  authorization: fc.constantFrom("Basic", "Basic !", "Basic e30=", "Bearer x")
}, { requiredKeys: [] })

const headers = (level: AccessLevel): fc.Arbitrary<Record<string, string>> =>
  fc.tuple(
    levels(level),
    fc.oneof(
      { arbitrary: fc.constant({ "x-stack-access-token": "<accessToken>" }), weight: 6 },
      { arbitrary: fc.constant({}), weight: 2 },
      { arbitrary: extraHeaders, weight: 1 }
    )
  ).map(([level, more]) => ({ ...level, ...more }))

const methods = (method: string) =>
  fc.oneof({ arbitrary: fc.constant(method), weight: 30 }, {
    arbitrary: fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"),
    weight: 1
  })

/** No data remains of a deleted project. */
const spares = ({ method, url }: EmulatorRequest) => method !== "DELETE" || !url.endsWith("/internal/projects/current")

export const requests: fc.Arbitrary<EmulatorRequest> = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    method: methods(endpoint.method),
    path: path(endpoint),
    query: query(namesOf(endpoint.query)),
    body: endpoint.method === "GET"
      ? fc.constant({ type: undefined, text: undefined })
      : body(namesOf(endpoint.payload)),
    headers: headers(endpoint.level)
  }).map(({ body: { text, type }, headers, method, path, query }) => ({
    method,
    url: path.startsWith("//") ? `https://api.test${path.slice(1)}${query}` : `https://api.test/api/v1${path}${query}`,
    headers: { ...headers, ...(type !== undefined && { "content-type": type }) },
    body: text
  })).filter(spares)
)

export const named = ({ body, headers, method, url }: EmulatorRequest, names: Names): EmulatorRequest => {
  const name = (text: string) => text.replace(/(?:<|%3C)(\w+)(?:>|%3E)/g, (all, name: string) => names[name] ?? all)
  return {
    method,
    url: name(url),
    headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, name(value)])),
    body: body === undefined ? undefined : name(body)
  }
}

/** Two users. One has a team, a key, a second address and a pending invitation. */
export const world = Effect.gen(function*() {
  const { userId: gone } = yield* signUp("gone@example.com")
  const goneToken = (yield* send("GET", "/users/me")) && (yield* signUp("gone2@example.com"))
  yield* Users.remove(gone)
  yield* Users.remove(goneToken.userId)
  const { userId: eve } = yield* signUp("eve@example.com")
  const { tokens, userId: ada } = yield* signUp("ada@example.com")
  const { id: team } = yield* Teams.create({ displayName: "Engines", creatorUserId: ada })
  yield* TeamMembers.add({ teamId: team, userId: eve })
  const [channel] = yield* ContactChannels.list
  const { id: key, value } = yield* ApiKeys.create({ userId: ada, description: "Key" })
  const { id: teamKey, value: teamKeyValue } = yield* ApiKeys.create({ teamId: team, description: "Key" })
  const [session] = yield* Sessions.list(eve)
  const { id: keySet } = yield* InternalApiKeys.create({
    description: "Keys",
    expiresAt: new Date(1e12),
    hasPublishableClientKey: true
  })
  const { id: invitation } = yield* TeamInvitations.send({ teamId: team, email: "new@example.com", callbackUrl })
  yield* Password.sendResetCode({ email: "ada@example.com", callbackUrl })
  return {
    ada,
    eve,
    team,
    channel: channel!.id,
    key,
    keyText: Redacted.value(value),
    teamKey,
    teamKeyText: Redacted.value(teamKeyValue),
    session: session!.id,
    keySet,
    invitation,
    accessToken: Redacted.value(tokens.accessToken!),
    refreshToken: Redacted.value(tokens.refreshToken!),
    goneToken: Redacted.value(goneToken.tokens.accessToken!)
  }
})
