// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import {
  Cache,
  type Client,
  type Cookies,
  MagicLink,
  type Navigation,
  type Page,
  Session,
  Transport,
  TransportFailure
} from "latchkey"
import { AuthProvider, ForgotPassword, HandlerPage, type PageProps } from "latchkey/react"
import * as React from "react"
import { renderToString } from "react-dom/server"
import { follow } from "../../auth/oauth/support.ts"
import { signUp } from "../../emulator/support.ts"
import {
  as,
  email,
  gone,
  layer,
  linkTo,
  openAt,
  origin,
  pageOf,
  requested,
  visit,
  watched,
  whoIsSignedIn
} from "../../pages/support.ts"
import { makeDevice } from "../../support/connectivity.ts"
import {
  alert,
  button,
  clickLink,
  enter,
  faults,
  field,
  focused,
  heading,
  hold,
  html,
  link,
  mount,
  overNetwork,
  pkce,
  press,
  settle,
  showAt,
  text,
  type,
  until
} from "./support.tsx"

const strict = { isStrict: true }
const count = (route: string) =>
  Effect.map(requested, (requests) => requests.filter((request) => request === route).length)
const offline: typeof Transport.Service = () =>
  Effect.fail(new TransportFailure({ message: "Offline", tooLarge: false }))

const unavailable: typeof Transport.Service = () => Effect.succeed({ status: 503, body: "", header: () => undefined })

/** The link in a sign-in email. */
const mailed = Effect.gen(function*() {
  yield* visit(`${origin}/`)
  yield* MagicLink.send({ email })
  return yield* linkTo(email)
})

describe("HandlerPage", () => {
  it.effect("opens a page once in strict mode, and uses up nothing before the user acts", () =>
    Effect.gen(function*() {
      yield* overNetwork(showAt(yield* mailed, {}, strict))
      yield* heading("Finish signing in")
      assert.strictEqual(yield* count("POST /auth/otp/sign-in/check-code"), 1)
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      yield* press("Sign in")
      yield* heading("You're signed in")
      assert.strictEqual(yield* count("POST /auth/otp/sign-in"), 1)
      assert.strictEqual(yield* count("POST /auth/otp/sign-in/check-code"), 1)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("shows that the device is offline, and opens its page when the device is back online", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      const { device, layer } = makeDevice(false)
      const { presented } = yield* showAt(pageOf("sign-in"), {}, strict).pipe(
        Effect.provideService(Transport, (request) => (device.isOnline ? transport : offline)(request)),
        Effect.provide(layer)
      )
      assert.strictEqual(yield* alert, "You're offline. Check your connection.")
      device.set(true)
      yield* heading(/Sign in/)
      assert.deepStrictEqual(presented, [])
      assert.strictEqual(yield* count("GET /projects/current"), 1)
    }).pipe(watched, Effect.provide(layer())))

  it.effect("handles a provider's response once in strict mode", () =>
    Effect.gen(function*() {
      const { providers } = yield* as("SignIn")(openAt(pageOf("sign-in")))
      yield* providers[0]!.signIn
      const answer = yield* follow((yield* gone)[0]!, { accountId: "ada-1", email })
      yield* overNetwork(showAt(String(answer), {}, strict))
      yield* heading("You're signed in")
      assert.strictEqual(yield* count("POST /auth/oauth/token"), 1)
      assert.isString(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(pkce, watched, Effect.provide(layer())))

  it.effect("keeps a provider's response when it remounts in another place", () =>
    Effect.gen(function*() {
      const { providers } = yield* as("SignIn")(openAt(pageOf("sign-in")))
      yield* providers[0]!.signIn
      const answer = yield* follow((yield* gone)[0]!, { accountId: "ada-1", email })
      const { during, release } = yield* hold("/auth/oauth/token")
      yield* during(Effect.gen(function*() {
        const { render } = yield* showAt(String(answer))
        yield* until(() => html().includes("opening"))
        const before = document.querySelector("[data-latchkey~=opening]")!
        render(<HandlerPage key="another" />)
        yield* until(() => !before.isConnected && html().includes("opening"))
        yield* release
        yield* heading("You're signed in")
      }))
      assert.strictEqual(yield* count("POST /auth/oauth/token"), 1)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(pkce, watched, Effect.provide(layer())))

  it.effect("signs out once in strict mode", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* overNetwork(showAt(pageOf("sign-out"), {}, strict))
      yield* heading("You're signed out")
      assert.strictEqual(yield* count("DELETE /auth/sessions/current"), 1)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("HandlerPage: reports a failed revocation in strict mode", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* showAt(pageOf("sign-out"), {}, strict).pipe(
        Effect.andThen(text(/^We couldn't reach the server/)),
        overNetwork,
        Effect.provideService(Transport, unavailable)
      )
      assert.strictEqual(yield* whoIsSignedIn, undefined)
    }).pipe(Effect.provide(layer())))

  it.effect("interrupts its running step on unmount", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      const { during, interrupted, sent } = yield* hold("/auth/password/sign-in")
      yield* during(Effect.gen(function*() {
        const { presented, unmount } = yield* showAt(pageOf("sign-in"))
        yield* heading(/Sign in/)
        yield* type("Email", email)
        yield* type("Password", "correct horse")
        yield* enter("Password")
        yield* sent
        assert.strictEqual(interrupted(), 0)
        unmount()
        yield* until(() => interrupted() === 1)
        assert.deepStrictEqual(presented, [])
      }))
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("HandlerPage: interrupts opening a page on unmount", () =>
    Effect.gen(function*() {
      const { during, interrupted } = yield* hold("/projects/current")
      yield* during(Effect.gen(function*() {
        const { unmount } = yield* showAt(pageOf("sign-in"))
        yield* until(() => html().includes("Loading…"))
        yield* settle
        unmount()
        yield* until(() => interrupted() === 1)
      }))
    }).pipe(Effect.provide(layer())))

  it.effect("runs one step at a time: the other buttons keep the focus, and work again at its end", () =>
    Effect.gen(function*() {
      const { during, release, sent } = yield* hold("/auth/password/sign-in")
      yield* during(Effect.gen(function*() {
        yield* showAt(pageOf("sign-in"))
        yield* heading(/Sign in/)
        yield* type("Email", email)
        yield* type("Password", "correct horse")
        yield* press("Sign in")
        yield* sent
        assert.strictEqual(button("Sign in").getAttribute("aria-busy"), "true")
        const others = [button("Email me a sign-in link"), link("Sign up"), link("Forgot your password?")]
        for (const other of others) {
          other.focus()
          yield* Effect.promise(() => React.act(async () => void fireEvent.click(other)))
          assert.strictEqual(other.getAttribute("aria-disabled"), "true")
          assert.strictEqual(other.getAttribute("aria-busy"), "false")
          assert.strictEqual(focused(), other)
        }
        assert.deepStrictEqual(yield* faults, [])
        yield* release
        yield* alert
        for (const other of others) assert.strictEqual(other.getAttribute("aria-disabled"), "false")
        yield* clickLink("Sign up")
        yield* until(() => link("Sign up").getAttribute("aria-busy") === "false")
      }))
      assert.deepStrictEqual(yield* gone, ["/handler/sign-up"])
      assert.deepStrictEqual((yield* requested).filter((request) => request.startsWith("POST")), [
        "POST /auth/password/sign-in"
      ])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("does not start a form's step by Enter while another one is running", () =>
    Effect.gen(function*() {
      const { during, sent } = yield* hold("/auth/otp/send-sign-in-code")
      yield* during(Effect.gen(function*() {
        yield* showAt(pageOf("sign-in"))
        yield* heading(/Sign in/)
        yield* type("Email", email)
        yield* press("Email me a sign-in link")
        yield* sent
        yield* type("Password", "correct horse")
        yield* enter("Password")
        yield* Effect.promise(async () => void field("Password").form!.requestSubmit())
        yield* settle
        assert.strictEqual(button("Sign in").getAttribute("aria-busy"), "false")
      }))
      assert.deepStrictEqual((yield* requested).filter((request) => request.startsWith("POST")), [
        "POST /auth/otp/send-sign-in-code"
      ])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("HandlerPage: opens another page only when the router changes the URL", () =>
    Effect.gen(function*() {
      const { render } = yield* showAt(pageOf("forgot-password"), { url: "/handler/forgot-password" })
      yield* heading("Forgot your password?")
      yield* visit(pageOf("nowhere"))
      render(<HandlerPage url="/handler/forgot-password" texts={{ forgotPassword: { title: "Ask for another" } }} />)
      yield* heading("Ask for another")
      render(<HandlerPage url="/handler/nowhere" />)
      yield* heading("Page not found")
      yield* press("Go to the home page")
      yield* until(() => button("Go to the home page").getAttribute("aria-busy") === "false")
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("renders nothing on a server, and sends no request there", () =>
    Effect.gen(function*() {
      yield* visit(pageOf("sign-in"))
      const context = yield* Effect.context<Client.Client | Navigation.Navigation | Cookies.Cookies | Page.Page>()
      const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer(), Layer.succeedContext(context)))
      const printed = renderToString(
        <AuthProvider runtime={runtime}>
          <p>Before</p>
          <HandlerPage />
        </AuthProvider>
      )
      assert.strictEqual(printed, "<p>Before</p>")
      assert.deepStrictEqual(yield* requested, [])
      yield* Effect.promise(() => runtime.dispose())
    }).pipe(watched, Effect.provide(layer())))

  it.effect("HandlerPage: continues at the same step after it was hidden", () =>
    Effect.gen(function*() {
      const Activity = React.Activity as typeof React.Activity | undefined
      if (Activity === undefined) return
      const link = yield* mailed
      yield* visit(link)
      const shownOr = (mode: "hidden" | "visible") => (
        <Activity mode={mode}>
          <HandlerPage />
        </Activity>
      )
      const { render } = yield* mount(shownOr("visible"))
      yield* heading("Finish signing in")
      render(shownOr("hidden"))
      yield* until(() => document.querySelector("section")!.style.display === "none")
      render(shownOr("visible"))
      yield* until(() => document.querySelector("section")!.style.display === "")
      yield* settle
      assert.strictEqual(yield* count("POST /auth/otp/sign-in/check-code"), 1)
      yield* press("Sign in")
      yield* heading("You're signed in")
    }).pipe(watched, Effect.provide(layer())))
})

describe("the document's title", () => {
  const titled = Effect.acquireRelease(
    Effect.sync(() => {
      document.title = "Acme"
    }),
    () => Effect.sync(() => document.title = "")
  )

  it.effect("names each page in the texts' language, and returns when the page is left", () =>
    Effect.gen(function*() {
      yield* titled
      const app = yield* showAt(pageOf("forgot-password"), {
        texts: { forgotPassword: { title: "Passwort vergessen?" } }
      })
      yield* heading("Passwort vergessen?")
      assert.strictEqual(document.title, "Passwort vergessen? – Acme")
      yield* type("Email", email)
      yield* press("Send reset link")
      yield* heading("Check your email")
      assert.strictEqual(document.title, "Check your email – Acme")
      app.render("Elsewhere")
      yield* until(() => document.title === "Acme")
    }).pipe(Effect.scoped, Effect.provide(layer())))

  it.effect("keeps the title of an app that has changed it since", () =>
    Effect.gen(function*() {
      yield* titled
      const app = yield* showAt(pageOf("nowhere"))
      yield* heading("Page not found")
      document.title = "Dashboard"
      app.unmount()
      yield* settle
      assert.strictEqual(document.title, "Dashboard")
    }).pipe(Effect.scoped, Effect.provide(layer())))

  for (
    const [documentTitle, title] of [[false, "Acme"], [
      (title: string) => `${title} | App`,
      "Page not found | App"
    ]] as const
  ) {
    it.effect(`can be set by the app: ${title}`, () =>
      Effect.gen(function*() {
        yield* titled
        yield* showAt(pageOf("nowhere"), { documentTitle })
        yield* heading("Page not found")
        assert.strictEqual(document.title, title)
      }).pipe(Effect.scoped, Effect.provide(layer())))
  }

  it.effect("stays the app's for a component in its page", () =>
    Effect.gen(function*() {
      yield* titled
      yield* visit(`${origin}/pricing`)
      yield* mount(<ForgotPassword />)
      yield* heading("Forgot your password?")
      assert.strictEqual(document.title, "Acme")
    }).pipe(Effect.scoped, Effect.provide(layer())))
})

describe("the focus", () => {
  it.effect("moves to the heading of a new page", () =>
    Effect.gen(function*() {
      yield* showAt(yield* mailed)
      const first = yield* heading("Finish signing in")
      yield* until(() => focused() === first)
      yield* press("Sign in")
      const second = yield* heading("You're signed in")
      yield* until(() => focused() === second)
    }).pipe(Effect.provide(layer())))

  it.effect("stays outside the pages", () =>
    Effect.gen(function*() {
      yield* visit(pageOf("forgot-password"))
      yield* mount(
        <>
          <input aria-label="Search" autoFocus />
          <HandlerPage />
        </>
      )
      yield* heading("Forgot your password?")
      yield* settle
      assert.strictEqual(focused()?.getAttribute("aria-label"), "Search")
    }).pipe(Effect.provide(layer())))
})

describe("a page that cannot be opened", () => {
  it.effect("a page that cannot be opened reports the error, and opens on retry", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      let isDown = true
      yield* showAt(pageOf("sign-in")).pipe(
        Effect.andThen(heading("We couldn't open this page")),
        Effect.andThen(alert),
        Effect.map((told) => assert.strictEqual(told, "The server is unavailable. Try again later.")),
        Effect.andThen(press("Try again")),
        Effect.andThen(until(() => button("Try again").getAttribute("aria-busy") === "false")),
        Effect.tap(() => Effect.sync(() => isDown = false)),
        Effect.andThen(press("Try again")),
        Effect.andThen(heading(/Sign in to/)),
        Effect.provideService(Transport, (request) => (isDown ? unavailable : transport)(request))
      )
    }).pipe(Effect.provide(layer())))

  it.effect("ignores a URL that leaves the app", () =>
    Effect.gen(function*() {
      yield* showAt(pageOf(`sign-in?after_auth_return_to=${encodeURIComponent("https://evil.example")}`))
      assert.strictEqual(yield* alert, "This link goes to a site that isn't trusted.")
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(layer())))

  it.effect("reports an unexpected error to the reporter", () =>
    Effect.gen(function*() {
      const { presented } = yield* showAt(pageOf("sign-in")).pipe(
        Effect.tap(() => heading("We couldn't open this page")),
        Effect.provideService(Transport, () => Effect.die(new Error("Unexpected")))
      )
      assert.deepStrictEqual(presented.map(String), ["Error: Unexpected"])
      assert.strictEqual(yield* alert, "Something went wrong. Try again.")
    }).pipe(Effect.provide(layer())))
})

describe("an app's overrides", () => {
  const SignIn = ({ error, go, isPending, page }: PageProps<"SignIn">) => {
    const [password, setPassword] = React.useState("")
    return (
      <form
        aria-label="Ours"
        onSubmit={(event) => {
          event.preventDefault()
          go(page.password!({ email, password: Redacted.make(password) }))
        }}
      >
        <label>
          Secret <input value={password} onChange={({ target }) => setPassword(target.value)} />
        </label>
        <button type="submit">{isPending ? "…" : "Enter"}</button>
        {error !== undefined && <p role="alert">{error._tag}</p>}
      </form>
    )
  }

  it.effect("replace a page, whose steps continue", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      const { render } = yield* showAt(pageOf("sign-in"), { pages: { SignIn } })
      yield* until(() => html().includes("Ours"))
      yield* type("Secret", "wrong horse")
      yield* enter("Secret")
      assert.strictEqual(yield* alert, "EmailPasswordMismatch")
      yield* type("Secret", "correct horse")
      // An app may create its components in each render.
      const Again = (props: PageProps<"SignIn">) => <div id="again">{SignIn(props)}</div>
      render(<HandlerPage pages={{ SignIn: (props) => Again(props) }} />)
      yield* until(() => html().includes("again"))
      yield* enter("Secret")
      yield* heading("You're signed in")
    }).pipe(Effect.provide(layer())))

  it.effect("replace a text, and the text of an error", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      yield* showAt(pageOf("sign-in"), {
        texts: {
          fields: { email: "E-Mail-Adresse" },
          signIn: { title: (project) => `Bei ${project} anmelden`, submit: "Anmelden" },
          errors: { EmailPasswordMismatch: () => "E-Mail-Adresse oder Passwort ist falsch." }
        }
      })
      yield* heading("Bei Emulated project anmelden")
      yield* type("E-Mail-Adresse", email)
      yield* type("Password", "wrong horse")
      yield* press("Anmelden")
      assert.strictEqual(yield* alert, "E-Mail-Adresse oder Passwort ist falsch.")
      yield* text("Forgot your password?")
    }).pipe(Effect.provide(layer())))

  it.effect("an app's override can show its own text for a step's error", () =>
    Effect.gen(function*() {
      const link = yield* mailed
      const transport = yield* Transport
      let isOffline = false
      yield* Effect.gen(function*() {
        yield* showAt(link, { texts: { reasons: { NetworkFailure: () => "Kein Netz." } } })
        yield* heading("Finish signing in")
        isOffline = true
        yield* press("Sign in")
        assert.strictEqual(yield* alert, "Kein Netz.")
      }).pipe(Effect.provideService(Transport, (request) => (isOffline ? offline : transport)(request)))
    }).pipe(Effect.provide(layer())))
})
