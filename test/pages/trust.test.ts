import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type HandlerPages, Mfa, type Navigation, OAuth, Password, Session } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { signUp } from "../emulator/support.ts"
import { hostile } from "../navigation/hostile.ts"
import { Visits } from "../support/pageHost.ts"
import { email, layer, openAt, origin, pageOf, password } from "./support.ts"

const paths = [
  "sign-in",
  "sign-up",
  "sign-out",
  "forgot-password",
  "account-settings",
  "mfa",
  "email-verification",
  "password-reset",
  "magic-link-callback",
  "team-invitation",
  "oauth-callback",
  "oauth-callback?code=a&state=b",
  "error?errorCode=x",
  "cli-auth-confirm?login_code=abc",
  "agent-consent?request=abc",
  "somewhere"
]

/** The redirect targets of all steps. */
const led: Array<string> = []

const methods: Readonly<Record<string, Navigation.RedirectMethod>> = {
  "the page": "window",
  "a function of the app's": { navigate: (url) => void led.push(url) },
  "Next's router": {
    nextjs: {
      redirect: () => assert.fail("there is a router"),
      router: { push: (url) => void led.push(url), replace: (url) => void led.push(url) }
    }
  }
}

/** Runs every step of a page that requires no input. */
const takeSteps = (page: object) =>
  Effect.forEach(
    Object.values(page).filter(Effect.isEffect),
    // Sound: steps need no more services than opening the page.
    (step) => Effect.exit(step as Effect.Effect<unknown, unknown, Effect.Services<typeof HandlerPages.open>>)
  )

describe("for any URL, no step of a page leaves the app", () => {
  for (const [by, redirectMethod] of Object.entries(methods)) {
    it.effect(`by ${by}`, () =>
      Effect.gen(function*() {
        const { gone } = yield* Visits
        const isWithin = (what: string) => {
          for (const url of [...led.splice(0), ...gone.splice(0)]) {
            assert.match(url, /^\/(?![/\\])[\x21-\x7e]*$/, what)
            assert.strictEqual(new URL(url, origin).origin, origin, what)
          }
        }
        const signedIn = yield* signUp()
        for (const [index, [spelling]] of hostile.entries()) {
          const what = JSON.stringify(spelling)
          if (index % 2 === 0) yield* Password.signIn({ email, password })
          else yield* Session.signOut
          // One page of each kind per spelling is enough, and each kind is tested with many spellings.
          for (const path of paths.filter((_, place) => (index + place) % 3 === 0)) {
            const url = new URL(pageOf(path))
            url.searchParams.set("after_auth_return_to", spelling)
            const page = yield* Effect.exit(openAt(url.toString()))
            if (page._tag === "Success") yield* takeSteps(page.value)
            isWithin(`${what} on ${path}`)
          }
          yield* Effect.exit(OAuth.redirectAfterCallback({
            ...signedIn,
            isNewUser: index % 2 === 0,
            afterCallbackRedirectUrl: spelling
          }))
          isWithin(`${what} after a callback`)
          const continuation = yield* Mfa.parse(JSON.stringify({
            attemptCode: "a",
            returnTo: spelling,
            projectId: Emulator.clientOptions.projectId,
            expiresAt: 60_000
          }))
          yield* Mfa.keep(continuation!)
          const mfa = yield* openAt(pageOf("mfa"))
          assert.strictEqual(mfa._tag, "Mfa")
          yield* takeSteps(mfa)
          isWithin(`${what} in what was kept`)
        }
      }).pipe(Effect.provide(layer({ redirectMethod }))))
  }
})
