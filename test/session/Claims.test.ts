import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import fc from "fast-check"
import { Claims, Cookies, RequestTokenStore, Session, TokenStore } from "latchkey"
import { inspect } from "node:util"
import { layerTest as layerEmulator, signUp } from "../emulator/support.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { accessToken, jwt, layerClient, layerWire, refreshToken, response, signedIn, Wire } from "../support/Wire.ts"
import { inStore, layerTest, Service, stored, storedExpired } from "./support.ts"

const parse = (claims: object) => Claims.parse(Redacted.make(jwt(claims)))

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
const issuer = `https://api.test/api/v1/projects/${projectId}`

/** The claims of a token that omits the optional ones. */
const unsaid = {
  sessionId: undefined,
  projectId: undefined,
  branchId: undefined,
  issuer: undefined,
  audience: undefined,
  role: undefined,
  issuedAt: undefined,
  name: undefined,
  email: undefined,
  emailVerified: undefined,
  selectedTeamId: undefined,
  signedUpAt: undefined,
  isAnonymous: undefined,
  isRestricted: undefined,
  restrictedReason: undefined,
  requiresTotpMfa: undefined
}

const older = {
  sub: "user",
  iss: issuer,
  aud: projectId,
  iat: 1_767_225_600,
  exp: 1_767_226_200,
  branchId: "main",
  refreshTokenId: "session",
  role: "authenticated"
}

const newer = {
  sub: "user",
  iss: issuer,
  aud: projectId,
  iat: 1_767_225_600,
  exp: 1_767_226_200,
  project_id: projectId,
  branch_id: "main",
  refresh_token_id: "session",
  role: "authenticated",
  name: "Ada",
  email: "ada@example.com",
  email_verified: true,
  selected_team_id: "team",
  signed_up_at: 1_700_000_000,
  is_anonymous: false,
  is_restricted: true,
  restricted_reason: { type: "email_not_verified" },
  requires_totp_mfa: false
}

const ofBoth = {
  userId: "user",
  sessionId: "session",
  projectId,
  branchId: "main",
  issuer,
  audience: [projectId],
  role: "authenticated",
  issuedAt: new Date(1_767_225_600_000),
  expiresAt: new Date(1_767_226_200_000)
}

const ofNewer = {
  ...ofBoth,
  name: "Ada",
  email: "ada@example.com",
  emailVerified: true,
  selectedTeamId: "team",
  signedUpAt: new Date(1_700_000_000_000),
  isAnonymous: false,
  isRestricted: true,
  restrictedReason: "email_not_verified",
  requiresTotpMfa: false
}

/** Sound: the brand exists only in the type. */
const plain = (claims: Claims.Claims | undefined) => claims as object | undefined

describe("Claims.parse", () => {
  it("parses a token of a 2025 service", () => {
    assert.deepStrictEqual(plain(parse(older)), { ...unsaid, ...ofBoth })
  })

  it("parses a token of a 2026 service", () => {
    assert.deepStrictEqual(plain(parse(newer)), ofNewer)
  })

  it("reads claims of a 2026 service in the older spelling", () => {
    const camelCase = Object.fromEntries(
      Object.entries(newer).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value])
    )
    assert.deepStrictEqual(plain(parse(camelCase)), ofNewer)
  })

  it("null means the user has no value, undefined means the token does not say", () => {
    const claims = parse({ ...older, name: null, email: null, selected_team_id: null, restricted_reason: null })
    assert.deepInclude(claims, { name: null, email: null, selectedTeamId: null, restrictedReason: null })
    assert.isUndefined(claims?.emailVerified)
  })

  it("derives anonymous, restricted and the project from the audience if no claim states them", () => {
    const of = (aud: unknown, more = {}) => {
      const claims = parse({ sub: "user", exp: 1, aud, ...more })
      return [claims?.projectId, claims?.isAnonymous, claims?.isRestricted]
    }
    assert.deepStrictEqual(of("p"), ["p", undefined, undefined])
    assert.deepStrictEqual(of("p:anon"), ["p", true, undefined])
    assert.deepStrictEqual(of(["p:restricted", "p:anon"]), ["p", true, true])
    assert.deepStrictEqual(of("p:anon", { is_anonymous: false, project_id: "q" }), ["q", false, undefined])
    assert.deepStrictEqual(of([]), [undefined, undefined, undefined])
    assert.deepStrictEqual(of(["p", 7]), [undefined, undefined, undefined])
  })

  it("omits claims of another type", () => {
    for (const odd of [7, {}, [], [7], true, "x", null]) {
      const claims = plain(parse({
        ...Object.fromEntries(Object.keys(newer).map((name) => [name, odd])),
        sub: "user",
        exp: 1
      }))
      const { audience, ...rest } = claims as Claims.Claims
      for (const [name, value] of Object.entries(rest)) {
        if (name === "userId" || name === "expiresAt" || value === undefined) continue
        const isRight = name.endsWith("At")
          ? value instanceof Date
          : name.startsWith("is") && name !== "issuer" || name === "emailVerified" || name === "requiresTotpMfa"
          ? typeof value === "boolean"
          : value === null || typeof value === "string"
        assert.isTrue(isRight, `${name} of ${JSON.stringify(odd)}`)
      }
      assert.isTrue(audience === undefined || audience.every((one) => typeof one === "string"))
    }
  })

  it("reads every sign-up time within the range of Date, and none outside it", () => {
    for (const seconds of [8.64e12, -8.64e12]) {
      assert.strictEqual(parse({ ...newer, signed_up_at: seconds })?.signedUpAt?.getTime(), seconds * 1000)
      assert.isUndefined(parse({ ...newer, signed_up_at: seconds * (1 + 1e-9) })?.signedUpAt)
    }
  })

  it("returns undefined without a user or an expiry, and for strings that are not tokens", () => {
    for (const claims of [{ exp: 1 }, { sub: 7, exp: 1 }, { sub: null, exp: 1 }, { sub: "user" }, [], {}]) {
      assert.isUndefined(parse(claims))
    }
    for (const token of ["", "undefined", "a.b.c", "a.b", "...", jwt(older).split(".")[1]!]) {
      assert.isUndefined(Claims.parse(Redacted.make(token)), token)
    }
  })

  it("Claims.parse: never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (token) => {
        assert.isUndefined(Claims.parse(Redacted.make(token)))
      }),
      { numRuns: runsOf(100) }
    )
    const names = fc.constantFrom(...Object.keys(newer), "__proto__", "constructor")
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (claims) => {
        const read = parse({ ...claims, sub: "user", exp: 1 })
        assert.strictEqual(read?.userId, "user")
      }),
      { numRuns: runsOf(100) }
    )
  })
})

describe("Session.claims", () => {
  it.effect("returns the claims of the signed-in user without a request", () =>
    Effect.gen(function*() {
      yield* stored("r1")
      assert.deepInclude(yield* Session.claims, { userId: "user of r1", sessionId: "id of r1" })
      assert.lengthOf((yield* Service).requests, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("Session.claims: returns an expired token's claims, because its user is still the same", () =>
    Effect.gen(function*() {
      yield* storedExpired("r1")
      assert.strictEqual((yield* Session.claims)?.userId, "user of r1")
      assert.lengthOf((yield* Service).requests, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("returns null if no user is signed in", () =>
    Effect.gen(function*() {
      assert.isNull(yield* Session.claims)
    }).pipe(Effect.provide(layerTest())))

  it.effect("parses the tokens of the 2025 emulator", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { audience, projectId, ...claims } = (yield* Session.claims)!
      assert.strictEqual(claims.userId, userId)
      assert.deepStrictEqual(audience, [projectId!])
      assert.strictEqual(claims.issuer, `https://api.stack-auth.com/api/v1/projects/${projectId}`)
      assert.isUndefined(claims.isAnonymous)
    }).pipe(Effect.provide(layerEmulator({ generation: "2025" }))))

  it.effect("describes the user and the session of tokens of the 2026 emulator", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const claims = (yield* Session.claims)!
      assert.strictEqual(claims.userId, userId)
      assert.deepStrictEqual(claims.audience, [claims.projectId!])
      assert.strictEqual(claims.issuer, `https://api.stack-auth.com/api/v1/projects/${claims.projectId}`)
      assert.deepInclude(claims, { isAnonymous: false, isRestricted: false })
    }).pipe(Effect.provide(layerEmulator())))
})

describe("Session.authorizationHeader", () => {
  it.effect("contains the access token only, without a request if it is valid long enough", () =>
    Effect.gen(function*() {
      const header = yield* Session.authorizationHeader
      assert.strictEqual(Redacted.value(header!), `Bearer ${accessToken}`)
      assert.notInclude(inspect(header) + JSON.stringify(header) + String(header), accessToken)
      assert.lengthOf((yield* Wire).calls, 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(500, "")), {}, signedIn))))

  it.effect("is null if no user is signed in, without a request", () =>
    Effect.gen(function*() {
      assert.isNull(yield* Session.authorizationHeader)
      assert.lengthOf((yield* Wire).calls, 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(500, ""))))))

  it.effect("contains a new access token if the current one expires in less than 20 seconds", () =>
    Effect.gen(function*() {
      const old = yield* storedExpired("r1")
      const header = Redacted.value((yield* Session.authorizationHeader)!)
      assert.notStrictEqual(header, `Bearer ${Redacted.value(old.accessToken!)}`)
      assert.strictEqual(header, `Bearer ${(yield* inStore)?.accessToken}`)
    }).pipe(Effect.provide(layerTest())))
})

describe("Session.authHeaders", () => {
  const value = Effect.map(Session.authHeaders, (headers) => {
    assert.deepStrictEqual(Object.keys(headers), ["x-stack-auth"])
    return Redacted.value(headers["x-stack-auth"])
  })

  it.effect("contain both tokens as JSON, without a request if the access token is valid long enough", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* value, JSON.stringify({ accessToken, refreshToken }))
      assert.lengthOf((yield* Wire).calls, 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(500, "")), {}, signedIn))))

  it.effect("contain null for both tokens if no user is signed in, without a request", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* value, "{\"accessToken\":null,\"refreshToken\":null}")
      assert.lengthOf((yield* Wire).calls, 0)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(500, ""))))))

  it.effect("contain a new access token if the current one expires in less than 20 seconds", () =>
    Effect.gen(function*() {
      const old = yield* storedExpired("r1")
      const { accessToken, refreshToken } = JSON.parse(yield* value)
      assert.strictEqual(refreshToken, "r1")
      assert.notStrictEqual(accessToken, Redacted.value(old.accessToken!))
      assert.strictEqual(accessToken, (yield* inStore)?.accessToken)
    }).pipe(Effect.provide(layerTest())))

  it.effect("are read by a RequestTokenStore, signed in or signed out", () =>
    Effect.gen(function*() {
      for (const isSignedIn of [true, false]) {
        const headers = yield* Effect.provide(
          Session.authHeaders,
          layerClient(layerWire(() => response(500, "")), {}, isSignedIn ? signedIn : TokenStore.layerMemory)
        )
        const request = { headers: new Headers({ "x-stack-auth": Redacted.value(headers["x-stack-auth"]) }) }
        const store = yield* RequestTokenStore.make(request, { projectId }).pipe(Effect.provide(Cookies.layerMemory))
        const tokens = yield* store.get
        assert.strictEqual(
          tokens?.refreshToken && Redacted.value(tokens.refreshToken),
          isSignedIn ? refreshToken : undefined
        )
        assert.strictEqual(
          tokens?.accessToken && Redacted.value(tokens.accessToken),
          isSignedIn ? accessToken : undefined
        )
      }
    }))

  it.effect("cannot be printed or sent by accident", () =>
    Effect.gen(function*() {
      const headers = yield* Session.authHeaders
      const printed = [
        inspect(headers),
        JSON.stringify(headers),
        String(headers["x-stack-auth"]),
        `${Object.values(headers)}`
      ]
      for (const text of printed) {
        assert.notInclude(text, refreshToken)
        assert.notInclude(text, accessToken)
      }
      // Sound: untyped code can do this.
      const sent = new Headers(headers as unknown as Record<string, string>).get("x-stack-auth")
      assert.notInclude(sent, refreshToken)
    }).pipe(Effect.provide(layerClient(layerWire(() => response(500, "")), {}, signedIn))))
})
