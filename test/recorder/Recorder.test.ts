import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import {
  Cache,
  Client,
  Cookies,
  CurrentUser,
  fromFetch,
  Navigation,
  Page,
  Password,
  Resource,
  Resources,
  Session,
  Teams,
  TokenStore,
  Transport
} from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { Recorder } from "latchkey/recorder"
import { readFile } from "node:fs/promises"
import { inspect } from "node:util"
import type { RecordedEvent, Recording } from "../../src/recorder/Recording.ts"
import { suite as storeSuite } from "../suites/TokenStoreSuite.ts"
import { suite as transportSuite } from "../suites/TransportSuite.ts"

const verificationCallbackUrl = "http://localhost:3000/verify"
const ada = { email: "ada@example.com", password: Redacted.make("correct horse"), verificationCallbackUrl }

/** A client with a recorder, over the emulator and a token store in memory. */
const layerTest = (
  options?: Recorder.RecorderOptions,
  clientOptions: object = {},
  store: Layer.Layer<TokenStore.TokenStore> = TokenStore.layerMemory
) =>
  Client.layer({ ...Emulator.clientOptions, ...clientOptions }).pipe(
    Layer.provideMerge(Recorder.layer(options)),
    Layer.provideMerge(store),
    Layer.provideMerge(Emulator.layer())
  )

type EventOf<Type> = Extract<RecordedEvent, { readonly type: Type }>

const eventsOf = <Type extends RecordedEvent["type"]>(recording: Recording, type: Type): ReadonlyArray<EventOf<Type>> =>
  recording.events.filter((event): event is EventOf<Type> => event.type === type)

const paths = (recording: Recording) =>
  eventsOf(recording, "RequestSent").map(({ sent }) => `${sent.method} ${sent.path}`)

storeSuite("recorded", Recorder.layer().pipe(Layer.provide(TokenStore.layerMemory)))

transportSuite("a recorded transport of fetch", Recorder.layer().pipe(Layer.provide(TokenStore.layerMemory)))

describe("a recorder", () => {
  it.effect("records a sign-up: call, request, response, token store and state, in order", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      const recording = yield* Recorder.export
      assert.deepStrictEqual(recording.events.map(({ type }) => type), [
        "CallStarted",
        "StoreRead",
        "StateChanged",
        "ConnectivityChanged",
        "RequestSent",
        "ResponseReceived",
        "CallEnded",
        "OperationStarted",
        "StoreWritten",
        "StateChanged",
        "OperationEnded"
      ])
      assert.deepStrictEqual(paths(recording), ["POST /api/v1/auth/password/sign-up"])
      assert.deepStrictEqual(eventsOf(recording, "StateChanged").map(({ state }) => state), ["SignedOut", "Active"])
      const [started] = eventsOf(recording, "CallStarted")
      assert.strictEqual(started?.endpoint, "password.signUp")
      assert.deepStrictEqual(started?.input, {
        payload: {
          email: "email-1@example.invalid",
          password: "password-1",
          verification_callback_url: "http://localhost:3000/path-1"
        }
      })
      assert.isTrue(recording.events.every(({ seq }, index) => index === 0 || seq > recording.events[index - 1]!.seq))
    }).pipe(Effect.provide(layerTest())))

  it.effect("attributes a refresh to the call that needed it", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      yield* TestClock.adjust("11 minutes")
      yield* Recorder.clear
      yield* Teams.list
      const recording = yield* Recorder.export
      const [call] = eventsOf(recording, "CallStarted")
      assert.deepStrictEqual(
        eventsOf(recording, "RequestSent").map(({ cause, sent }) => [cause, sent.path]),
        [[call!.call, "/api/v1/auth/oauth/token"], [call!.call, "/api/v1/teams?user_id=me"]]
      )
      assert.deepStrictEqual(
        eventsOf(recording, "StateChanged").map(({ state }) => state),
        ["Refreshing", "Active"]
      )
      assert.lengthOf(eventsOf(recording, "LockAcquired"), 1)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a recorder keeps the relations of identities: the same user, another team", () =>
    Effect.gen(function*() {
      const { userId } = yield* Password.signUp(ada)
      yield* CurrentUser.get()
      const [one, two] = [yield* Teams.create({ displayName: "One" }), yield* Teams.create({ displayName: "Two" })]
      const text = JSON.stringify(yield* Recorder.export)
      for (const id of [userId, one.id, two.id]) assert.notInclude(text, id)
      const recording = JSON.parse(text) as Recording
      const users = eventsOf(recording, "ResponseReceived").flatMap(({ response }) => {
        const body = response?.body as {
          readonly id?: string
          readonly user_id?: string
          readonly primary_email?: string
        }
        return body.user_id ?? (body.primary_email === undefined ? [] : body.id!)
      })
      assert.isAtLeast(users.length, 2)
      assert.strictEqual(new Set(users).size, 1)
      assert.strictEqual(new Set(Object.values(recording.claims).map(({ sub }) => sub)).size, 1)
      assert.strictEqual(Object.values(recording.claims)[0]!.sub, users[0])
      const teams = eventsOf(recording, "CallEnded").length
      assert.isAtLeast(teams, 4)
    }).pipe(Effect.provide(layerTest())))

  it.effect("records failures, interruptions and lost responses", () =>
    Effect.gen(function*() {
      const { setFault } = yield* Emulator.Emulator
      yield* Effect.exit(Password.signIn(ada))
      yield* setFault(Faults.slow("10 seconds"))
      const fiber = yield* Effect.forkChild(Password.signIn(ada), { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      yield* setFault(Faults.status(503))
      yield* Effect.exit(Password.signIn(ada))
      const recording = yield* Recorder.export
      assert.deepStrictEqual(eventsOf(recording, "CallEnded").map(({ outcome }) => outcome), [
        { _tag: "Failure", error: "EmailPasswordMismatch" },
        { _tag: "Interrupted" },
        { _tag: "Failure", error: "ApiError", reason: "ServiceUnavailable" }
      ])
      const [known, aborted] = eventsOf(recording, "ResponseReceived")
      assert.strictEqual(known?.response?.headers["x-stack-known-error"], "EMAIL_PASSWORD_MISMATCH")
      assert.strictEqual(aborted?.response, null)
      assert.strictEqual(aborted?.failure, "aborted")
    }).pipe(Effect.provide(layerTest())))

  it.effect("records an aborted request once, although its fetch rejects afterwards", () => {
    const fetch = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason)))
    return Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Password.signIn(ada), { startImmediately: true })
      yield* Effect.promise(() => new Promise(setImmediate))
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => new Promise(setImmediate))
      const recording = yield* Recorder.export
      assert.lengthOf(eventsOf(recording, "RequestSent"), 1)
      assert.deepStrictEqual(eventsOf(recording, "ResponseReceived").map(({ failure }) => failure), ["aborted"])
    }).pipe(Effect.provide(
      Client.layer(Emulator.clientOptions).pipe(
        Layer.provideMerge(Recorder.layer()),
        Layer.provide(TokenStore.layerMemory),
        Layer.provide(Layer.succeed(Transport, fromFetch(fetch)))
      )
    ))
  })

  it.effect("records a captive portal as HTML without its content", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      yield* TestClock.adjust("11 minutes")
      const portal = "<html>Welcome to the hotel, room 4711</html>"
      yield* Effect.exit(Effect.provideService(Teams.list, Transport, () =>
        Effect.succeed({
          status: 200,
          header: () => "text/html",
          body: portal
        })))
      yield* Effect.exit(Teams.list)
      assert.notInclude(JSON.stringify(yield* Recorder.export), "4711")
    }).pipe(Effect.provide(layerTest())))

  it.effect("records detached calls with the operation that returned their caller", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      yield* Recorder.clear
      yield* Session.signOut
      const recording = yield* Recorder.export
      const operation = eventsOf(recording, "OperationStarted").find(({ name }) => name === "detach")
      const [call] = eventsOf(recording, "CallStarted")
      assert.strictEqual(call?.detachedBy, operation?.call)
      assert.isDefined(operation)
    }).pipe(Effect.provide(layerTest())))

  it.effect("records whether a sign-in replaced the stored session", () =>
    Effect.gen(function*() {
      const { session } = yield* Client.Client
      const { tokens } = yield* Password.signUp(ada)
      yield* Recorder.clear
      yield* session.signIn(tokens)
      yield* session.signIn(tokens, () => false)
      yield* session.signIn(tokens, () => true)
      const ended = eventsOf(yield* Recorder.export, "OperationEnded")
      assert.deepStrictEqual(ended.map(({ name, replaced }) => [name, replaced]), [
        ["signIn", []],
        ["signIn", [false]],
        ["signIn", [true]]
      ])
    }).pipe(Effect.provide(layerTest())))

  it.effect("a recorder keeps the last result of a sign-in whose store computes its change twice", () => {
    const twice = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.makeMemory(undefined), (store) => ({
        ...store,
        modify: (f) =>
          store.modify((tokens) => {
            f(tokens)
            return f(tokens)
          })
      } satisfies TokenStore.TokenStore["Service"]))
    )
    return Effect.gen(function*() {
      const { session } = yield* Client.Client
      const { tokens } = yield* Password.signUp(ada)
      yield* Recorder.clear
      const answers = [false, true]
      yield* session.signIn(tokens, () => answers.shift()!)
      const [ended] = eventsOf(yield* Recorder.export, "OperationEnded")
      assert.deepStrictEqual(ended?.replaced, [true])
    }).pipe(Effect.provide(layerTest(undefined, {}, twice)))
  })

  it.effect("records cache events, and marks the calls of fetches", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      yield* Resource.refresh(Resources.teams)
      const recording = yield* Recorder.export
      const cached = eventsOf(recording, "CacheChanged").filter(({ key }) => key === "teams")
      assert.includeMembers(cached.map(({ event }) => event), ["Requested", "FetchStarted", "FetchSucceeded"])
      assert.strictEqual(cached.at(-1)?.snapshot, "Ready")
      const fetch = eventsOf(recording, "CallStarted").find(({ endpoint }) => endpoint === "teams.list")
      assert.strictEqual(fetch?.cacheKey, "teams")
      const signUp = eventsOf(recording, "CallStarted").find(({ endpoint }) => endpoint === "password.signUp")
      assert.isUndefined(signUp?.cacheKey)
    }).pipe(Effect.provide(Cache.layer().pipe(Layer.provideMerge(layerTest())))))

  it.effect("a recorder ignores cache reads that cause no change, such as those of each render", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      yield* Resource.refresh(Resources.teams)
      const cache = yield* Cache.Cache
      const before = (yield* Recorder.export).events.length
      for (let times = 0; times < 10; times++) cache.observe(Resources.teams).getSnapshot()
      assert.lengthOf((yield* Recorder.export).events, before)
    }).pipe(Effect.provide(Cache.layer().pipe(Layer.provideMerge(layerTest())))))

  it.effect("records redirects with the rule that allowed or refused them", () =>
    Effect.gen(function*() {
      yield* Navigation.redirect("/handler/account-settings?tab=secret-tab", { replace: true })
      yield* Effect.exit(Navigation.redirect("https://evil.example/steal"))
      const recording = yield* Recorder.export
      assert.deepStrictEqual(
        recording.events.map((event) => "rule" in event ? [event.type, event.target, event.rule] : []),
        [
          ["Redirected", "/handler/account-settings?parameter-1=tab-1", "relative URL"],
          ["Redirected", "https://host-2.invalid/path-1", "another origin, or not a valid URL"],
          ["RedirectRefused", "https://host-2.invalid/path-1", "another origin, or not a valid URL"]
        ]
      )
    }).pipe(Effect.provide(
      layerTest().pipe(
        Layer.provideMerge(Navigation.layer()),
        Layer.provideMerge(Layer.merge(Page.layerMemory("https://app.example.com/"), Cookies.layerMemory))
      )
    )))

  it.effect("keeps the last events up to its capacity, and the token store before them", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      for (let call = 0; call < 20; call++) yield* CurrentUser.get()
      const recording = yield* Recorder.export
      assert.lengthOf(recording.events, 30)
      assert.isAbove(recording.start.dropped, 70)
      assert.strictEqual(recording.start.tokens?.refreshToken, "refresh-token-1")
    }).pipe(Effect.provide(layerTest({ capacity: 30 }))))

  it.effect("drops the oldest events if the bodies are too long", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      for (let call = 0; call < 20; call++) yield* CurrentUser.get()
      const { events, start } = yield* Recorder.export
      assert.isBelow(events.length, 100)
      assert.isAbove(start.dropped, 0)
    }).pipe(Effect.provide(layerTest({ maxBodyLength: 5000 }))))

  it.effect("a recorder with a capacity of NaN, or at most 0, keeps no event", () =>
    Effect.forEach([0, -1, NaN], (capacity) =>
      Effect.gen(function*() {
        yield* Password.signUp(ada)
        const { events, start } = yield* Recorder.export
        assert.lengthOf(events, 0)
        assert.isAbove(start.dropped, 5)
      }).pipe(Effect.provide(layerTest({ capacity })))))

  it.effect("keeps no event with a body if maxBodyLength is 0 or less, or NaN", () =>
    Effect.forEach([0, -1, NaN], (maxBodyLength) =>
      Effect.gen(function*() {
        yield* Password.signUp(ada)
        const { events } = yield* Recorder.export
        assert.isAbove(events.length, 2)
        assert.notIncludeMembers(events.map(({ type }) => type), ["RequestSent", "ResponseReceived"])
      }).pipe(Effect.provide(layerTest({ maxBodyLength })))))

  it.effect("notifies subscribers of each event until their scope closes", () =>
    Effect.gen(function*() {
      const recorder = yield* Recorder.Recorder
      let events = 0
      yield* Effect.scoped(Effect.gen(function*() {
        yield* recorder.subscribe(() => events++)
        yield* Password.signUp(ada)
      }))
      assert.strictEqual(events, (yield* Recorder.export).events.length)
      yield* CurrentUser.get()
      assert.isBelow(events, (yield* Recorder.export).events.length)
    }).pipe(Effect.provide(layerTest())))

  it.effect("prints none of its events, and exports JSON", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      const recorder = yield* Recorder.Recorder
      const printed = inspect(recorder, { depth: Infinity, showHidden: true, getters: true }) + JSON.stringify(recorder)
      assert.notInclude(printed, "ada@example.com")
      assert.notInclude(printed, "correct horse")
      const recording = yield* Recorder.export
      assert.deepStrictEqual(JSON.parse(JSON.stringify(recording)), recording)
      assert.strictEqual(recording.format, "latchkey-recording")
    }).pipe(Effect.provide(layerTest())))

  it.effect("exports equal recordings if no event was added", () =>
    Effect.gen(function*() {
      yield* Password.signUp(ada)
      const [first, second] = [yield* Recorder.export, yield* Recorder.export]
      assert.deepStrictEqual(first, second)
    }).pipe(Effect.provide(layerTest())))

  it.effect("building a recorder records no event and reads no token store", () =>
    Effect.gen(function*() {
      const recording = yield* Recorder.export
      assert.deepStrictEqual(recording.events, [])
      assert.strictEqual(recording.start.dropped, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("recordings contain the package version", () =>
    Effect.gen(function*() {
      const { version } = JSON.parse(yield* Effect.promise(() => readFile("package.json", "utf8")))
      assert.strictEqual((yield* Recorder.export).library, version)
    }).pipe(Effect.provide(layerTest())))
})
