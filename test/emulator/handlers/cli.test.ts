import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, Cli, CurrentUser, Session } from "latchkey"
import {
  clientHeaders,
  codeOf,
  device,
  failure,
  jsonOf,
  layerTest,
  on,
  otherProject,
  refusalOf,
  send,
  serverHeaders,
  signUp,
  tagsOf
} from "../support.ts"

const refreshToken = Redacted.make("a refresh token")

const statusOf = (pollingCode: Redacted.Redacted<string>) =>
  Effect.map(Cli.poll({ pollingCode }), ({ status }) => status)

const refused = (loginCode: Redacted.Redacted<string>) =>
  Effect.map(failure(Cli.complete({ loginCode, refreshToken })), (error) => refusalOf(error).status)

const otherHeaders = {
  ...clientHeaders,
  "x-stack-project-id": otherProject.id,
  "x-stack-publishable-client-key": otherProject.publishableClientKey
}

const layerOfTwo = layerTest({ projects: [otherProject] })

describe("a command-line sign-in attempt", () => {
  it.effect("has two different codes of 45 characters, and expires in two hours", () =>
    Effect.gen(function*() {
      const { expiresAt, loginCode, pollingCode } = yield* Cli.start()
      for (const code of [loginCode, pollingCode]) assert.match(Redacted.value(code), /^[0-9a-hjkmnp-tv-z]{45}$/)
      assert.notStrictEqual(Redacted.value(loginCode), Redacted.value(pollingCode))
      assert.strictEqual(expiresAt.getTime(), 7_200_000)
    }).pipe(Effect.provide(layerTest())))

  it.effect("can have another lifetime of up to a day", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* Cli.start({ expiresIn: "1 minute" })).expiresAt.getTime(), 60_000)
      assert.strictEqual((yield* Cli.start({ expiresIn: "1 day" })).expiresAt.getTime(), 86_400_000)
      assert.strictEqual((yield* failure(Cli.start({ expiresIn: 86_400_001 })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is expired from the start if its lifetime is zero or negative", () =>
    Effect.gen(function*() {
      for (const expires_in_millis of [0, -1, -86_400_001]) {
        const started = yield* send("POST", "/auth/cli", clientHeaders, { expires_in_millis })
        assert.strictEqual(started.status, 200)
        const { expires_at, login_code, polling_code } = jsonOf(started)
        assert.strictEqual(Date.parse(expires_at), expires_in_millis)
        assert.strictEqual(yield* statusOf(Redacted.make(polling_code)), "expired")
        assert.strictEqual(yield* refused(Redacted.make(login_code)), 400)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("has an expiry within the range of Date", () =>
    Effect.gen(function*() {
      for (const expires_in_millis of [-1e300, 1e300]) {
        assert.strictEqual(
          codeOf(yield* send("POST", "/auth/cli", clientHeaders, { expires_in_millis })),
          "SCHEMA_ERROR"
        )
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a confirmed attempt signs the command line in to the session that confirmed it", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* Cli.start()
      const { tokens, userId } = yield* signUp()
      yield* Cli.complete({ loginCode, refreshToken: tokens.refreshToken })
      const answer = yield* Cli.poll({ pollingCode })
      assert(answer.status === "success")
      const terminal = yield* device({ refreshToken: answer.refreshToken })
      assert.strictEqual((yield* on(terminal)(CurrentUser.get({ or: "throw" }))).id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is waiting until it is confirmed, then returns the refresh token once", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* Cli.start()
      assert.strictEqual(yield* statusOf(pollingCode), "waiting")
      assert.strictEqual(yield* statusOf(pollingCode), "waiting")
      yield* Cli.complete({ loginCode, refreshToken })
      const answer = yield* Cli.poll({ pollingCode })
      assert(answer.status === "success")
      assert.strictEqual(Redacted.value(answer.refreshToken), "a refresh token")
      assert.deepStrictEqual(yield* Cli.poll({ pollingCode }), { status: "used" })
      assert.deepStrictEqual(yield* Cli.poll({ pollingCode }), { status: "used" })
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("expires to the millisecond in every state: waiting, confirmed or used", () =>
    Effect.gen(function*() {
      const waiting = yield* Cli.start({ expiresIn: "1 minute" })
      const confirmed = yield* Cli.start({ expiresIn: "1 minute" })
      const used = yield* Cli.start({ expiresIn: "1 minute" })
      yield* Cli.complete({ loginCode: confirmed.loginCode, refreshToken })
      yield* Cli.complete({ loginCode: used.loginCode, refreshToken })
      yield* Cli.poll({ pollingCode: used.pollingCode })
      yield* TestClock.adjust(59_999)
      assert.strictEqual(yield* statusOf(waiting.pollingCode), "waiting")
      assert.strictEqual(yield* statusOf(used.pollingCode), "used")
      yield* TestClock.adjust(1)
      for (const { pollingCode } of [waiting, confirmed, used]) {
        assert.strictEqual(yield* statusOf(pollingCode), "expired")
      }
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("is not found by another code or by another project", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* Cli.start()
      for (const code of [Redacted.make("nope"), loginCode]) {
        assert.strictEqual((yield* failure(Cli.poll({ pollingCode: code })))._tag, "InvalidPollingCodeError")
      }
      const body = { polling_code: Redacted.value(pollingCode) }
      const response = yield* send("POST", "/auth/cli/poll", otherHeaders, body)
      assert.strictEqual(response.status, 400)
      assert.strictEqual(codeOf(response), "INVALID_POLLING_CODE")
      assert.notProperty(jsonOf(response), "details")
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("a successful poll gets status 201, and other polls 200", () =>
    Effect.gen(function*() {
      const started = yield* send("POST", "/auth/cli", clientHeaders)
      assert.strictEqual(started.status, 200)
      const { expires_at, login_code, polling_code } = jsonOf(started)
      assert.strictEqual(expires_at, "1970-01-01T02:00:00.000Z")
      const poll = send("POST", "/auth/cli/poll", serverHeaders, { polling_code })
      assert.strictEqual((yield* poll).status, 200)
      const completed = yield* send("POST", "/auth/cli/complete", clientHeaders, { login_code, refresh_token: "r" })
      assert.strictEqual(completed.status, 200)
      assert.deepStrictEqual(jsonOf(completed), { success: true })
      const success = yield* poll
      assert.strictEqual(success.status, 201)
      assert.deepStrictEqual(jsonOf(success), { status: "success", refresh_token: "r" })
      assert.strictEqual((yield* poll).status, 200)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("confirming an attempt", () => {
  it.effect("succeeds once, even if the command line has not polled", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* Cli.start()
      yield* Cli.complete({ loginCode, refreshToken })
      assert.strictEqual(yield* refused(loginCode), 400)
      yield* Cli.poll({ pollingCode })
      assert.strictEqual(yield* refused(loginCode), 400)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("is refused for an unknown code and for the polling code", () =>
    Effect.gen(function*() {
      const { pollingCode } = yield* Cli.start()
      assert.strictEqual(yield* refused(Redacted.make("nope")), 400)
      assert.strictEqual(yield* refused(pollingCode), 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused after the attempt expired", () =>
    Effect.gen(function*() {
      const { loginCode } = yield* Cli.start({ expiresIn: "1 minute" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* refused(loginCode), 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused to another project, and leaves the attempt unchanged", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* Cli.start()
      const body = { login_code: Redacted.value(loginCode), refresh_token: "r" }
      const response = yield* send("POST", "/auth/cli/complete", otherHeaders, body)
      assert.strictEqual(response.status, 400)
      assert.isUndefined(codeOf(response))
      assert.strictEqual(yield* statusOf(pollingCode), "waiting")
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("requires both fields", () =>
    Effect.gen(function*() {
      for (const body of [{}, { login_code: "l" }, { refresh_token: "r" }, { login_code: 7, refresh_token: "r" }]) {
        assert.strictEqual(codeOf(yield* send("POST", "/auth/cli/complete", clientHeaders, body)), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("confirming an attempt in 2026", () => {
  it.effect("requires the refresh token of an active session of the project", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* Cli.start()
      const body = { login_code: Redacted.value(loginCode) }
      const other = jsonOf(yield* send("POST", "/auth/anonymous/sign-up", otherHeaders))
      for (const refresh_token of [undefined, "nope", other.refresh_token]) {
        const response = yield* send("POST", "/auth/cli/complete", clientHeaders, { ...body, refresh_token })
        assert.strictEqual(response.status, 400)
        assert.isUndefined(codeOf(response))
      }
      assert.strictEqual(yield* statusOf(pollingCode), "waiting")
      const { tokens } = yield* signUp()
      const completed = { ...body, refresh_token: Redacted.value(tokens.refreshToken), mode: "complete" }
      const response = yield* send("POST", "/auth/cli/complete", clientHeaders, completed)
      assert.deepStrictEqual(jsonOf(response), { success: true })
      assert.strictEqual(yield* statusOf(pollingCode), "success")
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("refuses an unknown mode and a missing login code with a schema error", () =>
    Effect.gen(function*() {
      const bodies = [{}, { refresh_token: "r" }, { login_code: 7 }, { login_code: "l", mode: "nope" }, {
        mode: "check"
      }]
      for (const body of bodies) {
        assert.strictEqual(codeOf(yield* send("POST", "/auth/cli/complete", clientHeaders, body)), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest())))
})

/** Starts an attempt of a command line with an anonymous user. */
const anonymousAttempt = Effect.gen(function*() {
  const terminal = yield* device()
  const { tokens, userId } = yield* on(terminal)(Anonymous.signUp)
  const attempt = yield* on(terminal)(Cli.start({ anonRefreshToken: tokens.refreshToken }))
  return { ...attempt, userId, anonRefreshToken: tokens.refreshToken }
})

describe("the anonymous session of a command line", () => {
  it.effect("is claimed once by the page, and the user who then signs up keeps the id", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode, userId } = yield* anonymousAttempt
      const page = yield* device()
      assert.isTrue(yield* on(page)(Cli.hasAnonymousSession({ loginCode })))
      yield* on(page)(Cli.claimAnonymousSession({ loginCode }))
      assert.isFalse(yield* on(page)(Cli.hasAnonymousSession({ loginCode })))
      assert.strictEqual(refusalOf(yield* failure(Cli.claimAnonymousSession({ loginCode }))).status, 400)

      const user = yield* on(page)(CurrentUser.get({ or: "anonymous-if-exists" }))
      assert.strictEqual(user?.id, userId)
      yield* on(page)(signUp())
      yield* on(page)(Cli.confirm({ loginCode }))
      const answer = yield* Cli.poll({ pollingCode })
      assert(answer.status === "success")
      const terminal = yield* device({ refreshToken: answer.refreshToken })
      assert.deepInclude(yield* on(terminal)(CurrentUser.get({ or: "throw" })), { id: userId, isAnonymous: false })
    }).pipe(Effect.provide(layerTest())))

  it.effect("an anonymous command-line session is unchanged if another user confirms", () =>
    Effect.gen(function*() {
      const { loginCode, pollingCode } = yield* anonymousAttempt
      const { tokens } = yield* signUp()
      yield* Cli.complete({ loginCode, refreshToken: tokens.refreshToken })
      const answer = yield* Cli.poll({ pollingCode })
      assert(answer.status === "success")
      assert.strictEqual(Redacted.value(answer.refreshToken), Redacted.value(tokens.refreshToken))
    }).pipe(Effect.provide(layerTest())))

  it.effect("an anonymous command-line session must be active and belong to the project's anonymous user", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const other = jsonOf(yield* send("POST", "/auth/anonymous/sign-up", otherHeaders))
      for (const anonRefreshToken of [Redacted.make("nope"), tokens.refreshToken, Redacted.make(other.refresh_token)]) {
        const error = yield* failure(Cli.start({ anonRefreshToken }))
        assert.strictEqual(refusalOf(error).status, 400)
      }
    }).pipe(Effect.provide(layerOfTwo)))

  it.effect("is absent if the command line has none, or has signed out", () =>
    Effect.gen(function*() {
      const without = yield* Cli.start()
      assert.isFalse(yield* Cli.hasAnonymousSession(without))
      assert.strictEqual(refusalOf(yield* failure(Cli.claimAnonymousSession(without))).status, 400)
      const { anonRefreshToken, loginCode } = yield* anonymousAttempt
      yield* on(yield* device({ refreshToken: anonRefreshToken }))(Session.signOut)
      assert.isFalse(yield* Cli.hasAnonymousSession({ loginCode }))
      assert.strictEqual(refusalOf(yield* failure(Cli.claimAnonymousSession({ loginCode }))).status, 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot be requested with a code that is unknown, expired or confirmed", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const expired = yield* Cli.start({ expiresIn: "1 minute" })
      const confirmed = yield* Cli.start()
      yield* Cli.complete({ loginCode: confirmed.loginCode, refreshToken: tokens.refreshToken })
      yield* TestClock.adjust("1 minute")
      for (const loginCode of [Redacted.make("nope"), expired.loginCode, confirmed.loginCode]) {
        assert.strictEqual(refusalOf(yield* failure(Cli.hasAnonymousSession({ loginCode }))).status, 400)
        assert.strictEqual(refusalOf(yield* failure(Cli.claimAnonymousSession({ loginCode }))).status, 400)
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("a 2025 service has no anonymous command-line sessions, and no request is sent", () =>
    Effect.gen(function*() {
      const { loginCode } = yield* Cli.start()
      const errors = [
        yield* failure(Cli.start({ anonRefreshToken: refreshToken })),
        yield* failure(Cli.hasAnonymousSession({ loginCode })),
        yield* failure(Cli.claimAnonymousSession({ loginCode }))
      ]
      for (const error of errors) assert.strictEqual(tagsOf(error), "ApiError/UnsupportedGeneration")
      const body = { anon_refresh_token: "r" }
      assert.strictEqual(codeOf(yield* send("POST", "/auth/cli", clientHeaders, body)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})
