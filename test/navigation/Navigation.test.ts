import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { Navigation, Page } from "latchkey"
import { Host, layerHost, layerNavigation, visited } from "../support/page.ts"

const origin = "https://app.example"
const here = `${origin}/notes/7?tab=2#end`

/** Runs a redirect in an app on a page, and returns its target and method. */
const go = (
  effect: Effect.Effect<void, Navigation.RedirectUrlNotTrusted, Navigation.Navigation>,
  page = here,
  urls?: Navigation.GivenUrls
) =>
  Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(effect)
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(fiber)
    return (yield* Host).visits.map(({ replace, url }) => ({ url, replace }))
  }).pipe(Effect.provide(layerNavigation(page, { urls })))

const to = (url: string, replace = false) => [{ url, replace }]

/** A page of the app with a return path. */
const back = (page: string, returnTo: string) =>
  to(`${page}?${new URLSearchParams({ after_auth_return_to: returnTo }).toString()}`)

/** A page whose URL contains a return path. */
const wanting = (returnTo: string, path = "/handler/sign-in") =>
  `${origin}${path}?${new URLSearchParams({ after_auth_return_to: returnTo }).toString()}`

describe("redirectTo", () => {
  const destinations = {
    signOut: "/handler/sign-out",
    emailVerification: "/handler/email-verification",
    passwordReset: "/handler/password-reset",
    forgotPassword: "/handler/forgot-password",
    oauthCallback: "/handler/oauth-callback",
    magicLinkCallback: "/handler/magic-link-callback",
    accountSettings: "/handler/account-settings",
    teamSettings: "/handler/team-settings",
    error: "/handler/error",
    teamInvitation: "/handler/team-invitation",
    cliAuthConfirm: "/handler/cli-auth-confirm",
    mfa: "/handler/mfa",
    home: "/",
    afterSignOut: "/"
  } as const satisfies Record<Exclude<Navigation.Destination, "signIn" | "signUp" | "onboarding">, string>

  for (const [name, url] of Object.entries(destinations)) {
    it.effect(`${name} redirects to ${url}, without a return path`, () =>
      Effect.gen(function*() {
        // Sound: the keys of the table are names of pages.
        assert.deepStrictEqual(yield* go(Navigation.redirectTo(name as Navigation.Destination)), to(url))
        const wanted = yield* go(Navigation.redirectTo(name as Navigation.Destination), wanting("/x"))
        assert.deepStrictEqual(wanted, to(url))
      }))
  }

  it.effect("redirects to the app's page URLs", () =>
    Effect.gen(function*() {
      const urls = { home: "/start", afterSignOut: "/bye?x#y", signOut: `${origin}/out`, accountSettings: "/me" }
      assert.deepStrictEqual(yield* go(Navigation.redirectTo("home"), here, urls), to("/start"))
      assert.deepStrictEqual(yield* go(Navigation.redirectTo("afterSignOut"), here, urls), to("/bye?x#y"))
      assert.deepStrictEqual(yield* go(Navigation.redirectTo("signOut"), here, urls), to("/out"))
      assert.deepStrictEqual(yield* go(Navigation.redirectTo("accountSettings"), here, urls), to("/me"))
    }))

  const leadingBack = [
    ["signIn", "/handler/sign-in"],
    ["signUp", "/handler/sign-up"],
    ["onboarding", "/handler/onboarding"]
  ] as const
  for (const [name, page] of leadingBack) {
    it.effect(`${name} keeps the current page as return path: its path, query and hash`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* go(Navigation.redirectTo(name)), back(page, "/notes/7?tab=2#end"))
        assert.deepStrictEqual(yield* go(Navigation.redirectTo(name), origin), back(page, "/"))
        assert.deepStrictEqual(
          yield* go(Navigation.redirectTo(name), `${origin}/a b?c=ü&d`),
          back(page, "/a%20b?c=%C3%BC&d")
        )
      }))

    it.effect(`${name} keeps any existing return path`, () =>
      Effect.gen(function*() {
        for (const wanted of ["/x?y=1&z#w", "//e.example", "?", "after_auth_return_to=/y"]) {
          assert.deepStrictEqual(
            yield* go(Navigation.redirectTo(name), wanting(wanted, "/notes/7")),
            back(page, wanted)
          )
        }
      }))

    it.effect(`${name} uses the current page as return path if the parameter is empty`, () =>
      Effect.gen(function*() {
        const went = yield* go(Navigation.redirectTo(name), `${origin}/notes/7?after_auth_return_to=`)
        assert.deepStrictEqual(went, back(page, "/notes/7?after_auth_return_to="))
      }))

    it.effect(`${name} adds no return path with noRedirectBack`, () =>
      Effect.gen(function*() {
        const redirect = Navigation.redirectTo(name, { noRedirectBack: true })
        assert.deepStrictEqual(yield* go(redirect), to(page))
        assert.deepStrictEqual(yield* go(redirect, wanting("/x")), to(page))
      }))

    it.effect(`${name} adds no return path on a page that is part of signing in or out`, () =>
      Effect.gen(function*() {
        const words = [
          "sign-in",
          "login",
          "sign-up",
          "Register",
          "sign-out",
          "forgot-password",
          "password-reset?code=1"
        ]
        for (
          const word of [
            ...words,
            "oauth-callback?code=1&state=2",
            "magic-link-callback?code=1",
            "mfa",
            "error?errorCode=1"
          ]
        ) {
          assert.deepStrictEqual(yield* go(Navigation.redirectTo(name), `${origin}/handler/${word}`), to(page), word)
        }
        const other = name === "signIn" ? "signUp" : "signIn"
        const went = yield* go(Navigation.redirectTo(name), `${origin}/enter?x`, { [other]: "/enter" })
        assert.deepStrictEqual(went, to(page))
      }))

    it.effect(`${name} uses a handler page that continues after a sign-in as return path`, () =>
      Effect.gen(function*() {
        for (
          const word of [
            "team-invitation?code=1",
            "cli-auth-confirm?login_code=1",
            "account-settings",
            "email-verification?code=1"
          ]
        ) {
          const went = yield* go(Navigation.redirectTo(name), `${origin}/handler/${word}`)
          assert.deepStrictEqual(went, back(page, `/handler/${word}`))
        }
      }))
  }

  it.effect("keeps the query and the hash of a sign-in page, and adds to them", () =>
    Effect.gen(function*() {
      const urls = { signIn: "/enter?mode=in#form" }
      assert.deepStrictEqual(
        yield* go(Navigation.redirectTo("signIn"), `${origin}/x`, urls),
        to("/enter?mode=in&after_auth_return_to=%2Fx#form")
      )
    }))

  it.effect("adds no return path on a page whose path another parser would read as a host", () =>
    Effect.gen(function*() {
      const went = yield* go(Navigation.redirectTo("signIn"), `${origin}//e.example/x`)
      assert.deepStrictEqual(went, to("/handler/sign-in"))
    }))

  it.effect("redirects to the sign-in page from a page without a URL", () =>
    Effect.gen(function*() {
      for (const page of ["", "about:blank", "garbage"]) {
        const [visit] = yield* go(Navigation.redirectTo("signIn"), page)
        assert.match(visit!.url, /^\/handler\/sign-in/, page)
      }
    }))
})

describe("redirect", () => {
  it.effect("redirect: follows relative URLs, and https URLs of the page's host", () =>
    Effect.gen(function*() {
      for (
        const [url, path] of [["/x?y#z", "/x?y#z"], ["8", "/notes/8"], ["?a", "/notes/7?a"], [
          `${origin}/x`,
          "/x"
        ]] as const
      ) {
        assert.deepStrictEqual(yield* go(Navigation.redirect(url)), to(path))
      }
    }))

  it.effect("refuses a URL that leaves the app, for every method, and does not redirect", () =>
    Effect.gen(function*() {
      const url = "https://e.example/?a=b"
      const message = "Redirect URL https://e.example/?a=b is not trusted. Use a relative URL."
      for (const redirectMethod of ["window", "none"] as const) {
        yield* Effect.gen(function*() {
          const error = yield* Effect.flip(Navigation.redirect(url))
          assert.deepStrictEqual(error, new Navigation.RedirectUrlNotTrusted({ url, message }))
          assert.strictEqual(error.message, message)
          assert.deepStrictEqual(yield* visited, [])
        }).pipe(Effect.provide(layerNavigation(here, { redirectMethod })))
      }
    }))
})

describe("redirectAfterSignIn", () => {
  const urls = { home: "/start", afterSignIn: "/dashboard", afterSignUp: "/welcome" }

  it.effect("redirects to afterSignIn, and a new user to afterSignUp", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* go(Navigation.redirectAfterSignIn(), here, urls), to("/dashboard"))
      assert.deepStrictEqual(
        yield* go(Navigation.redirectAfterSignIn({ isNewUser: false }), here, urls),
        to("/dashboard")
      )
      assert.deepStrictEqual(yield* go(Navigation.redirectAfterSignIn({ isNewUser: true }), here, urls), to("/welcome"))
    }))

  it.effect("redirects a new user to the given afterSignIn if no afterSignUp is given, otherwise home", () =>
    Effect.gen(function*() {
      const isNewUser = { isNewUser: true }
      const afterSignIn = "/dashboard"
      assert.deepStrictEqual(
        yield* go(Navigation.redirectAfterSignIn(isNewUser), here, { afterSignIn }),
        to(afterSignIn)
      )
      assert.deepStrictEqual(
        yield* go(Navigation.redirectAfterSignIn(isNewUser), here, { home: "/start" }),
        to("/start")
      )
      assert.deepStrictEqual(yield* go(Navigation.redirectAfterSignIn(isNewUser), here), to("/"))
    }))

  it.effect("redirects new and returning users to the return path", () =>
    Effect.gen(function*() {
      for (const isNewUser of [true, false]) {
        const redirect = Navigation.redirectAfterSignIn({ isNewUser })
        assert.deepStrictEqual(yield* go(redirect, wanting("/notes/7?tab=2#end"), urls), to("/notes/7?tab=2#end"))
        assert.deepStrictEqual(yield* go(redirect, wanting(`${origin}/notes`), urls), to("/notes"))
      }
    }))

  it.effect("redirects to afterSignIn if the return path is empty or untrusted", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* go(Navigation.redirectAfterSignIn(), wanting(""), urls), to("/dashboard"))
      const redirect = Navigation.redirectAfterSignIn({}, { noRedirectBack: true })
      assert.deepStrictEqual(yield* go(redirect, wanting("/x"), urls), to("/dashboard"))
    }))

  it.effect("fails without a redirect if the return path leaves the app", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Navigation.redirectAfterSignIn())
      assert.strictEqual(error.message, "Redirect URL //e.example is not trusted. Use a relative URL.")
      assert.strictEqual(error.url, "//e.example")
      assert.deepStrictEqual(yield* visited, [])
    }).pipe(Effect.provide(layerNavigation(wanting("//e.example")))))
})

describe("returnTo", () => {
  it.effect("returnTo: returns the URL's return path without validation", () =>
    Effect.gen(function*() {
      const told = (address: string) => Effect.provide(Navigation.returnTo, layerNavigation(address))
      assert.strictEqual(yield* told(wanting("/notes?a=1#b")), "/notes?a=1#b")
      assert.strictEqual(yield* told(wanting("https://evil.example/")), "https://evil.example/")
      for (const address of [here, wanting(""), "not an address"]) assert.isUndefined(yield* told(address))
    }))
})

describe("a redirect", () => {
  it.effect("replaces the current page if requested, and otherwise adds a history entry", () =>
    Effect.gen(function*() {
      const replace = true
      assert.deepStrictEqual(yield* go(Navigation.redirect("/x", { replace })), to("/x", true))
      assert.deepStrictEqual(yield* go(Navigation.redirectTo("home", { replace })), to("/", true))
      assert.deepStrictEqual(yield* go(Navigation.redirectAfterSignIn({}, { replace })), to("/", true))
      assert.deepStrictEqual(yield* go(Navigation.redirectTo("home")), to("/", false))
    }))

  /** Every redirect, with its redirect methods. */
  const redirects = {
    redirect: Navigation.redirect("/x"),
    redirectTo: Navigation.redirectTo("signIn"),
    redirectAfterSignIn: Navigation.redirectAfterSignIn()
  }
  const methods: Record<string, Navigation.RedirectMethod> = {
    window: "window",
    "navigate, which returns nothing": { navigate: () => {} },
    "navigate, which returns a promise": { navigate: async () => {} },
    "navigate, which returns an effect": { navigate: () => Effect.void },
    "navigate, which is missing": {},
    "the router of Next": { nextjs: { redirect: dies, router: { push: () => {}, replace: () => {} } } }
  }

  for (const [method, redirectMethod] of Object.entries(methods)) {
    for (const [name, redirect] of Object.entries(redirects)) {
      it.effect(`a redirect by ${method}: ${name} waits exactly two seconds`, () =>
        Effect.gen(function*() {
          const fiber = yield* Effect.forkChild(Effect.as(redirect, "gone on"))
          // A promise takes a tick that no clock measures.
          yield* Effect.promise(() => new Promise(setImmediate))
          yield* TestClock.adjust(1999)
          assert.isUndefined(fiber.pollUnsafe())
          yield* TestClock.adjust(1)
          assert.deepStrictEqual(fiber.pollUnsafe(), Exit.succeed("gone on"))
        }).pipe(Effect.provide(layerNavigation(here, { redirectMethod }))))
    }
  }

  it.effect("without a redirect method, redirects neither navigate nor wait", () =>
    Effect.gen(function*() {
      for (const redirect of Object.values(redirects)) {
        const fiber = yield* Effect.forkChild(redirect)
        yield* TestClock.adjust(0)
        assert.deepStrictEqual(fiber.pollUnsafe(), Exit.void)
      }
      assert.deepStrictEqual(yield* visited, [])
    }).pipe(Effect.provide(Navigation.layer().pipe(Layer.provideMerge(layerHost(here))))))

  it.effect("can be interrupted while it waits", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Navigation.redirect("/x"))
      yield* TestClock.adjust(1000)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* visited, ["/x"])
    }).pipe(Effect.provide(layerNavigation(here))))
})

/** The functions of routers, and what they record for a redirect to `/x` that replaces the page. */
const routers = {
  "React Router": (calls: Array<unknown>): Navigation.RedirectMethod => {
    // The type of `NavigateFunction`, which also takes a distance in the history.
    function navigate(to: string, options?: { readonly replace?: boolean }): void | Promise<void>
    function navigate(delta: number): void | Promise<void>
    function navigate(to: string | number, { replace = false }: { readonly replace?: boolean } = {}): void {
      calls.push({ to, replace })
    }
    return { navigate }
  },
  "TanStack Router": (calls: Array<unknown>): Navigation.RedirectMethod => {
    const navigate = async ({ replace = false, to }: { readonly to: string; readonly replace?: boolean }) =>
      void calls.push({ to, replace })
    return { navigate: (to, { replace }) => navigate({ to, replace }) }
  }
}

describe("a redirect by a router", () => {
  for (const [name, make] of Object.entries(routers)) {
    it.effect(`replaces the page with ${name}, and adds one otherwise`, () => {
      const calls: Array<unknown> = []
      return Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(Effect.andThen(
          Navigation.redirectTo("home", { replace: true }),
          Navigation.redirectTo("accountSettings")
        ))
        for (let i = 0; i < 2; i++) {
          yield* Effect.promise(() => new Promise(setImmediate))
          yield* TestClock.adjust("2 seconds")
        }
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(calls, [
          { to: "/", replace: true },
          { to: "/handler/account-settings", replace: false }
        ])
      }).pipe(Effect.provide(layerNavigation(here, { redirectMethod: make(calls) })))
    })
  }
})

describe("a redirect by a custom function", () => {
  for (const kind of ["nothing", "a promise", "an effect"] as const) {
    it.effect(`receives the target and the method, and is awaited if it returns ${kind}`, () => {
      const calls: Array<unknown> = []
      const navigate = (url: string, options: { readonly replace: boolean }) => {
        const call = () => void calls.push([url, options])
        return kind === "an effect" ? Effect.sync(call) : kind === "a promise" ? Promise.resolve().then(call) : call()
      }
      return Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(
          Effect.andThen(Navigation.redirect("/x", { replace: true }), Navigation.redirect("/y"))
        )
        for (let i = 0; i < 2; i++) {
          yield* Effect.promise(() => new Promise(setImmediate))
          yield* TestClock.adjust("2 seconds")
        }
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(calls, [["/x", { replace: true }], ["/y", { replace: false }]])
        assert.deepStrictEqual(yield* visited, [])
      }).pipe(Effect.provide(layerNavigation(here, { redirectMethod: { navigate } })))
    })
  }

  it.effect("a redirect without a custom function is made by the page", () =>
    Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(Navigation.redirect("/x", { replace: true }))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual((yield* Host).visits, [{ url: "/x", replace: true, at: 0 }])
    }).pipe(Effect.provide(layerNavigation(here, { redirectMethod: { navigate: undefined } }))))

  it("a redirect fails with the custom function's error", async () => {
    const thrown = { digest: "of a router" }
    const rejects = [
      () => {
        throw thrown
      },
      () => Promise.reject(thrown),
      () => Effect.die(thrown)
    ]
    for (const navigate of rejects) assert.strictEqual(await rejectionOf({ navigate }), thrown)
  })
})

describe("a redirect by Next", () => {
  it("rethrows the object that Next.js throws", async () => {
    const thrown = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;replace;/x;307;" })
    const calls: Array<unknown> = []
    const redirect = (...call: ReadonlyArray<unknown>): never => {
      calls.push(call)
      throw thrown
    }
    assert.strictEqual(await rejectionOf({ nextjs: { redirect } }), thrown)
    assert.strictEqual(await rejectionOf({ nextjs: { redirect } }, Navigation.redirectTo("home")), thrown)
    const replacing = Navigation.redirectAfterSignIn({}, { replace: true })
    assert.strictEqual(await rejectionOf({ nextjs: { redirect, router: undefined } }, replacing), thrown)
    assert.deepStrictEqual(calls, [["/x", "push"], ["/", "push"], ["/", "replace"]])
  })

  it.effect("a redirect in Next.js uses the router in browsers", () => {
    const calls: Array<string> = []
    const router = {
      push: (url: string) => void calls.push(`push ${url}`),
      replace: (url: string) => void calls.push(`replace ${url}`)
    }
    return Effect.gen(function*() {
      const fiber = yield* Effect.forkChild(
        Effect.andThen(Navigation.redirect("/x"), Navigation.redirectTo("home", { replace: true }))
      )
      yield* TestClock.adjust("4 seconds")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(calls, ["push /x", "replace /"])
    }).pipe(Effect.provide(layerNavigation(here, { redirectMethod: { nextjs: { redirect: dies, router } } })))
  })
})

describe("the options", () => {
  const refused = (options: Navigation.NavigationOptions, page = here) =>
    Effect.map(
      Effect.flip(Layer.build(layerNavigation(page, options))),
      ({ message, option }) => ({ option, message })
    )

  it.effect("accept pages at another origin, for links in emails and from providers", () =>
    Effect.gen(function*() {
      const urls = {
        emailVerification: "myapp://verify",
        passwordReset: "https://other.example/reset",
        oauthCallback: "myapp:oauth",
        magicLinkCallback: "http://localhost:1/x",
        error: "myapp://error",
        teamInvitation: "//other.example/join",
        cliAuthConfirm: "myapp://cli"
      }
      const { urls: found } = yield* Effect.provide(Navigation.Navigation, layerNavigation(here, { urls }))
      assert.deepInclude(found, urls)
    }))

  it.effect("accept a handler at another origin if the app's pages are given", () =>
    Effect.gen(function*() {
      const handler = "https://other.example/handler"
      const error = yield* refused({ urls: { handler } })
      assert.strictEqual(error.option, "urls.signIn")
      assert.include(
        error.message,
        "Redirect URL https://other.example/handler/sign-in is not trusted. Use a relative URL."
      )
      const own = {
        signIn: "/in",
        signUp: "/up",
        signOut: "/out",
        forgotPassword: "/f",
        accountSettings: "/a",
        teamSettings: "/t",
        mfa: "/m",
        onboarding: "/o"
      }
      const found = yield* Effect.provide(Navigation.urls, layerNavigation(here, { urls: { handler, ...own } }))
      assert.strictEqual(found.oauthCallback, "https://other.example/handler/oauth-callback")
    }).pipe(Effect.scoped))

  for (
    const name of [
      "signIn",
      "signUp",
      "signOut",
      "forgotPassword",
      "accountSettings",
      "teamSettings",
      "mfa",
      "home",
      "afterSignIn",
      "afterSignUp",
      "afterSignOut"
    ] as const
  ) {
    it.effect(`refuse ${name} at another origin`, () =>
      Effect.gen(function*() {
        for (
          const url of [
            "https://other.example/x",
            "//other.example",
            "/\\e.example",
            "myapp://x",
            "javascript:0",
            "http://app.example/x"
          ]
        ) {
          assert.deepStrictEqual(yield* refused({ urls: { [name]: url } }), {
            option: `urls.${name}`,
            message: `The option urls.${name} is refused: Redirect URL ${url} is not trusted. Use a relative URL.`
          })
        }
      }).pipe(Effect.scoped))
  }

  it.effect("refuse an invalid URL, and one that depends on the current page", () =>
    Effect.gen(function*() {
      for (const url of ["", "sign-in", "./x", "?x", "#x", "https://", 7, null, {}]) {
        for (const name of ["signIn", "emailVerification", "handler", "home"]) {
          // Sound: JavaScript can pass any value.
          const error = yield* refused({ urls: { [name]: url } } as never)
          assert.deepStrictEqual(error, {
            option: `urls.${name}`,
            message: `The option urls.${name} must be a path that starts with a slash, or an absolute URL`
          })
        }
      }
    }).pipe(Effect.scoped))

  it.effect("an undefined URL option selects the page's default URL", () =>
    Effect.gen(function*() {
      const { signIn } = yield* Navigation.urls
      assert.strictEqual(signIn, "/handler/sign-in")
    }).pipe(Effect.provide(layerNavigation(here, { urls: { signIn: undefined } }))))

  it.effect("refuse an unknown page name, and a handler with a query or a hash", () =>
    Effect.gen(function*() {
      for (const name of ["signin", "toString", "magicLink"]) {
        const { message } = yield* refused({ urls: { [name]: "/x" } } as never)
        assert.strictEqual(message, `The option urls.${name} is not a page`)
      }
      for (const handler of ["/handler?x", "/#/handler"]) {
        const { message } = yield* refused({ urls: { handler } })
        assert.strictEqual(message, "The option urls.handler must not have a query or a hash")
      }
    }).pipe(Effect.scoped))

  it.effect("refuse an unknown method", () =>
    Effect.gen(function*() {
      for (const method of ["nextjs", "", null, 7, { navigate: "x" }, { nextjs: {} }, { nextjs: null }]) {
        // Sound: JavaScript can pass any value.
        const { option } = yield* refused({ redirectMethod: method as never })
        assert.strictEqual(option, "redirectMethod")
      }
    }).pipe(Effect.scoped))

  it.effect("a page without a URL accepts relative page URLs, and refuses absolute ones", () =>
    Effect.gen(function*() {
      for (const page of ["", "about:blank", "myapp://home"]) {
        yield* Layer.build(layerNavigation(page, { urls: { home: "/start" } }))
        const { option } = yield* refused({ urls: { home: `${origin}/start` } }, page)
        assert.strictEqual(option, "urls.home")
      }
      yield* Layer.build(layerNavigation(here, { urls: { home: `${origin}/start` } }))
    }).pipe(Effect.scoped))

  it.effect("Navigation.urls: returns the page URLs for links", () =>
    Effect.gen(function*() {
      const { forgotPassword, signIn } = yield* Navigation.urls
      assert.deepStrictEqual([signIn, forgotPassword], ["/login", "/handler/forgot-password"])
    }).pipe(Effect.provide(layerNavigation(here, { urls: { signIn: "/login" } }))))
})

/** A function of Next.js that is not called. */
function dies(): never {
  throw new Error("Called all the same")
}

/** The rejection of a promise. */
async function rejectionOf(
  redirectMethod: Navigation.RedirectMethod,
  redirect: Effect.Effect<void, Navigation.RedirectUrlNotTrusted, Navigation.Navigation> = Navigation.redirect("/x")
): Promise<unknown> {
  const layer = Navigation.layer({ redirectMethod }).pipe(Layer.provide(Page.layerMemory(here)))
  try {
    await Effect.runPromise(Effect.provide(redirect, layer))
  } catch (error) {
    return error
  }
  throw new Error("Nothing was thrown")
}
