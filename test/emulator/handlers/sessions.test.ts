import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { AccessToken, CurrentUser, Session, Sessions, TokenStore } from "latchkey"
import { Admin } from "latchkey/admin"
import { Emulator } from "latchkey/emulator"
import { Sessions as ServerSessions, Users } from "latchkey/server"
import {
  adminHeaders,
  clientHeaders,
  codeOf,
  configure,
  device,
  failure,
  jsonOf,
  layerTest,
  nobody,
  on,
  password,
  refusalOf,
  send,
  serverHeaders,
  signIn,
  signUp
} from "../support.ts"

const idOf = (tokens: { readonly accessToken: Redacted.Redacted<string> | undefined }) =>
  AccessToken.parse(tokens.accessToken!)!.sessionId!

describe("the list of sessions", () => {
  it.effect("starts with the newest, and marks the requesting one", () =>
    Effect.gen(function*() {
      const laptop = yield* signUp()
      const phone = yield* device()
      yield* TestClock.adjust("1 minute")
      const onPhone = yield* on(phone)(signIn())
      const tablet = yield* device()
      const onTablet = yield* on(tablet)(signIn())

      const newestFirst = [onTablet, onPhone, laptop].map(({ tokens }) => idOf(tokens))
      const seenHere = yield* Sessions.list
      assert.deepStrictEqual(seenHere.map((session) => session.id), newestFirst)
      assert.deepStrictEqual(seenHere.map((session) => session.isCurrentSession), [false, false, true])
      assert.deepStrictEqual(seenHere.map((session) => session.createdAt.getTime()), [60_000, 60_000, 0])
      const seenOnPhone = yield* on(phone)(Sessions.list)
      assert.deepStrictEqual(seenOnPhone.map((session) => session.id), newestFirst)
      assert.deepStrictEqual(seenOnPhone.map((session) => session.isCurrentSession), [false, true, false])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a server gets the same list, in which no session is current", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* signIn()
      const seen = yield* ServerSessions.list(userId)
      assert.deepStrictEqual(seen.map((session) => session.id), (yield* Sessions.list).map((session) => session.id))
      assert.deepStrictEqual(seen.map((session) => session.isCurrentSession), [false, false])
      assert.deepStrictEqual(seen.map((session) => session.userId), [userId, userId])
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains the last use of a session, which is its last refresh", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* Sessions.list)[0]!.lastUsedAt!.getTime(), 0)
      yield* TestClock.adjust("6 minutes")
      assert.strictEqual((yield* Sessions.list)[0]!.lastUsedAt!.getTime(), 660_000)
      assert.strictEqual((yield* Sessions.list)[0]!.createdAt.getTime(), 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the list of sessions contains a session's location if a proxy provides it", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: "ada@example.com", primaryEmailAuthEnabled: true, password })
      const body = { email: "ada@example.com", password: Redacted.value(password) }
      const from = {
        "x-forwarded-for": "203.0.113.7, 10.0.0.1",
        "cf-ipcountry": "US",
        "x-vercel-ip-country": "DE",
        "x-vercel-ip-latitude": "52.5"
      }
      yield* send("POST", "/auth/password/sign-in", { ...clientHeaders, ...from }, body)
      const [session] = yield* ServerSessions.list(id)
      assert.deepStrictEqual(session!.lastUsedAtEndUserIpInfo, { ip: "203.0.113.7", countryCode: "DE", latitude: 52.5 })
    }).pipe(Effect.provide(layerTest())))

  it.effect("contains the last known location after a refresh without one", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: "ada@example.com", primaryEmailAuthEnabled: true, password })
      const body = { email: "ada@example.com", password: Redacted.value(password) }
      const from = { "x-forwarded-for": "203.0.113.7", "x-vercel-ip-country": "DE" }
      const signedIn = yield* send("POST", "/auth/password/sign-in", { ...clientHeaders, ...from }, body)
      const refresh = (more: Readonly<Record<string, string>>) =>
        send("POST", "/auth/sessions/current/refresh", {
          ...clientHeaders,
          ...more,
          "x-stack-refresh-token": jsonOf(signedIn).refresh_token
        })
      const place = Effect.map(ServerSessions.list(id), ([session]) => session!.lastUsedAtEndUserIpInfo)
      assert.strictEqual((yield* refresh({})).status, 200)
      assert.deepStrictEqual(yield* place, { ip: "203.0.113.7", countryCode: "DE" })
      yield* refresh({ "x-forwarded-for": "203.0.113.8" })
      assert.deepStrictEqual(yield* place, { ip: "203.0.113.8" })
    }).pipe(Effect.provide(layerTest())))

  it.effect("is empty for an unknown user, and refuses an invalid id", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* ServerSessions.list(nobody), [])
      assert.strictEqual((yield* failure(ServerSessions.list("ada")))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("a client cannot list another user's sessions", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      assert.strictEqual((yield* send("GET", `/auth/sessions?user_id=${nobody}`, headers)).status, 403)
      assert.strictEqual((yield* send("GET", `/auth/sessions?user_id=${userId}`, headers)).status, 200)
    }).pipe(Effect.provide(layerTest())))
})

describe("revoking a session", () => {
  it.effect("signs its device out at the next refresh", () =>
    Effect.gen(function*() {
      yield* signUp()
      const phone = yield* device()
      const { tokens } = yield* on(phone)(signIn())
      yield* Sessions.revoke(idOf(tokens))
      assert.isNotNull(yield* on(phone)(CurrentUser.get()))
      yield* TestClock.adjust("10 minutes")
      assert.isNull(yield* on(phone)(CurrentUser.get()))
      assert.isNotNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused for the current session", () =>
    Effect.gen(function*() {
      const { tokens } = yield* signUp()
      assert.strictEqual((yield* failure(Sessions.revoke(idOf(tokens))))._tag, "CannotDeleteCurrentSession")
      assert.strictEqual((yield* Sessions.list).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("revoking another user's session fails as if the session did not exist", () =>
    Effect.gen(function*() {
      yield* signUp()
      const grace = yield* device()
      const { tokens } = yield* on(grace)(signUp("grace@example.com"))
      const foreign = refusalOf(yield* failure(Sessions.revoke(idOf(tokens))))
      assert.deepStrictEqual(foreign, refusalOf(yield* failure(Sessions.revoke(nobody))))
      assert.strictEqual(foreign.status, 404)
      assert.strictEqual((yield* on(grace)(Sessions.list)).length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("revoking finds the session by id, whatever user the query names", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const headers = { ...clientHeaders, "x-stack-access-token": Redacted.value(tokens.accessToken!) }
      const phone = yield* device()
      const other = idOf((yield* on(phone)(signIn())).tokens)
      const remove = (id: string, user: string, from: Readonly<Record<string, string>> = headers) =>
        send("DELETE", `/auth/sessions/${id}?user_id=${user}`, from)
      assert.strictEqual((yield* remove(other, nobody, clientHeaders)).status, 404)
      assert.strictEqual((yield* remove(other, nobody)).status, 200)
      assert.strictEqual((yield* remove(other, userId)).status, 404)
      assert.strictEqual(codeOf(yield* remove(idOf(tokens), userId)), "CANNOT_DELETE_CURRENT_SESSION")
      yield* send("DELETE", "/auth/sessions/current", headers, {})
      assert.strictEqual((yield* remove(idOf(tokens), userId)).status, 404)
    }).pipe(Effect.provide(layerTest())))

  it.effect("revoking a session by a server succeeds once for any session", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      const [session] = yield* ServerSessions.list(userId)
      assert.strictEqual(session?.id, idOf(tokens))
      yield* ServerSessions.revoke(session!)
      assert.deepStrictEqual(yield* ServerSessions.list(userId), [])
      assert.strictEqual(refusalOf(yield* failure(ServerSessions.revoke(session!))).status, 404)
      assert.strictEqual((yield* failure(ServerSessions.revoke({ userId, id: "current" })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a signed-in user", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* failure(Sessions.revoke(nobody)))._tag, "CannotGetOwnUserWithoutUser")
      assert.strictEqual((yield* failure(Sessions.list))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))
})

describe("signing out", () => {
  const signOut = (token?: Redacted.Redacted<string>) =>
    send(
      "DELETE",
      "/auth/sessions/current",
      token === undefined ? clientHeaders : { ...clientHeaders, "x-stack-access-token": Redacted.value(token) },
      {}
    )

  it.effect("ends the access token's session, once", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      assert.deepStrictEqual(jsonOf(yield* signOut(tokens.accessToken)), { success: true })
      assert.deepStrictEqual(yield* ServerSessions.list(userId), [])
      assert.strictEqual(jsonOf(yield* signOut(tokens.accessToken)).code, "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("signing out without an access token fails like with an expired one", () =>
    Effect.gen(function*() {
      yield* TestClock.adjust("90 seconds")
      const response = yield* signOut()
      assert.strictEqual(response.status, 401)
      assert.strictEqual(jsonOf(response).code, "ACCESS_TOKEN_EXPIRED")
      assert.deepStrictEqual(jsonOf(response).details, { expired_at_millis: 90_000 })
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("2025: revoking an ended session is an internal error", () =>
    Effect.gen(function*() {
      const { tokens, userId } = yield* signUp()
      assert.deepStrictEqual(jsonOf(yield* signOut(tokens.accessToken)), { success: true })
      assert.deepStrictEqual(yield* ServerSessions.list(userId), [])
      assert.strictEqual((yield* signOut(tokens.accessToken)).status, 500)
    }).pipe(Effect.provide(layerTest())))

  it.effect("2026: signing out without an access token does not name the session", () =>
    Effect.gen(function*() {
      const { code, details } = jsonOf(yield* signOut())
      assert.strictEqual(code, "ACCESS_TOKEN_EXPIRED")
      assert.deepStrictEqual(details, { expired_at_millis: 0, project_id: null, user_id: null, refresh_token_id: null })
    }).pipe(Effect.provide(layerTest())))

  it.effect("a sign-out keeps the user's other sessions", () =>
    Effect.gen(function*() {
      yield* signUp()
      const phone = yield* device()
      yield* on(phone)(signIn())
      yield* Session.signOut
      assert.deepStrictEqual((yield* on(phone)(Sessions.list)).map((session) => session.isCurrentSession), [true])
    }).pipe(Effect.provide(layerTest())))
})

describe("a session created by a server", () => {
  it.effect("signs a device in", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const phone = yield* device(yield* ServerSessions.create({ userId: id }))
      assert.strictEqual((yield* on(phone)(CurrentUser.get({ or: "throw" }))).id, id)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is valid for the requested time, to the millisecond", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const { refreshToken } = yield* ServerSessions.create({ userId: id, expiresIn: "1 hour" })
      yield* TestClock.adjust("3599999 millis")
      const before = yield* device({ refreshToken })
      assert.isNotNull(yield* on(before)(CurrentUser.get()))
      assert.strictEqual((yield* ServerSessions.list(id)).length, 1)
      yield* TestClock.adjust("1 millis")
      const after = yield* device({ refreshToken })
      assert.isNull(yield* on(after)(CurrentUser.get()))
    }).pipe(Effect.provide(layerTest())))

  it.effect("stays in the list after it expired", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      yield* ServerSessions.create({ userId: id, expiresIn: "1 hour" })
      const before = yield* ServerSessions.list(id)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(before.length, 1)
      assert.deepStrictEqual(yield* ServerSessions.list(id), before)
      yield* ServerSessions.revoke(before[0]!)
      assert.deepStrictEqual(yield* ServerSessions.list(id), [])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is valid for at most 367 days", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      yield* ServerSessions.create({ userId: id, expiresIn: "367 days" })
      assert.strictEqual(
        (yield* failure(ServerSessions.create({ userId: id, expiresIn: "368 days" })))._tag,
        "RequestSchemaError"
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("is valid for 365 days by default", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const { refreshToken } = yield* ServerSessions.create({ userId: id })
      yield* TestClock.adjust("364 days")
      assert.isNotNull(yield* on(yield* device({ refreshToken }))(CurrentUser.get()))
      yield* TestClock.adjust("1 day")
      assert.isNull(yield* on(yield* device({ refreshToken }))(CurrentUser.get()))
    }).pipe(Effect.provide(layerTest())))

  it.effect("is expired from the start if its lifetime is zero or negative", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      for (const expires_in_millis of [0, -1, -1e15]) {
        const response = yield* send("POST", "/auth/sessions", serverHeaders, { user_id: id, expires_in_millis })
        assert.strictEqual(response.status, 200)
        const { access_token, refresh_token } = jsonOf(response)
        const token = { ...clientHeaders, "x-stack-access-token": access_token }
        assert.strictEqual(jsonOf(yield* send("GET", "/users/me", token)).id, id)
        const refreshed = yield* send("POST", "/auth/sessions/current/refresh", {
          ...clientHeaders,
          "x-stack-refresh-token": refresh_token
        })
        assert.strictEqual(codeOf(refreshed), "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED")
      }
      assert.strictEqual((yield* ServerSessions.list(id)).length, 3)
      for (const expires_in_millis of [-1e300, 1e300]) {
        const response = yield* send("POST", "/auth/sessions", serverHeaders, { user_id: id, expires_in_millis })
        assert.strictEqual(codeOf(response), "SCHEMA_ERROR")
      }
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("cannot have a lifetime of zero in services of 2026", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const create = (expires_in_millis: number) =>
        send("POST", "/auth/sessions", serverHeaders, { user_id: id, expires_in_millis })
      assert.strictEqual((yield* create(0)).status, 500)
      assert.strictEqual((yield* create(1500)).status, 200)
      assert.lengthOf(yield* ServerSessions.list(id), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires a user", () =>
    Effect.gen(function*() {
      const error = yield* failure(ServerSessions.create({ userId: nobody }))
      assert.strictEqual(error._tag, "UserIdDoesNotExist")
      if (error._tag === "UserIdDoesNotExist") assert.deepStrictEqual(error.details, { userId: nobody })
      assert.strictEqual((yield* failure(ServerSessions.create({ userId: "ada" })))._tag, "RequestSchemaError")
      assert.strictEqual((yield* failure(ServerSessions.create({ userId: "me" })))._tag, "CannotGetOwnUserWithoutUser")
    }).pipe(Effect.provide(layerTest())))

  it.effect("an impersonation session created by a server is visible to admins only", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const tokens = yield* ServerSessions.create({ userId, isImpersonation: true })
      const impersonator = yield* device(tokens)

      assert.strictEqual((yield* on(impersonator)(CurrentUser.get({ or: "throw" }))).id, userId)
      assert.strictEqual((yield* Sessions.list).length, 1)
      assert.strictEqual((yield* ServerSessions.list(userId)).length, 1)
      assert.strictEqual((yield* on(impersonator)(Sessions.list)).length, 1)

      const { items } = jsonOf(yield* send("GET", `/auth/sessions?user_id=${userId}`, adminHeaders))
      assert.deepStrictEqual(
        items.map((session: any) => [session.id === idOf(tokens), session.is_impersonation]),
        [[true, true], [false, false]]
      )
    }).pipe(Effect.provide(layerTest())))

  it.effect("a server creates a session only for a user id, and `me` needs an access token", () =>
    Effect.gen(function*() {
      const created = yield* send("POST", "/auth/sessions", serverHeaders, { user_id: "me" })
      assert.strictEqual(codeOf(created), "CANNOT_GET_OWN_USER_WITHOUT_USER")
      const listed = yield* send("GET", "/auth/sessions?user_id=me", serverHeaders)
      assert.strictEqual(codeOf(listed), "CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is refused to a client", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const response = yield* send("POST", "/auth/sessions", clientHeaders, { user_id: userId })
      assert.strictEqual(jsonOf(response).code, "INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(layerTest())))

  it.effect("can be created by servers and admins", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      const { projectId, superSecretAdminKey } = Emulator.adminOptions
      const admin = Admin.layer({ projectId, superSecretAdminKey }).pipe(Layer.provide(TokenStore.layerNone))
      yield* Effect.provide(ServerSessions.create({ userId: id }), admin)
      const response = yield* send("POST", "/auth/sessions", serverHeaders, { user_id: id })
      assert.hasAllKeys(jsonOf(response), ["access_token", "refresh_token"])
      assert.strictEqual(response.status, 200)
    }).pipe(Effect.provide(layerTest())))
})

describe("an anonymous user", () => {
  it.effect("is signed in, and excluded unless requested", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true })
      const user = yield* CurrentUser.get({ or: "anonymous" })
      assert.isTrue(user.isAnonymous)
      assert.strictEqual(user.displayName, "Anonymous user")
      assert.isNull(user.primaryEmail)
      assert.isFalse(user.hasPassword)
      assert.isNull(yield* CurrentUser.get())
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous-if-exists" }))!.id, user.id)
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous" })).id, user.id)
      assert.strictEqual((yield* Users.list()).items.length, 1)
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it.effect("has no name in services of 2026, and is in lists that include anonymous users", () =>
    Effect.gen(function*() {
      const user = yield* CurrentUser.get({ or: "anonymous" })
      assert.deepInclude(user, { isAnonymous: true, displayName: null, primaryEmail: null, hasPassword: false })
      assert.isNull(yield* CurrentUser.get())
      assert.strictEqual((yield* CurrentUser.get({ or: "anonymous-if-exists" }))!.id, user.id)
      assert.strictEqual((yield* Users.list()).items.length, 0)
      assert.strictEqual((yield* Users.list({ includeAnonymous: true })).items.length, 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps its id and session when a server makes it an ordinary user", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true })
      const { id } = yield* CurrentUser.get({ or: "anonymous" })
      yield* CurrentUser.update({ clientMetadata: { cart: [1, 2] } })
      yield* Users.update(id, { isAnonymous: false, primaryEmail: "ada@example.com", primaryEmailAuthEnabled: true })

      const user = yield* CurrentUser.get({ or: "throw" })
      assert.strictEqual(user.id, id)
      assert.isFalse(user.isAnonymous)
      assert.deepStrictEqual(user.clientMetadata, { cart: [1, 2] })
    }).pipe(Effect.provide(layerTest())))

  it.effect("keeps its id when it gets an email address and a password", () =>
    Effect.gen(function*() {
      yield* configure({ anonymousEnabled: true })
      const { id } = yield* CurrentUser.get({ or: "anonymous" })
      yield* Users.update(id, {
        isAnonymous: false,
        primaryEmail: "ada@example.com",
        primaryEmailAuthEnabled: true,
        password
      })
      assert.strictEqual((yield* signIn()).userId, id)
      assert.isFalse((yield* CurrentUser.get({ or: "throw" })).isAnonymous)
    }).pipe(Effect.provide(layerTest())))

  it.effect("is never created from an ordinary user", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create()
      assert.strictEqual((yield* failure(Users.update(id, { isAnonymous: true })))._tag, "RequestSchemaError")
    }).pipe(Effect.provide(layerTest())))
})
