import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { OAuth, Password } from "latchkey"
import { isKnownCode } from "../../../src/wire/errorCodes.ts"
import * as wire from "../../../src/wire/oauth.ts"
import { atProvider, visit } from "../../emulator/oauthSupport.ts"
import { configure } from "../../emulator/support.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { ada, anyText, begun, grace, layerTest, origin } from "./support.ts"

const errorPage = `${origin}/handler/error`
const at = (parameters: Readonly<Record<string, string>>) => `${errorPage}?${new URLSearchParams(parameters)}`

const evil = "<img src=x onerror=alert(1)> Call +1 555 0100 and give them your password"

describe("case 22: errorOf", () => {
  it("errorOf: returns the code of every error that may reach the page", () => {
    for (const { code } of wire.callback.errors) {
      const error = OAuth.errorOf(at({ errorCode: code, message: evil, details: "{}" }))
      assert.deepStrictEqual(error, { code } as typeof error)
    }
  })

  it("errorOf: returns only codes of the catalogue", () => {
    for (const { code } of wire.callback.errors) assert.isTrue(isKnownCode(code))
  })

  it("errorOf: reports any other error without text from the URL", () => {
    for (
      const errorCode of [
        "",
        "NEW_CODE",
        evil,
        "outer_oauth_timeout",
        "constructor",
        "__proto__",
        "toString",
        "hasOwnProperty"
      ]
    ) {
      const error = OAuth.errorOf(at({ errorCode, message: evil, details: JSON.stringify({ text: evil }) }))
      assert.deepStrictEqual(error, { code: undefined })
    }
  })

  it("returns undefined without an error", () => {
    for (
      const address of [errorPage, at({ message: evil }), at({ error: "access_denied" }), "", "?errorCode=A", "\ud800"]
    ) {
      assert.isUndefined(OAuth.errorOf(address))
    }
  })

  it("never throws, and never repeats the URL", () => {
    const codes = new Set<string | undefined>([undefined, ...wire.callback.errors.map(({ code }) => code)])
    fc.assert(
      fc.property(anyText, anyText, (code, message) => {
        const url = new URL(errorPage)
        url.searchParams.set("errorCode", code)
        url.searchParams.set("message", message)
        const error = OAuth.errorOf(url)!
        assert.deepStrictEqual(Object.keys(error), ["code"])
        assert.isTrue(codes.has(error.code))
        OAuth.errorOf(message)
      }),
      { numRuns: runsOf(100) }
    )
  })
})

describe("errors that the service redirects with", () => {
  const codeOf = (url: URL) => {
    assert.strictEqual(url.origin + url.pathname, errorPage)
    return OAuth.errorOf(url)?.code
  }

  const signUp = (email: string) =>
    Password.signUp({ email, password: Redacted.make("correct horse"), verificationCallbackUrl: `${origin}/verify` })

  it.effect("errorOf: reads the service's error from the final URL of a flow", () =>
    Effect.gen(function*() {
      assert.strictEqual(codeOf(yield* begun({}, { denied: true })), "OAUTH_PROVIDER_ACCESS_DENIED")
      yield* signUp(grace.email)
      assert.strictEqual(codeOf(yield* begun({}, grace)), "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
      yield* begun({ type: "link" }, ada)
      assert.strictEqual(
        codeOf(yield* begun({ type: "link" }, { accountId: "ada-2" })),
        "USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION"
      )
      yield* signUp("other@example.com")
      assert.strictEqual(
        codeOf(yield* begun({ type: "link" }, ada)),
        "OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER"
      )
      yield* configure({ signUpEnabled: false, oauthProviders: ["github"] })
      assert.strictEqual(codeOf(yield* begun({}, { accountId: "new" })), "SIGN_UP_NOT_ENABLED")
      assert.strictEqual(
        codeOf(yield* begun({ redirectUri: "https://evil.example/" }, ada)),
        "REDIRECT_URL_NOT_WHITELISTED"
      )
      const url = yield* OAuth.start({ provider: "github" })
      const late = yield* atProvider(url)
      const disabled = yield* atProvider(url)
      const back = ({ callback, cookie }: typeof late) =>
        Effect.map(visit(callback, { cookie }), ({ headers }) => codeOf(new URL(headers["location"]!)))
      yield* configure({ signUpEnabled: true, oauthProviders: ["google"] })
      assert.strictEqual(yield* back(disabled), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* back(late), "OUTER_OAUTH_TIMEOUT")
    }).pipe(Effect.provide(layerTest(undefined, undefined, {}, "2025"))))
})
