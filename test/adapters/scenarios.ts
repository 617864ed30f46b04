/** The behavior that all adapters share: an app with the same routes on each host, and requests to it. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Emulator, Faults } from "latchkey/emulator"
import {
  ApiKeys,
  type Authentication,
  type Authorization,
  AuthProblem,
  Permissions,
  Redacted,
  SessionStore,
  TeamMembers,
  Teams,
  Users
} from "latchkey/server"
import { accessTokenIn, bearer, cookie, makeSession, origin, setup, signOut } from "../server/authenticationSupport.ts"

export type HostServices = Authentication.Authentication | Authorization.Authorization

/** Sends a request to the app. The URL of the request has the app's public origin. */
export type Send = (request: Request) => Promise<Response>

/**
 * Starts the app on a host. Its layer has the clock of the test. The routes:
 *
 * - `GET /whoami`, for all: the tag of the principal.
 * - `GET /ping`, for principals: `pong`, without a check by the handler.
 * - `GET /me` and `POST /me`, for principals: the user's id, with headers and a cookie of the handler.
 * - `GET /teams/:teamId`, for principals with the permission `$read_members`: `members`.
 */
export type Host = (layer: Layer.Layer<HostServices>) => Effect.Effect<Send, never, Scope.Scope>

/** The headers of `/me`. */
export const ownHeaders = { vary: "Accept", "cache-control": "max-age=60", "set-cookie": "theme=dark; Path=/" }

export const permission = "$read_members"

const start = Effect.fnUntraced(function*(host: Host) {
  const context = yield* Effect.context<HostServices>()
  const clock = yield* Clock.Clock
  const send = yield* host(Layer.succeedContext(Context.add(context, Clock.Clock, clock)))
  return (path: string, headers: Record<string, string> = {}, method = "GET") =>
    Effect.promise(async () => {
      const response = await send(new Request(origin + path, { method, headers }))
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
})

const assertProblem = (
  response: { readonly status: number; readonly headers: Headers; readonly text: string },
  status: number,
  code: AuthProblem.AuthError["_tag"],
  challenge: string | null
) => {
  assert.strictEqual(response.status, status, response.text)
  assert.strictEqual(response.headers.get("www-authenticate"), challenge)
  assert.strictEqual(response.headers.get("content-type"), AuthProblem.contentType)
  const body = JSON.parse(response.text) as AuthProblem.Body
  assert.strictEqual(body.code, code)
  assert.strictEqual(body.status, status)
}

const listOf = (value: string | null) => (value ?? "").toLowerCase().split(",").map((name) => name.trim())

/** A session store whose database is down. Only requests with an id of a session use it. */
const storeDown = Layer.sync(SessionStore.SessionStore, () => {
  const down = Effect.fail(new SessionStore.SessionStoreUnavailable({ message: "The database is down" }))
  return SessionStore.make({ get: () => down, replace: () => down })
})

export const describeAdapter = (name: string, host: Host) => {
  const layer = Layer.provideMerge(setup({ origin }).layer, storeDown)
  const test = <E>(
    title: string,
    effect: Effect.Effect<void, E, Layer.Success<typeof layer> | Scope.Scope>
  ) => it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Layer.fresh(layer))))

  describe(name, () => {
    test(
      "responds with 401 and a challenge without an error to a signed-out request",
      Effect.gen(function*() {
        const ask = yield* start(host)
        assertProblem(yield* ask("/me"), 401, "SignInRequired", "Bearer")
        assertProblem(yield* ask("/ping"), 401, "SignInRequired", "Bearer")
        const open = yield* ask("/whoami")
        assert.deepStrictEqual([open.status, open.text], [200, "SignedOut"])
        assert.include(listOf(open.headers.get("vary")), "authorization")
      })
    )

    test(
      "provides the user of an access token, and adds headers to those of the handler",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        const response = yield* ask("/me", bearer(session))
        assert.deepStrictEqual([response.status, response.text], [200, session.userId])
        assert.includeMembers(listOf(response.headers.get("vary")), ["accept", "authorization", "cookie"])
        assert.strictEqual(response.headers.get("cache-control"), "max-age=60")
        assert.deepStrictEqual(response.headers.getSetCookie(), ["theme=dark; Path=/"])
        assert.strictEqual((yield* ask("/ping", bearer(session))).text, "pong")
        const open = yield* ask("/whoami", bearer(session))
        assert.strictEqual(open.text, "User")
        assert.strictEqual(open.headers.get("cache-control"), "private, no-store")
      })
    )

    test(
      "provides the owner of an API key",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const { configure } = yield* Emulator.Emulator
        yield* configure({ allowUserApiKeys: true })
        const { id } = yield* Users.create({ displayName: "Ada" })
        const key = yield* ApiKeys.create({ userId: id, description: "test" })
        const response = yield* ask("/me", { "x-api-key": Redacted.value(key.value) })
        assert.deepStrictEqual([response.status, response.text], [200, id])
      })
    )

    test(
      "responds with invalid_token to an expired and to a forged access token",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        const forged = yield* ask("/me", { authorization: `Bearer ${session.accessToken}x` })
        assertProblem(
          forged,
          401,
          "AccessTokenInvalid",
          "Bearer error=\"invalid_token\", error_description=\"The access token is invalid\""
        )
        yield* TestClock.adjust("11 minutes")
        assertProblem(
          yield* ask("/me", bearer(session)),
          401,
          "AccessTokenExpired",
          "Bearer error=\"invalid_token\", error_description=\"The access token has expired\""
        )
      })
    )

    test(
      "treats refused credentials as signed out on a route for all, and responds with their 401 on other routes",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const { configure } = yield* Emulator.Emulator
        yield* configure({ allowUserApiKeys: true })
        const { id } = yield* Users.create({ displayName: "Ada" })
        const key = yield* ApiKeys.create({ userId: id, description: "test" })
        yield* ApiKeys.revoke({ id: key.id, userId: id })
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const refused: ReadonlyArray<readonly [Record<string, string>, AuthProblem.AuthError["_tag"]]> = [
          [bearer(session), "AccessTokenExpired"],
          [{ authorization: `Bearer ${session.accessToken}x` }, "AccessTokenInvalid"],
          [{ authorization: "Bearer secret-of-a-scheduled-job" }, "CredentialsMalformed"],
          [{ authorization: "Bearer" }, "CredentialsMalformed"],
          [{ "x-stack-auth": "{" }, "CredentialsMalformed"],
          [{ "x-api-key": "sk_1" }, "ApiKeyInvalid"],
          [{ "x-api-key": Redacted.value(key.value) }, "ApiKeyInvalid"],
          // The cookies of a user do not replace a refused header.
          [{ ...cookie(session), authorization: "Bearer" }, "CredentialsMalformed"]
        ]
        const found: Array<unknown> = []
        const expected = refused.map(([, code]) => [200, "SignedOut", "private, no-store", [], 401, code, true])
        for (const [headers] of refused) {
          const open = yield* ask("/whoami", headers)
          const closed = yield* ask("/me", headers)
          const check = yield* ask(`/teams/${id}`, headers)
          const { code } = JSON.parse(closed.text) as AuthProblem.Body
          found.push([
            open.status,
            open.text,
            open.headers.get("cache-control"),
            open.headers.getSetCookie(),
            closed.status,
            code,
            closed.headers.get("www-authenticate")?.includes("error=\"invalid_token\"") === true &&
            check.text === closed.text
          ])
        }
        assert.deepStrictEqual(found, expected)
      })
    )

    test(
      "refreshes an expired session of cookies, and sets all cookies of the response",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const response = yield* ask("/me", cookie(session))
        assert.deepStrictEqual([response.status, response.text], [200, session.userId])
        const lines = response.headers.getSetCookie()
        assert.isTrue(
          lines.some((line) => line.startsWith("stack-access=") && line.includes("Secure")),
          lines.join("\n")
        )
        assert.include(lines, "theme=dark; Path=/")
        assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
      })
    )

    test(
      "sets cookies on the response of a failed check too",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        const team = yield* Teams.create({ displayName: "Engines" })
        yield* TestClock.adjust("11 minutes")
        const response = yield* ask(`/teams/${team.id}`, cookie(session))
        assert.strictEqual(response.status, 403)
        assert.isTrue(response.headers.getSetCookie().some((line) => line.startsWith("stack-access=")))
        assert.notStrictEqual(response.headers.get("cache-control"), null)
      })
    )

    test(
      "removes the cookies of an ended session with the 401",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        yield* TestClock.adjust("366 days")
        const response = yield* ask("/me", cookie(session))
        assertProblem(response, 401, "SignInRequired", "Bearer")
        const lines = response.headers.getSetCookie()
        assert.isAbove(lines.length, 1)
        assert.isTrue(lines.every((line) => line.includes("Max-Age=0")), lines.join("\n"))
      })
    )

    test(
      "refuses the cookies and tokens of a session that was signed out in this process",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const accessToken = accessTokenIn((yield* ask("/me", cookie(session))).headers)
        yield* signOut(cookie(session))
        for (const old of [cookie(session), cookie({ ...session, accessToken })]) {
          const response = yield* ask("/me", old)
          assertProblem(response, 401, "SignInRequired", "Bearer")
          // The browser may have the next session's cookies already, which have the same names.
          assert.deepStrictEqual(response.headers.getSetCookie(), [])
        }
        const header = yield* ask("/me", bearer({ accessToken }))
        assertProblem(
          header,
          401,
          "SessionRevoked",
          "Bearer error=\"invalid_token\", error_description=\"The session has been revoked\""
        )
      })
    )

    test(
      "sets no cookies of a session that was signed out while the handler ran",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const { setFault } = yield* Emulator.Emulator
        const session = yield* makeSession()
        const team = yield* Teams.create({ displayName: "Engines" })
        yield* TestClock.adjust("11 minutes")
        const [started, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        yield* setFault(Faults.make(({ request, send }) =>
          request.url.includes("/team-permissions")
            ? Effect.andThen(Deferred.succeed(started, undefined), Effect.andThen(Deferred.await(released), send))
            : send
        ))
        const late = yield* Effect.forkChild(ask(`/teams/${team.id}`, cookie(session)), { startImmediately: true })
        yield* Deferred.await(started)
        yield* signOut(cookie(session))
        yield* Deferred.succeed(released, undefined)
        const response = yield* Fiber.join(late)
        assert.strictEqual(response.status, 403)
        assert.deepStrictEqual(response.headers.getSetCookie(), [])
      })
    )

    test(
      "rejects a cross-site POST with cookies, and accepts one from the app",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        const foreign = { ...cookie(session), origin: "https://evil.example" }
        assertProblem(yield* ask("/me", foreign, "POST"), 403, "CrossSiteRequest", null)
        const own = yield* ask("/me", { ...cookie(session), origin }, "POST")
        assert.deepStrictEqual([own.status, own.text], [200, session.userId])
      })
    )

    test(
      "rejects credentials of two users",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const [ada, bob] = [yield* makeSession("Ada"), yield* makeSession("Bob")]
        assertProblem(
          yield* ask("/whoami", { ...bearer(ada), ...cookie(bob) }),
          400,
          "CredentialsConflict",
          "Bearer error=\"invalid_request\", error_description=\"The request has credentials of two users or sessions\""
        )
      })
    )

    test(
      "requires a permission",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
        const missing = yield* ask(`/teams/${teamId}`, bearer(session))
        assertProblem(
          missing,
          403,
          "PermissionRequired",
          `Bearer error="insufficient_scope", error_description="A permission is required", scope="${permission}"`
        )
        assert.deepInclude(JSON.parse(missing.text), { permission, teamId })
        assertProblem(yield* ask(`/teams/${teamId}`), 401, "SignInRequired", "Bearer")
        yield* TeamMembers.add({ teamId, userId: session.userId })
        yield* Permissions.grantInTeam({ teamId, userId: session.userId, permissionId: "team_admin" })
        yield* TestClock.adjust("30 seconds")
        const allowed = yield* ask(`/teams/${teamId}`, bearer(session))
        assert.deepStrictEqual([allowed.status, allowed.text], [200, "members"])
      })
    )

    test(
      "responds with 503 while the service is down, and accepts valid tokens",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const session = yield* makeSession()
        const { id } = yield* Teams.create({ displayName: "Engines" })
        const { setFault } = yield* Emulator.Emulator
        yield* setFault(Faults.offline)
        assert.strictEqual((yield* ask("/me", bearer(session))).text, session.userId)
        const check = yield* ask(`/teams/${id}`, bearer(session))
        assertProblem(check, 503, "ApiError", null)
        assert.notInclude(check.text, "offline")
        yield* TestClock.adjust("11 minutes")
        assertProblem(yield* ask("/me", cookie(session)), 503, "ApiError", null)
      })
    )

    test(
      "responds with 503 while the session store is down",
      Effect.gen(function*() {
        const ask = yield* start(host)
        const id = `${"a".repeat(43)}.${"b".repeat(43)}`
        const response = yield* ask("/me", { cookie: `__Host-latchkey-session=${id}` })
        assertProblem(response, 503, "SessionStoreUnavailable", null)
        assert.notInclude(response.text, "database")
      })
    )
  })
}
