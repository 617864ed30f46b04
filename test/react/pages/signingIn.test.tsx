// @vitest-environment jsdom
/** What a user sees while signing in, when the app renders again because the session or the URL has changed. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Session } from "latchkey"
import { HandlerPage, useSession } from "latchkey/react"
import { follow } from "../../auth/oauth/support.ts"
import { signUp } from "../../emulator/support.ts"
import { as, email, gone, layer, openAt, pageOf, visit } from "../../pages/support.ts"
import { enter, heading, html, mount, overNetwork, pkce, settle, type, until } from "./support.tsx"

/** Records the headings that a user sees. */
const watchHeadings = Effect.acquireRelease(
  Effect.sync(() => {
    const seen: Array<string> = []
    const note = () => {
      for (const { textContent } of document.querySelectorAll("h1")) {
        if (textContent !== null && seen.at(-1) !== textContent) seen.push(textContent)
      }
    }
    const observer = new MutationObserver(note)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return { seen, observer }
  }),
  ({ observer }) => Effect.sync(() => observer.disconnect())
)

const apps = {
  "gives the page another url": () => <HandlerPage url={`/handler/sign-in?session=${useSession()._tag}`} />,
  "mounts another page": () => <HandlerPage key={useSession()._tag} />
}

const submit = Effect.gen(function*() {
  yield* heading(/Sign in/)
  yield* type("Email", email)
  yield* type("Password", "correct horse")
  yield* enter("Password")
})

describe("an app that", () => {
  for (const [what, App] of Object.entries(apps)) {
    for (const redirectMethod of ["window", "none"] as const) {
      it.effect(`an app that ${what} during a sign-in shows no user as already signed in, with redirectMethod ${redirectMethod}`, () =>
        Effect.gen(function*() {
          yield* signUp()
          yield* Session.signOut
          yield* visit(pageOf("sign-in"))
          const { seen } = yield* watchHeadings
          yield* mount(<App />, { isStrict: true })
          yield* submit
          yield* until(() => !html().includes("Sign in to"))
          const last = redirectMethod === "none" ? "You're signed in" : "Page not found"
          yield* heading(last)
          yield* settle
          assert.deepStrictEqual(seen, ["Sign in to Emulated project", last])
        }).pipe(overNetwork, Effect.provide(layer({ redirectMethod }))))
    }
  }
})

describe("a user who signed in earlier", () => {
  it.effect("is shown as already signed in", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* visit(pageOf("sign-in"))
      yield* mount(<HandlerPage />)
      yield* heading("You're already signed in")
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))
})

describe("a provider's callback", () => {
  it.effect("a provider's callback shows no user as already signed in when the router follows the URL", () =>
    Effect.gen(function*() {
      const { providers } = yield* as("SignIn")(openAt(pageOf("sign-in")))
      yield* providers[0]!.signIn
      const answer = yield* follow((yield* gone)[0]!, { accountId: "ada-1", email })
      yield* visit(String(answer))
      const { seen } = yield* watchHeadings
      const app = yield* mount(<HandlerPage url={String(answer)} />, { isStrict: true })
      app.render(<HandlerPage url="/handler/oauth-callback" />)
      yield* heading("You're signed in")
      assert.deepStrictEqual(seen, ["You're signed in"])
    }).pipe(pkce, overNetwork, Effect.provide(layer())))
})
