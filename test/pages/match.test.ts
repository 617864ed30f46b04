import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import { HandlerPages } from "latchkey"
import { inspect } from "node:util"
import { codePoint } from "../support/codePoint.ts"
import { runsOf } from "../support/propertyRuns.ts"

const base = "https://app.example.com/handler"

const paths = {
  "sign-in": "signIn",
  "log-in": "signIn",
  SIGNIN: "signIn",
  login: "signIn",
  "sign-up": "signUp",
  register: "signUp",
  "sign-out": "signOut",
  "forgot-password": "forgotPassword",
  "account-settings": "accountSettings",
  "team-settings": "teamSettings",
  mfa: "mfa",
  "email-verification": "emailVerification",
  "password-reset": "passwordReset",
  passwordreset: "passwordReset",
  "magic-link-callback": "magicLinkCallback",
  "team-invitation": "teamInvitation",
  "oauth-callback": "oauthCallback",
  error: "error",
  "cli-auth-confirm": "cliAuthConfirm",
  "sign-in/": "signIn",
  "": "notFound",
  unknown: "notFound",
  "sign-in/more": "notFound",
  constructor: "notFound",
  __proto__: "notFound"
}

const mailed = ["magic-link-callback", "email-verification", "password-reset", "team-invitation"]

const parametersOf = (address: string) => {
  const { page, ...parameters } = HandlerPages.match(address)
  return [
    page,
    Object.fromEntries(
      Object.entries(parameters).map((
        [name, value]
      ) => [name, Redacted.isRedacted(value) ? Redacted.value(value) : value])
    )
  ]
}

describe("match", () => {
  for (const [path, page] of [...Object.entries(paths), ["__proto__", "notFound"]]) {
    it(`match: ${path || "the base itself"} is ${page}`, () => {
      assert.strictEqual(HandlerPages.match(`${base}/${path}`).page, page)
    })
  }

  it("finds pages at the app's URLs", () => {
    const urls = { handler: "/auth", signIn: "/login", error: "https://app.example.com/oops" }
    const pages = ["/auth/sign-up", "/login", "https://app.example.com/oops?x=1", "/handler/sign-up", "/auth/sign-in"]
      .map((path) => HandlerPages.match(path, urls).page)
    assert.deepStrictEqual(pages, ["signUp", "signIn", "error", "notFound", "signIn"])
  })

  for (const path of mailed) {
    it(`match: reads the code of ${path}`, () => {
      assert.deepStrictEqual(parametersOf(`${base}/${path}?code=abc&code=def&x=1`)[1], { code: "abc" })
      assert.deepStrictEqual(parametersOf(`${base}/${path}?code=`)[1], { code: undefined })
      assert.deepStrictEqual(parametersOf(`${base}/${path}`)[1], { code: undefined })
    })
  }

  it("reads the parameters of providers, the service and command lines", () => {
    assert.deepStrictEqual(parametersOf(`${base}/oauth-callback?code=a&state=b`), [
      "oauthCallback",
      { code: "a", state: "b" }
    ])
    assert.deepStrictEqual(parametersOf(`${base}/error?errorCode=OUTER_OAUTH_TIMEOUT&message=m&details=%7B%7D`), [
      "error",
      { errorCode: "OUTER_OAUTH_TIMEOUT" }
    ])
    assert.deepStrictEqual(parametersOf(`${base}/error?errorCode=Call%20555`), ["error", { errorCode: undefined }])
    assert.deepStrictEqual(parametersOf(`${base}/cli-auth-confirm?login_code=a%2Bb`), [
      "cliAuthConfirm",
      { loginCode: "a+b" }
    ])
  })

  it("shows no code, state or login code", () => {
    const texts = [
      ...mailed.map((path) => `${base}/${path}?code=secret-text`),
      `${base}/oauth-callback?code=secret-text&state=secret-text`,
      `${base}/cli-auth-confirm?login_code=secret-text`
    ].flatMap((address) => {
      const match = HandlerPages.match(address)
      return [inspect(match, { depth: Infinity, showHidden: true }), JSON.stringify(match)]
    })
    for (const text of texts) assert.notInclude(text, "secret-text")
  })

  it("returns a page for every string", () => {
    const pages = new Set<string>([...Object.values(paths), "notFound"])
    const word = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.webUrl({ withQueryParameters: true }),
      fc.tuple(
        fc.constantFrom(...Object.keys(paths)),
        fc.string({ unit: codePoint })
      ).map(([path, rest]) => `${base}/${path}?code=${rest}`),
      fc.string().map((path) => `/handler/${path}`)
    )
    fc.assert(
      fc.property(word, word, (address, handler) => {
        assert.isTrue(pages.has(HandlerPages.match(address).page))
        assert.isTrue(pages.has(HandlerPages.match(address, { handler, signIn: handler }).page))
      }),
      { numRuns: runsOf(300) }
    )
  })
})
