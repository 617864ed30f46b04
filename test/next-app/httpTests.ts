/** Tests of the app over HTTP: the HTML of its server, and the requests that it sends to the service. */
import { assert, describe, it } from "@effect/vitest"
import type { TestSession, World } from "./support.ts"

export const testHttp = (world: World): void => {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(world.app.url + path, { headers, redirect: "manual" })

  const page = async (path: string, session?: TestSession) => {
    const response = await get(path, session && { cookie: session.cookie })
    // The scripts repeat the page as data of its components.
    const html = (await response.text()).replace(/<script.*?<\/script>/gs, "")
    return { response, html, setCookies: response.headers.getSetCookie() }
  }

  const refreshes = (paths: ReadonlyArray<string>) => paths.filter((path) => path === "POST /auth/oauth/token").length

  describe("a page view", () => {
    it("a page view without a user renders the components below AuthProvider on the server", async () => {
      const { html, response } = await page("/")
      assert.strictEqual(response.status, 200)
      assert.include(html, "<h1>Welcome!</h1>")
      assert.include(html, "<a href=\"/handler/sign-in\">Sign in</a>")
      assert.notInclude(html, "Sign out")
      assert.notInclude(html, "data-dgst")
    })

    it("a page view with a valid access token sends no request to the service from proxy, layout and page", async () => {
      const session = await world.signIn()
      // The first requests of a process fetch the key set.
      await page("/", session)
      world.takePaths()
      for (const path of ["/", "/dashboard"]) {
        const { html, response, setCookies } = await page(path, session)
        assert.strictEqual(response.status, 200)
        assert.include(html, path === "/" ? "<h1>Welcome back, Ada!</h1>" : session.userId)
        assert.include(html, "Sign out")
        assert.notInclude(html, "/handler/sign-in\">Sign in")
        assert.deepStrictEqual(setCookies, [])
      }
      assert.deepStrictEqual(world.takePaths(), [])
    })

    it("fetches the key set once for the proxy and all routes of the process", async () => {
      const session = await world.signIn()
      for (const path of ["/", "/dashboard", "/profile", "/api/me", "/unproxied"]) await page(path, session)
      assert.deepStrictEqual(world.takePaths().filter((path) => path.includes("jwks")), [])
    })

    it("a page view with an expired access token refreshes once, and forwards the session to components and browser", async () => {
      const session = await world.signInEarlier()
      world.takePaths()
      const { html, response, setCookies } = await page("/dashboard", session)
      assert.strictEqual(response.status, 200)
      assert.include(html, session.userId)
      assert.deepStrictEqual(world.takePaths(), ["POST /auth/oauth/token"])
      assert.strictEqual(response.headers.get("cache-control"), "private, no-store")

      const cookie = applyCookies(session.cookie, setCookies)
      assert.notStrictEqual(cookie, session.cookie)
      assert.include((await page("/dashboard", { ...session, cookie })).html, session.userId)
      assert.deepStrictEqual(world.takePaths(), [])
    })

    it("a page view with the same expired access token in many concurrent requests refreshes once", async () => {
      const session = await world.signInEarlier()
      world.takePaths()
      const paths = ["/", "/dashboard", "/profile", "/unproxied", "/api/me"]
      const views = await Promise.all([...paths, ...paths].map((path) => page(path, session)))
      assert.deepStrictEqual(views.map(({ response }) => response.status), views.map(() => 200))
      assert.strictEqual(refreshes(world.takePaths()), 1)
    })

    it("a page view without the proxy refreshes an expired session once, and the session continues", async () => {
      const session = await world.signInEarlier()
      world.takePaths()
      const { html, setCookies } = await page("/unproxied", session)
      assert.include(html, `<h1>Unproxied for ${session.userId}</h1>`)
      assert.deepStrictEqual(setCookies, [])
      assert.deepStrictEqual(world.takePaths(), ["POST /auth/oauth/token"])
      assert.include((await page("/dashboard", session)).html, session.userId)
    })

    it("a page view with an ended session removes its cookies, and shows the page without a user", async () => {
      const session = await world.signInEarlier()
      await world.revoke(session)
      world.takePaths()
      const { html, setCookies } = await page("/", session)
      assert.include(html, "<h1>Welcome!</h1>")
      assert.strictEqual(applyCookies(session.cookie, setCookies), "")
      assert.strictEqual(refreshes(world.takePaths()), 1)
    })
  })

  describe("a protected page", () => {
    it("redirects a signed-out visitor in the proxy, and returns after the sign-in", async () => {
      const { response } = await page("/dashboard?tab=1")
      assert.strictEqual(response.status, 307)
      const location = new URL(response.headers.get("location")!, world.app.url)
      assert.strictEqual(
        location.pathname + location.search,
        "/handler/sign-in?after_auth_return_to=%2Fdashboard%3Ftab%3D1"
      )
    })

    it("redirects a signed-out visitor in the page, and returns after the sign-in", async () => {
      const { html } = await page("/profile")
      // The response has started, so Next.js redirects with an element of the page.
      const [, url] = /http-equiv="refresh" content="\d+;url=([^"]+)"/.exec(html) ?? []
      assert.strictEqual(url, "/handler/sign-in?after_auth_return_to=%2Fprofile")
      assert.notInclude(html, "displayName")
    })
  })

  describe("a page with a seed of resources", () => {
    it("renders client components with the user on the server, for one request", async () => {
      const session = await world.signIn()
      world.takePaths()
      const { html } = await page("/profile", session)
      assert.include(html, "<h1>Ada</h1>")
      assert.deepStrictEqual(world.takePaths(), ["GET /users/me"])
    })
  })

  describe("a route handler", () => {
    const post = (session: TestSession, headers: Readonly<Record<string, string>>) =>
      fetch(`${world.app.url}/api/me`, {
        method: "POST",
        headers: { cookie: session.cookie, "content-type": "application/json", ...headers },
        body: JSON.stringify({ displayName: "Grace" })
      })

    it("a route handler without a user responds with problem details", async () => {
      const response = await get("/api/me")
      assert.strictEqual(response.status, 401)
      assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
      assert.strictEqual(response.headers.get("www-authenticate"), "Bearer")
      assert.strictEqual((await response.json() as { readonly code: string }).code, "SignInRequired")
    })

    it("accepts cookies, and access tokens in a header", async () => {
      const session = await world.signIn()
      for (const headers of [{ cookie: session.cookie }, { authorization: `Bearer ${session.accessToken}` }]) {
        const response = await get("/api/me", headers)
        assert.deepStrictEqual(await response.json(), { userId: session.userId, email: session.user.primaryEmail })
        assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
      }
    })

    it("refuses an invalid access token in a header", async () => {
      const response = await get("/api/me", { authorization: "Bearer a.b.c" })
      assert.strictEqual(response.status, 401)
      assert.include(response.headers.get("www-authenticate")!, "invalid_token")
    })

    it("refuses an unsafe request from another site", async () => {
      const session = await world.signIn()
      const response = await post(session, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })
      assert.strictEqual(response.status, 403)
      assert.strictEqual((await response.json() as { readonly code: string }).code, "CrossSiteRequest")
    })

    it("calls the service as the user for an unsafe request from the app", async () => {
      const session = await world.signIn()
      const response = await post(session, { origin: world.app.url, "sec-fetch-site": "same-origin" })
      assert.deepStrictEqual(await response.json(), { displayName: "Grace" })
    })
  })

  describe("the bundle for browsers", () => {
    it("has no trace of the developer tools that the app renders", () => {
      const scripts = world.app.readScripts()
      // The recorder, which the app passes to the same provider, is in it.
      assert.isTrue(scripts.some((code) => code.includes("latchkey-recording")))
      for (const code of scripts) assert.notMatch(code, /latchkey-devtools|Latchkey DevTools|mountPanel/)
    })
  })

  describe("the server", () => {
    it("reports no error", () => {
      assert.notMatch(world.app.output(), /error|⨯/i)
    })
  })
}

/** The app's `Cookie` header after a response. */
const applyCookies = (cookie: string, setCookies: ReadonlyArray<string>): string => {
  const jar = new Map(cookie.split("; ").map((pair) => pair.split("=") as [string, string]))
  for (const line of setCookies) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
    if (value === "") jar.delete(name!)
    else jar.set(name!, value!)
  }
  return Array.from(jar, (pair) => pair.join("=")).join("; ")
}
