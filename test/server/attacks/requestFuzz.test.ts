/** 10,000 malformed requests: each is authenticated, signed out or refused with a typed error that contains no secret. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import fc from "fast-check"
import { Authentication } from "latchkey/server"
import { inspect } from "node:util"
import { codePoint } from "../../support/codePoint.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { cookiesOf, makeSession, projectId, setup } from "../authenticationSupport.ts"

/** The mark of every secret in the inputs. Base64 does not change it within a token. */
const mark = "PLANTED"

const tags = [
  "AccessTokenExpired",
  "AccessTokenInvalid",
  "ApiError",
  "ApiKeyInvalid",
  "CredentialsConflict",
  "CredentialsMalformed",
  "CrossSiteRequest",
  "SessionRevoked"
]

const names = [
  "authorization",
  "Authorization",
  "x-stack-auth",
  "x-hexclave-auth",
  "x-stack-access-token",
  "x-stack-refresh-token",
  "x-hexclave-access-token",
  "x-api-key",
  "cookie",
  "Cookie",
  "origin",
  "host",
  ":authority",
  "sec-fetch-site",
  "x-forwarded-proto",
  "upgrade",
  "get",
  "__proto__",
  "constructor"
]

/** Creates inputs from the credentials of a session. */
const makeRequests = (session: { readonly accessToken: string; readonly refreshToken: string }) => {
  const { accessToken, refreshToken } = session
  const [header, payload, signature] = accessToken.split(".")
  const json = fc.oneof(
    fc.constantFrom(
      { accessToken, refreshToken },
      { accessToken: `${accessToken}${mark}`, refreshToken: mark },
      { accessToken: mark, refreshToken: null },
      { accessToken: null, refreshToken: `${mark}\n` },
      { accessToken: [mark], refreshToken: { [mark]: mark } },
      { refreshToken: mark }
    ),
    fc.anything()
  ).map((value) => {
    try {
      return JSON.stringify(value) ?? mark
    } catch {
      return mark
    }
  })
  const token = fc.oneof(
    fc.constantFrom(
      accessToken,
      `${header}.${payload}.${mark}`,
      `${header}.${payload}`,
      `${header}.${mark}.${signature}`,
      `${mark}.${mark}.${mark}`,
      `${mark}.${mark}.${mark}.${mark}`,
      refreshToken,
      mark,
      "undefined",
      "null",
      `sk_${mark}`,
      `sk_${mark.toLowerCase()}${"0".repeat(70)}user2574ck4u7h00000000`,
      `pk_${"0".repeat(77)}team2574ck4u7h00000000`,
      "a".repeat(100_000)
    ),
    json.map((text) => `stackauth_${Buffer.from(text).toString("base64")}`),
    json.map((text) => `hexclave_${Buffer.from(text).toString("base64url")}`),
    fc.string(),
    fc.base64String()
  )
  const bearer = fc.tuple(
    fc.constantFrom("Bearer ", "bearer  ", "Bearer", "BEARER\t", "Basic ", "Digest a=", ""),
    token
  )
    .map(([scheme, text]) => scheme + text)
  const cookieName = fc.constantFrom(
    `stack-refresh-${projectId}--default`,
    `__Host-stack-refresh-${projectId}--default`,
    `hexclave-refresh-${projectId}--custom-${mark}`,
    `stack-refresh-${projectId}`,
    "stack-refresh",
    "stack-access",
    "theme",
    ""
  )
  const cookie = fc.oneof(
    fc.constant(cookiesOf(session)),
    fc.constant(cookiesOf({ refreshToken: mark, accessToken: `${accessToken}${mark}` })),
    fc.tuple(cookieName, fc.oneof(token, json, json.map(encodeURIComponentOr), fc.string())).map((pair) =>
      pair.join("=")
    )
  )
  const value = fc.oneof(
    bearer,
    token,
    json,
    fc.array(cookie, { maxLength: 4 }).map((cookies) => cookies.join("; ")),
    fc.constantFrom("https://app.example.com", "null", "same-origin", "cross-site", "websocket", "https", ""),
    fc.string({ unit: codePoint })
  )
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true, withSparseArray: true })
  const record = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof({ weight: 8, arbitrary: value }, fc.array(fc.oneof(value, anything), { maxLength: 3 }), anything)
  )
  const credentials = fc.constantFrom(
    { authorization: `Bearer ${accessToken}` },
    { authorization: `Bearer ${mark}` },
    { cookie: cookiesOf(session) },
    { cookie: cookiesOf({ refreshToken: mark, accessToken: `${accessToken}${mark}` }) },
    { authorization: `Bearer ${accessToken}`, cookie: cookiesOf({ refreshToken: mark, accessToken: mark }) },
    { authorization: `Bearer ${accessToken}`, "x-stack-access-token": mark },
    { "x-stack-auth": JSON.stringify({ accessToken: null, refreshToken: mark }) }
  )
  const nearlyValid = fc.tuple(credentials, fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 1 }))
    .map(([valid, other]) => ({ ...valid, ...other }))
  const headers = fc.oneof(
    { weight: 2, arbitrary: nearlyValid },
    { weight: 6, arbitrary: record },
    { weight: 3, arbitrary: record.map(toHeaders) },
    { weight: 1, arbitrary: anything }
  )
  const method = fc.oneof(fc.constantFrom("GET", "POST", "get", undefined), fc.string(), anything)
  const url = fc.oneof(fc.constantFrom("/", "//x", "https://app.example.com/", undefined), fc.string(), anything)
  const rawHeaders = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.array(anything), anything)
  // Sound: the functions must accept anything that untyped frameworks pass.
  return fc.record({ headers, method, url, rawHeaders }) as fc.Arbitrary<unknown> as fc.Arbitrary<
    Authentication.AuthenticationRequest
  >
}

const encodeURIComponentOr = (text: string): string => {
  try {
    return encodeURIComponent(text)
  } catch {
    return text
  }
}

/** Creates web headers from those entries that they can contain. */
const toHeaders = (record: Readonly<Record<string, unknown>>): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(record)) {
    try {
      headers.append(name, String(value))
    } catch {
      // Not a header.
    }
  }
  return headers
}

/** Everything that logs may contain of an error. */
const show = (value: unknown): string =>
  [inspect(value, { depth: 10, showHidden: true }), String(value), JSON.stringify(value)].join("\n")

describe("fuzzed requests", () => {
  it.effect("any request gives a principal or a typed error without a secret", () => {
    const { layer } = setup()
    return Effect.gen(function*() {
      const session = yield* makeSession()
      const outcomes = new Map<string, number>()
      for (const request of fc.sample(makeRequests(session), { numRuns: runsOf(1000), seed: 15 })) {
        const exit = yield* Effect.exit(Authentication.authenticate(request))
        if (Exit.isSuccess(exit)) {
          const { headers, principal, requestCookies } = exit.value
          assert.isTrue(headers.has("vary"))
          for (const secret of [mark, session.refreshToken, session.accessToken]) {
            assert.notInclude(show({ principal, requestCookies }), secret)
          }
          outcomes.set(principal._tag, (outcomes.get(principal._tag) ?? 0) + 1)
          continue
        }
        const error = Cause.squash(exit.cause)
        if (!Cause.hasFails(exit.cause)) assert.fail(inspect({ error, request }, { depth: 10 }))
        // Sound: all failures are tagged.
        const { _tag } = error as { readonly _tag: string }
        assert.include(tags, _tag)
        for (const secret of [mark, mark.toLowerCase(), session.refreshToken, session.accessToken]) {
          assert.notInclude(show(error), secret)
        }
        outcomes.set(_tag, (outcomes.get(_tag) ?? 0) + 1)
      }
      // The inputs reach every outcome that needs no other state.
      for (
        const tag of [
          "User",
          "SignedOut",
          ...tags.filter((tag) => !["AccessTokenExpired", "ApiError"].includes(tag))
        ]
      ) {
        assert.isAbove(outcomes.get(tag) ?? 0, 5, `${tag} of ${JSON.stringify(Array.from(outcomes))}`)
      }
    }).pipe(Effect.provide(layer))
  })
})
