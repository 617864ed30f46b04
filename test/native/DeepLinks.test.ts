import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as fc from "fast-check"
import { ContactChannels, CurrentUser, MagicLink, Navigation, Password } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { DeepLinks, type Expo } from "latchkey/react-native"
import { hostile } from "../navigation/hostile.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { makeDevice, pause } from "./device.ts"
import { inApp, layerEmulator, website } from "./support.ts"

const parse = (address: string, options: Partial<Expo.ExpoOptions> = { website }) =>
  inApp(makeDevice(), DeepLinks.parse(address), options)

const tagOf = (address: string, options?: Partial<Expo.ExpoOptions>) =>
  Effect.map(parse(address, options), (link) => link?._tag)

describe("DeepLinks.parse", () => {
  const pages = {
    "magic-link-callback": "MagicLink",
    "password-reset": "PasswordReset",
    "email-verification": "EmailVerification",
    "team-invitation": "TeamInvitation",
    "oauth-callback": "OAuthCallback"
  }

  for (const [path, tag] of Object.entries(pages)) {
    it.effect(`returns ${tag} for the page ${path}, on the website and with the scheme of the app`, () =>
      Effect.gen(function*() {
        for (const start of [website, "myapp:/", "myapp://", "myapp:"]) {
          assert.strictEqual(yield* tagOf(`${start}/handler/${path}?code=1`), tag, start)
        }
      }).pipe(Effect.provide(layerEmulator())))
  }

  it.effect("DeepLinks.parse: returns the code and the page to return to", () =>
    Effect.gen(function*() {
      const link = yield* parse(
        `${website}/handler/magic-link-callback?code=abc&after_auth_return_to=%2Fnotes%3Fid%3D7`
      )
      assert.isTrue(link?._tag === "MagicLink" && Redacted.value(link.code) === "abc")
      assert.strictEqual(link?.returnTo, "/notes?id=7")
      assert.notInclude(JSON.stringify(link), "abc")
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("ignores links of other schemes, hosts and pages, and links without a code", () =>
    Effect.gen(function*() {
      for (
        const address of [
          "evil://handler/magic-link-callback?code=1",
          "https://evil.example/handler/magic-link-callback?code=1",
          "https://app.example.com.evil.example/handler/magic-link-callback?code=1",
          "https://app.example.com:444/handler/magic-link-callback?code=1",
          "https://app.example.com@evil.example/handler/magic-link-callback?code=1",
          "https://user:password@app.example.com/handler/magic-link-callback?code=1",
          "https://:password@app.example.com/handler/magic-link-callback?code=1",
          "myapp://user@handler/magic-link-callback?code=1",
          "http://app.example.com/handler/magic-link-callback?code=1",
          "javascript:alert(1)//handler/magic-link-callback?code=1",
          "myapp://handler/magic-link-callback",
          "myapp://handler/magic-link-callback?code=",
          "myapp://handler/sign-in?code=1",
          "myapp://notes/7?code=1",
          "myapp://handler/oauth-callback",
          "stack-auth-mobile-oauth-url://oauth-callback",
          "",
          "handler/magic-link-callback?code=1",
          "/handler/magic-link-callback?code=1"
        ]
      ) assert.isUndefined(yield* parse(address), address)
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("DeepLinks.parse: accepts only the app's scheme if there is no website", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* tagOf("myapp://handler/password-reset?code=1", {}), "PasswordReset")
      assert.isUndefined(yield* tagOf(`${website}/handler/password-reset?code=1`, {}))
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("accepts each scheme of the app", () =>
    Effect.gen(function*() {
      const options = { scheme: ["myapp", "exp+myapp"] }
      assert.strictEqual(yield* tagOf("exp+myapp://handler/password-reset?code=1", options), "PasswordReset")
      assert.strictEqual(yield* tagOf("myapp://handler/password-reset?code=1", options), "PasswordReset")
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("recognizes pages with custom URLs", () =>
    Effect.gen(function*() {
      const options = {
        website,
        urls: {
          magicLinkCallback: "/auth?page=magic",
          passwordReset: `${website}/auth?page=reset`,
          handler: "/account"
        }
      }
      assert.strictEqual(yield* tagOf("myapp://auth?page=magic&code=1", options), "MagicLink")
      assert.strictEqual(yield* tagOf(`${website}/auth?page=reset&code=1`, options), "PasswordReset")
      assert.strictEqual(yield* tagOf("myapp://account/team-invitation?code=1", options), "TeamInvitation")
      assert.isUndefined(yield* tagOf("myapp://auth?code=1", options))
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("DeepLinks.parse: drops a return path outside the app", () =>
    Effect.gen(function*() {
      for (const [target] of hostile) {
        const query = new URLSearchParams({ code: "1", after_auth_return_to: target })
        const link = yield* parse(`myapp://handler/magic-link-callback?${query}`)
        assert.isDefined(link)
        const { returnTo = "/" } = link!
        assert.match(returnTo, /^\/(?!\/)/, target)
        assert.strictEqual(new URL(returnTo, "https://one.invalid").host, "one.invalid")
      }
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("never throws", () =>
    inApp(
      makeDevice(),
      Effect.gen(function*() {
        const links = yield* DeepLinks.DeepLinks
        fc.assert(
          fc.property(fc.oneof(fc.string({ unit: codePoint }), fc.webUrl()), (text) => {
            links.parse(text)
            links.parse(`myapp:${text}`)
            links.parse(`${website}/${text}`)
          }),
          { numRuns: runsOf(100) }
        )
      }),
      { website }
    ).pipe(Effect.provide(layerEmulator())))
})

/** Records the links of each tag. */
const record = Effect.gen(function*() {
  const seen: Array<string> = []
  const note = (name: string) => () => Effect.sync(() => seen.push(name))
  yield* DeepLinks.listen({ MagicLink: note("magic"), PasswordReset: note("reset") })
  yield* pause
  return seen
})

describe("DeepLinks.listen", () => {
  const magic = "myapp://handler/magic-link-callback?code=1"
  const reset = "myapp://handler/password-reset?code=1"

  it.effect("handles the link that started the app, and then the links that open it", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      device.initialUrl = magic
      yield* inApp(
        device,
        Effect.gen(function*() {
          const seen = yield* record
          device.openLink(reset)
          device.openLink("myapp://handler/team-invitation?code=1")
          device.openLink("evil://handler/password-reset?code=1")
          assert.deepStrictEqual(seen, ["magic", "reset"])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("handles the link that started the app once, if the platform also reports it as an event", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      device.initialUrl = magic
      yield* inApp(
        device,
        Effect.gen(function*() {
          const seen = yield* record
          device.openLink(magic)
          assert.deepStrictEqual(seen, ["magic"])
          device.openLink(magic)
          assert.deepStrictEqual(seen, ["magic", "magic"])
        })
      )
      yield* inApp(
        device,
        Effect.gen(function*() {
          const seen: Array<string> = []
          yield* DeepLinks.listen({ MagicLink: () => Effect.sync(() => seen.push("magic")) })
          device.openLink(magic)
          yield* pause
          assert.deepStrictEqual(seen, ["magic"])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("handles later links if the first one is unknown", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const Linking = { ...device.modules.Linking, getInitialURL: () => Promise.reject(new Error("no activity")) }
      yield* inApp(
        { ...device, modules: { ...device.modules, Linking } },
        Effect.gen(function*() {
          const seen = yield* record
          device.openLink(magic)
          assert.deepStrictEqual(seen, ["magic"])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("interrupts its handlers and removes its listener when the scope closes", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      yield* inApp(
        device,
        Effect.gen(function*() {
          let interrupted = 0
          const scope = yield* Scope.make()
          const handler = () => Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++))
          yield* Scope.provide(DeepLinks.listen({ MagicLink: handler }), scope)
          device.openLink(magic)
          assert.strictEqual(device.listenerCount(), 1)
          yield* Scope.close(scope, yield* Effect.exit(Effect.void))
          assert.deepStrictEqual([interrupted, device.listenerCount()], [1, 0])
        })
      )
    }).pipe(Effect.provide(layerEmulator())))

  it.effect("passes the links of the service's emails to the functions that accept their codes", () =>
    Effect.gen(function*() {
      const device = makeDevice()
      const emulator = yield* Emulator.Emulator
      yield* inApp(
        device,
        Effect.gen(function*() {
          const done: Array<string> = []
          const note = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
            Effect.match(effect, {
              onSuccess: () => done.push(name),
              onFailure: (error) => done.push(String(error))
            })
          yield* DeepLinks.listen({
            MagicLink: ({ code }) => note("magic", MagicLink.signIn({ code })),
            EmailVerification: ({ code }) => note("verified", ContactChannels.verify({ code })),
            PasswordReset: ({ code }) => note("reset", Password.reset({ code, password: "battery staple" }))
          })
          /** The user opens the link of the last email. Its page passes the link to the app. */
          const open = (link: (url: string) => string) =>
            Effect.flatMap(
              emulator.latestMail(),
              (mail) => Effect.andThen(Effect.sync(() => device.openLink(link(mail.link!))), pause)
            )

          yield* Password.signUp({ email: "ada@example.com", password: "correct horse" })
          yield* open((url) => url)
          yield* Password.sendResetCode({ email: "ada@example.com" })
          yield* open((url) => url.replace(website, "myapp:/"))
          yield* MagicLink.send({ email: "grace@example.com" })
          yield* open((url) => url)
          assert.deepStrictEqual(done, ["verified", "reset", "magic"])
          assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, "grace@example.com")
        }),
        { website }
      )
    }).pipe(Effect.provide(layerEmulator())))
})

describe("links in emails without a website", () => {
  it.effect("without a website, links in emails have the app's scheme, which services refuse", () =>
    inApp(
      makeDevice(),
      Effect.gen(function*() {
        assert.strictEqual(yield* Navigation.callbackUrl("magicLinkCallback"), "myapp://handler/magic-link-callback")
        assert.strictEqual(
          (yield* Effect.flip(MagicLink.send({ email: "ada@example.com" })))._tag,
          "RedirectUrlNotWhitelisted"
        )
      })
    ).pipe(Effect.provide(layerEmulator())))
})
