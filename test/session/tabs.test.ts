import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { Client, CookieTokenStore, CurrentUser, Session, TokenStore } from "latchkey"
import { appUrl, makeJar } from "../support/host.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { layerClient, listen, projectId, Service, settle } from "./support.ts"

const refreshName = `stack-refresh-${projectId}`

/** Operations of two tabs over one cookie jar. Pending requests continue during later operations. */
type Operation =
  | { readonly do: "signIn" | "signOut" | "call"; readonly tab: 0 | 1 }
  | { readonly do: "revoke" | "newerSignIn" | "newerSignOut" | "loseAccess" | "loseAll" | "fill" | "empty" }
  | { readonly do: "wait"; readonly millis: number }
  | { readonly do: "slow"; readonly millis: number }

const tab = fc.constantFrom(0 as const, 1 as const)

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("signIn" as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("signOut" as const), tab }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("call" as const), tab }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "revoke" as const,
        "newerSignIn" as const,
        "newerSignOut" as const,
        "loseAccess" as const,
        "loseAll" as const,
        "fill" as const,
        "empty" as const
      )
    })
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      millis: fc.constantFrom(0, 1, 50, 99, 100, 1000, 10_000, 31_000)
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("slow" as const), millis: fc.constantFrom(0, 30, 500, 5000) }) }
)

type Tab = <A, E, R>(
  effect: Effect.Effect<A, E, R>
) => Effect.Effect<A, E, Exclude<R, Client.Client | TokenStore.TokenStore>>

/** The tab's current refresh token. */
const refreshOf = (tab: Tab) =>
  tab(
    Effect.flatMap(TokenStore.TokenStore, ({ get }) =>
      Effect.map(get, (tokens) => tokens === undefined ? null : Redacted.value(tokens.refreshToken!)))
  )

/** Waits until every pending operation has completed. */
const rest = TestClock.adjust("1 minute")

const run = (operations: ReadonlyArray<Operation>) =>
  Effect.gen(function*() {
    const jar = yield* makeJar
    const service = yield* Service
    service.lifetimeSeconds = 30
    const open = Effect.map(
      Layer.build(Layer.fresh(
        layerClient().pipe(
          Layer.provideMerge(CookieTokenStore.layer({ projectId })),
          Layer.provide(jar.layer())
        )
      )),
      (context): Tab => (effect) =>
        Effect.provideContext(effect, Context.pick(Client.Client, TokenStore.TokenStore)(context))
    )
    const tabs = [yield* open, yield* open] as const
    const states = [yield* tabs[0](listen), yield* tabs[1](listen)] as const
    const calls: Array<Fiber.Fiber<unknown, unknown>> = []
    const fork = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
      Effect.map(Effect.forkChild(Effect.exit(effect), { startImmediately: true }), (fiber) => calls.push(fiber))
    const put = (name: string, value: string, more = "") =>
      jar.receive(appUrl, `${name}=${encodeURIComponent(value)}; Path=/; Secure${more}`)
    const drop = (...names: ReadonlyArray<string>) => names.forEach((name) => put(name, "", "; Max-Age=0"))
    const sessionCookies = [refreshName, "stack-access", `__Host-${refreshName}--default`]

    let count = 0
    /** The user that all tabs must agree on; `undefined` while that is undetermined. */
    let expected: string | null | undefined = null
    const inJar = () => {
      const values = jar.values()
      const newer = values[`__Host-${refreshName}--default`]
      return newer === undefined ? values[refreshName] ?? null : JSON.parse(newer).refresh_token
    }
    const toldTo = (index: 0 | 1) => {
      const state = states[index].at(-1)
      return state === undefined || state._tag === "SignedOut" || state._tag === "Loading"
        ? null
        : Redacted.value(state.tokens.refreshToken!)
    }

    for (const operation of operations) {
      switch (operation.do) {
        case "signIn": {
          const name = `r${++count}`
          const tokens = yield* service.begin(name)
          yield* tabs[operation.tab](Effect.flatMap(Client.Client, ({ session }) => session.signIn(tokens)))
          assert.strictEqual(yield* refreshOf(tabs[operation.tab]), name, "a sign-in is lost at once")
          expected = inJar() === name ? name : undefined
          break
        }
        case "signOut": {
          const before = yield* refreshOf(tabs[operation.tab])
          yield* fork(tabs[operation.tab](Session.signOut))
          yield* settle
          assert.isNull(yield* refreshOf(tabs[operation.tab]), "a token after a sign-out")
          if (before !== null && expected !== undefined) expected = null
          if (before !== null) assert.isNull(inJar())
          break
        }
        case "call":
          yield* fork(tabs[operation.tab](CurrentUser.get()))
          break
        case "revoke":
          service.users.clear()
          // The next call notices it.
          expected = undefined
          break
        case "newerSignIn": {
          const name = `r${++count}`
          const tokens = yield* service.begin(name)
          drop(refreshName, "stack-access")
          const at = yield* Clock.currentTimeMillis
          put(`__Host-${refreshName}--default`, JSON.stringify({ refresh_token: name, updated_at_millis: at }))
          put("stack-access", JSON.stringify([name, Redacted.value(tokens.accessToken!)]))
          expected = inJar() === name ? name : undefined
          break
        }
        case "newerSignOut":
          drop(...sessionCookies)
          if (expected !== undefined) expected = null
          break
        case "loseAccess":
          drop("stack-access")
          break
        case "loseAll":
          jar.cookies = []
          if (expected !== undefined) expected = null
          break
        case "fill":
          jar.quota = 0
          break
        case "empty":
          jar.quota = Infinity
          break
        case "wait":
          yield* TestClock.adjust(operation.millis)
          break
        case "slow":
          service.delayMillis = operation.millis
      }
    }

    // Subscribers agree before the next call, unless one tab holds its token only in memory.
    yield* TestClock.adjust(200)
    if (expected !== undefined) {
      assert.deepStrictEqual([toldTo(0), toldTo(1)], [expected, expected], "what subscribers know")
      assert.strictEqual(yield* refreshOf(tabs[0]), expected)
      assert.strictEqual(yield* refreshOf(tabs[1]), expected)
    }
    const before = expected === undefined ? undefined : [yield* refreshOf(tabs[0]), yield* refreshOf(tabs[1])]
    yield* rest
    for (const call of calls) assert.isDefined(call.pollUnsafe(), "a call does not end")
    if (before !== undefined) {
      // Pending operations did not change that.
      assert.deepStrictEqual([yield* refreshOf(tabs[0]), yield* refreshOf(tabs[1])], before)
    }
    // No request was sent with tokens of two sessions.
    for (const { headers } of service.requests) {
      const access = headers["x-stack-access-token"]
      const refresh = headers["x-stack-refresh-token"]
      if (access === undefined || refresh === undefined) continue
      const { sub } = JSON.parse(Buffer.from(access.split(".")[1]!, "base64url").toString())
      assert.strictEqual(sub, `user of ${refresh}`)
    }
  })

/** Runs one sequence in a separate world. */
const world = (operations: ReadonlyArray<Operation>) =>
  Effect.runPromise(
    run(operations).pipe(Effect.provide(Layer.fresh(Service.layer)), Effect.scoped, Effect.provide(TestClock.layer()))
  )

describe("case 30: two tabs, any operations in any order", () => {
  it(
    "two tabs never mix users or lose a sign-in, keep no session after a sign-out, and agree within 200 ms",
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 40 }), world),
        { numRuns: runsOf(40) }
      )
  )

  const kept: Readonly<Record<string, ReadonlyArray<Operation>>> = {
    "keep the session of a newer client whose cookie is the only one that the jar has room for": [
      { do: "signIn", tab: 1 },
      { do: "newerSignIn" },
      { do: "fill" },
      { do: "call", tab: 1 },
      { do: "newerSignIn" }
    ]
  }
  for (const [what, operations] of Object.entries(kept)) it(what, () => world(operations))
})
