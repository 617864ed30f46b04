import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { Navigation } from "latchkey"
import { toSameOriginPath } from "../../src/navigation/sameOrigin.ts"
import { codePoint } from "../support/codePoint.ts"
import { checkRowsEffect } from "../support/mismatches.ts"
import { layerHost, visited } from "../support/page.ts"
import { runsOf } from "../support/propertyRuns.ts"
import { hostile, page } from "./hostile.ts"

const parameter = "after_auth_return_to"

/** Navigation without delays, so that a property can test many inputs. */
const layerAtOnce = (url: string) =>
  Navigation.layer({ redirectMethod: "window" }).pipe(Layer.provideMerge(layerHost(url, Effect.void)))

/** The sign-in page, with a return path in its URL. */
const signInPage = (returnTo: string, start = page): string => {
  const url = new URL(start)
  url.searchParams.set(parameter, returnTo)
  return url.toString()
}

const text = (url: string) => `Redirect URL ${url} is not trusted. Use a relative URL.`

/** Parts that distinguish hosts, schemes and paths, with the hosts that matter. */
const pieces = [
  ["/", "//", "\\", ":", "@", "?", "#", ".", "..", "%2f", "%5c", "%2e", "\t", "\n", "\r", "\u0000", " ", "\u00a0"],
  ["https:", "http:", "javascript:", "data:", "blob:", "file:", "about:", "ws:", "myapp:", "https://", "[", "]"],
  ["app.example", "e.example", "one.invalid", "another.invalid", "localhost:3000", "a", ":443", ":80", "\uff0f"],
  ["\u3002", "\ud800", "\u202e", "&", "=", parameter]
]
const piece = fc.constantFrom(...pieces.flat())
const input = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  fc.array(fc.oneof(piece, fc.string({ unit: codePoint, maxLength: 3 })), { maxLength: 8 }).map((parts) =>
    parts.join("")
  ),
  fc.string({ unit: codePoint }),
  fc.webUrl({ withFragments: true, withQueryParameters: true })
)
/** URLs of pages that an app may be on. */
const appPage = fc.tuple(
  fc.constantFrom("https://app.example", "http://localhost:3000", "https://app.example:8443", "https://[::1]"),
  fc.array(piece, { maxLength: 4 })
).map(([origin, path]) => `${origin}/${path.join("")}`).filter((url) => URL.canParse(url))

const leadsNowhereElse = (result: string, page: string): void => {
  assert.match(result, /^\/(?![/\\])/)
  assert.strictEqual(new URL(result, page).origin, new URL(page).origin, result)
}

const nameOf = ([url]: typeof hostile[number]): string => JSON.stringify(url)

describe("a redirect target", () => {
  it("the table has at least 60 different hostile URLs", () => {
    assert.isAtLeast(new Set(hostile.map(([url]) => url)).size, 60)
    assert.strictEqual(new Set(hostile.map(([url]) => url)).size, hostile.length)
  })

  it.effect("redirect: a hostile URL leads to a path of the app or is refused", () =>
    checkRowsEffect(hostile, nameOf, ([url, within]) =>
      Effect.gen(function*() {
        const exit = yield* Effect.exit(Navigation.redirect(url))
        if (within === undefined) {
          assert.deepStrictEqual(exit, Exit.fail(new Navigation.RedirectUrlNotTrusted({ url, message: text(url) })))
          assert.deepStrictEqual(yield* visited, [])
        } else {
          assert.deepStrictEqual(yield* visited, [within])
          leadsNowhereElse(within, page)
        }
      }).pipe(Effect.provide(layerAtOnce(page)))))

  it.effect("redirectAfterSignIn: a hostile URL in after_auth_return_to leads to a path of the app or is refused", () =>
    checkRowsEffect(hostile, nameOf, ([url]) =>
      Effect.gen(function*() {
        const start = signInPage(url)
        const exit = yield* Effect.exit(Navigation.redirectAfterSignIn().pipe(Effect.provide(layerAtOnce(start))))
        const kept = new URL(start).searchParams.get(parameter)!
        const within = toSameOriginPath(kept, start)
        assert.deepStrictEqual(
          exit,
          within === undefined
            ? Exit.fail(new Navigation.RedirectUrlNotTrusted({ url: kept, message: text(kept) }))
            : Exit.void
        )
      })))

  it.effect("redirectTo: a hostile URL in after_auth_return_to is kept unchanged for the sign-up page", () =>
    checkRowsEffect(hostile, nameOf, ([url]) =>
      Effect.gen(function*() {
        const start = signInPage(url)
        const kept = new URL(start).searchParams.get(parameter)!
        const [went] = yield* Effect.andThen(Navigation.redirectTo("signUp"), visited).pipe(
          Effect.provide(layerAtOnce(start))
        )
        leadsNowhereElse(went!, start)
        assert.strictEqual(new URL(went!, start).pathname, "/handler/sign-up")
        assert.deepStrictEqual(new URL(went!, start).searchParams.getAll(parameter), [kept])
      })))

  it("toSameOriginPath: returns a path that every parser resolves to the same origin, for any input", () => {
    fc.assert(
      fc.property(input, appPage, (url, page) => {
        const within = toSameOriginPath(url, page)
        if (within === undefined) return
        leadsNowhereElse(within, page)
        // Parsing it again changes nothing.
        assert.strictEqual(toSameOriginPath(within, page), within)
      }),
      { numRuns: runsOf(1000) }
    )
  })

  it("redirect, redirectTo and redirectAfterSignIn never leave the page's origin, for any string", () => {
    fc.assert(
      fc.property(input, appPage, (url, page) => {
        const start = signInPage(url, page)
        const visits = Effect.runSync(
          Effect.gen(function*() {
            yield* Effect.ignore(Navigation.redirect(url))
            yield* Navigation.redirectTo("signIn")
            yield* Effect.ignore(Navigation.redirectAfterSignIn({ isNewUser: true }))
            return yield* visited
          }).pipe(Effect.provide(layerAtOnce(start)))
        )
        assert.isAtLeast(visits.length, 1)
        for (const visit of visits) leadsNowhereElse(visit, start)
      }),
      { numRuns: runsOf(300) }
    )
  })

  it("toSameOriginPath: never throws for any page URL, valid or invalid", () => {
    const pages = [
      "about:blank",
      "about:srcdoc",
      "data:text/html,x",
      "blob:https://app.example/1",
      "myapp://",
      "myapp:x",
      ""
    ]
    fc.assert(
      fc.property(input, fc.oneof(input, fc.constantFrom(...pages)), (url, page) => {
        const within = toSameOriginPath(url, page)
        if (within !== undefined) assert.match(within, /^\/(?![/\\])/)
      }),
      { numRuns: runsOf(1000) }
    )
  })

  it("toSameOriginPath: a URL must be relative on a page without an http or https host", () => {
    for (
      const page of ["about:blank", "blob:https://app.example/1", "data:text/html,x", "myapp://home", "myapp:", "", "x"]
    ) {
      assert.strictEqual(toSameOriginPath("/x?y#z", page), "/x?y#z", page)
      assert.strictEqual(toSameOriginPath("x", page), "/x", page)
      assert.strictEqual(toSameOriginPath("?y", page), "/?y", page)
      for (const url of ["//e.example", "https://app.example/x", "myapp://home/x", "javascript:0"]) {
        assert.isUndefined(toSameOriginPath(url, page), `${url} on ${page}`)
      }
    }
  })

  it("toSameOriginPath: a URL must not be absolute on a page over http, even with its own host", () => {
    const page = "http://localhost:3000/"
    for (const url of ["http://localhost:3000/x", "https://localhost:3000/x", "https://localhost/x"]) {
      assert.isUndefined(toSameOriginPath(url, page), url)
    }
    assert.strictEqual(toSameOriginPath("/x", page), "/x")
    // A browser would parse this as a host on such a page; the result is a path.
    assert.strictEqual(toSameOriginPath("https:x", page), "/x")
  })

  it("toSameOriginPath: resolves or refuses a URL of two million characters", () => {
    const long = "a".repeat(2_000_000)
    assert.strictEqual(toSameOriginPath(`/${long}`, page), `/${long}`)
    for (
      const url of [`//${long}`, `https://${long}`, "/".repeat(2_000_000), `https://${"a.".repeat(100_000)}example`]
    ) {
      assert.isUndefined(toSameOriginPath(url, page))
    }
  })
})
