import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, MagicLink, Navigation, OAuth, Page, Password, RequestHost, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { configure, email, mailTo, password } from "../emulator/support.ts"
import { type Jar, makeJar } from "../support/host.ts"

const projectId = Emulator.clientOptions.projectId
const origin = "https://app.example.com"

/** The services available to one request. */
const layerOf = (request: Request) =>
  Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(
      RequestHost.layer(request, { projectId, urls: { afterSignIn: "/dashboard", afterSignOut: "/bye" } })
    )
  )

type Services = Layer.Success<ReturnType<typeof layerOf>>

/** An app on a server, with its handlers by path. */
const routes: Readonly<Record<string, Effect.Effect<unknown, unknown, Services>>> = {
  "/sign-up": Effect.andThen(
    Password.signUp({ email, password, verificationCallbackUrl: `${origin}/verify` }),
    Navigation.redirectAfterSignIn({ isNewUser: true })
  ),
  "/sign-in": Effect.andThen(Password.signIn({ email, password }), Navigation.redirectAfterSignIn()),
  "/wrong": Password.signIn({ email, password: Redacted.make("wrong") }).pipe(
    Effect.catchTag("EmailPasswordMismatch", ({ _tag }) => Effect.succeed(_tag))
  ),
  "/sign-out": Effect.andThen(Session.signOut, Navigation.redirectTo("afterSignOut")),
  "/me": Effect.map(CurrentUser.get(), (user) => user?.primaryEmail ?? "nobody"),
  "/send": MagicLink.send({ email }),
  "/github": OAuth.signIn({ provider: "github" }),
  "/handler/oauth-callback": OAuth.callbackAndRedirect,
  "/handler/magic-link-callback": Effect.gen(function*() {
    const url = new URL(yield* (yield* Page.Page).url)
    const { isNewUser } = yield* MagicLink.signIn({ code: Redacted.make(url.searchParams.get("code") ?? "") })
    yield* Navigation.redirectAfterSignIn({ isNewUser })
  })
}

/** Requests a page of the app like a browser, which sends and stores cookies. */
const ask = Effect.fnUntraced(function*(jar: Jar, path: string) {
  const url = new URL(path, origin)
  const request = new Request(url, { headers: { cookie: jar.header(url.href) } })
  const response = yield* Effect.flatMap(routes[url.pathname]!, (body) => RequestHost.respond(String(body))).pipe(
    Effect.provide(Layer.fresh(layerOf(request)))
  )
  for (const line of response.headers.getSetCookie()) jar.receive(url.href, line)
  return {
    status: response.status,
    location: response.headers.get("location"),
    cacheControl: response.headers.get("cache-control"),
    body: yield* Effect.promise(() => response.text())
  }
})

const layerEmulator = Layer.effectDiscard(configure({ domains: [{ domain: origin, handlerPath: "/handler" }] })).pipe(
  Layer.provideMerge(Emulator.layer({ project: { config: { oauthProviders: ["github"] } } }))
)

describe("a server that answers requests", () => {
  it.effect("signs up, in and out with a password, with cookies in both directions", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const redirected = { status: 303, cacheControl: "no-store", body: "" }
      assert.deepStrictEqual(yield* ask(jar, "/sign-up"), { ...redirected, location: "/dashboard" })
      assert.hasAllKeys(jar.values(), [`__Host-stack-refresh-${projectId}--default`, "stack-access"])
      assert.strictEqual((yield* ask(jar, "/me")).body, email)

      assert.deepStrictEqual(yield* ask(jar, "/sign-out"), { ...redirected, location: "/bye" })
      // The browser's stores refuse the session that ended.
      assert.hasAllKeys(jar.values(), ["latchkey-ended"])
      assert.strictEqual((yield* ask(jar, "/me")).body, "nobody")

      assert.strictEqual((yield* ask(jar, "/wrong")).body, "EmailPasswordMismatch")
      assert.hasAllKeys(jar.values(), ["latchkey-ended"])

      const { location } = yield* ask(jar, "/sign-in?after_auth_return_to=%2Fbooks%3Fpage%3D2")
      assert.strictEqual(location, "/books?page=2")
      assert.strictEqual((yield* ask(jar, "/me")).body, email)
    }).pipe(Effect.provide(layerEmulator)))

  it.effect("a server keeps the sessions of two browsers separate", () =>
    Effect.gen(function*() {
      const [one, another] = [yield* makeJar, yield* makeJar]
      yield* ask(one, "/sign-up")
      assert.strictEqual((yield* ask(another, "/me")).body, "nobody")
      assert.strictEqual((yield* ask(one, "/me")).body, email)
    }).pipe(Effect.provide(layerEmulator)))

  it.effect("signs in by a magic link on the server", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      yield* ask(jar, "/send")
      const { link } = yield* mailTo(email)
      const url = new URL(link!)
      assert.strictEqual(url.origin + url.pathname, `${origin}/handler/magic-link-callback`)
      assert.strictEqual((yield* ask(jar, url.pathname + url.search)).location, "/dashboard")
      assert.strictEqual((yield* ask(jar, "/me")).body, email)
    }).pipe(Effect.provide(layerEmulator)))

  it.effect("signs in with a provider on the server", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator.Emulator
      const jar = yield* makeJar
      const { location, status } = yield* ask(jar, "/github?after_auth_return_to=%2Fbooks")
      assert.strictEqual(status, 303)
      assert.lengthOf(jar.cookies, 1)
      const back = yield* emulator.signInWithProvider(location!, { accountId: "ada-1", email })
      assert.strictEqual(back.origin + back.pathname, `${origin}/handler/oauth-callback`)
      assert.strictEqual((yield* ask(jar, back.pathname + back.search)).location, "/books")
      assert.hasAllKeys(jar.values(), [`__Host-stack-refresh-${projectId}--default`, "stack-access"])
      assert.strictEqual((yield* ask(jar, "/me")).body, email)
      // The same response again has no effect.
      assert.strictEqual((yield* ask(jar, back.pathname + back.search)).status, 200)
    }).pipe(Effect.provide(layerEmulator)))
})

describe("RequestHost.layer", () => {
  it.effect("redirects by the response unless configured otherwise", () =>
    Effect.gen(function*() {
      const locationBy = (redirectMethod?: Navigation.RedirectMethod) =>
        Effect.andThen(Navigation.redirectTo("home"), RequestHost.respond()).pipe(
          Effect.map(({ headers }) => headers.get("location")),
          Effect.provide(RequestHost.layer(new Request(origin), { projectId, redirectMethod }))
        )
      assert.strictEqual(yield* locationBy(), "/")
      assert.strictEqual(yield* locationBy("none"), null)
    }))

  it.effect("uses the given origin as the request's", () =>
    Effect.gen(function*() {
      for (const given of ["https://app.example", "http://localhost:3000"]) {
        const url = yield* Navigation.callbackUrl("home").pipe(
          Effect.provide(RequestHost.layer(new Request("http://10.0.0.1/x"), { projectId, origin: given }))
        )
        assert.strictEqual(url, `${given}/`)
      }
    }))

  it.effect("refuses an invalid origin, and a page that leaves the app", () =>
    Effect.gen(function*() {
      const origins = ["app", "localhost:3000", "data:x", "file:///app", "xhttps://app"].map((origin) => ({ origin }))
      for (const options of [...origins, { urls: { home: "https://evil.example" } }]) {
        const error = yield* Effect.flip(
          Effect.scoped(Layer.build(RequestHost.layer(new Request(origin), { projectId, ...options })))
        )
        assert.strictEqual(error._tag, "InvalidOptions")
        assert.strictEqual(error.option, "urls" in options ? "urls.home" : "origin")
      }
    }))
})
