// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Cache, Client, CurrentUser, ForeignUse, InvalidOptions, Session } from "latchkey"
import {
  AuthProvider,
  type Runtime,
  TestAuthProvider,
  useRuntime,
  useSession,
  useUser,
  useUserState
} from "latchkey/react"
import { type ReactNode, StrictMode, Suspense } from "react"
import { useAuth } from "../../react/Auth.ts"
import { makeCountingStore } from "../session/support.ts"
import {
  act,
  Activity,
  atEnd,
  Catch,
  errorsAreMeant,
  isReact18,
  makeRoot,
  makeWorld,
  reactTests,
  settle
} from "./support.tsx"

reactTests()

const Name = () => <b>{useUser()?.primaryEmail ?? "nobody"}</b>

const NameState = () => {
  const state = useUserState()
  return <i>{state._tag === "Ready" ? state.value?.primaryEmail ?? "nobody" : state._tag}</i>
}

const Waiting = ({ children }: { readonly children: ReactNode }) => <Suspense fallback="…">{children}</Suspense>

describe("AuthProvider", () => {
  it("finds uses by other devices with the layer in its properties", async () => {
    const root = makeRoot()
    const Watched = () => {
      const isWatched = Effect.map(Client.Client, ({ session }) => session.foreignUse !== undefined)
      return <p>{String(useRuntime().runSync(isWatched))}</p>
    }
    for (const foreignUse of [undefined, ForeignUse.layerBrowser({ usedBy: "browser" })]) {
      await root.render(
        <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" foreignUse={foreignUse}>
          <Watched />
        </AuthProvider>
      )
      assert.strictEqual(root.text(), String(foreignUse !== undefined))
    }
  })

  it("sends one request for 200 components in strict mode", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Waiting>
            {Array.from({ length: 100 }, (_, key) => <Name key={key} />)}
            {Array.from({ length: 100 }, (_, key) => <NameState key={key} />)}
          </Waiting>
        </AuthProvider>
      </StrictMode>
    )
    assert.strictEqual(root.text(), "ada@example.com".repeat(200))
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
  })

  it("components that remount within five seconds send no request, and later remounts send one", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const root = makeRoot()
    const show = (children: ReactNode) =>
      root.render(
        <AuthProvider layer={layer}>
          <Waiting>{children}</Waiting>
        </AuthProvider>
      )
    await show(<Name />)
    await show(null)
    await world.advance(4999)
    await show(<Name />)
    assert.strictEqual(root.text(), "ada@example.com")
    assert.strictEqual(world.requests.length, 1)
    await show(null)
    await world.advance(5000)
    await show(<Name />)
    assert.strictEqual(root.text(), "ada@example.com")
    assert.strictEqual(world.requests.length, 2)
  })

  it("sends one request for a first fetch of 12 seconds under Suspense", async () => {
    const world = makeWorld()
    await world.signedIn()
    world.service.delayMillis = 12_000
    const layer = world.layer()
    const root = makeRoot()
    const renderAgain = () =>
      root.render(
        <StrictMode>
          <AuthProvider layer={layer}>
            <Waiting>
              <Name />
            </Waiting>
          </AuthProvider>
        </StrictMode>
      )
    for (let second = 0; second < 12; second++) {
      await renderAgain()
      assert.strictEqual(root.text(), "…")
      await world.advance(1000)
    }
    await world.advance(1)
    assert.strictEqual(root.text(), "ada@example.com")
    await world.advance("1 minute")
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
  })

  it("keeps its client if everything suspends before it mounts", async () => {
    const world = makeWorld()
    await world.signedIn()
    world.service.delayMillis = 7000
    const layer = world.layer()
    const root = makeRoot()
    const renderAgain = () =>
      root.render(
        <StrictMode>
          <Waiting>
            <AuthProvider layer={layer}>
              <Name />
            </AuthProvider>
          </Waiting>
        </StrictMode>
      )
    await renderAgain()
    await world.advance(3000)
    await renderAgain()
    assert.strictEqual(root.text(), "…")
    await world.advance(4001)
    assert.strictEqual(root.text(), "ada@example.com")
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
  })

  it("renders at most twice from mount to user", async () => {
    const world = makeWorld()
    await world.signedIn()
    world.service.delayMillis = 1000
    const layer = world.layer()
    const root = makeRoot()
    const seen: Array<string> = []
    const suspended: Array<string> = []
    const Counted = () => {
      const state = useUserState()
      seen.push(state._tag)
      return null
    }
    const Suspending = () => {
      suspended.push(useUser()!.primaryEmail!)
      return null
    }
    await root.render(
      <AuthProvider layer={layer}>
        <Counted />
        <Waiting>
          <Suspending />
        </Waiting>
      </AuthProvider>
    )
    await world.advance(1000)
    assert.deepStrictEqual(seen, ["Pending", "Ready"])
    assert.deepStrictEqual(suspended, ["ada@example.com"])
  })

  it("keeps the first layer of a component that creates one in each render", async () => {
    const world = makeWorld()
    await world.signedIn()
    const root = makeRoot()
    const runtimes = new Set<Runtime>()
    const Collect = () => {
      runtimes.add(useRuntime())
      return null
    }
    const Inline = ({ count }: { readonly count: number }) => (
      <AuthProvider layer={world.layer()}>
        <Waiting>
          <Name />
          {count}
          <Collect />
        </Waiting>
      </AuthProvider>
    )
    for (let count = 0; count < 5; count++) await root.render(<Inline count={count} />)
    assert.strictEqual(root.text(), "ada@example.com4")
    assert.strictEqual(runtimes.size, 1)
    assert.strictEqual(world.requests.length, 1)
  })

  it("shares one client between providers of one layer, and none between different layers", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layers = [world.layer(), world.layer()] as const
    const runtimes: Array<Runtime> = []
    const Collect = () => {
      runtimes.push(useRuntime())
      return <Name />
    }
    const Provider = ({ layer }: { readonly layer: typeof layers[number] }) => (
      <AuthProvider layer={layer}>
        <Waiting>
          <Collect />
        </Waiting>
      </AuthProvider>
    )
    const root = makeRoot()
    await root.render(
      <>
        <Provider layer={layers[0]} />
        <Provider layer={layers[0]} />
      </>
    )
    assert.strictEqual(world.requests.length, 1)
    assert.strictEqual(new Set(runtimes).size, 1)
    await root.render(
      <>
        <Provider layer={layers[0]} />
      </>
    )
    await root.render(
      <>
        <Provider layer={layers[0]} />
        <Provider layer={layers[1]} />
      </>
    )
    assert.strictEqual(root.text(), "ada@example.com".repeat(2))
    assert.strictEqual(world.requests.length, 2)
    assert.strictEqual(new Set(runtimes).size, 2)
  })

  it("disposes its client on unmount: no fibers, listeners or requests remain", async () => {
    const world = makeWorld()
    await world.signedIn()
    const { counts, layer: store } = makeCountingStore()
    let built = 0
    const finalized: Array<string> = []
    const layer = Layer.merge(
      world.layerOver(store),
      Layer.effectDiscard(Effect.acquireRelease(
        Effect.sync(() => built++),
        () => Effect.sync(() => finalized.push("closed"))
      ))
    )
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Waiting>
            <NameState />
            <Session_ />
          </Waiting>
        </AuthProvider>
      </StrictMode>
    )
    assert.strictEqual(counts.listeners, 1)
    assert.strictEqual(built, 1)
    await root.unmount()
    await settle()
    assert.deepStrictEqual(finalized, ["closed"])
    assert.strictEqual(counts.listeners, 0)
    assert.strictEqual(world.sleeping(), 0)
  })

  it("creates a new client when it is shown after an unmount", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    for (const requests of [1, 2]) {
      const root = makeRoot()
      await root.render(
        <StrictMode>
          <AuthProvider layer={layer}>
            <Waiting>
              <Name />
            </Waiting>
          </AuthProvider>
        </StrictMode>
      )
      assert.strictEqual(root.text(), "ada@example.com")
      assert.strictEqual(world.requests.length, requests)
      await root.unmount()
    }
  })

  it("keeps its client when it moves within the page in one commit", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const root = makeRoot()
    const app = (
      <AuthProvider layer={layer}>
        <Waiting>
          <Name />
        </Waiting>
      </AuthProvider>
    )
    await root.render(<div key="a">{app}</div>)
    await root.render(<p key="b">{app}</p>)
    assert.strictEqual(root.text(), "ada@example.com")
    assert.strictEqual(world.requests.length, 1)
  })

  it.skipIf(isReact18)(
    "AuthProvider: hiding and showing creates a new client, and each client fetches once",
    async () => {
      const world = makeWorld()
      await world.signedIn()
      const layer = world.layer()
      const root = makeRoot()
      // The same element, so that React shows it again without rendering it.
      const app = (
        <AuthProvider layer={layer}>
          <Waiting>
            <Name />
          </Waiting>
        </AuthProvider>
      )
      const show = (mode: "hidden" | "visible") => root.render(<Activity mode={mode}>{app}</Activity>)
      await show("visible")
      for (const requests of [2, 3]) {
        await show("hidden")
        await settle()
        await show("visible")
        await settle()
        assert.strictEqual(root.container.querySelector("b")?.textContent, "ada@example.com")
        assert.strictEqual(world.requests.length, requests)
      }
    }
  )

  it.skipIf(isReact18)("keeps its client while only a part of it is hidden", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const root = makeRoot()
    const show = (mode: "hidden" | "visible") =>
      root.render(
        <AuthProvider layer={layer}>
          <Activity mode={mode}>
            <Waiting>
              <Name />
              <NameState />
            </Waiting>
          </Activity>
        </AuthProvider>
      )
    await show("visible")
    for (let time = 0; time < 3; time++) {
      await show("hidden")
      await world.advance(1000)
      await show("visible")
    }
    assert.strictEqual(root.text(), "ada@example.com".repeat(2))
    assert.strictEqual(world.requests.length, 1)
  })

  it("suspends while a layer is built asynchronously, and builds it once", async () => {
    const world = makeWorld()
    await world.signedIn()
    let built = 0
    const layer = world.layer().pipe(
      Layer.provideMerge(Layer.effectDiscard(Effect.suspend(() => {
        built++
        return Effect.promise(() => ready)
      })))
    )
    let open = () => {}
    const ready = new Promise<void>((resolve) => open = resolve)
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <Waiting>
          <AuthProvider layer={layer}>
            <Name />
          </AuthProvider>
        </Waiting>
      </StrictMode>
    )
    assert.strictEqual(root.text(), "…")
    await act(open)
    assert.strictEqual(root.text(), "ada@example.com")
    assert.strictEqual(built, 1)
  })

  it("throws the original error of a layer that fails", async () => {
    errorsAreMeant()
    const error = new InvalidOptions({ option: "projectId", message: "The option is wrong" })
    const caught: Array<unknown> = []
    for (
      const failing of [
        Effect.fail(error),
        Effect.andThen(Effect.promise(() => Promise.resolve()), Effect.fail(error))
      ]
    ) {
      const root = makeRoot()
      const layer = makeWorld().layer().pipe(Layer.provideMerge(Layer.effectDiscard(failing)))
      await root.render(
        <Catch caught={caught}>
          <Waiting>
            <AuthProvider layer={layer}>
              <Name />
            </AuthProvider>
          </Waiting>
        </Catch>
      )
      await settle()
      assert.strictEqual(root.text(), "caught The option is wrong")
      assert.strictEqual(caught.pop(), error)
    }
  })

  it("uses an existing runtime, and does not dispose it", async () => {
    const world = makeWorld()
    await world.signedIn()
    const runtime = ManagedRuntime.make(Cache.layer().pipe(Layer.provideMerge(world.layer())))
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider runtime={runtime}>
          <Waiting>
            <Name />
          </Waiting>
        </AuthProvider>
      </StrictMode>
    )
    assert.strictEqual(root.text(), "ada@example.com")
    await root.unmount()
    await settle()
    assert.strictEqual((await runtime.runPromise(CurrentUser.get()))?.primaryEmail, "ada@example.com")
    await runtime.dispose()
  })

  it("AuthProvider: provides the session to useSession without a token or a request", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={layer}>
        <Session_ />
      </AuthProvider>
    )
    assert.strictEqual(root.text(), `{"_tag":"SignedIn","isRefreshing":false,"isStale":false}`)
    assert.strictEqual(world.requests.length, 0)
    await world.run(Session.signOut)
    assert.strictEqual(root.text(), `{"_tag":"SignedOut"}`)
  })

  it("AuthProvider: reports a missing service", async () => {
    errorsAreMeant()
    const root = makeRoot()
    await root.render(
      <Catch>
        <NameState />
      </Catch>
    )
    assert.strictEqual(root.text(), "caught No <AuthProvider> found. Wrap the component that uses this hook in one.")
  })
})

const Session_ = () => <u>{JSON.stringify(useSession())}</u>

describe("texts of AuthProvider", () => {
  it("are undefined by default, and reach components below a layer, a runtime and TestAuthProvider", async () => {
    const texts = { signIn: { submit: "Los" } }
    const Submit = () => <i>{useAuth().texts?.signIn?.submit ?? "default"}</i>
    const layer = makeWorld().layer()
    const runtime = ManagedRuntime.make(Layer.provideMerge(Cache.layer(), layer))
    atEnd(() => runtime.dispose())
    const root = makeRoot()
    await root.render(
      <>
        <AuthProvider layer={layer}>
          <Submit />
        </AuthProvider>
        <AuthProvider layer={layer} texts={texts}>
          <Submit />
        </AuthProvider>
        <AuthProvider runtime={runtime} texts={texts}>
          <Submit />
        </AuthProvider>
        <TestAuthProvider texts={texts}>
          <Submit />
        </TestAuthProvider>
      </>
    )
    assert.strictEqual(root.text(), "defaultLosLosLos")
  })
})
