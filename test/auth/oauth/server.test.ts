/** The flow in a server's request handlers, with a cookie jar that behaves like a browser's. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, ConnectedAccounts, CurrentUser, OAuth, RequestHost } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { configure } from "../../emulator/support.ts"
import { type Jar, makeJar } from "../../support/host.ts"
import { ada, follow, grace } from "./support.ts"

const projectId = Emulator.clientOptions.projectId
const origin = "https://app.example.com"
const callbackPath = "/handler/oauth-callback"

const layerOf = (request: Request) =>
  Client.layer(Emulator.clientOptions).pipe(
    Layer.provideMerge(
      RequestHost.layer(request, { projectId, urls: { afterSignIn: "/dashboard", afterSignUp: "/welcome" } })
    )
  )

type Services = Layer.Success<ReturnType<typeof layerOf>>

const textOf = Effect.map((value: unknown) => value === undefined ? "nothing" : "done")

const routes: Readonly<Record<string, Effect.Effect<string, unknown, Services>>> = {
  "/sign-in": textOf(OAuth.signIn({ provider: "github" })),
  "/link": textOf(OAuth.link({ provider: "google" })),
  "/music": textOf(ConnectedAccounts.get({ provider: "spotify", or: "redirect" })),
  [callbackPath]: textOf(OAuth.callbackAndRedirect).pipe(
    Effect.catchTag("OAuthCallbackError", ({ message }) => Effect.succeed(message))
  ),
  "/me": Effect.map(
    CurrentUser.get(),
    (user) => user === null ? "nobody" : [user.primaryEmail, ...user.oauthProviders.map(({ id }) => id)].join()
  )
}

/** Requests a page of the app like a browser, which sends and stores cookies. */
const ask = Effect.fnUntraced(function*(jar: Jar, target: string | URL) {
  const url = new URL(target, origin)
  const request = new Request(url, { headers: { cookie: jar.header(url.href) } })
  const response = yield* Effect.flatMap(routes[url.pathname]!, (body) => RequestHost.respond(body)).pipe(
    Effect.provide(Layer.fresh(layerOf(request)))
  )
  const lines = response.headers.getSetCookie()
  for (const line of lines) jar.receive(url.href, line)
  return {
    status: response.status,
    location: response.headers.get("location"),
    body: yield* Effect.promise(() => response.text()),
    lines
  }
})

const begin = (jar: Jar, path: string, account: Emulator.ProviderDecision = ada) =>
  Effect.flatMap(ask(jar, path), ({ location, status }) => {
    assert.strictEqual(status, 303)
    return follow(location!, account)
  })

const pending = (jar: Jar) => Object.keys(jar.values()).filter((name) => name.startsWith("stack-oauth-outer-"))

const spotify = { id: "spotify", type: "shared" } as const

const layer = Layer.effectDiscard(configure({
  domains: [{ domain: origin, handlerPath: "/handler" }],
  oauthProviders: ["github", "google", spotify]
})).pipe(Layer.provideMerge(Emulator.layer()))

describe("a server that signs users in with a provider", () => {
  it.effect("a server redirects the browser with a cookie, and gets tokens when the browser returns", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const end = yield* begin(jar, "/sign-in")
      assert.lengthOf(pending(jar), 1)
      assert.isTrue(jar.cookies[0]!.isSecure)

      const answer = yield* ask(jar, end)
      assert.deepInclude(answer, { status: 303, location: "/welcome", body: "" })
      assert.deepStrictEqual(pending(jar), [])
      assert.property(jar.values(), `__Host-stack-refresh-${projectId}--default`)
      assert.strictEqual((yield* ask(jar, "/me")).body, "ada@example.com,github")
      // The redirect to the browser contained the code; later responses do not.
      const code = end.searchParams.get("code")!
      assert.isFalse([answer.location, ...answer.lines].some((text) => text!.includes(code)))

      assert.strictEqual((yield* ask(jar, yield* begin(jar, "/sign-in"))).location, "/dashboard")
    }).pipe(Effect.provide(layer)))

  it.effect("an OAuth sign-in on a server remembers the return path", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const end = yield* begin(jar, "/sign-in?after_auth_return_to=%2Fbooks%3Fpage%3D2")
      assert.strictEqual((yield* ask(jar, end)).location, "/books?page=2")
    }).pipe(Effect.provide(layer)))

  it.effect("ignores a browser that has not started the flow, or that returns again", () =>
    Effect.gen(function*() {
      const [one, another] = [yield* makeJar, yield* makeJar]
      const end = yield* begin(one, "/sign-in")
      assert.deepInclude(yield* ask(another, end), { status: 200, body: "nothing", lines: [] })
      assert.strictEqual((yield* ask(another, "/me")).body, "nobody")
      assert.strictEqual((yield* ask(one, end)).status, 303)
      assert.deepInclude(yield* ask(one, end), { status: 200, body: "nothing", lines: [] })
    }).pipe(Effect.provide(layer)))

  it.effect("completes parallel flows separately", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const first = yield* begin(jar, "/sign-in", ada)
      const second = yield* begin(jar, "/sign-in", grace)
      assert.lengthOf(pending(jar), 2)
      yield* ask(jar, second)
      assert.strictEqual((yield* ask(jar, "/me")).body, "grace@example.com,github")
      assert.lengthOf(pending(jar), 1)
      yield* ask(jar, first)
      assert.strictEqual((yield* ask(jar, "/me")).body, "ada@example.com,github")
      assert.deepStrictEqual(pending(jar), [])
    }).pipe(Effect.provide(layer)))

  it.effect("removes a flow whose response is refused, and returns the text for users", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const end = yield* begin(jar, "/sign-in")
      end.searchParams.set("iss", "https://evil.example")
      const { body } = yield* ask(jar, end)
      assert.strictEqual(body, "Sign-in failed. Try again.")
      assert.deepStrictEqual(pending(jar), [])
    }).pipe(Effect.provide(layer)))

  it.effect("links an account to the request's user, and redirects to the request's page", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      yield* ask(jar, yield* begin(jar, "/sign-in"))
      const back = yield* ask(jar, yield* begin(jar, "/link?tab=2", grace))
      assert.strictEqual(back.location, "/link?tab=2")
      assert.strictEqual((yield* ask(jar, "/me")).body, "ada@example.com,github,google")
      const { location } = yield* ask(jar, "/music")
      assert.strictEqual(new URL(location!).searchParams.get("type"), "link")
    }).pipe(Effect.provide(layer)))
})
