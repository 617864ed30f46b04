// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ApiKeys, type ConnectedAccounts, Resource, Resources, TeamInvitations, Teams } from "latchkey"
import * as latchkey from "latchkey/react"
import {
  AuthErrorBoundary,
  AuthProvider,
  TestAuthProvider,
  testResource,
  useConnectedAccount,
  useConnectedAccountState,
  useResource,
  useResourceState,
  useRuntime
} from "latchkey/react"
import { type ReactNode, StrictMode, Suspense } from "react"
import { act, Catch, errorsAreMeant, makeRoot, makeWorld, reactTests, settle, type World } from "./support.tsx"

reactTests()

const App = ({ children, layer, onError }: {
  readonly layer: ReturnType<World["layer"]>
  readonly children: ReactNode
  readonly onError?: (error: unknown) => void
}) => (
  <AuthProvider layer={layer} onError={onError}>
    <Suspense fallback="…">{children}</Suspense>
  </AuthProvider>
)

/** A resource whose results a test scripts. */
const scripted = (...answers: ReadonlyArray<Effect.Effect<unknown, unknown>>) => {
  let starts = 0
  return {
    starts: () => starts,
    resource: Resource.make({
      name: "scripted",
      read: Effect.suspend(() => answers[Math.min(starts++, answers.length - 1)]!)
    })
  }
}

const Value = (
  { resource, seen }: { readonly resource: Resource.Resource<any, any>; readonly seen?: Array<unknown> }
) => {
  const value = useResource(resource)
  seen?.push(value)
  return <b>{String(value)}</b>
}

const StateOf = (
  { resource, seen }: { readonly resource: Resource.Resource<any, any>; readonly seen?: Array<unknown> }
) => {
  const state = useResourceState(resource)
  seen?.push(state)
  return <i>{state._tag}</i>
}

/** Refetches a value, as a program would. */
const makeRefresh = () => {
  let run: (resource: Resource.Resource<any, any>) => Promise<unknown> = () => Promise.reject(new Error("Not mounted"))
  const Refresh = () => {
    const runtime = useRuntime()
    run = (resource) => runtime.runPromiseExit(Resource.refresh(resource))
    return null
  }
  return { Refresh, refresh: (resource: Resource.Resource<any, any>) => act(() => void run(resource)) }
}

describe("useResource", () => {
  it("suspends until there is a value, and throws the original error if there is none", async () => {
    errorsAreMeant()
    const world = makeWorld()
    const error = new Error("Out of order")
    const { resource } = scripted(Effect.delay(Effect.fail(error), 1000))
    const caught: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <Catch caught={caught}>
        <App layer={world.layer()}>
          <Value resource={resource} />
        </App>
      </Catch>
    )
    assert.strictEqual(root.text(), "…")
    await world.advance(1000)
    assert.strictEqual(root.text(), "caught Out of order")
    assert.deepStrictEqual(caught, [error])
  })

  it("keeps the value during a fetch and after its failure, and renders only for a new value", async () => {
    const world = makeWorld()
    const layer = world.layer()
    const { resource } = scripted(
      Effect.succeed("first"),
      Effect.delay(Effect.succeed("first"), 500),
      Effect.delay(Effect.fail(new Error("Out of order")), 500),
      Effect.delay(Effect.succeed("second"), 500)
    )
    const { Refresh, refresh } = makeRefresh()
    const values: Array<unknown> = []
    const states: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <App layer={layer}>
        <Value resource={resource} seen={values} />
        <StateOf resource={resource} seen={states} />
        <Refresh />
      </App>
    )
    const told = async () => {
      await world.advance(1000)
      await refresh(resource)
      await world.advance(500)
      return root.text()
    }
    assert.deepStrictEqual([await told(), await told()], ["firstReady", "firstReady"])
    assert.deepStrictEqual(values, ["first"])
    assert.strictEqual(await told(), "secondReady")
    assert.deepStrictEqual(values, ["first", "second"])
    assert.deepStrictEqual(
      states.map((state) => (state as { readonly isRefreshing?: boolean }).isRefreshing),
      [false, true, false, true, false, true, false]
    )
  })

  it("useResource: shows later values to all subscribers, and never suspends again", async () => {
    const world = makeWorld()
    const layer = world.layer()
    const { resource, starts } = scripted(
      Effect.succeed("first"),
      Effect.fail(new Error("Out of order")),
      Effect.succeed("second")
    )
    const { Refresh, refresh } = makeRefresh()
    const states: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <App layer={layer}>
        <Value resource={resource} />
        <Value resource={resource} />
        <StateOf resource={resource} seen={states} />
        <Refresh />
      </App>
    )
    const texts: Array<string> = [root.text()]
    for (let time = 0; time < 2; time++) {
      await world.advance(300)
      await refresh(resource)
      texts.push(root.text())
    }
    assert.deepStrictEqual(texts, ["firstfirstReady", "firstfirstReady", "secondsecondReady"])
    assert.strictEqual(starts(), 3)
    assert.isFalse(states.slice(1).some((state) => (state as { readonly _tag: string })._tag === "Pending"))
  })

  it("useResource: a resource created in each render causes no new fetch", async () => {
    const world = makeWorld()
    const layer = world.layer()
    let starts = 0
    const Inline = () => {
      const value = useResource(Resource.make({ name: "inline", input: "a", read: Effect.sync(() => ++starts) }))
      const state = useResourceState(Resource.make({ name: "inline", input: "a", read: Effect.sync(() => ++starts) }))
      return <>{value}{state._tag}</>
    }
    const root = makeRoot()
    for (let time = 0; time < 3; time++) {
      await root.render(
        <App layer={layer}>
          <Inline />
        </App>
      )
    }
    assert.strictEqual(root.text(), "1Ready")
  })

  it("reads another resource when its argument changes", async () => {
    const world = makeWorld()
    const layer = world.layer()
    const made = (input: string) =>
      Resource.make({ name: "made", input, read: Effect.delay(Effect.succeed(`value of ${input}`), 1000) })
    const root = makeRoot()
    await root.render(
      <App layer={layer}>
        <Value resource={made("a")} />
        <StateOf resource={made("a")} />
      </App>
    )
    await world.advance(1000)
    assert.strictEqual(root.text(), "value of aReady")
    await root.render(
      <App layer={layer}>
        <Value resource={made("b")} />
        <StateOf resource={made("b")} />
      </App>
    )
    assert.strictEqual(root.text(), "…")
    await world.advance(1000)
    assert.strictEqual(root.text(), "value of bReady")
  })
})

describe("AuthErrorBoundary", () => {
  it("calls the reporter, renders the fallback, and refetches on retry", async () => {
    errorsAreMeant()
    const world = makeWorld()
    const layer = world.layer()
    const error = new Error("Out of order")
    const { resource, starts } = scripted(Effect.fail(error), Effect.succeed("well again"))
    const presented: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <App layer={layer} onError={(error) => void presented.push(error)}>
          <AuthErrorBoundary fallback={(error, retry) => <button onClick={retry}>{(error as Error).message}</button>}>
            <Value resource={resource} />
          </AuthErrorBoundary>
        </App>
      </StrictMode>
    )
    await settle()
    assert.strictEqual(root.text(), "Out of order")
    assert.deepStrictEqual(new Set(presented), new Set([error]))
    assert.strictEqual(starts(), 1)
    const press = () => act(() => root.container.querySelector("button")!.click())
    await press()
    await settle()
    assert.strictEqual(root.text(), "Out of order")
    assert.strictEqual(starts(), 1)
    await world.advance(300)
    await press()
    await settle()
    assert.strictEqual(root.text(), "well again")
    assert.strictEqual(starts(), 2)
  })

  it("rethrows errors meant for the framework", async () => {
    errorsAreMeant()
    const word = Object.assign(new Error("A redirect"), { digest: "NEXT_REDIRECT;push;/;307;" })
    const { resource } = scripted(Effect.die(word))
    const presented: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <Catch>
        <App layer={makeWorld().layer()} onError={(error) => void presented.push(error)}>
          <AuthErrorBoundary fallback={() => "kept"}>
            <Value resource={resource} />
          </AuthErrorBoundary>
        </App>
      </Catch>
    )
    await settle()
    assert.strictEqual(root.text(), "caught A redirect")
    assert.deepStrictEqual(presented, [])
  })
})

describe("the hook of each resource", () => {
  it("each hook returns the resource's value, with suspense and as state", async () => {
    const world = makeWorld({
      project: { config: { allowUserApiKeys: true, allowTeamApiKeys: true } }
    })
    await world.signedIn()
    const { id: teamId } = await world.run(Teams.create({ displayName: "Engines" }))
    await world.run(
      TeamInvitations.send({ teamId, email: "bob@example.com", callbackUrl: "http://localhost:3000/join" })
    )
    await world.run(ApiKeys.create({ description: "own" }))
    await world.run(ApiKeys.create({ teamId, description: "the team's" }))
    const of: Record<string, readonly [Resource.Resource<any, any>, ...ReadonlyArray<unknown>]> = {
      useTeams: [Resources.teams],
      useTeam: [Resources.team(teamId), teamId],
      useTeamMembers: [Resources.teamMembers(teamId), teamId],
      useTeamInvitations: [Resources.teamInvitations(teamId), teamId],
      useTeamApiKeys: [Resources.teamApiKeys(teamId), teamId],
      useContactChannels: [Resources.contactChannels],
      useUserApiKeys: [Resources.userApiKeys],
      useSessions: [Resources.sessions],
      useConnectedAccount: [Resources.connectedAccount({ provider: "github" }), { provider: "github" }],
      useProject: [Resources.project]
    }
    // Sound: each hook is called with its parameters.
    const hooks = latchkey as unknown as Record<string, (...args: ReadonlyArray<unknown>) => any>
    const others = [
      "useAction",
      "useOnline",
      "useResource",
      "useRetryOnline",
      "useRuntime",
      "useSession",
      "useSignOut",
      "useTheme",
      "useUser",
      "usePermission",
      "usePermissions"
    ]
    const names = Object.keys(hooks).filter((name) => /^use\w+$/.test(name) && !name.endsWith("State"))
    assert.deepStrictEqual(names.filter((name) => !others.includes(name)).toSorted(), Object.keys(of).toSorted())

    const results: Record<string, readonly [unknown, unknown, unknown]> = {}
    const One = ({ name }: { readonly name: string }) => {
      const [resource, ...args] = of[name]!
      const value = hooks[name]!(...args)
      const state = hooks[`${name}State`]!(...args)
      results[name] = [useResource(resource), value, state._tag === "Ready" && state.value]
      return null
    }
    const layer = world.layer()
    const root = makeRoot()
    await root.render(<App layer={layer}>{Object.keys(of).map((name) => <One key={name} name={name} />)}</App>)
    for (let turn = 0; turn < 5; turn++) await settle()
    for (const name of Object.keys(of)) {
      const [expected, value, state] = results[name]!
      assert.strictEqual(value, expected, name)
      assert.strictEqual(state, expected, name)
    }
    for (
      const name of [
        "useTeams",
        "useTeamMembers",
        "useTeamInvitations",
        "useTeamApiKeys",
        "useUserApiKeys",
        "useSessions",
        "useContactChannels"
      ]
    ) {
      assert.lengthOf(results[name]![0] as ReadonlyArray<unknown>, 1, name)
    }
    assert.strictEqual((results["useTeam"]![0] as Teams.Team).displayName, "Engines")
    assert.strictEqual(results["useConnectedAccount"]![0], null)
  })
  it("returns the requested account, by provider and scopes", async () => {
    const asked = { provider: "github", scopes: ["repo"] }
    const account: ConnectedAccounts.ConnectedAccount = {
      provider: "github",
      accountId: "ada",
      email: null,
      accessToken: Redacted.make("gho_1")
    }
    const seen: Array<unknown> = []
    const Account = () => {
      const state = useConnectedAccountState(asked)
      seen.push(useConnectedAccount(asked), state._tag === "Ready" && state.value)
      return null
    }
    const others = [{ provider: "github" }, { provider: "google", scopes: ["repo"] }]
    const resources = [
      testResource(Resources.connectedAccount(asked), account),
      ...others.map((other) => testResource(Resources.connectedAccount(other), null))
    ]
    await makeRoot().render(
      <TestAuthProvider resources={resources} user={{}}>
        <Account />
      </TestAuthProvider>
    )
    assert.deepStrictEqual(seen, [account, account])
  })
})
