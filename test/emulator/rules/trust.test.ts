import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { MagicLink, Password } from "latchkey"
import { isNativeUrl, isOnDomain } from "../../../src/emulator/rules/trustedDomains.ts"
import { runsOf } from "../../support/propertyRuns.ts"
import { configure, failure, layerTest, signUp } from "../support.ts"

const isTrusted = (domain: string, url: string): boolean => isOnDomain(new URL(url), domain)

describe("a trusted domain", () => {
  const cases: ReadonlyArray<readonly [domain: string, trusted: ReadonlyArray<string>, others: ReadonlyArray<string>]> =
    [
      ["https://app.example.com", ["https://app.example.com/x", "https://APP.example.com:443/"], [
        "http://app.example.com/",
        "https://app.example.com:8443/",
        "https://example.com/",
        "https://app.example.com.evil.example/",
        "https://evil.example/app.example.com"
      ]],
      ["https://app.example.com/docs", ["https://app.example.com/docs/a"], ["https://app.example.com/"]],
      ["http://app.example.com:3000", ["http://app.example.com:3000/"], [
        "http://app.example.com/",
        "http://app.example.com:3001/"
      ]],
      ["https://app.example.com:443", ["https://app.example.com/", "https://app.example.com:443/x"], [
        "http://app.example.com:443/",
        "https://app.example.com:80/"
      ]],
      ["http://app.example.com:80", ["http://app.example.com/"], ["http://app.example.com:443/"]],
      ["https://*.example.com", ["https://a.example.com/x", "https://a-b.example.com/"], [
        "https://example.com/",
        "https://a.b.example.com/",
        "https://a.example.com:8443/",
        "http://a.example.com/",
        "https://aexample.com/",
        "https://a.example.com.evil.example/"
      ]],
      ["https://**.example.com", ["https://a.example.com/", "https://a.b.example.com/"], [
        "https://example.com/",
        "https://evilexample.com/",
        "https://a.example.org/"
      ]],
      ["https://app-*.example.com:8443", ["https://app-1.example.com:8443/"], [
        "https://app-1.example.com/",
        "https://app-1.2.example.com:8443/",
        "https://app.example.com:8443/"
      ]],
      ["http://[::1]:3000", ["http://[::1]:3000/"], ["http://[::2]:3000/"]],
      ["https://a+b.example.com", [], ["https://aab.example.com/"]],
      ["nope", [], ["https://nope/"]],
      ["ftp://example.com", [], ["https://example.com/"]],
      ["https://example.com@evil.example", [], ["https://evil.example/", "https://example.com/"]]
    ]

  for (const [domain, trusted, others] of cases) {
    it(`${domain} is compared by scheme, host, port and path`, () => {
      for (const url of trusted) assert.isTrue(isTrusted(domain, url), url)
      for (const url of others) assert.isFalse(isTrusted(domain, url), url)
    })
  }

  const label = fc.stringMatching(/^[a-z]([a-z-]{0,6}[a-z])?$/)
  const hosts = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."))

  it("a domain with * matches one more label, and with ** one or more labels", () => {
    fc.assert(
      fc.property(hosts, fc.constantFrom("example.com", "example.org", "xexample.com"), (start, end) => {
        const host = `${start}.${end}`
        const isBelow = end === "example.com"
        assert.strictEqual(isTrusted("https://*.example.com", `https://${host}/`), isBelow && !start.includes("."))
        assert.strictEqual(isTrusted("https://**.example.com", `https://${host}/`), isBelow)
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("a domain without wildcards matches only its host", () => {
    fc.assert(
      fc.property(hosts, hosts, (one, another) => {
        assert.strictEqual(isTrusted(`https://${one}`, `https://${another}/`), one === another)
      }),
      { numRuns: runsOf(100) }
    )
  })

  it("accepts any string as a pattern without an exception", () => {
    fc.assert(
      fc.property(fc.string(), (pattern) => {
        assert.isBoolean(isTrusted(pattern, "https://example.com/"))
        assert.isBoolean(isTrusted(`https://${pattern}`, "https://example.com/"))
      }),
      { numRuns: runsOf(100) }
    )
  })
})

describe("a callback URL", () => {
  const sendReset = (callbackUrl: string) => Password.sendResetCode({ email: "ada@example.com", callbackUrl })

  it.effect("is compared with wildcards and with the port since 2026", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ allowLocalhost: false, domains: ["https://*.example.com"] })
      yield* sendReset("https://a.example.com/x")
      for (const url of ["https://a.b.example.com/x", "https://example.com/x", "http://localhost:3000/x"]) {
        assert.strictEqual((yield* failure(sendReset(url)))._tag, "RedirectUrlNotWhitelisted", url)
      }
      const send = MagicLink.send({ email: "grace@example.com", callbackUrl: "https://a.example.com:8443/x" })
      assert.strictEqual((yield* failure(send))._tag, "RedirectUrlNotWhitelisted")
    }).pipe(Effect.provide(layerTest())))

  it.effect("is compared without wildcards and without the port before 2026", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* configure({ domains: ["https://*.example.com", "https://app.example.org"] })
      yield* sendReset("https://app.example.org:8443/x")
      assert.strictEqual((yield* failure(sendReset("https://a.example.com/x")))._tag, "RedirectUrlNotWhitelisted")
    }).pipe(Effect.provide(layerTest({ generation: "2025" }))))

  it("a callback URL with the service's scheme for native apps is trusted by every project", () => {
    assert.isTrue(isNativeUrl("stack-auth-mobile-oauth-url://success"))
    assert.isFalse(isNativeUrl("https://stack-auth-mobile-oauth-url:1/"))
  })
})
