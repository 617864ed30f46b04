import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { CurrentUser, Mfa, Project, SecureRandom, Session, Totp, Transport } from "latchkey"
import { Users } from "latchkey/server"
import { TOTP, URI } from "otpauth"
import { device, email, failure, on, signIn, signUp, tagsOf } from "../emulator/support.ts"
import { deepText, everything, layer as layerExposure } from "../support/exposure.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { knownError, layerClient, layerWire, signedIn } from "../support/Wire.ts"
import { anyText, layerTest, totp, totpSecretBase64, wrong } from "./mfaSupport.ts"

// RFC 6238, appendix B: the secret of `totpSecretBase64`, truncated to six digits.
const at59 = Redacted.make("287082")
const at1111111109 = Redacted.make("081804")

const names = { issuer: "Analytical Engines", accountName: email }

/** The paths of an effect's requests. */
const requestsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transport, (transport) => {
    const paths: Array<string> = []
    const record: Transport = (request) => {
      paths.push(`${request.method} ${new URL(request.url).pathname.replace("/api/v1", "")}`)
      return transport(request)
    }
    return Effect.as(Effect.exit(Effect.provideService(effect, Transport, record)), paths)
  })

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(failure(effect), tagsOf)

const isOn = Effect.map(CurrentUser.get({ or: "throw" }), (user) => user.requiresTotpMfa)

const read = (uri: Redacted.Redacted<string>): TOTP => {
  const parsed = URI.parse(Redacted.value(uri))
  assert(parsed instanceof TOTP)
  return parsed
}

describe("Totp.generate", () => {
  it.effect("returns 20 bytes in Base64, in Base32 and in a URI", () =>
    Effect.gen(function*() {
      const { secret, secretBase32, uri } = yield* Totp.generate(names)
      assert.lengthOf(Buffer.from(Redacted.value(secret), "base64"), 20)
      assert.match(Redacted.value(secretBase32), /^[A-Z2-7]{32}$/)
      const parsed = read(uri)
      assert.strictEqual(Buffer.from(parsed.secret.bytes).toString("base64"), Redacted.value(secret))
      assert.strictEqual(parsed.secret.base32, Redacted.value(secretBase32))
    }))

  it.effect("writes the URI in the format of authenticator apps", () =>
    Effect.gen(function*() {
      const { uri } = yield* Totp.generate({ issuer: "Äpfel & Co", accountName: "ada+1@example.com" }).pipe(
        Effect.provideService(SecureRandom, (length) =>
          Effect.succeed(Buffer.from("12345678901234567890").subarray(0, length)))
      )
      assert.strictEqual(
        Redacted.value(uri),
        "otpauth://totp/%C3%84pfel%20%26%20Co:ada%2B1%40example.com?issuer=%C3%84pfel%20%26%20Co" +
          "&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30"
      )
    }))

  it.effect("generates a new secret each time", () =>
    Effect.gen(function*() {
      const secrets = yield* Effect.replicateEffect(Totp.generate(names), 50)
      assert.strictEqual(new Set(secrets.map(({ secret }) => Redacted.value(secret))).size, 50)
    }))

  it.effect("generate: the URI has the project's name and the user's address, which are fetched if omitted", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { displayName } = yield* Project.get
      const { uri } = yield* Totp.generate()
      assert.strictEqual(read(uri).issuer, displayName)
      assert.strictEqual(read(uri).label, email)
      assert.deepStrictEqual((yield* requestsOf(Totp.generate())).toSorted(), [
        "GET /projects/current",
        "GET /users/me"
      ])
      assert.deepStrictEqual(yield* requestsOf(Totp.generate({ accountName: "a" })), ["GET /projects/current"])
      assert.deepStrictEqual(yield* requestsOf(Totp.generate({ issuer: "a" })), ["GET /users/me"])
      assert.deepStrictEqual(yield* requestsOf(Totp.generate(names)), [])
      yield* Users.update(userId, { primaryEmail: null, displayName: "Ada" })
      assert.strictEqual(read((yield* Totp.generate()).uri).label, "Ada")
      yield* Users.update(userId, { displayName: null })
      assert.strictEqual(read((yield* Totp.generate()).uri).label, userId)
    }).pipe(Effect.provide(layerTest)))

  it.effect("requires a signed-in user, unless the account is given", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* tagOf(Totp.generate()), "CannotGetOwnUserWithoutUser")
      assert.strictEqual(yield* tagOf(Totp.generate({ issuer: "a" })), "CannotGetOwnUserWithoutUser")
      yield* Totp.generate({ accountName: "a" })
    }).pipe(Effect.provide(layerTest)))

  it.effect("generate: accepts any project name and account name", () =>
    Effect.gen(function*() {
      const context = yield* Effect.context<never>()
      const name = fc.oneof(
        anyText,
        fc.string({ unit: fc.constantFrom(":", "/", "?", "&", "%", "#", " ", "\ud800", "\udc00", "a", "é") })
      )
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(name, name, async (issuer, accountName) => {
            const { secretBase32, uri } = await Effect.runPromiseWith(context)(Totp.generate({ issuer, accountName }))
            const url = new URL(Redacted.value(uri))
            assert.strictEqual(url.searchParams.get("secret"), Redacted.value(secretBase32))
            // One colon, between the issuer and the account.
            const parts = url.pathname.slice(1).split(":").map(decodeURIComponent)
            const expected = [issuer, accountName].map((name) => Buffer.from(name.replaceAll(":", "")).toString())
            assert.deepStrictEqual(parts, expected[0] === "" ? [expected[1]!] : expected)
            assert.strictEqual(url.searchParams.get("issuer") ?? "", expected[0])
          }),
          { numRuns: runsOf(100) }
        )
      )
    }))

  it.effect("fails on a host without secure random numbers", () =>
    Effect.gen(function*() {
      const before = Object.getOwnPropertyDescriptor(globalThis, "crypto")!
      yield* Effect.acquireRelease(
        Effect.sync(() => Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true })),
        (host) => Effect.sync(() => Object.defineProperty(host, "crypto", before))
      )
      assert.strictEqual(yield* tagOf(Totp.generate(names)), "HostUnavailable")
    }))
})

describe("Totp.enable", () => {
  it.effect("enable: later sign-ins require the code", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const { secret, uri } = yield* Totp.generate()
      const code = Effect.map(Clock.currentTimeMillis, (timestamp) =>
        // The app has only the URI.
        Redacted.make(read(uri).generate({ timestamp })))
      assert.isFalse(yield* isOn)
      const user = yield* Totp.enable({ secret, code: yield* code })
      assert.isTrue(user.requiresTotpMfa)
      assert.isTrue(yield* isOn)
      const phone = yield* device()
      const continuation = yield* on(phone)(Mfa.orContinue(signIn()))
      assert(Mfa.isContinuation(continuation))
      assert.strictEqual((yield* on(phone)(continuation.complete(yield* code))).userId, userId)
    }).pipe(Effect.provide(layerTest)))

  it.effect("sends no request for a wrong code, and accepts the right one afterwards", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(59_000)
      yield* signUp()
      for (const code of ["000000", "", " ", "28708", "2870820", "28708２", "éééééé", "👍👍👍"]) {
        const enable = Totp.enable({ secret: totpSecretBase64, code: Redacted.make(code) })
        const error = yield* failure(enable)
        assert.strictEqual(error._tag, "InvalidTotpCode", code)
        assert.strictEqual(error.message, "The TOTP code is invalid. Please try again.")
        assert.deepStrictEqual(yield* requestsOf(enable), [])
      }
      assert.isFalse(yield* isOn)
      const enable = Totp.enable({ secret: totpSecretBase64, code: Redacted.make(" 287 082 ") })
      assert.deepStrictEqual(yield* requestsOf(enable), ["PATCH /users/me", "POST /auth/oauth/token"])
      assert.isTrue(yield* isOn)
    }).pipe(Effect.provide(layerTest)))

  it.effect("enable: accepts only the codes for the current, previous and next 30 seconds", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_111_111_109_000)
      yield* signUp()
      const enable = Totp.enable({ secret: totpSecretBase64, code: at1111111109 })
      // The code is valid from 1111111080 to 1111111109.
      for (
        const [seconds, isRight] of [
          [1_111_111_049.999, false],
          [1_111_111_050, true],
          [1_111_111_080, true],
          [1_111_111_110, true],
          [1_111_111_139.999, true],
          [1_111_111_140, false]
        ] as const
      ) {
        yield* TestClock.setTime(seconds * 1000)
        const tag = yield* Effect.match(enable, { onFailure: ({ _tag }) => _tag, onSuccess: () => "enabled" })
        assert.strictEqual(tag, isRight ? "enabled" : "InvalidTotpCode", `${seconds}`)
      }
    }).pipe(Effect.provide(layerTest)))

  it.effect("accepts a secret of 16 bytes, and refuses a shorter one", () =>
    Effect.gen(function*() {
      yield* signUp()
      const tagFor = (bytes: number) =>
        tagOf(Totp.enable({ secret: Redacted.make(btoa("a".repeat(bytes))), code: Redacted.make("none") }))
      assert.deepStrictEqual([yield* tagFor(16), yield* tagFor(15)], ["InvalidTotpCode", "RequestSchemaError"])
    }).pipe(Effect.provide(layerTest)))

  it.effect("enable: a code that is right by the device's clock sends only the update and a refresh", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_111_111_109_000)
      const { tokens } = yield* signUp()
      const reloaded = on(yield* device(tokens))
      const requests = yield* requestsOf(reloaded(Totp.enable({ secret: totpSecretBase64, code: at1111111109 })))
      assert.deepStrictEqual(requests, ["PATCH /users/me", "POST /auth/oauth/token"])
    }).pipe(Effect.provide(layerTest)))

  it.effect("uses the service's clock if the device's is wrong", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(1_111_111_109_000)
      yield* signUp()
      const enable = Totp.enable({ secret: totpSecretBase64, code: at1111111109 })
      // The device falls an hour behind, and a sign-in reveals it.
      yield* TestClock.setTime(1_111_111_109_000 - 3_600_000)
      assert.strictEqual(yield* tagOf(enable), "InvalidTotpCode")
      const transport = yield* Transport
      const clock = yield* Clock.Clock
      const ahead: Clock.Clock = Object.assign(Object.create(clock), {
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + 3_600_000,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + 3_600_000)
      })
      const program = Effect.gen(function*() {
        yield* signIn()
        assert.isTrue((yield* enable).requiresTotpMfa)
      })
      yield* Effect.provideService(program, Transport, (request) =>
        Effect.provideService(transport(request), Clock.Clock, ahead))
    }).pipe(Effect.provide(layerTest)))

  it.effect("requests the service's time once if the page was loaded with an access token", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      const clock = yield* Clock.Clock
      // The device is a day behind.
      const ahead: Clock.Clock = Object.assign(Object.create(clock), {
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + 86_400_000,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + 86_400_000)
      })
      yield* TestClock.setTime(1_111_111_109_000 - 86_400_000)
      const program = Effect.gen(function*() {
        const { tokens } = yield* signUp()
        const reloaded = on(yield* device(tokens))
        const enable = (code: Redacted.Redacted<string>) => reloaded(Totp.enable({ secret: totpSecretBase64, code }))
        assert.deepStrictEqual(yield* requestsOf(enable(wrong)), ["POST /auth/oauth/token"])
        assert.deepStrictEqual(yield* requestsOf(enable(wrong)), [])
        assert.isTrue((yield* enable(at1111111109)).requiresTotpMfa)
        // A right code on a page that does not know the time yet: it requests the time, and accepts the code.
        const again = on(yield* device(tokens))
        const requests = yield* requestsOf(again(Totp.enable({ secret: totpSecretBase64, code: at1111111109 })))
        assert.deepStrictEqual(requests, ["POST /auth/oauth/token", "PATCH /users/me"])
      })
      yield* Effect.provideService(
        program,
        Transport,
        (request) => Effect.provideService(transport(request), Clock.Clock, ahead)
      )
    }).pipe(Effect.provide(layerTest)))

  it.effect("accepts the code at the Unix epoch", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(29_000)
      yield* signUp()
      assert.strictEqual(yield* tagOf(Totp.enable({ secret: totpSecretBase64, code: wrong })), "InvalidTotpCode")
      yield* Totp.enable({ secret: totpSecretBase64, code: at59 })
    }).pipe(Effect.provide(layerTest)))

  it.effect("refuses an invalid secret without a request", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const secret of ["", "no base64!", "é", btoa("123456789012345"), "undefined"]) {
        const enable = Totp.enable({ secret: Redacted.make(secret), code: yield* totp() })
        assert.strictEqual(yield* tagOf(enable), "RequestSchemaError", secret)
        assert.deepStrictEqual(yield* requestsOf(enable), [])
      }
    }).pipe(Effect.provide(layerTest)))

  it.effect("requires a signed-in user", () =>
    Effect.gen(function*() {
      const enable = Totp.enable({ secret: totpSecretBase64, code: yield* totp() })
      assert.strictEqual(yield* tagOf(enable), "CannotGetOwnUserWithoutUser")
      assert.strictEqual(yield* tagOf(Totp.disable), "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest)))

  for (
    const [code, tag, details] of [
      ["USER_EMAIL_ALREADY_EXISTS", "UserWithEmailAlreadyExists", { email }],
      ["TEAM_MEMBERSHIP_NOT_FOUND", "TeamMembershipNotFound", { team_id: "t", user_id: "u" }]
    ] as const
  ) {
    it.effect(`treats ${tag} as an undeclared error`, () =>
      Effect.gen(function*() {
        const enable = Totp.enable({ secret: totpSecretBase64, code: yield* totp() })
        assert.strictEqual(yield* tagOf(enable), `ApiError/UndeclaredError/${tag}`)
        assert.strictEqual(yield* tagOf(Totp.disable), `ApiError/UndeclaredError/${tag}`)
      }).pipe(Effect.provide(layerClient(layerWire(() => knownError(code, 409, details)), {}, signedIn))))
  }
})

describe("Totp.disable", () => {
  it.effect("disables the second factor, and has no effect if it is disabled", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Totp.enable({ secret: totpSecretBase64, code: yield* totp() })
      for (let i = 0; i < 2; i++) assert.isFalse((yield* Totp.disable).requiresTotpMfa)
      const phone = yield* device()
      assert.strictEqual((yield* on(phone)(signIn())).userId, userId)
      assert.strictEqual((yield* on(phone)(Session.state))._tag, "Active")
    }).pipe(Effect.provide(layerTest)))
})

describe("the secret of an enrolment", () => {
  it.effect("is never shown", () =>
    Effect.gen(function*() {
      yield* signUp()
      const enrolment = yield* Totp.generate()
      const { secret } = enrolment
      const code = Redacted.make(read(enrolment.uri).generate({ timestamp: 0 }))
      const shown = [
        deepText(enrolment),
        JSON.stringify(enrolment),
        ...yield* everything(Totp.generate()),
        ...yield* everything(Effect.fail(enrolment)),
        ...yield* everything(Totp.enable({ secret, code: Redacted.make("987654") })),
        ...yield* everything(Totp.enable({ secret: Redacted.make("short-secret"), code: Redacted.make("987654") })),
        ...yield* everything(Totp.enable({ secret, code })),
        ...yield* everything(Totp.disable)
      ].join("\n")
      assert.include(shown, "Totp.enable")
      assert.include(shown, "Totp.generate")
      for (const secret of [enrolment.secret, enrolment.secretBase32, enrolment.uri, code]) {
        assert.notInclude(shown, Redacted.value(secret))
      }
      assert.notInclude(shown, "987654")
      assert.notInclude(shown, "short-secret")
      assert.notMatch(shown, /otpauth:/)
    }).pipe(Effect.provide(layerExposure), Effect.provide(layerTest)))
})
