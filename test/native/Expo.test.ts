import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { Cookies, CurrentUser, Mfa, Navigation, OAuth, Page, Password, TabStorage } from "latchkey"
import { Expo } from "latchkey/react-native"
import { SecureRandom } from "../../src/platform/SecureRandom.ts"
import { Sha256 } from "../../src/platform/Sha256.ts"
import { totpSecretBase64 } from "../auth/mfaSupport.ts"
import { type Device, makeDevice } from "./device.ts"
import { inApp, layerEmulator, projectId, website } from "./support.ts"

const base = { projectId, scheme: "myapp" }

const build = (options: Expo.ExpoOptions, device = makeDevice()) =>
  Effect.scoped(Layer.build(Expo.layerWith(device.modules, options)))

/** Runs an effect with the services of the host alone. */
const onDevice = <A, E, R>(device: Device, effect: Effect.Effect<A, E, R>, options: Partial<Expo.ExpoOptions> = {}) =>
  Effect.scoped(Effect.provide(effect, Layer.fresh(Expo.layerWith(device.modules, { ...base, ...options }))))

describe("Expo.layer", () => {
  it.effect("building Expo.layer reads no item and adds no listener", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* build(base, device)
      assert.deepStrictEqual([device.calls, device.opened, device.listenerCount()], [[], [], 0])
    }))

  it.effect("Expo.layer: accepts the modules of Expo's packages", () =>
    Effect.gen(function*() {
      const layer = Expo.layer(base)
      const error = yield* SecureRandom.pipe(
        Effect.flatMap((random) => random(1)),
        Effect.provide(layer),
        Effect.flip
      )
      assert.deepInclude(error, { message: "expo-crypto failed to generate random bytes" })
    }))

  it.effect("fails with InvalidOptions for an invalid option", () =>
    Effect.gen(function*() {
      for (const scheme of ["", "My-App", "my app", "myapp://", "https", "javascript", [], ["myapp", ""]]) {
        assert.deepInclude(yield* Effect.flip(build({ ...base, scheme })), { _tag: "InvalidOptions", option: "scheme" })
      }
      for (
        const website of ["", "app.example.com", "http://app.example.com", "https://app.example.com/path", "myapp://"]
      ) {
        assert.deepInclude(yield* Effect.flip(build({ ...base, website })), {
          _tag: "InvalidOptions",
          option: "website"
        })
      }
      for (const urls of [{ signIn: "https://evil.example" }, { signIn: "sign-in" }]) {
        assert.deepInclude(yield* Effect.flip(build({ ...base, urls })), {
          _tag: "InvalidOptions",
          option: "urls.signIn"
        })
      }
    }))

  it.effect("Expo.layer: fails with HostUnavailable for React Native's global URL", () =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const { canParse } = URL
        Reflect.deleteProperty(URL, "canParse")
        return canParse
      }),
      () =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(build(base))
          assert.strictEqual(error._tag, "HostUnavailable")
          assert.include(error.message, "Import expo before latchkey")
        }),
      (canParse) => Effect.sync(() => Object.assign(URL, { canParse }))
    ))

  it.effect("stores items with the given options", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const secureStore = { keychainAccessible: 5, keychainService: "auth" }
      yield* onDevice(device, Effect.flatMap(Cookies.Cookies, ({ all }) => all), { secureStore })
      assert.deepStrictEqual(device.itemOptions, secureStore)
    }))
})

describe("navigation in an app", () => {
  it.effect("has pages of emails on the website, and OAuth pages that services since 2026 trust", () =>
    onDevice(
      makeDevice(),
      Effect.gen(function*() {
        assert.strictEqual(yield* Navigation.callbackUrl("passwordReset"), `${website}/handler/password-reset`)
        assert.strictEqual(
          yield* Navigation.callbackUrl("oauthCallback"),
          "stack-auth-mobile-oauth-url://oauth-callback"
        )
        assert.strictEqual(yield* Navigation.callbackUrl("error"), "stack-auth-mobile-oauth-url://oauth-callback")
      }),
      { website }
    ))

  it.effect("passes paths of the app to the router, and refuses everything else", () =>
    Effect.gen(function*() {
      const shown: Array<string> = []
      const navigate = (url: string) => void shown.push(url)
      yield* onDevice(
        makeDevice(),
        Effect.gen(function*() {
          yield* Navigation.redirectTo("signIn")
          yield* Navigation.redirect("/notes/7?tab=1")
          yield* Navigation.redirect(`${website}/notes/8`)
          for (
            const url of [
              "https://evil.example",
              "//evil.example",
              "myapp://notes",
              "evil://notes",
              "javascript:alert(1)"
            ]
          ) {
            assert.strictEqual((yield* Effect.flip(Navigation.redirect(url)))._tag, "RedirectUrlNotTrusted", url)
          }
        }),
        { website, navigate }
      )
      assert.deepStrictEqual(shown, ["/handler/sign-in?after_auth_return_to=%2F", "/notes/7?tab=1", "/notes/8"])
    }))

  it.effect("does not redirect without a router", () =>
    onDevice(
      makeDevice(),
      Effect.gen(function*() {
        yield* Navigation.redirect("/notes/7")
        assert.strictEqual((yield* Effect.flip((yield* Navigation.Navigation).requireRedirects))._tag, "InvalidOptions")
      })
    ))
})

describe("the page of an app", () => {
  it.effect("keeps URLs of the website in memory", () =>
    onDevice(
      makeDevice(),
      Effect.gen(function*() {
        const page = yield* Page.Page
        assert.strictEqual(yield* page.url, `${website}/`)
        yield* page.goTo("/notes/7")
        assert.strictEqual(yield* page.url, `${website}/notes/7`)
        yield* page.replaceUrl("?tab=1")
        assert.strictEqual(yield* page.url, `${website}/notes/7?tab=1`)
        yield* page.replaceUrl("https://evil.example")
        yield* page.goTo("evil://notes")
        yield* page.goTo("javascript:alert(1)")
        assert.strictEqual(yield* page.url, `${website}/notes/7?tab=1`)
        yield* page.settle
      }),
      { website }
    ))

  it.effect("opens other web addresses in a browser session", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      device.onOpen = (session) => session.close()
      yield* onDevice(device, Effect.flatMap(Page.Page, (page) => page.goTo("https://provider.example/a")))
      assert.deepStrictEqual(device.opened.map(({ url }) => url), ["https://provider.example/a"])
    }))
})

describe("the cookies of an app", () => {
  it.effect("are ordered by their age, and expire", () =>
    onDevice(
      makeDevice(),
      Effect.gen(function*() {
        const cookies = yield* Cookies.Cookies
        yield* cookies.set("a", "1", { maxAge: 10 })
        yield* cookies.set("b", "2", { maxAge: 20 })
        yield* cookies.set("a", "3", { maxAge: 30 })
        assert.deepStrictEqual(yield* cookies.all, [{ name: "b", value: "2" }, { name: "a", value: "3" }])
        yield* TestClock.adjust("20 seconds")
        assert.deepStrictEqual(yield* cookies.all, [{ name: "a", value: "3" }])
        yield* cookies.remove("a")
        assert.deepStrictEqual(yield* cookies.all, [])
      })
    ))

  it.effect("survive the end of the app, and are removed from the keychain with the last one", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const cookies = <A>(use: (cookies: Cookies.Cookies["Service"]) => Effect.Effect<A>) =>
        onDevice(device, Effect.flatMap(Cookies.Cookies, use))
      yield* cookies(({ set }) => set("a", "1", { maxAge: 10 }))
      assert.deepStrictEqual(yield* cookies(({ all }) => all), [{ name: "a", value: "1" }])
      yield* cookies(({ remove }) => remove("a"))
      assert.strictEqual(device.items.size, 0)
    }))

  it.effect("concurrent cookie changes are all kept", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      device.moods.add("slow")
      yield* onDevice(
        device,
        Effect.gen(function*() {
          const { all, set } = yield* Cookies.Cookies
          const names = Array.from({ length: 20 }, (_, n) => `c${n}`)
          yield* Effect.forEach(names, (name) => set(name, "v", { maxAge: 10 }), { concurrency: "unbounded" })
          assert.sameMembers((yield* all).map(({ name }) => name), names)
        })
      )
      assert.strictEqual(JSON.parse([...device.items.values()][0]!).length, 20)
    }))

  it.effect("the cookies are empty if the stored item is not a list", () =>
    Effect.forEach(
      ["{", "7", "{}", "[1,null,{}]", "[{\"name\":1,\"value\":\"\",\"until\":1e15}]"],
      (text) =>
        Effect.gen(function*() {
          const device = makeDevice()
          device.items.set(`latchkey.${projectId}.cookies`, text)
          assert.deepStrictEqual(yield* onDevice(device, Effect.flatMap(Cookies.Cookies, ({ all }) => all)), [])
        })
    ))

  it.effect("hold at most five pending flows, in less than 2048 bytes", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* inApp(device, Effect.replicateEffect(OAuth.start({ provider: "github" }), 7))
      const [text] = [...device.items.values()]
      assert.strictEqual(JSON.parse(text!).length, 5)
      assert.isAtMost(text!.length, 2048)
    }).pipe(Effect.provide(layerEmulator())))
})

describe("the session storage of an app", () => {
  it.effect("survives the end of the app, so that a sign-in can wait for its second factor", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const credentials = { email: "ada@example.com", password: "correct horse" }
      yield* inApp(
        device,
        Effect.gen(function*() {
          yield* Password.signUp({ ...credentials, verificationCallbackUrl: null })
          yield* CurrentUser.update({ totpSecretBase64 })
          const step = yield* Mfa.orContinue(Password.signIn(credentials))
          assert.isTrue(Mfa.isContinuation(step))
          if (Mfa.isContinuation(step)) yield* Mfa.keep(step)
        })
      )
      yield* inApp(device, Effect.map(Mfa.restore, (step) => void assert.isDefined(step)))
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("keeps texts in memory that are too large for the keychain", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* onDevice(
        device,
        Effect.gen(function*() {
          const storage = yield* TabStorage.TabStorage
          yield* storage.set("step", "ü".repeat(1025))
          assert.strictEqual((yield* storage.get("step"))?.length, 1025)
        })
      )
      assert.strictEqual(device.items.size, 0)
    }))
})

describe("the cryptography of an app", () => {
  it.effect("computes digests and code challenges", () =>
    onDevice(
      makeDevice(),
      Effect.gen(function*() {
        // FIPS 180-4, the digest of "abc"; RFC 7636, appendix B.
        assert.strictEqual(yield* (yield* Sha256)("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
        const verifier = Redacted.make("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        assert.strictEqual(yield* (yield* OAuth.CodeChallenge)(verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        assert.strictEqual((yield* (yield* SecureRandom)(32)).length, 32)
      })
    ))
})
