import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { ConnectedAccounts, CurrentUser, OAuth, Page, Password, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { DeepLinks, NativeOAuth } from "latchkey/react-native"
import { openApp } from "../../examples/react-native/website.ts"
import { ada } from "../emulator/oauthSupport.ts"
import { busy } from "../session/support.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { type BrowserSession, type Device, makeDevice, pause } from "./device.ts"
import { inApp, layerEmulator, signInAtProvider, website } from "./support.ts"

const signIn = NativeOAuth.signIn({ provider: "github" })

/** The redirect of the website: the same path and query, with the scheme of the app. */
const toApp = (link: string) => openApp(new Request(link)).headers.get("location")!

/** Completes the flows whose callbacks open the app, and collects the results. */
const completeLinks = Effect.gen(function*() {
  const results: Array<string> = []
  yield* DeepLinks.listen({
    OAuthCallback: (link) =>
      Effect.match(NativeOAuth.complete(link), {
        onSuccess: ({ userId }) => results.push(userId),
        onFailure: ({ _tag }) => results.push(_tag)
      })
  })
  return results
})

for (const platform of ["ios", "android"] as const) {
  describe(`NativeOAuth.signIn on ${platform}`, () => {
    it.effect("opens the browser, and signs in with the callback", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        const links = yield* signInAtProvider(device)
        yield* inApp(
          device,
          Effect.gen(function*() {
            const { isNewUser, userId } = yield* signIn
            assert.isTrue(isNewUser)
            assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).id, userId)
          })
        )
        assert.match(links[0]!, /^stack-auth-mobile-oauth-url:\/\/oauth-callback\?code=\w+&state=[\w-]{43}$/)
        assert.strictEqual(device.opened[0]!.returnUrl, "stack-auth-mobile-oauth-url://")
        assert.strictEqual(new URL(device.opened[0]!.url).searchParams.get("code_challenge")!.length, 43)
      }).pipe(Effect.provide(layerEmulator())))

    it.effect("leaves no secret of the flow and no listener behind", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        yield* signInAtProvider(device)
        yield* inApp(device, signIn)
        assert.deepStrictEqual([...device.items.keys()].map((key) => key.split(".").at(-1)), ["session"])
        assert.strictEqual(device.listenerCount(), 0)
      }).pipe(Effect.provide(layerEmulator())))

    it.effect("returns through a page of the website, for services of 2025", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        const urls = { oauthCallback: `${website}/handler/oauth-callback` }
        yield* signInAtProvider(device, undefined, (session, link) => session.redirect(toApp(link)))
        const { isNewUser } = yield* inApp(device, signIn, { website, urls })
        assert.isTrue(isNewUser)
        assert.strictEqual(device.opened[0]!.returnUrl, "myapp://")
      }).pipe(Effect.provide(layerEmulator("2025"))))

    it.effect("returns by a universal link of the website", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        const urls = { oauthCallback: `${website}/handler/oauth-callback` }
        yield* signInAtProvider(device)
        yield* inApp(device, signIn, { website, urls, universalLinks: true })
        const { options, returnUrl } = device.opened[0]!
        assert.strictEqual(returnUrl, urls.oauthCallback)
        assert.deepStrictEqual(options, { preferEphemeralSession: false, preferUniversalLinks: true })
      }).pipe(Effect.provide(layerEmulator("2025"))))

    it.effect("fails with the error of the service", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        yield* signInAtProvider(device, { denied: true })
        const error = yield* Effect.flip(inApp(device, signIn))
        assert.strictEqual(error._tag, "OAuthProviderAccessDenied")
      }).pipe(Effect.provide(layerEmulator())))

    it.effect("fails with OAuthBrowserEnded if the user closes the browser", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        device.onOpen = (session) => session.close()
        const fiber = yield* Effect.forkChild(Effect.flip(inApp(device, signIn)))
        yield* pause
        yield* TestClock.adjust("1 second")
        const error = yield* Fiber.join(fiber)
        assert.deepInclude(error, { _tag: "OAuthBrowserEnded", type: platform === "ios" ? "cancel" : "dismiss" })
        assert.strictEqual(device.listenerCount(), 0)
      }).pipe(Effect.provide(layerEmulator())))

    it.effect("closes the browser where the platform allows it, if it is interrupted", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        const fiber = yield* Effect.forkChild(inApp(device, signIn))
        yield* pause
        assert.isDefined(device.session)
        yield* Fiber.interrupt(fiber)
        const exit = yield* Fiber.await(fiber)
        assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
        assert.strictEqual(device.session === undefined, platform === "ios")
        assert.strictEqual(device.listenerCount(), 0)
      }).pipe(Effect.provide(layerEmulator())))

    it.effect("completes after the end of the app's process, by the link that starts it", () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        const links = yield* signInAtProvider(device, undefined, () => {})
        const fiber = yield* Effect.forkChild(inApp(device, signIn))
        yield* pause
        yield* Fiber.interrupt(fiber)
        device.initialUrl = links[0]!
        yield* inApp(
          device,
          Effect.gen(function*() {
            const results = yield* completeLinks
            yield* pause
            assert.deepStrictEqual(results, [(yield* CurrentUser.get({ or: "throw" })).id])
          })
        )
      }).pipe(Effect.provide(layerEmulator())))
  })
}

describe("NativeOAuth.signIn", () => {
  for (const type of ["cancel", "dismiss", "locked"] as const) {
    it.effect(`fails with OAuthBrowserEnded for the result ${type}`, () =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(
          Effect.flip(inApp(ending((session) => session.resolve({ type })), signIn))
        )
        yield* pause
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* Fiber.join(fiber), { _tag: "OAuthBrowserEnded", type })
      }).pipe(Effect.provide(layerEmulator())))
  }

  for (const type of ["cancel", "locked"] as const) {
    it.effect(`does not wait for a later link after the result ${type}`, () =>
      Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(
          Effect.flip(inApp(ending((session) => session.resolve({ type })), signIn))
        )
        yield* pause
        assert.isDefined(fiber.pollUnsafe())
      }).pipe(Effect.provide(layerEmulator())))
  }

  it.effect("fails with OAuthBrowserFailed for an unknown result", () =>
    Effect.gen(function*() {
      const device = ending((session) => session.resolve({ type: "opened" }))
      assert.deepInclude(yield* Effect.flip(inApp(device, signIn)), { _tag: "OAuthBrowserFailed", code: undefined })
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("signIn: fails with an exception's code, without its message", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      device.failure = Object.assign(new Error("cannot open https://secret"), { code: "ERR_NO_BROWSER" })
      const error = yield* Effect.flip(inApp(device, signIn))
      assert.deepInclude(error, { _tag: "OAuthBrowserFailed", code: "ERR_NO_BROWSER" })
      assert.notInclude(JSON.stringify(error) + error.message, "secret")
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("accepts a link that arrives after Android has reported the end of the session", () =>
    Effect.gen(function*() {
      const device = makeDevice("android")
      let link = ""
      yield* signInAtProvider(device, undefined, (session, end) => {
        link = end
        session.resolve({ type: "dismiss" })
      })
      const fiber = yield* Effect.forkChild(inApp(device, signIn))
      yield* pause
      yield* TestClock.adjust("900 millis")
      device.openLink(link)
      assert.isTrue((yield* Fiber.join(fiber)).isNewUser)
    }).pipe(Effect.provide(layerEmulator())))

  for (const platform of ["ios", "android"] as const) {
    it.effect(`${platform}: an error without a state from another app does not end the open browser session`, () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        yield* signInAtProvider(device, undefined, (session, link) => {
          for (const query of ["error=no&errorCode=OAUTH_PROVIDER_ACCESS_DENIED", "errorCode=PLANTED", "error=x"]) {
            device.openLink(`stack-auth-mobile-oauth-url://oauth-callback?${query}`)
          }
          session.redirect(link)
        })
        assert.isTrue((yield* inApp(device, signIn)).isNewUser)
        assert.strictEqual(device.listenerCount(), 0)
      }).pipe(Effect.provide(layerEmulator())))
  }

  for (const order of ["before", "after"] as const) {
    it.effect(`Android: fails with an error link that arrives ${order} the end of the session`, () =>
      Effect.gen(function*() {
        const device = makeDevice("android")
        const link = "stack-auth-mobile-oauth-url://oauth-callback?error=no&errorCode=OAUTH_PROVIDER_ACCESS_DENIED"
        device.onOpen = (session) => {
          if (order === "before") device.openLink(link)
          session.resolve({ type: "dismiss" })
        }
        const fiber = yield* Effect.forkChild(Effect.flip(inApp(device, signIn)))
        yield* pause
        if (order === "after") {
          yield* TestClock.adjust("900 millis")
          device.openLink(link)
        }
        yield* pause
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "OAuthProviderAccessDenied")
      }).pipe(Effect.provide(layerEmulator())))
  }

  it.effect("ignores links of other flows and of other apps", () =>
    Effect.gen(function*() {
      const device = makeDevice("android")
      yield* signInAtProvider(device, undefined, (session, link) => {
        device.openLink("stack-auth-mobile-oauth-url://oauth-callback?code=other&state=other")
        device.openLink(link.replace("stack-auth-mobile-oauth-url:", "evil:"))
        device.openLink(link.replace("stack-auth-mobile-oauth-url://", "https://evil.example/"))
        device.openLink("myapp://handler/magic-link-callback?code=1")
        session.redirect(link)
      })
      assert.isTrue((yield* inApp(device, signIn)).isNewUser)
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("fails for a callback of another flow, and sends no request", () =>
    Effect.gen(function*() {
      const device = ending((session) =>
        session.redirect("stack-auth-mobile-oauth-url://oauth-callback?code=theirs&state=theirs")
      )
      yield* inApp(
        device,
        Effect.gen(function*() {
          assert.strictEqual((yield* Effect.flip(signIn))._tag, "OAuthCallbackError")
          assert.isNull(yield* Session.claims)
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("signIn: completes once, even if a link handler gets the callback", () =>
    Effect.gen(function*() {
      const device = makeDevice("android")
      yield* signInAtProvider(device)
      yield* inApp(
        device,
        Effect.gen(function*() {
          const results = yield* completeLinks
          const { userId } = yield* signIn
          yield* pause
          assert.deepStrictEqual(results, [userId])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("exchanges the code once for concurrent callers, with a slow keychain and random yields", () =>
    Effect.forEach(Array.from({ length: runsOf(20) }, (_, seed) => seed), (seed) =>
      Effect.gen(function*() {
        const device = makeDevice()
        device.moods.add("slow")
        yield* inApp(
          device,
          Effect.gen(function*() {
            const emulator = yield* Emulator.Emulator
            const url = yield* OAuth.start({ provider: "github" })
            const link = yield* DeepLinks.parse((yield* emulator.signInWithProvider(url, ada)).toString())
            if (link?._tag !== "OAuthCallback") return assert.fail("The service redirects to the callback")
            const complete = busy(seed)(NativeOAuth.complete(link))
            const all = yield* Effect.all([complete, complete, complete], { concurrency: 3 })
            assert.strictEqual(new Set(all.map(({ userId }) => userId)).size, 1)
            assert.strictEqual((yield* Effect.flip(NativeOAuth.complete(link)))._tag, "OAuthCallbackError")
          })
        )
      })).pipe(Effect.provide(layerEmulator())))

  it.effect("fails on a device whose cryptography fails", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const Crypto = { ...device.modules.Crypto, digestStringAsync: () => Promise.reject(new Error("no digest")) }
      const error = yield* Effect.flip(inApp({ ...device, modules: { ...device.modules, Crypto } }, signIn))
      assert.deepInclude(error, { _tag: "HostUnavailable", message: "expo-crypto failed to compute a SHA-256 digest" })
    }).pipe(Effect.provide(layerEmulator())))
})

describe("the redirect of a website to the app", () => {
  for (const path of ["//evil.example/handler", "/\\evil.example", "/handler/../../evil", "/%2F%2Fevil.example"]) {
    it(`a website redirects ${path} to the app's scheme`, () => {
      const link = toApp(`${website}${path}?code=1`)
      assert.strictEqual(new URL(link).protocol, "myapp:")
      assert.match(link, /\?code=1$/)
    })
  }
})

describe("NativeOAuth.link", () => {
  it.effect("links an account to the signed-in user", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* signInAtProvider(device)
      yield* inApp(
        device,
        Effect.gen(function*() {
          const { userId } = yield* Password.signUp({
            email: "ada@example.com",
            password: "correct horse",
            verificationCallbackUrl: null
          })
          assert.strictEqual((yield* NativeOAuth.link({ provider: "github" })).userId, userId)
          assert.deepStrictEqual((yield* ConnectedAccounts.list).map(({ provider }) => provider), ["github"])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("fails without a user, and opens no browser", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const error = yield* Effect.flip(inApp(device, NativeOAuth.link({ provider: "github" })))
      assert.strictEqual(error._tag, "CannotGetOwnUserWithoutUser")
      assert.deepStrictEqual(device.opened, [])
    }).pipe(Effect.provide(layerEmulator())))
})

describe("OAuth.signIn in an app", () => {
  for (const platform of ["ios", "android"] as const) {
    it.effect(`OAuth.signIn on ${platform} passes the callback to the link handler once`, () =>
      Effect.gen(function*() {
        const device = makeDevice(platform)
        yield* signInAtProvider(device)
        yield* inApp(
          device,
          Effect.gen(function*() {
            const results = yield* completeLinks
            yield* OAuth.signIn({ provider: "github" })
            yield* pause
            assert.deepStrictEqual(results, [(yield* CurrentUser.get({ or: "throw" })).id])
          })
        )
      }).pipe(Effect.provide(layerEmulator())))
  }
})

describe("OAuth.signIn on a page with a page to return to", () => {
  it.effect("OAuth.signIn on a page with a return path completes with the same callback URL", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const links = yield* signInAtProvider(device)
      yield* inApp(
        device,
        Effect.gen(function*() {
          const results = yield* completeLinks
          const page = yield* Page.Page
          yield* page.goTo("/handler/sign-in?after_auth_return_to=%2Fnotes")
          yield* OAuth.signIn({ provider: "github" })
          yield* pause
          assert.include(links[0], "?after_auth_return_to=%2Fnotes&")
          assert.deepStrictEqual(results, [(yield* CurrentUser.get({ or: "throw" })).id])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))
})

/** A device that ends each browser session with a function. */
const ending = (end: (session: BrowserSession) => void): Device => {
  const device = makeDevice()
  device.onOpen = end
  return device
}
