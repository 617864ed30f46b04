import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Urls from "../../src/navigation/Urls.ts"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"

const words = {
  signIn: "sign-in",
  signUp: "sign-up",
  signOut: "sign-out",
  emailVerification: "email-verification",
  passwordReset: "password-reset",
  forgotPassword: "forgot-password",
  oauthCallback: "oauth-callback",
  magicLinkCallback: "magic-link-callback",
  accountSettings: "account-settings",
  teamSettings: "team-settings",
  error: "error",
  teamInvitation: "team-invitation",
  cliAuthConfirm: "cli-auth-confirm",
  mfa: "mfa",
  onboarding: "onboarding"
} as const satisfies Record<Urls.HandlerPageName, string>

const pages = Object.entries(words) as ReadonlyArray<[Urls.HandlerPageName, string]>

describe("an app's URLs", () => {
  it("are below /handler, and / is home, by default", () => {
    assert.deepStrictEqual(Urls.make(), {
      ...Object.fromEntries(pages.map(([page, word]) => [page, `/handler/${word}`])) as Record<
        Urls.HandlerPageName,
        string
      >,
      handler: "/handler",
      home: "/",
      afterSignIn: "/",
      afterSignUp: "/",
      afterSignOut: "/"
    })
  })

  it("use the given URL for each name, and the defaults for the others", () => {
    const usual = Urls.make()
    for (const name of Object.keys(usual) as ReadonlyArray<keyof Urls.Urls>) {
      assert.strictEqual(Urls.make({ [name]: "/own" })[name], "/own", name)
    }
    assert.deepStrictEqual(Urls.make({ signIn: "/login" }), { ...usual, signIn: "/login" })
    assert.deepStrictEqual(Urls.make({ signIn: undefined }), usual)
  })

  it("are below another base, with or without trailing slashes", () => {
    for (const handler of ["/auth", "/auth/", "/auth//"]) {
      const urls = Urls.make({ handler })
      assert.deepStrictEqual([urls.handler, urls.signIn, urls.mfa], ["/auth", "/auth/sign-in", "/auth/mfa"])
    }
    assert.deepStrictEqual([Urls.make({ handler: "/" }).handler, Urls.make({ handler: "/" }).signIn], ["/", "/sign-in"])
    assert.strictEqual(Urls.make({ handler: "//" }).handler, "/")
    assert.strictEqual(Urls.make({ handler: "https://app.example/a/" }).error, "https://app.example/a/error")
  })

  it("sign-in, sign-up and sign-out lead home by default", () => {
    const { afterSignIn, afterSignOut, afterSignUp } = Urls.make({ home: "/start" })
    assert.deepStrictEqual([afterSignIn, afterSignUp, afterSignOut], ["/start", "/start", "/start"])
  })

  it("afterSignUp defaults to afterSignIn, and afterSignOut does not", () => {
    const { afterSignOut, afterSignUp } = Urls.make({ home: "/start", afterSignIn: "/dashboard" })
    assert.deepStrictEqual([afterSignUp, afterSignOut], ["/dashboard", "/start"])
    assert.strictEqual(Urls.make({ afterSignIn: "/dashboard", afterSignUp: "/welcome" }).afterSignUp, "/welcome")
    assert.strictEqual(Urls.make({ afterSignUp: "/welcome" }).afterSignIn, "/")
  })
})

describe("the page at a URL", () => {
  const usual = Urls.make()
  const at = (address: string, urls = usual) => Urls.pageAt(urls, address)

  for (const [page, word] of pages) {
    it(`${page} is found for ${word}: relative or absolute, with any dashes, case, slash, query and hash`, () => {
      const spellings = [word, word.toUpperCase(), word.replaceAll("-", ""), page, page.toUpperCase(), `${word}/`]
      for (const spelling of spellings) {
        for (const origin of ["", "https://app.example", "http://localhost:3000", "myapp://app"]) {
          for (const end of ["", "?code=1", "#top", "?a=b#top"]) {
            assert.strictEqual(at(`${origin}/handler/${spelling}${end}`), page, `${origin}/handler/${spelling}${end}`)
          }
        }
      }
    })
  }

  it("is signIn for log-in and signUp for register, in any spelling", () => {
    for (const word of ["log-in", "login", "LOG-IN", "LogIn"]) {
      assert.strictEqual(at(`/handler/${word}`), "signIn", word)
    }
    for (const word of ["register", "REGISTER"]) assert.strictEqual(at(`/handler/${word}`), "signUp", word)
  })

  it("is undefined for any other URL", () => {
    const others = [
      ["", "/", "/handler", "/handler/", "/handler/sign", "/handler/sign-in/more", "/handlersign-in", "/sign-in"],
      ["/handler//sign-in", "/handler/toString", "/handler/__proto__", "/handler/constructor", "/handler/sign%2din"],
      ["/a/handler/sign-in", "/handler/sign_in", "sign-in", "https://", "http://[", "\u0000", "about:blank"]
    ]
    others.push(["/handler-sign-in", "/handler2sign-in", "/handlers/sign-in"])
    // The first folder is as long as "/handler".
    others.push(["/account/sign-in", "/account/log-in"])
    for (const address of others.flat()) assert.isUndefined(at(address), address)
  })

  it("a page is found at its given URL and at its default URL", () => {
    const urls = Urls.make({ signIn: "/login", emailVerification: "https://app.example/verify" })
    assert.strictEqual(at("/login?x=1", urls), "signIn")
    assert.strictEqual(at("https://app.example/login/", urls), "signIn")
    assert.strictEqual(at("/handler/sign-in", urls), "signIn")
    assert.strictEqual(at("https://app.example/verify", urls), "emailVerification")
    assert.isUndefined(at("https://other.example/verify", urls))
    assert.isUndefined(at("http://app.example/verify", urls))
    assert.isUndefined(at("/Login", urls))
  })

  it("is distinguished by query and hash if the path is the same", () => {
    const urls = Urls.make({ home: "/", signIn: "/auth", signUp: "/auth?mode=up", error: "/#/error", mfa: "/#/mfa" })
    assert.strictEqual(at("/auth", urls), "signIn")
    assert.strictEqual(at("/auth?mode=in", urls), "signIn")
    assert.strictEqual(at("/auth?a=b&mode=up", urls), "signUp")
    assert.strictEqual(at("/#/mfa", urls), "mfa")
    assert.strictEqual(at("/?errorCode=1#/error", urls), "error")
    assert.isUndefined(at("/", urls))
  })

  it("the page with the best matching query and hash is found, in any order of pages", () => {
    const first = Urls.make({ signIn: "/auth?mode=in", signUp: "/auth" })
    assert.strictEqual(at("/auth?mode=in", first), "signIn")
    assert.strictEqual(at("/auth", first), "signUp")
    const hash = Urls.make({ signIn: "/auth", signUp: "/auth#up" })
    assert.strictEqual(at("/auth#up", hash), "signUp")
    assert.strictEqual(at("/auth#top", hash), "signIn")
    const both = Urls.make({ signIn: "/auth#in", signUp: "/auth?a=1&b=2" })
    assert.strictEqual(at("/auth?a=1&b=2#in", both), "signUp")
  })

  it("is undefined on another host than the handler's", () => {
    const urls = Urls.make({ handler: "https://app.example/handler" })
    assert.strictEqual(at("https://app.example/handler/log-in", urls), "signIn")
    assert.isUndefined(at("https://other.example/handler/log-in", urls))
    assert.isUndefined(at("http://app.example/handler/log-in", urls))
  })

  it("is distinguished by the whole URL in a native app with custom schemes", () => {
    const urls = Urls.make({ oauthCallback: "myapp://oauth", magicLinkCallback: "myapp://magic", error: "myapp:error" })
    assert.strictEqual(at("myapp://oauth?code=1&state=2", urls), "oauthCallback")
    assert.strictEqual(at("myapp://magic?code=1", urls), "magicLinkCallback")
    assert.strictEqual(at("myapp:error?errorCode=1", urls), "error")
    assert.isUndefined(at("other://oauth", urls))
  })

  it("with the handler at /, pages are found directly below /", () => {
    const urls = Urls.make({ handler: "/" })
    assert.strictEqual(at("/sign-in", urls), "signIn")
    assert.strictEqual(at("/log-in", urls), "signIn")
    assert.strictEqual(at("/SIGNUP/", urls), "signUp")
    assert.isUndefined(at("/", urls))
    assert.isUndefined(at("/handler/sign-in", urls))
  })

  it("the page at any string is found or undefined, for any given URLs", () => {
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.webUrl(),
      fc.constantFrom("/", "//", "?", "#", "myapp:", "///")
    )
    fc.assert(
      fc.property(text, text, text, (address, handler, signIn) => {
        const page = Urls.pageAt(Urls.make({ handler, signIn }), address)
        assert.isTrue(page === undefined || Object.hasOwn(words, page))
      }),
      { numRuns: runsOf(100) }
    )
    for (const piece of ["/", "-", "?a", "%2f", "/.."]) {
      assert.isUndefined(at(`/handler/${piece.repeat(50_000)}x`), piece)
    }
  })
})
