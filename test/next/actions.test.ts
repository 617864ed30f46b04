import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cookies, CurrentUser, Resources } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { ApiKeys, Users } from "latchkey/server"
import { Redirected } from "./fakes/navigation.ts"
import { currentRequest, revalidated, startRequest } from "./fakes/request.ts"
import { cookiesOf, errorOf, makeSession, promise, withApp, withoutKeySet } from "./support.ts"

const outage = Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(Faults.offline))

describe("run", () => {
  it.effect("run: a server action's call updates the request's user and renews the access token", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        takePaths()
        startRequest({ cookie: cookiesOf(session) }, "server action")
        const { run } = copy()
        const user = yield* promise(() => run(CurrentUser.update({ displayName: "Grace" })))
        assert.strictEqual(user.displayName, "Grace")
        assert.deepStrictEqual(withoutKeySet(takePaths()), ["PATCH /users/me", "POST /auth/oauth/token"])
      })
    ))

  it.effect("rejects with the typed error of the effect", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        startRequest()
        const error = yield* errorOf(() => copy().run(CurrentUser.update({ displayName: "Grace" })))
        assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      })
    ))
})

describe("the cookies of a server action", () => {
  it.effect("cookies removed by a server action no longer authenticate it", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        const cookie = cookiesOf(session)
        startRequest({ cookie }, "server action")
        const { auth } = copy()
        // Sound: the fake has the cookies of a server action.
        const jar = (yield* promise(() => currentRequest().next.cookies())) as { delete: (name: string) => unknown }
        for (const pair of cookie.split("; ")) jar.delete(pair.split("=")[0]!)
        const { principal } = yield* promise(() => auth())
        assert.deepStrictEqual(principal, { _tag: "SignedOut", reason: "none" })
      })
    ))

  it.effect("cookies set by a server action are read once, with the newest value", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        startRequest({ cookie: "theme=dark; lang=en" }, "server action")
        const all = yield* promise(() =>
          copy().run(Effect.gen(function*() {
            const cookies = yield* Cookies.Cookies
            yield* cookies.set("theme", "light", { maxAge: 60 })
            yield* cookies.set("other", "1", { maxAge: 60 })
            return yield* cookies.all
          }))
        )
        assert.sameDeepMembers([...all], [
          { name: "lang", value: "en" },
          { name: "theme", value: "light" },
          { name: "other", value: "1" }
        ])
      })
    ))
})

describe("seed", () => {
  it.effect("seed: a valid access token gives a session without a request, and the seed contains no token", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        takePaths()
        startRequest({ cookie: cookiesOf(session) })
        const seed = yield* promise(() => copy().seed())
        assert.isTrue(seed?.isSignedIn)
        assert.strictEqual(seed?.userId, session.userId)
        assert.deepStrictEqual(seed?.claims, { isAnonymous: false, isRestricted: false })
        assert.deepStrictEqual(withoutKeySet(takePaths()), [])
        const text = JSON.stringify(seed)
        for (const token of [session.accessToken, session.refreshToken]) assert.notInclude(text, token)
      })
    ))

  it.effect("fetches each resource once, also without a user", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        takePaths()
        const { seed } = copy()
        startRequest({ cookie: cookiesOf(session) })
        const signedIn = yield* promise(() => seed({ resources: [Resources.user, Resources.teams] }))
        assert.sameMembers(Object.keys(signedIn!.entries), [Resources.user.key, Resources.teams.key])
        assert.deepStrictEqual(signedIn?.claims, { isAnonymous: false, isRestricted: false })
        assert.sameMembers([...withoutKeySet(takePaths())], ["GET /users/me", "GET /teams"])
        startRequest()
        const signedOut = yield* promise(() => seed({ resources: [Resources.user] }))
        assert.isFalse(signedOut?.isSignedIn)
        assert.deepStrictEqual(takePaths(), [])
      })
    ))

  it.effect("has no user for an API key, and fetches no resource", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const { id: userId } = yield* Users.create()
        const { value } = yield* ApiKeys.create({ userId, description: "test" })
        takePaths()
        startRequest({ "x-api-key": Redacted.value(value) })
        const seed = yield* promise(() => copy().seed({ resources: [Resources.user, Resources.project] }))
        assert.isFalse(seed?.isSignedIn)
        assert.notInclude(Object.keys(seed!.entries), Resources.project.key)
        assert.deepStrictEqual(takePaths(), ["POST /user-api-keys/check"])
      }), { project: { config: { allowUserApiKeys: true } } }))

  it.effect("is undefined if the service is unavailable and the session is unknown", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* outage
        startRequest({ cookie: cookiesOf(session) })
        assert.isUndefined(yield* promise(() => copy().seed()))
      })
    ))
})

describe("signOut", () => {
  const signOut = (redirectTo?: string) =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        takePaths()
        revalidated.length = 0
        const { setCookies } = startRequest({ cookie: cookiesOf(session) }, "server action")
        const { auth, signOut } = copy({ urls: { afterSignOut: "/bye" } })
        const error = yield* errorOf(() => signOut(redirectTo === undefined ? undefined : { redirectTo }))
        assert.instanceOf(error, Redirected)
        assert.isFalse((yield* promise(() => auth())).isSignedIn)
        return { url: error.url, paths: withoutKeySet(takePaths()), lines: setCookies() }
      })
    )

  it.effect("ends the session, removes its cookies, revalidates all pages and redirects", () =>
    Effect.gen(function*() {
      const { lines, paths, url } = yield* signOut()
      assert.strictEqual(url, "/bye")
      assert.deepStrictEqual(paths, ["DELETE /auth/sessions/current"])
      assert.deepStrictEqual(revalidated, [["/", "layout"]])
      const removed = lines.filter((line) => !line.startsWith("latchkey-ended="))
      const [mark, ...others] = lines.filter((line) => !removed.includes(line))
      assert.deepStrictEqual(others, [])
      assert.match(mark!, /^latchkey-ended=[\da-f-]{36}\.[\da-z]{1,7}; .*Max-Age=3600/)
      assert.lengthOf(removed, 2)
      for (const line of removed) assert.match(line, /^[^=]+=; .*Max-Age=0/)
    }))

  it.effect("redirects to pages of the app only", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* signOut("/a?b#c")).url, "/a?b#c")
      for (const target of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
        assert.strictEqual((yield* signOut(target)).url, "/bye", target)
      }
    }))

  it.effect("removes the cookies if the service is unavailable", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        yield* outage
        const { setCookies } = startRequest({ cookie: cookiesOf(session) }, "server action")
        assert.instanceOf(yield* errorOf(() => copy().signOut()), Redirected)
        const lines = setCookies()
        assert.lengthOf(lines.filter((line) => line.includes("Max-Age=0")), 2)
        assert.lengthOf(lines.filter((line) => line.startsWith("latchkey-ended=")), 1)
        assert.lengthOf(lines, 3)
      })
    ))

  it.effect("refuses a request from another site", () =>
    withApp(({ copy, takePaths }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        takePaths()
        const headers = { cookie: cookiesOf(session), host: "app.example.com", origin: "https://evil.example" }
        const { setCookies } = startRequest(headers, "server action")
        assert.strictEqual((yield* errorOf(() => copy().signOut()))._tag, "CrossSiteRequest")
        assert.deepStrictEqual([setCookies(), takePaths()], [[], []])
      })
    ))
})

describe("a session that was signed out", () => {
  const request = (session: Parameters<typeof cookiesOf>[0]) => ({
    host: "app.example.com",
    cookie: cookiesOf(session)
  })

  it.effect("a signed-out session is refused by all copies of the app, including refreshed cookies", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const [one, other] = [copy(), copy()]
        startRequest(request(session))
        assert.isTrue((yield* promise(() => other.auth())).isSignedIn)
        startRequest(request(session), "server action")
        yield* errorOf(() => one.signOut())
        startRequest(request(session))
        assert.isFalse((yield* promise(() => other.auth())).isSignedIn)
        const response = yield* promise(() =>
          other.proxy(new Request("https://app.example.com/", { headers: request(session) }))
        )
        // The browser may have the next session's cookies already, which have the same names.
        assert.deepStrictEqual(response.headers.getSetCookie(), [])
      })
    ))

  it.effect("a gate that runs during the sign-out sets no session cookies", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const [one, other] = [copy(), copy()]
        const proxy = other.proxy(async () => {
          startRequest(request(session), "server action")
          await one.signOut().catch(() => {})
        })
        const response = yield* promise(() =>
          proxy(new Request("https://app.example.com/", { headers: request(session) }))
        )
        assert.deepStrictEqual(response.headers.getSetCookie(), [])
      })
    ))

  it.effect("a route handler that runs during the sign-out removes the session's cookies", () =>
    withApp(({ copy }) =>
      Effect.gen(function*() {
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const [one, other] = [copy(), copy()]
        const own = startRequest(request(session), "server action")
        const handler = other.route(async () => {
          startRequest(request(session), "server action")
          await one.signOut().catch(() => {})
          return new Response()
        })
        yield* promise(() => handler(new Request("https://app.example.com/api", { headers: request(session) }), {}))
        const lines = own.setCookies()
        assert.isAbove(lines.length, 0)
        assert.isTrue(lines.every((line) => line.includes("Max-Age=0")), lines.join("\n"))
      })
    ))
})
