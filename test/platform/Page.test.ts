import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { Page } from "latchkey"

/** A window that records its operations. The URL stays the same, as until a browser has loaded another page. */
const makeWindow = (href: string, replaceState = (_url: string) => {}) => {
  const done: Array<readonly [what: string, url: string, state?: unknown]> = []
  const state = { scroll: 7 }
  // Sound: a page uses only these.
  const window = {
    location: {
      href,
      assign: (url: string) => void done.push(["assign", url]),
      replace: (url: string) => void done.push(["replace", url])
    },
    history: {
      state,
      replaceState: (state: unknown, _: string, url: string) => {
        replaceState(url)
        done.push(["replaceState", url, state])
      }
    }
  } as unknown as Parameters<typeof Page.makeWindow>[0]
  return { done, state, page: Page.makeWindow(window) }
}

const href = "https://app.example/notes/7?tab=2#end"

describe("the page of a window", () => {
  it.effect("has the window's URL", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* makeWindow(href).page.url, href)
    }))

  it.effect("navigates to absolute URLs only, which a document's <base> does not affect", () =>
    Effect.gen(function*() {
      const { done, page } = makeWindow(href)
      yield* page.goTo("/x?y#z")
      yield* page.goTo("8", { replace: true })
      yield* page.goTo("?a", { replace: false })
      yield* page.goTo("https://provider.example/authorize?b=c")
      assert.deepStrictEqual(done, [
        ["assign", "https://app.example/x?y#z"],
        ["replace", "https://app.example/notes/8"],
        ["assign", "https://app.example/notes/7?a"],
        ["assign", "https://provider.example/authorize?b=c"]
      ])
    }))

  it.effect("replaces its URL, and keeps the history entry's state", () =>
    Effect.gen(function*() {
      const { done, page, state } = makeWindow(href)
      yield* page.replaceUrl("/notes/7")
      assert.deepStrictEqual(done, [["replaceState", "https://app.example/notes/7", state]])
    }))

  it.effect("keeps a URL that the browser refuses to replace", () =>
    Effect.gen(function*() {
      const { done, page } = makeWindow(href, () => {
        throw new DOMException("Another origin", "SecurityError")
      })
      yield* page.replaceUrl("https://other.example/")
      assert.deepStrictEqual(done, [])
    }))

  it.effect("a page without an absolute URL, such as a frame, passes its URL on unchanged", () =>
    Effect.gen(function*() {
      const { done, page } = makeWindow("about:srcdoc")
      yield* page.goTo("/x")
      assert.deepStrictEqual(done, [["assign", "/x"]])
    }))

  it.effect("waits two seconds after navigating", () => takesTwoSeconds(makeWindow(href).page))

  it.effect("fails outside a browser", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(Page.layerBrowser)))
      assert.strictEqual(error._tag, "HostUnavailable")
      assert.strictEqual(error.message, "Page.layerBrowser requires a browser")
    }))
})

describe("a page in memory", () => {
  it.effect("navigates relative to its URL", () =>
    Effect.gen(function*() {
      const page = yield* Page.Page
      assert.strictEqual(yield* page.url, href)
      yield* page.goTo("8")
      assert.strictEqual(yield* page.url, "https://app.example/notes/8")
      yield* page.replaceUrl("/x?y#z")
      assert.strictEqual(yield* page.url, "https://app.example/x?y#z")
      yield* page.goTo("https://other.example", { replace: true })
      assert.strictEqual(yield* page.url, "https://other.example/")
    }).pipe(Effect.provide(Page.layerMemory(href))))

  it.effect("stays on the page for an invalid URL", () =>
    Effect.gen(function*() {
      const page = yield* Page.makeMemory(href)
      for (const url of ["https://", "http://["]) yield* Effect.andThen(page.goTo(url), page.replaceUrl(url))
      assert.strictEqual(yield* page.url, href)
    }))

  it.effect("a page in memory accepts any start URL", () =>
    Effect.gen(function*() {
      for (const url of ["", "about:blank", "myapp://home", "garbage"]) {
        const page = yield* Page.makeMemory(url)
        assert.strictEqual(yield* page.url, url)
        yield* page.goTo("https://app.example/x")
        assert.strictEqual(yield* page.url, "https://app.example/x")
      }
    }))

  it.effect("each layer has a separate page in memory", () =>
    Effect.gen(function*() {
      const one = yield* Page.makeMemory(href)
      const other = yield* Page.makeMemory(href)
      yield* one.goTo("/x")
      assert.strictEqual(yield* other.url, href)
    }))

  it.effect("waits two seconds after navigating", () => Effect.flatMap(Page.makeMemory(href), takesTwoSeconds))
})

function takesTwoSeconds({ settle }: Page.Page["Service"]) {
  return Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(settle)
    yield* TestClock.adjust(1999)
    assert.isUndefined(fiber.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.isDefined(fiber.pollUnsafe())
  })
}
