/** The fields and operations of users since 2026, beyond those of 2025. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Anonymous, ContactChannels, CurrentUser, MagicLink, Password, Session } from "latchkey"
import { ContactChannels as ServerChannels, Teams, Users } from "latchkey/server"
import {
  callbackUrl,
  clientHeaders,
  codeOf,
  codeTo,
  configure,
  device,
  email,
  failure,
  inbox,
  jsonOf,
  layerTest,
  on,
  password,
  refusalOf,
  send,
  serverHeaders,
  signIn,
  signUp
} from "../support.ts"

const old = layerTest({ generation: "2025" })

describe("an empty email", () => {
  it.effect("an empty email is a RequestSchemaError at sign-in and in an update", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.strictEqual((yield* failure(signIn("")))._tag, "RequestSchemaError")
      assert.strictEqual((yield* failure(CurrentUser.update({ primaryEmail: "" })))._tag, "RequestSchemaError")
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
    }).pipe(Effect.provide(layerTest())))
})

describe("a read of a user", () => {
  it.effect("accepts the query of the list, and refuses unknown names and values", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      const read = (query: string) => send("GET", `/users/${userId}?${query}`, serverHeaders)
      assert.strictEqual((yield* read("include_anonymous=true")).status, 200)
      assert.strictEqual((yield* read("include_restricted=false&limit=2")).status, 200)
      assert.strictEqual(codeOf(yield* read("include_anonymous=yes")), "SCHEMA_ERROR")
      assert.strictEqual(codeOf(yield* read("nope=1")), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts no query before 2026", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const response = yield* send("GET", `/users/${id}?include_anonymous=true`, serverHeaders)
      assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
    }).pipe(Effect.provide(old)))
})

describe("the profile image that a server sets", () => {
  it.effect("is refused unless it is an http, https or data URL, for users and teams", () =>
    Effect.gen(function*() {
      const profileImageUrl = "javascript:alert(1)"
      const { id } = yield* Users.create()
      const team = yield* Teams.create({ displayName: "Engines" })
      const errors = [
        yield* failure(Users.create({ profileImageUrl })),
        yield* failure(Users.update(id, { profileImageUrl })),
        yield* failure(Teams.create({ displayName: "Engines", profileImageUrl })),
        yield* failure(Teams.update(team.id, { profileImageUrl }))
      ]
      for (const error of errors) assert.strictEqual(refusalOf(error).status, 400)
      assert.isNull((yield* Users.get(id)).profileImageUrl)
      yield* Users.update(id, { profileImageUrl: "http://localhost:3000/a.png" })
    }).pipe(Effect.provide(layerTest())))

  it.effect("may have any scheme before 2026", () =>
    Effect.gen(function*() {
      const profileImageUrl = "javascript:alert(1)"
      assert.strictEqual((yield* Users.create({ profileImageUrl })).profileImageUrl, profileImageUrl)
    }).pipe(Effect.provide(old)))
})

describe("the team of an anonymous user", () => {
  const nameOf = (userId: string) => Effect.map(Users.get(userId), ({ selectedTeam }) => selectedTeam?.displayName)

  it.effect("is named after the user at sign-up, unless it has another name", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      assert.strictEqual(yield* nameOf(userId), "Personal team")
      yield* signUp()
      assert.strictEqual(yield* nameOf(userId), `Team of ${email}`)
      const { id, selectedTeamId } = yield* Effect.flatMap(
        Users.create({ isAnonymous: true }),
        ({ id }) => Users.get(id)
      )
      yield* Teams.update(selectedTeamId!, { displayName: "Engines" })
      yield* Users.update(id, { isAnonymous: false, displayName: "Grace" })
      assert.strictEqual(yield* nameOf(id), "Engines")
      const other = yield* Users.create({ isAnonymous: true })
      yield* Users.update(other.id, { isAnonymous: false, displayName: "Grace" })
      assert.strictEqual(yield* nameOf(other.id), "Team of Grace")
    }).pipe(Effect.provide(layerTest({ project: { config: { createTeamOnSignUp: true } } }))))
})

describe("a new primary email that a server sets", () => {
  const replace = Effect.gen(function*() {
    const { id } = yield* Users.create({ primaryEmail: email, primaryEmailVerified: true })
    return (yield* Users.update(id, { primaryEmail: "grace@example.com" })).primaryEmailVerified
  })

  it.effect("is not verified, but stays verified before 2026", () =>
    Effect.gen(function*() {
      assert.isFalse(yield* Effect.provide(replace, layerTest(), { local: true }))
      assert.isTrue(yield* Effect.provide(replace, layerTest({ generation: "2025" }), { local: true }))
    }))
})

describe("a server", () => {
  it.effect("restricts a user with a reason and details, and lifts the restriction with both", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ restrictedByAdmin: true, restrictedByAdminReason: "New" })
      const restriction = { restrictedByAdminReason: "Under review", restrictedByAdminPrivateDetails: "Case 1" }
      assert.deepInclude(yield* Users.update(id, { restrictedByAdmin: true, ...restriction }), {
        ...restriction,
        isRestricted: true,
        restrictedByAdmin: true,
        restrictedReason: { type: "restricted_by_administrator" }
      })
      assert.deepInclude(yield* Users.update(id, { restrictedByAdmin: false }), {
        isRestricted: false,
        restrictedByAdmin: false,
        restrictedByAdminReason: null,
        restrictedByAdminPrivateDetails: null
      })
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot give a reason or details without the restriction", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const texts = [
        { restrictedByAdminReason: "x" },
        { restrictedByAdminPrivateDetails: "x" },
        { restrictedByAdmin: false, restrictedByAdminReason: "x" }
      ]
      for (const text of texts) {
        assert.strictEqual((yield* failure(Users.update(id, text)))._tag, "RequestSchemaError")
        assert.strictEqual((yield* failure(Users.create(text)))._tag, "RequestSchemaError")
      }
      yield* Users.update(id, { restrictedByAdmin: false, restrictedByAdminReason: null })
    }).pipe(Effect.provide(layerTest())))

  it.effect("stores a country in upper case, and scores from 0 to 100", () =>
    Effect.gen(function*() {
      const riskScores = { signUp: { bot: 0, freeTrialAbuse: 100 } }
      const { id } = yield* Users.create({ countryCode: "ch", riskScores })
      assert.deepInclude(yield* Users.get(id), { countryCode: "CH", riskScores })
      assert.isNull((yield* Users.update(id, { countryCode: null })).countryCode)
      assert.strictEqual((yield* Users.update(id, { countryCode: "de" })).countryCode, "DE")
      for (const countryCode of ["CHE", "C", "", "1A"]) {
        assert.strictEqual((yield* failure(Users.update(id, { countryCode })))._tag, "RequestSchemaError", countryCode)
      }
      for (const score of [-1, 101, 0.5]) {
        for (const signUp of [{ bot: score, freeTrialAbuse: 0 }, { bot: 0, freeTrialAbuse: score }]) {
          assert.strictEqual((yield* failure(Users.update(id, { riskScores: { signUp } })))._tag, "RequestSchemaError")
        }
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("reads a new user as unrestricted, without a country and with scores of 0", () =>
    Effect.gen(function*() {
      assert.deepInclude(yield* Users.create(), {
        isRestricted: false,
        restrictedReason: null,
        restrictedByAdminReason: null,
        restrictedByAdminPrivateDetails: null,
        countryCode: null,
        riskScores: { signUp: { bot: 0, freeTrialAbuse: 0 } }
      })
    }).pipe(Effect.provide(layerTest())))

  it.effect("2025: users have none of these fields", () =>
    Effect.gen(function*() {
      const fields = [{ restricted_by_admin: true }, { country_code: "CH" }, { risk_scores: { sign_up: {} } }]
      for (const field of fields) {
        assert.strictEqual(codeOf(yield* send("POST", "/users", serverHeaders, field)), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(old)))
})

describe("a client", () => {
  it.effect("reads the reason of its restriction, and neither the details nor the scores", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      yield* Users.update(userId, {
        restrictedByAdmin: true,
        restrictedByAdminReason: "Under review",
        restrictedByAdminPrivateDetails: "Case 1"
      })
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const user = jsonOf(yield* send("GET", "/users/me", headers))
      assert.deepInclude(user, { restricted_by_admin: true, restricted_by_admin_reason: "Under review" })
      for (const name of ["restricted_by_admin_private_details", "country_code", "risk_scores"]) {
        assert.notProperty(user, name)
      }
      const change = yield* send("PATCH", "/users/me", headers, { restricted_by_admin: false })
      assert.strictEqual(codeOf(change), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("changes its primary address, keeps the former one as a channel, and signs in with both", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* ContactChannels.verify({ code: yield* codeTo(email) })
      const user = yield* CurrentUser.update({ primaryEmail: "New@Example.com" })
      assert.deepInclude(user, { primaryEmail: "new@example.com", primaryEmailVerified: false })
      const channels = (yield* ContactChannels.list).map(({ isPrimary, isVerified, usedForAuth, value }) => [
        value,
        isPrimary,
        isVerified,
        usedForAuth
      ])
      assert.deepStrictEqual(channels, [[email, false, true, true], ["new@example.com", true, false, true]])
      for (const address of [email, "new@example.com"]) assert.strictEqual((yield* signIn(address)).userId, user.id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client makes another of its channels primary by its address", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ primaryEmail: "new@example.com" })
      yield* CurrentUser.update({ primaryEmail: email.toUpperCase() })
      const channels = (yield* ContactChannels.list).map(({ isPrimary, value }) => [value, isPrimary])
      assert.deepStrictEqual(channels, [[email, true], ["new@example.com", false]])
    }).pipe(Effect.provide(layerTest())))

  it.effect("removes its primary address, and still signs in with the former one", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      for (const _ of [1, 2]) assert.isNull((yield* CurrentUser.update({ primaryEmail: null })).primaryEmail)
      assert.deepInclude((yield* ContactChannels.list)[0], { value: email, isPrimary: false, usedForAuth: true })
      assert.strictEqual((yield* signIn()).userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("cannot take an address that another user signs in with", () =>
    Effect.gen(function*() {
      yield* Users.create({ primaryEmail: "grace@example.com", primaryEmailAuthEnabled: true })
      yield* signUp()
      const error = yield* failure(CurrentUser.update({ primaryEmail: "Grace@example.com" }))
      if (error._tag !== "UserWithEmailAlreadyExists") return assert.fail(error._tag)
      assert.deepStrictEqual(error.details, { email: "grace@example.com", wouldWorkIfEmailWasVerified: false })
      assert.strictEqual((yield* failure(CurrentUser.update({ primaryEmail: "nope" })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client of a 2025 service cannot change its primary address", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const response = yield* send("PATCH", "/users/me", headers, { primary_email: "new@example.com" })
      assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
    }).pipe(Effect.provide(old)))
})

describe("an address", () => {
  it.effect("an address is stored in lower case, and found in any case", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp("Ada@Example.com")
      assert.strictEqual((yield* Users.get(userId)).primaryEmail, email)
      assert.strictEqual((yield* signIn("ADA@EXAMPLE.COM")).userId, userId)
      assert.strictEqual((yield* failure(signUp("aDa@example.com")))._tag, "UserWithEmailAlreadyExists")
      yield* Password.sendResetCode({ email: "ADA@example.com", callbackUrl })
      assert.deepStrictEqual((yield* inbox).at(-1)!.to, [email])
      const { value } = yield* ServerChannels.create({ userId, value: "Second@Example.com", usedForAuth: false })
      assert.strictEqual(value, "second@example.com")
      const user = yield* Users.create({ primaryEmail: "Grace@Example.com", primaryEmailAuthEnabled: true })
      assert.strictEqual(user.primaryEmail, "grace@example.com")
    }).pipe(Effect.provide(layerTest())))

  it.effect("signs up and in by a code in any case", () =>
    Effect.gen(function*() {
      yield* MagicLink.send({ email: "Ada@Example.com", callbackUrl })
      const { userId } = yield* MagicLink.signIn({ code: yield* codeTo(email) })
      assert.strictEqual((yield* Users.get(userId)).primaryEmail, email)
      yield* MagicLink.send({ email: "ADA@example.com", callbackUrl })
      assert.strictEqual((yield* MagicLink.signIn({ code: yield* codeTo(email) })).userId, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("has at most 256 characters, as does a name", () =>
    Effect.gen(function*() {
      const long = (length: number) => `${"a".repeat(length - 12)}@example.com`
      const { id } = yield* Users.create({ primaryEmail: long(256), displayName: "x".repeat(256) })
      assert.strictEqual((yield* failure(Users.create({ primaryEmail: long(257) })))._tag, "RequestSchemaError")
      assert.strictEqual(
        (yield* failure(Users.update(id, { displayName: "x".repeat(257) })))._tag,
        "RequestSchemaError"
      )
      assert.strictEqual((yield* failure(signUp(long(257))))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("the refusal of an unverified address in use states that verification would help", () =>
    Effect.gen(function*() {
      yield* signUp()
      const error = yield* failure(MagicLink.send({ email, callbackUrl }))
      if (error._tag !== "UserWithEmailAlreadyExists") return assert.fail(error._tag)
      assert.isTrue(error.details.wouldWorkIfEmailWasVerified)
    }).pipe(Effect.provide(layerTest())))
})

describe("the list of users", () => {
  const users = Effect.gen(function*() {
    yield* Users.create({ displayName: "normal" })
    yield* Users.create({ displayName: "restricted", restrictedByAdmin: true })
    const { userId } = yield* Anonymous.signUp
    yield* Users.update(userId, { displayName: "anonymous" })
  })

  const names = (filter: Parameters<typeof Users.list>[0]) =>
    Effect.map(Users.list(filter), ({ items }) => items.map(({ displayName }) => displayName))

  it.effect("excludes restricted and anonymous users unless they are included", () =>
    Effect.gen(function*() {
      yield* users
      assert.deepStrictEqual(yield* names({}), ["normal"])
      assert.deepStrictEqual(yield* names({ includeRestricted: false }), ["normal"])
      assert.deepStrictEqual(yield* names({ includeRestricted: true }), ["normal", "restricted"])
      assert.deepStrictEqual(yield* names({ includeAnonymous: true }), ["normal", "restricted", "anonymous"])
      assert.deepStrictEqual(yield* names({ includeAnonymous: true, onlyAnonymous: true }), ["anonymous"])
      assert.strictEqual(refusalOf(yield* failure(Users.list({ onlyAnonymous: true }))).status, 400)
    }).pipe(Effect.provide(layerTest())))

  it.effect("accepts only true and false", () =>
    Effect.gen(function*() {
      const response = yield* send("GET", "/users?include_anonymous=yes", serverHeaders)
      assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains every user in a service of 2025, which has no such filter", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true })
      yield* Anonymous.signUp
      assert.deepStrictEqual(yield* names({}), ["Anonymous user"])
      assert.strictEqual(codeOf(yield* send("GET", "/users?include_anonymous=true", serverHeaders)), "SCHEMA_ERROR")
    }).pipe(Effect.provide(old)))
})

describe("a sign-up", () => {
  it.effect("a sign-up without a callback URL sends no email", () =>
    Effect.gen(function*() {
      yield* Password.signUp({ email, password, verificationCallbackUrl: null })
      assert.lengthOf(yield* inbox, 0)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-up without a callback URL is not sent to a service of 2025", () =>
    Effect.gen(function*() {
      const error = yield* failure(Password.signUp({ email, password, verificationCallbackUrl: null }))
      assert(error._tag === "ApiError" && error.reason._tag === "UnsupportedGeneration")
      const response = yield* send("POST", "/auth/password/sign-up", clientHeaders, {
        email,
        password: "correct horse"
      })
      assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
    }).pipe(Effect.provide(old)))

  it.effect("lists are ordered by an anonymous user's later sign-up", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      yield* TestClock.adjust("1 minute")
      yield* Users.create({ displayName: "Grace" })
      yield* TestClock.adjust("1 minute")
      yield* signUp()
      const { items } = yield* Users.list()
      assert.deepStrictEqual(items.map(({ id, signedUpAt }) => [id === userId, signedUpAt.getTime()]), [
        [false, 60_000],
        [true, 120_000]
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("an anonymous user's password sign-up ends the previous session", () =>
    Effect.gen(function*() {
      const { tokens } = yield* Anonymous.signUp
      const { userId } = yield* signUp()
      const before = yield* device({ refreshToken: tokens.refreshToken })
      assert.isNull(yield* on(before)(Session.getAccessToken()))
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
    }).pipe(Effect.provide(layerTest())))

  it.effect("an anonymous user's sign-up with an own verified email keeps the email verified", () =>
    Effect.gen(function*() {
      const { userId } = yield* Anonymous.signUp
      yield* Users.update(userId, { primaryEmail: email, primaryEmailVerified: true })
      assert.strictEqual((yield* signUp()).userId, userId)
      assert.deepInclude(yield* Users.get(userId), { primaryEmailVerified: true, primaryEmailAuthEnabled: true })
    }).pipe(Effect.provide(layerTest())))

  it.effect("an anonymous user's sign-up with a code keeps the previous session", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* Anonymous.signUp
      yield* MagicLink.send({ email, callbackUrl })
      assert.strictEqual((yield* MagicLink.signIn({ code: yield* codeTo(email) })).userId, userId)
      const before = yield* device({ refreshToken: tokens.refreshToken })
      assert.isNotNull(yield* on(before)(Session.getAccessToken()))
    }).pipe(Effect.provide(layerTest())))

  it.effect("every project accepts an anonymous sign-up", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: false })
      assert.isTrue((yield* CurrentUser.get({ or: "anonymous" })).isAnonymous)
    }).pipe(Effect.provide(layerTest())))
})

describe("a response", () => {
  const gone = Effect.gen(function*() {
    const { tokens } = yield* signUp()
    yield* Session.signOut
    return {
      ...clientHeaders,
      "x-stack-access-token": Redacted.value(tokens.accessToken!),
      "x-stack-override-error-status": "true"
    }
  })

  it.effect("a 5xx response keeps its status, because the override is only for 4xx", () =>
    Effect.gen(function*() {
      const headers = yield* gone
      const signedOut = yield* send("DELETE", "/auth/sessions/current", headers)
      assert.deepStrictEqual([signedOut.status, signedOut.headers["x-stack-actual-status"]], [500, undefined])
      assert.strictEqual(signedOut.headers["content-type"], "text/plain; charset=utf-8")
      const unknown = yield* send("GET", "/nope", headers)
      assert.deepStrictEqual([unknown.status, unknown.headers["x-stack-actual-status"]], [200, "404"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a 2025 response names the missing session, and overrides every status", () =>
    Effect.gen(function*() {
      const signedOut = yield* send("DELETE", "/auth/sessions/current", yield* gone)
      assert.deepStrictEqual([signedOut.status, signedOut.headers["x-stack-actual-status"]], [200, "401"])
      assert.strictEqual(codeOf(signedOut), "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(old)))

  it.effect("since 2026, CORS allows the header for anonymous users, and never that for restricted users", () =>
    Effect.gen(function*() {
      const allowed = Effect.map(
        send("OPTIONS", "/users/me", {}),
        ({ headers }) => headers["access-control-allow-headers"]!.split(", ")
      )
      const since2026 = yield* allowed
      assert.include(since2026, "x-stack-allow-anonymous-user")
      assert.notInclude(since2026, "x-stack-allow-restricted-user")
      const before = yield* Effect.provide(allowed, old, { local: true })
      assert.notInclude(before, "x-stack-allow-anonymous-user")
      assert.include(before, "x-stack-access-token")
    }).pipe(Effect.provide(layerTest())))
})
