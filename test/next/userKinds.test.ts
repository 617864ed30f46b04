/** Every kind of user with every `allow…` option and every check, in pages, route handlers and gates. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { AuthState } from "latchkey/next"
import type { AuthChecks } from "../../src/next/AuthObject.ts"
import {
  type Allowed,
  allowedUsers,
  checks,
  makeUsers,
  memberPermission,
  nameOfAllowed,
  principalOf,
  type UserKind,
  userKinds
} from "../server/userKinds.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { startRequest } from "./fakes/request.ts"
import { origin, promise, withApp } from "./support.ts"

type Session = AuthState & AuthChecks

const checksOf = (session: Session, team: string): Readonly<Record<string, () => Promise<unknown>>> => ({
  requireUser: session.requireUser,
  requireVerifiedEmail: session.requireVerifiedEmail,
  requireMfa: session.requireMfa,
  requireScope: () => session.requireScope("notes:write"),
  requireRecent: () => session.requireRecent({ within: "5 minutes" }),
  require: () => session.require({ team, permission: memberPermission }),
  requireTeamMember: () => session.requireTeamMember({ team })
})

/** `requireUser` of this entry point returns every signed-in user, also an anonymous one that the app allows. */
const expectedChecks = (kind: UserKind, principal: string): Record<string, string> => {
  const { requireUser: _, requireUserId: __, ...others } = checks
  const expected = Object.entries(others).map(([name, rule]) => [name, rule(kind, principal)])
  const isSignedIn = principal === "User" || principal === "AnonymousUser"
  return { ...Object.fromEntries(expected), requireUser: isSignedIn ? "ok" : "SignInRequired" }
}

/** The result of each check: `ok`, the tag of its error, or the URL of its redirect. */
const runChecks = async (session: Session, team: string): Promise<Record<string, string>> => {
  const results: Record<string, string> = {}
  for (const [name, check] of Object.entries(checksOf(session, team))) {
    results[name] = await check().then(
      () => "ok",
      (error: { readonly _tag?: string; readonly url?: string }) => error._tag ?? error.url ?? String(error)
    )
  }
  return results
}

const expectedState = (kind: UserKind, allowed: Allowed) => {
  const principal = principalOf(kind, allowed)
  const reason = kind.credentials === "none" ? "none" : kind.isAnonymous ? "anonymous" : "restricted"
  return {
    principal,
    isSignedIn: principal === "User" || principal === "AnonymousUser",
    reason: principal === "SignedOut" ? reason : undefined
  }
}

const stateOf = ({ isSignedIn, principal }: Session) => ({
  principal: principal._tag,
  isSignedIn,
  reason: principal._tag === "SignedOut" ? principal.reason : undefined
})

const forEachKind = (
  test: (
    app: { readonly create: () => ReturnType<Parameters<Parameters<typeof withApp>[0]>[0]["copy"]> },
    row: {
      readonly kind: UserKind
      readonly allowed: Allowed
      readonly headers: Record<string, string>
      readonly teamId: string
    }
  ) => Effect.Effect<void>
) =>
  withApp(({ copy }) =>
    Effect.gen(function*() {
      const { headersOf, teamId } = yield* makeUsers
      yield* checkRowsEffect(allowedUsers, nameOfAllowed, (allowed) => {
        const app = copy(allowed)
        return checkRowsEffect(userKinds, ({ name }) => name, (kind) =>
          test({
            create: () => app
          }, { kind, allowed, headers: { host: "app.example.com", ...headersOf(kind) }, teamId }))
      })
    })
  )

describe("each kind of user with each option", () => {
  it.effect("pages admit exactly the user kinds that their options allow, and redirect others", () =>
    forEachKind(({ create }, { allowed, headers, kind, teamId }) =>
      Effect.gen(function*() {
        startRequest(headers)
        const { auth } = create()
        const session = yield* promise(() => auth())
        const state = expectedState(kind, allowed)
        assert.deepStrictEqual(stateOf(session), state)
        const page = state.reason === "restricted" ? "/handler/onboarding" : "/handler/sign-in"
        const expected = Object.fromEntries(
          Object.entries(expectedChecks(kind, state.principal)).map(
            ([name, result]) => [name, result === "SignInRequired" ? page : result]
          )
        )
        assert.deepStrictEqual(yield* promise(() => runChecks(session, teamId)), expected)
        assert.strictEqual(
          yield* promise(() => session.has({ team: teamId, permission: memberPermission })),
          expected["require"] === "ok"
        )
      })
    ))

  it.effect("route handlers admit exactly the user kinds that their options allow, and reject others", () =>
    forEachKind(({ create }, { allowed, headers, kind, teamId }) =>
      Effect.gen(function*() {
        startRequest(headers, "server action")
        const { route } = create()
        const handler = route(async (_request, session) =>
          Response.json([stateOf(session), await runChecks(session, teamId)])
        )
        const response = yield* promise(() => handler(new Request(`${origin}/api`, { headers }), {}))
        const state = expectedState(kind, allowed)
        // JSON has no undefined.
        const [actual, results] = (yield* promise(() => response.json())) as [object, object]
        assert.deepStrictEqual<object>({ reason: undefined, ...actual }, state)
        assert.deepStrictEqual(results, expectedChecks(kind, state.principal))
        const required = route(async (_request, session) => {
          await session.requireUser()
          return new Response("in")
        })
        startRequest(headers, "server action")
        const { status } = yield* promise(() => required(new Request(`${origin}/api`, { headers }), {}))
        assert.strictEqual(status, state.isSignedIn ? 200 : 401)
      })
    ))

  it.effect("proxy gates admit exactly the user kinds that their options allow, and reject others", () =>
    forEachKind(({ create }, { allowed, headers, kind, teamId }) =>
      Effect.gen(function*() {
        const { proxy } = create()
        const seen: Array<unknown> = []
        const gate = proxy(async (session, _request: Request) => {
          seen.push(stateOf(session), await runChecks(session, teamId))
          return session.isSignedIn ? undefined : session.redirectToSignIn()
        })
        const response = yield* promise(() => gate(new Request(`${origin}/page`, { headers })))
        const state = expectedState(kind, allowed)
        assert.deepStrictEqual(seen, [state, expectedChecks(kind, state.principal)])
        const page = state.reason === "restricted" ? "/handler/onboarding" : "/handler/sign-in"
        const location = response.headers.get("location")
        if (state.isSignedIn) assert.isNull(location)
        else assert.strictEqual(new URL(location!).pathname, page)
      })
    ))
})
