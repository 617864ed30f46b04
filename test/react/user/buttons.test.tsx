// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { Session } from "latchkey"
import { SignedIn, SignInButton, SignOutButton, SignUpButton, UserAvatar } from "latchkey/react"
import { signUp } from "../../emulator/support.ts"
import { email, gone, whoIsSignedIn } from "../../pages/support.ts"
import { button, clickLink, faults, focused, hold, press, settle, type, until } from "../pages/support.tsx"
import { app, click, inside, part, refreshed, show } from "../teams/support.tsx"

/** Submits the form of the dialog. */
const submit = (label: string) => click("form", label)

const title = () => inside("dialog").getByRole("heading", { level: 2 }).textContent

describe("SignInButton", () => {
  it.effect("redirects to the sign-in, which returns to this page", () =>
    Effect.gen(function*() {
      yield* show(<SignInButton />)
      yield* press("Sign in")
      yield* refreshed
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in?after_auth_return_to=%2F"])
    }).pipe(Effect.provide(app())))

  it.effect("has the label of its children, and renders nothing for a signed-in user", () =>
    Effect.gen(function*() {
      const { container } = yield* show(<SignInButton>Log in</SignInButton>)
      assert.strictEqual(button("Log in").textContent, "Log in")
      yield* signUp()
      yield* refreshed
      assert.strictEqual(container.textContent, "")
    }).pipe(Effect.provide(app())))

  it.effect("signs in with a dialog, and stays on the page", () =>
    Effect.gen(function*() {
      const signedIn: Array<string> = []
      yield* signUp()
      yield* Session.signOut
      const { container } = yield* show(<SignInButton mode="modal" onSignedIn={() => signedIn.push("Ada")} />)
      button("Sign in").focus()
      yield* press("Sign in")
      yield* until(() => screen.queryByLabelText("Password") !== null)
      assert.strictEqual(focused(), screen.getByLabelText("Email"))
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Email", email)
      yield* type("Password", "correct horse")
      yield* submit("Sign in")
      yield* until(() => signedIn.length > 0)
      yield* refreshed
      assert.deepStrictEqual(signedIn, ["Ada"])
      assert.isDefined(yield* whoIsSignedIn)
      assert.strictEqual(container.textContent, "")
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(app())))

  it.effect("a loading dialog has the focus, which then moves to its first field", () =>
    Effect.gen(function*() {
      const project = yield* hold("/projects/current")
      yield* Effect.gen(function*() {
        yield* show(<SignInButton mode="modal" />)
        button("Sign in").focus()
        yield* press("Sign in")
        yield* project.sent
        yield* until(() => part("opening") !== null)
        assert.strictEqual(focused(), part("dialog-body"))
        yield* project.release
        yield* until(() => screen.queryByLabelText("Password") !== null)
        yield* until(() => focused() === screen.getByLabelText("Email"))
      }).pipe(project.during)
    }).pipe(Effect.provide(app())))

  it.effect("a dialog keeps the focus that the user moved while it loaded", () =>
    Effect.gen(function*() {
      const project = yield* hold("/projects/current")
      yield* Effect.gen(function*() {
        yield* show(<SignInButton mode="modal" />)
        yield* press("Sign in")
        yield* project.sent
        yield* until(() => part("opening") !== null)
        button("Close").focus()
        yield* project.release
        yield* until(() => screen.queryByLabelText("Password") !== null)
        yield* settle
        assert.strictEqual(focused(), button("Close"))
      }).pipe(project.during)
    }).pipe(Effect.provide(app())))

  it.effect("switches between sign-in, sign-up and forgotten password within the dialog", () =>
    Effect.gen(function*() {
      yield* show(<SignInButton mode="modal" />)
      button("Sign in").focus()
      yield* press("Sign in")
      yield* until(() => screen.queryByLabelText("Password") !== null)
      assert.match(title()!, /^Sign in to /)
      yield* clickLink("Sign up")
      yield* until(() => title()!.startsWith("Sign up for "))
      assert.strictEqual(part("dialog").getAttribute("aria-label"), "Sign up")
      yield* until(() => focused() === screen.getByLabelText("Email"))
      yield* clickLink("Sign in")
      yield* until(() => title()!.startsWith("Sign in to "))
      yield* clickLink("Forgot your password?")
      yield* until(() => title() === "Forgot your password?")
      yield* until(() => focused() === screen.getByLabelText("Email"))
      assert.deepStrictEqual(yield* gone, [])
      yield* click("dialog", "Close")
      assert.isNull(part("dialog"))
      assert.strictEqual(focused(), button("Sign in"))
    }).pipe(Effect.provide(app())))
})

describe("SignUpButton", () => {
  it.effect("redirects to the sign-up", () =>
    Effect.gen(function*() {
      yield* show(<SignUpButton variant="primary">Start</SignUpButton>)
      assert.strictEqual(button("Start").dataset["variant"], "primary")
      yield* press("Start")
      yield* refreshed
      assert.deepStrictEqual(yield* gone, ["/handler/sign-up?after_auth_return_to=%2F"])
    }).pipe(Effect.provide(app())))

  it.effect("creates an account with a dialog", () =>
    Effect.gen(function*() {
      yield* show(<SignUpButton mode="modal" />)
      yield* press("Sign up")
      yield* until(() => part("dialog") !== null && screen.queryByLabelText("Email") !== null)
      yield* type("Email", "grace@example.com")
      yield* type("Password", "correct horse")
      yield* submit("Sign up")
      yield* refreshed
      yield* until(() => part("dialog") === null)
      assert.isDefined(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(app())))
})

describe("SignOutButton", () => {
  it.effect("SignOutButton: is busy while it signs out, and then redirects to afterSignOut", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, release } = yield* hold("/auth/sessions/current")
      yield* during(Effect.gen(function*() {
        const { container } = yield* show(<SignOutButton fallback="Signed out" />)
        yield* press("Sign out")
        yield* settle
        assert.strictEqual(button("Sign out").getAttribute("aria-busy"), "true")
        assert.deepStrictEqual(yield* gone, [])
        yield* release
        yield* refreshed
        assert.strictEqual(container.textContent, "Signed out")
      }))
      assert.isUndefined(yield* whoIsSignedIn)
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(app())))

  it.effect("SignOutButton: redirects even if the app unmounts the button first", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { during, release } = yield* hold("/auth/sessions/current")
      yield* during(Effect.gen(function*() {
        yield* show(
          <SignedIn>
            <SignOutButton>Log out</SignOutButton>
          </SignedIn>
        )
        yield* press("Log out")
        yield* refreshed
        assert.isNull(screen.queryByRole("button"))
        yield* release
        yield* refreshed
      }))
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(app())))
})

describe("UserAvatar", () => {
  it.effect("UserAvatar: shows the signed-in user, and the fallback after the sign-out", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { container } = yield* show(
        <>
          <UserAvatar fallback="Nobody" />
          <SignOutButton />
        </>
      )
      assert.strictEqual(screen.getByRole("img", { name: email }).textContent, "A")
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Sign out")
      yield* refreshed
      assert.strictEqual(container.textContent, "Nobody")
    }).pipe(Effect.provide(app())))

  it.effect("shows another user, without a request", () =>
    Effect.gen(function*() {
      const user = { displayName: "Grace Hopper", profileImageUrl: "https://example.com/grace.png" }
      yield* show(<UserAvatar user={user} size="large" />)
      const avatar = screen.getByRole("img", { name: "Grace Hopper" })
      assert.strictEqual(avatar.querySelector("img")?.getAttribute("src"), "https://example.com/grace.png")
      assert.strictEqual(part("avatar").dataset["size"], "large")
    }).pipe(Effect.provide(app())))
})
