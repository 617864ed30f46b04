// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Semaphore from "effect/Semaphore"
import { Cache, Locks, Password, TokenStore } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { AuthProvider, EffectAuthProvider, useSession, useUser } from "latchkey/react"
import { StrictMode, Suspense } from "react"
import { renderToString } from "react-dom/server"
import {
  Activity,
  atEnd,
  isReact18,
  makeRoot,
  makeWorld,
  password,
  reactTests,
  settle,
  type World
} from "./support.tsx"

reactTests()

const tokenRoute = "POST /auth/oauth/token"

const Status = () => <i>{useSession()._tag}</i>
const Name = () => <b>{useUser()?.primaryEmail ?? "no user"}</b>

const App = () => (
  <Suspense>
    <Status /> <Name />
  </Suspense>
)

/** A visible page with a user who signed in a moment ago. */
const makeVisible = async () => {
  const world = makeWorld()
  await world.signedIn()
  world.visibility.isVisible = true
  return world
}

/** Revokes all sessions, as from another device. */
const revoke = (world: World) => world.run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.revokeSessions()))

/** Checks that nothing of a watch is left. */
const assertNothingRuns = async (world: World) => {
  assert.strictEqual(world.visibility.listeners.size, 0)
  assert.strictEqual(world.sleeping(), 0)
  const { length } = world.requests
  await world.visibility.show(true)
  await world.advance("1 hour")
  assert.strictEqual(world.requests.length, length)
}

describe("a mounted AuthProvider", () => {
  it("signs hooks out within a minute after the session was revoked elsewhere", async () => {
    const world = await makeVisible()
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <App />
        </AuthProvider>
      </StrictMode>
    )
    await world.advance("90 seconds")
    await revoke(world)
    assert.strictEqual(root.text(), "SignedIn ada@example.com")
    await world.advance("60 seconds")
    assert.strictEqual(root.text(), "SignedOut no user")
    await world.advance("1 hour")
    assert.strictEqual(world.count(tokenRoute), 2)
  })

  it("sends one refresh for an old token in strict mode", async () => {
    const world = await makeVisible()
    await world.advance("1 hour")
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Status />
        </AuthProvider>
      </StrictMode>
    )
    await world.advance(0)
    assert.deepStrictEqual(world.requests, [tokenRoute])
    assert.strictEqual(world.service.aborted, 0)
  })

  it("sends nothing for a hidden page, and checks immediately when it becomes visible", async () => {
    const world = await makeVisible()
    world.visibility.isVisible = false
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={layer}>
        <Status />
      </AuthProvider>
    )
    await world.advance("1 hour")
    assert.deepStrictEqual(world.requests, [])
    await revoke(world)
    await world.visibility.show(true)
    await world.advance(0)
    assert.strictEqual(root.text(), "SignedOut")
    assert.strictEqual(world.count(tokenRoute), 1)
  })

  it("AuthProvider: shares refreshes with providers of the same layer, and by locks with other layers", async () => {
    const world = await makeVisible()
    world.service.delayMillis = 20
    const semaphore = Semaphore.makeUnsafe(1)
    const locks = Layer.succeed(Locks.Locks, (_, effect) => semaphore.withPermit(effect))
    const layers = [1, 2].map(() => Layer.provide(world.layer(), locks))
    const root = makeRoot()
    await root.render(
      <StrictMode>
        {[...layers, layers[0]!].map((layer, key) => (
          <AuthProvider key={key} layer={layer}>
            <Status />
          </AuthProvider>
        ))}
      </StrictMode>
    )
    await world.advance("10 minutes")
    // Each refresh takes 20 ms.
    assert.strictEqual(world.count(tokenRoute), 9)
    await world.advance("1 second")
    assert.strictEqual(world.count(tokenRoute), 10)
    await revoke(world)
    await world.advance("61 seconds")
    assert.strictEqual(root.text(), "SignedOut".repeat(3))
  })

  it("AuthProvider: stops watching on unmount, even during a request", async () => {
    for (const delayMillis of [0, 1000]) {
      const world = await makeVisible()
      world.service.delayMillis = delayMillis
      const layer = world.layer()
      const root = makeRoot()
      await root.render(
        <StrictMode>
          <AuthProvider layer={layer}>
            <Status />
          </AuthProvider>
        </StrictMode>
      )
      assert.strictEqual(world.visibility.listeners.size, 1)
      await world.advance("60 seconds")
      await root.unmount()
      await settle()
      assert.strictEqual(world.service.aborted, delayMillis === 0 ? 0 : 1)
      await assertNothingRuns(world)
    }
  })

  it.skipIf(isReact18)("AuthProvider: watches the session only while shown by Activity", async () => {
    const world = await makeVisible()
    const layer = world.layer()
    const root = makeRoot()
    // The same element, so that React shows it again without rendering it.
    const app = (
      <AuthProvider layer={layer}>
        <Status />
      </AuthProvider>
    )
    await root.render(<Activity mode="visible">{app}</Activity>)
    await root.render(<Activity mode="hidden">{app}</Activity>)
    await settle()
    await assertNothingRuns(world)
    await revoke(world)
    await root.render(<Activity mode="visible">{app}</Activity>)
    await world.advance(0)
    assert.strictEqual(root.container.querySelector("i")?.textContent, "SignedOut")
    assert.strictEqual(world.visibility.listeners.size, 1)
  })

  it("watches the client of an existing runtime, and of EffectAuthProvider", async () => {
    for (const Provider of [AuthProvider, EffectAuthProvider]) {
      const world = await makeVisible()
      const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer(), world.layer()))
      atEnd(() => runtime.dispose())
      const root = makeRoot()
      await root.render(
        <Provider runtime={runtime}>
          <Status />
        </Provider>
      )
      await revoke(world)
      await world.advance("60 seconds")
      assert.strictEqual(root.text(), "SignedOut")
      await root.unmount()
      await settle()
      assert.strictEqual(world.visibility.listeners.size, 0)
    }
  })

  it("watches a session that starts after the mount, here or in another tab", async () => {
    for (const where of ["here", "another tab"] as const) {
      const world = await makeVisible()
      await revoke(world)
      await world.advance("11 minutes")
      const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer(), world.layer()))
      atEnd(() => runtime.dispose())
      const root = makeRoot()
      await root.render(
        <AuthProvider runtime={runtime}>
          <Status />
        </AuthProvider>
      )
      await world.advance("1 hour")
      assert.strictEqual(root.text(), "SignedOut")
      world.requests.length = 0
      const signIn = Password.signIn({ email: "ada@example.com", password })
      await (where === "here" ? world.run(Effect.promise(() => runtime.runPromise(signIn))) : world.run(signIn))
      assert.strictEqual(root.text(), "SignedIn")
      await world.advance("60 seconds")
      assert.strictEqual(world.count(tokenRoute), 1)
      await revoke(world)
      await world.advance("60 seconds")
      assert.strictEqual(root.text(), "SignedOut")
    }
  })

  it("sends one request per minute while the service is down, and keeps the session", async () => {
    const world = await makeVisible()
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={layer}>
        <Status />
      </AuthProvider>
    )
    world.service.isDown = true
    await world.advance("1 hour")
    assert.deepStrictEqual(world.requests, Array.from({ length: 60 }, () => tokenRoute))
    assert.strictEqual(root.text(), "SignedIn")
  })

  it("sends nothing for a session that only the app's server has", async () => {
    const world = makeWorld()
    world.visibility.isVisible = true
    const layer = world.layer()
    const root = makeRoot()
    const dehydrated = {
      version: 1,
      userId: "00000000-0000-4000-8000-000000000001",
      entries: {}
    }
    await root.render(
      <AuthProvider layer={layer} dehydrated={dehydrated}>
        <Status />
      </AuthProvider>
    )
    await world.advance("1 hour")
    assert.deepStrictEqual(world.requests, [])
  })

  it("AuthProvider: sends no check for an access token without a refresh token", async () => {
    const world = await makeVisible()
    await world.run(
      Effect.flatMap(
        TokenStore.TokenStore,
        ({ modify }) =>
          modify((tokens) => tokens?.accessToken && { accessToken: tokens.accessToken, refreshToken: undefined })
      )
    )
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={layer}>
        <Status />
      </AuthProvider>
    )
    assert.strictEqual(root.text(), "SignedIn")
    await world.advance("9 minutes")
    assert.deepStrictEqual(world.requests, [])
  })

  // In this environment, which has a document, React 18 reports each layout effect of a server's render.
  it.skipIf(isReact18)("starts nothing while a server renders, with a layer or a runtime", async () => {
    const world = await makeVisible()
    await world.advance("1 hour")
    const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer(), world.layer()))
    await world.run(Effect.promise(() => runtime.context()))
    const layer = world.layer()
    renderToString(
      <>
        <AuthProvider runtime={runtime}>text</AuthProvider>
        <AuthProvider layer={layer}>text</AuthProvider>
      </>
    )
    await settle()
    await assertNothingRuns(world)
    await runtime.dispose()
  })
})
