// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Client, Navigation, Teams, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { AuthProvider, useTeamsState, useUserState } from "latchkey/react"
import { DevTools as DevelopmentDevTools } from "latchkey/react/devtools"
import { DevTools } from "latchkey/react/devtools/production"
import { Recorder } from "latchkey/recorder"
import * as React from "react"
import { beforeEach } from "vitest"
import { act, makeRoot, makeWorld, password, reactTests, settle, type World } from "../support.tsx"
import { buttonOf, getHost, open, press, sees, until } from "./panel.ts"

reactTests()
beforeEach(() => localStorage.clear())

const email = "ada@example.com"

/** A layer whose recorder counts its exports and its listeners. */
const makeRecorded = (world: World) => {
  const counts = { exports: 0, listeners: 0 }
  const counted = Layer.effect(
    Recorder.Recorder,
    Effect.map(Recorder.Recorder, (recorder) => ({
      ...recorder,
      export: Effect.tap(recorder.export, () => Effect.sync(() => counts.exports++)),
      subscribe: (listener: () => void) =>
        Effect.andThen(
          Effect.acquireRelease(
            Effect.sync(() => counts.listeners++),
            () => Effect.sync(() => counts.listeners--)
          ),
          recorder.subscribe(listener)
        )
    }))
  )
  const store = Layer.provide(Layer.effect(TokenStore.TokenStore, TokenStore.TokenStore), world.services)
  const layer = Layer.merge(Client.layer(Emulator.clientOptions), Navigation.layer({ redirectMethod: "window" })).pipe(
    Layer.provideMerge(counted),
    Layer.provideMerge(Recorder.layer()),
    Layer.provideMerge(store),
    Layer.provideMerge(world.services)
  )
  return { counts, layer }
}

const App = () => {
  const user = useUserState()
  const teams = useTeamsState()
  return <p>{user._tag} {teams._tag}</p>
}

describe("DevTools", () => {
  it("renders only in development", async () => {
    const world = makeWorld()
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={world.layer()}>
        <DevelopmentDevTools />
      </AuthProvider>
    )
    await act(() => import("../../../react/devtools/mountPanel.tsx"))
    await settle()
    assert.isNull(getHost())
  })

  it("removes the panel when it unmounts", async () => {
    const world = makeWorld()
    const { render, unmount } = makeRoot()
    await render(
      <React.StrictMode>
        <AuthProvider layer={world.layer()}>
          <DevTools />
        </AuthProvider>
      </React.StrictMode>
    )
    await until(() => buttonOf("Open Latchkey DevTools"))
    assert.strictEqual(document.querySelectorAll("latchkey-devtools").length, 1)
    await unmount()
    assert.isNull(getHost())
  })

  it("exports nothing and has no listener while it is closed", async () => {
    const world = makeWorld()
    await world.signedIn(email)
    const { counts, layer } = makeRecorded(world)
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={layer}>
        <App />
        <DevTools />
      </AuthProvider>
    )
    await until(() => buttonOf("Open Latchkey DevTools"))
    await world.advance("1 minute")
    assert.deepStrictEqual(counts, { exports: 0, listeners: 0 })
    await open(world)
    await until(() => counts.exports > 0)
    assert.strictEqual(counts.listeners, 1)
    await press("Close Latchkey DevTools")
    const { exports } = counts
    await world.run(Teams.create({ displayName: "Engines" }))
    await world.advance("1 minute")
    assert.deepStrictEqual(counts, { exports, listeners: 0 })
  })

  it("DevTools: exports once for many events, and not without new events", async () => {
    const world = makeWorld()
    await world.signedIn(email)
    const { counts, layer } = makeRecorded(world)
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={layer}>
        <App />
        <DevTools />
      </AuthProvider>
    )
    await open(world)
    await until(() => counts.exports > 0)
    const { exports } = counts
    await world.advance("10 seconds")
    assert.strictEqual(counts.exports, exports)
  })

  it("shows the session and counts down the lifetime of the access token", async () => {
    const world = makeWorld()
    await world.signedIn(email)
    const { layer } = makeRecorded(world)
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={layer}>
        <App />
        <DevTools />
      </AuthProvider>
    )
    await open(world)
    await sees(/Expires in 9 min 5\d s of 10 min/)
    await world.advance("5 minutes")
    await sees(/Expires in 4 min 5\d s of 10 min/)
    await world.advance("5 minutes")
    await sees("The next call refreshes it.")
  })

  it("shows no secret in any view", async () => {
    const world = makeWorld()
    await world.signedIn(email, "Ada Planted")
    const { layer } = makeRecorded(world)
    const tokens = await world.run(Effect.flatMap(TokenStore.TokenStore, ({ get }) => get))
    const secrets = [
      email,
      "Ada Planted",
      Redacted.value(password),
      Redacted.value(tokens!.refreshToken!),
      Redacted.value(tokens!.accessToken!)
    ]
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={layer}>
        <App />
        <DevTools />
      </AuthProvider>
    )
    await open(world)
    for (const view of ["Session", "Timeline", "Cache", "Permissions", "Cookies", "Redirects"]) {
      await press(view)
      if (view === "Timeline") {
        await sees("users.me.get")
        const rows = getHost()!.shadowRoot!.querySelectorAll<HTMLElement>("[role=option]")
        for (let index = 0; index < rows.length; index++) {
          await act(() => rows[index]!.click())
          const shown = getHost()!.shadowRoot!.innerHTML
          for (const secret of secrets) assert.notInclude(shown, secret)
        }
      }
    }
  })

  it("shows the session and the cache without a recorder, and how to add one", async () => {
    const world = makeWorld()
    await world.signedIn(email)
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={world.layer()}>
        <App />
        <DevTools />
      </AuthProvider>
    )
    await open(world)
    await sees(/Expires in 9 min 5\d s/)
    await press("Timeline")
    await sees("recorder={Recorder.layer()}")
    await press("Redirects")
    await sees("recorder={Recorder.layer()}")
    assert.isUndefined(buttonOf("Export recording"))
    await press("Cache")
    await sees(/teams.*1 subscriber/)
  })

  it("refetches and invalidates cache entries", async () => {
    const world = makeWorld()
    await world.signedIn(email)
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={world.layer()}>
        <App />
        <DevTools />
      </AuthProvider>
    )
    await open(world)
    await press("Cache")
    const before = world.count("GET /teams")
    await press("Refetch teams")
    await world.advance("1 second")
    assert.strictEqual(world.count("GET /teams"), before + 1)
    await press("Invalidate teams")
    await world.advance("1 second")
    assert.strictEqual(world.count("GET /teams"), before + 2)
  })

  it("closes with Escape and returns the focus to the button", async () => {
    const world = makeWorld()
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={world.layer()}>
        <DevTools />
      </AuthProvider>
    )
    await open(world)
    const root = getHost()!.shadowRoot!
    assert.strictEqual(root.activeElement?.textContent, "Session")
    await act(() => root.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })))
    assert.strictEqual(root.activeElement, buttonOf("Open Latchkey DevTools"))
  })

  it("restores its state, and ignores an invalid one", async () => {
    const world = makeWorld()
    localStorage.setItem("latchkey-devtools", `{"isOpen":true,"tab":"Cookies","dock":"left","height":-5}`)
    const { render } = makeRoot()
    await render(
      <AuthProvider layer={world.layer()}>
        <DevTools />
      </AuthProvider>
    )
    const panel = await until(() => getHost()?.shadowRoot?.querySelector<HTMLElement>(".panel"))
    assert.strictEqual(panel.dataset["dock"], "bottom")
    assert.strictEqual(panel.style.height, "420px")
    assert.strictEqual(panel.querySelector("[aria-selected=true]")?.textContent, "Cookies")
  })
})

describe("AuthProvider", () => {
  const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"

  it("records with the recorder in its properties, which may be inline", async () => {
    const { render } = makeRoot()
    const App = ({ count }: { readonly count: number }) => (
      <AuthProvider projectId={projectId} recorder={Recorder.layer()}>
        <p>{count}</p>
        <DevTools />
      </AuthProvider>
    )
    await render(<App count={1} />)
    await press("Open Latchkey DevTools")
    const panel = await until(() => getHost()?.shadowRoot?.querySelector(".panel"))
    await render(<App count={2} />)
    await settle()
    assert.strictEqual(getHost()?.shadowRoot?.querySelector(".panel"), panel)
    assert.isDefined(buttonOf("Export recordingExport"))
  })
})
