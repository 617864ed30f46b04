import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { CurrentUser } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { Redirected } from "./fakes/navigation.ts"
import { startRequest } from "./fakes/request.ts"
import { cookiesOf, errorOf, makeSession, origin, promise, refresh, withApp, withoutKeySet } from "./support.ts"

describe("auth", () => {
  it.effect("auth with a valid access token returns the user without a request", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const { auth } = copy()
        const session = yield* makeSession()
        startRequest({ cookie: cookiesOf(session) })
        takePaths()
        const result = yield* promise(() => auth())
        assert.strictEqual(result.userId, session.userId)
        assert.strictEqual(result.claims?.name, "Ada")
        assert.strictEqual(result.principal._tag, "User")
        assert.deepStrictEqual(withoutKeySet(takePaths()), [])
        startRequest({ cookie: cookiesOf(session) })
        assert.isTrue((yield* promise(() => auth())).isSignedIn)
        assert.deepStrictEqual(takePaths(), [])
      })
    ))

  it.effect("auth without credentials returns a signed-out session", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        startRequest()
        const { claims, isSignedIn, principal, userId } = yield* promise(() => copy().auth())
        assert.deepStrictEqual([claims, isSignedIn, userId], [undefined, false, undefined])
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "none" })
        assert.deepStrictEqual(takePaths(), [])
      })
    ))

  it.effect("auth in a layout, a page and a seed of one request refreshes an expired session once", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const { auth, run, seed } = copy()
        takePaths()
        const { setCookies } = startRequest({ cookie: cookiesOf(session) })
        const [layout, page, dehydrated] = yield* promise(() => Promise.all([auth(), auth(), seed()]))
        const user = yield* promise(() => run(CurrentUser.get()))
        assert.deepStrictEqual(
          [layout.userId, page.userId, dehydrated?.userId, user?.id],
          Array(4).fill(session.userId)
        )
        assert.deepStrictEqual(withoutKeySet(takePaths()), [refresh, "GET /users/me"])
        assert.deepStrictEqual(setCookies(), [])
      })
    ))

  it.effect("auth in a server action writes a refreshed session to the cookies", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const { auth } = copy()
        takePaths()
        const { setCookies } = startRequest({ cookie: cookiesOf(session) }, "server action")
        const first = yield* promise(() => auth())
        assert.isTrue(setCookies().some((line) => line.startsWith("stack-access=")))
        const second = yield* promise(() => auth())
        assert.deepStrictEqual([first.userId, second.userId], [session.userId, session.userId])
        assert.deepStrictEqual(withoutKeySet(takePaths()), [refresh])
      })
    ))

  it.effect("auth: a failing refresh is sent once per request", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const { auth } = copy()
        startRequest({ cookie: cookiesOf(session) })
        yield* promise(() => auth())
        startRequest({ cookie: cookiesOf(yield* makeSession()) })
        yield* TestClock.adjust("11 minutes")
        yield* Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(Faults.status(400)))
        takePaths()
        for (const _ of ["layout", "page"]) yield* errorOf(() => auth())
        assert.deepStrictEqual(withoutKeySet(takePaths()), [refresh])
      })
    ))

  it.effect("shares keys and refreshes with the copies of the app in other routes", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        takePaths()
        const copies = [copy(), copy(), copy()]
        startRequest({ cookie: cookiesOf(session) })
        yield* promise(() => Promise.all(copies.map(({ auth }) => auth())))
        startRequest({ cookie: cookiesOf(session) })
        yield* promise(() => copy().auth())
        const paths = takePaths()
        assert.deepStrictEqual(withoutKeySet(paths), [refresh])
        assert.isAtMost(paths.length - 1, copies.length)
        yield* promise(() => copy().auth())
        assert.deepStrictEqual(takePaths(), [])
      })
    ))

  it.effect("refuses cookies with the Origin of another site, and accepts those of the app", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        const { auth } = copy()
        const cookie = cookiesOf(session)
        startRequest({ cookie, host: "app.example.com", origin: "https://evil.example" })
        assert.strictEqual((yield* errorOf(() => auth()))._tag, "CrossSiteRequest")
        startRequest({ cookie, host: "app.example.com", origin })
        assert.isTrue((yield* promise(() => auth())).isSignedIn)
        // A link on another site.
        startRequest({ cookie, host: "app.example.com", "sec-fetch-site": "cross-site" })
        assert.isTrue((yield* promise(() => auth())).isSignedIn)
      })
    ))

  it.effect("auth: rethrows Next.js errors for dynamic rendering", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        startRequest({}, "prerendering")
        const { auth, run, seed } = copy()
        for (const read of [() => auth(), () => seed(), () => run(Effect.void)]) {
          assert.propertyVal(yield* errorOf(read), "digest", "DYNAMIC_SERVER_USAGE")
        }
      })
    ))

  it.effect("auth with freshness session notices a revoked session", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        const { auth } = copy()
        yield* Users.remove(session.userId)
        startRequest({ cookie: cookiesOf(session) })
        assert.isTrue((yield* promise(() => auth())).isSignedIn)
        const { principal } = yield* promise(() => auth({ freshness: "session" }))
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "sessionEnded" })
      })
    ))

  it.effect("treats a refused header as signed out, and does not use the cookies instead", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        const { auth, requireUser, run, seed } = copy()
        startRequest({ cookie: cookiesOf(session), authorization: "Bearer secret-of-a-scheduled-job" })
        const { isSignedIn, principal } = yield* promise(() => auth())
        assert.isFalse(isSignedIn)
        assert.propertyVal(principal, "reason", "credentialsRefused")
        assert.instanceOf(yield* errorOf(() => requireUser()), Redirected)
        assert.strictEqual((yield* errorOf(() => run(CurrentUser.get())))._tag, "CredentialsMalformed")
        assert.isUndefined(yield* promise(() => seed()))
      })
    ))

  it.effect("auth treats restricted users as signed out unless they are allowed", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const { id } = yield* Users.create({ primaryEmail: "ada@example.com", primaryEmailAuthEnabled: true })
        const session = yield* makeSession.of(id)
        startRequest({ cookie: cookiesOf(session) })
        const { isSignedIn, principal } = yield* promise(() => copy().auth())
        assert.deepStrictEqual([isSignedIn, principal], [false, { _tag: "SignedOut", reason: "restricted" }])
        assert.isTrue((yield* promise(() => copy({ allowRestricted: true }).auth())).isSignedIn)
        const error = yield* errorOf(() => copy().requireUser())
        assert.strictEqual(error.url, "/handler/onboarding")
      }), { project: { config: { requireEmailVerification: true } } }))

  it.effect("redirects to a sign-in page with query and hash, and adds the return path to the query", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        startRequest({ "x-latchkey-page": "/orders?a=1" })
        const { requireUser } = copy({ urls: { signIn: "/app?tab=1#/sign-in" } })
        const error = yield* errorOf(() => requireUser())
        assert.strictEqual(error.url, "/app?tab=1&after_auth_return_to=%2Forders%3Fa%3D1#/sign-in")
      })
    ))

  it.effect("rejects with InvalidOptions for a misspelled freshness", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const { auth, requireUser } = copy()
        startRequest({ cookie: cookiesOf(yield* makeSession()) })
        for (const call of [auth, requireUser]) {
          // As untyped code may call it.
          const name = yield* errorOf(() => call({ freshnes: "session" } as object))
          assert.include(String(name), "The option freshnes is unknown: did you mean freshness?")
          const value = yield* errorOf(() => call({ freshness: "sesion" as "session" }))
          assert.include(String(value), "The option freshness must be token or session")
        }
      })
    ))

  it.effect("rejects with InvalidOptions for an invalid option", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        startRequest()
        for (const options of [{ projectId: "x" }, { urls: { signIn: "//evil.example" } }, { trustedOrigins: ["x"] }]) {
          assert.strictEqual((yield* errorOf(() => copy(options).auth()))._tag, "InvalidOptions")
        }
      })
    ))
})

describe("requireUser", () => {
  it.effect("redirects to the sign-in page, which returns to the page that the proxy reports", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const { requireUser } = copy({ urls: { signIn: "/login" } })
        const to = (headers: Record<string, string>) =>
          Effect.map(
            Effect.suspend(() => {
              startRequest(headers)
              return errorOf(() => requireUser())
            }),
            (error) => {
              assert.instanceOf(error, Redirected)
              return error.url
            }
          )
        assert.strictEqual(yield* to({}), "/login")
        assert.strictEqual(
          yield* to({ "x-latchkey-page": "/a?b=1" }),
          "/login?after_auth_return_to=%2Fa%3Fb%3D1"
        )
        for (const page of ["//evil.example", "https://evil.example/", "/login", "javascript:alert(1)", ""]) {
          assert.strictEqual(yield* to({ "x-latchkey-page": page }), "/login", page)
        }
      })
    ))

  it.effect("returns the user", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        startRequest({ cookie: cookiesOf(session) })
        assert.strictEqual((yield* promise(() => copy().requireUser())).userId, session.userId)
      })
    ))
})

describe("the checks of a session", () => {
  it.effect("checks redirect without a user, and reject or return false without the permission", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const { auth } = copy()
        const requirement = { permission: "write" }
        startRequest()
        const visitor = yield* promise(() => auth())
        assert.isFalse(yield* promise(() => visitor.has(requirement)))
        assert.instanceOf(yield* errorOf(() => visitor.require(requirement)), Redirected)
        startRequest({ cookie: cookiesOf(yield* makeSession()) })
        const user = yield* promise(() => auth())
        assert.isFalse(yield* promise(() => user.has(requirement)))
        assert.strictEqual((yield* errorOf(() => user.require(requirement)))._tag, "PermissionRequired")
        assert.strictEqual((yield* errorOf(() => user.requireVerifiedEmail()))._tag, "VerifiedEmailRequired")
        assert.strictEqual((yield* errorOf(() => user.requireMfa()))._tag, "MfaRequired")
        const team = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
        assert.strictEqual((yield* errorOf(() => user.requireTeamMember({ team })))._tag, "TeamMembershipRequired")
      })
    ))
})
