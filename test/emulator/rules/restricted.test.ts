/**
 * Restricted and anonymous users in services of 2026: their conditions, and the permissions and lifetime of their access
 * tokens.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Anonymous, ContactChannels, CurrentUser, Session } from "latchkey"
import { ContactChannels as ServerChannels, Users } from "latchkey/server"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  codeTo,
  configure,
  email,
  jsonOf,
  layerTest,
  send,
  serverHeaders,
  signIn,
  signUp
} from "../support.ts"

const requireVerification = configure({ requireEmailVerification: true })

/** A user who signed up in a project that requires verified email addresses. */
const restricted = Effect.andThen(requireVerification, signUp())

const headersOf = (token: Redacted.Redacted<string> | undefined, more: Readonly<Record<string, string>> = {}) => ({
  ...clientHeaders,
  "x-stack-access-token": Redacted.value(token!),
  ...more
})

const me = (token: Redacted.Redacted<string> | undefined, more?: Readonly<Record<string, string>>) =>
  send("GET", "/users/me", headersOf(token, more))

const reasonOf = (userId: string) => Effect.map(Users.get(userId), ({ restrictedReason }) => restrictedReason?.type)

describe("the reason of a restriction", () => {
  it.effect("is the unverified email until it is verified", () =>
    Effect.gen(function*() {
      const { userId } = yield* restricted
      assert.deepInclude(yield* Users.get(userId), {
        isRestricted: true,
        restrictedReason: { type: "email_not_verified" },
        restrictedByAdmin: false
      })
      yield* ContactChannels.verify({ code: yield* codeTo(email) })
      assert.deepInclude(yield* Users.get(userId), { isRestricted: false, restrictedReason: null })
    }).pipe(Effect.provide(layerTest())))

  it.effect("is the unverified primary email, even if another address is verified", () =>
    Effect.gen(function*() {
      const { userId } = yield* restricted
      yield* ServerChannels.create({ userId, value: "other@example.com", usedForAuth: false, isVerified: true })
      assert.strictEqual(yield* reasonOf(userId), "email_not_verified")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is absent if the project does not require verified email addresses", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      assert.deepInclude(yield* Users.get(userId), { isRestricted: false, restrictedReason: null })
    }).pipe(Effect.provide(layerTest())))

  it.effect("applies to a user without an email address", () =>
    Effect.gen(function*() {
      yield* requireVerification
      const { id } = yield* Users.create()
      assert.strictEqual(yield* reasonOf(id), "email_not_verified")
    }).pipe(Effect.provide(layerTest())))

  it.effect("the reason is anonymous first, then the email, then the administrator", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      yield* requireVerification
      yield* Users.update(userId, { restrictedByAdmin: true })
      assert.strictEqual(yield* reasonOf(userId), "anonymous")
      yield* Users.update(userId, { isAnonymous: false })
      assert.strictEqual(yield* reasonOf(userId), "email_not_verified")
      yield* configure({ requireEmailVerification: false })
      assert.strictEqual(yield* reasonOf(userId), "restricted_by_administrator")
      yield* Users.update(userId, { restrictedByAdmin: false })
      assert.isUndefined(yield* reasonOf(userId))
    }).pipe(Effect.provide(layerTest())))

  it.effect("2025 users have no restriction reason", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const user = jsonOf(yield* send("GET", `/users/${userId}`, serverHeaders))
      for (const name of ["is_restricted", "restricted_reason", "restricted_by_admin", "country_code", "risk_scores"]) {
        assert.notProperty(user, name)
      }
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("a restricted user's access token", () => {
  it.effect("is refused by every request, at every level", () =>
    Effect.gen(function*() {
      const { tokens } = yield* restricted
      const token = { "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const requests: ReadonlyArray<readonly [string, string, Record<string, string>, object?]> = [
        ["GET", "/users/me", clientHeaders],
        ["GET", "/projects/current", clientHeaders],
        ["GET", "/users/me", serverHeaders],
        ["GET", "/internal/projects/current", adminHeaders],
        ["DELETE", "/auth/sessions/current", clientHeaders],
        ["POST", "/auth/password/sign-in", clientHeaders, { email, password: "correct horse" }]
      ]
      for (const [method, path, headers, body] of requests) {
        const response = yield* send(method, path, { ...headers, ...token }, body)
        assert.deepStrictEqual([response.status, codeOf(response)], [403, "RESTRICTED_USER_NOT_ALLOWED"], path)
        assert.deepStrictEqual(jsonOf(response).details, { restricted_reason: { type: "email_not_verified" } })
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("is accepted with either header set to true", () =>
    Effect.gen(function*() {
      const { tokens: { accessToken } } = yield* restricted
      const statuses = [
        yield* me(accessToken, { "x-stack-allow-anonymous-user": "true" }),
        yield* me(accessToken, { "x-stack-allow-restricted-user": "true" }),
        yield* me(accessToken, { "x-hexclave-allow-anonymous-user": "true" }),
        yield* me(accessToken, { "x-stack-allow-anonymous-user": "false" }),
        yield* me(accessToken, { "x-stack-allow-restricted-user": "1" })
      ].map(({ status }) => status)
      assert.deepStrictEqual(statuses, [200, 200, 200, 403, 403])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused as unparsable or of another project before the restriction is checked", () =>
    Effect.gen(function*() {
      const { tokens: { accessToken } } = yield* restricted
      const text = Redacted.value(accessToken!)
      const broken = yield* me(Redacted.make(`${text.slice(0, -6)}AAAAAA`))
      assert.strictEqual(codeOf(broken), "UNPARSABLE_ACCESS_TOKEN")
      const elsewhere = yield* me(accessToken, { "x-stack-project-id": "internal" })
      assert.strictEqual(codeOf(elsewhere), "INVALID_PROJECT_FOR_ACCESS_TOKEN")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused even after the verification, until it is refreshed", () =>
    Effect.gen(function*() {
      const { tokens } = yield* restricted
      yield* ContactChannels.verify({ code: yield* codeTo(email) })
      assert.strictEqual(codeOf(yield* me(tokens.accessToken)), "RESTRICTED_USER_NOT_ALLOWED")
      const headers = { ...clientHeaders, "x-stack-refresh-token": Redacted.value(tokens.refreshToken) }
      const { access_token } = jsonOf(yield* send("POST", "/auth/sessions/current/refresh", headers))
      assert.strictEqual((yield* me(Redacted.make(access_token))).status, 200)
    }).pipe(Effect.provide(layerTest())))

  it.effect("issued before the restriction works until it expires", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      yield* Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "Under review" })
      const user = jsonOf(yield* me(tokens.accessToken))
      assert.deepInclude(user, { is_restricted: true, restricted_by_admin_reason: "Under review" })
      const again = yield* signIn()
      assert.strictEqual(codeOf(yield* me(again.tokens.accessToken)), "RESTRICTED_USER_NOT_ALLOWED")
    }).pipe(Effect.provide(layerTest())))

  it.effect("permits reads, updates and sign-out, because the client sends the header", () =>
    Effect.gen(function*() {
      const { userId } = yield* restricted
      const user = yield* CurrentUser.update({ displayName: "Ada" })
      assert.deepInclude(user, { id: userId, displayName: "Ada", isRestricted: true })
      yield* Session.signOut
      assert.lengthOf(jsonOf(yield* send("GET", `/auth/sessions?user_id=${userId}`, serverHeaders)).items, 0)
    }).pipe(Effect.provide(layerTest())))
})

describe("an anonymous user's access token", () => {
  it.effect("an anonymous user's access token is refused without details unless the header for anonymous users is sent", () =>
    Effect.gen(function*() {
      const { tokens: { accessToken } } = yield* Anonymous.signUp
      for (const more of [{}, { "x-stack-allow-restricted-user": "true" }]) {
        const response = yield* me(accessToken, more)
        assert.deepStrictEqual([response.status, codeOf(response)], [401, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED"])
        assert.notProperty(jsonOf(response), "details")
      }
      const user = jsonOf(yield* me(accessToken, { "x-stack-allow-anonymous-user": "true" }))
      assert.deepInclude(user, { is_anonymous: true, is_restricted: true, display_name: null })
      assert.deepStrictEqual(user.restricted_reason, { type: "anonymous" })
    }).pipe(Effect.provide(layerTest())))

  it.effect("2025: an anonymous user's access token is an ordinary one", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true })
      const { tokens } = yield* Anonymous.signUp
      assert.strictEqual((yield* me(tokens.accessToken)).status, 200)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))
})

describe("an owner's access token", () => {
  it.effect("grants access to no project if the owner is restricted", () =>
    Effect.gen(function*() {
      const internal = { ...clientHeaders, "x-stack-project-id": "internal" }
      const keyless = { ...internal, "x-stack-publishable-client-key": "__stack_public_client__" }
      const { access_token } = jsonOf(yield* send("POST", "/auth/anonymous/sign-up", keyless, {}))
      const { "x-stack-super-secret-admin-key": _, ...headers } = adminHeaders
      const response = yield* send("GET", "/internal/projects/current", {
        ...headers,
        "x-stack-admin-access-token": access_token
      })
      assert.deepStrictEqual([response.status, codeOf(response)], [401, "UNPARSABLE_ADMIN_ACCESS_TOKEN"])
    }).pipe(Effect.provide(layerTest())))
})

describe("the claims of an access token", () => {
  const claimsOf = (token: Redacted.Redacted<string> | undefined) =>
    JSON.parse(Buffer.from(Redacted.value(token!).split(".")[1]!, "base64url").toString())

  it.effect("describe the user and the restriction", () =>
    Effect.gen(function*() {
      yield* requireVerification
      const { tokens, userId } = yield* signUp()
      assert.deepInclude(claimsOf(tokens.accessToken), {
        sub: userId,
        branch_id: "main",
        role: "authenticated",
        name: null,
        email,
        email_verified: false,
        selected_team_id: null,
        signed_up_at: 0,
        is_anonymous: false,
        is_restricted: true,
        restricted_reason: { type: "email_not_verified" },
        requires_totp_mfa: false
      })
      yield* Users.update(userId, { displayName: "Ada", primaryEmailVerified: true })
      const { aud, project_id: projectId, ...claims } = claimsOf((yield* signIn()).tokens.accessToken)
      assert.strictEqual(aud, projectId)
      assert.deepInclude(claims, { name: "Ada", email_verified: true, is_restricted: false, restricted_reason: null })
    }).pipe(Effect.provide(layerTest())))
})
