/** Redirects of an app on a server, followed like a browser does: every chain ends. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, HandlerPages, type Navigation, Password, RequestHost } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { layerTest } from "../emulator/support.ts"
import { email, password } from "./support.ts"

const origin = "https://app.test"
const { projectId } = Emulator.clientOptions

type Urls = Navigation.GivenUrls

/** Runs an effect for a request to the app. */
const provide = (request: Request, urls: Urls) =>
  Effect.provide(
    Client.layer(Emulator.clientOptions).pipe(
      Layer.provideMerge(Layer.fresh(RequestHost.layer(request, { projectId, origin, urls })))
    )
  )

/** One route of the app serves the library's pages; the others are the app's. */
const handle = (request: Request, urls: Urls) =>
  HandlerPages.match(request.url, urls).page === "notFound" ?
    Effect.succeed(new Response("the app's own page")) :
    Effect.flatMap(HandlerPages.open, ({ _tag }) => RequestHost.respond(_tag)).pipe(
      Effect.catchTag("RedirectUrlNotTrusted", () => Effect.succeed(new Response("RedirectUrlNotTrusted"))),
      provide(request, urls)
    )

/** Signs a user up, and returns the session's cookies. */
const signedIn = Effect.map(
  Effect.andThen(
    Password.signUp({ email, password, verificationCallbackUrl: "http://localhost:3000/verify" }),
    RequestHost.respond()
  ).pipe(provide(new Request(`${origin}/`), {})),
  (response) => response.headers.getSetCookie().map((line) => line.split(";")[0]!).join("; ")
)

/** Follows redirects from a URL, for ten hops at most, and returns the path and the last text. */
const follow = Effect.fnUntraced(function*(start: string, cookie: string, urls: Urls = {}) {
  const way: Array<string> = []
  let address = new URL(start, origin).href
  let jar = cookie
  for (let hop = 0; hop < 10; hop++) {
    // A browser does not send the hash.
    const [asked] = address.split("#")
    way.push(asked!.slice(origin.length))
    const response = yield* handle(new Request(asked!, jar === "" ? {} : { headers: { cookie: jar } }), urls)
    if (response.headers.getSetCookie().some((line) => line.includes("Max-Age=0"))) jar = ""
    const location = response.headers.get("location")
    if (location === null) return { way, end: yield* Effect.promise(() => response.text()), isSignedIn: jar !== "" }
    address = new URL(location, address).href
  }
  return { way, end: "a loop", isSignedIn: jar !== "" }
})

const withReturnTo = (page: string, target: string) => `${page}?after_auth_return_to=${encodeURIComponent(target)}`

const pages = ["sign-in", "sign-up", "sign-out", "oauth-callback", "forgot-password", "mfa", "error", "password-reset"]

/** Spellings of a page's URL, relative to another page of the handler. */
const spellings = (page: string): ReadonlyArray<string> => [
  `/handler/${page}`,
  `/handler/${page}/`,
  page,
  `./${page}`,
  `../handler/${page}`,
  `/x/../handler/${page}`,
  `\\handler\\${page}`,
  `/handler/${page.toUpperCase()}`,
  `/handler/${page.replaceAll("-", "")}`,
  `/handler/%${page.charCodeAt(0).toString(16)}${page.slice(1)}`,
  `/%68andler/${page}`,
  `${origin}/handler/${page}`,
  `HTTPS://APP.TEST:443/handler/${page}`,
  `/handler/\t${page}`
]

/** The target that redirects to itself, with its spellings. */
const suffixes = ["", "#x", "?%", "?x=1", "?after_auth_return_to=%23x", "?after_auth_return_to=%3Fx#y"]

const selves = [
  "#",
  "#x",
  "?",
  "?x",
  "?x#y",
  "?after_auth_return_to=%23x",
  "?after_auth_return_to=?after_auth_return_to=#"
]

const nested = (target: string, depth: number): string =>
  depth === 0 ? target : nested(withReturnTo("/handler/sign-in", target), depth - 1)

const direct = [
  ...selves,
  ...["sign-in", "sign-up"].flatMap((page) =>
    spellings(page).flatMap((address) => suffixes.map((suffix) => address + suffix))
  ),
  // Every spelling of the other pages, and every suffix with each page and each spelling.
  ...[...pages, "login", "log-in", "register"].flatMap((page, row) =>
    spellings(page).map((address, column) => address + suffixes[(row + column) % suffixes.length])
  )
]

/** A long chain that each hop would shorten by one. */
const chain = `${"?after_auth_return_to=".repeat(60)}%23x`

const targets = [
  ...new Set([...direct, ...selves.flatMap((self) => [1, 2, 3].map((depth) => nested(self, depth))), chain])
]

describe("redirects on a server", () => {
  it.effect("redirect a signed-in user from the sign-in page with only a hash as target to the home page", () =>
    Effect.gen(function*() {
      const { way } = yield* follow("/handler/sign-in?after_auth_return_to=%23x", yield* signedIn)
      assert.deepStrictEqual(way, ["/handler/sign-in?after_auth_return_to=%23x", "/"])
    }).pipe(Effect.provide(layerTest())))

  for (const page of ["sign-in", "sign-up"]) {
    it.effect(`redirect a signed-in user from ${page} home in one hop, for ${targets.length} targets that lead back`, () =>
      Effect.gen(function*() {
        const cookie = yield* signedIn
        for (const target of targets) {
          const { isSignedIn, way } = yield* follow(withReturnTo(`/handler/${page}`, target), cookie)
          assert.deepStrictEqual(way.slice(1), ["/"], target)
          assert.isTrue(isSignedIn, target)
        }
      }).pipe(Effect.provide(layerTest())))

    it.effect(`redirects keep a signed-out user on ${page} for any target`, () =>
      Effect.gen(function*() {
        for (const target of targets.filter((_, index) => index % 10 === 0)) {
          const { end, way } = yield* follow(withReturnTo(`/handler/${page}`, target), "")
          assert.lengthOf(way, 1, target)
          assert.strictEqual(end, page === "sign-in" ? "SignIn" : "SignUp", target)
        }
      }).pipe(Effect.provide(layerTest())))
  }

  it.effect("redirects end within three hops on every page, signed in or out, for every target", () =>
    Effect.gen(function*() {
      const cookie = yield* signedIn
      const all = [...pages, "account-settings", "team-invitation", "cli-auth-confirm", "magic-link-callback"]
      for (const page of [...all, "email-verification", "unknown"]) {
        for (
          const target of [
            ...selves,
            "/handler/account-settings",
            "account-settings#x",
            "/notes/7",
            "//evil.test",
            chain
          ]
        ) {
          for (const jar of ["", ...page === "sign-out" ? [] : [cookie]]) {
            const { end, way } = yield* follow(withReturnTo(`/handler/${page}`, target), jar)
            assert.notStrictEqual(end, "a loop", `${page} ${target}: ${way.join(" ")}`)
            assert.isAtMost(way.length, 3, way.join(" "))
          }
        }
      }
    }).pipe(Effect.provide(layerTest())))

  it.effect("redirects follow a target that does not redirect back", () =>
    Effect.gen(function*() {
      const cookie = yield* signedIn
      for (
        const [target, end] of [
          ["/notes/7?x=1#y", "/notes/7?x=1"],
          ["/handler/account-settings#keys", "/handler/account-settings"],
          ["/handler/team-invitation?code=x", "/handler/team-invitation?code=x"],
          ["/handler", "/handler"],
          ["/sign-in", "/sign-in"],
          [`${origin}/handler/cli-auth-confirm?login_code=x`, "/handler/cli-auth-confirm?login_code=x"]
        ] as const
      ) {
        const { way } = yield* follow(withReturnTo("/handler/sign-in", target), cookie)
        assert.deepStrictEqual(way.slice(1), [end], target)
      }
    }).pipe(Effect.provide(layerTest())))

  const misconfigured: ReadonlyArray<readonly [Urls, string, string]> = [
    [{ home: "/handler/sign-in" }, "/handler/sign-in", "AlreadySignedIn"],
    [{ home: "/handler/sign-up" }, "/handler/sign-in", "AlreadySignedIn"],
    [{ afterSignIn: "/handler/login?x=1#y" }, "/handler/sign-in", "AlreadySignedIn"],
    [{ afterSignIn: "/handler/sign-up" }, "/handler/sign-up", "AlreadySignedIn"],
    [{ afterSignIn: "/handler/sign-in?after_auth_return_to=%23x" }, "/handler/sign-in", "AlreadySignedIn"],
    [{ signIn: "/", home: "/" }, "/?after_auth_return_to=%23x", "AlreadySignedIn"],
    [{ signIn: "/login", afterSignIn: "/login/" }, "/login", "AlreadySignedIn"],
    [{ home: "/handler/sign-out" }, "/handler/sign-out", "SignedOut"],
    [{ afterSignOut: "/handler/Sign-Out/?x#y" }, "/handler/sign-out", "SignedOut"],
    [{ afterSignOut: "/handler/sign-in" }, "/handler/sign-out", "SignIn"],
    [{ afterSignIn: "/handler/sign-out", afterSignOut: "/handler/sign-in" }, "/handler/sign-in", "AlreadySignedIn"],
    [
      { afterSignIn: "/handler/sign-in" },
      "/handler/sign-in?after_auth_return_to=%2Fnotes",
      "the app's own page"
    ]
  ]

  for (const [urls, start, last] of misconfigured) {
    it.effect(`redirects from ${start} end on ${last} with the URLs ${JSON.stringify(urls)}`, () =>
      Effect.gen(function*() {
        const { end, way } = yield* follow(start, yield* signedIn, urls)
        assert.strictEqual(end, last, way.join(" "))
      }).pipe(Effect.provide(layerTest())))
  }
})
