// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CurrentUser, Password, Resource, Resources, Session, Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import {
  Protect,
  SignedIn,
  TestAuthProvider,
  type TestAuthProviderProps,
  testResource,
  testState,
  testUser,
  useAction,
  useSession,
  useTeams,
  useUser,
  useUserState
} from "latchkey/react"
import { StrictMode, Suspense } from "react"
import { act, Catch, errorsAreMeant, makeRoot, reactTests, settle } from "./support.tsx"

reactTests()

const Who = () => (
  <>
    {useSession()._tag} <SignedIn fallback="out" pending="?">{useUser()?.displayName}</SignedIn>
  </>
)

const show = async (props: TestAuthProviderProps) => {
  const root = makeRoot()
  const render = (props: TestAuthProviderProps) =>
    root.render(
      <StrictMode>
        <Catch>
          <Suspense fallback="…">
            <TestAuthProvider {...props} />
          </Suspense>
        </Catch>
      </StrictMode>
    )
  await render(props)
  return { ...root, again: render }
}

const team: Teams.Team = {
  id: "engines",
  displayName: "Engines",
  profileImageUrl: null,
  clientMetadata: null,
  clientReadOnlyMetadata: null
}

describe("TestAuthProvider", () => {
  it("renders signed-out, signed-in and pending states", async () => {
    const root = await show({ children: <Who /> })
    assert.strictEqual(root.text(), "SignedOut out")
    await root.again({ user: {}, children: <Who /> })
    assert.strictEqual(root.text(), "SignedIn Test User")
    await root.again({ user: { displayName: "Ada" }, children: <Who /> })
    assert.strictEqual(root.text(), "SignedIn Ada")
    await root.again({ user: { isAnonymous: true }, children: <Who /> })
    assert.strictEqual(root.text(), "SignedIn out")
    const State = () => <>{useUserState()._tag}</>
    await root.again({ user: {}, session: { _tag: "Loading" }, children: <State /> })
    assert.strictEqual(root.text(), "Pending")
    await root.again({ user: {}, session: { _tag: "SignedIn", isRefreshing: false, isStale: true }, children: <Who /> })
    assert.strictEqual(root.text(), "SignedIn Test User")
  })

  it("has the user described by a test, with defaults for other fields", () => {
    assert.deepStrictEqual(testUser({ displayName: null, hasPassword: false }), {
      ...testUser(),
      displayName: null,
      hasPassword: false
    })
    assert.isFalse(testUser().isAnonymous)
  })

  it("suspends for pending values, and continues when a test provides them", async () => {
    const Count = () => <>{useTeams().map(({ displayName }) => displayName).join()}</>
    const root = await show({
      user: {},
      resources: [testState(Resources.teams, { _tag: "Pending" })],
      children: <Count />
    })
    assert.strictEqual(root.text(), "…")
    await root.again({ user: {}, resources: [testResource(Resources.teams, [team])], children: <Count /> })
    assert.strictEqual(root.text(), "Engines")
  })

  it("names the value that a component reads and the test did not provide", async () => {
    errorsAreMeant()
    const root = await show({ user: {}, children: <Protect permission="a" teamId="b" /> })
    assert.match(root.text(), /no value for the resource "teamPermissions"\. Pass one in resources, with testResource/)
  })

  it("TestAuthProvider: an action that would send a request fails with an explanation, and fails the test", async () => {
    errorsAreMeant()
    const Buttons = () => {
      const signIn = useAction(() => Password.signIn({ email: "a", password: Redacted.make("b") }))
      const create = useAction(() => Teams.create({ displayName: "Engines" }))
      return (
        <>
          <button onClick={() => void signIn.run()} />
          <i onClick={() => void create.run()} />
        </>
      )
    }
    for (const [user, selector, path] of [[null, "button", "auth/password/sign-in"], [{}, "i", "teams"]] as const) {
      const root = await show({ user, children: <Buttons /> })
      await act(() => root.container.querySelector<HTMLElement>(selector)!.click())
      await settle()
      assert.strictEqual(
        root.text(),
        `caught TestAuthProvider cannot send POST /api/v1/${path}. Pass a layer that answers it.`
      )
    }
  })

  it("answers actions with the given layer, and passes unhandled errors to the reporter", async () => {
    const presented: Array<unknown> = []
    const Button = () => {
      const { run, state } = useAction(() =>
        Effect.andThen(
          Session.state,
          ({ _tag }) => Effect.map(Resource.get(Resources.user), (user) => [_tag, user?.displayName].join())
        )
      )
      const other = useAction(() => CurrentUser.sendVerificationEmail())
      return (
        <>
          <button onClick={() => void run()} />
          <i onClick={() => void other.run()} />
          {state._tag === "Success" ? state.value : state._tag}
        </>
      )
    }
    const root = await show({
      user: { displayName: "Ada" },
      layer: Emulator.layerClient(),
      onError: (error) => void presented.push(error),
      children: <Button />
    })
    await act(() => root.container.querySelector("button")!.click())
    await settle()
    assert.strictEqual(root.text(), "SignedOut,Ada")
    await act(() => root.container.querySelector("i")!.click())
    await settle()
    assert.deepStrictEqual(presented.map((error) => (error as { readonly _tag: string })._tag), [
      "CannotGetOwnUserWithoutUser"
    ])
  })

  it("suspends a component that redirects visitors, without a redirect", async () => {
    const Name = () => <b>{useUser({ or: "redirect" }).displayName}</b>
    const root = await show({
      children: (
        <Suspense fallback="redirecting">
          <Name />
        </Suspense>
      )
    })
    await settle()
    assert.strictEqual(root.text(), "redirecting")
  })

  it("disposes the layer on unmount, and not before", async () => {
    const events: Array<string> = []
    const layer = Layer.effectDiscard(Effect.acquireRelease(
      Effect.sync(() => void events.push("open")),
      () => Effect.sync(() => void events.push("closed"))
    ))
    const Button = () => <button onClick={useAction(() => Effect.void).run as () => void} />
    const root = await show({ layer, children: <Button /> })
    await act(() => root.container.querySelector("button")!.click())
    await root.again({ layer, user: {}, children: <Button /> })
    await act(() => root.container.querySelector("button")!.click())
    assert.deepStrictEqual(events, ["open"])
    await root.unmount()
    await settle()
    assert.deepStrictEqual(events, ["open", "closed"])
  })
})
