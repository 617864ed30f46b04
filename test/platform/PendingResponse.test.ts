import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { Cookies, Page, RequestHost } from "latchkey"
import { codePoint } from "../support/codePoint.ts"
import { makeJar } from "../support/host.ts"
import { runsOf } from "../support/propertyRuns.ts"

type Headers = Readonly<Record<string, string>>

/** Runs an effect as a request's handler, and returns its result and the response. */
const handle = <A>(
  effect: Effect.Effect<A, never, RequestHost.PendingResponse | Page.Page | Cookies.Cookies>,
  { url = "https://app.example.com/a", headers = {} }: { readonly url?: string; readonly headers?: Headers } = {},
  options?: RequestHost.RequestHostOptions
) =>
  Effect.all([effect, RequestHost.respond("body")]).pipe(
    Effect.provide(RequestHost.layerHost({ url, headers: new Headers(headers) }, options))
  )

const url = Effect.flatMap(Page.Page, (page) => page.url)
const all = Effect.flatMap(Cookies.Cookies, (cookies) => cookies.all)
const set = (name: string, value: string, maxAge = 60) =>
  Effect.flatMap(Cookies.Cookies, (cookies) => cookies.set(name, value, { maxAge }))
const remove = (name: string) => Effect.flatMap(Cookies.Cookies, (cookies) => cookies.remove(name))
const goTo = (to: string) => Effect.flatMap(Page.Page, (page) => page.goTo(to))

const addressIn = (request: RequestHost.RequestLike, options?: RequestHost.RequestHostOptions) =>
  Effect.provide(url, RequestHost.layerHost(request, options))

describe("RequestHost, the page", () => {
  const addresses: Readonly<Record<string, [RequestHost.RequestLike, string]>> = {
    "a web request": [new Request("https://app.example.com/a?b=c"), "https://app.example.com/a?b=c"],
    "a web request behind a proxy": [
      new Request("http://app.example.com/a", { headers: { "x-forwarded-proto": "https" } }),
      "https://app.example.com/a"
    ],
    "one behind two proxies": [
      new Request("http://app.example.com/a", { headers: { "x-forwarded-proto": "HTTPS , http" } }),
      "https://app.example.com/a"
    ],
    "one that came to the first proxy without encryption": [
      new Request("http://app.example.com/a", { headers: { "x-forwarded-proto": "http, https" } }),
      "http://app.example.com/a"
    ],
    "Node's request": [{ url: "/a?b=c", headers: { host: "localhost:3000" } }, "http://localhost:3000/a?b=c"],
    "Node's request behind a proxy": [
      { url: "/a", headers: { host: "app.example.com", "x-forwarded-proto": ["https", "http"] } },
      "https://app.example.com/a"
    ],
    "an absolute URL with a password": [
      { url: "https://ada:secret@app.example.com/a", headers: { host: "app.example.com" } },
      "https://app.example.com/a"
    ],
    "a path that looks like a host": [
      { url: "//evil.example/a", headers: { host: "app.example.com" } },
      "http://app.example.com//evil.example/a"
    ],
    "a path that looks like a host to some": [
      { url: "/\\evil.example/a", headers: { host: "app.example.com" } },
      "http://app.example.com//evil.example/a"
    ],
    "a host with a user before it": [{ url: "/a", headers: { host: "me@app.example.com" } }, "http://localhost/a"],
    "a host with a path behind it": [{ url: "/a", headers: { host: "app.example.com/b?c=" } }, "http://localhost/a"],
    "a host with a hash behind it": [{ url: "/a", headers: { host: "app.example.com#" } }, "http://localhost/a"],
    "a host that is empty": [{ url: "/evil.example/a", headers: { host: "" } }, "http://localhost/evil.example/a"],
    "a host that comes to nothing": [
      { url: "/evil.example/a", headers: { host: "\t" } },
      "http://localhost/evil.example/a"
    ],
    "a script": [{ url: "javascript:alert(1)", headers: { host: "app.example.com" } }, "http://app.example.com/"],
    "a file": [{ url: "file:///etc", headers: { host: "app.example.com" } }, "http://app.example.com/"],
    // Sound, here and below: frameworks may pass other values than their types declare.
    "an object that prints as the address": [
      { url: new URL("https://app.example.com/a") as unknown as string, headers: {} },
      "https://app.example.com/a"
    ],
    "no address": [{ headers: { host: "app.example.com" } }, "http://app.example.com/"],
    "an asterisk": [{ url: "*", headers: { host: "app.example.com" } }, "http://app.example.com/"],
    "a host that is none": [{ url: "/a", headers: { host: "a b" } }, "http://localhost/a"],
    "nothing at all": [{ headers: {} }, "http://localhost/"]
  }
  for (const [what, [request, expected]] of Object.entries(addresses)) {
    it.effect(`has the URL of ${what}`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* addressIn(request), expected)
      }))
  }

  it.effect("ignores forwarded hosts, and uses the given origin", () =>
    Effect.gen(function*() {
      const request = { url: "/a?b=c", headers: { host: "10.0.0.1:8080", "x-forwarded-host": "evil.example" } }
      assert.strictEqual(yield* addressIn(request), "http://10.0.0.1:8080/a?b=c")
      assert.strictEqual(
        yield* addressIn(request, { origin: "https://app.example.com/" }),
        "https://app.example.com/a?b=c"
      )
    }))

  const urls = fc.oneof(
    fc.constantFrom(
      "javascript:.evil.example/a",
      "data:.evil.example",
      "mailto:@evil.example",
      "foo://evil.example/a",
      "//e"
    ),
    fc.webUrl(),
    fc.string({ unit: codePoint })
  )

  it("has the given origin for any request", () => {
    fc.assert(
      fc.property(urls, fc.string({ unit: codePoint }), (url, host) => {
        const address = Effect.runSync(addressIn({ url, headers: { host } }, { origin: "https://app.example.com" }))
        assert.strictEqual(new URL(address).origin, "https://app.example.com")
      }),
      { numRuns: runsOf(100) }
    )
  })

  for (
    const headers of [undefined, null, 3, "host: a", [], [["host", "a"]], { host: 3, cookie: {} }, { get: () => 3 }]
  ) {
    it.effect(`ignores the headers ${JSON.stringify(headers)}`, () =>
      Effect.gen(function*() {
        const request = { url: "/a", headers: headers as unknown as RequestHost.RequestHeaders }
        assert.strictEqual(yield* addressIn(request), "http://localhost/a")
        assert.deepStrictEqual(yield* Effect.provide(all, RequestHost.layerHost(request)), [])
      }))
  }

  it("never fails for any request", () => {
    fc.assert(
      fc.property(
        fc.record({ url: urls, headers: fc.dictionary(fc.string(), fc.string()) }),
        fc.string({ unit: codePoint }),
        fc.string({ unit: codePoint }),
        ({ headers, url }, host, cookie) =>
          Effect.runSync(Effect.gen(function*() {
            const request = { url, headers: { ...headers, host, cookie } }
            assert.isTrue(URL.canParse(yield* addressIn(request)))
            yield* Effect.provide(Effect.andThen(goTo(url), RequestHost.respond()), RequestHost.layerHost(request))
          }))
      ),
      { numRuns: runsOf(100) }
    )
  })

  it.effect("RequestHost: the page's URL changes with a replace, and not with a redirect", () =>
    Effect.gen(function*() {
      const [seen] = yield* handle(
        Effect.gen(function*() {
          const page = yield* Page.Page
          yield* page.replaceUrl("/callback?after=1")
          yield* page.goTo("/home")
          yield* page.settle
          return yield* page.url
        }),
        { url: "https://app.example.com/callback?code=c&state=s" }
      )
      assert.strictEqual(seen, "https://app.example.com/callback?after=1")
    }))

  it.effect("makes the last redirect the response", () =>
    Effect.gen(function*() {
      const [, response] = yield* handle(Effect.andThen(goTo("/one"), goTo("/two?a=b#c")))
      assert.strictEqual(response.status, 303)
      assert.strictEqual(response.headers.get("location"), "/two?a=b#c")
      assert.strictEqual(yield* Effect.promise(() => response.text()), "")
    }))

  const targets: Readonly<Record<string, string | null>> = {
    "https://provider.example/authorize?a=b": "https://provider.example/authorize?a=b",
    "https://app.example.com/home": "/home",
    "home": "/home",
    "/a\r\nset-cookie: evil=1": "/aset-cookie:%20evil=1",
    "/.//evil.example": "https://app.example.com//evil.example",
    "/ü": "/%C3%BC",
    "https://[": null
  }
  for (const [target, expected] of Object.entries(targets)) {
    it.effect(`redirects to ${JSON.stringify(target)} as ${expected}`, () =>
      Effect.gen(function*() {
        const [, response] = yield* handle(goTo(target))
        assert.strictEqual(response.headers.get("location"), expected)
        assert.strictEqual(response.status, expected === null ? 200 : 303)
      }))
  }
})

describe("RequestHost, the jar", () => {
  it.effect("contains the request's cookies, decoded, and the program's own", () =>
    Effect.gen(function*() {
      const [found] = yield* handle(
        Effect.gen(function*() {
          const before = yield* all
          yield* set("a", "new; \"ü\"")
          yield* remove("b")
          return [before, yield* all]
        }),
        { headers: { cookie: "a=1; b=%22; a=2; c" } }
      )
      assert.deepStrictEqual(found, [
        [{ name: "a", value: "1" }, { name: "b", value: "\"" }, { name: "a", value: "2" }],
        [{ name: "a", value: "new; \"ü\"" }]
      ])
    }))

  it.effect("reads Node's headers, and several cookie headers", () =>
    Effect.gen(function*() {
      for (const cookie of ["a=1; b=2", ["a=1", "b=2"]]) {
        const found = yield* Effect.provide(all, RequestHost.layerHost({ url: "/", headers: { cookie } }))
        assert.deepStrictEqual(found, [{ name: "a", value: "1" }, { name: "b", value: "2" }])
      }
    }))

  it.effect("is Secure and Lax over https, and Lax without", () =>
    Effect.gen(function*() {
      const linesAt = Effect.fnUntraced(function*(url: string, headers: Headers = {}) {
        const [, response] = yield* handle(set("a", "1"), { url, headers })
        return response.headers.getSetCookie()
      })
      const secure = ["a=1; Max-Age=60; Path=/; Secure; SameSite=Lax"]
      assert.deepStrictEqual(yield* linesAt("https://app.example.com/"), secure)
      assert.deepStrictEqual(yield* linesAt("http://app.example.com/", { "x-forwarded-proto": "https" }), secure)
      assert.deepStrictEqual(yield* linesAt("http://localhost:3000/"), ["a=1; Max-Age=60; Path=/; SameSite=Lax"])
    }))

  it.effect("omits a cookie that was set and removed, and an invalid one", () =>
    Effect.gen(function*() {
      const [, response] = yield* handle(
        Effect.all([set("a", "1"), remove("a"), remove("b"), set("no name", "1"), set("c", "\ud800")])
      )
      assert.deepStrictEqual(response.headers.getSetCookie(), [])
    }))

  it.effect("sets only the last value", () =>
    Effect.gen(function*() {
      const [, response] = yield* handle(Effect.all([set("a", "1"), set("b", "1"), set("a", "2", 5)]))
      assert.deepStrictEqual(response.headers.getSetCookie().map((line) => line.split("; Path")[0]), [
        "a=2; Max-Age=5",
        "b=1; Max-Age=60"
      ])
    }))

  for (
    const url of ["https://app.example.com/a/b", "http://app.example.com/a/b", "http://localhost/", "http://127.0.0.1/"]
  ) {
    it.effect(`removes cookies from a browser at ${url}, in any path and domain`, () =>
      Effect.gen(function*() {
        const jar = yield* makeJar
        const host = new URL(url).hostname
        for (const domain of ["", "; Domain=example.com", "; Domain=app.example.com"]) {
          jar.receive(url, `a=1; Path=/${domain}`)
        }
        jar.receive(url, "a=1; Path=/; Secure; Partitioned; SameSite=None")
        jar.receive(url, "__Host-b=1; Path=/; Secure")
        jar.receive(url, "__Host-c=1; Path=/; Secure; Partitioned; SameSite=None")
        const count = { "app.example.com": url.startsWith("https") ? 6 : 3 }[host] ?? 1
        assert.lengthOf(jar.cookies, count)
        const [, response] = yield* handle(
          Effect.flatMap(all, (found) => Effect.forEach(found, ({ name }) => remove(name))),
          { url, headers: { cookie: jar.header(url) } }
        )
        for (const line of response.headers.getSetCookie()) jar.receive(url, line)
        assert.deepStrictEqual(jar.cookies, [])
        assert.notMatch(response.headers.getSetCookie().join("\n"), /__Host-.*Domain=/)
      }))
  }

  it.effect("removes Secure cookies behind a proxy that does not forward the protocol", () =>
    Effect.gen(function*() {
      const jar = yield* makeJar
      const url = "https://app.example.com/"
      jar.receive(url, "__Host-b=1; Path=/; Secure")
      const [, response] = yield* handle(remove("__Host-b"), {
        url: "/",
        headers: { host: "app.example.com", cookie: jar.header(url) }
      })
      for (const line of response.headers.getSetCookie()) jar.receive(url, line)
      assert.deepStrictEqual(jar.cookies, [])
    }))

  it.effect("keeps one of several cookies sent by a browser, even during a sign-out and a sign-in", () =>
    Effect.gen(function*() {
      for (const [before, ...own] of [[Effect.void, "own"], [remove("a"), "own"], [remove("a")]] as const) {
        const url = "https://app.example.com/"
        const jar = yield* makeJar
        jar.receive(url, "a=shared; Path=/; Domain=example.com")
        for (const value of own) jar.receive(url, `a=${value}; Path=/`)
        const [, response] = yield* handle(Effect.andThen(before, set("a", "new")), {
          url,
          headers: { cookie: jar.header(url) }
        })
        for (const line of response.headers.getSetCookie()) jar.receive(url, line)
        assert.deepStrictEqual(jar.cookies.map(({ isHostOnly, value }) => ({ isHostOnly, value })), [
          { isHostOnly: true, value: "new" }
        ])
      }
    }))

  for (const host of ["my_app.example.com", "app.example.com.", "[::1]:3000", "a".repeat(70) + ".example.com"]) {
    it.effect(`RequestHost: removes and replaces host-only cookies at ${host}`, () =>
      Effect.gen(function*() {
        const [, response] = yield* handle(Effect.andThen(remove("a"), set("b", "new")), {
          url: `https://${host}/`,
          headers: { cookie: "a=1; b=1; b=2" }
        })
        const lines = response.headers.getSetCookie()
        assert.include(lines, "a=; Max-Age=0; Path=/; Secure; SameSite=Lax")
        assert.include(lines, "b=new; Max-Age=60; Path=/; Secure; SameSite=Lax")
      }))
  }

  it.effect("RequestHost: accepts a cookie whose name no response can contain", () =>
    Effect.gen(function*() {
      const [left, response] = yield* handle(
        Effect.andThen(
          Effect.forEach(["a b", "ä", "c"], remove),
          Effect.map(all, (found) => found.map(({ name }) => name))
        ),
        // A web header contains only bytes, as characters.
        { headers: { cookie: "a b=1; ä=2; c=3; d=4" } }
      )
      assert.deepStrictEqual(left, ["d"])
      for (const line of response.headers.getSetCookie()) assert.match(line, /^c=;/)
    }))

  it.effect("RequestHost: removal cookies stay small for a nonexistent host name", () =>
    Effect.gen(function*() {
      const [, response] = yield* handle(remove("a"), {
        url: `https://${"a.".repeat(3000)}com/`,
        headers: { cookie: "a=1" }
      })
      assert.isBelow(response.headers.getSetCookie().join("").length, 4000)
    }))

  it.effect("RequestHost: removal cookies stay small for an app with a long name", () =>
    Effect.gen(function*() {
      const names = ["a", "b", "c"].map((name) => `stack-refresh-3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11--${name}`)
      const [, response] = yield* handle(Effect.forEach(names, remove), {
        url: "https://one.of.many.apps.example.co.uk/",
        headers: { cookie: names.map((name) => `${name}=1`).join("; ") }
      })
      assert.isBelow(response.headers.getSetCookie().join("\r\nset-cookie: ").length, 4000)
    }))
})

describe("RequestHost, the response", () => {
  const cacheControl = (
    effect: Effect.Effect<void, never, Page.Page | Cookies.Cookies>,
    init?: ConstructorParameters<typeof Response>[1]
  ) =>
    Effect.andThen(effect, RequestHost.respond("body", init)).pipe(
      Effect.map(({ headers }) => headers.get("cache-control")),
      Effect.provide(RequestHost.layerHost(new Request("https://app.example.com/")))
    )

  it.effect("is not cached if it sets a cookie, with any other cache header", () =>
    Effect.gen(function*() {
      const headers = { "cache-control": "public, max-age=3600" }
      assert.strictEqual(yield* cacheControl(set("a", "1")), "no-store")
      assert.strictEqual(yield* cacheControl(set("a", "1"), { headers }), "no-store")
      assert.strictEqual(yield* cacheControl(goTo("/home"), { headers }), "no-store")
      assert.strictEqual(yield* cacheControl(Effect.void), "no-store")
      assert.strictEqual(yield* cacheControl(Effect.void, { headers }), "public, max-age=3600")
    }))

  it.effect("has the given body, status and headers, and the cookies", () =>
    Effect.gen(function*() {
      const response = yield* Effect.andThen(
        set("a", "1"),
        RequestHost.respond("created", { status: 201, headers: { "content-type": "text/plain", "set-cookie": "b=2" } })
      ).pipe(Effect.provide(RequestHost.layerHost(new Request("https://app.example.com/"))))
      assert.strictEqual(response.status, 201)
      assert.strictEqual(response.headers.get("content-type"), "text/plain")
      assert.deepStrictEqual(response.headers.getSetCookie().map((line) => line.slice(0, 3)), ["b=2", "a=1"])
      assert.strictEqual(yield* Effect.promise(() => response.text()), "created")
    }))

  it.effect("can be made from another response", () =>
    Effect.gen(function*() {
      const made = new Response("teapot", { status: 418, statusText: "Teapot", headers: { "x-made-by": "framework" } })
      const response = yield* Effect.andThen(set("a", "1"), RequestHost.respond(made.body, made)).pipe(
        Effect.provide(RequestHost.layerHost(new Request("https://app.example.com/")))
      )
      assert.deepStrictEqual([response.status, response.statusText], [418, "Teapot"])
      assert.strictEqual(response.headers.get("x-made-by"), "framework")
      assert.strictEqual(response.headers.getSetCookie()[0]?.slice(0, 3), "a=1")
      assert.strictEqual(yield* Effect.promise(() => response.text()), "teapot")
    }))

  it.effect("is available as headers, for frameworks that create responses", () =>
    Effect.gen(function*() {
      const headers = yield* Effect.andThen(
        Effect.all([set("a", "1"), set("b", "2"), goTo("/home")]),
        RequestHost.headers
      )
        .pipe(Effect.provide(RequestHost.layerHost(new Request("https://app.example.com/"))))
      assert.lengthOf(headers.getSetCookie(), 2)
      assert.strictEqual(headers.get("location"), "/home")
      assert.strictEqual(headers.get("cache-control"), "no-store")
    }))

  it.effect("belongs to one request", () =>
    Effect.gen(function*() {
      const layer = RequestHost.layerHost(new Request("https://app.example.com/"))
      yield* Effect.provide(set("a", "1"), layer)
      const response = yield* Effect.provide(RequestHost.respond(), layer)
      assert.deepStrictEqual(response.headers.getSetCookie(), [])
      const context = yield* Layer.build(layer)
      assert.isDefined(Context.get(context, RequestHost.PendingResponse))
    }))
})
