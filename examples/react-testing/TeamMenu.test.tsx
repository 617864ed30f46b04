// @vitest-environment jsdom
/**
 * The tests of the app's component: `TestAuthProvider` gives it any state, and nothing leaves the program.
 *
 * Run them with `npm exec -- vitest run examples/react-testing`.
 */
import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ApiError, ApiErrors, Password, Resources, type Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { TestAuthProvider, type TestAuthProviderProps, testResource, testState } from "latchkey/react"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { TeamMenu } from "./TeamMenu.tsx"

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT")
})

const team: Teams.Team = {
  id: "engines",
  displayName: "Engines",
  profileImageUrl: null,
  clientMetadata: null,
  clientReadOnlyMetadata: null
}

const show = (given: TestAuthProviderProps) =>
  render(
    <TestAuthProvider {...given}>
      <TeamMenu />
    </TestAuthProvider>
  )

describe("TeamMenu", () => {
  it("asks those to sign in who have not", () => {
    show({})
    assert.isNotNull(screen.getByRole("link", { name: "Sign in" }))
  })

  it("greets the user, and shows who may delete a team how to", () => {
    const resources = [testResource(Resources.teams, [team, { ...team, id: "looms", displayName: "Looms" }])]
    const permission = { id: "$delete_team", teamId: "engines", userId: "ada" }
    show({
      user: { displayName: "Ada" },
      resources: [...resources, testResource(Resources.teamPermissions, [permission])]
    })
    assert.isNotNull(screen.getByRole("heading", { name: "Welcome, Ada" }))
    assert.isNotNull(screen.getByRole("button", { name: "Delete Engines" }))
    assert.isNull(screen.queryByRole("button", { name: "Delete Looms" }))
  })

  it("says so while the teams are on their way, and when they cannot be had", () => {
    const { rerender } = show({ user: {}, resources: [testState(Resources.teams, { _tag: "Pending" })] })
    assert.isNotNull(screen.getByText("Your teams are on their way."))
    const reason = new ApiErrors.ServiceUnavailable({ message: "Out of order", status: 503 })
    const cause = Cause.fail(new ApiError({ endpoint: "teams.list", reason }))
    rerender(
      <TestAuthProvider
        user={{}}
        resources={[testState(Resources.teams, { _tag: "Failed", cause, isRefreshing: false })]}
      >
        <TeamMenu />
      </TestAuthProvider>
    )
    assert.isNotNull(screen.getByRole("alert"))
  })

  it("creates a team, by a client of the emulator", async () => {
    const signedUp = Layer.effectDiscard(Password.signUp({
      email: "ada@example.com",
      password: Redacted.make("correct horse"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    }))
    const layer = signedUp.pipe(Layer.provideMerge(Emulator.layerClient()))
    show({ user: {}, layer, resources: [testResource(Resources.teams, [])] })
    fireEvent.change(screen.getByLabelText("Name of the team"), { target: { value: "Looms" } })
    fireEvent.click(screen.getByRole("button", { name: "Create" }))
    assert.strictEqual((await screen.findByRole("status")).textContent, "Looms is there.")
  })
})
