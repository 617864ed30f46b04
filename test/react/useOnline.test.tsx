// @vitest-environment jsdom
import * as Layer from "effect/Layer"
import { CurrentUser } from "latchkey"
import {
  AuthErrorBoundary,
  AuthProvider,
  SignedIn,
  TestAuthProvider,
  useAction,
  useOnline,
  useRetryOnline,
  useTeams,
  useUser
} from "latchkey/react"
import { StrictMode, Suspense } from "react"
import { renderToString } from "react-dom/server"
import { assert, describe, it } from "vitest"
import { makeDevice } from "../support/connectivity.ts"
import { act, errorsAreMeant, makeRoot, makeWorld, reactTests } from "./support.tsx"

reactTests()

/** A signed-in user at a device that can lose its network. */
const makeDeviceWorld = async () => {
  const world = makeWorld()
  await world.signedIn("ada@example.com", "Ada")
  const { device, layer } = makeDevice()
  return {
    ...world,
    device,
    layer: world.layer().pipe(Layer.provideMerge(layer)),
    /** The network follows the device, as it does in a browser. */
    go: (isOnline: boolean) =>
      act(() => {
        world.service.isDown = !isOnline
        device.set(isOnline)
      })
  }
}

const Name = () => <p>{useUser()?.displayName}</p>
const Banner = () => useOnline() ? null : <p>offline</p>

describe("useOnline", () => {
  it("follows the device, and starts with its current value", async () => {
    const { go, layer } = await makeDeviceWorld()
    const { render, text } = makeRoot()
    await go(false)
    const Online = () => <p>{String(useOnline())}</p>
    await render(
      <AuthProvider layer={layer}>
        <Online />
      </AuthProvider>
    )
    assert.strictEqual(text(), "false")
    await go(true)
    assert.strictEqual(text(), "true")
  })

  it("useOnline: returns the value that a test provides", () => {
    const online = (isOnline?: boolean) =>
      renderToString(
        <TestAuthProvider isOnline={isOnline}>
          <Banner />
        </TestAuthProvider>
      )
    assert.strictEqual(online(), "")
    assert.strictEqual(online(false), "<p>offline</p>")
  })
})

describe("offline", () => {
  it("a hook stays suspended beside the banner, and shows its value when the device is online", async () => {
    const { advance, count, go, layer } = await makeDeviceWorld()
    const errors: Array<unknown> = []
    const { render, text } = makeRoot()
    await go(false)
    await render(
      <StrictMode>
        <AuthProvider layer={layer} onError={(error) => errors.push(error)}>
          <Banner />
          <Suspense fallback="…">
            <Name />
          </Suspense>
          <SignedIn pending="pending">signed in</SignedIn>
        </AuthProvider>
      </StrictMode>
    )
    await advance("1 minute")
    assert.strictEqual(text(), "offline…pending")
    assert.strictEqual(count("GET /users/me"), 0)
    await go(true)
    await advance(0)
    assert.strictEqual(text(), "Adasigned in")
    assert.deepStrictEqual(errors, [])
    assert.strictEqual(count("GET /users/me"), 1)
  })

  it("a boundary that caught a network failure renders its children again when the device is online", async () => {
    const { advance, go, layer, service } = await makeDeviceWorld()
    errorsAreMeant()
    const { render, text } = makeRoot()
    service.isDown = true
    const Count = () => <p>{useTeams().length} teams</p>
    await render(
      <AuthProvider layer={layer} onError={() => {}}>
        <AuthErrorBoundary fallback={() => <p>failed</p>}>
          <Suspense fallback="…">
            <Count />
          </Suspense>
        </AuthErrorBoundary>
      </AuthProvider>
    )
    for (let second = 0; second < 30 && text() !== "failed"; second++) await advance("1 second")
    assert.strictEqual(text(), "failed")
    await go(true)
    await advance("300 millis")
    assert.strictEqual(text(), "0 teams")
  })

  it("a boundary that caught another error does not render its children again", async () => {
    const { go, layer } = await makeDeviceWorld()
    errorsAreMeant()
    const { render, text } = makeRoot()
    let renders = 0
    const Broken = () => {
      renders++
      throw new Error("boom")
    }
    await render(
      <AuthProvider layer={layer} onError={() => {}}>
        <AuthErrorBoundary fallback={() => <p>failed</p>}>
          <Broken />
        </AuthErrorBoundary>
      </AuthProvider>
    )
    const before = renders
    await go(false)
    await go(true)
    assert.strictEqual(renders, before)
    assert.strictEqual(text(), "failed")
  })
})

describe("useRetryOnline", () => {
  const Save = () => {
    const { run, state } = useAction(CurrentUser.update({ displayName: "Countess" }))
    useRetryOnline(state._tag === "Failure" ? state.error : undefined, () => void run())
    return <button onClick={() => void run()}>{state._tag}</button>
  }

  it("repeats an action that was not sent, once, when the device is online", async () => {
    const { advance, count, go, layer } = await makeDeviceWorld()
    const { container, render, text } = makeRoot()
    await render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Save />
        </AuthProvider>
      </StrictMode>
    )
    await go(false)
    await act(() => container.querySelector("button")!.click())
    await advance(0)
    assert.strictEqual(text(), "Failure")
    assert.strictEqual(count("PATCH /users/me"), 0)
    await go(true)
    await advance(0)
    assert.strictEqual(text(), "Success")
    await go(false)
    await go(true)
    await advance(0)
    assert.strictEqual(count("PATCH /users/me"), 1)
  })

  it("does not repeat an action that the service may have received", async () => {
    const { advance, count, go, layer, service } = await makeDeviceWorld()
    const { container, render, text } = makeRoot()
    await render(
      <AuthProvider layer={layer}>
        <Save />
      </AuthProvider>
    )
    service.isDown = true
    await act(() => container.querySelector("button")!.click())
    await go(false)
    await advance("1 minute")
    assert.strictEqual(text(), "Failure")
    await go(true)
    await advance("1 minute")
    assert.strictEqual(text(), "Failure")
    assert.strictEqual(count("PATCH /users/me"), 1)
  })
})
