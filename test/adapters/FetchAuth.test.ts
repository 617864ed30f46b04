import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { createAuth, createAuthFromLayer, InvalidOptions, type RequestAuth, SignInRequired } from "latchkey/fetch"
import { EndedSessions } from "../../src/session/EndedSessions.ts"
import { cookie, hostServices, makeSession, origin, setup } from "../server/authenticationSupport.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { describeAdapter, type Host, ownHeaders, permission } from "./scenarios.ts"

const host: Host = (layer) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => createAuthFromLayer(layer)),
      (auth) => Effect.promise(() => auth.dispose())
    ),
    (auth) => {
      const whoami = auth.withAuth((_request, { principal }) => new Response(principal._tag))
      const ping = auth.protect(() => new Response("pong"))
      const me = auth.protect((_request, { userId }) => new Response(userId, { headers: ownHeaders }))
      const team = auth.protect(async (_request, { require }, team: string) => {
        await require({ team, permission })
        return new Response("members")
      })
      return (request) => {
        const { pathname } = new URL(request.url)
        return pathname === "/whoami"
          ? whoami(request)
          : pathname === "/ping"
          ? ping(request)
          : pathname === "/me"
          ? me(request)
          : team(request, pathname.slice("/teams/".length))
      }
    }
  )

describeAdapter("latchkey/fetch", host)

describe("createAuth of latchkey/fetch", () => {
  it.effect("a principal's checks reject with the errors of latchkey/server", () =>
    Effect.gen(function*() {
      const { accessToken, userId } = yield* makeSession()
      const auth = createAuthFromLayer(Layer.succeedContext(yield* Effect.context<Layer.Success<typeof layer>>()))
      const headers = { authorization: `Bearer ${accessToken}` }
      const state = yield* Effect.promise(() => auth.authenticateRequest({ headers, method: "GET" }))
      assert.strictEqual(state.requireUser().userId, userId)
      assert.strictEqual(state.requireUserId(), userId)
      assert.isTrue(state.isSignedIn)
      const rejection = (promise: Promise<void>) =>
        Effect.promise(() => promise.then(() => "ok", (error) => error._tag))
      assert.strictEqual(yield* rejection(state.requireVerifiedEmail()), "VerifiedEmailRequired")
      assert.strictEqual(yield* rejection(state.requireMfa()), "MfaRequired")
      assert.strictEqual(yield* rejection(state.requireTeamMember({ team: userId })), "TeamMembershipRequired")

      const none = yield* Effect.promise(() => auth.authenticateRequest(new Request(origin)))
      assert.deepStrictEqual([none.isSignedIn, none.userId], [false, undefined])
      assert.throws(none.requireUser, SignInRequired)
      assert.throws(none.requireUserId, SignInRequired)
      assert.strictEqual(yield* rejection(none.require({ permission: "any" })), "SignInRequired")
    }).pipe(Effect.provide(layer)))

  it.effect("withAuth rejects with the handler's error, and toResponse returns undefined for it", () =>
    Effect.gen(function*() {
      const auth = createAuthFromLayer(Layer.succeedContext(yield* Effect.context<Layer.Success<typeof layer>>()))
      const broken = new Error("The handler is broken")
      const handler = auth.withAuth(() => {
        throw broken
      })
      const rejected = yield* Effect.promise(() => handler(new Request(origin)).catch((error: unknown) => error))
      assert.strictEqual(rejected, broken)
      assert.isUndefined(auth.toResponse(broken))
      assert.strictEqual(auth.toResponse(new SignInRequired({ message: "" }))?.status, 401)
    }).pipe(Effect.provide(layer)))

  it.effect("adds headers to responses with immutable headers, and returns a switch of protocols unchanged", () =>
    Effect.gen(function*() {
      const auth = createAuthFromLayer(Layer.succeedContext(yield* Effect.context<Layer.Success<typeof layer>>()))
      const state = yield* Effect.promise(() => auth.authenticateRequest(new Request(origin)))
      const redirect = state.applyTo(Response.redirect(`${origin}/next`))
      assert.strictEqual(redirect.status, 302)
      assert.strictEqual(redirect.headers.get("location"), `${origin}/next`)
      assert.isNotNull(redirect.headers.get("vary"))
      assert.strictEqual(state.applyTo(new Response(null, { status: 204 })).status, 204)
      assert.strictEqual(state.applyTo(new Response(null, { headers: { vary: "*" } })).headers.get("vary"), "*")
      const upgrade = { status: 101 } as Response
      assert.strictEqual(state.applyTo(upgrade), upgrade)
    }).pipe(Effect.provide(layer)))

  it.effect("does not set the cookies of one user on a response that a handler returns to others", () =>
    Effect.gen(function*() {
      const auth = createAuthFromLayer(yield* hostServices)
      const shared = new Response(null, { status: 204 })
      const handler = auth.withAuth(() => shared)
      const session = yield* makeSession()
      yield* TestClock.adjust("11 minutes")
      const first = yield* Effect.promise(() => handler(new Request(origin, { headers: cookie(session) })))
      assert.isAbove(first.headers.getSetCookie().length, 0)
      const second = yield* Effect.promise(() => handler(new Request(origin)))
      assert.deepStrictEqual(second.headers.getSetCookie(), [])
      assert.strictEqual(second.headers.get("vary"), first.headers.get("vary"))
    }).pipe(Effect.provide(layer)))

  it.effect("checks reject with the refusal for refused credentials, and with SignInRequired without credentials", () =>
    Effect.gen(function*() {
      const auth = createAuthFromLayer(Layer.succeedContext(yield* Effect.context<Layer.Success<typeof layer>>()))
      const { accessToken } = yield* makeSession()
      const refused = { authorization: `Bearer ${accessToken.slice(0, -4)}AAAA` }
      const rows = [
        { headers: refused, tag: "AccessTokenInvalid" },
        { headers: { authorization: "Bearer" }, tag: "CredentialsMalformed" },
        { headers: {}, tag: "SignInRequired" }
      ]
      const checks: ReadonlyArray<(state: RequestAuth) => unknown> = [
        (state) => state.requireUser(),
        (state) => state.requireUserId(),
        (state) => state.require({ permission: "any" }),
        (state) => state.requireTeamMember({ team: "any" }),
        (state) => state.requireVerifiedEmail(),
        (state) => state.requireMfa()
      ]
      yield* checkRowsEffect(rows, ({ tag }) => tag, ({ headers, tag }) =>
        Effect.promise(async () => {
          const state = await auth.authenticateRequest({ headers, method: "GET" })
          for (const check of checks) {
            const outcome = await (async () => check(state))().then(() => "ok", (error) => error._tag)
            assert.strictEqual(outcome, tag)
          }
          const handler = auth.withAuth(async (_request, state) => {
            await state.requireMfa()
            return new Response("ok")
          })
          const response = await handler(new Request(origin, { headers }))
          assert.strictEqual(JSON.parse(await response.text()).code, tag)
        }))
    }).pipe(Effect.provide(layer)))

  it.effect("a session that is signed out during the handler sets no cookies, whatever the handler returns", () =>
    Effect.gen(function*() {
      // Other processes have received the sign-out. This one has not.
      let isEnded = false
      const ended = Context.make(EndedSessions, {
        end: () => Effect.void,
        isEmpty: () => false,
        isKnown: () => false,
        isEnded: () => Effect.sync(() => isEnded)
      })
      const app = setup({ origin }).layer
      yield* Effect.gen(function*() {
        const context = Context.merge(yield* Effect.context<Layer.Success<typeof app>>(), ended)
        const auth = createAuthFromLayer(Layer.succeedContext(Context.add(context, Clock.Clock, yield* Clock.Clock)))
        const session = yield* makeSession()
        yield* TestClock.adjust("11 minutes")
        const results: Readonly<Record<string, () => Response>> = {
          "a response": () => new Response("ok"),
          "a response of an error": () => new Response("no", { status: 500 }),
          "an error of authentication": () => {
            throw new SignInRequired({ message: "" })
          }
        }
        yield* checkRowsEffect(Object.entries(results), ([what]) => what, ([, result]) =>
          Effect.promise(async () => {
            isEnded = false
            const asked = () => new Request(origin, { headers: cookie(session) })
            const kept = await auth.withAuth(result)(asked())
            assert.isAbove(kept.headers.getSetCookie().length, 0)
            const handler = auth.withAuth(() => {
              isEnded = true
              return result()
            })
            assert.deepStrictEqual((await handler(asked())).headers.getSetCookie(), [])
          }))
      }).pipe(Effect.provide(Layer.provideMerge(app, Layer.succeedContext(ended))))
    }))

  it("an invalid option rejects the first request, and creating the auth starts nothing", async () => {
    const auth = createAuth({ projectId: "not an id", secretServerKey: "ssk_1", origin: "nonsense" })
    const error = await auth.authenticateRequest(new Request(origin)).catch((error: unknown) => error)
    assert.instanceOf(error, InvalidOptions)
    const response = auth.withAuth(() => new Response())(new Request(origin))
    assert.instanceOf(await response.catch((error: unknown) => error), InvalidOptions)
  })
})

const { layer } = setup({ origin })
