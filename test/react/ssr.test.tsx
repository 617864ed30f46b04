// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Cache, Resource, Resources, Session, Teams, TokenStore } from "latchkey"
import {
  type AppRuntime,
  AuthProvider,
  Protect,
  Restricted,
  SignedIn,
  SignedOut,
  useSession,
  useTeams,
  useTeamsState,
  useUser,
  useUserState
} from "latchkey/react"
import { Writable } from "node:stream"
import { type ReactNode, StrictMode, Suspense } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToPipeableStream } from "react-dom/server"
import { act, atEnd, makeWorld, reactTests, settle, visible, type World } from "./support.tsx"

reactTests()

const User = () => <b>{useUser()?.primaryEmail ?? "nobody"}</b>
const TeamNames = () => <i>{useTeams().map(({ displayName }) => displayName).join()}</i>

const Suspending = () => (
  <main>
    <Suspense fallback="user? ">
      <User />
    </Suspense>{" "}
    <Suspense fallback="teams? ">
      <TeamNames />
    </Suspense>
  </main>
)

const States = () => {
  const session = useSession()
  const user = useUserState()
  const teams = useTeamsState()
  return (
    <main>
      {session._tag} {user._tag === "Ready" ? user.value?.primaryEmail ?? "nobody" : user._tag}{" "}
      {teams._tag === "Ready" ? teams.value.length : teams._tag} <SignedIn fallback="not in" pending="in?">in</SignedIn>
      {" "}
      <SignedOut fallback="not out" pending="out?">out</SignedOut>{" "}
      <Protect fallback="no" pending="?" permission="$update_team">yes</Protect>
    </main>
  )
}

/** The server's response to a request of this browser: the page as a stream, and the dehydrated cache. */
const serve = async (
  world: World,
  children: ReactNode,
  before: Effect.Effect<unknown, unknown, Cache.Cache> = Effect.void
) => {
  const runtime: AppRuntime = ManagedRuntime.make(
    Cache.layer().pipe(Layer.provideMerge(world.layer()))
  )
  const reading = runtime.runPromise(before)
  await settle()
  await world.advance(1000)
  await reading
  const chunks: Array<string> = []
  const errors: Array<unknown> = []
  let isSent = false
  const sent = new Promise<void>((resolve, reject) => {
    const stream = renderToPipeableStream(
      <StrictMode>
        <AuthProvider runtime={runtime}>{children}</AuthProvider>
      </StrictMode>,
      {
        // Without scripts, the page must be complete before it is sent.
        onAllReady: () =>
          void stream.pipe(
            new Writable({
              write: (chunk, _, done) => {
                chunks.push(String(chunk))
                done()
              },
              final: (done) => {
                isSent = true
                resolve()
                done()
              }
            })
          ),
        onShellError: reject,
        onError: (error) => void errors.push(error)
      }
    )
  })
  for (let turn = 0; turn < 10; turn++) {
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    if (!isSent) await world.advance(500)
  }
  await sent
  const seed = Cache.stringify(await runtime.runPromise(Cache.dehydrate))
  await runtime.dispose()
  assert.deepStrictEqual(errors, [])
  const requests = world.requests.splice(0)
  return { html: chunks.join(""), requests, seed: JSON.parse(seed) as unknown }
}

/** Hydrates in the browser, and records every intermediate text. */
const hydrate = async (
  html: string,
  children: ReactNode,
  { layer, seed }: { readonly layer: ReturnType<World["layer"]>; readonly seed?: unknown }
) => {
  const container = document.createElement("div")
  container.innerHTML = html
  document.body.append(container)
  const recovered: Array<unknown> = []
  const texts: Array<string> = [visible(container)]
  const look = () => {
    const text = visible(container)
    if (text !== texts.at(-1)) texts.push(text)
  }
  const observer = new MutationObserver(look)
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
  const app = (
    <StrictMode>
      <AuthProvider layer={layer} dehydrated={seed}>{children}</AuthProvider>
    </StrictMode>
  )
  await act(() => {
    const root = hydrateRoot(container, app, { onRecoverableError: (error) => void recovered.push(error) })
    atEnd(async () => {
      observer.disconnect()
      await act(() => root.unmount())
      container.remove()
    })
  })
  await settle()
  look()
  return { container, recovered, texts, text: () => visible(container) }
}

const withTeam = async (email?: string) => {
  const world = makeWorld()
  await world.signedIn(email)
  await world.run(Teams.create({ displayName: "Engines" }))
  world.requests.length = 0
  return world
}

/** An asynchronous store, like a native app's. */
const slowly = (world: World, millis: number) =>
  world.layerOver(
    Layer.effect(
      TokenStore.TokenStore,
      Effect.map(TokenStore.TokenStore, (store) => ({ ...store, get: Effect.delay(store.get, millis) }))
    ).pipe(Layer.provide(world.services))
  )

describe("a server-rendered page", () => {
  const both = (
    <>
      <Suspending />
      <States />
    </>
  )

  it("hydrates with the server's data, without another request", async () => {
    for (const page of [<Suspending key="a" />, <States key="b" />, both]) {
      const world = await withTeam()
      const { html, requests, seed } = await serve(world, page)
      assert.isAtLeast(requests.length, 2)
      const { recovered, texts } = await hydrate(html, page, { layer: world.layer(), seed })
      await world.advance("10 seconds")
      assert.deepStrictEqual(recovered, [])
      assert.deepStrictEqual(world.requests, [])
      assert.lengthOf(texts, 1)
      assert.include(texts[0], "ada@example.com")
    }
  })

  it("starts with a pending value, and shows the server's later data immediately", async () => {
    const world = await withTeam()
    world.service.delayMillis = 1000
    const { html, seed } = await serve(world, both)
    world.service.delayMillis = 0
    const { recovered, texts } = await hydrate(html, both, { layer: world.layer(), seed })
    await world.advance("10 seconds")
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(texts, [
      "ada@example.com EnginesSignedIn Pending Pending in? out? ?",
      "ada@example.com EnginesSignedIn ada@example.com 1 in not out no"
    ])
    assert.deepStrictEqual(world.requests, [])
  })

  it("starts with the known state in hooks that do not suspend", async () => {
    const world = await withTeam()
    const { html } = await serve(world, <States />)
    assert.include(html, "ada@example.com")
    world.service.delayMillis = 1000
    const later = await serve(world, <States />)
    assert.notInclude(later.html, "ada@example.com")
    assert.include(later.html, "in?")
  })

  it("contains a gate's children if the server prefetched the gate's data", async () => {
    const page = (
      <SignedIn pending="in?">
        <Suspense fallback="teams?">
          <TeamNames />
        </Suspense>
      </SignedIn>
    )
    const world = await withTeam()
    world.service.delayMillis = 300
    const unread = await serve(world, page)
    assert.include(unread.html, "in?")
    assert.notInclude(unread.html, "Engines")
    const { html, requests, seed } = await serve(world, page, Resource.get(Resources.user))
    assert.include(html, "Engines")
    assert.deepStrictEqual(requests, ["GET /users/me", "GET /teams"])
    const { recovered, texts } = await hydrate(html, page, { layer: world.layer(), seed })
    await world.advance("10 seconds")
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(texts, ["Engines"])
    assert.deepStrictEqual(world.requests, [])
  })

  it("shows a restricted user to no gate but Restricted, before and after hydration", async () => {
    const page = (
      <main>
        <SignedIn fallback="not in" pending="in?">in</SignedIn>{" "}
        <SignedOut fallback="not out" pending="out?">out</SignedOut>{" "}
        <Restricted pending="why?">{({ type }) => type}</Restricted>
      </main>
    )
    const world = makeWorld({ project: { config: { requireEmailVerification: true } } })
    await world.signedIn()
    const { html, requests, seed } = await serve(world, page, Resource.get(Resources.user))
    assert.deepStrictEqual(requests, ["GET /users/me"])
    const { recovered, texts } = await hydrate(html, page, { layer: world.layer(), seed })
    await world.advance("10 seconds")
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(texts, ["not in out email_not_verified"])
    assert.deepStrictEqual(world.requests, [])
  })

  it("the server's HTML is kept while the client fetches missing data", async () => {
    const world = await withTeam()
    const { html } = await serve(world, <Suspending />)
    world.service.delayMillis = 1000
    const { recovered, texts } = await hydrate(html, <Suspending />, { layer: world.layer() })
    await world.advance(1000)
    await world.advance(1000)
    assert.deepStrictEqual(texts, ["ada@example.com Engines"])
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(world.requests.toSorted(), ["GET /teams", "GET /users/me"])
  })

  it("hydrates without warnings if no user is signed in", async () => {
    const page = (
      <>
        <User />
        <SignedOut pending="?">out</SignedOut>
      </>
    )
    const world = makeWorld()
    const { html, requests, seed } = await serve(world, page)
    assert.deepStrictEqual(requests, [])
    const { recovered, text } = await hydrate(html, page, { layer: world.layer(), seed })
    assert.strictEqual(text(), "nobodyout")
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(world.requests, [])
  })

  it("is unchanged with a slow token store", async () => {
    const world = await withTeam()
    const { html, seed } = await serve(world, both)
    const { recovered, texts } = await hydrate(html, both, { layer: slowly(world, 1000), seed })
    for (let turn = 0; turn < 5; turn++) await world.advance(500)
    assert.deepStrictEqual(texts, ["ada@example.com EnginesSignedIn ada@example.com 1 in not out no"])
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(world.requests, [])
  })

  it("a slow token store's user replaces the server-rendered user for good", async () => {
    const world = await withTeam()
    const { html, seed } = await serve(world, both)
    await world.run(Session.signOut)
    await world.signedIn("bob@example.com")
    world.service.delayMillis = 1000
    const { recovered, texts } = await hydrate(html, both, { layer: slowly(world, 1000), seed })
    for (let turn = 0; turn < 10; turn++) await world.advance(500)
    assert.match(texts[0]!, /ada@example.com/)
    assert.deepStrictEqual(texts.slice(1).filter((text) => text.includes("ada@example.com")), [])
    assert.match(texts.at(-1)!, /bob@example.com/)
    assert.deepStrictEqual(recovered, [])
  })

  it("shows the current user if the server rendered for another", async () => {
    for (const page of [<Suspending key="a" />, <States key="b" />]) {
      const world = await withTeam()
      const { html, seed } = await serve(world, page)
      await world.run(Session.signOut)
      await world.signedIn("bob@example.com")
      const { recovered, text } = await hydrate(html, page, { layer: world.layer(), seed })
      await world.advance(1000)
      assert.include(text(), "bob@example.com")
      assert.notInclude(text(), "ada@example.com")
      assert.deepStrictEqual(recovered, [])
      assert.deepStrictEqual(world.requests.filter((request) => request === "GET /users/me"), ["GET /users/me"])
    }
  })
})
