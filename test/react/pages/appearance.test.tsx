// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { Session } from "latchkey"
import { type Appearance, AuthErrorBoundary, SignIn, SignUp } from "latchkey/react"
import { signUp } from "../../emulator/support.ts"
import { email, gone, layer, visit } from "../../pages/support.ts"
import { button, enter, faults, field, focused, heading, link, mount, press, type, until } from "./support.tsx"

const project = layer({ config: { oauthProviders: ["github"], magicLinkEnabled: true } })

const showSignIn = (appearance: Appearance) =>
  Effect.gen(function*() {
    yield* visit("http://localhost:3000/pricing")
    const app = yield* mount(<SignIn appearance={appearance} />)
    yield* heading(/^Sign in to/)
    return app
  })

const visible = () =>
  Array.from(
    document.querySelectorAll("form input, [data-latchkey~=provider]"),
    (element) => element instanceof HTMLInputElement ? element.name : "provider"
  ).join(" ")

describe("appearance", () => {
  it.effect("shows a logo for each color theme, and links to the terms and the privacy policy", () =>
    Effect.gen(function*() {
      yield* showSignIn({
        logo: { light: "/a.svg", dark: "/b.svg" },
        termsUrl: "/terms",
        privacyUrl: "https://a.example/p"
      })
      assert.deepStrictEqual(
        Array.from(document.querySelectorAll("[data-latchkey~=logo] img"), (image) => image.getAttribute("src")),
        ["/a.svg", "/b.svg"]
      )
      assert.strictEqual(link("Terms of Service").getAttribute("href"), "/terms")
      assert.strictEqual(link("Privacy Policy").getAttribute("href"), "https://a.example/p")
      assert.strictEqual(
        document.querySelector("[data-latchkey~=legal]")!.textContent,
        "By continuing, you agree to the Terms of Service and the Privacy Policy."
      )
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(project)))

  it.effect("shows an element of the app in a slot", () =>
    Effect.gen(function*() {
      yield* showSignIn({ logo: <b>Acme</b> })
      assert.strictEqual(document.querySelector("[data-latchkey~=slot]")!.innerHTML, "<b>Acme</b>")
    }).pipe(Effect.provide(project)))

  it.effect("identifier-first asks for the email, then for the password, and can go back", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* Session.signOut
      yield* showSignIn({ layout: "identifier-first" })
      assert.strictEqual(visible(), "provider email")
      yield* type("Email", "ada")
      yield* enter("Email")
      yield* until(() => focused() === field("Email") && screen.queryByRole("alert") !== null)
      yield* type("Email", email)
      yield* enter("Email")
      yield* until(() => focused() === field("Password"))
      assert.strictEqual(visible(), "email password")
      assert.include(document.querySelector("[data-latchkey~=card-text]")!.textContent, email)
      assert.isNotNull(button("Email me a sign-in link"))
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Change")
      yield* until(() => focused() === field("Email"))
      assert.strictEqual(field("Email").value, email)
      yield* enter("Email")
      yield* until(() => focused() === field("Password"))
      yield* type("Password", "correct horse")
      yield* enter("Password")
      yield* heading("You're signed in")
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(project)))

  it.effect("identifier-first asks new users for the email first", () =>
    Effect.gen(function*() {
      yield* visit("http://localhost:3000/pricing")
      yield* mount(<SignUp appearance={{ layout: "identifier-first" }} />)
      yield* heading(/^Sign up for/)
      assert.strictEqual(visible(), "provider email")
      yield* type("Email", email)
      yield* enter("Email")
      yield* until(() => focused() === field("Password"))
    }).pipe(Effect.provide(project)))

  it.effect("puts the providers below the form, as icons", () =>
    Effect.gen(function*() {
      yield* showSignIn({ providers: { position: "bottom", style: "icon" } })
      assert.strictEqual(visible(), "email password provider")
      assert.strictEqual(button("Continue with GitHub").textContent.trim(), "")
    }).pipe(Effect.provide(project)))

  it.effect.each<readonly [string, object]>([
    ["appearance.termsURL", { termsURL: "/terms" }],
    ["appearance.place", { providers: { place: "top" } }],
    ["appearance.termsUrl", { termsUrl: "javascript:alert(1)" }],
    ["appearance.privacyUrl", { privacyUrl: "data:text/html,x" }],
    ["appearance.logo", { logo: { light: "/a.svg", dark: "javascript:0" } }],
    ["appearance.layout", { layout: "email-first" }],
    ["appearance.providers.position", { providers: { position: "left" } }]
  ])("refuses an invalid option: %s", ([option, appearance]) =>
    Effect.gen(function*() {
      yield* visit("http://localhost:3000/pricing")
      const failures: Array<unknown> = []
      yield* mount(
        <AuthErrorBoundary
          fallback={(error) => {
            failures.push(error)
            return <p>Refused</p>
          }}
        >
          <SignIn appearance={appearance} />
        </AuthErrorBoundary>
      )
      yield* Effect.promise(() => screen.findByText("Refused"))
      assert.deepInclude(failures[0], { _tag: "InvalidOptions", option })
    }).pipe(Effect.provide(project)))
})
