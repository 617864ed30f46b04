import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser, Mfa, Navigation, OAuth, Session, type Tokens, Transport, TransportFailure } from "latchkey"
import { Host, layerHost as layerPage } from "../../support/page.ts"
import { cookies, goTo, here, layerHost, Visits } from "../../support/pageHost.ts"
import { totp, totpSecretBase64 } from "../mfaSupport.ts"
import { begun, callbackPage, layerTest, origin } from "./support.ts"

const urls = { afterSignIn: "/inbox", afterSignUp: "/welcome" }
const window = { urls, redirectMethod: "window" } as const

describe("callbackAndRedirect", () => {
  it.effect("redirects a new user to the page for new users, and a returning user to the page after sign-in", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      assert.isTrue((yield* OAuth.callbackAndRedirect)!.isNewUser)
      assert.strictEqual(yield* here, `${origin}/welcome`)
      yield* Session.signOut
      yield* goTo(yield* begun())
      assert.isFalse((yield* OAuth.callbackAndRedirect)!.isNewUser)
      assert.strictEqual(yield* here, `${origin}/inbox`)
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("redirects to the return path", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      yield* OAuth.callbackAndRedirect
      assert.strictEqual(yield* here, `${origin}/team?id=1`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Fteam%3Fid%3D1`, window))))

  it.effect("prefers the page stored by the flow", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun({ afterCallbackRedirectUrl: "/done#top" }))
      yield* OAuth.callbackAndRedirect
      assert.strictEqual(yield* here, `${origin}/done#top`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Fteam`, window))))

  it.effect("does not redirect if there is no flow to complete", () =>
    Effect.gen(function*() {
      yield* goTo(`${callbackPage}?code=a&state=b`)
      assert.isUndefined(yield* OAuth.callbackAndRedirect)
      assert.strictEqual(yield* here, callbackPage)
      assert.deepStrictEqual((yield* Visits).gone, [`${callbackPage}?code=a&state=b`])
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("does not follow a return path that leaves the app", () =>
    Effect.gen(function*() {
      yield* goTo(`${origin}/sign-in?after_auth_return_to=https%3A%2F%2Fevil.example%2F`)
      yield* goTo(yield* begun())
      const error = yield* Effect.flip(OAuth.callbackAndRedirect)
      assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
      assert.strictEqual(new URL(yield* here).origin, origin)
      assert.isNotNull(yield* CurrentUser.get())
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("does not redirect in an app without redirects", () =>
    Effect.gen(function*() {
      yield* goTo(yield* begun())
      assert.isDefined(yield* OAuth.callbackAndRedirect)
      assert.strictEqual(yield* here, callbackPage)
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(Effect.provide(layerTest(undefined, { urls, redirectMethod: "none" }))))
})

describe("redirectAfterCallback", () => {
  it.effect("redirectAfterCallback: replaces the callback page for every destination", () =>
    Effect.gen(function*() {
      const user = {
        userId: "ada",
        isNewUser: true,
        tokens: { refreshToken: Redacted.make("ada"), accessToken: undefined }
      }
      const go = (target: string | undefined) =>
        Effect.andThen(
          OAuth.redirectAfterCallback({ ...user, afterCallbackRedirectUrl: target }),
          Effect.map(Host, ({ visits }) => visits.map(({ replace, url }) => ({ replace, url })))
        ).pipe(
          Effect.provide(
            Navigation.layer(window).pipe(
              Layer.provideMerge(layerPage("https://app.example/callback", Effect.void))
            )
          )
        )
      assert.deepStrictEqual(yield* go("https://app.example/done"), [{ replace: true, url: "/done" }])
      assert.deepStrictEqual(yield* go(undefined), [{ replace: true, url: "/welcome" }])
    }))
})

describe("callbackAndRedirect with a user who has two-factor authentication", () => {
  /** A GitHub user with TOTP, signed out. */
  const withFactor = Effect.gen(function*() {
    yield* OAuth.callbackAt(String(yield* begun()))
    const user = yield* CurrentUser.update({ totpSecretBase64 })
    yield* Session.signOut
    return user.id
  })

  const answering = <R>(answer: Effect.Effect<Redacted.Redacted<string> | null, never, R>) =>
    Effect.map(Effect.context<R>(), (context) => {
      const asked = { times: 0 }
      const layer = Layer.succeed(Mfa.Prompt, () =>
        Effect.suspend(() => {
          asked.times++
          return Effect.provide(answer, context)
        }))
      return { asked, layer }
    })

  it.effect("prompts for the code, and then redirects to the return path", () =>
    Effect.gen(function*() {
      const userId = yield* withFactor
      const { asked, layer } = yield* answering(totp())
      yield* goTo(yield* begun())
      const signedIn = yield* Effect.provide(OAuth.callbackAndRedirect, layer)
      assert.strictEqual(signedIn!.userId, userId)
      assert.strictEqual(asked.times, 1)
      assert.strictEqual(yield* here, `${origin}/team`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Fteam`, window))))

  it.effect("a second factor keeps the page stored by the flow, which the service does not return", () =>
    Effect.gen(function*() {
      yield* withFactor
      const { layer } = yield* answering(totp())
      yield* goTo(yield* begun({ afterCallbackRedirectUrl: "/done?a=1#b" }))
      yield* Effect.provide(OAuth.callbackAndRedirect, layer)
      assert.strictEqual(yield* here, `${origin}/done?a=1#b`)
    }).pipe(Effect.provide(layerTest(`${origin}/sign-in?after_auth_return_to=%2Fteam`, window))))

  it.effect("a second factor keeps the page that started a link", () =>
    Effect.gen(function*() {
      yield* OAuth.callbackAt(String(yield* begun()))
      yield* CurrentUser.update({ totpSecretBase64 })
      const { asked, layer } = yield* answering(totp())
      yield* goTo(`${origin}/settings?tab=2`)
      yield* goTo(yield* begun({ provider: "google", type: "link" }))
      yield* Effect.provide(OAuth.callbackAndRedirect, layer)
      assert.strictEqual(asked.times, 1)
      assert.strictEqual(yield* here, `${origin}/settings?tab=2`)
    }).pipe(Effect.provide(layerTest(undefined, window))))

  for (const [name, answer] of [["a wrong code", "000000"], ["no code", ""], ["nothing", null]] as const) {
    it.effect(`reports a wrong code after ${name}, and signs no user in`, () =>
      Effect.gen(function*() {
        yield* withFactor
        const { layer } = yield* answering(Effect.succeed(answer === null ? null : Redacted.make(answer)))
        yield* goTo(yield* begun())
        const error = yield* Effect.flip(Effect.provide(OAuth.callbackAndRedirect, layer))
        assert.strictEqual(error._tag, "InvalidTotpCode")
        assert.strictEqual(error.message, "Wrong code. Sign in again.")
        assert.isNull(yield* CurrentUser.get())
        assert.strictEqual(yield* here, callbackPage)
        assert.deepStrictEqual(yield* cookies, {})
      }).pipe(Effect.provide(layerTest(undefined, window))))
  }

  it.effect("callbackAndRedirect: a user with two-factor authentication is an error without a prompt, as on a server", () =>
    Effect.gen(function*() {
      yield* withFactor
      yield* goTo(yield* begun())
      assert.strictEqual((yield* Effect.flip(OAuth.callbackAndRedirect))._tag, "HostUnavailable")
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("prompts once and redirects once for any number of renders", () =>
    Effect.gen(function*() {
      yield* withFactor
      const { asked, layer } = yield* answering(Effect.delay(totp(), "10 seconds"))
      yield* goTo(yield* begun())
      const { gone } = yield* Visits
      const before = gone.length
      const fibers = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(Effect.provide(OAuth.callbackAndRedirect, layer)))
      yield* TestClock.adjust("1 minute")
      const [one, two] = [yield* Fiber.join(fibers[0]!), yield* Fiber.join(fibers[1]!)]
      assert.isDefined(one)
      assert.strictEqual(one, two)
      assert.strictEqual(asked.times, 1)
      assert.deepStrictEqual(gone.slice(before), ["/inbox"])
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("the destination stays in the URL, so that an app can prompt for the code itself", () =>
    Effect.gen(function*() {
      yield* withFactor
      yield* goTo(yield* begun({ afterCallbackRedirectUrl: "/done" }))
      const continuation = yield* Mfa.orContinue(OAuth.callback)
      assert(Mfa.isContinuation(continuation))
      yield* Effect.flatMap(continuation.complete(yield* totp()), OAuth.redirectAfterCallback)
      assert.strictEqual(yield* here, `${origin}/done`)
    }).pipe(Effect.provide(layerTest(undefined, window))))

  it.effect("a network failure during the second factor has a text for users", () =>
    Effect.gen(function*() {
      yield* withFactor
      const { layer } = yield* answering(totp())
      const transport = yield* Transport
      const failing: Transport = (request) =>
        request.url.endsWith("/auth/mfa/sign-in")
          ? Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))
          : transport(request)
      yield* goTo(yield* begun())
      const error = yield* Effect.flip(
        OAuth.callbackAndRedirect.pipe(Effect.provide(layer), Effect.provideService(Transport, failing))
      )
      assert.strictEqual(error.message, "Sign-in failed. Try again.")
    }).pipe(Effect.provide(layerTest(undefined, window))))
})

describe("redirectAfterCallback", () => {
  const signedIn = (afterCallbackRedirectUrl: string | null) => ({
    userId: "u",
    // Sound: they are not read.
    tokens: {} as Tokens.RefreshableTokens,
    isNewUser: false,
    afterCallbackRedirectUrl
  })

  const goesTo = (page: string, target: string | null) =>
    Effect.andThen(OAuth.redirectAfterCallback(signedIn(target)), here).pipe(
      Effect.provide(layerHost(page, window)),
      Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: (url) => url })
    )

  it.effect("redirectAfterCallback: accepts URLs of the page's origin, including http", () =>
    Effect.gen(function*() {
      for (const origin of ["http://localhost:3000", "https://app.example.com", "http://127.0.0.1:8080"]) {
        const page = `${origin}/handler/oauth-callback`
        assert.strictEqual(yield* goesTo(page, `${origin}/a?b=c#d`), `${origin}/a?b=c#d`)
        assert.strictEqual(yield* goesTo(page, "/a"), `${origin}/a`)
        assert.strictEqual(yield* goesTo(page, `${origin}`), `${origin}/`)
        assert.strictEqual(yield* goesTo(page, null), `${origin}/inbox`)
        assert.strictEqual(yield* goesTo(page, ""), `${origin}/inbox`)
      }
    }))

  it.effect("redirectAfterCallback: refuses every URL on a page without an origin", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* goesTo("app://local/signed-in", "/done"), "app://local/done")
      assert.strictEqual(yield* goesTo("app://local/signed-in", "evil://local/done"), "RedirectUrlNotTrusted")
    }))

  for (
    const target of [
      "https://evil.example/",
      "http://localhost:3001/",
      "https://localhost:3000/",
      "http://localhost:3000.evil.example/",
      "http://localhost:3000@evil.example/",
      "http://localhost:3000//evil.example",
      "http://localhost:3000/%2e//evil.example",
      "http://localhost:3000/.//evil.example",
      "//evil.example",
      "/\\evil.example",
      "\\\\evil.example",
      "javascript:alert(1)",
      "data:text/html,evil",
      "http:evil.example",
      "https:/evil.example",
      "\thttps://evil.example",
      "blob:http://localhost:3000/1"
    ]
  ) {
    it.effect(`redirectAfterCallback: stays in the app for ${JSON.stringify(target)}`, () =>
      Effect.gen(function*() {
        const end = yield* goesTo(callbackPage, target)
        assert.isTrue(end === "RedirectUrlNotTrusted" || new URL(end).origin === origin, end)
        assert.notInclude(end.replace(origin, ""), "//evil")
      }))
  }
})
