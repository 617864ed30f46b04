/** A call acts for the session it was started in, or for none. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Anonymous,
  Cache,
  Cli,
  Client,
  CurrentUser,
  MagicLink,
  OAuth,
  Optimistic,
  Password,
  Session,
  StorageTokenStore,
  Teams,
  TokenStore,
  Totp
} from "latchkey"
import { Secret, TOTP } from "otpauth"
import { keepSession } from "../../src/session/keepSession.ts"
import { answer, inStore, knownError, layerSlow, layerTest, Service, start, stored, storedExpired } from "./support.ts"

/** A store that reads its memory only when it responds, like a remote one. */
const layerLate = (millis: number) =>
  Layer.effect(
    TokenStore.TokenStore,
    Effect.map(TokenStore.makeMemory(undefined), (memory) => ({
      get: Effect.delay(memory.get, millis),
      modify: (f) => Effect.delay(memory.modify(f), millis),
      subscribe: memory.subscribe
    } satisfies TokenStore.TokenStore["Service"]))
  )

/** A phone's storage: every operation takes time, and they run one after another. */
const layerQueued = (millis: number) =>
  Layer.unwrap(Effect.sync(() => {
    const values = new Map<string, string>()
    const later = <A>(step: () => A) => Effect.delay(Effect.sync(step), millis)
    return StorageTokenStore.layerKeyValue({
      get: (key) => later(() => values.get(key)),
      set: (key, value) => later(() => values.set(key, value)),
      remove: (key) => later(() => values.delete(key))
    })
  }))

const stores = {
  "a store that answers late": layerSlow(100),
  "a store that reads late": layerLate(100),
  "a store that runs one operation after the other": layerQueued(100)
}

const fork = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.forkChild(effect, { startImmediately: true })

/** Signs a user in with this client, as another part of the program does. */
const signIn = Effect.fnUntraced(function*(refreshToken: string) {
  const { session } = yield* Client.Client
  yield* session.signIn(yield* (yield* Service).begin(refreshToken))
})

/** Runs an effect and, after a delay, another one. Returns both results. */
const overlapping = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  millis: number,
  other: Effect.Effect<B, E2, R2>
) =>
  Effect.gen(function*() {
    const fiber = yield* fork(effect)
    yield* TestClock.adjust(millis)
    const second = yield* fork(other)
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(second)
    return yield* Fiber.join(fiber)
  })

const deleteRoute = "DELETE /users/me"

/** The sessions that requests were sent with, refreshes excluded. */
const sentWith = Effect.map(
  Service,
  ({ requests }) => requests.map(({ headers }) => headers["x-stack-refresh-token"])
)

describe("a write started while no user is signed in", () => {
  for (const [what, store] of Object.entries(stores)) {
    // During the first read, and during every later one.
    for (const millis of [0, 50, 99, 100, 101, 150, 250]) {
      it.effect(`a signed-out write over ${what} is not sent as the user who signs in ${millis} ms later`, () =>
        Effect.gen(function*() {
          const service = yield* Service
          const error = yield* overlapping(Effect.flip(CurrentUser.remove), millis, signIn("r1"))
          assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
          assert.lengthOf(service.to(deleteRoute), 0)
          assert.strictEqual((yield* inStoreLater)?.refreshToken, "r1")
        }).pipe(Effect.provide(layerTest(store))))
    }
  }

  it.effect("is sent without a session if the session is optional, even if a user signs in before it is sent", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const signedIn = answer(200, { access_token: "opaque", refresh_token: "r2", user_id: "new", is_new_user: true })
      const routes = {
        "POST /auth/password/sign-up": Password.signUp({
          email: "a@b.test",
          password: Redacted.make("correct horse"),
          verificationCallbackUrl: "https://app.test/verify"
        }),
        "POST /auth/otp/sign-in": MagicLink.signIn({ code: Redacted.make("code") })
      }
      for (const [route, call] of Object.entries(routes)) {
        for (const millis of [50, 150]) {
          yield* (yield* TokenStore.TokenStore).modify(() => undefined)
          service.script(route, signedIn)
          yield* overlapping<unknown, unknown, Client.Client, void, never, Client.Client | Service>(
            call,
            millis,
            signIn("r1")
          )
        }
        const sent = service.to(route)
        assert.lengthOf(sent, 2)
        for (const { headers } of sent) assert.notProperty(headers, "x-stack-refresh-token")
      }
    }).pipe(Effect.provide(layerTest(layerSlow(100)))))

  it.effect("a signed-out write reads the store once, like a GET", () => {
    let reads = 0
    const counting = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.makeMemory(undefined), (memory) => ({
        ...memory,
        get: Effect.suspend(() => {
          reads++
          return memory.get
        })
      }))
    )
    return Effect.gen(function*() {
      yield* Effect.flip(CurrentUser.remove)
      assert.strictEqual(reads, 1)
      yield* CurrentUser.get()
      assert.strictEqual(reads, 2)
      yield* stored("r1")
      yield* CurrentUser.get()
      assert.strictEqual(reads, 3)
    }).pipe(Effect.provide(layerTest(counting)))
  })
})

describe("a write started in a session", () => {
  for (const [what, store] of Object.entries(stores)) {
    for (const millis of [0, 50, 100, 150]) {
      it.effect(`a user's write over ${what} is not sent as another user who signs in ${millis} ms later`, () =>
        Effect.gen(function*() {
          const service = yield* Service
          yield* passing(stored("r1"))
          const exit = yield* overlapping(Effect.exit(CurrentUser.remove), millis, signIn("r2"))
          // Sent for r1 while the store still held that session, or not sent.
          const sent = service.to(deleteRoute).map(({ headers }) => headers["x-stack-refresh-token"])
          assert.deepStrictEqual(sent, Exit.isSuccess(exit) ? ["r1"] : [])
          assert.isTrue(service.users.has("r2"))
          assert.strictEqual((yield* inStoreLater)?.refreshToken, "r2")
        }).pipe(Effect.provide(layerTest(store))))
    }
  }

  it.effect("is not retried as another user after the service refused its token", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.delayMillis = 100
      service.script("POST /auth/password/set", knownError(401, "UNPARSABLE_ACCESS_TOKEN"))
      const set = Password.set({ password: Redacted.make("battery staple") })
      const error = yield* overlapping(Effect.flip(set), 50, signIn("r2"))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.deepStrictEqual(yield* sentWith, ["r1"])
    }).pipe(Effect.provide(layerTest())))

  it.effect("is sent without a session if the session is optional and another user signs in before it is sent", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.delayMillis = 100
      service.script(
        "POST /auth/otp/sign-in",
        answer(200, { access_token: "opaque", refresh_token: "r3", user_id: "new", is_new_user: true })
      )
      yield* overlapping(MagicLink.signIn({ code: Redacted.make("code") }), 50, signIn("r2"))
      assert.deepStrictEqual(
        service.to("POST /auth/otp/sign-in").map(({ headers }) => headers["x-stack-refresh-token"]),
        [undefined]
      )
    }).pipe(Effect.provide(layerTest())))
})

describe("a GET", () => {
  it.effect("a signed-out GET is sent as the user who signs in before the request", () =>
    Effect.gen(function*() {
      const user = yield* overlapping(CurrentUser.get(), 50, signIn("r1"))
      assert.strictEqual(user?.id, "user of r1")
    }).pipe(Effect.provide(layerTest(layerSlow(100)))))
})

describe("a sign-out", () => {
  it.effect("a sign-out does not sign out a user who signs in after its start", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* passing(stored("r1"))
      const began = yield* fork(signIn("r2"))
      // The write of the sign-in has not started: the store still holds r1.
      yield* TestClock.adjust(50)
      const leaving = yield* fork(Session.signOut)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(began)
      yield* Fiber.join(leaving)
      assert.strictEqual((yield* inStoreLater)?.refreshToken, "r2")
      assert.lengthOf(service.to("DELETE /auth/sessions/current"), 0)
    }).pipe(Effect.provide(layerTest(layerQueued(100)))))

  it.effect("a signed-out sign-out does not sign out the next user", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* overlapping(Session.signOut, 50, signIn("r1")).pipe(Effect.asVoid)
      assert.strictEqual((yield* inStoreLater)?.refreshToken, "r1")
      assert.lengthOf(service.to("DELETE /auth/sessions/current"), 0)
    }).pipe(Effect.provide(layerTest(layerLate(100)))))
})

describe("an effect of several calls", () => {
  it.effect("an effect writes only for the session in which it started", () =>
    Effect.gen(function*() {
      const service = yield* Service
      const set = Password.set({ password: Redacted.make("battery staple") })
      const later = Effect.andThen(Effect.sleep(200), set)
      const error = yield* overlapping(Effect.flip(keepSession(later)), 100, signIn("r1"))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      const other = yield* overlapping(Effect.flip(keepSession(keepSession(later))), 100, signIn("r2"))
      assert.strictEqual(other._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf(service.to("POST /auth/password/set"), 0)
      yield* overlapping(keepSession(later), 100, Effect.void)
      assert.deepStrictEqual(yield* sentWith, ["r2"])
    }).pipe(Effect.provide(layerTest())))

  /** Effects that wait before they write, with the route of that write. */
  const effects: Readonly<
    Record<
      string,
      readonly [Effect.Effect<unknown, { readonly _tag: string }, Client.Client | Cache.Cache>, route: string]
    >
  > = {
    "Optimistic.updateOwnTeamMember": [
      Optimistic.updateOwnTeamMember("11111111-2222-4333-8444-555555555555", { displayName: "Ada" }),
      "PATCH /team-member-profiles/11111111-2222-4333-8444-555555555555/me"
    ],
    "Cli.confirm": [Cli.confirm({ loginCode: Redacted.make("code") }), "POST /auth/cli/complete"]
  }

  for (const [name, [effect, route]] of Object.entries(effects)) {
    it.effect(`${name}, started while no user is signed in, is not sent as the user who signs in before the write`, () =>
      Effect.gen(function*() {
        const service = yield* Service
        const error = yield* overlapping(Effect.flip(effect), 50, signIn("r1"))
        assert.include(["CannotGetOwnUserWithoutUser", "UserAuthenticationRequired", "InvalidTotpCode"], error._tag)
        assert.lengthOf(service.to(route), 0)
      }).pipe(Effect.provide(Cache.layer().pipe(Layer.provideMerge(layerTest(layerSlow(100)))))))
  }

  it.effect("Totp.enable does not enable two-factor authentication for a user who signs in before the write", () =>
    Effect.gen(function*() {
      const service = yield* Service
      // The code is valid by the service's clock, which this client learns during the sign-in.
      service.skewMillis = 3_600_000
      const secret = "12345678901234567890"
      const totp = new TOTP({ secret: Secret.fromLatin1(secret) })
      const enable = (code: string) => Totp.enable({ secret: Redacted.make(btoa(secret)), code: Redacted.make(code) })
      const code = totp.generate({ timestamp: start + service.skewMillis + 30_000 })
      const error = yield* overlapping(Effect.flip(enable(code)), 50, signIn("r1"))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.lengthOf(service.to("PATCH /users/me"), 0)
    }).pipe(Effect.provide(layerTest(layerSlow(100)))))

  it.effect("Teams.create does not select the team for a user who signs in after the team was created", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* stored("r1")
      service.script(
        "POST /teams",
        Effect.as(
          Effect.sleep(100),
          answer(201, {
            id: "11111111-2222-4333-8444-555555555555",
            display_name: "Engines",
            profile_image_url: null,
            client_metadata: null,
            client_read_only_metadata: null
          })
        )
      )
      const error = yield* overlapping(Effect.flip(Teams.create({ displayName: "Engines" })), 50, signIn("r2"))
      assert.strictEqual(error._tag, "TeamNotSelected")
      assert.lengthOf(service.to("PATCH /users/me"), 0)
      assert.lengthOf(service.to("POST /teams"), 1)
    }).pipe(Effect.provide(layerTest())))
})

describe("the URL that links a provider", () => {
  for (const [what, store] of Object.entries(stores)) {
    it.effect(`a link URL over ${what} never contains the token of a user who signs in after the call`, () =>
      Effect.gen(function*() {
        const url = OAuth.authorizationUrl({
          provider: "github",
          redirectUri: "https://app.example.com/callback",
          state: "state",
          codeChallenge: "challenge",
          type: "link"
        })
        const error = yield* overlapping(Effect.flip(url), 50, signIn("r1"))
        assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      }).pipe(Effect.provide(layerTest(store))))
  }
})

describe("Anonymous.signUp", () => {
  it.effect("Anonymous.signUp: replaces only the session in which it started", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* overlapping(Anonymous.signUp, 50, signIn("r1"))
      assert.strictEqual((yield* inStoreLater)?.refreshToken, "r1")
      yield* overlapping(Anonymous.signUp, 50, Effect.void)
      assert.match((yield* inStoreLater)!.refreshToken!, /^anonymous/)
      assert.lengthOf(service.to("POST /auth/anonymous/sign-up"), 2)
    }).pipe(Effect.provide(layerTest(layerSlow(100)))))

  it.effect("Anonymous.signUp: a request whose session has ended stores the new session", () =>
    Effect.gen(function*() {
      const service = yield* Service
      yield* storedExpired("r1")
      service.users.clear()
      const user = yield* CurrentUser.get({ or: "anonymous" })
      assert.isTrue(user.isAnonymous)
      assert.match((yield* inStore)!.refreshToken!, /^anonymous/)
    }).pipe(Effect.provide(layerTest())))
})

/** Runs an effect over a slow store. */
const passing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fiber = yield* fork(effect)
    yield* TestClock.adjust("1 second")
    return yield* Fiber.join(fiber)
  })

const inStoreLater = passing(inStore)
