import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import {
  Cookies,
  CurrentUser,
  HandlerPages,
  OAuth,
  Session,
  type SignedIn,
  Tokens,
  Transport,
  TransportFailure,
  type TransportRequest
} from "latchkey"
import { turns } from "../../session/support.ts"
import { deepText, everything, layer as layerExposure } from "../../support/exposure.ts"
import { cookies, goTo, here, layerHost, Visits } from "../../support/pageHost.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { ada, anyText, begun, callbackPage, follow, grace, layerTest, origin } from "./support.ts"

const text = "Sign-in failed. Try again."

/** Counts the requests to the token endpoint, and responds as a test specifies. */
const watch = Effect.gen(function*() {
  const transport = yield* Transport
  const requests: Array<TransportRequest> = []
  const watched: Transport = (request) =>
    Effect.suspend(() => {
      if (request.url.endsWith("/auth/oauth/token")) requests.push(request)
      return transport(request)
    })
  return { requests, watched }
})

const watching = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { requests, watched } = yield* watch
    const result = yield* Effect.provideService(effect, Transport, watched)
    return { result, requests }
  })

/** A network with a delay of ten seconds, which counts aborted requests. */
const slowTransport = Effect.map(Transport, (transport) => {
  const counts = { aborted: 0 }
  const slow: Transport = (request) =>
    Effect.delay(transport(request), "10 seconds").pipe(Effect.onInterrupt(() => Effect.sync(() => counts.aborted++)))
  return { counts, slow }
})

const withParameters = (url: URL, parameters: Readonly<Record<string, string | null>>): URL => {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) changed.searchParams.delete(name)
    else changed.searchParams.set(name, value)
  }
  return changed
}

describe("callback", () => {
  it.effect("signs in the user returning from the provider", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const signedIn = yield* OAuth.callback
      assert.isTrue(signedIn!.isNewUser)
      assert.isNull(signedIn!.afterCallbackRedirectUrl)
      const user = yield* CurrentUser.get()
      assert.strictEqual(user!.id, signedIn!.userId)
      assert.strictEqual(user!.primaryEmail, ada.email)
    }).pipe(Effect.provide(layerTest())))

  it.effect("removes the response from the URL, and the flow from the cookies", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      yield* goTo(withParameters(end, { tab: "1" }))
      yield* OAuth.callback
      assert.strictEqual(yield* here, `${callbackPage}?tab=1`)
      assert.deepStrictEqual((yield* Visits).replaced, [`${callbackPage}?tab=1`])
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest())))

  it.effect("callback: removes the response and the flow synchronously, before a request is sent", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const never: Transport = () => Effect.never
      const fiber = yield* Effect.forkChild(Effect.provideService(OAuth.callback, Transport, never), {
        startImmediately: true
      })
      assert.strictEqual(yield* here, callbackPage)
      assert.deepStrictEqual(yield* cookies, {})
      assert.isUndefined(fiber.pollUnsafe())
    }).pipe(Effect.provide(layerTest())))

  it.effect("sends the flow's redirect URI, including the return path", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      yield* goTo(end)
      const { requests } = yield* watching(OAuth.callback)
      assert.strictEqual(
        new URLSearchParams(requests[0]!.body).get("redirect_uri"),
        `${callbackPage}?after_auth_return_to=%2Finbox`
      )
      assert.strictEqual(yield* here, `${callbackPage}?after_auth_return_to=%2Finbox`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Finbox`))))

  it.effect("reads a verifier stored by another client", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      const [verifier] = Object.values(yield* cookies)
      yield* goTo(end)
      const { requests } = yield* watching(OAuth.callback)
      assert.strictEqual(new URLSearchParams(requests[0]!.body).get("code_verifier"), verifier)
    }).pipe(Effect.provide(layerTest())))

  it.effect("completes a newer client's flow, with the verifier under two names or only the newer name", () =>
    Effect.gen(function*() {
      const jar = yield* Cookies.Cookies
      for (const isTwice of [true, false]) {
        const end = yield* begun()
        const [[name, verifier] = assert.fail()] = Object.entries(yield* cookies)
        yield* jar.set(name.replace("stack", "hexclave"), verifier, { maxAge: 60 })
        if (!isTwice) yield* jar.remove(name)
        yield* goTo(end)
        assert.isDefined(yield* OAuth.callback)
        assert.deepStrictEqual(yield* cookies, {})
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("callback: a link requires only the browser that started it", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const first = yield* OAuth.callback
      yield* goTo(yield* begun({ provider: "google", type: "link" }, grace))
      const linked = yield* OAuth.callback
      assert.strictEqual(linked!.userId, first!.userId)
      assert.strictEqual(linked!.afterCallbackRedirectUrl, callbackPage)
      const user = yield* CurrentUser.get()
      assert.deepStrictEqual(user!.oauthProviders.map(({ id }) => id), ["github", "google"])
    }).pipe(Effect.provide(layerTest())))
})

describe("case 21: a callback that does not match", () => {
  /** Runs the callback on a URL, and returns the outcome. The URL must be clean then. */
  const at = (url: URL | string) =>
    Effect.gen(function*() {
      yield* goTo(url)
      const { requests, result } = yield* watching(Effect.result(OAuth.callback))
      const left = new URL(yield* here)
      assert.deepStrictEqual(["code", "state", "error", "iss"].filter((name) => left.searchParams.has(name)), [])
      return { result, sent: requests.length }
    })

  /** Runs the callback on a URL, and expects that it has no effect. */
  const ignored = (url: URL | string) =>
    Effect.gen(function*() {
      const before = yield* cookies
      const { result, sent } = yield* at(url)
      assert(result._tag === "Success")
      assert.isUndefined(result.success)
      assert.strictEqual(sent, 0)
      assert.deepStrictEqual(yield* cookies, before)
      assert.isNull(yield* CurrentUser.get())
    })

  it.effect("a callback with another state is ignored, and the right one still works", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      yield* ignored(withParameters(end, { state: "A".repeat(43) }))
      yield* ignored(withParameters(end, { state: "" }))
      yield* ignored(withParameters(end, { state: null }))
      yield* ignored(withParameters(end, { code: null }))
      yield* ignored(withParameters(end, { code: "" }))
      yield* ignored(callbackPage)
      assert.isTrue((yield* at(end)).result._tag === "Success")
      assert.isNotNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layerTest())))

  it.effect("a mismatched response is removed from the URL, which keeps all other parameters", () =>
    Effect.gen(function*() {
      const answer = "code=a&state=b&iss=c&error=d&error_description=e&error_uri=f"
      yield* goTo(`${callbackPage}?${answer}&keep=1#top`)
      yield* OAuth.callback
      assert.strictEqual(yield* here, `${callbackPage}?keep=1#top`)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a callback with a used state is ignored", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      assert.strictEqual((yield* at(end)).sent, 1)
      yield* Session.signOut
      yield* ignored(end)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a callback without the cookie is ignored, as in a browser that has not started the flow", () =>
    Effect.gen(function*() {
      const end = yield* begun().pipe(Effect.provide(Layer.fresh(layerHost(`${origin}/`))))
      yield* ignored(end)
    }).pipe(Effect.provide(layerTest())))

  it.effect("an hour later is ignored", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      yield* TestClock.adjust("1 hour")
      yield* ignored(end)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the service refuses a callback with another provider's state, and no user is signed in", () =>
    Effect.gen(function*() {
      const github = yield* begun()
      const google = yield* begun({ provider: "google" }, grace)
      const mixed = withParameters(google, { state: github.searchParams.get("state") })
      const { result } = yield* at(mixed)
      assert(result._tag === "Failure")
      assert.strictEqual(result.failure._tag, "InvalidAuthorizationCode")
      assert.isNull(yield* CurrentUser.get())
      // The flow whose state was used has ended; the other is unaffected.
      yield* ignored(github)
      assert.strictEqual((yield* at(google)).result._tag, "Success")
      assert.strictEqual((yield* CurrentUser.get())!.primaryEmail, grace.email)
    }).pipe(Effect.provide(layerTest())))

  it.effect("two parallel flows complete separately, in any order", () =>
    Effect.gen(function*() {
      const first = yield* begun()
      const second = yield* begun({ provider: "google" }, grace)
      yield* at(second)
      assert.strictEqual((yield* CurrentUser.get())!.primaryEmail, grace.email)
      yield* at(first)
      assert.strictEqual((yield* CurrentUser.get())!.primaryEmail, ada.email)
    }).pipe(Effect.provide(layerTest())))

  it.effect("two flows that end concurrently complete with their own results", () =>
    Effect.gen(function*() {
      const urls = [yield* begun(), yield* begun({ provider: "google" }, grace)]
      const { requests, result: fibers } = yield* watching(
        Effect.flatMap(
          slowTransport,
          ({ slow }) =>
            Effect.forEach(
              urls,
              (url) =>
                Effect.forkChild(Effect.provideService(Effect.andThen(goTo(url), OAuth.callback), Transport, slow), {
                  startImmediately: true
                })
            )
        )
      )
      yield* TestClock.adjust("1 minute")
      const users = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.lengthOf(requests, 2)
      assert.lengthOf(new Set(users.map((signedIn) => signedIn!.userId)), 2)
    }).pipe(Effect.provide(layerTest())))

  for (
    const [name, parameters] of Object.entries({
      "another issuer": { iss: "https://evil.example" },
      "the issuer of the service's own tokens": { iss: "https://api.stack-auth.com/api/v1" },
      "an error": { error: "access_denied", error_description: "<b>evil</b>" },
      "an error instead of a code": { code: null, error: "server_error" },
      "a token": { id_token: "t" },
      "a packed response": { response: "jwt" }
    })
  ) {
    it.effect(`a callback with ${name} fails, sends no request, and ends the flow`, () =>
      Effect.gen(function*() {
        const end = withParameters(yield* begun(), parameters)
        const { result, sent } = yield* at(end)
        assert(result._tag === "Failure")
        assert(result.failure._tag === "OAuthCallbackError")
        assert.strictEqual(result.failure.message, text)
        assert.strictEqual(result.failure.reason._tag, "InvalidAuthorizationResponse")
        assert.notInclude(deepText(result.failure), "evil")
        assert.strictEqual(sent, 0)
        assert.deepStrictEqual(yield* cookies, {})
        yield* ignored(end)
      }).pipe(Effect.provide(layerTest())))
  }

  for (const name of ["code", "state", "iss"]) {
    it.effect(`a callback with a repeated ${name} fails and sends no request`, () =>
      Effect.gen(function*() {
        const end = yield* begun()
        end.searchParams.append(name, "another")
        if (name === "iss") end.searchParams.append(name, "https://api.stack-auth.com")
        const { result, sent } = yield* at(end)
        assert.strictEqual(result._tag, "Failure")
        assert.strictEqual(sent, 0)
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("callback: accepts the API root as the issuer", () =>
    Effect.gen(function*() {
      const { result } = yield* at(withParameters(yield* begun(), { iss: "https://api.stack-auth.com" }))
      assert.strictEqual(result._tag, "Success")
    }).pipe(Effect.provide(layerTest())))
})

describe("a page rendered twice", () => {
  /** Runs the callback twice concurrently on a slow network, and advances the clock. */
  const twice = <A>(
    f: (effect: typeof OAuth.callback) => Effect.Effect<A, unknown, Effect.Services<typeof OAuth.callback>>
  ) =>
    Effect.gen(function*() {
      const { counts, slow } = yield* slowTransport
      const fibers = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(Effect.provideService(f(OAuth.callback), Transport, slow)))
      yield* TestClock.adjust("1 second")
      return { fibers, counts }
    })

  it.effect("two renders send one exchange, and both get the user", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const { requests, result } = yield* watching(twice((callback) => callback))
      yield* TestClock.adjust("1 minute")
      const [one, two] = [yield* Fiber.join(result.fibers[0]!), yield* Fiber.join(result.fibers[1]!)]
      assert.lengthOf(requests, 1)
      assert.isDefined(one)
      assert.strictEqual(one!.userId, two!.userId)
      assert.isUndefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))

  it.effect("two renders get the same error", () =>
    Effect.gen(function*() {
      yield* goTo(withParameters(yield* begun(), { code: "wrong" }))
      const { fibers } = yield* twice(Effect.flip)
      yield* TestClock.adjust("1 minute")
      for (const fiber of fibers) assert.propertyVal(yield* Fiber.join(fiber), "_tag", "InvalidAuthorizationCode")
      assert.isUndefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))

  it.effect("the exchange continues if one of two renders is interrupted", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const { counts, fibers } = yield* twice((callback) => callback)
      yield* Fiber.interrupt(fibers[0]!)
      yield* TestClock.adjust("1 minute")
      assert.isDefined(yield* Fiber.join(fibers[1]!))
      assert.strictEqual(counts.aborted, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a page whose URL has half a response does not wait", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const never: Transport = () => Effect.never
      yield* Effect.forkChild(Effect.provideService(OAuth.callback, Transport, never), { startImmediately: true })
      yield* goTo(`${callbackPage}?code=half`)
      assert.isUndefined(yield* OAuth.callback)
      yield* goTo(`${callbackPage}?code=a&state=unknown`)
      assert.isUndefined(yield* OAuth.callback)
      assert.isUndefined(yield* OAuth.callbackAt(`${origin}/`))
    }).pipe(Effect.provide(layerTest())))
})

describe("case 13: an interrupted callback", () => {
  it.effect("an interrupted callback stores nothing, and aborts its request after five seconds without a remount", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const { counts, slow } = yield* slowTransport
      const fiber = yield* Effect.forkChild(Effect.provideService(OAuth.callback, Transport, slow))
      yield* TestClock.adjust("1 second")
      yield* Fiber.interrupt(fiber)
      yield* TestClock.adjust(4999)
      assert.strictEqual(counts.aborted, 0)
      yield* TestClock.adjust(1)
      assert.strictEqual(counts.aborted, 1)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      // The flow has ended: the code may have been used.
      assert.isUndefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))
})

describe("a page that unmounts and mounts again, as in React's strict mode", () => {
  type Ending = Effect.Effect<SignedIn | undefined, unknown, Effect.Services<typeof OAuth.callback>>
  const callbacks: Readonly<Record<string, Ending>> = {
    callback: OAuth.callback,
    callbackAndRedirect: OAuth.callbackAndRedirect,
    page: Effect.map(HandlerPages.oauthCallback, (page) => page._tag === "SignedIn" ? page : undefined)
  }

  for (const [name, callback] of Object.entries(callbacks)) {
    it.effect(`signs in at any time of the remount, with one exchange: ${name}`, () =>
      Effect.gen(function*() {
        for (let step = 0; step < 60; step++) {
          yield* goTo(yield* begun())
          const { requests, watched } = yield* watch
          const away = yield* Effect.forkChild(
            Effect.provideService(callback, Transport, (request) => Effect.andThen(turns(7), watched(request))),
            { startImmediately: step % 2 === 0 }
          )
          yield* turns(step)
          yield* Fiber.interrupt(away)
          const isOver = away.pollUnsafe()?._tag === "Success"
          if (!isOver) {
            // The unmounted page stores nothing, unless it did before.
            const before = (yield* Session.state)._tag
            yield* TestClock.adjust(4999)
            assert.strictEqual((yield* Session.state)._tag, before)
          }
          const back = yield* Effect.provideService(callback, Transport, watched)
          assert.strictEqual(back === undefined, isOver, `step ${step}`)
          assert.lengthOf(requests, 1)
          const state = yield* Session.state
          assert(state._tag === "Active")
          if (back !== undefined) assert.isTrue(Tokens.isSame(state.tokens, back.tokens))
          yield* Session.signOut
          assert.isUndefined(yield* callback)
        }
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("each remount awaits the same callback", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const { counts, slow } = yield* slowTransport
      for (const _ of [1, 2, 3]) {
        const fiber = yield* Effect.forkChild(Effect.provideService(OAuth.callback, Transport, slow))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("3 seconds")
      }
      const fiber = yield* Effect.forkChild(OAuth.callback)
      yield* TestClock.adjust("1 second")
      assert.isDefined(yield* Fiber.join(fiber))
      assert.strictEqual(counts.aborted, 0)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a remounted page redirects to the return path once, and an unmounted page never", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const { slow } = yield* slowTransport
      const away = yield* Effect.forkChild(Effect.provideService(OAuth.callbackAndRedirect, Transport, slow))
      yield* TestClock.adjust("9 seconds")
      yield* Fiber.interrupt(away)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* here, callbackPage)
      assert.isDefined(yield* OAuth.callbackAndRedirect)
      assert.strictEqual(yield* here, `${origin}/`)
      assert.lengthOf((yield* Visits).gone, 2)
    }).pipe(Effect.provide(layerTest(undefined, { redirectMethod: "window" }))))

  it.effect("a remounted page gets the error once", () =>
    Effect.gen(function*() {
      yield* goTo(withParameters(yield* begun(), { code: "wrong" }))
      const { slow } = yield* slowTransport
      const away = yield* Effect.forkChild(Effect.provideService(OAuth.callback, Transport, slow))
      yield* TestClock.adjust("9 seconds")
      yield* Fiber.interrupt(away)
      yield* TestClock.adjust("2 seconds")
      assert.propertyVal(yield* Effect.flip(OAuth.callback), "_tag", "InvalidAuthorizationCode")
      assert.isUndefined(yield* OAuth.callback)
    }).pipe(Effect.provide(layerTest())))

  it.effect("a remounted page completes the flow from a URL passed by an app", () =>
    Effect.gen(function*() {
      const end = String(yield* begun())
      const { slow } = yield* slowTransport
      const away = yield* Effect.forkChild(Effect.provideService(OAuth.callbackAt(end), Transport, slow))
      yield* TestClock.adjust("9 seconds")
      yield* Fiber.interrupt(away)
      yield* TestClock.adjust("1 second")
      assert.isDefined(yield* OAuth.callbackAt(end))
      assert.isUndefined(yield* OAuth.callbackAt(end))
    }).pipe(Effect.provide(layerTest())))
})

describe("errors of the exchange", () => {
  it.effect("known errors of the exchange are passed on unchanged", () =>
    Effect.gen(function*() {
      yield* goTo(withParameters(yield* begun(), { code: "wrong" }))
      const error = yield* Effect.flip(OAuth.callback)
      assert.strictEqual(error._tag, "InvalidAuthorizationCode")
    }).pipe(Effect.provide(layerTest())))

  it.effect("other errors of the exchange are a code for users, with the error as its reason", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      const dead: Transport = () => Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))
      const error = yield* Effect.flip(Effect.provideService(OAuth.callback, Transport, dead))
      assert(error._tag === "OAuthCallbackError")
      assert.strictEqual(error.message, text)
      assert(error.reason._tag === "ApiError")
      assert.strictEqual(error.reason.reason._tag, "NetworkFailure")
      assert.isTrue(error.reason.isTransient)
    }).pipe(Effect.provide(layerTest())))

  it.effect("errors of the exchange print neither the verifier nor the code", () =>
    Effect.gen(function*() {
      const end = yield* begun()
      const secrets = [...Object.values(yield* cookies), end.searchParams.get("code")!]
      const echoes: Transport = ({ body, url }) =>
        Effect.succeed({ status: 400, header: () => undefined, body: `You sent ${body} to ${url}` })
      yield* goTo(end)
      const texts = yield* everything(Effect.provideService(OAuth.callback, Transport, echoes))
      assert.isTrue(texts.some((text) => text.includes("OAuthCallbackError")))
      for (const secret of secrets) assert.isFalse(texts.some((text) => text.includes(secret)))
    }).pipe(Effect.provide(Layer.merge(layerTest(), layerExposure))))

  it.effect("spans of a successful flow contain neither the verifier nor the code", () =>
    Effect.gen(function*() {
      const startTexts = yield* everything(OAuth.start({ provider: "github" }))
      const [[name, verifier]] = Object.entries(yield* cookies) as [[string, string]]
      const end = yield* begun()
      yield* goTo(end)
      const texts = [...startTexts, ...yield* everything(OAuth.callback)]
      assert.isTrue(texts.some((text) => text.includes("OAuth.callback")))
      assert.isTrue(texts.some((text) => text.includes("OAuth.start")))
      for (const secret of [verifier, name.slice("stack-oauth-outer-".length), end.searchParams.get("code")!]) {
        assert.isFalse(texts.some((text) => text.includes(secret)))
      }
    }).pipe(Effect.provide(Layer.merge(layerTest(), layerExposure))))
})

describe("callbackAt", () => {
  it.effect("completes the flow of an app that opens a browser, with the URL passed to it", () =>
    Effect.gen(function*() {
      const url = yield* OAuth.start({ provider: "github", redirectUri: "http://localhost:9999/signed-in?app=1" })
      const end = yield* follow(url)
      assert.strictEqual(end.pathname, "/signed-in")
      const signedIn = yield* OAuth.callbackAt(end.toString())
      assert.strictEqual((yield* CurrentUser.get())!.id, signedIn!.userId)
      // The page is not involved.
      assert.deepStrictEqual((yield* Visits).replaced, [])
      assert.isUndefined(yield* OAuth.callbackAt(end.toString()))
    }).pipe(Effect.provide(layerTest())))

  it.effect("requires the flow's redirect URI if it differs", () =>
    Effect.gen(function*() {
      const redirectUri = "http://localhost:9999/signed-in"
      const moved = (url: URL) => `com.example.app://signed-in${url.search}`
      const wrong = yield* Effect.flip(OAuth.callbackAt(moved(yield* begun({ redirectUri }))))
      assert.strictEqual(wrong._tag, "RedirectUrlNotWhitelisted")
      assert.isDefined(yield* OAuth.callbackAt(moved(yield* begun({ redirectUri })), { redirectUri }))
    }).pipe(Effect.provide(layerTest(undefined, undefined, {}, "2025"))))

  it.effect("ignores an invalid URL", () =>
    Effect.gen(function*() {
      for (const text of ["", "?code=a&state=b", "http://", "\ud800"]) {
        assert.isUndefined(yield* OAuth.callbackAt(text))
      }
    }).pipe(Effect.provide(layerTest())))
})

describe("any query of the callback page", () => {
  const parameter = fc.constantFrom("code", "state", "iss", "error", "error_description", "response", "token", "x")
  const value = fc.oneof(fc.constantFrom("", "A".repeat(43), "known"), anyText)
  const query = fc.oneof(
    anyText,
    fc.array(fc.tuple(parameter, value)).map((pairs) => new URLSearchParams(pairs).toString())
  )

  it.effect("callback: any query ends without a defect, and with no code or state in the URL", () =>
    Effect.gen(function*() {
      const context = yield* Effect.context<Effect.Services<typeof OAuth.callback>>()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(query, fc.string(), async (query, hash) => {
            await Effect.runPromiseWith(context)(
              Effect.gen(function*() {
                const url = new URL(callbackPage)
                url.search = query
                url.hash = hash
                yield* goTo(url)
                const result = yield* Effect.result(OAuth.callback)
                const left = new URL(yield* here).searchParams
                assert.isFalse(left.has("code") || left.has("state"))
                if (result._tag === "Success") assert.isUndefined(result.success)
              }).pipe(Effect.provide(context)) as Effect.Effect<void>
            )
          }),
          { numRuns: runsOf(100) }
        )
      )
    }).pipe(Effect.provide(layerTest())))
})
