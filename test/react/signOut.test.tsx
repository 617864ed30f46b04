// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Navigation, Page } from "latchkey"
import { type AppLayer, AuthProvider, useSignOut, useUser } from "latchkey/react"
import { Suspense, useState } from "react"
import { act, makeRoot, makeWorld, reactTests, settle, type World } from "./support.tsx"

reactTests()

/** A page for signed-in users, which disappears as soon as no user is signed in. */
const Account = () => {
  const user = useUser({ or: "redirect" })
  const { run, state } = useSignOut()
  return <button disabled={state._tag === "Pending"} onClick={run}>Sign out {user.primaryEmail}</button>
}

/** A client on a page that is still loading the next one, as the window is for a moment. */
const loadingLayer = (world: World) => {
  const visited: Array<string> = []
  const page = Layer.effect(
    Page.Page,
    Effect.map(Page.Page, (page) => ({
      ...page,
      goTo: (url: string) => Effect.sync(() => visited.push(url)),
      settle: Effect.sleep("2 seconds")
    }))
  ).pipe(Layer.provide(world.services))
  const layer = Navigation.layer({ redirectMethod: "window", urls: { afterSignOut: "/bye" } }).pipe(
    Layer.provide(page),
    Layer.provideMerge(world.layer())
  )
  return { layer, visited }
}

const show = async (layer: AppLayer) => {
  const root = makeRoot()
  const page = (
    <AuthProvider layer={layer}>
      <Suspense fallback="…">
        <Account />
      </Suspense>
    </AuthProvider>
  )
  await root.render(page)
  await settle()
  const click = () => act(() => root.container.querySelector("button")!.click())
  return { ...root, click }
}

describe("useSignOut", () => {
  it("useSignOut: goes to afterSignOut, even if the button unmounts and the page redirects visitors", async () => {
    const world = makeWorld()
    await world.signedIn()
    const { layer, visited } = loadingLayer(world)
    const { click, text } = await show(layer)
    world.service.delayMillis = 1000
    await click()
    assert.deepStrictEqual(visited, [])
    await world.advance(1000)
    assert.deepStrictEqual(visited, ["/bye"])
    await world.advance("1 minute")
    assert.deepStrictEqual(visited, ["/bye"])
    assert.strictEqual(text(), "…")
    assert.deepStrictEqual(world.requests, ["GET /users/me", "DELETE /auth/sessions/current"])
  })

  it("goes to afterSignOut if the session cannot be revoked", async () => {
    const world = makeWorld()
    await world.signedIn()
    const { layer, visited } = loadingLayer(world)
    const { click } = await show(layer)
    world.service.isDown = true
    await click()
    await world.advance("2 minutes")
    assert.deepStrictEqual(visited, ["/bye"])
  })

  it("useSignOut: routes to afterSignOut, or to sign-in if afterSignOut is the current page", async () => {
    for (const afterSignOut of ["/bye", "/notes/7"]) {
      const world = makeWorld()
      await world.signedIn()
      const shown: Array<string> = []
      let open = (_: string) => {}
      const Router = () => {
        const [path, setPath] = useState("/notes/7")
        open = setPath
        return path === "/notes/7" ? <Account /> : <p>{path}</p>
      }
      const layer = Layer.provideMerge(
        Navigation.layer({
          redirectMethod: {
            navigate: (url) => {
              shown.push(url)
              open(url)
            }
          },
          urls: { afterSignOut }
        }),
        world.layer()
      )
      const root = makeRoot()
      await root.render(
        <AuthProvider layer={layer}>
          <Suspense fallback="…">
            <Router />
          </Suspense>
        </AuthProvider>
      )
      await settle()
      await act(() => root.container.querySelector("button")!.click())
      await world.advance(2000)
      await world.advance("1 minute")
      assert.deepStrictEqual(
        shown,
        afterSignOut === "/bye" ? ["/bye"] : ["/notes/7", "/handler/sign-in?after_auth_return_to=%2Fnotes%2F7"]
      )
      await root.unmount()
    }
  })
})
