// @vitest-environment jsdom
/** Hydration of pages that a server rendered below a provider with a layer. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Cache, type Claims, Resource, Resources, Session, Teams } from "latchkey"
import {
  AuthProvider,
  Protect,
  SignedIn,
  SignedOut,
  useAction,
  useSession,
  useTeams,
  useTeamsState,
  useUser,
  useUserState
} from "latchkey/react"
import { memo, type ReactNode, StrictMode, Suspense, useId } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { act, atEnd, makeRoot, makeWorld, reactTests, settle, visible, type World } from "./support.tsx"

reactTests()

const User = () => <b>{useUser()?.primaryEmail ?? "nobody"}</b>
const TeamNames = () => <i>{useTeams().map(({ displayName }) => displayName).join()}</i>
const States = () => {
  const session = useSession()
  const user = useUserState()
  const teams = useTeamsState()
  return (
    <main id={useId()}>
      {session._tag} {user._tag === "Ready" ? user.value?.primaryEmail ?? "nobody" : user._tag}{" "}
      {teams._tag === "Ready" ? teams.value.length : teams._tag} <SignedIn fallback="not in" pending="in?">in</SignedIn>
      {" "}
      <SignedOut fallback="not out" pending="out?">out</SignedOut>{" "}
      <Protect fallback="no" pending="may?" permission="$update_team">yes</Protect>
    </main>
  )
}

const app = (layer: ReturnType<World["layer"]>, seed: unknown, children: ReactNode) => (
  <StrictMode>
    <AuthProvider layer={layer} dehydrated={seed}>{children}</AuthProvider>
  </StrictMode>
)

/** Renders like a server, where no global document exists. */
const renderOnServer = (node: ReactNode): string => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, "document")!
  Reflect.deleteProperty(globalThis, "document")
  try {
    return renderToString(node)
  } finally {
    Object.defineProperty(globalThis, "document", descriptor)
  }
}

/** The values that the server reads for this browser's user. */
const seedOf = (world: World, ...resources: ReadonlyArray<Resource.Resource<any, any>>): Promise<unknown> =>
  world.run(
    Effect.gen(function*() {
      for (const resource of resources) yield* Resource.get(resource)
      return JSON.parse(Cache.stringify(yield* Cache.dehydrate)) as unknown
    }).pipe(Effect.provide(Cache.layer())),
    1000
  ).finally(() => world.requests.splice(0))

const claimsOf = (world: World): Promise<Cache.Dehydrated> =>
  world.run(
    // Sound: the test trusts the token of its emulator.
    Effect.flatMap(
      Session.claims,
      (claims) => Cache.dehydrateClaims((claims ?? null) as Claims.Verified<Claims.Claims> | null)
    )
  )

/** Renders on a server, hydrates in the browser, and records every visible text. */
const visit = async (world: World, seed: unknown, children: ReactNode) => {
  const layer = world.layer()
  const container = document.createElement("div")
  container.innerHTML = renderOnServer(app(layer, seed, children))
  document.body.append(container)
  assert.deepStrictEqual(world.requests, [])
  const texts = [visible(container)]
  const look = () => {
    const text = visible(container)
    if (text !== texts.at(-1)) texts.push(text)
  }
  const observer = new MutationObserver(look)
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true })
  const recovered: Array<unknown> = []
  let root: ReturnType<typeof hydrateRoot>
  await act(() => {
    root = hydrateRoot(container, app(layer, seed, children), {
      onRecoverableError: (error) => void recovered.push(error)
    })
    atEnd(async () => {
      observer.disconnect()
      await act(() => root.unmount())
      container.remove()
    })
  })
  await settle()
  look()
  return {
    recovered,
    texts,
    /** Renders with another seed, as after a server action. */
    render: async (next: unknown) => {
      await act(() => root.render(app(layer, next, children)))
      look()
    }
  }
}

const withTeam = async () => {
  const world = makeWorld()
  await world.signedIn()
  await world.run(Teams.create({ displayName: "Engines" }))
  world.requests.length = 0
  return world
}

describe("a page that a server rendered with a layer", () => {
  it("hydrates with the server's values, without a request", async () => {
    const world = await withTeam()
    const seed = await seedOf(world, Resources.user, Resources.teams, Resources.projectPermissions)
    const { recovered, texts } = await visit(
      world,
      seed,
      <>
        <User />
        <States />
        <Suspense fallback="teams?">
          <TeamNames />
        </Suspense>
      </>
    )
    await world.advance("10 seconds")
    assert.deepStrictEqual(texts, ["ada@example.comSignedIn ada@example.com 1 in not out noEngines"])
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(world.requests, [])
  })

  it("hydrates without values, and fetches them", async () => {
    for (const isSignedIn of [true, false]) {
      const world = makeWorld()
      if (isSignedIn) await world.signedIn()
      world.service.delayMillis = 100
      const { recovered, texts } = await visit(world, undefined, <States />)
      await world.advance("1 second")
      assert.strictEqual(texts[0], "Loading Pending Pending in? out? may?")
      assert.strictEqual(
        texts.at(-1),
        isSignedIn ? "SignedIn ada@example.com 0 in not out no" : "SignedOut nobody Failed not in out no"
      )
      assert.deepStrictEqual(recovered, [])
    }
  })

  it("fetches missing values of components that suspend", async () => {
    const world = await withTeam()
    const seed = await seedOf(world, Resources.user)
    const { recovered, texts } = await visit(
      world,
      seed,
      <>
        <User />
        <Suspense fallback="teams?">
          <TeamNames />
        </Suspense>
      </>
    )
    await world.advance("1 second")
    assert.deepStrictEqual(texts, ["ada@example.comteams?", "ada@example.comEngines"])
    assert.deepStrictEqual(world.requests, ["GET /teams"])
    assert.lengthOf(recovered, 1)
    assert.match(
      String(recovered[0]),
      /The server could not finish this Suspense boundary|Only a browser can render "teams"/
    )
  })

  it("shows a gate's children by the claims, also while the user is fetched", async () => {
    const world = await withTeam()
    world.service.delayMillis = 1000
    const gates = (
      <>
        <SignedIn fallback="not in" pending="in?">in</SignedIn>,{" "}
        <Suspense fallback="user?">
          <User />
        </Suspense>
      </>
    )
    const { recovered, texts } = await visit(world, await claimsOf(world), gates)
    await world.advance(999)
    assert.deepStrictEqual(texts, ["in, user?"])
    await world.advance(1001)
    assert.deepStrictEqual(texts, ["in, user?", "in, ada@example.com"])
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
    assert.lengthOf(recovered, 1)
  })

  it("keeps a gate's children by the claims if the service is down", async () => {
    const world = await withTeam()
    world.service.isDown = true
    const { texts } = await visit(world, await claimsOf(world), <SignedIn fallback="not in" pending="in?">in</SignedIn>)
    for (let turn = 0; turn < 20; turn++) await world.advance("1 second")
    assert.deepStrictEqual(texts, ["in"])
  })

  it("replaces the claims of another user by the current user", async () => {
    const world = await withTeam()
    const claims = await claimsOf(world)
    await world.run(Session.signOut)
    world.requests.length = 0
    const { recovered, texts } = await visit(world, claims, <SignedIn fallback="not in" pending="in?">in</SignedIn>)
    assert.deepStrictEqual(texts, ["in", "not in"])
    assert.deepStrictEqual(recovered, [])
  })
})

describe("a changed seed", () => {
  const page = (
    <>
      <User />
      <States />
      <Suspense fallback="teams?">
        <TeamNames />
      </Suspense>
    </>
  )
  const all = [Resources.user, Resources.teams, Resources.projectPermissions]

  /** A change by the server, such as a server action, and the seed of its response. */
  const changeOnServer = async (world: World, displayName: string) => {
    await world.run(Teams.create({ displayName }))
    await world.advance(1)
    const seed = await seedOf(world, ...all)
    await world.advance(1)
    return seed
  }

  it("reaches mounted components, without a request or an intermediate state", async () => {
    const world = await withTeam()
    const { recovered, render, texts } = await visit(world, await seedOf(world, ...all), page)
    const second = await changeOnServer(world, "Looms")
    await render(second)
    await world.advance("10 seconds")
    assert.deepStrictEqual(texts, [
      "ada@example.comSignedIn ada@example.com 1 in not out noEngines",
      "ada@example.comSignedIn ada@example.com 2 in not out noEngines,Looms"
    ])
    assert.deepStrictEqual(world.requests, [])
    assert.deepStrictEqual(recovered, [])
  })

  it("a changed seed reaches components that suspend for it or mount with it", async () => {
    const world = await withTeam()
    world.service.delayMillis = 1000
    const { render, texts } = await visit(
      world,
      await seedOf(world, Resources.user),
      <Suspense fallback="teams?">
        <TeamNames />
      </Suspense>
    )
    assert.deepStrictEqual(texts, ["teams?"])
    world.service.delayMillis = 0
    const second = await changeOnServer(world, "Looms")
    world.service.delayMillis = 1000
    await render(second)
    assert.deepStrictEqual(texts, ["teams?", "Engines,Looms"])
  })

  it("is read by a component that mounts in the same render", async () => {
    const world = await withTeam()
    const root = makeRoot()
    const layer = world.layer()
    const first = await seedOf(world, Resources.user)
    await root.render(app(layer, first, <User />))
    const second = await changeOnServer(world, "Looms")
    await root.render(app(
      layer,
      second,
      <>
        <User />
        <TeamNames />
      </>
    ))
    assert.strictEqual(root.text(), "ada@example.comEngines,Looms")
    assert.deepStrictEqual(world.requests, [])
  })

  it("causes one render, and an equal seed causes none", async () => {
    const world = await withTeam()
    let renders = 0
    const Counted = memo(() => {
      renders++
      return <i>{useTeams().map(({ displayName }) => displayName).join()}</i>
    })
    const root = makeRoot()
    const layer = world.layer()
    const children = <Counted />
    const show = (seed: unknown) => root.render(<AuthProvider dehydrated={seed} layer={layer}>{children}</AuthProvider>)
    const seed = await seedOf(world, ...all)
    await show(seed)
    await settle()
    const before = renders
    for (let turn = 0; turn < 5; turn++) await show(structuredClone(seed))
    assert.strictEqual(renders, before)
    await show(await changeOnServer(world, "Looms"))
    assert.strictEqual(root.text(), "Engines,Looms")
    assert.strictEqual(renders, before + 1)
    await show(structuredClone(seed))
    assert.strictEqual(root.text(), "Engines,Looms")
    assert.strictEqual(renders, before + 1)
    assert.deepStrictEqual(world.requests, [])
  })

  it("hydration: keeps values that the browser has changed since the server read them", async () => {
    const world = await withTeam()
    let create = () => {}
    const Create = () => {
      const { run } = useAction(() => Teams.create({ displayName: "Browser's" }))
      create = () => void run()
      return null
    }
    const { render, texts } = await visit(
      world,
      await seedOf(world, ...all),
      <>
        <Create />
        <TeamNames />
      </>
    )
    const stale = await changeOnServer(world, "Looms")
    await act(() => create())
    await world.advance("1 second")
    await render(stale)
    await world.advance("1 second")
    assert.deepStrictEqual(texts, ["Engines", "Engines,Browser's", "Engines,Looms,Browser's"])
  })

  it("reaches a part of the page that hydrates later, from the HTML of the first seed", async () => {
    const world = await withTeam()
    let isOpen = false
    let open = () => {}
    const opened = new Promise<void>((resolve) =>
      open = () => {
        isOpen = true
        resolve()
      }
    )
    /** Suspends during hydration, like a component whose code is still loading. */
    const Late = () => {
      if ("document" in globalThis && !isOpen) throw opened
      return (
        <>
          <TeamNames />
          <States />
        </>
      )
    }
    const { recovered, render, texts } = await visit(
      world,
      await seedOf(world, ...all),
      <>
        <User />,{" "}
        <Suspense fallback="…">
          <Late />
        </Suspense>
      </>
    )
    await render(await changeOnServer(world, "Looms"))
    await act(() => open())
    await world.advance("1 second")
    assert.deepStrictEqual(texts, [
      "ada@example.com, EnginesSignedIn ada@example.com 1 in not out no",
      "ada@example.com, Engines,LoomsSignedIn ada@example.com 2 in not out no"
    ])
    assert.deepStrictEqual(recovered, [])
    assert.deepStrictEqual(world.requests, [])
  })

  it("another user's seed is ignored", async () => {
    const world = await withTeam()
    const mine = await seedOf(world, ...all)
    const { render, texts } = await visit(
      world,
      mine,
      <>
        <User />
        <TeamNames />
      </>
    )
    await world.advance(1)
    await render({
      ...mine as Cache.Dehydrated,
      userId: "00000000-0000-4000-8000-000000000009",
      createdAt: (mine as Cache.Dehydrated).createdAt! + 1,
      entries: { teams: { value: [] }, user: { value: null } }
    })
    await world.advance("1 second")
    assert.deepStrictEqual(texts, ["ada@example.comEngines"])
    assert.deepStrictEqual(world.requests, [])
  })

  it("a seed with newer claims reaches the gates that wait for the user", async () => {
    const world = await withTeam()
    world.service.delayMillis = 60_000
    const claims = await claimsOf(world)
    const restricted = { ...claims, claims: { isAnonymous: false, isRestricted: true } }
    const { render, texts } = await visit(world, restricted, <SignedIn fallback="not in" pending="in?">in</SignedIn>)
    await world.advance(10)
    await render({ ...claims, createdAt: claims.createdAt! + 5 })
    assert.deepStrictEqual(texts, ["not in", "in"])
  })
})
