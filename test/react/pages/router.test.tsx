// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CurrentUser, Page, Session } from "latchkey"
import { HandlerPage } from "latchkey/react"
import { useSyncExternalStore } from "react"
import { totp, totpSecretBase64 } from "../../auth/mfaSupport.ts"
import { follow } from "../../auth/oauth/support.ts"
import { signUp } from "../../emulator/support.ts"
import { email, layer, origin, pageOf, requested, watched, whoIsSignedIn } from "../../pages/support.ts"
import { clickLink, enter, heading, hold, html, mount, pkce, press, settle, type, until } from "./support.tsx"

/** A router that changes the URL without loading a page, and notifies its components. */
const makeRouter = () => {
  let url = ""
  let page: Page.Page["Service"] | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const router = {
    subscribe,
    navigate: (to: string) => {
      Effect.runSync(page!.goTo(new URL(to, origin).href))
      router.look()
    },
    /** Detects a URL change by another party, as routers do for `replaceState`. */
    look: () => {
      url = Effect.runSync(page!.url).slice(origin.length)
      for (const listener of listeners) listener()
    },
    Route: () => {
      const path = useSyncExternalStore(subscribe, () => url)
      return path.startsWith("/handler/") ? <HandlerPage url={path} /> : <h1>The app at {path}</h1>
    },
    /** Starts at a URL. */
    start: (address: string) =>
      Effect.gen(function*() {
        page = yield* Page.Page
        router.navigate(address)
        return yield* mount(<router.Route />)
      })
  }
  return router
}

describe("an app with a router", () => {
  it.effect("navigates between pages without loading any", () => {
    const router = makeRouter()
    const { navigate } = router
    return Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      const { presented } = yield* router.start(pageOf("sign-up"))
      yield* heading(/^Sign up for/)
      yield* clickLink("Sign in")
      yield* heading(/^Sign in to/)
      yield* type("Email", email)
      yield* type("Password", "correct horse")
      yield* enter("Password")
      yield* heading("Two-factor authentication")
      yield* type("Code", Redacted.value(yield* totp()))
      yield* heading("The app at /dashboard")
      assert.deepStrictEqual(presented, [])
    }).pipe(Effect.provide(layer({ urls: { afterSignIn: "/dashboard" }, redirectMethod: { navigate } })))
  })

  it.effect("returns from a provider once, although the response is removed from the URL in between", () => {
    const router = makeRouter()
    const { navigate } = router
    return Effect.gen(function*() {
      const { unmount } = yield* router.start(pageOf("sign-in"))
      yield* heading(/^Sign in to/)
      yield* press("Continue with GitHub")
      const page = yield* Page.Page
      let url = ""
      yield* until(() => (url = Effect.runSync(page.url)).includes("/authorize/"))
      unmount()
      const answer = String(yield* follow(url, { accountId: "ada-1", email }))
      const { during, release } = yield* hold("/auth/oauth/token")
      yield* during(Effect.gen(function*() {
        yield* router.start(answer)
        yield* until(() => !Effect.runSync(page.url).includes("code="))
        router.look()
        yield* settle
        assert.include(html(), "opening")
        yield* release
        yield* heading("The app at /dashboard")
      }))
      assert.isString(yield* whoIsSignedIn)
      assert.lengthOf((yield* requested).filter((request) => request === "POST /auth/oauth/token"), 1)
    }).pipe(
      pkce,
      watched,
      Effect.provide(layer({ urls: { afterSignIn: "/dashboard" }, redirectMethod: { navigate } }))
    )
  })
})
