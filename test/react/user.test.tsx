// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Anonymous, CurrentUser, InvalidOptions, type Navigation, Password, Session, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { AuthProvider, useAction, useUser, useUserState } from "latchkey/react"
import { type ReactNode, StrictMode, Suspense } from "react"
import { Host } from "../support/page.ts"
import {
  act,
  Catch,
  errorsAreMeant,
  makeRoot,
  makeWorld,
  password,
  reactTests,
  settle,
  type World
} from "./support.tsx"

reactTests()

type Or = NonNullable<CurrentUser.GetOptions["or"]>

const shown = (user: CurrentUser.User | null) =>
  user === null ? "nobody" : user.isAnonymous ? "anonymous" : user.primaryEmail

const Show = ({ or }: { readonly or?: Or | undefined }) => <b>{shown(useUser({ or }))}</b>

const ShowState = ({ or }: { readonly or?: Or | undefined }) => {
  const state = useUserState({ or })
  if (state._tag === "Pending") return <i>pending</i>
  if (state._tag === "Ready") return <i>{shown(state.value)}</i>
  return <i>failed {String((state.cause.reasons[0] as { readonly error: Error }).error.message)}</i>
}

const App = ({ caught, children, layer, seed }: {
  readonly layer: ReturnType<World["layer"]>
  readonly seed?: unknown
  readonly caught?: Array<unknown>
  readonly children: ReactNode
}) => (
  <StrictMode>
    <AuthProvider layer={layer} dehydrated={seed}>
      <Catch {...caught && { caught }}>
        <Suspense fallback="…">{children}</Suspense>
      </Catch>
    </AuthProvider>
  </StrictMode>
)

const show = async (world: World, children: ReactNode, layer = world.layer()) => {
  const caught: Array<unknown> = []
  const root = makeRoot()
  await root.render(<App caught={caught} layer={layer}>{children}</App>)
  await settle()
  return { ...root, caught }
}

const words = (text: string) => text.split(" ").filter((word) => word !== "")

const notSignedIn = "No user is signed in. This call requires one."

const visits = (world: World) => world.run(Effect.map(Host, ({ visits }) => visits))

describe("useUser", () => {
  it("returns null if no user is signed in, and sends no request", async () => {
    const world = makeWorld()
    const root = await show(
      world,
      <>
        <Show />
        <ShowState />
        <Show or="anonymous-if-exists" />
        <ShowState or="anonymous-if-exists" />
      </>
    )
    assert.strictEqual(root.text(), "nobodynobodynobodynobody")
    assert.deepStrictEqual(world.requests, [])
  })

  it("treats an anonymous user as signed out, unless it is included", async () => {
    const world = makeWorld()
    await world.run(Anonymous.signUp)
    const root = await show(
      world,
      <>
        <Show /> <Show or="anonymous-if-exists" /> <Show or="anonymous" /> <ShowState />{" "}
        <ShowState or="anonymous-if-exists" /> <ShowState or="anonymous" />
      </>
    )
    assert.strictEqual(root.text(), "nobody anonymous anonymous nobody anonymous anonymous")
    assert.strictEqual(world.count("POST /auth/anonymous/sign-up"), 1)
  })

  it("throws the fixed text with or: \"throw\"", async () => {
    errorsAreMeant()
    const world = makeWorld({ generation: "2025", project: { config: { anonymousEnabled: true } } })
    const root = await show(world, <Show or="throw" />)
    assert.strictEqual(root.text(), `caught ${notSignedIn}`)
    assert.instanceOf(root.caught[0], CurrentUser.UserNotSignedIn)
    assert.strictEqual((await show(world, <ShowState or="throw" />)).text(), `failed ${notSignedIn}`)
    await world.run(Anonymous.signUp)
    assert.strictEqual((await show(world, <Show or="throw" />)).text(), `caught ${notSignedIn}`)
    assert.strictEqual((await show(world, <ShowState or="throw" />)).text(), `failed ${notSignedIn}`)
  })

  it("throws with the reason if only an anonymous user of 2026 is signed in", async () => {
    errorsAreMeant()
    const world = makeWorld()
    await world.run(Anonymous.signUp)
    const text = "The signed-in user is restricted (anonymous), and treated as signed out. " +
      "Send the user to the sign-up page, or pass or: \"anonymous-if-exists\""
    const root = await show(world, <Show or="throw" />)
    assert.strictEqual(root.text(), `caught ${text}`)
    assert.deepStrictEqual((root.caught[0] as CurrentUser.UserNotSignedIn).restrictedReason, { type: "anonymous" })
    assert.strictEqual((await show(world, <ShowState or="throw" />)).text(), `failed ${text}`)
  })

  it("signs one anonymous user up for all components that require one", async () => {
    const world = makeWorld()
    world.service.delayMillis = 1000
    const root = await show(world, Array.from({ length: 20 }, (_, key) => <Show key={key} or="anonymous" />))
    assert.strictEqual(root.text(), "…")
    await world.advance(1000)
    assert.strictEqual(root.text(), "…")
    await world.advance(1000)
    assert.strictEqual(root.text(), "anonymous".repeat(20))
    assert.deepStrictEqual(world.requests, ["POST /auth/anonymous/sign-up", "GET /users/me"])
  })

  it("useUser and useUserState together sign up one anonymous user", async () => {
    const world = makeWorld()
    world.service.delayMillis = 1000
    const root = await show(
      world,
      <>
        <ShowState or="anonymous" /> <ShowState or="anonymous" /> <ShowState />
      </>
    )
    assert.strictEqual(root.text(), "pending pending nobody")
    await world.advance(2000)
    assert.strictEqual(root.text(), "anonymous anonymous nobody")
    assert.strictEqual(world.count("POST /auth/anonymous/sign-up"), 1)
  })

  it("signs another anonymous user up after the previous one was deleted", async () => {
    const world = makeWorld()
    const root = await show(
      world,
      <>
        <Show or="anonymous" /> <ShowState or="anonymous" />
      </>
    )
    await world.run(Session.signOut)
    await settle()
    assert.strictEqual(root.text(), "anonymous anonymous")
    assert.strictEqual(world.count("POST /auth/anonymous/sign-up"), 2)
  })

  it("useUser: throws the cause of a failed anonymous sign-up, once per attempt", async () => {
    errorsAreMeant()
    // A service of 2026 permits anonymous sign-ups in every project.
    const world = makeWorld({ generation: "2025", project: { config: { anonymousEnabled: false } } })
    const layer = world.layer()
    const root = await show(
      world,
      <>
        <Show or="anonymous" />
        <Show or="anonymous" />
      </>,
      layer
    )
    assert.strictEqual((root.caught[0] as { readonly _tag: string })._tag, "AnonymousAccountsNotEnabled")
    assert.strictEqual(world.requests.length, 1)
    const state = await show(world, <ShowState or="anonymous" />, layer)
    assert.match(state.text(), /^failed ./)
    assert.strictEqual(world.requests.length, 1)
    await world.advance(300)
    await world.run(Effect.flatMap(Emulator.Emulator, ({ configure }) => configure({ anonymousEnabled: true })))
    const again = await show(world, <Show or="anonymous" />, layer)
    assert.strictEqual(again.text(), "anonymous")
  })

  it("does not show the failure of an earlier sign-up again while a later one runs", async () => {
    const world = makeWorld({ generation: "2025", project: { config: { anonymousEnabled: false } } })
    const seen: Array<string> = []
    const Tag = () => {
      const { _tag } = useUserState({ or: "anonymous" })
      if (seen.at(-1) !== _tag) seen.push(_tag)
      return null
    }
    await show(world, <Tag />)
    assert.strictEqual(seen.at(-1), "Failed")
    await world.advance(300)
    await world.signedIn()
    await settle()
    assert.strictEqual(seen.at(-1), "Ready")
    await world.run(Session.signOut)
    await settle()
    assert.deepStrictEqual(seen, ["Pending", "Failed", "Ready", "Pending", "Failed"])
  })

  it.each(["nobody", "an anonymous user"])(
    "opens the sign-in page once for %s, and renders nothing until a user is signed in",
    async (who) => {
      const world = makeWorld()
      if (who !== "nobody") await world.run(Anonymous.signUp)
      const root = await show(world, Array.from({ length: 5 }, (_, key) => <Show key={key} or="redirect" />))
      assert.strictEqual(root.text(), "…")
      assert.deepStrictEqual((await visits(world)).map(({ replace, url }) => ({ replace, url })), [
        { url: "/handler/sign-in?after_auth_return_to=%2Fnotes%2F7", replace: true }
      ])
      await world.advance("1 minute")
      assert.strictEqual(root.text(), "…")
    }
  )

  it("useUser: opens the sign-in page once if redirects have no effect, and continues after a sign-in", async () => {
    const world = makeWorld()
    let redirects = 0
    const layer = world.layer({ navigate: () => void redirects++ })
    const root = await show(
      world,
      <>
        <Show or="redirect" />
        <Show />
      </>,
      layer
    )
    assert.strictEqual(root.text(), "…")
    for (let second = 0; second < 5; second++) {
      await world.advance(1000)
      await root.render(
        <App layer={layer}>
          <Show or="redirect" />
          <Show />
        </App>
      )
    }
    assert.strictEqual(redirects, 1)
    await world.signedIn()
    await settle()
    assert.strictEqual(root.text(), "ada@example.com".repeat(2))
  })

  it("useUserState: opens the sign-in page, and is pending until a user is signed in", async () => {
    const world = makeWorld()
    let redirects = 0
    const layer = world.layer({ navigate: () => void redirects++ })
    const root = await show(
      world,
      <>
        <ShowState or="redirect" />
        <ShowState or="redirect" />
      </>,
      layer
    )
    assert.strictEqual(root.text(), "pendingpending")
    await world.signedIn()
    await settle()
    assert.strictEqual(root.text(), "ada@example.com".repeat(2))
    assert.strictEqual(redirects, 1)
  })

  it("useUser: opens the sign-in page again for a visitor who returns without signing in", async () => {
    const world = makeWorld()
    const layer = world.layer()
    const root = await show(world, <Show or="redirect" />, layer)
    await root.render(<App layer={layer}>another page</App>)
    await world.advance(2000)
    await root.render(
      <App layer={layer}>
        <Show or="redirect" />
      </App>
    )
    await settle()
    assert.strictEqual((await visits(world)).length, 2)
  })

  it("rethrows exceptions of a framework", async () => {
    errorsAreMeant()
    const word = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;replace;/handler/sign-in;307;" })
    const redirect = () => {
      throw word
    }
    for (const children of [<Show key="a" or="redirect" />, <ShowState key="b" or="redirect" />]) {
      const world = makeWorld()
      const root = await show(world, children, world.layer({ nextjs: { redirect } }))
      assert.strictEqual(root.caught[0], word)
    }
  })

  it("useUser: throws InvalidOptions with `redirectMethod: none`, instead of suspending forever", async () => {
    errorsAreMeant()
    const world = makeWorld()
    const root = await show(world, <Show or="redirect" />, world.layer("none"))
    assert.instanceOf(root.caught[0], InvalidOptions)
    assert.strictEqual((root.caught[0] as InvalidOptions).option, "redirectMethod")
    assert.strictEqual(
      root.text(),
      "caught The option redirectMethod is none, so useUser({ or: \"redirect\" }) would wait forever. " +
        "Set it to window, or to a function of your router"
    )
    const State = () => {
      const state = useUserState({ or: "redirect" })
      return (
        <i>{state._tag === "Failed" && Cause.squash(state.cause) instanceof InvalidOptions ? "failed" : "other"}</i>
      )
    }
    assert.strictEqual((await show(world, <State />, world.layer("none"))).text(), "failed")
  })

  it("names the missing service if there is no navigation", async () => {
    errorsAreMeant()
    const root = makeRoot()
    const layer = Emulator.layerClient() as unknown as Layer.Layer<Navigation.Navigation> as never
    await root.render(
      <App layer={layer}>
        <Show or="redirect" />
      </App>
    )
    await settle()
    assert.match(root.text(), /^caught .*Navigation/)
  })
})

describe("a page rendered without a user, such as at build time", () => {
  const seed = { isSignedIn: false, userId: null, entries: { user: { value: null } } }

  /** The store reports the session after a second. */
  const open = async (world: World, children: ReactNode) => {
    const slow = Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.TokenStore, (store) => ({ ...store, get: Effect.delay(store.get, 1000) }))
    ).pipe(Layer.provide(world.services))
    const root = makeRoot()
    await root.render(<App layer={world.layerOver(slow)} seed={seed}>{children}</App>)
    for (let turn = 0; turn < 6; turn++) await world.advance(1000)
    return root
  }

  it("a signed-in user causes no sign-up, redirect or error after a render without a user", async () => {
    for (const or of ["anonymous", "redirect", "throw"] as const) {
      for (const children of [<Show key="a" or={or} />, <ShowState key="b" or={or} />]) {
        const world = makeWorld()
        await world.signedIn()
        const root = await open(world, children)
        assert.strictEqual(root.text(), "ada@example.com", or)
        assert.deepStrictEqual(world.requests, ["GET /users/me"])
        assert.deepStrictEqual(await visits(world), [])
      }
    }
  })

  it("a page rendered without a user signs up, redirects or throws if no user is signed in", async () => {
    errorsAreMeant()
    const told = { anonymous: "anonymous", redirect: "…", throw: `caught ${notSignedIn}` }
    for (const or of ["anonymous", "redirect", "throw"] as const) {
      const world = makeWorld()
      const root = await open(world, <Show or={or} />)
      assert.strictEqual(root.text(), told[or])
      assert.lengthOf(await visits(world), or === "redirect" ? 1 : 0)
    }
  })
})

describe("another session", () => {
  const Both = () => (
    <>
      <Suspense fallback="…">
        <Show />
      </Suspense>{" "}
      <ShowState /> <SignOut />
    </>
  )
  const SignOut = () => {
    const { run } = useAction(() => Session.signOut)
    return <button onClick={() => void run()} />
  }

  it("a sign-out shows every component signed out before the service responds", async () => {
    const world = makeWorld()
    await world.signedIn()
    const root = await show(
      world,
      <>
        <Both /> <Both />
      </>
    )
    assert.deepStrictEqual(words(root.text()), Array.from({ length: 4 }, () => "ada@example.com"))
    world.service.delayMillis = 10_000
    await act(() => root.container.querySelector("button")!.click())
    await settle()
    assert.deepStrictEqual(words(root.text()), Array.from({ length: 4 }, () => "nobody"))
    await world.advance(10_000)
    assert.strictEqual(world.count("DELETE /auth/sessions/current"), 1)
    assert.strictEqual(world.count("GET /users/me"), 1)
  })

  it("another session never shows the previous user's data", async () => {
    const world = makeWorld()
    await world.signedIn()
    const texts: Array<string> = []
    const Recorded = () => {
      const user = useUser()
      const state = useUserState()
      texts.push(`${shown(user)} ${state._tag === "Ready" ? shown(state.value) : state._tag}`)
      return null
    }
    const root = await show(
      world,
      <>
        <Recorded />
        <Both />
      </>
    )
    await world.run(
      Effect.flatMap(
        Emulator.Emulator,
        ({ createUser }) => createUser({ primaryEmail: "bob@example.com", primaryEmailAuthEnabled: true, password })
      )
    )
    world.service.delayMillis = 1000
    await world.run(Password.signIn({ email: "bob@example.com", password }), 1000)
    assert.notInclude(root.text(), "ada@example.com")
    await world.advance(1000)
    assert.strictEqual(root.text().trim(), "bob@example.com bob@example.com")
    assert.deepStrictEqual(
      texts.filter((text) => text.includes("ada") && text.includes("bob")),
      []
    )
    assert.strictEqual(texts.at(-1), "bob@example.com bob@example.com")
  })
})
