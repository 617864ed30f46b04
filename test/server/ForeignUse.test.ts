/** Servers that check a session before they refresh it. */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Client, RetryPolicy, Session, TokenStore, Transport, TransportFailure } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication, ForeignUse, Server, Sessions } from "latchkey/server"
import { type IssueMemory, makeProcessMemory, SharedIssueMemory } from "../../src/session/IssueMemory.ts"
import type { OwnIssues } from "../../src/session/ownIssues.ts"
import { projectId } from "../emulator/support.ts"
import { cookie, joinSlow, makeSession, origin, request, type TestSession } from "./authenticationSupport.ts"

const { secretServerKey } = Emulator.adminOptions

/** Two processes of a server that share the memory, and the uses that they have found. */
const startProcesses = Effect.fnUntraced(function*(
  { isLost = () => false, onForeignUse = () => Effect.void, memory }: Partial<ForeignUse.ForeignUseOptions> & {
    /** `true` for a request whose response is lost. */
    readonly isLost?: (url: string) => boolean
    /** The memory of the first process, from the one that all share. */
    readonly memory?: (shared: IssueMemory) => IssueMemory
  } = {}
) {
  const found: Array<ForeignUse.ServerFoundUse> = []
  const send = yield* Transport
  const transport: Transport = (request) =>
    Effect.flatMap(send(request), (response) =>
      isLost(request.url)
        ? Effect.fail(new TransportFailure({ message: "The response was lost" }))
        : Effect.succeed(response))
  const shared = yield* makeProcessMemory
  const layerOf = (memory: IssueMemory) =>
    Authentication.layer({ projectId, secretServerKey: secretServerKey!, origin }).pipe(
      Layer.provideMerge(ForeignUse.layer({
        usedBy: "servers",
        onForeignUse: (use) => Effect.andThen(Effect.sync(() => found.push(use)), onForeignUse(use))
      })),
      Layer.provide(Server.layer(Emulator.serverOptions).pipe(Layer.provide(TokenStore.layerNone))),
      Layer.provide(Layer.succeed(Transport, transport)),
      Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
      Layer.provide(Layer.succeed(SharedIssueMemory, memory))
    )
  const one = yield* Layer.build(Layer.fresh(layerOf(memory?.(shared) ?? shared)))
  const two = yield* Layer.build(Layer.fresh(layerOf(shared)))
  /** Sends a request with the session's cookies to a process, which refreshes an expired token. */
  const ask = (context: typeof one, session: TestSession) =>
    Effect.gen(function*() {
      const { authenticate } = Context.get(context, Authentication.Authentication)
      const answer = Effect.map(authenticate(request(cookie(session))), ({ principal }) => principal._tag)
      return yield* joinSlow(yield* Effect.forkChild(Effect.provideContext(answer, context)))
    })
  return { one, two, ask, found, session: yield* Effect.provideContext(makeSession(), one) }
})

/** A program with a copy of the refresh token uses the session from Lyon. */
const useFromLyon = ({ refreshToken }: TestSession) =>
  Effect.gen(function*() {
    const send = yield* Transport
    const place = { "x-forwarded-for": "192.0.2.7", "x-vercel-ip-city": "Lyon", "x-vercel-ip-country": "FR" }
    const layer = Client.layer(Emulator.clientOptions).pipe(
      Layer.provide(TokenStore.layerTokens({ refreshToken })),
      Layer.fresh
    )
    const transport: Transport = (request) => send({ ...request, headers: { ...request.headers, ...place } })
    yield* Effect.provideService(Effect.provide(Session.refresh, layer), Transport, transport)
  })

for (const generation of ["2025", "2026"] as const) {
  const test = <E>(title: string, effect: Effect.Effect<void, E, Emulator.Emulator | Scope.Scope>) =>
    it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Emulator.layer({ generation }))))

  describe(`ForeignUse of servers, ${generation}`, () => {
    test(
      "finds a use before a refresh, also with an expired access token, and reports it once",
      Effect.gen(function*() {
        const { ask, found, one, session, two } = yield* startProcesses()
        yield* TestClock.adjust("8 minutes")
        yield* useFromLyon(session)
        yield* TestClock.adjust("4 minutes")
        assert.strictEqual(yield* ask(one, session), "User")
        assert.deepStrictEqual(
          found.map(({ at, place, userId }) => [at.getTime(), place?.cityName, userId]),
          [[480_000, "Lyon", session.userId]]
        )
        yield* TestClock.adjust("12 minutes")
        yield* ask(two, session)
        assert.lengthOf(found, 1)
      })
    )

    test(
      "reports no refresh by another process",
      Effect.gen(function*() {
        const { ask, found, one, session, two } = yield* startProcesses()
        for (const process of [one, two, one, two]) {
          yield* TestClock.adjust("12 minutes")
          assert.strictEqual(yield* ask(process, session), "User")
        }
        assert.deepStrictEqual(found, [])
      })
    )

    test(
      "reports no refresh whose response was lost",
      Effect.gen(function*() {
        let isLost = false
        const { ask, found, one, session, two } = yield* startProcesses({
          isLost: (url) => isLost && url.endsWith("/auth/oauth/token")
        })
        yield* TestClock.adjust("12 minutes")
        isLost = true
        yield* Effect.exit(ask(one, session))
        isLost = false
        yield* TestClock.adjust("12 minutes")
        assert.strictEqual(yield* ask(two, session), "User")
        assert.deepStrictEqual(found, [])
      })
    )

    test(
      "reports no use to a process that reads a replica which no longer follows",
      Effect.gen(function*() {
        const replica = new Map<string, OwnIssues | undefined>()
        let isStale = false
        const { ask, found, one, session, two } = yield* startProcesses({
          memory: (shared) => ({
            ...shared,
            isRequired: true,
            read: (id) =>
              Effect.suspend(() =>
                isStale ?
                  Effect.succeed(replica.get(id)) :
                  Effect.tap(shared.read(id), (known) => Effect.sync(() => replica.set(id, known)))
              ),
            modify: (id, f) =>
              Effect.suspend(() =>
                isStale ? Effect.as(Effect.sync(() => f(replica.get(id))), false) : shared.modify(id, f)
              )
          })
        })
        yield* TestClock.adjust("12 minutes")
        yield* ask(one, session)
        yield* TestClock.adjust("12 minutes")
        yield* ask(one, session)
        isStale = true
        yield* TestClock.adjust("12 minutes")
        assert.strictEqual(yield* ask(two, session), "User")
        yield* TestClock.adjust("12 minutes")
        yield* Effect.exit(ask(one, session))
        assert.deepStrictEqual(found, [])
      })
    )

    test(
      "signs the user out if onForeignUse revokes the session",
      Effect.gen(function*() {
        const { ask, found, one, session } = yield* startProcesses({
          onForeignUse: ({ sessionId, userId }) => Effect.ignore(Sessions.revoke({ userId, id: sessionId }))
        })
        yield* TestClock.adjust("8 minutes")
        yield* useFromLyon(session)
        yield* TestClock.adjust("4 minutes")
        assert.strictEqual(yield* ask(one, session), "SignedOut")
        assert.lengthOf(found, 1)
      })
    )
  })
}

describe("ForeignUse.layer", () => {
  for (
    const [title, options, option] of [
      ["another user of the sessions", { usedBy: "browser" }, "usedBy"],
      ["a misspelled option", { usedBy: "servers", onForeignuse: () => Effect.void }, "onForeignuse"]
    ] as const
  ) {
    it.effect(`refuses ${title}`, () =>
      Effect.gen(function*() {
        // Sound: untyped code passes it.
        const layer = ForeignUse.layer(options as never)
        const error = yield* Effect.flip(Effect.scoped(Layer.build(layer)))
        assert.strictEqual(error._tag, "InvalidOptions")
        assert.include(error.message, option)
      }).pipe(Effect.provide(
        Server.layer(Emulator.serverOptions).pipe(Layer.provide(TokenStore.layerNone), Layer.provide(Emulator.layer()))
      )))
  }
})
